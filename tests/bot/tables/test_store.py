from __future__ import annotations

import asyncio
import os
import sqlite3
import threading
import traceback
from collections.abc import Awaitable, Callable
from datetime import timedelta
from pathlib import Path
from typing import Any

import pytest
from alembic.autogenerate import compare_metadata
from alembic.runtime.migration import MigrationContext
from sqlalchemy import Connection, select, text
from sqlalchemy import update as change

from bot.core.errors import TableQuarantined
from bot.core.model import Mention, Panel, Phase, Update
from bot.db import Conflict, StoreTooNew, StoreUnusable, schema
from bot.db.doctor_queries import examine
from bot.db.engine import read_url
from bot.leaderboards.store.books import booked
from bot.tables.manager import Tables
from bot.tables.store import changes
from bot.tables.store.tables import Store
from tests.bot.conftest import Now
from tests.bot.evening import ANN, BOB, CHANNEL, GUILD, dealt, lobby, play_out, standings
from tests.bot.subjects import tables_of
from tests.looked_at import due
from tests.present import present

PATIENCE = 10.0
"""The seconds within which a thread must end."""


async def test_a_database_is_made_with_its_folder_and_survives_being_opened_again(
    tmp_path: Path, now: Now
) -> None:
    url = f"sqlite:///{tmp_path}/some/folder/shijo.db"
    store = await Store.open(url)
    table = await lobby(tables_of(store, now))
    await store.close()
    store = await Store.open(url)
    assert await tables_of(store, now).get(table.id) == table
    await store.close()


