"""Tests of restoring a PostgreSQL dump over a database whose schema has another version. All data
of the dump is back, and Shijo starts and plays with the restored database. A restore that fails
leaves the database as it was."""

from __future__ import annotations

import os
import shutil
from collections.abc import Callable, Iterator
from contextlib import contextmanager, nullcontext
from datetime import UTC, datetime
from pathlib import Path
from typing import Any

import pytest
from alembic import command
from sqlalchemy import Connection, text

from bot.db import migrate
from bot.db.backup import back_up, restore
from bot.db.dumps import _HEAD_ENDS, _TOO_NEW
from bot.db.engine import make_engine, read_url
from bot.db.errors import BackupUnusable, StoreUnusable
from bot.db.migrate import known_revisions
from bot.db.revision import NEWEST
from bot.tables.manager import TableRules, Tables
from bot.tables.store.tables import Store
from tests.beyond import BEYOND
from tests.bot.evening import ANN, BOB, dealt, play_out
from tests.bot.next_version import NEXT, next_version
from tests.postgresql import Cluster

pytestmark = pytest.mark.skipif(
    shutil.which("pg_dump") is None, reason="PostgreSQL's client programs are not installed"
)


def moment() -> datetime:
    return datetime.now(UTC)


async def at(url: str, work: Callable[[Connection], Any]) -> Any:
    engine = make_engine(read_url(url))
    async with engine.begin() as connection:
        found = await connection.run_sync(work)
    await engine.dispose()
    return found


async def sent(url: str, *statements: str) -> list[Any]:
    """Run SQL `statements` on a database. Return the first column of the rows of the last
    statement, or an empty list if this statement returns no rows."""

    def send(connection: Connection) -> list[Any]:
        *_, last = [connection.execute(text(each)) for each in statements]
        return [row[0] for row in last] if last.returns_rows else []

    found: list[Any] = await at(url, send)
    return found


async def everything(url: str) -> dict[str, int]:
    """Return the number of rows of each table of a database, by the table's name."""
    names = await sent(url, "SELECT tablename FROM pg_tables WHERE schemaname = 'public'")
    return {name: (await sent(url, f"SELECT count(*) FROM {name}"))[0] for name in names}


async def played(url: str) -> str:
    """Open the database at `url` as the bot does at its start, and play a game to its end. Return
    the id of the game's table."""
    store = await Store.open(url)
    over = await play_out(Tables(store, now=moment, rules=TableRules()), await _dealt(store))
    await store.close()
    return over.id


async def _dealt(store: Store) -> Any:
    return await dealt(Tables(store, now=moment, rules=TableRules()), ANN, BOB)


@contextmanager
def on_path(folder: Path) -> Iterator[None]:
    with pytest.MonkeyPatch.context() as changed:
        changed.setenv("PATH", str(folder), prepend=os.pathsep)
        yield


@pytest.mark.parametrize("revision", sorted(known_revisions()))
async def test_a_dump_of_each_revision_replaces_that_of_the_next_version(
    postgresql: Cluster, tmp_path: Path, revision: str
) -> None:
    old, live, file = postgresql.new_database(), postgresql.new_database(), tmp_path / "old.dump"
    await at(old, lambda connection: command.upgrade(migrate.config(connection), revision))
    back_up(old, file)
    with next_version(tmp_path / "next"):
        await sent(
            live,
            "CREATE TABLE strange (number serial PRIMARY KEY)",
            "CREATE VIEW seen AS SELECT * FROM strange",
        )
        game = await played(live)
        await sent(live, f"INSERT INTO keepsakes VALUES ('{game}', 1)")
        restore(live, file)
        assert (await everything(live)) == (await everything(old))
        await played(live)
        assert await sent(live, "SELECT version_num FROM alembic_version") == [NEXT]
        assert await sent(live, "SELECT colour FROM tables") == ["red"]
        assert len(await sent(live, "SELECT table_id FROM games")) == 1


@pytest.mark.parametrize("newer", [False, True], ids=["today's program", "the next program"])
async def test_what_was_played_is_there_again_and_goes_on(
    postgresql: Cluster, tmp_path: Path, newer: bool
) -> None:
    live, file = postgresql.new_database(), tmp_path / "backup"
    store = await Store.open(live)
    tables = Tables(store, now=moment, rules=TableRules())
    table = await dealt(tables, ANN, BOB)
    await store.close()
    back_up(live, file)
    with next_version(tmp_path / "next"):
        await played(live)
    # Back to the version before: its own program restores, too.
    with next_version(tmp_path / "next") if newer else nullcontext():
        restore(live, file)
        store = await Store.open(live)
        tables = Tables(store, now=moment, rules=TableRules())
        assert (await play_out(tables, await tables.get(table.id))).outcome is not None
        await store.close()
    found = await sent(live, "SELECT version_num FROM alembic_version")
    assert found == [NEXT if newer else NEWEST]


@pytest.mark.parametrize(
    "case",
    [
        "torn",
        *(
            pytest.param(case, marks=BEYOND)
            for case in ("another program's", "the next version's", "text")
        ),
    ],
)
async def test_a_restore_that_fails_has_changed_nothing(
    postgresql: Cluster, tmp_path: Path, case: str
) -> None:
    live, other, file = postgresql.new_database(), postgresql.new_database(), tmp_path / "backup"
    await played(live)
    if case == "torn":
        back_up(live, file)
        file.write_bytes(file.read_bytes()[:-300])
    elif case == "another program's":
        await sent(other, "CREATE TABLE songs (name text)")
        back_up(other, file)
    elif case == "the next version's":
        with next_version(tmp_path / "next"):
            await played(other)
            back_up(other, file)
    else:
        file.write_text("a letter")
    before = await everything(live)
    with pytest.raises((BackupUnusable, StoreUnusable)) as refused:
        restore(live, file)
    assert "\n" not in refused.value.detail
    assert await everything(live) == before
    await played(live)


async def test_an_extension_and_other_schemas_stay(postgresql: Cluster, tmp_path: Path) -> None:
    live, file = postgresql.new_database(), tmp_path / "backup"
    await played(live)
    back_up(live, file)
    await sent(
        live,
        "CREATE SCHEMA others",
        "CREATE TABLE others.songs (name text)",
        "CREATE EXTENSION pg_stat_statements",
    )
    restore(live, file)
    assert await sent(live, "SELECT count(*) FROM others.songs") == [0]
    assert await sent(live, "SELECT extname FROM pg_extension ORDER BY 1") == [
        "pg_stat_statements",
        "plpgsql",
    ]


async def test_programs_of_a_newer_postgresql_restore_into_an_older_server(
    postgresql: Cluster, tmp_path: Path
) -> None:
    live, file = postgresql.new_database(), tmp_path / "backup"
    await played(live)
    back_up(live, file)
    newer = tmp_path / "bin" / "pg_restore"
    newer.parent.mkdir()
    said = f"{_TOO_NEW.decode().strip()}\n&".replace("\n", "\\n")
    newer.write_text(
        f'#!/bin/sh\n{shutil.which("pg_restore")} "$@" | sed "s/^{_HEAD_ENDS.decode()}/{said}/"\n'
    )
    newer.chmod(0o755)
    with on_path(newer.parent):
        restore(live, file)
    await played(live)


def test_a_dump_is_nobody_elses_to_read(postgresql: Cluster, tmp_path: Path) -> None:
    back_up(postgresql.new_database(), tmp_path / "backup")
    assert (tmp_path / "backup").stat().st_mode & 0o777 == 0o600
