"""Keeps the state of each message that is to be kept up to date. The state says which version of
its table the message shows, which version it should show, and where in its channel the message is.

Everything is in memory and needs no query, because this process sees every message of a channel."""

from __future__ import annotations

import asyncio
import math
import sys
from collections import OrderedDict
from collections.abc import AsyncIterator, Callable, Iterable, Iterator
from contextlib import asynccontextmanager, nullcontext
from dataclasses import dataclass, field
from datetime import datetime, timedelta
from enum import IntEnum
from typing import Final

from discord.utils import snowflake_time

from bot.core.model import Panel, Phase, Placed, Table

NEWEST: Final = sys.maxsize
"""A number that is higher than the version of any table. A message state with `shown=NEWEST` treats
every state of its table as outdated."""
REMEMBERED: Final = 4096
"""The most messages whose last shown version is in memory. A message that was forgotten costs one
needless edit."""
RESULTS: Final = 4096
"""The most results whose position is in memory. A result that was forgotten isn't posted again when
it is deleted."""
DEEP: Final = 20
"""A table counts as buried under this many messages."""
OLD: Final = timedelta(minutes=45)
"""The age from which a message is posted again instead of edited: Discord slows down edits after an
hour."""
SELDOM: Final = timedelta(minutes=1)
"""The least time between two posts of the same table."""
OPEN: Final = frozenset({Phase.LOBBY, Phase.PLAYING, Phase.OVER})
"""Phases in which a table needs a message."""
IN_SIGHT: Final = frozenset({Phase.LOBBY, Phase.PLAYING})
"""The phases in which people look for the table at the bottom of its channel."""


class Urgency(IntEnum):
    """How urgent an edit is. A smaller number is more urgent, and less urgent edits wait."""

    FIRST = 0
    """The urgency of an edit of a table that has no running game, such as a lobby or a result. A
    running game whose message isn't posted yet has this urgency too."""
    RUNNING = 1
    """A game that is under way."""
    PICTURE = 2
    """The newest state is shown already, but without its picture."""


@dataclass(slots=True, eq=False)
class MessageState:
    """The state of one message. If `panel` is set, the message is a member's hand message,
    otherwise the table's public message. `wanted` is the newest state of the table that the message
    should show. `shown` is the version of the table that was sent last.

    Editing: `busy` is set while a request is running or a press is being answered, and then no edit
    begins. `refused` is set when Discord has said that the bot may not edit the message. A new try
    is made when `timer` ends. `pauses` counts the pauses in a row after refusals or failures.
    `tries` counts failed requests in a row. `revived_at` is when the message was last tried again
    because permissions might have changed, in seconds of the event loop. `late` is set when the
    next edit has waited so long that it is sent without its picture. `lacks_picture` is set when an
    edit was sent without its picture.

    Presses: `holds` is the number of presses that are being answered, and `presses` the number of
    all presses so far. Presses on one hand are answered one after the other, under the lock
    `answering`. `press` is the id of the press that led to the newest state. `stored` is the panel
    that this process stored last. `dead_token` is a token that Discord has refused. No edit is
    tried with this token again, even if the database still has it."""

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
    presses: int = 0
    tries: int = 0
    timer: asyncio.TimerHandle | None = None
    press: str = ""
    in_place: int = 0
    """The version of the table that must be shown by editing the message at its present place. For
    any other version, a message that is too old or too far up is posted again instead. 0 if there
    is no such version."""
    late: bool = False
    lacks_picture: bool = False
    answering: asyncio.Lock = field(default_factory=asyncio.Lock)
    sent: asyncio.Event = field(default_factory=asyncio.Event)
    """Set at the end of each request."""
    follows: Callable[[], None] | None = None
    """What is to be done when no press is being answered any more."""

    @property
    def behind(self) -> bool:
        """Whether the message doesn't show its newest state yet."""
        return self.wanted is not None and self.wanted.version > self.shown

    @property
    def urgency(self) -> Urgency | None:
        """The urgency of the message's next edit. None if the message is up to date."""
        if self.wanted is None or not self.behind:
            return Urgency.PICTURE if self.lacks_picture else None
        running = self.wanted.phase is Phase.PLAYING and self.wanted.message_id is not None
        return Urgency.RUNNING if running else Urgency.FIRST

    @property
    def channel_id(self) -> int:
        """The id of the channel of the table that the message shows. 0 before the message shows any
        table."""
        return 0 if self.wanted is None else self.wanted.channel_id

    def shows(self, table: Table) -> None:
        """Store that the message already shows this state of the table, because the answer to a
        press has changed it."""
        self.shown = max(self.shown, table.version)
        self.lacks_picture = False
        self.allowed()

    def outdated(self, table: Table) -> bool:
        """Return whether this state of the table is outdated, because the message already shows, or
        is about to show, a newer one."""
        return self.shown > table.version

    def allowed(self) -> None:
        """Store that the bot may edit the message, as far as is known."""
        self.refused, self.pauses = False, 0

    def rings(self, after: float, then: Callable[[MessageState], None]) -> None:
        """Have the function `then` called with this message in `after` seconds. This replaces an
        earlier plan."""
        if self.timer is not None:
            self.timer.cancel()
        self.timer = asyncio.get_running_loop().call_later(after, then, self)

    def after_answers(self, then: Callable[[], None]) -> None:
        """Have the function `then` called as soon as no press is being answered. If no press is
        being answered now, call it at once. A new call of this method replaces an earlier function
        that still waits."""
        if self.holds:
            self.follows = then
        else:
            then()


