"""What thousands of servers take is not looked through at each collection of garbage."""

from __future__ import annotations

import gc
import weakref
from collections.abc import Iterator

import pytest

from cogs.gateway.long_lived import set_aside


class Server:
    """A server whose channel knows it, as in discord.py: garbage that only a collection finds."""

    def __init__(self) -> None:
        self.channel = [self]


@pytest.fixture(autouse=True)
def thawed() -> Iterator[None]:
    yield
    gc.unfreeze()


def test_servers_are_set_aside_and_given_up_when_their_shard_comes_anew() -> None:
    server = Server()
    before = weakref.ref(server)
    set_aside()
    del server
    gc.collect()
    assert before() is not None, "it is not looked at any more"
    set_aside()
    assert before() is None, "a new session leaves no old servers behind"
