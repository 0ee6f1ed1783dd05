"""Tests of boards that show a game with all hands open, when the game ends."""

from __future__ import annotations

import asyncio
import random

import pytest

from bot.core.model import Phase, Table
from bot.db.writer import Transaction
from bot.doors.model import Shows, Sight
from tests.board.boards import BERTA, CLEO, Frame, House
from tests.board.test_beside import DORA, learning
from tests.board.test_scenes import page_of, played_on


async def played_out(home: House, table: Table) -> None:
    """Play random moves at a table until the game is over."""
    rng = random.Random(5)
    while table.phase is Phase.PLAYING:
        table = await played_on(home, table, rng)


def is_last(frame: Frame) -> bool:
    """Return whether a frame shows a finished game, or closes the board."""
    return bool(frame["is"] == "bye" or frame.get("phase") == "over")


async def test_a_board_that_is_drawn_while_the_game_ends_shows_the_result(
    home: House, monkeypatch: pytest.MonkeyPatch
) -> None:
    table = await learning(home, BERTA, CLEO, open_hands=True)
    store = home.tables.registry._store
    write = store.write
    async with page_of(home, Sight(table.id, Shows.HANDS), DORA) as page:
        (connection,) = home.server._hub._all()

        async def written_while_drawn(statements: Transaction) -> None:
            connection.look_anew()
            await asyncio.sleep(0.02)  # the board waits for the table's lock meanwhile
            await write(statements)

        monkeypatch.setattr(store, "write", written_while_drawn)
        await played_out(home, table)
        last = await page.until(is_last)
    assert last["is"] == "state"
    assert last["result"]["places"]


async def test_the_last_move_is_told(home: House) -> None:
    table = await learning(home, BERTA, CLEO, open_hands=True)
    async with page_of(home, Sight(table.id, Shows.HANDS), DORA) as page:
        await played_out(home, table)
        last = await page.until(is_last)
    assert last["news"][-1]["line"] == last["log"][-1]
