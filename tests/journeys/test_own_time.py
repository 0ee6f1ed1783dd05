"""Test the clock of journeys. On a busy machine, a journey takes more real time, and nothing else
changes. Pauses take no real time."""

from __future__ import annotations

import asyncio
import itertools
import time

import pytest

from tests.journeys.conftest import Evening


async def test_what_the_machine_gives_to_others_is_no_time_to_settle_in(
    evening: Evening, monkeypatch: pytest.MonkeyPatch
) -> None:
    await evening.lobby("durak")
    join = evening.bot.tables.join

    async def interrupted(*args: object, **fields: object) -> object:
        # To a process, it is the same whether it sleeps or others have the processor.
        time.sleep(0.6)  # noqa: ASYNC251
        return await join(*args, **fields)  # type: ignore[arg-type]

    monkeypatch.setattr(evening.bot.tables, "join", interrupted)
    monkeypatch.setattr(evening.env, "settle_timeout", 0.5)
    await evening.press(evening.pavel, "Join")
    assert "Pavel" in evening.text


async def test_what_the_bot_works_at_is_no_time_to_settle_in(
    evening: Evening, monkeypatch: pytest.MonkeyPatch
) -> None:
    await evening.lobby("durak")
    join = evening.bot.tables.join

    async def thorough(*args: object, **fields: object) -> object:
        until = time.process_time() + 0.3
        while time.process_time() < until:
            pass
        await asyncio.to_thread(time.sleep, 0.3)
        return await join(*args, **fields)  # type: ignore[arg-type]

    monkeypatch.setattr(evening.bot.tables, "join", thorough)
    monkeypatch.setattr(evening.env, "settle_timeout", 0.2)
    await evening.press(evening.pavel, "Join")
    assert "Pavel" in evening.text


async def test_a_bot_that_always_finds_something_more_to_do_is_given_up(
    evening: Evening, monkeypatch: pytest.MonkeyPatch
) -> None:
    await evening.lobby("durak")

    async def never(*_args: object, **_fields: object) -> None:
        for _ in itertools.repeat(None):
            await asyncio.sleep(0)

    monkeypatch.setattr(evening.bot.tables, "join", never)
    monkeypatch.setattr(evening.env, "settle_timeout", 0.05)
    with pytest.raises(TimeoutError, match="did not settle"):
        await evening.press(evening.pavel, "Join")