class Messages:
    """The states of all messages that are kept up to date. While a press is being answered, its
    message must not be edited. After the answer, `freed` is called with the message, which may be
    edited again. After a press on a hand, `pressed` is called with the id of the table and the id
    of the member."""

    def __init__(
        self, freed: Callable[[MessageState], None], pressed: Callable[[str, int], None]
    ) -> None:
        self.freed = freed
        self.pressed = pressed
        self._known: OrderedDict[tuple[str, int | None], MessageState] = OrderedDict()

    def of(self, table_id: str, member_id: int | None = None) -> MessageState:
        """Return the state of a table's public message. With a `member_id`, return the state of
        this member's open hand at the table."""
        key = (table_id, member_id)
        if key not in self._known:
            self._forget_oldest()
        message = self._known.setdefault(key, MessageState())
        self._known.move_to_end(key)
        return message

    def __iter__(self) -> Iterator[MessageState]:
        return iter(self._known.values())

    @asynccontextmanager
    async def holding(
        self, table_id: str, member_id: int | None = None
    ) -> AsyncIterator[MessageState]:
        """A context around a command and the answer with its result, so that the answer is sent
        before any edits. The context yields the state of the message. The caller notes in this
        state what the answer shows.

        Until the context ends, no edit of this message begins. If it is the table's public message
        (no `member_id`), no edit of the open hands begins either. Presses on one hand are answered
        one after the other, so that the newest answer is the last.

        An edit of the message might already be running, or another press on the public message
        might be in its own context. Then this context yields a new MessageState, to which every
        state of the table counts as outdated. What the caller notes in it has no effect. The
        message gets the newest state by an edit afterwards."""
        message = self.of(table_id, member_id)
        async with nullcontext() if member_id is None else message.answering:
            owned = not message.busy
            message.busy = True
            message.holds += 1
            message.presses += 1
            try:
                # To the answer during an edit, every state counts as outdated.
                yield message if owned else MessageState(shown=NEWEST)
            except BaseException:
                if member_id is not None and not owned:
                    message.shown = 0
                raise
            finally:
                message.holds -= 1
                message.busy = message.busy and not owned
                if not message.busy:
                    self.freed(message)
                if message.follows is not None and not message.holds:
                    message.follows()
                    message.follows = None
                if member_id is not None:
                    self.pressed(table_id, member_id)

    def _forget_oldest(self) -> None:
        if len(self._known) >= REMEMBERED:
            idle = (key for key, each in self._known.items() if not (each.busy or each.behind))
            self._known.pop(next(idle, ("", None)), None)


@dataclass(slots=True)
class Position:
    """The position of a table's public message in its channel. `after` is the number of messages
    that came after the table's message. `moving` is set while the message is being posted again.
    `settled` is set if the message shows a result. A message that shows a result stays where it
    is."""

    table_id: str
    channel_id: int
    message_id: int
    phase: Phase
    after: int = 0
    moving: bool = False
    """Whether the message is being posted again."""
    settled: bool = False
    """Whether the message shows a result. Such a message stays where it is, and is never posted
    again."""

    @property
    def posted_at(self) -> datetime:
        """When Discord made the message."""
        return snowflake_time(self.message_id)

    @property
    def buried(self) -> bool:
        """Whether so many messages have come after the table's message that it should be posted
        again."""
        return self.after >= DEEP and self.phase in IN_SIGHT

    def wait(self, now: datetime) -> float:
        """Return the number of seconds until the message may be posted again. It may be posted once
        within the time `SELDOM`. The result is never more than `SELDOM`, even if this machine's
        clock differs from Discord's clock."""
        return min(max(self.posted_at + SELDOM - now, timedelta()), SELDOM).total_seconds()


