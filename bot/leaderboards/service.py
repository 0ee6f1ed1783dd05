"""The service for leaderboards, profiles and seasons, which are all computed from the finished
games of a server."""

from __future__ import annotations

import asyncio
import logging
from collections.abc import Callable, Collection
from dataclasses import replace
from datetime import datetime
from typing import Final

from bot.core.errors import AlreadyAnnulled, NoFinishedGame
from bot.core.model import FinishedGame
from bot.core.statistics import BEST, goes_by_score
from bot.db import Conflict, StoreError
from bot.fair_play.model import LOOKED_BACK, Suspicion, suspicions
from bot.fair_play.store import finished as fair_play
from bot.history.store import finished as past
from bot.leaderboards.model import Board, Booked, Line, Podium, Point, Profile, SeasonSettings, Sort
from bot.leaderboards.seasons import Season, SeasonKind, season_at
from bot.leaderboards.store import boards, finished, forgetting, profiles, recount, seasons, titles
from bot.leaderboards.store.standings import Ladder
from bot.tables.store.tables import Store

log = logging.getLogger(__name__)

PODIUM: Final = 3
"""The number of places on a podium."""


class Boards:
    """Gives access to the leaderboards, profiles and seasons of all servers. Takes the database and
    the clock (aware UTC). Every method raises NotSaved when the database fails."""

    def __init__(self, store: Store, *, now: Callable[[], datetime]) -> None:
        self._store = store
        self._now = now

    # Boards

    async def board(
        self,
        guild_id: int,
        *,
        game: str | None,
        season: str | None = None,
        sort: str = Sort.RATING,
        deed: str = "",
        page: int = 0,
        size: int = 10,
        asker: int | None = None,
    ) -> Board:
        """Return a page of a server's leaderboard.

        `game` None means all games together, and `season` None means all time. `sort` is a Sort or
        the order of a statistic, and `deed` names the deed for Sort.DEED. With Sort.RATING, all
        games together are sorted by wins. A game (durak, say) that has scores instead of ratings is
        then sorted by the best score.

        `page` counts from 0. For a page after the last one, the last page is returned. `asker` is
        the id of a member whose own line is added."""
        if sort == Sort.RATING:
            sort = Sort.WINS if game is None else BEST.order if goes_by_score(game) else sort
        which = boards.Which(guild_id, game, season, sort, deed)
        return await boards.board(self._store, which, page, size, asker)

    async def games(self, guild_id: int) -> list[str]:
        """Return the names of the games (durak, say) that have been finished in a server. The game
        that was finished most often comes first."""
        return await finished.games_played(self._store, guild_id)

    async def seasons(self, guild_id: int) -> list[Season]:
        """Return the seasons in which a server has finished games. The newest season comes
        first."""
        return await seasons.of_server(self._store, guild_id)

    async def current_season(self, guild_id: int) -> Season | None:
        """Return the season of the games that end now. Return None when the server has no
        seasons."""
        return season_at((await self.settings(guild_id)).kind, self._now())

    # Members

    async def profile(
        self, guild_id: int, member_id: int, fools: Collection[str] | None = None
    ) -> Profile | None:
        """Return a member's profile in a server, or None when they have finished no game there.
        Only the games named in `fools` are counted for `made_fool` and `made_fool_by` (None: all
        games). They are the games in which the loser is called the fool."""
        return await profiles.profile(self._store, guild_id, member_id, fools)

    async def history(self, guild_id: int, member_id: int) -> dict[str, list[Point]]:
        """Return a member's all-time rating after each of their rated games in a server. The keys
        are the games' names, and the ratings are in the order in which the games ended."""
        return await profiles.history(self._store, guild_id, member_id)

    async def hide(self, member_id: int, hidden: bool) -> None:
        """With `hidden` True, leave a member out of all leaderboards from now on. With False, list
        them again."""
        await self._store.write(seasons.hide(member_id, wanted=hidden))

    async def is_hidden(self, member_id: int) -> bool:
        """Return whether a member is left out of all leaderboards."""
        return await seasons.is_hidden(self._store, member_id)

    async def forget(self, member_id: int) -> None:
        """Make a member's finished games anonymous on all servers. The statistics of other players
        don't change. Tables at which the member still sits are not changed here, but by the session
        manager (bot.tables)."""
        await self._store.write(forgetting.member_forgotten(member_id))

    # Finished games

    async def recent_games(self, guild_id: int, limit: int = 25) -> list[FinishedGame]:
        """Return at most `limit` finished games of a server. The game that ended last is first."""
        return await past.finished_games(self._store, guild_id, first=0, count=limit)

    async def booked(self, guild_id: int, table_id: str, number: int) -> Booked:
        """Return the effects of a finished game on ratings and series. The effects are computed
        from the present results, so the effects can change when an earlier game is annulled. In a
        game that doesn't count, no rating changes."""
        return await finished.booked(self._store, guild_id, table_id, number)

    async def annul(self, guild_id: int, table_id: str, number: int, by: int) -> FinishedGame:
        """Annul the finished game `number` of a table, and count the server's results of this kind
        of game again. Return the annulled game. `by` is the moderator's id. Raises NoFinishedGame
        when the server has no finished game `number` of this table, and AlreadyAnnulled."""
        game = await self._one_finished(guild_id, table_id, number)
        ladder, annulment = Ladder(guild_id, game.game), recount.Annulment(table_id, number, by)
        try:
            await recount.recount(self._store, ladder, annulment)
        except StoreError:
            # Somebody else may have annulled it at the same time.
            await self._one_finished(guild_id, table_id, number)
            raise
        return replace(game, annulled=True)

    async def count_the_rest(self) -> None:
        """Count the finished games that have not been counted yet. If the fixed ratings of bot
        players have changed, count all games of that kind again, in each server.

        If the database fails, that is logged, and the next kind of game or the next server follows.
        The numbers stored for the kind and server that failed stay unchanged."""
        for ladder in await recount.uncounted(self._store):
            try:
                await recount.recount(self._store, ladder)
            except StoreError:
                log.warning("%s in server %s is not counted anew", ladder.game, ladder.guild_id)

    async def suspicions(self, guild_id: int) -> list[Suspicion]:
        """Return the unusual patterns in the results of pairs of a server's members. Only rated
        games that ended within the time `LOOKED_BACK` until now are examined. The pattern that
        occurred in the most games comes first."""
        since = self._now() - LOOKED_BACK
        rated = await fair_play.rated(self._store, guild_id, since)
        return await asyncio.to_thread(suspicions, rated)

    async def finished_game(self, guild_id: int, table_id: str, number: int) -> FinishedGame:
        """Return the finished game `number` of a table. Raises NoFinishedGame when the server has
        no such game, for example because it is still going on."""
        game = await past.finished_game(self._store, guild_id, table_id, number)
        if game is None:
            raise NoFinishedGame
        return game

    # Seasons

    async def settings(self, guild_id: int) -> SeasonSettings:
        """Return how long a server's seasons are, and where the podiums of ended seasons are
        posted."""
        return await seasons.settings(self._store, guild_id)

    async def choose_seasons(self, guild_id: int, kind: SeasonKind) -> None:
        """Choose the length of seasons for games that end from now on. Earlier games keep their
        season."""
        chosen = replace(await self.settings(guild_id), kind=kind)
        await self._store.write(
            [
                *seasons.settings_chosen(guild_id, chosen),
                *titles.restarted(guild_id, self._now()),
            ]
        )

    async def choose_podium_channel(self, guild_id: int, channel_id: int | None) -> None:
        """Choose the channel where podiums are posted (None: they are not posted). If the server
        had no such channel before, only the podiums of seasons that end from now on are posted."""
        old = await self.settings(guild_id)
        since = self._now() if old.podium_channel_id is None else old.podium_since
        chosen = replace(old, podium_channel_id=channel_id, podium_since=since)
        await self._store.write(seasons.settings_chosen(guild_id, chosen))

    async def due_podiums(self) -> list[Podium]:
        """Return the ended seasons whose podium (the first three members) must still be posted. The
        season that ended first comes first."""
        due = await seasons.due_podiums(self._store, self._now())
        return [replace(podium, games=await self._first_of(podium)) for podium in due]

    async def claim_podium(self, guild_id: int, season: str) -> bool:
        """Reserve the podium of a season for this process to post. Return False when another
        process has reserved it."""
        try:
            await self._store.write(seasons.podium_claimed(guild_id, season, self._now()))
        except Conflict:
            return False
        return True

    async def podium_posted(self, guild_id: int, season: str, message_id: int) -> None:
        """Store the id of the message that shows the podium of a season, so that it is not posted
        again."""
        await self._store.write(seasons.podium_posted(guild_id, season, message_id))

    # How it is done

    async def _first_of(self, podium: Podium) -> dict[str, tuple[Line, ...]]:
        """Return the first three members of the podium's season in each game (durak, say). The keys
        are the games' names. Games in which nobody was rated are left out."""
        first = {}
        for game in await self.games(podium.guild_id):
            board = await self.board(
                podium.guild_id, game=game, season=podium.season.name, size=PODIUM
            )
            first[game] = tuple(line for line in board.lines if line.figure is not None)
        return {game: lines for game, lines in first.items() if lines}

    async def _one_finished(self, guild_id: int, table_id: str, number: int) -> FinishedGame:
        game = await self.finished_game(guild_id, table_id, number)
        if game.annulled:
            raise AlreadyAnnulled
        return game
