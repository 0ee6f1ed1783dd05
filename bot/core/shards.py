"""Shards: the parts into which Discord divides the bot's servers, and which of them a process
serves."""

from __future__ import annotations

from collections.abc import Callable
from dataclasses import dataclass
from typing import Final

from bot.core.scope import is_private


@dataclass(frozen=True, slots=True)
class Shards:
    """The shards that a process serves: those with the numbers in `numbers` (from 0), out of
    `count`. The defaults mean all servers."""

    count: int = 1
    numbers: tuple[int, ...] = (0,)


def shard_of(guild_id: int, count: int) -> int:
    """Return the number of the shard to which Discord assigns a server, from 0, when there are
    `count` shards. Negative ids (private scopes, see bot.core.scope) belong to shard 0."""
    return 0 if is_private(guild_id) else (guild_id >> 22) % count


def serves(shards: Shards, guild_id: int) -> bool:
    """Return whether a server or private scope belongs to one of these shards."""
    return shard_of(guild_id, shards.count) in shards.numbers


ALL: Final = Shards()
"""All servers. A bot that runs in one process serves them all."""


@dataclass(slots=True)
class Served:
    """The shards that this process serves now. When several processes share the shards, `shards`
    can change. `hold` is a function. It returns False when another process might already serve
    these shards."""

    shards: Shards = ALL
    hold: Callable[[], bool] = lambda: True
