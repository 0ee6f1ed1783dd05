"""Test how often Discord is asked about the members whose boards are open."""

from __future__ import annotations

from collections import Counter

from board.hub import LOOKED_AFTER
from board.members import ASKED_AGAIN, AT_ONCE, Member, Members

CHECKS = round(ASKED_AGAIN / LOOKED_AFTER)
"""The number of checks within an hour."""


def asked(many: int, hours: int) -> Counter[Member]:
    """Return how often Discord is asked about each of `many` members, whose boards stay open for
    `hours`."""
    now = 0.0
    members, here = (
        Members(LOOKED_AFTER, lambda: now),
        {(1, number): None for number in range(many)},
    )
    found: Counter[Member] = Counter()
    for _ in range(hours * CHECKS):
        due = members.due(here.keys())
        assert len(due) <= max(AT_ONCE, many / CHECKS + 1)
        for member in due:
            members.asked(member)
        found.update(due)
        now += LOOKED_AFTER
    return found


def test_everyone_is_asked_about_each_hour_however_many_they_are() -> None:
    for many in (3, 1200, 1500, 4001):
        times = asked(many, hours=3)
        assert len(times) == many
        assert set(times.values()) == {3}


def test_who_reloads_the_page_is_not_asked_about_again() -> None:
    now = 0.0
    members, ada = Members(LOOKED_AFTER, lambda: now), (1, 2)
    here = {ada: None}.keys()
    assert members.due(here) == [ada]
    members.asked(ada)
    now += LOOKED_AFTER
    assert not members.due(set())
    assert not members.due(here)
    now += ASKED_AGAIN
    assert members.due(here) == [ada]
