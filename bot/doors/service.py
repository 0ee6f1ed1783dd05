"""The service for doors, which give members access to boards (pages that show tables). It makes
links, lets each link be opened once, and ends the sessions that begin in this way. It also knows
which members have which boards of this process open."""

from __future__ import annotations

import hashlib
import secrets
from collections import Counter
from collections.abc import Callable, Collection
from datetime import datetime, timedelta
from typing import Final

from bot.core.model import Table
from bot.db import Conflict, unhurried
from bot.db.database import Database
from bot.db.told import told_to_all
from bot.doors import store as kept
from bot.doors.model import (
    LAUNCHED,
    LINK_LASTS,
    SESSION_LASTS,
    BoardCounts,
    Door,
    DoorShut,
    LinkUsed,
    Opened,
    Shows,
    Sight,
)
from bot.tables.hooks import Duties

Place = tuple[str, int]
"""The id of a table, and the id of a member there."""
PLAYED: Final = frozenset({Shows.TABLE, Shows.MATCH})
"""Boards where members play together, and others might wait for them."""
ID_BYTES: Final = 9
SECRET_BYTES: Final = 32
SWEPT_EVERY: Final = timedelta(hours=1)


class Present:
    """Knows which members have the board of a table open, and are using it. When a member presses
    something on Discord, they count as absent from the board. When they do something at the board
    again, they count as present again."""

    def __init__(self) -> None:
        self.left: list[Callable[[str], None]] = []
        """Functions that are called with the id of a table when a member is no longer at its
        board."""
        self._open: Counter[Place] = Counter()
        self._on_discord: set[Place] = set()

    def came(self, door: Door) -> None:
        """Remember that the member of this door has opened the board in a browser."""
        if door.sight.shows in PLAYED:
            self._open[_place(door)] += 1

    def acted(self, door: Door) -> None:
        """Remember that the member of this door has done something at the board, and so no longer
        counts as absent from it."""
        if door.sight.shows in PLAYED:
            self._on_discord.discard(_place(door))

    def went(self, door: Door) -> None:
        """Remember that the member of this door has closed the board."""
        if door.sight.shows not in PLAYED:
            return
        place = _place(door)
        self._open[place] -= 1
        if self._open[place] <= 0:
            del self._open[place]
            self._on_discord.discard(place)
            self._tell(door.table_id)

    def pressed(self, table_id: str, member_id: int) -> None:
        """Remember that a member has pressed something at a table on Discord. The member then
        counts as absent from the table's board."""
        place = table_id, member_id
        if place in self._open and place not in self._on_discord:
            self._on_discord.add(place)
            self._tell(table_id)

    def is_anybody_at(self, table_id: str) -> bool:
        """Return whether any member has the table's board open."""
        return any(table == table_id for table, _ in self._open)

    def members_at(self, table_id: str) -> set[int]:
        """Return the ids of the members who have the board of a table (or of a match of two teams)
        open."""
        return {member for table, member in self._open if table == table_id}

    def all_at(self, table: Table) -> bool:
        """Return whether all members who sit at a table are present at its board. Return False when
        no members sit there."""
        members = [seat.member_id for seat in table.seats if seat.member_id is not None]
        return bool(members) and all(self._is_at((table.id, each)) for each in members)

    def _is_at(self, place: Place) -> bool:
        return place in self._open and place not in self._on_discord

    def _tell(self, table_id: str) -> None:
        for heard in tuple(self.left):
            heard(table_id)


def _place(door: Door) -> Place:
    return door.table_id, door.member_id


