"""Tests of the puzzle of the day. Each server has one puzzle a day. The same puzzle comes again
after 200 days at the earliest. Games of members whose data was deleted give no puzzles."""

from __future__ import annotations

import asyncio
import random

import pytest
from sqlalchemy import select

from bot.core.model import Person, Phase
from bot.core.streaks import streaks
from bot.db import schema
from bot.puzzles import service as module
from bot.puzzles.model import Given, Solved, board_of
from bot.puzzles.service import APART, Puzzles
from bot.tables.manager import Tables
from bot.tables.store.tables import Store
from games.puzzles import game_of, the_set, to_text
from tests.beyond import BEYOND
from tests.bot.conftest import Now
from tests.bot.evening import ANN, BOB, GUILD, dealt, play_out
from tests.bot.subjects import member_forgotten, server_forgotten


@pytest.fixture
def puzzles(store: Store, now: Now) -> Puzzles:
    return Puzzles(store, now)


async def test_a_server_has_one_puzzle_a_day_whoever_asks(store: Store, now: Now) -> None:
    one, other = Puzzles(store, now), Puzzles(store, now)
    first, second = await asyncio.gather(one.of_today(GUILD), other.of_today(GUILD))
    assert first.puzzle == second.puzzle
    assert len(await store.rows(select(schema.puzzles))) == 1
    now.pass_by(days=1)
    assert (await one.of_today(GUILD)).puzzle != first.puzzle


@BEYOND
async def test_none_comes_again_before_the_whole_set_has(puzzles: Puzzles, now: Now) -> None:
    keys = []
    for _ in range(len(the_set()) + 3):
        keys.append((await puzzles.of_today(GUILD)).puzzle.key)
        now.pass_by(days=1)
    assert len(set(keys[: len(the_set())])) == len(the_set()) > APART
    assert keys[len(the_set()) :] == keys[:3]


async def test_there_are_three_tries(puzzles: Puzzles) -> None:
    daily = await puzzles.of_today(GUILD)
    best = daily.puzzle.best
    wrong = [str(move) for move in game_of(daily.puzzle).legal_moves(daily.puzzle.seat)]
    wrong.remove(best)
    once = await puzzles.answer(daily, ANN, wrong[0])
    assert await puzzles.answer(daily, ANN, wrong[0]) == once, "the same again is no other try"
    assert not once.is_over
    solved = await puzzles.answer(daily, ANN, best)
    assert solved == Given((wrong[0], best), right=True)
    assert await puzzles.answer(daily, ANN, wrong[1]) == solved
    for move in (wrong[0], wrong[1], wrong[0], "attack 2S"):
        lost = await puzzles.answer(daily, BOB, move)
    assert lost == Given((wrong[0], wrong[1], "attack 2S"), right=False)
    assert lost.is_over
    assert await puzzles.answer(daily, BOB, best) == lost


async def test_a_solved_puzzle_makes_the_streak(puzzles: Puzzles, now: Now) -> None:
    for _ in range(3):
        daily = await puzzles.of_today(GUILD)
        assert (await puzzles.answer(daily, ANN, daily.puzzle.best)).right
        assert not (await puzzles.answer(daily, BOB, "attack 2S")).right
        daily = await puzzles.of_today(GUILD)
        assert (daily.solved, daily.tried) == (1, 2)
        now.pass_by(days=1)
    assert await puzzles.streak(GUILD, ANN.id) == (3, 3)
    assert [(line.name, line.solved, line.streak) for line in await puzzles.board(GUILD)] == [
        ("Ann", 3, 3)
    ]
    now.pass_by(days=1)
    assert await puzzles.streak(GUILD, ANN.id) == (0, 3)
    assert await puzzles.board(GUILD + 1) == []


def test_streaks_and_the_order_of_solvers() -> None:
    assert streaks([], 9) == (0, 0)
    assert streaks([1, 2, 3, 6, 7], 8) == (2, 3)
    assert streaks([1, 2, 3, 6, 7], 9) == (0, 3)
    told = [Solved(1, "Ann", day) for day in (1, 2)] + [Solved(2, "Bob", day) for day in (3, 4)]
    assert [line.name for line in board_of(told, 4, 10)] == ["Bob", "Ann"]


async def test_the_share_that_solved_it_says_how_hard_it_is(puzzles: Puzzles) -> None:
    daily = await puzzles.of_today(GUILD)
    assert daily.level == daily.puzzle.level
    for number in range(10):
        move = daily.puzzle.best if number < 3 else "take"
        await puzzles.answer(daily, Person(500 + number, f"Member {number}"), move)
    assert (await puzzles.of_today(GUILD)).level == 3


def searching(monkeypatch: pytest.MonkeyPatch, found: str) -> list[str]:
    """Replace the search for puzzles by one that always finds `found`. Return a list. Whenever the
    bot searches the text of a game, this text is added to the list."""
    searched: list[str] = []

    def find(text: str) -> str:
        searched.append(text)
        return found

    monkeypatch.setattr(module, "find", find)
    return searched


async def own(
    tables: Tables, puzzles: Puzzles, now: Now, monkeypatch: pytest.MonkeyPatch
) -> tuple[str, str]:
    """Let Ann and Bob play a game of Durak, and let the puzzle of the day be made from it. If today
    isn't a day for puzzles from the server's own games, move the clock on by a day. The search for
    puzzles is replaced (see `searching`), and always finds the first puzzle of the built-in set.
    Return the id of the game's table and the puzzle's key."""
    table = await play_out(tables, await dealt(tables, ANN, BOB, game="durak"), random.Random(4))
    made = to_text(the_set()[0])
    searched = searching(monkeypatch, made)
    if not (GUILD + puzzles.today) % 2:
        now.pass_by(days=1)
    daily = await puzzles.of_today(GUILD)
    assert len(searched) == 1
    return table.id, daily.puzzle.key


async def test_a_servers_own_game_becomes_a_puzzle_until_a_player_is_forgotten(
    tables: Tables, store: Store, puzzles: Puzzles, now: Now, monkeypatch: pytest.MonkeyPatch
) -> None:
    table_id, key = await own(tables, puzzles, now, monkeypatch)
    (row,) = await store.rows(select(schema.puzzles))
    assert (row.table_id, row.number, row.key) == (table_id, 1, key)
    daily = await puzzles.of_today(GUILD)
    await puzzles.answer(daily, ANN, daily.puzzle.best)
    await puzzles.answer(daily, BOB, daily.puzzle.best)
    await store.write(member_forgotten(ANN.id))
    assert await store.rows(select(schema.puzzles)) == []
    assert [row.name for row in await store.rows(select(schema.answers))] == ["Bob"]
    again = await puzzles.of_today(GUILD)
    assert again.puzzle.key != key, "a game with a forgotten member is searched no more"
    await store.write(server_forgotten(GUILD))
    assert await store.rows(select(schema.puzzles)) == []
    assert await store.rows(select(schema.answers)) == []


async def test_a_running_game_never_becomes_a_puzzle(
    tables: Tables, puzzles: Puzzles, now: Now, monkeypatch: pytest.MonkeyPatch
) -> None:
    running = await dealt(tables, ANN, BOB, game="durak")
    assert running.phase is Phase.PLAYING
    searched = searching(monkeypatch, "")
    for _ in range(2):
        await puzzles.of_today(GUILD)
        now.pass_by(days=1)
    assert searched == []
