"""Game nights: a weekly time in a server, announced by an event on Discord and a message, for which
tables open by themselves."""

from __future__ import annotations

import logging
from collections.abc import Callable, Sequence
from dataclasses import dataclass
from datetime import datetime, timedelta
from hashlib import sha256
from typing import Final
from zoneinfo import ZoneInfo

import games
from bot.core.errors import BadChoice, OpenedElsewhere, TooManyTables, WrongChannel
from bot.core.model import Table
from bot.db import Conflict
from bot.db.database import Database
from bot.evenings import store as kept
from bot.notices.model import GAME_NIGHT
from bot.notices.service import Notices
from bot.preferences.model import ServerSettings
from bot.preferences.service import server_from
from bot.tables.manager import Tables

log = logging.getLogger(__name__)

CALLED_BEFORE: Final = timedelta(hours=1)
"""How long before a night the members who asked for a call are called."""
OPENS_FOR: Final = timedelta(hours=1)
"""How long after its hour a night's tables are still opened, if the bot was away."""
LASTS: Final = timedelta(hours=4)
"""How long the event is announced to last."""
FAVOURITES: Final = 3
"""Tables of a night at most, each for another game."""
LOOKED_BACK: Final = timedelta(days=90)
"""The span of past games that decide which games a server likes."""


@dataclass(frozen=True, slots=True)
class GameNight:
    """A server's game night: when it begins (aware UTC) and in which channel; the id of Discord's
    event (0: a process is about to make the event), and whether the tables have been opened."""

    guild_id: int
    at: datetime
    channel_id: int
    event_id: int | None
    opened: bool


def next_night(server: ServerSettings, now: datetime) -> datetime | None:
    """When a server's next game night begins, or the one that began within the last `OPENS_FOR`
    (aware UTC); None where there are no game nights. It is at the same hour by the server's clock
    in summer and in winter; when the change to summer time skips that hour, it is one hour later.
    """
    if server.night_day is None or server.night_channel is None:
        return None
    zone = ZoneInfo(server.time_zone)
    first = (now - OPENS_FOR).astimezone(zone).date()
    days = (server.night_day - first.weekday()) % 7
    for week in (0, 1):
        day = first + timedelta(days=days + 7 * week)
        wall = datetime(day.year, day.month, day.day, server.night_hour, tzinfo=zone)
        at = wall.astimezone(now.tzinfo)
        if at > now - OPENS_FOR:
            break
    return at


class GameNights:
    """The game nights of servers. Takes the database, the tables, the notices, and the clock (aware
    UTC). Every method raises NotSaved when the database fails."""

    def __init__(
        self, store: Database, tables: Tables, notices: Notices, now: Callable[[], datetime]
    ) -> None:
        self._store = store
        self._tables = tables
        self._notices = notices
        self._now = now

    async def wanted(self) -> dict[int, ServerSettings]:
        """The servers that have a game night, with their settings. It takes one query, however many
        servers there are."""
        found = await kept.with_nights(self._store)
        return {guild_id: server_from(text) for guild_id, text in found}

    async def next(self, guild_id: int, server: ServerSettings) -> GameNight | None:
        """A server's next game night, or the one that has just begun; it is stored now if it wasn't
        yet. None where there are no game nights."""
        at = next_night(server, self._now())
        if at is None or server.night_channel is None:
            return None
        row = await kept.night_of(self._store, guild_id, at)
        if row is None:
            try:
                await self._store.write(kept.night_noted(guild_id, at))
            except Conflict:
                log.info("another process has noted the night of server %s", guild_id)
            row = await kept.night_of(self._store, guild_id, at)
        event_id, opened = (None, False) if row is None else (row.event_id, row.opened)
        return GameNight(guild_id, at, server.night_channel, event_id, opened)

    async def outdated(self, guild_id: int, at: datetime | None) -> list[int]:
        """The ids of the events on Discord for a server's future game nights at any other time than
        `at`; the stored nights at these times are deleted."""
        events = await kept.other_events(self._store, guild_id, at, self._now())
        await self._store.write(kept.nights_forgotten(guild_id, at))
        return events

    async def note_event(self, night: GameNight, event_id: int) -> bool:
        """Store which event on Discord announces a game night (0: this process is about to make the
        event); False when another process was first."""
        try:
            await self._store.write(
                kept.event_noted(night.guild_id, night.at, night.event_id, event_id)
            )
        except Conflict:
            return False
        return True

    async def to_call(self, night: GameNight) -> list[int]:
        """The members to mention now because a night is about to begin. They are stored as told, so
        that nobody is mentioned before the time, or twice."""
        left = night.at - self._now()
        if not timedelta() < left <= CALLED_BEFORE:
            return []
        key = f"n{night.guild_id:x}-{int(night.at.timestamp()):x}"
        return await self._notices.to_call(night.guild_id, GAME_NIGHT, key)

    async def favourites(self, guild_id: int) -> list[str]:
        """The games that a server plays most, among the installed ones; if none was played, the
        first installed game."""
        since = self._now() - LOOKED_BACK
        known = list(games.available())
        played = [
            each for each in await kept.favourites(self._store, guild_id, since) if each in known
        ]
        return (played or known[:1])[:FAVOURITES]

    async def open(self, night: GameNight) -> Sequence[Table]:
        """The tables that open for a game night, now that its hour has come, each only once. Empty
        before the hour, and more than an hour after it."""
        now = self._now()
        if night.opened or not night.at <= now < night.at + OPENS_FOR:
            return []
        opened = []
        for game in await self.favourites(night.guild_id):
            try:
                update = await self._tables.opening.create(
                    guild_id=night.guild_id,
                    channel_id=night.channel_id,
                    host=None,
                    game=game,
                    interaction_id=_key(night, game),
                )
            except OpenedElsewhere:
                log.info("a table of the night of server %s is open", night.guild_id)
            except (BadChoice, TooManyTables, WrongChannel) as refusal:
                log.info("server %s: %s", night.guild_id, type(refusal).__name__)
            else:
                opened.append(update.table)
        await self._store.write(kept.night_opened(night.guild_id, night.at))
        return opened


def _key(night: GameNight, game: str) -> int:
    """A number used in place of the id of the press that opens a game night's table: the same
    whichever process opens it. Negative, because Discord's ids are positive."""
    told = f"{night.guild_id} {night.at.timestamp():.0f} {game}".encode()
    return -int.from_bytes(sha256(told).digest()[:7])
