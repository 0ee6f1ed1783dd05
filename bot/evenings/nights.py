"""Game nights. A server's game night is a weekly time for playing. It is announced by an event on
Discord and by a message, and the tables for it open by themselves."""

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
"""How long before a game night the bot mentions the members who asked for notices of game
nights."""
OPENS_FOR: Final = timedelta(hours=1)
"""How long after the beginning of a game night its tables are still opened, if the bot didn't run
before."""
LASTS: Final = timedelta(hours=4)
"""The duration that the event on Discord announces."""
FAVOURITES: Final = 3
"""The most tables of a game night. Each of them is for another game."""
LOOKED_BACK: Final = timedelta(days=90)
"""The span of past games from which a server's favourite games are found."""


@dataclass(frozen=True, slots=True)
class GameNight:
    """One game night of a server. `at` is the time when the game night begins (aware UTC).
    `event_id` is the id of the event on Discord that announces it. It is None while there is no
    event, and 0 while a process is about to make the event. `opened` is true when the tables have
    been opened."""

    guild_id: int
    at: datetime
    channel_id: int
    event_id: int | None
    opened: bool


def next_night(server: ServerSettings, now: datetime) -> datetime | None:
    """Return the time when a server's next game night begins (aware UTC). A game night that began
    less than `OPENS_FOR` ago still counts as the next one. Return None for a server without game
    nights.

    A game night begins at the same hour of the server's clock in summer and in winter. When the
    change to summer time skips that hour, the game night begins one hour later."""
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
    """Finds the game nights of all servers, and opens their tables. Takes the database, the tables,
    the notices (which know which members to mention), and the clock (aware UTC). Every method
    raises NotSaved when the database fails."""

    def __init__(
        self, store: Database, tables: Tables, notices: Notices, now: Callable[[], datetime]
    ) -> None:
        self._store = store
        self._tables = tables
        self._notices = notices
        self._now = now

    async def wanted(self) -> dict[int, ServerSettings]:
        """Return the settings of all servers that have game nights. The keys are the servers' ids.
        One query reads the settings of all servers."""
        found = await kept.with_nights(self._store)
        return {guild_id: server_from(text) for guild_id, text in found}

    async def next(self, guild_id: int, server: ServerSettings) -> GameNight | None:
        """Return a server's next game night, or the one that has just begun. It is stored first if
        it isn't stored yet. Return None for a server without game nights."""
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
        """Delete the stored game nights of a server, except the one at the time `at` (None: delete
        all). If a deleted game night is in the future, its event on Discord must be deleted too.
        Return the ids of these events."""
        events = await kept.other_events(self._store, guild_id, at, self._now())
        await self._store.write(kept.nights_forgotten(guild_id, at))
        return events

    async def note_event(self, night: GameNight, event_id: int) -> bool:
        """Store the id of the event on Discord that announces a game night. The id 0 means that
        this process is about to make the event. Return False, and store nothing, when another
        process was first."""
        try:
            await self._store.write(
                kept.event_noted(night.guild_id, night.at, night.event_id, event_id)
            )
        except Conflict:
            return False
        return True

    async def to_call(self, night: GameNight) -> list[int]:
        """Return the ids of the members to mention now, and store that they were mentioned, so that
        nobody is mentioned twice. The list is empty unless the game night is about to begin."""
        left = night.at - self._now()
        if not timedelta() < left <= CALLED_BEFORE:
            return []
        key = f"n{night.guild_id:x}-{int(night.at.timestamp()):x}"
        return await self._notices.to_call(night.guild_id, GAME_NIGHT, key)

    async def favourites(self, guild_id: int) -> list[str]:
        """Return the names of the installed games that were played most often in a server during
        the last `LOOKED_BACK`. These are at most `FAVOURITES` names. If none was played, return the
        name of the first installed game."""
        since = self._now() - LOOKED_BACK
        known = list(games.available())
        played = [
            each for each in await kept.favourites(self._store, guild_id, since) if each in known
        ]
        return (played or known[:1])[:FAVOURITES]

    async def open(self, night: GameNight) -> Sequence[Table]:
        """Open the tables of a game night, and return the tables that this process has opened. Do
        nothing before the night begins, when `OPENS_FOR` has passed since it began, or when the
        tables are open already."""
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
    """Return a number that stands for the id of a press, in order to open a game night's table.
    Nobody presses anything to open a game night's table. Every process computes the same number, so
    the table is opened only once. The number is negative, because Discord's ids are positive."""
    told = f"{night.guild_id} {night.at.timestamp():.0f} {game}".encode()
    return -int.from_bytes(sha256(told).digest()[:7])
