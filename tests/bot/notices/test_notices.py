"""Tests of notices of new tables. Each member has quiet hours by their own local time, and nobody
gets more notices than allowed."""

from __future__ import annotations

from datetime import UTC, datetime, timedelta

import pytest
from hypothesis import given
from hypothesis import strategies as st
from pydantic import ValidationError

from bot.notices.model import MOST_AN_HOUR, MOST_AT_ONCE, Waiting, chosen, is_quiet
from bot.preferences.model import MemberSettings

NOON = datetime(2026, 1, 15, 12, tzinfo=UTC)
HOURS = st.integers(0, 23)


def quiet(first: int, until: int, zone: str = "UTC") -> MemberSettings:
    return MemberSettings(quiet_from=first, quiet_until=until, time_zone=zone)


@given(HOURS, HOURS, HOURS)
def test_quiet_hours_go_round_the_clock(first: int, until: int, hour: int) -> None:
    """Quiet hours go from `first` up to, but not including, `until`, and can pass midnight. If both
    hours are equal, the whole day is quiet. The test counts the hours one after the other."""
    dial, at = {first}, (first + 1) % 24
    while at != until and len(dial) < 24:
        dial.add(at)
        at = (at + 1) % 24
    if first == until:
        dial = set(range(24))
    assert is_quiet(quiet(first, until), NOON.replace(hour=hour, minute=59)) == (hour in dial)


def test_the_hours_are_those_of_the_members_clock_in_summer_too() -> None:
    night = quiet(22, 8, "Europe/Vilnius")
    for month, first, last in ((1, 20, 6), (7, 19, 5)):
        day = NOON.replace(month=month)
        assert not is_quiet(night, day.replace(hour=first) - timedelta(minutes=1))
        assert is_quiet(night, day.replace(hour=first))
        assert is_quiet(night, day.replace(hour=last) - timedelta(minutes=1))
        assert not is_quiet(night, day.replace(hour=last))


def test_without_both_hours_there_are_none() -> None:
    assert not is_quiet(MemberSettings(), NOON)
    assert not is_quiet(MemberSettings(quiet_from=12), NOON)


@pytest.mark.parametrize("zone", ["", "Nowhere", "../../etc/passwd", "/etc/localtime"])
def test_a_time_zone_is_one_that_there_is(zone: str) -> None:
    with pytest.raises(ValidationError, match="There's no time zone"):
        MemberSettings(time_zone=zone)


@given(
    st.lists(
        st.builds(Waiting, st.integers(1, 500), st.integers(0, 4), st.integers(0, 9)),
        unique_by=lambda each: each.member_id,
        max_size=120,
    ),
    st.integers(0, 3),
    st.sets(st.integers(1, 500)),
)
def test_nobody_gets_more_than_allowed_and_who_waited_longest_comes_first(
    waiting: list[Waiting], most: int, asleep: set[int]
) -> None:
    settings = {
        each.member_id: quiet(0, 0) if each.member_id in asleep else MemberSettings()
        for each in waiting
    }
    told = chosen(waiting, settings, most, NOON)
    by_id = {each.member_id: each for each in waiting}
    assert len(set(told)) == len(told) <= MOST_AT_ONCE
    assert all(by_id[each].lately < min(most, MOST_AN_HOUR) for each in told)
    assert not asleep & set(told)
    left_out = {
        each.member_id for each in waiting if each.lately < most and each.member_id not in asleep
    } - set(told)
    assert not left_out or len(told) == MOST_AT_ONCE
    ages = [by_id[each].last_told for each in told]
    assert ages == sorted(ages)
    assert all(by_id[each].last_told >= max(ages) for each in left_out)
