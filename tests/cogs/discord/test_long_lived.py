"""Tests that garbage collections don't examine long-lived objects again each time, such as those of
thousands of servers."""

from __future__ import annotations

import gc
import weakref
from collections.abc import Iterator

import pytest

from cogs.serving import LongLived
from tests.beyond import BEYOND

PYTHONS = (700, 10, 10)
"""Python's default thresholds of the garbage collector. The other tests run with different
thresholds (tests/conftest.py)."""


class Server:
    """A server whose channel refers back to the server, as in discord.py. Only the garbage
    collector can remove such a cycle."""

    def __init__(self) -> None:
        self.channel = [self]


@pytest.fixture(autouse=True)
def as_before() -> Iterator[None]:
    threshold = gc.get_threshold()
    yield
    gc.set_threshold(*threshold)
    gc.unfreeze()
    gc.freeze()  # as it was: what the other tests have read is looked through by nobody


def test_what_comes_together_and_stays_is_not_all_looked_through_meanwhile() -> None:
    gc.set_threshold(*PYTHONS)
    LongLived().came(0)
    gc.collect()
    all_looked_through = gc.get_stats()[2]["collections"]
    boards: list[list[int]] = [[] for _ in range(200_000)]
    assert gc.get_stats()[2]["collections"] == all_looked_through
    assert boards


def test_what_is_soon_freed_is_not_looked_through() -> None:
    gc.set_threshold(*PYTHONS)
    LongLived()
    gc.collect()
    looked_through = gc.get_stats()[0]["collections"]
    frames: list[list[int]] = [[] for _ in range(5_000)]
    assert gc.get_stats()[0]["collections"] == looked_through
    assert frames


@BEYOND
def test_servers_are_set_aside_and_given_up_when_their_shard_comes_anew() -> None:
    server, long_lived = Server(), LongLived()
    before = weakref.ref(server)
    long_lived.came(0)
    del server
    gc.collect()
    assert before() is not None, "it is not looked at any more"
    long_lived.came(1)
    assert before() is not None, "another shard's servers make no garbage of it"
    long_lived.came(0)
    assert before() is None, "a new session leaves no old servers behind"
