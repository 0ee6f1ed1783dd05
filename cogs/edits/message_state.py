"""The known state of a message that is kept up to date."""

from __future__ import annotations

import asyncio
import math
import sys
from collections.abc import Callable
from dataclasses import dataclass, field
from enum import IntEnum
from typing import Final

from bot.core.model import Panel, Phase, Table

NEWEST: Final = sys.maxsize
"""A version that no table reaches."""


class Urgency(IntEnum):
    """Why an edit waits; the most urgent first."""

    FIRST = 0
    """A new message, a lobby or a result."""
    RUNNING = 1
    """A game that is played."""
    PICTURE = 2
    """The newest state is shown already, but without its picture."""


@dataclass(slots=True, eq=False)
class MessageState:
    """What is known of one message: the newest state that it should show, and the version that was
    last sent to it. It is the table's public message, or the hand of the member whose `panel` it
    is.

    While it is `busy`, a request is running. `refused`: Discord has said that the bot may not edit
    it, so it is left alone until `timer` rings; `pauses` counts such refusals in a row, and
    `revived_at` is when (in seconds of the event loop) it was tried again because permissions had
    changed. `panel` is as this process has saved it. `dead_token` is the last token that Discord
    has refused; it may still be read from the database until that has deleted it.

    `holds` counts the presses that are being answered; `answering` is the lock of the press on a
    hand whose turn it is, and `follow` is what the open hands are to show after that. `press` is
    the id of the press that led to the newest state. `late` is set when the next edit has waited so
    long that it goes without its picture, and `lacks_picture` once it was sent.
    """

    panel: Panel | None = None
    stored: Panel | None = None
    dead_token: str = ""
    wanted: Table | None = None
    shown: int = 0
    busy: bool = False
    refused: bool = False
    pauses: int = 0
    revived_at: float = -math.inf
    holds: int = 0
    follow: Table | None = None
    tries: int = 0
    timer: asyncio.TimerHandle | None = None
    press: str = ""
    in_place: int = 0
    """The version that an edit shows even where the message would be posted again."""
    late: bool = False
    lacks_picture: bool = False
    answering: asyncio.Lock = field(default_factory=asyncio.Lock)
    sent: asyncio.Event = field(default_factory=asyncio.Event)
    """Set at the end of each request."""

    @property
    def behind(self) -> bool:
        """Whether a newer state waits to be sent."""
        return self.wanted is not None and self.wanted.version > self.shown

    @property
    def urgency(self) -> Urgency | None:
        """Why it has to be edited; None when it is up to date."""
        if self.wanted is None or not self.behind:
            return Urgency.PICTURE if self.lacks_picture else None
        running = self.wanted.phase is Phase.PLAYING and self.wanted.message_id is not None
        return Urgency.RUNNING if running else Urgency.FIRST

    @property
    def channel_id(self) -> int:
        """The channel of the state that it should show; 0 before there is a state."""
        return 0 if self.wanted is None else self.wanted.channel_id

    def shows(self, table: Table) -> None:
        """Note that an answer to a press shows this state now."""
        self.shown = max(self.shown, table.version)
        self.lacks_picture = False
        self.allowed()

    def outdated(self, table: Table) -> bool:
        """Whether the message shows, or is about to show, a newer state than this."""
        return self.shown > table.version

    def allowed(self) -> None:
        """Note that the bot may edit it, as far as is known."""
        self.refused, self.pauses = False, 0

    def rings(self, after: float, then: Callable[[MessageState], None]) -> None:
        """Schedule a function after `seconds`, instead of the one scheduled before."""
        if self.timer is not None:
            self.timer.cancel()
        self.timer = asyncio.get_running_loop().call_later(after, then, self)


def of_another_edit() -> MessageState:
    """A stand-in for a message that another edit is about to show: every state counts as outdated,
    and changes to it have no effect on the message."""
    return MessageState(shown=NEWEST)
