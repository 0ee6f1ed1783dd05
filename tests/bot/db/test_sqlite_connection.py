"""Tests of writing a move to SQLite without SQLAlchemy. Writing is one call to the connection's
thread. If the caller no longer waits for the call, the move isn't committed."""

from __future__ import annotations

import asyncio
import sqlite3
import threading
from collections.abc import Callable
from pathlib import Path
from typing import Any

import pytest
from sqlalchemy import Insert

from bot.db import Conflict
from bot.db.sqlite_connection import Connection, is_often
from bot.tables.manager import Tables
from bot.tables.store import changes
from bot.tables.store.tables import Store
from tests.bot.evening import ANN, BOB, dealt, log_of
from tests.present import present


async def test_a_move_and_its_commit_are_one_call_to_the_thread(
    store: Store, tables: Tables, monkeypatch: pytest.MonkeyPatch
) -> None:
    table = await dealt(tables, ANN, BOB)
    await tables.move(table.id, ANN.id, present(table.view(0)).moves[0])
    table = await tables.get(table.id)
    calls: list[str] = []
    in_thread = Connection.in_thread

    async def counted(self: Connection, call: Callable[..., Any], *arguments: Any) -> Any:
        calls.append(call.__name__)
        return await in_thread(self, call, *arguments)

    monkeypatch.setattr(Connection, "in_thread", counted)
    seat = present(table.view(None)).waiting_on[0]
    move = present(table.view(seat)).moves[0]
    await tables.move(table.id, present(table.seats[seat].member_id), move)
    assert calls == ["_written"]
    assert (await log_of(store, table.id))[-1] == (seat, move)


async def test_a_taken_place_in_the_log_is_a_conflict_without_the_move_in_the_log(
    store: Store, tables: Tables, caplog: pytest.LogCaptureFixture
) -> None:
    table = await dealt(tables, ANN, BOB)
    await tables.move(table.id, ANN.id, present(table.view(0)).moves[0])
    before = await log_of(store, table.id)
    row = present(await store.table(table.id))
    game = present(await store.game(row))
    with pytest.raises(Conflict) as caught:
        await store.write(changes.moves_made(row, game.version, 0, game.moves))
    assert await log_of(store, table.id) == before
    cause = present(caught.value.__cause__)
    assert "UNIQUE" in str(cause)
    assert game.moves[0].move not in f"{cause!r} {cause} {caplog.text}"


async def test_what_was_given_up_before_its_commit_is_not_committed(tmp_path: Path) -> None:
    file = tmp_path / "file.db"
    connection = Connection(str(file))
    await connection
    under_way, goes_on = threading.Event(), threading.Event()

    def slowly() -> int:
        under_way.set()
        goes_on.wait()
        return 1

    await connection.write([("CREATE TABLE written (number)", [()])])
    await connection.create_function("slowly", 0, slowly)
    writing = asyncio.create_task(
        connection.write([("INSERT INTO written VALUES (slowly())", [()])])
    )
    await asyncio.to_thread(under_way.wait)
    writing.cancel()
    with pytest.raises(asyncio.CancelledError):
        await writing
    goes_on.set()
    await connection.close()
    with sqlite3.connect(file) as other:
        assert other.execute("SELECT * FROM written").fetchall() == []
    other.close()


def test_only_statements_that_are_written_often_go_past_sqlalchemy() -> None:
    inserts = [each for each in vars(changes).values() if isinstance(each, Insert)]
    assert [each for each in inserts if is_often(each)] == [changes._ADD_MOVES]
