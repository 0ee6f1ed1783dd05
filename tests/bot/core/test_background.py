"""Tests of background tasks. All tasks can be finished or stopped on demand. When a task fails, the
log names the kind of the error and not its text."""

from __future__ import annotations

import asyncio

import pytest

from bot.core.background import Background


async def test_everything_that_was_begun_is_finished_what_it_begins_too() -> None:
    background, done = Background(), list[str]()

    async def second() -> None:
        await asyncio.sleep(0)
        done.append("second")

    async def first() -> None:
        background.start(second())
        done.append("first")

    background.start(first())
    await background.finish()
    assert done == ["first", "second"]


async def test_what_is_stopped_does_not_go_on() -> None:
    background, done = Background(), list[str]()

    async def work() -> None:
        await asyncio.sleep(0)
        done.append("work")

    background.start(work())
    background.cancel()
    await background.finish()
    assert done == []


async def test_a_failure_is_logged_by_its_kind_alone(caplog: pytest.LogCaptureFixture) -> None:
    background = Background()

    async def fails() -> None:
        raise ValueError("6S")

    background.start(fails())
    await background.finish()
    await asyncio.sleep(0)
    (logged,) = [record.getMessage() for record in caplog.records]
    assert logged.endswith("fails failed: ValueError")
    assert "6S" not in caplog.text