class Positions:
    """The positions of the tables' messages that this process knows. After a restart, the positions
    of lobbies and running games are read from the database again. The number of messages that came
    after each one is lost then. Messages after a result aren't counted, because a result stays
    where it is. Of results, only the newest `RESULTS` are in memory."""

    def __init__(self) -> None:
        self._by_table: dict[str, Position] = {}
        self._by_channel: dict[int, dict[str, Position]] = {}
        """The positions of lobbies and running games."""
        self._results: OrderedDict[int, Position] = OrderedDict()
        """The positions of tables whose game is over, by the message's id."""

    def note(self, table: Table | Placed) -> None:
        """Store the position of a table's message. If the table has no message, or doesn't need one
        in its phase (see `OPEN`), remove the position instead."""
        known = self._by_table.get(table.id)
        if table.message_id is None or table.phase not in OPEN:
            self._forget(known)
        elif known is not None and known.message_id == table.message_id:
            self._take_out(known)
            known.phase = table.phase
            self._put(known)
        else:
            self._forget(known)
            self._put(Position(table.id, table.channel_id, table.message_id, table.phase))

    def shows(self, table: Table, message_id: int) -> None:
        """Store that the message `message_id` now shows the state `table`. If this state is a
        result, the message stays where it is from now on. If the message was about to be posted
        again (`moving`), this is over: it was posted, or was edited instead. So it can be posted
        again later. Do nothing if it isn't the table's message."""
        position = self._by_table.get(table.id)
        if position is not None and position.message_id == message_id:
            position.settled = table.phase is Phase.OVER
            position.moving = False

    def of(self, table_id: str) -> Position | None:
        """Return the position of a table's message, or None if it isn't known."""
        return self._by_table.get(table_id)

    def came(self, channel_id: int, message_id: int) -> list[Position]:
        """Note a new message in a channel. Return the positions of the tables' messages in this
        channel that now have too many messages after them."""
        positions = self._by_channel.get(channel_id)
        if positions is None:
            return []
        for position in positions.values():
            position.after += message_id > position.message_id
        return [position for position in positions.values() if position.buried]

    def went(self, channel_id: int, message_ids: Iterable[int]) -> list[str]:
        """Handle the deletion of messages in a channel. Deleted messages no longer count as
        messages after a table's message. Return the ids of the tables whose message was deleted."""
        positions, gone = self._by_channel.get(channel_id, {}).values(), set(message_ids)
        for position in positions:
            position.after = max(
                position.after - sum(message_id > position.message_id for message_id in gone), 0
            )
        results = [self._results[each] for each in gone if each in self._results]
        return [each.table_id for each in (*positions, *results) if each.message_id in gone]

    def stale(self, table: Table, now: datetime) -> bool:
        """Return whether the table's message must be posted again instead of edited, because it is
        old, or far up in its channel. Return False if the message shows a result, if its position
        isn't known, or if it was posted only a short time ago."""
        position = self._by_table.get(table.id)
        if (
            position is None
            or position.message_id != table.message_id
            or position.wait(now)
            or position.settled
        ):
            return False
        return position.buried or now - position.posted_at >= OLD

    def _forget(self, position: Position | None) -> None:
        if position is not None:
            del self._by_table[position.table_id]
            self._take_out(position)

    def _put(self, position: Position) -> None:
        self._by_table[position.table_id] = position
        if position.phase in IN_SIGHT:
            self._by_channel.setdefault(position.channel_id, {})[position.table_id] = position
            return
        self._results[position.message_id] = position
        if len(self._results) > RESULTS:
            self._forget(next(iter(self._results.values())))

    def _take_out(self, position: Position) -> None:
        self._results.pop(position.message_id, None)
        here = self._by_channel.get(position.channel_id, {})
        if here.pop(position.table_id, None) is not None and not here:
            del self._by_channel[position.channel_id]
