"""Which servers a process serves: Discord assigns each server to one shard."""

from __future__ import annotations

from collections.abc import Callable
from dataclasses import dataclass
from typing import Final

from bot.core.scope import is_private


@dataclass(frozen=True, slots=True)
class Shards:
    """The shards that a process runs: those of `numbers`, from 0, out of `count`. Without
    arguments: all servers."""

    count: int = 1
    numbers: tuple[int, ...] = (0,)


def shard_of(guild_id: int, count: int) -> int:
    """The number of the shard to which Discord assigns a server when there are `count` shards;
    direct messages (bot.core.scope) belong to the first one."""
    return 0 if is_private(guild_id) else (guild_id >> 22) % count


def serves(shards: Shards, guild_id: int) -> bool:
    """Whether a server, or a private scope, is on one of these shards."""
    return shard_of(guild_id, shards.count) in shards.numbers


ALL: Final = Shards()
"""All servers: those of a bot that runs in one process."""


@dataclass(slots=True)
class Served:
    """The shards that a process serves now; they can change if several processes share them. `hold`
    says whether they certainly still belong to this process, because another one may have taken
    them."""

    shards: Shards = ALL
    hold: Callable[[], bool] = lambda: True
