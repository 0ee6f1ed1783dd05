"""Opening tables, within the limits of servers and members."""

from __future__ import annotations

import asyncio
from collections.abc import Awaitable, Callable, Mapping, Sequence
from contextlib import suppress
from dataclasses import dataclass
from datetime import timedelta
from functools import partial
from typing import Any, Final
from weakref import WeakValueDictionary

from bot.core.clock import HOUR, Allowance, TooManyLobbies
from bot.core.errors import BadChoice, TooFewPlayers, TooManyHosted, TooManyTables, WrongChannel
from bot.core.model import FORGOTTEN, Person, Phase, Seat, Speed, Table, Update
from bot.db.rows import TableRow
from bot.db.writer import Statement
from bot.preferences.house_rules import TableChoice, kind_of, speed_of
from bot.preferences.service import Preferred
from bot.tables import dealing, seating
from bot.tables.deadlines import CommandContext
from bot.tables.live import Change, Live
from bot.tables.registry import Founding, Registry
from bot.tables.store.tables import Store

ID_LETTERS: Final = "23456789abcdefghjkmnpqrstuvwxyz"
"""The letters of a table's id; none looks like another."""

ID_LENGTH: Final = 6

MOST_HOSTED: Final = 8
"""The most open tables that one member may host in a server. This limit prevents one member from
using up all tables of the server. The limit applies only where the number of the server's tables is
limited too."""


@dataclass(frozen=True, slots=True)
class Agreement:
    """A member's consent to a game that another member offered, as in a challenge. `guest` is the
    consenting member, and `pressed` is the id of this member's interaction. The statements `beside`
    are written in the transaction that opens the table. If the transaction conflicts with what
    another process wrote, `must_hold` is called. It raises the error that tells the reason."""

    guest: Person
    pressed: int
    beside: Sequence[Statement]
    must_hold: Callable[[], Awaitable[object]]


