"""`shijo backup` and `shijo restore`, on real files and a real PostgreSQL server."""

from __future__ import annotations

import errno
import os
import resource
import shutil
import sqlite3
import subprocess
import sys
from collections.abc import Iterator
from contextlib import closing, contextmanager
from datetime import UTC, datetime
from pathlib import Path

import pytest

from bot.__main__ import main
from bot.db.backup import back_up, restore
from bot.db.dumps import variables_of
from bot.db.engine import read_url
from bot.db.errors import StoreUnusable
from bot.tables.store.tables import Store
from tests.beyond import BEYOND
from tests.bot.evening import ANN, BOB, dealt, log_of
from tests.bot.subjects import tables_of
from tests.fresh_database import put_fresh_database
from tests.postgresql import Cluster
from tests.present import present


def shijo(folder: Path, *arguments: str) -> int:
    return main(["--config", str(folder / "config.toml"), *arguments])


@pytest.fixture(params=["sqlite", "postgresql"])
def database(request: pytest.FixtureRequest, tmp_path: Path) -> str:
    """Return the address of a fresh database, SQLite or PostgreSQL according to the parameter.
    Write a config.toml with this address into `tmp_path`."""
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


@pytest.mark.parametrize(
    "form", ["?host={folder}&port={port}", "?host=127.0.0.1:{port}&ssl=disable"]
)
async def test_an_address_may_name_its_server_in_the_query(
    postgresql: Cluster, tmp_path: Path, form: str
) -> None:
    if shutil.which("pg_dump") is None:
        pytest.skip("PostgreSQL's client programs are not installed")
    name = postgresql.new_database().rpartition("/")[2]
    query = form.format(folder=postgresql.folder, port=postgresql.port)
    url, backup = f"postgresql://shijo@/{name}{query}", tmp_path / "backup"
    store = await Store.open(url)
    table = await dealt(tables_of(store, moment), ANN, BOB)
    await store.close()
    back_up(url, backup)
    restore(url, backup)
    store = await Store.open(url)
    assert present(await store.table(table.id)).host_id == ANN.id
    await store.close()


def test_programs_of_postgresql_get_what_the_bot_connects_by() -> None:
    address = read_url("postgresql://ann:a%40b@/shijo?host=one:1&host=two:2&ssl=verify-full")
    assert variables_of(address) == {
        "PGHOST": "one,two",
        "PGPORT": "1,2",
        "PGUSER": "ann",
        "PGPASSWORD": "a@b",
        "PGDATABASE": "shijo",
        "PGSSLMODE": "verify-full",
    }
    with pytest.raises(StoreUnusable, match="its address is wrong"):
        variables_of(read_url("postgresql://ann:secret@/shijo?host=one:1&host=two:x"))


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
    # The lock's own file may lie beside it.
    assert {one.name for one in live.parent.iterdir()} - {"shijo.db.serving"} == {"shijo.db"}


def test_what_a_killed_restore_left_is_restored_under_another_name(
    settings: Path, capsys: pytest.CaptureFixture[str]
) -> None:
    live = settings / "data" / "shijo.db"
    left = live.rename(live.with_name("shijo.db.unfinished"))
    before = left.read_bytes()
    linked = settings / "linked"
    linked.symlink_to(left)
    for file in (left, linked):
        assert shijo(settings, "restore", str(file)) == 1
        [said] = capsys.readouterr().err.splitlines()
        assert said.endswith("Rename it first")
        assert left.read_bytes() == before
    assert shijo(settings, "restore", str(left.rename(settings / "renamed"))) == 0
    assert live.exists()


