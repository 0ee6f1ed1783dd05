"""Boards, profiles and seasons: everything that follows from the finished games of a server."""

from __future__ import annotations

from collections import Counter, defaultdict
from collections.abc import Callable, Sequence
from dataclasses import replace
from datetime import datetime
from itertools import groupby
from typing import Any, Final

from sqlalchemy import Row

from bot.domain.errors import AlreadyAnnulled, NoSuchGame, NotSaved
from bot.domain.placing import Place
from bot.domain.ratings import START
from bot.domain.seasons import Season, SeasonKind, named, season_at
from bot.domain.standings import (
    Board,
    Booked,
    FinishedGame,
    GameProfile,
    Line,
    Moved,
    Podium,
    Point,
    Profile,
    Rebuilt,
    Rival,
    SeasonSettings,
    Sort,
)
from bot.store import Conflict, Store, StoreError, forgetting, profiles, recount, seasons
from bot.store import boards as questions
from bot.store.books import Ladder
from bot.store.rows import to_moment
from bot.tables.registry import asked

PODIUM: Final = 3
"""How many stand on a podium."""


class Boards:
    """Boards, profiles and seasons of every server.

    Takes the store and the clock to go by (aware UTC). Everything raises NotSaved when the database
    fails.
    """

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
        sort: Sort = Sort.RATING,
        deed: str = "",
        page: int = 0,
        size: int = 10,
        asker: int | None = None,
    ) -> Board:
        """A page of a server's board.

        `game` None: all games together, by wins where a rating is asked for; `season` None: of all
        time; `deed` is what a board with Sort.DEED goes by. A page past the last is the last.
        """
        sort = Sort.WINS if game is None and sort is Sort.RATING else sort
        members = questions.members(guild_id, game, season, deed)
        total = (await self._ask(questions.total(members, sort)))[0][0]
        pages = max(1, -(-total // size))
        page = min(max(page, 0), pages - 1)
        found = await self._ask(
            questions.page(questions.ranked(members, sort), page * size, size, asker)
        )
        lines = [questions.line(row, row.place) for row in found]
        own = next((line for line in lines if line.member_id == asker), None)
        if own is None and asker is not None:
            own = next(
                (
                    questions.line(row, None)
                    for row in await self._ask(questions.one(members, asker))
                ),
                None,
            )
        names = await self._names(
            guild_id, [line.member_id for line in (*lines, own) if line and line.member_id]
        )
        bots = await self._ask(questions.bots(guild_id, game, season, deed))
        return Board(
            game=game,
            season=season,
            sort=sort,
            deed=deed,
            page=page,
            pages=pages,
            total=total,
            lines=tuple(
                _renamed(line, names)
                for line in lines
                if line.place and 0 < line.place - page * size <= size
            ),
            own=_renamed(own, names) if own else None,
            own_hidden=own is not None and own.place is None and await self.is_hidden(asker or 0),
            bots=tuple(questions.bot_line(row, place) for place, row in enumerate(bots, 1)),
        )

    async def games(self, guild_id: int) -> list[str]:
        """The games that have been finished in a server, the most played first."""
        return [row.game for row in await self._ask(recount.played(guild_id))]

    async def seasons(self, guild_id: int) -> list[Season]:
        """The seasons in which a server has finished games, the newest first."""
        return [named(row.name) for row in await self._ask(seasons.names(guild_id))]

    async def current_season(self, guild_id: int) -> Season | None:
        """The season that a game belongs to which ends now; None when the server has none."""
        return season_at((await self.settings(guild_id)).kind, self._now())

    # Members

    async def profile(self, guild_id: int, member_id: int) -> Profile | None:
        """A member's numbers in a server; None when they have finished no game there."""
        standings = await self._ask(profiles.standings(guild_id, member_id))
        if not standings:
            return None
        deeds: dict[str, dict[tuple[str, int], int]] = defaultdict(dict)
        for row in await self._ask(profiles.deeds(guild_id, member_id)):
            deeds[row.game][row.name, row.degree] = row.times
        places: dict[str, Counter[Place]] = defaultdict(Counter)
        for row in await self._ask(profiles.places(guild_id, member_id)):
            place = Place.of(row.rank, row.last_rank, row.kind)
            places[row.game][place] += row.times
        return Profile(
            member_id=member_id,
            name=max(standings, key=lambda row: row.seen_at).name,
            hidden=await self.is_hidden(member_id),
            games=tuple(_game_profile(row, places[row.game], deeds[row.game]) for row in standings),
            made_fool=await self._rival(guild_id, member_id, made_fool=True),
            made_fool_by=await self._rival(guild_id, member_id, made_fool=False),
        )

    async def history(self, guild_id: int, member_id: int) -> dict[str, list[Point]]:
        """A member's all-time rating after each rated game, the oldest first, by the game's
        name."""
        points: dict[str, list[Point]] = defaultdict(list)
        for row in await self._ask(profiles.history(guild_id, member_id)):
            points[row.game].append(Point(to_moment(row.ended_at), row.figure))
        return dict(points)

    async def hide(self, member_id: int, hidden: bool) -> None:
        """Leaves a member out of all boards, or lists them again."""
        await asked(self._store.write(seasons.hide(member_id, wanted=hidden)))

    async def is_hidden(self, member_id: int) -> bool:
        """Whether a member is left out of boards."""
        return bool(await self._ask(seasons.hidden(member_id)))

    async def forget(self, member_id: int) -> None:
        """Makes a member's finished games anonymous, in all servers; nobody's numbers change by it.

        Tables where they sit are the session manager's business.
        """
        await asked(self._store.write(forgetting.member_forgotten(member_id)))

    # Finished games

    async def recent_games(self, guild_id: int, limit: int = 25) -> list[FinishedGame]:
        """The last finished games of a server, the newest first."""
        last = await self._ask(profiles.last_games(guild_id, limit))
        return await self._finished(guild_id, [(row.table_id, row.number) for row in last])

    async def booked(self, guild_id: int, table_id: str, number: int) -> Booked:
        """What a finished game counts for as the standings are now: an annulled game before it may
        have changed that. Of a game that is in no standings, nothing."""
        rows = await self._ask(profiles.booked(guild_id, table_id, number))
        return Booked(
            tuple(
                None
                if row.figure is None or row.member_id is None
                else Moved(START if row.before is None else row.before, row.figure)
                for row in rows
            ),
            annulled=any(row.annulled_by is not None for row in rows),
        )

    async def annul(self, guild_id: int, table_id: str, number: int, by: int) -> FinishedGame:
        """A moderator's word that a finished game doesn't count; what follows from it is reckoned
        anew.

        Raises NoSuchGame when no such game was finished in this server, AlreadyAnnulled.
        """
        game = await self._one_finished(guild_id, table_id, number)
        ladder, annulment = Ladder(guild_id, game.game), recount.Annulment(table_id, number, by)
        try:
            await asked(recount.recount(self._store, ladder, annulment))
        except NotSaved:
            # Somebody else may have annulled it at the same time.
            await self._one_finished(guild_id, table_id, number)
            raise
        return replace(game, annulled=True)

    async def rebuild(self, guild_id: int | None = None, game: str | None = None) -> Rebuilt:
        """Reckons all ratings and counts anew (of one server, of one game) and puts right those
        that differ."""
        return await asked(recount.rebuild(self._store, guild_id, game))

    async def count_the_rest(self) -> None:
        """Counts the finished games that are in no standings, since they are older than those."""
        for ladder in await asked(recount.uncounted(self._store)):
            await asked(recount.recount(self._store, ladder))

    # Seasons

    async def settings(self, guild_id: int) -> SeasonSettings:
        """How long a server's seasons are, and where their podiums are posted."""
        for row in await self._ask(seasons.settings_of(guild_id)):
            return SeasonSettings(SeasonKind(row.kind), row.podium_channel_id)
        return SeasonSettings()

    async def choose_seasons(self, guild_id: int, kind: SeasonKind) -> None:
        """Games that end from now on belong to seasons of that length; those before stay where they
        are."""
        channel, since = await self._podium_wish(guild_id)
        await asked(self._store.write(seasons.settings_chosen(guild_id, kind, channel, since)))

    async def choose_podium_channel(self, guild_id: int, channel_id: int | None) -> None:
        """Podiums of seasons that end from now on are posted there; None: nowhere."""
        kind = (await self.settings(guild_id)).kind
        channel, since = await self._podium_wish(guild_id)
        since = since if channel is not None else self._now()
        await asked(self._store.write(seasons.settings_chosen(guild_id, kind, channel_id, since)))

    async def due_podiums(self) -> list[Podium]:
        """The seasons that have ended and whose podium has not been posted, the first to end
        first."""
        podiums = []
        for row in await self._ask(seasons.ended(self._now())):
            games = {
                game: await self._first(row.guild_id, game, row.name)
                for game in await self.games(row.guild_id)
            }
            podiums.append(
                Podium(
                    guild_id=row.guild_id,
                    channel_id=row.podium_channel_id,
                    season=named(row.name),
                    games={game: lines for game, lines in games.items() if lines},
                    claimed=row.claimed_at is not None,
                )
            )
        return podiums

    async def claim_podium(self, guild_id: int, season: str) -> bool:
        """Whether the caller is the first who sets about posting that podium; nobody after them
        is."""
        try:
            await self._store.write(seasons.podium_claimed(guild_id, season, self._now()))
        except Conflict:
            return False
        except StoreError as error:
            raise NotSaved from error
        return True

    async def podium_posted(self, guild_id: int, season: str, message_id: int) -> None:
        """The podium stands in that message, and is never due again."""
        await asked(self._store.write(seasons.podium_posted(guild_id, season, message_id)))

    # How it is done

    async def _ask(self, question: Any) -> list[Row[Any]]:
        return await asked(self._store.rows(question))

    async def _names(self, guild_id: int, members: Sequence[int]) -> dict[int, str]:
        found = await self._ask(questions.names(guild_id, members)) if members else []
        return {row.member_id: row.name for row in found}

    async def _rival(self, guild_id: int, member_id: int, *, made_fool: bool) -> Rival | None:
        found = await self._ask(profiles.rivals(guild_id, member_id, made_fool=made_fool))
        names = await self._names(guild_id, [row.member_id for row in found])
        return next((Rival(row.member_id, names[row.member_id], row.times) for row in found), None)

    async def _first(self, guild_id: int, game: str, season: str) -> tuple[Line, ...]:
        board = await self.board(guild_id, game=game, season=season, size=PODIUM)
        return tuple(line for line in board.lines if line.figure is not None)

    async def _finished(
        self, guild_id: int, games: Sequence[tuple[str, int]]
    ) -> list[FinishedGame]:
        rows = await self._ask(profiles.seats_of(guild_id, games)) if games else []
        by_game = groupby(rows, key=lambda row: (row.table_id, row.number))
        return [_finished_game(list(seats)) for _, seats in by_game]

    async def _one_finished(self, guild_id: int, table_id: str, number: int) -> FinishedGame:
        for game in await self._finished(guild_id, [(table_id, number)]):
            if game.annulled:
                raise AlreadyAnnulled
            return game
        raise NoSuchGame

    async def _podium_wish(self, guild_id: int) -> tuple[int | None, datetime | None]:
        for row in await self._ask(seasons.settings_of(guild_id)):
            return row.podium_channel_id, None if row.podium_since is None else to_moment(
                row.podium_since
            )
        return None, None


def _renamed(line: Line, names: dict[int, str]) -> Line:
    return replace(line, name=names.get(line.member_id or 0, line.name))


def _game_profile(
    row: Row[Any], places: Counter[Place], deeds: dict[tuple[str, int], int]
) -> GameProfile:
    return GameProfile(
        game=row.game,
        figure=row.figure if row.rated else None,
        rated=row.rated,
        games=row.games,
        won=row.won,
        lost=row.lost,
        drawn=row.drawn,
        streak=row.streak,
        longest=row.longest,
        places=places,
        deeds=deeds,
    )


def _finished_game(seats: Sequence[Row[Any]]) -> FinishedGame:
    first = seats[0]
    return FinishedGame(
        table_id=first.table_id,
        number=first.number,
        game=first.game,
        ended_at=to_moment(first.ended_at),
        names=tuple(row.name for row in seats),
        ranks=tuple(row.rank for row in seats),
        kind=first.kind,
        annulled=first.annulled_by is not None,
    )
