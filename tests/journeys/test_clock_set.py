"""Test what happens when the machine's clock is set back or forward while games are played. No
member loses time, no table waits longer, and the displayed deadlines are corrected."""

from __future__ import annotations

import logging
import re
from datetime import timedelta

import pytest

from bot.config import LimitSettings
from bot.tables.timer import HEARTBEAT
from tests.journeys.conftest import Evening
from tests.limits import text_of
from tests.present import present

HOUR = timedelta(hours=1)
BOTH_WAYS = pytest.mark.parametrize("step", [-HOUR, HOUR], ids=["back", "forward"])


def deadline(text: str) -> int:
    """Return the time at which the member's time for a move is over, in seconds since 1970. It is
    read from the timestamp after ⏳ in `text`."""
    return int(present(re.search(r"⏳ <t:(\d+):R>", text))[1])


@BOTH_WAYS
async def test_deadlines_are_as_far_away_as_before_and_shown_so(
    evening: Evening, step: timedelta, caplog: pytest.LogCaptureFixture
) -> None:
    await evening.dealt("durak", evening.pavel)
    table = await evening.table()
    hand = await evening.hand(evening.member_at(table, present(table.view(None)).waiting_on[0]))
    before = deadline(evening.text)
    evening.clock_set_by = step
    with caplog.at_level(logging.WARNING):
        await evening.env.advance_time(HEARTBEAT.total_seconds() + 1)
    assert deadline(evening.text) == before + step.total_seconds()
    assert deadline(text_of(hand.components)) == deadline(evening.text)
    (said,) = [each.getMessage() for each in caplog.records if "clock was set" in each.getMessage()]
    assert "by 1:00:00" in said
    table = await evening.table()
    assert not any(seat.missed for seat in table.seats)
    await evening.env.advance_time(120)
    assert sum(seat.missed for seat in (await evening.table()).seats) == 1, "the 3 minutes are over"


@BOTH_WAYS
async def test_bot_players_go_on_at_once(evening: Evening, step: timedelta) -> None:
    await evening.dealt("durak", bots=2)
    evening.clock_set_by = step
    before = (await evening.table()).version
    await evening.env.advance_time(200)
    evening.clock_set_by = -step
    await evening.env.advance_time(200)
    assert (await evening.table()).version > before


async def test_nobody_is_locked_out(evening: Evening) -> None:
    limits = LimitSettings(presses_a_second=1, lobbies_an_hour=0)
    evening.settings = evening.settings.model_copy(update={"limits": limits})
    await evening.restart()
    message = await evening.dealt("durak", evening.pavel)
    await evening.env.advance_time(6)
    for _ in range(5):
        await evening.pavel.click(message, label="Rules")
    evening.clock_set_by = -HOUR
    await evening.env.advance_time(HEARTBEAT.total_seconds() + 6)
    answer = present((await evening.pavel.click(message, label="Rules")).response)
    assert "presses in five seconds" not in answer.content


@BOTH_WAYS
async def test_a_clock_that_was_set_before_a_restart(evening: Evening, step: timedelta) -> None:
    await evening.dealt("durak", evening.pavel)
    evening.clock_set_by = step
    await evening.env.advance_time(HEARTBEAT.total_seconds() + 1)
    shown = deadline(evening.text)
    await evening.restart(away=600)
    assert deadline(evening.text) == shown + 600


async def test_a_clock_that_was_set_back_while_the_bot_was_down(evening: Evening) -> None:
    await evening.dealt("durak", evening.pavel)
    shown = deadline(evening.text)
    evening.clock_set_by = -HOUR
    await evening.restart()
    assert abs(deadline(evening.text) - (shown - HOUR.total_seconds())) <= 1
