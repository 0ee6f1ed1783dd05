"""Presses go first: work that nobody waits for begins when their answers are on their way."""

from __future__ import annotations

import asyncio
from types import SimpleNamespace
from typing import cast

import pytest

from cogs.discord import precedence as preceding
from cogs.discord.precedence import Precedence, long_step
from cogs.edits.answers import Interaction, answered
from tests.cogs.edits.test_message_sync import ticks


@pytest.fixture
def precedence() -> Precedence:
    return Precedence()


class Drawn:
    """The pictures that are being drawn, and those that are done, in order."""

    def __init__(self) -> None:
        self.begun: list[str] = []
        self._pens: dict[str, asyncio.Event] = {}

    async def draw(self, name: str) -> None:
        pen = self._pens[name] = asyncio.Event()
        async with long_step():
            self.begun.append(name)
            await pen.wait()

    async def behind(self, precedence: Precedence, name: str) -> None:
        with precedence.gives_way():
            await self.draw(name)
        self.begun.append(f"{name} sent")

    async def finish(self, name: str) -> None:
        self._pens[name].set()
        await ticks()


async def test_others_go_on_when_an_answer_is_on_its_way_however_slow_discord_is(
    precedence: Precedence,
) -> None:
    ready, reached = asyncio.Event(), asyncio.Event()

    async def discord() -> None:
        await reached.wait()

    async def press() -> None:
        with precedence.goes_first():
            await ready.wait()
            await answered(cast("Interaction", SimpleNamespace()), discord())

    pressed = asyncio.create_task(press())
    await ticks()
    waiting = asyncio.create_task(precedence.give_way())
    await ticks()
    assert not waiting.done()
    ready.set()
    await ticks()
    assert waiting.done()
    assert not pressed.done()
    reached.set()
    await pressed


async def test_an_answer_that_fails_keeps_nobody_waiting(precedence: Precedence) -> None:
    async def fail() -> None:
        with precedence.goes_first():
            await asyncio.sleep(0)
            raise RuntimeError

    failing = asyncio.create_task(fail())
    await asyncio.sleep(0)
    await precedence.give_way()
    with pytest.raises(RuntimeError):
        await failing


async def test_later_presses_are_not_waited_for(precedence: Precedence) -> None:
    with precedence.goes_first():
        waiting = asyncio.create_task(precedence.give_way())
        await ticks()
        later = precedence.goes_first()
        later.__enter__()
        assert not waiting.done()
    await ticks()
    assert waiting.done()
    later.__exit__(None, None, None)


async def test_an_answer_that_takes_too_long_is_not_waited_for(
    precedence: Precedence, monkeypatch: pytest.MonkeyPatch
) -> None:
    monkeypatch.setattr(preceding, "AT_MOST", 0.0)
    with precedence.goes_first():
        await precedence.give_way()


async def test_pictures_that_nobody_waits_for_are_drawn_one_by_one_and_after_those_of_presses(
    precedence: Precedence,
) -> None:
    drawn = Drawn()
    tasks = [asyncio.create_task(drawn.behind(precedence, each)) for each in ("one", "two")]
    await ticks()
    assert drawn.begun == ["one"]
    with precedence.goes_first():
        tasks.append(asyncio.create_task(drawn.draw("hand")))
        await ticks()
        assert drawn.begun == ["one", "hand"], "at once, beside the other"
        await drawn.finish("one")
        assert drawn.begun == ["one", "hand"], "neither sent nor the next begun"
        await drawn.finish("hand")
    await ticks()
    assert sorted(drawn.begun[2:]) == ["one sent", "two"]
    await drawn.finish("two")
    assert drawn.begun[-1] == "two sent"
    await asyncio.gather(*tasks)