async def test_a_database_that_closes_slowly_is_closed_in_whole(
    file: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    monkeypatch.setattr("bot.db.database.CLOSES_WITHIN", 0.0)
    before = set(threading.enumerate())
    store = await Store.open(f"sqlite:///{file}")
    await asyncio.gather(*(store.rows(select(schema.tables)) for _ in range(4)))
    await store.close()
    for thread in set(threading.enumerate()) - before:
        # A connection is closed a moment before its thread ends.
        thread.join(PATIENCE)
        assert not thread.is_alive(), "a thread of a connection keeps a process alive"


async def test_migrations_lead_to_the_schema_of_the_code(store: Store) -> None:
    def differences(connection: Connection) -> Any:
        return compare_metadata(
            MigrationContext.configure(connection, opts={"compare_type": True}), schema.metadata
        )

    async with store.engine.connect() as connection:
        assert await connection.run_sync(differences) == []


async def test_saving_is_for_good(file: Path, store: Store) -> None:
    async with store.engine.connect() as connection:
        asked = {
            name: (await connection.execute(text(f"PRAGMA {name}"))).scalar()
            for name in ("journal_mode", "synchronous", "foreign_keys")
        }
    assert asked == {"journal_mode": "wal", "synchronous": 2, "foreign_keys": 1}


async def test_a_database_from_a_newer_version_is_left_alone(tmp_path: Path) -> None:
    file = tmp_path / "shijo.db"
    await (await Store.open(f"sqlite:///{file}")).close()
    with sqlite3.connect(file) as connection:
        connection.execute("UPDATE alembic_version SET version_num = '9999'")
    connection.close()
    with pytest.raises(StoreTooNew) as caught:
        await Store.open(f"sqlite:///{file}")
    assert "newer version of Shijo (its revision 9999 is unknown here)" in caught.value.detail
    with sqlite3.connect(file) as connection:
        assert connection.execute("SELECT version_num FROM alembic_version").fetchall() == [
            ("9999",)
        ]
    connection.close()


async def _unusable(tmp_path: Path, case: str) -> str:
    """Return the address of a database that can't be used, for the reason `case`."""
    file = tmp_path / "shijo.db"
    if case == "folder is a file":
        (tmp_path / "data").write_text("")
        return f"sqlite:///{tmp_path}/data/shijo.db"
    if case == "file is a folder":
        file.mkdir()
    if case == "no database":
        file.write_text("This is a letter, and no database at all. " * 100)
    if case == "read only":
        await (await Store.open(f"sqlite:///{file}")).close()
        return f"sqlite:///file:{file}?mode=ro&uri=true"
    if case == "no such driver":
        return "sqlite+telepathy:///shijo.db"
    if case == "no file":
        return "sqlite://"
    if case == "no address":
        return "data/shijo.db"
    return f"sqlite:///{file}"


@pytest.mark.parametrize(
    "case",
    [
        "folder is a file",
        "file is a folder",
        "no database",
        "read only",
        "no such driver",
        "no address",
        "no file",
    ],
)
async def test_a_database_that_cant_be_used_is_one_clear_error(tmp_path: Path, case: str) -> None:
    url = await _unusable(tmp_path, case)
    with pytest.raises(StoreUnusable) as caught:
        await Store.open(url)
    sentence = caught.value.detail
    assert len(sentence.splitlines()) == 1
    assert "SELECT" not in sentence


SECRET = "open-sesame"
WRONG = [
    "postgresql://u:{secret}@h:port/db",
    "postgresql://u:{secret}@[::1/db",
    "postgresql://u:{secret}@127.0.0.1:99999/db",
    "postgresql://u@127.0.0.1:1/db?password={secret}",
    "postgresql://u@127.0.0.1:1/db?password={secret}&ssl=perhaps",
    "postgresql:///db?host=/nowhere&user=u&password={secret}",
    "postgresql://u@127.0.0.1:1/db?pasword={secret}",
    "postgresql://u:{secret}@127.0.0.1:1/db?command_timeout=soon",
    "postgresql+psycopg2://u:{secret}@h/db",
    "mysql://u:{secret}@h/db",
    "sqlite:////tmp/shijo.db?timeout=soon",
    "sqlite:////tmp/shijo\0.db",
]


@pytest.mark.parametrize("url", WRONG)
@pytest.mark.parametrize("opened", [Store.open, examine], ids=["start", "doctor"])
async def test_an_address_that_is_wrong_is_one_line_without_its_password(
    url: str, opened: Callable[[str], Awaitable[object]], monkeypatch: pytest.MonkeyPatch
) -> None:
    # No server begins to answer meanwhile.
    monkeypatch.setattr("bot.db.database.STARTS_WITHIN", 0.2)
    with pytest.raises(StoreUnusable) as caught:
        await opened(url.format(secret=SECRET))
    assert len(caught.value.detail.splitlines()) == 1
    assert SECRET not in "".join(traceback.format_exception(caught.value))


async def test_an_address_with_an_unknown_driver_leaves_no_file_behind(
    tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    monkeypatch.chdir(tmp_path)
    with pytest.raises(StoreUnusable):
        await Store.open("sqlite+telepathy:///data/shijo.db")
    assert not os.listdir(tmp_path)


async def test_a_locked_database_is_one_clear_error(
    tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    monkeypatch.setattr("bot.db.engine.BUSY_TIMEOUT", 0.01)
    url = f"sqlite:///{tmp_path}/shijo.db"
    await (await Store.open(url)).close()
    locker = sqlite3.connect(tmp_path / "shijo.db", isolation_level=None)
    locker.execute("BEGIN IMMEDIATE")
    with pytest.raises(StoreUnusable) as caught:
        await Store.open(url)
    assert "locked" in caught.value.detail
    locker.close()


def test_urls_name_the_asynchronous_drivers() -> None:
    assert str(read_url("sqlite:///data/shijo.db")) == "sqlite+aiosqlite:///data/shijo.db"
    assert read_url("postgresql://u:p@host/shijo").drivername == "postgresql+asyncpg"
    assert read_url("sqlite+aiosqlite:///x.db").drivername == "sqlite+aiosqlite"


async def test_a_password_is_in_no_error() -> None:
    with pytest.raises(StoreUnusable) as caught:
        await Store.open("sqlite+telepathy://ann:open-sesame@host/x")
    assert "open-sesame" not in caught.value.detail


async def _spoil(store: Store, table_id: str, case: str) -> None:
    statement = {
        "other rules": change(schema.games).values(
            header=text("replace(header, 'heaps 1', 'heaps 0')")
        ),
        "no such game": change(schema.games).values(
            header=text("replace(header, 'heaps', 'chess')")
        ),
        "an illegal move": change(schema.moves).values(move="lay RJ"),
        "a torn header": change(schema.games).values(header="shijo rec"),
        "torn clocks": change(schema.moves).values(clocks="{"),
        "torn options": change(schema.tables).values(options="{"),
        "an unknown phase": change(schema.tables).values(phase="dreaming"),
        "a lost game": change(schema.tables).values(game_number=9),
    }[case]
    column = (
        statement.table.c.id if statement.table is schema.tables else statement.table.c.table_id
    )
    async with store.engine.begin() as connection:
        assert (await connection.execute(statement.where(column == table_id))).rowcount


@pytest.mark.parametrize(
    "case",
    [
        "other rules",
        "no such game",
        "an illegal move",
        "a torn header",
        "torn clocks",
        "torn options",
        "an unknown phase",
        "a lost game",
    ],
)
async def test_a_table_that_cant_be_replayed_is_set_aside_and_hinders_nobody(
    store: Store, tables: Tables, now: Now, caplog: pytest.LogCaptureFixture, case: str
) -> None:
    bad, good = await dealt(tables, ANN, BOB), await dealt(tables, ANN, BOB)
    for table in (bad, good):
        await tables.move(table.id, ANN.id, present(table.view(0)).moves[0])
    await _spoil(store, bad.id, case)

    fresh = tables_of(store, now)
    told: list[Update] = []
    fresh.listen(told.append)
    aside = await fresh.get(bad.id)
    assert (aside.phase, aside.id, aside.channel_id) == (Phase.QUARANTINED, bad.id, CHANNEL)
    assert aside.reason
    assert [update.table for update in told] == [aside]
    assert bad.id in caplog.text
    assert not any(
        card in caplog.text + aside.reason
        for card in ("RJ", *present(bad.view(0)).hand, *present(bad.view(1)).hand)
    )
    for command in (
        fresh.move(bad.id, BOB.id, "pass"),
        fresh.resign(bad.id, BOB.id),
        fresh.back(bad.id, ANN.id),
    ):
        with pytest.raises(TableQuarantined) as caught:
            await command
        assert aside.reason in str(caught.value)
    assert await fresh.run_due(bad.id) is None

    assert [table.id for table in await fresh.where.open_in(CHANNEL)] == [good.id]
    assert [table.id for table in await fresh.where.seated(GUILD, ANN.id)] == [good.id]
    assert (await fresh.move(good.id, BOB.id, "pass")).table.phase is Phase.PLAYING
    now.pass_by(hours=1)
    assert good.id in await due(tables_of(store, now), now())
    # It is kept as it was.
    async with store.engine.connect() as connection:
        rows = (
            await connection.execute(select(schema.moves).where(schema.moves.c.table_id == bad.id))
        ).all()
    assert len(rows) == 1


async def test_a_table_set_aside_for_missing_rules_goes_on_when_they_are_back(
    store: Store, tables: Tables, now: Now
) -> None:
    table = await dealt(tables, ANN, BOB)
    await _spoil(store, table.id, "other rules")
    assert (await tables_of(store, now).get(table.id)).phase is Phase.QUARANTINED
    async with store.engine.begin() as connection:
        back = change(schema.games).values(header=text("replace(header, 'heaps 0', 'heaps 1')"))
        await connection.execute(back)
    assert await tables_of(store, now).get(table.id) == table


async def test_a_finished_game_by_other_rules_keeps_its_outcome_and_its_table(
    store: Store, tables: Tables, now: Now
) -> None:
    over = await play_out(tables, await dealt(tables, ANN, BOB))
    await _spoil(store, over.id, "other rules")
    fresh = tables_of(store, now)
    table = await fresh.get(over.id)
    assert (table.phase, table.outcome, table.live) == (Phase.OVER, over.outcome, None)
    assert (await fresh.rematch(table.id, ANN, 1)).table.phase is Phase.LOBBY


async def test_panels_are_remembered_until_they_expire(
    tables: Tables, store: Store, now: Now
) -> None:
    table = await lobby(tables)
    late, soon = now() + timedelta(minutes=15), now() + timedelta(minutes=5)
    first, second = (
        Panel(table.id, BOB.id, "t1", None, late),
        Panel(table.id, ANN.id, "t2", 7, soon),
    )
    for panel in (first, second):
        await tables.shown.panel_opened(panel)
    assert await tables_of(store, now).shown.panels(table.id) == [
        second,
        first,
    ]
    newer = Panel(table.id, BOB.id, "t3", 8, late)
    await tables.shown.panel_opened(newer)
    now.pass_by(minutes=5)
    assert await tables.shown.panels(table.id) == [newer]
    await tables.shown.panel_gone(first)
    assert await tables.shown.panels(table.id) == [newer], "only the older one is gone"
    await tables.shown.panel_gone(newer)
    assert await tables.shown.panels(table.id) == []


async def test_mentions_are_remembered_until_they_are_gone(
    tables: Tables, store: Store, now: Now
) -> None:
    first, second = await lobby(tables), await lobby(tables)
    mentions = [
        Mention(first.id, ANN.id, CHANNEL, 701),
        Mention(first.id, BOB.id, 5, 702),
        Mention(second.id, ANN.id, 6, 703),
    ]
    for mention in mentions:
        await tables.shown.mentioned(mention)
    assert await tables_of(store, now).shown.mentions() == mentions
    await tables.shown.mention_gone(702)
    await tables.shown.mention_gone(702)
    assert await tables.shown.mentions() == [mentions[0], mentions[2]]


async def test_a_game_can_end_only_once(store: Store, tables: Tables) -> None:
    table = await play_out(tables, await dealt(tables, ANN, BOB))
    row = present(await store.table(table.id))
    late = {
        "seat": 7,
        "name": "Dan",
        "member_id": 9,
        "strength": None,
        "kind": "won",
        "rank": 1,
        "last_rank": 2,
        "side": 7,
        "honours": (),
        "deeds": (),
        "resigned": False,
        "moves": 1,
        "stand_ins": 0,
    }
    with pytest.raises(Conflict):
        await store.write(
            changes.game_ended(row, {"ranks": [1, 1]}, [late], row.created_at, booked)
        )
    assert [line.games for line in await standings(store)] == [1, 1]


async def test_errors_of_the_database_hold_nothing_of_what_was_to_be_written(
    store: Store, tables: Tables, now: Now
) -> None:
    table = await lobby(tables)
    await store.write(changes.panel_opened(Panel(table.id, 1, "a-secret-token", None, now())))
    with pytest.raises(Conflict) as caught:
        await store.write(changes.panel_opened(Panel("nowhere", 1, "a-secret-token", None, now())))
    told = [str(error) for error in (caught.value, caught.value.__cause__)]
    assert not any("a-secret-token" in sentence for sentence in told)
