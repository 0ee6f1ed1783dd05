"""Bot players' pauses: tables that were dealt together part."""

from __future__ import annotations

from datetime import UTC, datetime, timedelta

from hypothesis import given
from hypothesis import strategies as st

from bot.tables.deadlines import CommandContext, TableRules, clocks_after, pause_from
from games.durak import Durak

PAUSE = timedelta(seconds=1.5)
NOON = datetime(2026, 11, 23, 12, tzinfo=UTC)


@given(st.datetimes(timezones=st.just(UTC)))
def test_a_pause_is_at_most_an_eighth_longer_or_shorter(now: datetime) -> None:
    assert abs(pause_from(now, PAUSE) - PAUSE) <= PAUSE / 8


def test_tables_that_move_within_a_hundredth_of_a_second_part() -> None:
    """Ten moves later, forty tables move at moments of more than a second."""
    moments = [NOON + timedelta(milliseconds=millisecond / 4) for millisecond in range(40)]
    for _ in range(10):
        moments = [moment + pause_from(moment, PAUSE) for moment in moments]
    assert max(moments) - min(moments) > timedelta(seconds=1)


def test_no_pause_stays_none() -> None:
    assert pause_from(NOON.replace(microsecond=400_000), timedelta()) == timedelta()


def test_a_bot_players_clock_has_its_swaying_pause() -> None:
    now = NOON.replace(microsecond=123)
    context = CommandContext(now, TableRules(bot_pause=PAUSE), lambda: b"")
    game = Durak.new(Durak.options("durnius"), seats=2, seed=b"pause")
    clocks = clocks_after(game, {0, 1}, lambda seat: None, context, before={}, moved=None)
    assert {clock.up for clock in clocks.values()} == {now + pause_from(now, PAUSE)}
    assert pause_from(now, PAUSE) != PAUSE
