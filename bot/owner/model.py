"""The orders of the bot's owner as data: blocked members and servers, and the notice on all open
tables."""

from __future__ import annotations

from collections.abc import Mapping
from dataclasses import dataclass, field
from datetime import datetime

from bot.core.errors import TableError
from games.sentences import marked

MOST_TEXT = 300
"""The most characters of a reason for a block, and of a notice."""


@dataclass(frozen=True, slots=True)
class Block:
    """A member or server that may not use the bot. `id` is the member's or server's id. `reason`
    was written by the owner and can be empty. `since` is when the block began. `told` says whether
    a blocked member has been told of the block."""

    id: int
    reason: str
    since: datetime
    told: bool = False


@dataclass(frozen=True, slots=True)
class Bulletin:
    """The owner's notice that all open tables show. `text` was written by the owner. At the time
    `until` the notice ends automatically (None: it never does)."""

    text: str
    until: datetime | None = None

    def holds(self, now: datetime) -> bool:
        """Return whether the notice is still to be shown at the time `now`."""
        return self.until is None or now < self.until


@dataclass(frozen=True, slots=True)
class Ordered:
    """All orders of the owner as they are stored. `members` and `servers` map the ids of blocked
    members and servers to their blocks. `bulletin` is the notice on all open tables (None: there is
    no notice)."""

    members: Mapping[int, Block] = field(default_factory=dict)
    servers: Mapping[int, Block] = field(default_factory=dict)
    bulletin: Bulletin | None = None


class Blocked(TableError):
    """The error for a member whom the owner has blocked, when this member uses the bot."""

    template = marked("The bot's owner has blocked you. {reason}")


class ServerBlocked(TableError):
    """The error for anybody who uses the bot in a server that the owner has blocked."""

    template = marked("The bot's owner has blocked this server. {reason}")


class NotBlocked(TableError):
    """Raised when the member or server that should be unblocked is not blocked."""

    template = marked("That ID isn't blocked.")


class NotToBeBlocked(TableError):
    """Raised when the owner tries to block a member who may use `/owner`, or the server in which
    `/owner` works. Nobody could lift such a block."""

    template = marked("You can't block the bot's owners, or the server where you use `/owner`.")


class Restarting(TableError):
    """The error for every command, press and action on the board while the process is about to
    end."""

    template = marked("I'm restarting. Please try again in a moment.")