class Doors:
    """Opens and closes the doors of all members: their links and sessions for boards, the pages
    that show tables. Every method raises NotSaved when the database fails."""

    def __init__(self, store: Database, now: Callable[[], datetime]) -> None:
        self._store = store
        self._now = now
        self._swept = datetime.min.replace(tzinfo=now().tzinfo)
        self.shut: Final[list[Callable[[list[str]], None]]] = []
        """Functions that are called with the ids of doors that were ended before their time."""
        self.launched: Final[list[Callable[[int], None]]] = []
        """Functions that are called with the id of a member who has started the Activity, in any
        process."""
        self.told_more: Final[list[Callable[[Table], None]]] = []
        """Functions that are called with a table when boards can show more of a table that hasn't
        changed. This happens when the analysis of the table's game is ready."""
        self.present: Final = Present()
        self.counts: Final = BoardCounts()
        """Counters of what happens at the boards of this process. The code that serves the boards
        updates these counters."""
        self.duties: Final = Duties(with_each_beat=self.sweep)

    async def link(self, table: Table, member_id: int, language: str) -> str:
        """Make a private link for a member to the page of a table. Return the secret part of the
        link as text. See `link_to`."""
        return await self.link_to(Sight(table.id), table.guild_id, member_id, language)

    async def link_to(self, sight: Sight, guild_id: int, member_id: int, language: str) -> str:
        """Make a private link for a member to the page `sight`. Return the secret part of the link
        as text. `guild_id` is the scope of the table.

        The link can be opened once, within `LINK_LASTS`. The member's older links to the same table
        stop working."""
        door = self._new(sight, guild_id, member_id, language, LINK_LASTS)
        text = secrets.token_urlsafe(SECRET_BYTES)
        await self._store.write(kept.added(door, hashed(text)))
        return text

    async def asked_for(self, member_id: int, scopes: Collection[int]) -> Door | None:
        """Return the newest of the doors that the member got or opened within the last
        `LINK_LASTS`. Only doors to tables in `scopes` count. Return None when there is no such
        door."""
        return await kept.lately(self._store, member_id, scopes, self._now())

    async def enter_at_once(
        self, sight: Sight, guild_id: int, member_id: int, language: str, lasts: timedelta
    ) -> Opened:
        """Make a session for a member without a link, for example in the Activity (the page inside
        Discord), where Discord has proved who the member is. The session lasts `lasts`. A member
        may have several sessions at the same time."""
        door = self._new(sight, guild_id, member_id, language, lasts)
        secret = secrets.token_urlsafe(SECRET_BYTES)
        stored = kept.added(door, hashed(secret), self._now())
        await self._store.write([*stored, *kept.few_of(member_id)])
        return Opened(door, secret)

    async def launch(self, link: str, member_id: int) -> None:
        """Store that the member starts the Activity (the page inside Discord) instead of opening
        this link. The link then can't be opened any more, and all processes are told that the
        member has started the Activity. Does nothing if the link was opened already."""
        at_nobody = hashed(secrets.token_urlsafe(SECRET_BYTES))
        opened = kept.opened(hashed(link), at_nobody, self._now(), LINK_LASTS)
        told = f"{LAUNCHED}{member_id}"
        try:
            await self._store.write([*opened, *told_to_all(self._store, told)])
        except Conflict:
            return  # the page was faster, and is there
        self.heard(told)

    async def launch_since(self, door: Door) -> bool:
        """Return whether the door's member has started the Activity for another page since this
        door was opened."""
        found = await kept.launch_since(self._store, door, self._now())
        return found is not None and found.sight != door.sight

    def heard(self, what: str) -> None:
        """Handle the message `what`, which a process has sent to all processes. If it says that a
        member has started the Activity, call the functions in `launched` with the member's id."""
        if what.startswith(LAUNCHED):
            for hear in tuple(self.launched):
                hear(int(what.removeprefix(LAUNCHED)))

    def _new(
        self, sight: Sight, guild_id: int, member_id: int, language: str, lasts: timedelta
    ) -> Door:
        new_id = secrets.token_urlsafe(ID_BYTES)
        return Door(new_id, sight, guild_id, member_id, language, self._now() + lasts)

    async def open(self, link: str, lasts: timedelta = SESSION_LASTS) -> Opened:
        """Open a link, given by its secret part, so that its door becomes a session that lasts
        `lasts`. Return the door and the session's secret. Raises LinkUsed when the link was opened
        before, is too old, or never existed."""
        secret = secrets.token_urlsafe(SECRET_BYTES)
        try:
            await self._store.write(kept.opened(hashed(link), hashed(secret), self._now(), lasts))
        except Conflict:
            raise LinkUsed from None
        door = await kept.by_secret(self._store, hashed(secret), self._now())
        if door is None:
            raise LinkUsed
        await self._store.write(kept.few_of(door.member_id))
        return Opened(door, secret)

    async def enter(self, door_id: str, secret: str) -> Door:
        """Return the open door with the id `door_id`, if `secret` is the secret that the door's
        browser was given. Raises DoorShut otherwise."""
        door = await kept.by_secret(self._store, hashed(secret), self._now())
        if door is None or door.id != door_id:
            raise DoorShut
        return door

    async def close_all(self, member_id: int, guild_id: int | None = None) -> int:
        """Close all doors of a member, or only the member's doors to the tables of one server.
        Return how many doors were closed."""
        ids = await kept.of_member(self._store, member_id, guild_id)
        await self._store.write(kept.shut(ids))
        self._tell(ids)
        return len(ids)

    async def ended(self, ids: set[str]) -> list[str]:
        """Return the ids of those doors in `ids` that have ended, in alphabetical order."""
        with unhurried():
            return sorted(ids - await kept.still_open(self._store, ids, self._now()))

    async def sweep(self) -> None:
        """Delete expired doors. Does nothing if that was done a short time ago."""
        if self._now() - self._swept >= SWEPT_EVERY:
            await self._store.write(kept.ended(self._now()))
            self._swept = self._now()

    def _tell(self, ids: list[str]) -> None:
        for heard in tuple(self.shut):
            heard(ids)


def hashed(secret: str) -> str:
    """Return the hash of a link's or session's secret. Only the hash is stored. One round without
    salt is enough, because a secret has 256 random bits."""
    return hashlib.sha256(secret.encode()).hexdigest()
