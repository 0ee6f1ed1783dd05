"""How often a member may do something, by times without a clock."""

from __future__ import annotations

from collections import defaultdict
from datetime import UTC, datetime, timedelta

import pytest
from hypothesis import given
from hypothesis import strategies as st

from bot.core import limits
from bot.core.limits import Allowance, LimitReached, TooManyLobbies

WITHIN = timedelta(seconds=10)
STEPS = st.lists(st.tuples(st.integers(1, 3), st.integers(0, 12_000)), max_size=80)
"""Who does it, and how many milliseconds after the one before."""


@given(STEPS, st.integers(1, 6))
def test_nobody_does_it_more_often_and_whoever_waits_as_told_may(
    steps: list[tuple[int, int]], most: int
) -> None:
    allowance = Allowance(most, WITHIN, TooManyLobbies)
    now = datetime(2026, 1, 1, tzinfo=UTC)
    let_in: defaultdict[int, list[datetime]] = defaultdict(list)
    for member, later in steps:
        now += timedelta(milliseconds=later)
        lately = [each for each in let_in[member] if each > now - WITHIN]
        try:
            allowance.use(member, now)
        except LimitReached as refusal:
            assert len(lately) == most, "nobody is refused before the limit"
            again = refusal.reason.params["again"]
            assert again == lately[0] + WITHIN
            assert allowance.again(member, again) is None
            assert allowance.again(member, again - timedelta(milliseconds=1)) == again
        else:
            assert len(lately) < most, "what is refused, and what others do, is not counted"
            let_in[member].append(now)


@given(STEPS)
def test_without_a_limit_everything_goes(steps: list[tuple[int, int]]) -> None:
    allowance = Allowance(0, WITHIN, TooManyLobbies)
    for member, _ in steps:
        allowance.use(member, datetime(2026, 1, 1, tzinfo=UTC))


def test_who_did_nothing_for_longest_is_forgotten(monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr(limits, "MOST_KNOWN", 2)
    allowance, now = Allowance(1, WITHIN, TooManyLobbies), datetime(2026, 1, 1, tzinfo=UTC)
    for member in (1, 2, 3):
        allowance.use(member, now)
    assert [allowance.again(member, now) is None for member in (1, 2, 3)] == [True, False, False]
