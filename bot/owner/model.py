"""Orders of the bot's owner: blocks, and the notice on all open tables."""

from __future__ import annotations

from collections.abc import Mapping
from dataclasses import dataclass, field
from datetime import datetime

from bot.core.errors import TableError
from games.sentences import marked

MOST_TEXT = 300
"""Characters of a reason and of a notice."""


@dataclass(frozen=True, slots=True)
class Block:
    """A member or a server that may not use the bot: their id, the reason in the owner's words (may
    be empty), and when the block began. With `told`, the member has been told of it."""

    id: int
    reason: str
    since: datetime
    told: bool = False


@dataclass(frozen=True, slots=True)
class Bulletin:
    """The owner's notice in their own words, and when it ends by itself (None: never)."""

    text: str
    until: datetime | None = None

    def holds(self, now: datetime) -> bool:
        """Whether the notice is still to be shown at that time."""
        return self.until is None or now < self.until


@dataclass(frozen=True, slots=True)
class Ordered:
    """All orders as they are stored: the blocked members and servers by their ids, and the
    notice."""

    members: Mapping[int, Block] = field(default_factory=dict)
    servers: Mapping[int, Block] = field(default_factory=dict)
    bulletin: Bulletin | None = None


class Blocked(TableError):
    """The owner has blocked the member."""

    template = marked("The bot's owner has blocked you. {reason}")


class ServerBlocked(TableError):
    """The owner has blocked the server."""

    template = marked("The bot's owner has blocked this server. {reason}")


class NotBlocked(TableError):
    """The member or server that should be unblocked is not blocked."""

    template = marked("That ID isn't blocked.")


class NotToBeBlocked(TableError):
    """The owner tried to block an owner, or the server in which `/owner` works; then nobody could
    lift the block."""

    template = marked("You can't block the bot's owners, or the server that has `/owner`.")


class Restarting(TableError):
    """The process is about to end, and answers nothing more."""

    template = marked("I'm restarting. Please try again in a moment.")
