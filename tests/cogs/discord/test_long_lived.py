"""What thousands of servers take is not looked through at each collection of garbage."""

from __future__ import annotations

import gc
import weakref
from collections.abc import Iterator

import pytest

from cogs.serving import LongLived
from tests.beyond import BEYOND


class Server:
    """A server whose channel knows it, as in discord.py: garbage that only a collection finds."""

    def __init__(self) -> None:
        self.channel = [self]


@pytest.fixture(autouse=True)
def frozen_as_before() -> Iterator[None]:
    yield
    gc.unfreeze()
    gc.freeze()  # as it was: what the other tests have read is looked through by nobody


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
