"""Test that each alarm rings at its time, even when the work of another alarm fails."""

from __future__ import annotations

import asyncio
import logging
from datetime import UTC, datetime, timedelta

import pytest

from bot.core.alarms import Alarms
from bot.core.errors import NotSaved
from games.errors import RecordError

NOW = datetime(2026, 1, 1, tzinfo=UTC)


async def test_each_is_done_at_its_time_whatever_becomes_of_the_others(
    caplog: pytest.LogCaptureFixture,
) -> None:
    """Alarm 1 fails because the database doesn't save, and alarm 2 because its game can't be
    replayed. Alarm 5 still rings at its time."""
    clock = NOW
    done: asyncio.Queue[int] = asyncio.Queue()

    async def do(key: int) -> None:
        done.put_nowait(key)
        if key == 1:
            raise NotSaved
        if key == 2:
            raise RecordError("beat 6S 7S can't be played")

    alarms: Alarms[int] = Alarms("match", lambda: clock, do)
    for key in (1, 2, 3):
        alarms.note(key, NOW + timedelta(hours=1))
    alarms.note(4, NOW + timedelta(hours=2))
    alarms.note(3, None)
    alarms.note(5, NOW)
    with caplog.at_level(logging.WARNING):
        clock += timedelta(hours=1)
        alarms.clock_was_set()
        first = [await done.get() for _ in range(3)]
        await alarms.background.finish()
    assert sorted(first) == [1, 2, 5], "3 was removed, 4 is due later"
    assert "match 1 waits: NotSaved" in caplog.text
    assert "match 2 waits: RecordError" in caplog.text
    assert "6S" not in caplog.text, "what nobody may know stays out of the log"
    assert "never retrieved" not in caplog.text
    alarms.do_now(4)
    await alarms.close()
    assert done.get_nowait() == 4, "close waits for what is being done"
