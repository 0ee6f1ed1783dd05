"""Tests of turns. Presses of one member wait for each other. They never wait for presses of other
members."""

from __future__ import annotations

import asyncio

import pytest

from cogs.discord import admission
from cogs.discord.admission import Turns

NORA, PAVEL = 11, 12


class Evening:
    """Presses of members, each of which is answered when a test says so. `begun` are the names of
    the presses whose turn came. `left` are the names of the presses that waited too long."""

    def __init__(self) -> None:
        self.turns = Turns()
        self.begun: list[str] = []
        self.left: list[str] = []
        self._gates: dict[str, asyncio.Event] = {}
        self._tasks: dict[str, asyncio.Task[None]] = {}

    async def presses(self, member: int, name: str) -> None:
        self._gates[name] = asyncio.Event()
        self._tasks[name] = asyncio.ensure_future(self._press(member, name))
        await ticks()

    async def is_answered(self, name: str) -> None:
        self._gates[name].set()
        await ticks()

    async def is_cancelled(self, name: str) -> None:
        self._tasks[name].cancel()
        await ticks()

    async def _press(self, member: int, name: str) -> None:
        async with self.turns.turn(member) as in_time:
            if not in_time:
                self.left.append(name)
                return
            self.begun.append(name)
            await self._gates[name].wait()


async def ticks() -> None:
    for _ in range(10):
        await asyncio.sleep(0)


@pytest.fixture
def evening() -> Evening:
    return Evening()


async def test_presses_of_one_member_are_answered_one_after_the_other(evening: Evening) -> None:
    for name in ("first", "second", "third"):
        await evening.presses(NORA, name)
    assert evening.begun == ["first"]
    await evening.is_answered("first")
    assert evening.begun == ["first", "second"]
    await evening.is_answered("second")
    await evening.is_answered("third")
    await evening.presses(NORA, "fourth")
    assert evening.begun == ["first", "second", "third", "fourth"]
    await evening.is_answered("fourth")
    assert not evening.turns._waiting, "nothing is kept of who has no press under way"


async def test_however_many_presses_a_member_may_make_one_of_them_runs_beside_those_of_others(
    evening: Evening,
) -> None:
    for name in ("first", "second", "third", "fourth"):
        await evening.presses(NORA, name)
    await evening.presses(PAVEL, "a card")
    await evening.is_answered("first")
    assert evening.begun == ["first", "a card", "second"], "the next without a pause"
    await evening.is_answered("a card")
    await evening.presses(PAVEL, "another card")
    assert evening.begun == ["first", "a card", "second", "another card"]


async def test_nobody_waits_for_the_presses_of_others(evening: Evening) -> None:
    for number in range(50):
        await evening.presses(NORA, f"flood {number}")
    await evening.presses(PAVEL, "a card")
    assert evening.begun == ["flood 0", "a card"]


async def test_a_press_that_takes_long_lets_the_next_one_begin(
    evening: Evening, monkeypatch: pytest.MonkeyPatch
) -> None:
    monkeypatch.setattr(admission, "ENOUGH", 0.0)
    await evening.presses(NORA, "annuls a game")
    await evening.presses(NORA, "a card")
    await asyncio.sleep(0.01)
    await ticks()
    assert evening.begun == ["annuls a game", "a card"]
    await evening.is_answered("annuls a game")
    await evening.is_answered("a card")
    await evening.presses(NORA, "another card")
    assert evening.begun[-1] == "another card"


async def test_a_press_that_has_waited_too_long_is_left_alone(
    evening: Evening, monkeypatch: pytest.MonkeyPatch
) -> None:
    await evening.presses(NORA, "first")
    await evening.presses(NORA, "second")
    monkeypatch.setattr(admission, "TOO_LATE", 0.0)
    await evening.is_answered("first")
    assert evening.left == ["second"]


async def test_a_press_that_is_cancelled_keeps_nobody_waiting(evening: Evening) -> None:
    for name in ("first", "second", "third"):
        await evening.presses(NORA, name)
    await evening.is_cancelled("second")
    await evening.is_cancelled("first")
    assert evening.begun == ["first", "third"]


async def test_what_nobody_waits_for_gives_way_but_not_for_ever(evening: Evening) -> None:
    await evening.turns.quiet(60)
    await evening.presses(NORA, "a card")
    posting = asyncio.ensure_future(evening.turns.quiet(60))
    await ticks()
    assert not posting.done()
    await evening.is_answered("a card")
    assert posting.done()
    await evening.presses(NORA, "another card")
    await evening.turns.quiet(0)
