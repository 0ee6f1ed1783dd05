"""The service for evenings (groups of games played without a long pause). It finds the evening to
which a game belongs. It also finds the evenings that are over and whose summary must still be
posted."""

from __future__ import annotations

import asyncio
import json
import logging
from collections.abc import Callable, Sequence
from dataclasses import replace
from datetime import datetime, timedelta
from enum import Enum
from typing import Final
from zoneinfo import ZoneInfo

from bot.analysis import store as analyses
from bot.core.errors import NoFinishedGame
from bot.db import Conflict
from bot.db.database import Database
from bot.evenings import store as kept
from bot.evenings.model import LEAST_GAMES, Evening, PlayedGame, QuietEvening, day_of, evenings
from bot.preferences.service import Preferred
from games.analysis import from_json

log = logging.getLogger(__name__)

STALE: Final = timedelta(hours=12)
"""How long after the end of an evening its summary can still be posted. If the bot did not run in
all this time, the evening gets no summary."""
POSTED_WITHIN: Final = timedelta(minutes=5)
"""How long a process has to post a summary, before another process may try."""


class Claim(Enum):
    """How a process must post the summary of an evening. FIRST means that no process has tried to
    post it. AGAIN means that another attempt might have worked, so the process must first look for
    the message in the channel."""

    FIRST = "first"
    AGAIN = "again"


class Evenings:
    """Finds the evenings of all servers. Takes the database, the servers' preferences, and the
    clock (aware UTC). Every method raises NotSaved when the database fails."""

    def __init__(
        self, store: Database, preferences: Preferred, now: Callable[[], datetime]
    ) -> None:
        self._store = store
        self._preferences = preferences
        self._now = now

    async def zone(self, guild_id: int) -> ZoneInfo:
        """Return the time zone of a server."""
        return ZoneInfo((await self._preferences.server(guild_id)).time_zone)

    async def of_game(self, guild_id: int, table_id: str, number: int) -> Evening:
        """Return the evening that contains game `number` of a table. Raises NoFinishedGame when the
        server has no finished game `number` of this table, and QuietEvening when the game belongs
        to no evening."""
        ended = await kept.ended_at(self._store, guild_id, table_id, number)
        if ended is None:
            raise NoFinishedGame
        for evening in await self._around(guild_id, ended):
            if any((each.table_id, each.number) == (table_id, number) for each in evening.games):
                return evening
        raise QuietEvening(least=LEAST_GAMES)

    async def with_chances(self, evening: Evening) -> Evening:
        """Return the evening with the analyses of its games. In each game with a stored analysis,
        `chance` and `chance_of` are filled in (see PlayedGame)."""
        found = await analyses.of_games(
            self._store, [(game.table_id, game.number) for game in evening.games]
        )
        return await asyncio.to_thread(_judged, evening, found)

    async def due(self) -> list[int]:
        """Return the ids of the servers that might have an evening whose summary must be posted."""
        return await kept.lately(self._store, self._now() - STALE)

    async def over(self, guild_id: int) -> Evening | None:
        """Return a server's newest evening that is over and worth showing, if its summary must
        still be posted. Return None when there is no such evening, or when the server wants no
        summaries."""
        if not (await self._preferences.server(guild_id)).evenings:
            return None
        now, zone = self._now(), await self.zone(guild_id)
        running = await kept.running(self._store, guild_id)
        told = await kept.told(self._store, guild_id)
        for evening in reversed(await self._around(guild_id, now)):
            if evening.is_over(running, now, zone) and evening.is_worth_showing:
                is_due = _claimed(evening, told, now) and now - evening.ended <= STALE
                return evening if is_due else None
        return None

    async def claim(self, guild_id: int, evening: Evening) -> Claim | None:
        """Reserve the summary of an evening for this process, which must then post it and call
        `posted`. Return how to post it. Return None when there is nothing to post, or when another
        process is posting it.

        If the process never calls `posted`, another process may try again some minutes later."""
        before, now = await kept.told(self._store, guild_id), self._now()
        claim = _claimed(evening, before, now)
        if claim is None:
            return None
        try:
            await self._store.write(kept.claimed(guild_id, before, kept.Told(evening.ended, now)))
        except Conflict:
            log.info("another process tells server %s of its evening", guild_id)
            return None
        return claim

    async def posted(self, guild_id: int, evening: Evening) -> None:
        """Store that the summary of an evening is posted in a server, or that none needs to be
        posted."""
        await self._store.write(kept.posted(guild_id, evening.ended))

    async def _around(self, guild_id: int, moment: datetime) -> list[Evening]:
        """Return the server's evenings of two days: the day that `moment` belongs to, and the day
        before. They are in the order of time."""
        zone = await self.zone(guild_id)
        first, end = day_of(moment, zone)
        before, _ = day_of(first - timedelta(hours=1), zone)
        found = await kept.finished(self._store, guild_id, before, end)
        days = (
            [game for game in found if game.ended < first],
            [game for game in found if game.ended >= first],
        )
        return [evening for games in days for evening in evenings(games)]


def _claimed(evening: Evening, told: kept.Told | None, now: datetime) -> Claim | None:
    """Return how this process may post the summary of an evening at the time `now`. Return None
    when the summary was posted, or when another process is about to post it. `told` is the stored
    state.

    An evening is new if its first game ended after the end of the last evening whose summary was
    begun. (Around the change of the day, the first game might have begun before the previous
    evening was over. But it always ended after the previous evening.)"""
    if told is None or evening.games[0].ended > told.until:
        return Claim.FIRST
    if evening.ended != told.until or told.posting_since is None:
        return None
    return Claim.AGAIN if now - told.posting_since >= POSTED_WITHIN else None


def _judged(evening: Evening, found: dict[kept.Which, str]) -> Evening:
    return Evening(
        tuple(_with_chance(game, found.get((game.table_id, game.number))) for game in evening.games)
    )


def _with_chance(game: PlayedGame, analysis: str | None) -> PlayedGame:
    """Return the game with `chance` and `chance_of` from its analysis (JSON text). `chance` is the
    lowest chance to win that a winner had after one of their own moves. `chance_of` is the seat of
    this winner. Return the game unchanged if there is no analysis, if the analysis can't be read,
    or if it has no move of a winner."""
    if analysis is None:
        return game
    try:
        found = from_json(json.loads(analysis))
    except (ValueError, LookupError, TypeError) as error:
        log.error("An analysis can't be read: %s", type(error).__name__)
        return game
    winners = _winners(game)
    chances = (
        [(each.known.after, each.seat) for each in found.decisions if each.seat in winners]
        if found is not None
        else []
    )
    if not chances:
        return game
    chance, seat = min(chances)
    return replace(game, chance=max(0, chance), chance_of=seat)


def _winners(game: PlayedGame) -> Sequence[int]:
    """Return the seats of the members who have won the game."""
    return [
        number
        for number, seat in enumerate(game.result.seats)
        if seat.player.member_id and game.result.won_by(seat)
    ]
