"""`shijo backup` and `shijo restore`, on real files and a real PostgreSQL server."""

from __future__ import annotations

import shutil
import sqlite3
from datetime import UTC, datetime
from pathlib import Path

import pytest

from bot.__main__ import main
from bot.tables.store.tables import Store
from tests.bot.evening import ANN, BOB, dealt, log_of
from tests.bot.subjects import tables_of
from tests.fresh_database import put_fresh_database
from tests.present import present


def shijo(folder: Path, *arguments: str) -> int:
    return main(["--config", str(folder / "config.toml"), *arguments])


@pytest.fixture(params=["sqlite", "postgresql"])
def database(request: pytest.FixtureRequest, tmp_path: Path) -> str:
    """A database's address, which the settings in tmp_path name."""
    url = f"sqlite:///{tmp_path}/data/shijo.db"
    if request.param == "sqlite":
        put_fresh_database(tmp_path / "data" / "shijo.db")
    else:
        if shutil.which("pg_dump") is None:
            pytest.skip("PostgreSQL's client programs are not installed")
        url = request.getfixturevalue("postgresql").new_database()
    (tmp_path / "config.toml").write_text(f'[database]\nurl = "{url}"\n', encoding="utf-8")
    return url


def moment() -> datetime:
    return datetime.now(UTC)


async def test_what_was_backed_up_while_the_bot_ran_is_there_again(
    database: str, tmp_path: Path, capsys: pytest.CaptureFixture[str]
) -> None:
    backup = str(tmp_path / "backup")
    store = await Store.open(database)
    tables = tables_of(store, moment)
    table = await dealt(tables, ANN, BOB, cards=9)
    table = (await tables.move(table.id, ANN.id, present(table.view(0)).moves[0])).table
    before = await log_of(store, table.id)
    assert shijo(tmp_path, "backup", backup) == 0
    await tables.move(table.id, BOB.id, present(table.view(1)).moves[0])
    assert shijo(tmp_path, "restore", backup) == 1, "the bot is running"
    assert "in use" in capsys.readouterr().err
    assert len(await log_of(store, table.id)) == len(before) + 1
    await store.close()

    assert shijo(tmp_path, "restore", backup) == 0
    store = await Store.open(database)
    assert await log_of(store, table.id) == before
    await store.close()


@pytest.fixture
def settings(tmp_path: Path) -> Path:
    put_fresh_database(tmp_path / "data" / "shijo.db")
    (tmp_path / "config.toml").write_text(
        f'[database]\nurl = "sqlite:///{tmp_path}/data/shijo.db"\n', encoding="utf-8"
    )
    return tmp_path


@pytest.mark.parametrize("what", ["damaged", "text", "another program's", "missing"])
def test_what_is_no_backup_is_refused_and_changes_nothing(
    settings: Path, what: str, capsys: pytest.CaptureFixture[str]
) -> None:
    file, live = settings / "backup", settings / "data" / "shijo.db"
    if what == "damaged":
        content = bytearray(live.read_bytes())
        content[len(content) // 2 : len(content) // 2 + 9000] = b"\xff" * 9000
        file.write_bytes(content)
    elif what == "text":
        file.write_text("a letter")
    elif what == "another program's":
        with sqlite3.connect(file) as connection:
            connection.execute("CREATE TABLE songs (name)")
        connection.close()
    before = live.read_bytes()
    assert shijo(settings, "restore", str(file)) == 1
    assert len(capsys.readouterr().err.splitlines()) == 1
    assert live.read_bytes() == before
    assert [one.name for one in live.parent.iterdir()] == ["shijo.db"]


def test_a_damaged_database_makes_no_backup(
    settings: Path, capsys: pytest.CaptureFixture[str]
) -> None:
    live = settings / "data" / "shijo.db"
    content = bytearray(live.read_bytes())
    content[len(content) // 2 : len(content) // 2 + 9000] = b"\xff" * 9000
    live.write_bytes(content)
    assert shijo(settings, "backup", str(settings / "backup")) == 1
    assert len(capsys.readouterr().err.splitlines()) == 1
    assert not list(settings.glob("backup*"))


def test_a_backup_replaces_no_other_file(
    settings: Path, capsys: pytest.CaptureFixture[str]
) -> None:
    (settings / "backup").write_text("an older one")
    assert shijo(settings, "backup", str(settings / "backup")) == 1
    assert "already" in capsys.readouterr().err
    assert (settings / "backup").read_text() == "an older one"


def test_the_database_that_was_there_before_is_kept(settings: Path) -> None:
    assert shijo(settings, "backup", str(settings / "backup")) == 0
    assert shijo(settings, "restore", str(settings / "backup")) == 0
    assert len(list((settings / "data").glob("shijo.db.before-*"))) == 1
