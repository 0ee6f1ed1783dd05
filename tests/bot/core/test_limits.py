"""Tests of limits on how often a member can do something. The time is measured by a clock that goes
on evenly when the machine's clock is set back."""

from __future__ import annotations

from collections import defaultdict
from dataclasses import dataclass
from datetime import UTC, datetime, timedelta

import pytest
from hypothesis import given
from hypothesis import strategies as st

from bot.core import clock
from bot.core.clock import Allowance, LimitReached, TooManyLobbies

WITHIN = timedelta(seconds=10)
NOW = datetime(2026, 1, 1, tzinfo=UTC)
STEPS = st.lists(st.tuples(st.integers(1, 3), st.integers(0, 768)), max_size=80)
"""The steps of a test, each as (member, time since the step before). The time is in units of 1/64
of a second."""


@dataclass
class Even:
    """A replacement for the monotonic clock, which returns `seconds`. Tests set `seconds` to
    multiples of 1/64, so that sums are exact."""

    seconds: float = 0.0

    def __call__(self) -> float:
        return self.seconds


@given(STEPS, st.integers(1, 6))
def test_nobody_does_it_more_often_and_whoever_waits_as_told_may(
    steps: list[tuple[int, int]], most: int
) -> None:
    even = Even()
    allowance = Allowance(most, WITHIN, TooManyLobbies, even)
    let_in: defaultdict[int, list[float]] = defaultdict(list)
    for member, later in steps:
        even.seconds += later / 64
        within = WITHIN.total_seconds()
        lately = [each for each in let_in[member] if each > even() - within]
        try:
            allowance.use(member, NOW)
        except LimitReached as refusal:
            assert len(lately) == most, "nobody is refused before the limit"
            left = refusal.reason.params["again"] - NOW
            assert left.total_seconds() == lately[0] + within - even()
            told = Even(even() + left.total_seconds())
            allowance._even = told
            assert allowance.again(member, NOW) is None
            told.seconds -= 1 / 64
            assert allowance.again(member, NOW) == NOW + timedelta(seconds=1 / 64)
            allowance._even = even
        else:
            assert len(lately) < most, "what is refused, and what others do, is not counted"
            let_in[member].append(even())


def test_a_machines_clock_that_is_set_back_locks_nobody_out() -> None:
    even = Even()
    allowance = Allowance(1, WITHIN, TooManyLobbies, even)
    allowance.use(1, NOW)
    even.seconds += WITHIN.total_seconds()
    allowance.use(1, NOW - timedelta(hours=1))
    assert allowance.again(1, NOW + timedelta(hours=1)) == NOW + timedelta(hours=1) + WITHIN


@given(STEPS)
def test_without_a_limit_everything_goes(steps: list[tuple[int, int]]) -> None:
    allowance = Allowance(0, WITHIN, TooManyLobbies)
    for member, _ in steps:
        allowance.use(member, NOW)


def test_who_did_nothing_for_longest_is_forgotten(monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr(clock, "MOST_KNOWN", 2)
    allowance = Allowance(1, WITHIN, TooManyLobbies)
    for member in (1, 2, 3):
        allowance.use(member, NOW)
    assert [allowance.again(member, NOW) is None for member in (1, 2, 3)] == [True, False, False]
