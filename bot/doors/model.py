"""Doors to the board as data. A board is the page that shows a table in a browser. A door is one
member's access to one table there, at first as a private link, then as a session."""

from __future__ import annotations

from collections import Counter
from dataclasses import dataclass, field
from datetime import datetime, timedelta
from enum import StrEnum
from typing import Final, NamedTuple

from bot.core.errors import TableError
from games.sentences import marked

LINK_LASTS: Final = timedelta(minutes=5)
"""How long a link can be opened."""
SESSION_LASTS: Final = timedelta(weeks=1)
"""How long the browser that opened a link can come back."""
ACTIVITY_LASTS: Final = timedelta(hours=12)
"""How long a member's session in the Activity (the page inside Discord) lasts. Each time that the
Activity opens, Discord says who the member is, and a new session begins."""
MOST_DOORS: Final = 20
"""The most sessions of a member. When one more begins, the session that was opened first ends."""


LAUNCHED: Final = "launched "
"""The beginning of the message that a member has started the Activity. The member's id follows."""


class LinkUsed(TableError):
    """Raised when a member opens a link to the board that can't be opened. It was opened before, is
    too old, or never existed."""

    template = marked(
        "This link has been used or is over five minutes old. Press “Open the table” for a new one."
    )


class DoorShut(TableError):
    """Raised when a browser has no open session at this board, the page that shows a table. For
    example, the session has ended after a week, or somebody ended it."""

    template = marked("You're signed out here. Press “Open the table” on Discord for a new link.")


@dataclass(slots=True)
class BoardCounts:
    """Counters of this process about boards, the pages that show tables in browsers. `served` says
    whether this process serves boards. `open` is how many boards are open, and `sent` how many
    frames (states of the page) were sent. `dropped` is how many boards were disconnected because
    they read too slowly. `requests` counts requests by their result."""

    served: bool = False
    open: int = 0
    sent: int = 0
    dropped: int = 0
    requests: Counter[str] = field(default_factory=Counter)


class Shows(StrEnum):
    """The kind of a page that a board shows."""

    TABLE = "table"
    """The table as a player or spectator sees it."""
    HANDS = "hands"
    """The table's running game with all hands open (bot.tables.watching)."""
    REPLAY = "replay"
    """A finished game of the table, step by step."""
    DEAL = "deal"
    """A deal of the day or of a duplicate, which the member plays alone."""
    MATCH = "match"
    """The deal that the member's table in a match of two teams plays now."""


class Sight(NamedTuple):
    """The content of a board. `shows` is the kind of page, and `table_id` is the table that it is
    about. `number` is the number of the finished game, the deal or the match (0: none of these).
    `step` is the move at which a replay begins."""

    table_id: str
    shows: Shows = Shows.TABLE
    number: int = 0
    step: int = 0


@dataclass(frozen=True, slots=True)
class Door:
    """One member's access to a board, the page that shows a table. `id` is public and part of the
    page's address, `sight` is what the page shows, and `until` is when the access ends (aware UTC).
    `language` is Discord's code for the member's language."""

    id: str
    sight: Sight
    guild_id: int
    member_id: int
    language: str
    until: datetime

    @property
    def table_id(self) -> str:
        """The id of the table that the board shows."""
        return self.sight.table_id


class Opened(NamedTuple):
    """A door whose link was opened, and a secret. With this secret, the browser proves later that
    the session belongs to it."""

    door: Door
    secret: str