class Opening:
    """Opens tables. Methods raise NotSaved when the database fails. `context` returns the time, the
    rules and the source of secrets for a command."""

    def __init__(
        self,
        store: Store,
        registry: Registry,
        preferences: Preferred,
        context: Callable[[], CommandContext],
    ) -> None:
        self._store = store
        self._registry = registry
        self._preferences = preferences
        self._context = context
        most = context().rules.lobbies_an_hour
        self._hosted: Final = Allowance(most, HOUR, TooManyLobbies)
        self._locks: WeakValueDictionary[int, asyncio.Lock] = WeakValueDictionary()

    async def create(
        self,
        *,
        guild_id: int,
        channel_id: int,
        host: Person | None,
        game: str,
        interaction_id: int,
        preset: str | None = None,
        options: Mapping[str, Any] | None = None,
        speed: Speed | str | None = None,
        parent_id: int | None = None,
        agreed: Agreement | None = None,
    ) -> Update:
        """Open a lobby. `host` gets the first seat (None: the first member who sits down becomes
        the host). Where nothing is chosen, the server's defaults apply. With `agreed`, the guest of
        this agreement gets a seat too, and the cards are dealt at once if two players are enough.

        `parent_id` is the channel that a thread belongs to. Raises BadChoice for an unknown game,
        preset, option or speed, WrongChannel, TooManyTables, TooManyHosted, TooManyLobbies, and
        OpenedElsewhere when a table was opened by the same interaction before."""
        server = await self._preferences.server(guild_id)
        kind, context = kind_of(game), self._context()
        if not server.wants_tables_in(channel_id, parent_id):
            raise WrongChannel(server.channels)
        base, house, model = TableChoice(server, preset, options or {}).at_first(kind)
        row = _lobby(
            context,
            guild_id=guild_id,
            channel_id=channel_id,
            host_id=FORGOTTEN if host is None else host.id,
            game=game,
            preset=base,
            house=house,
            options=model.model_dump(mode="json"),
            speed=server.first_speed(context.rules.speed)
            if speed is None
            else speed_of(speed, server),
            seats=()
            if host is None
            else (Seat(name=host.name, member_id=host.id, joined_by=interaction_id),),
            opened_by=interaction_id,
            remarks=server.remarks,
            emotes=server.emotes,
        )
        founding = None
        if agreed is not None:
            first = partial(self._begun, agreed)
            founding = Founding(agreed.beside, first, agreed.must_hold)
        if host is not None:
            self._hosted.check(host.id, context.now)
        most = context.rules.most_tables if server.most_tables is None else server.most_tables
        opened = await self._open(row, most, founding)
        if host is not None:
            self._hosted.note(host.id)
        return opened

    def _begun(self, agreed: Agreement, live: Live) -> Change:
        """Return the first change of a table for two members who have agreed on a game. The guest
        gets a seat beside the host. The cards are dealt if two players are enough for the game.
        Otherwise the lobby waits for more."""
        context = self._context()
        row = seating.join(live.row, agreed.guest, agreed.pressed, context)
        with suppress(TooFewPlayers, BadChoice):
            return dealing.dealt(live, row, context)
        return dealing.going_on(live, row, context)

    async def _open(self, row: TableRow, most: int | None, founding: Founding | None) -> Update:
        """Save a new table under a random id, and return the update. `most` is the most open tables
        in the server (None: no limits are checked). `founding` has the further data to save in the
        same transaction (None: there is none). Raises TooManyTables when the server has reached its
        limit, TooManyHosted when the host has too many open tables, and the errors of
        `founding.must_hold`."""
        if most is None:
            return await self._registry.add(row, self._new_id, founding)
        # Counting and opening are two steps: without the lock, two tables opened at once could both
        # be the last one.
        lock = self._locks.setdefault(row.guild_id, asyncio.Lock())
        async with lock:
            if await self._store.count_open(row.guild_id) >= most:
                raise TooManyTables(most=most)
            if await self._store.count_open(row.guild_id, row.host_id) >= MOST_HOSTED:
                raise TooManyHosted(most=MOST_HOSTED)
            return await self._registry.add(row, self._new_id, founding)

    def _new_id(self) -> str:
        random = self._context().secret()[:ID_LENGTH]
        return "".join(ID_LETTERS[byte % len(ID_LETTERS)] for byte in random)

    async def summon(
        self,
        table_id: str,
        *,
        guild_id: int,
        channel_id: int,
        members: Sequence[Person],
        game: str,
        preset: str,
        house: str,
        options: Mapping[str, Any],
        speed: Speed,
        come_within: timedelta,
        bots: Sequence[Seat] = (),
    ) -> Table:
        """Open the lobby of a tournament's game, or return the table if it is open already. The
        lobby expects `members`. They will sit in this order, and the bot players get the seats
        after theirs. The limits on tables don't apply.

        The cards are dealt as soon as all members have come. The lobby is closed if they have not
        come within `come_within`. Raises NotSaved when the table can't be saved."""
        if await self._store.table(table_id) is not None:
            return await self._registry.get(table_id)
        context = self._context()
        row = _lobby(
            context,
            guild_id=guild_id,
            channel_id=channel_id,
            host_id=FORGOTTEN,
            game=game,
            preset=preset,
            house=house,
            options=options,
            speed=speed,
            seats=tuple(bots),
            seating=(*(str(each.id) for each in members), *(each.name for each in bots)),
            awaited=tuple(Seat(name=each.name, member_id=each.id) for each in members),
            again_until=context.now + come_within,
        )
        return (await self._registry.add(row, lambda: table_id)).table


def _lobby(context: CommandContext, **chosen: Any) -> TableRow:
    """Return the row of a new table in its lobby, without an id or a message. `chosen` has the
    values of the other columns."""
    return TableRow(
        id="",
        message_id=None,
        phase=Phase.LOBBY,
        version=1,
        game_number=1,
        secret=context.secret(),
        created_at=context.now,
        idle_at=context.now + context.rules.lobby_idle,
        **chosen,
    )