def test_a_damaged_database_makes_no_backup(
    settings: Path, capsys: pytest.CaptureFixture[str]
) -> None:
    live = settings / "data" / "shijo.db"
    content = bytearray(live.read_bytes())
    content[len(content) // 2 : len(content) // 2 + 9000] = b"\xff" * 9000
    live.write_bytes(content)
    assert shijo(settings, "backup", str(settings / "backup")) == 1
    [said] = capsys.readouterr().err.splitlines()
    assert str(settings / "backup") in said
    assert str(live) in said
    assert not list(settings.glob("backup*"))


def test_a_backup_replaces_no_other_file(
    settings: Path, capsys: pytest.CaptureFixture[str]
) -> None:
    (settings / "backup").write_text("an older one")
    assert shijo(settings, "backup", str(settings / "backup")) == 1
    assert "already" in capsys.readouterr().err
    assert (settings / "backup").read_text() == "an older one"


def test_a_mistyped_name_of_the_settings_doesnt_touch_the_default_database(
    settings: Path, capsys: pytest.CaptureFixture[str], monkeypatch: pytest.MonkeyPatch
) -> None:
    assert shijo(settings, "backup", str(settings / "backup")) == 0
    monkeypatch.chdir(settings)
    before = (settings / "data" / "shijo.db").stat()
    assert main(["--config", "confg.toml", "restore", "backup"]) == 1
    assert capsys.readouterr().err == "shijo: confg.toml can't be read: no such file\n"
    assert (settings / "data" / "shijo.db").stat() == before


def test_a_file_that_a_killed_backup_left_is_named(
    settings: Path, capsys: pytest.CaptureFixture[str]
) -> None:
    left = settings / "backup.unfinished"
    left.write_text("half of one")
    assert shijo(settings, "backup", str(settings / "backup")) == 1
    assert f"{left} already exists. If no other backup" in capsys.readouterr().err
    assert left.read_text() == "half of one", "another backup may be running"


def test_the_database_that_was_there_before_is_kept(settings: Path) -> None:
    assert shijo(settings, "backup", str(settings / "backup")) == 0
    assert shijo(settings, "restore", str(settings / "backup")) == 0
    assert len(list((settings / "data").glob("shijo.db.before-*"))) == 1


def test_the_database_stays_at_its_place_when_a_restore_fails_at_the_end(
    settings: Path, capsys: pytest.CaptureFixture[str], monkeypatch: pytest.MonkeyPatch
) -> None:
    live, backup = settings / "data" / "shijo.db", settings / "backup"
    assert shijo(settings, "backup", str(backup)) == 0
    before, replace = live.stat().st_ino, os.replace

    def full(source: Path, target: Path) -> None:
        if str(source).endswith(".unfinished"):
            raise OSError(errno.ENOSPC, "No space left on device")
        replace(source, target)

    monkeypatch.setattr(os, "replace", full)
    assert shijo(settings, "restore", str(backup)) == 1
    assert "No space left on device" in capsys.readouterr().err
    assert live.stat().st_ino == before
    assert not list(live.parent.glob("*.before-*"))


def test_a_copy_that_cant_be_written_doesnt_blame_the_database(
    settings: Path, capsys: pytest.CaptureFixture[str]
) -> None:
    size = (settings / "data" / "shijo.db").stat().st_size
    limits = resource.getrlimit(resource.RLIMIT_FSIZE)
    resource.setrlimit(resource.RLIMIT_FSIZE, (size // 2, limits[1]))
    try:
        assert shijo(settings, "backup", str(settings / "backup")) == 1
    finally:
        resource.setrlimit(resource.RLIMIT_FSIZE, limits)
    [said] = capsys.readouterr().err.splitlines()
    assert str(settings / "backup") in said
    assert "shijo.db" not in said
    assert not list(settings.glob("backup*"))


def test_a_backup_that_cant_be_written_names_where(
    settings: Path, capsys: pytest.CaptureFixture[str]
) -> None:
    assert shijo(settings, "backup", str(settings / "no such folder" / "backup")) == 1
    [said] = capsys.readouterr().err.splitlines()
    assert f"No backup was written to {settings}/no such folder/backup" in said


SERVING = """
import asyncio, sys
from datetime import UTC, datetime
from pathlib import Path
from bot.config import load
from bot.service import Service

async def serve():
    service = await Service.open(load(Path(sys.argv[1])), lambda: datetime.now(UTC))
    print("serving", flush=True)
    await asyncio.to_thread(sys.stdin.read)
    await service.close()

asyncio.run(serve())
"""


@contextmanager
def serving(folder: Path) -> Iterator[None]:
    """Run another process that serves the database named in config.toml of `folder`, until the
    block ends."""
    with subprocess.Popen(
        [sys.executable, "-c", SERVING, folder / "config.toml"],
        stdin=subprocess.PIPE,
        stdout=subprocess.PIPE,
        text=True,
    ) as process:
        assert present(process.stdout).readline() == "serving\n"
        yield
        process.communicate()
    assert process.returncode == 0


@pytest.mark.parametrize("damaged", [pytest.param(False, marks=BEYOND), True])
def test_what_a_live_bot_serves_is_not_replaced(
    settings: Path, damaged: bool, capsys: pytest.CaptureFixture[str]
) -> None:
    live, backup = settings / "data" / "shijo.db", settings / "backup"
    assert shijo(settings, "backup", str(backup)) == 0
    with serving(settings):
        if damaged:
            with live.open("r+b") as file:
                file.write(b"\xff" * 9000)
        inode = live.stat().st_ino
        assert shijo(settings, "restore", str(backup)) == 1
        assert "in use" in capsys.readouterr().err
        assert live.stat().st_ino == inode
        if damaged:
            live.write_bytes(backup.read_bytes())
    assert shijo(settings, "restore", str(backup)) == 0


def test_a_damaged_database_that_nobody_serves_is_replaced(settings: Path) -> None:
    live, backup = settings / "data" / "shijo.db", settings / "backup"
    assert shijo(settings, "backup", str(backup)) == 0
    live.write_bytes(b"\xff" * 9000)
    assert shijo(settings, "restore", str(backup)) == 0
    with closing(sqlite3.connect(live)) as restored:
        assert restored.execute("PRAGMA integrity_check").fetchall() == [("ok",)]


def test_the_write_ahead_log_of_a_damaged_database_is_kept_beside_it(settings: Path) -> None:
    """The write-ahead log can contain the last moves. SQLite can't write these moves into a
    database file that was cut short."""
    assert shijo(settings, "backup", str(settings / "backup")) == 0
    live, wal = settings / "data" / "shijo.db", settings / "data" / "shijo.db-wal"
    with closing(sqlite3.connect(live)) as open_still:
        open_still.execute("PRAGMA journal_mode=WAL")
        open_still.execute("CREATE TABLE something (name)")
        open_still.commit()
        moves = wal.read_bytes()
    live.write_bytes(live.read_bytes()[:5000])
    wal.write_bytes(moves)
    assert shijo(settings, "restore", str(settings / "backup")) == 0
    kept, log = sorted((settings / "data").glob("shijo.db.before-*"))
    assert (kept.stat().st_size, log.read_bytes()) == (5000, moves)
    assert log.name == f"{kept.name}-wal"
    assert not wal.exists()


def test_a_copy_with_a_write_ahead_log_beside_it_is_restored_with_it(settings: Path) -> None:
    live, copied = settings / "data" / "shijo.db", settings / "copied.db"
    with closing(sqlite3.connect(live)) as bot:
        bot.execute("PRAGMA journal_mode=WAL")
        bot.execute("INSERT INTO sharding VALUES (1, 7)")
        bot.commit()
        for ending in ("", "-wal"):
            shutil.copyfile(f"{live}{ending}", f"{copied}{ending}")
        bot.execute("DELETE FROM sharding")
        bot.commit()
    assert shijo(settings, "restore", str(copied)) == 0
    with closing(sqlite3.connect(live)) as restored:
        assert restored.execute("SELECT * FROM sharding").fetchall() == [(1, 7)]


async def test_the_database_and_its_backups_are_nobody_elses_to_read(tmp_path: Path) -> None:
    (tmp_path / "config.toml").write_text(
        f'[database]\nurl = "sqlite:///{tmp_path}/data/shijo.db"\n', encoding="utf-8"
    )
    store = await Store.open(f"sqlite:///{tmp_path}/data/shijo.db")
    assert (tmp_path / "data" / "shijo.db-wal").exists()
    assert shijo(tmp_path, "backup", str(tmp_path / "data" / "backup")) == 0
    await store.close()
    assert shijo(tmp_path, "restore", str(tmp_path / "data" / "backup")) == 0
    rights = {file.name: file.stat().st_mode & 0o777 for file in (tmp_path / "data").iterdir()}
    assert set(rights.values()) == {0o600}, rights
