"""The two ways to play the fixtures of a tournament: at tables, or as duplicates. Each way opens
the games, ends the games that are no longer needed, and says how the games stand."""

from __future__ import annotations

from collections.abc import Iterable
from contextlib import suppress
from datetime import timedelta
from typing import Final, Protocol

from bot.core.errors import WrongPhase
from bot.core.model import FORGOTTEN
from bot.tables.manager import Tables
from bot.tables.store.tables import Store
from bot.today.duplicate import Duplicate, Progress
from bot.today.duplicates import Duplicates
from bot.tournaments.fixtures import End
from bot.tournaments.model import Fixture, Tournament
from bot.tournaments.sittings import bots_of, end_of, is_seated_for, members_of, sittings, turned
from bot.tournaments.store import tournaments as kept
from games.sentences import marked

ENDED: Final = marked("The tournament goes on without this game.")


class Ground(Protocol):
    """A way to play the games of a tournament: at tables (`AtTables`) or as duplicates
    (`InDuplicates`). It opens and ends the games, and says how they stand. Methods raise NotSaved
    when the database fails."""

    async def ends(
        self, tournament: Tournament, fixtures: Iterable[Fixture]
    ) -> dict[Fixture, list[End]]:
        """Return a dict from each of these fixtures to a list that says how its games stand. The
        list has one entry for each game opened so far."""

    async def settle(self, tournament: Tournament) -> None:
        """Open the tournament's games that are due, and end its games that aren't needed any
        more."""


class AtTables:
    """Plays the games of a tournament at tables. Methods raise NotSaved when the database fails."""

    def __init__(self, store: Store, tables: Tables) -> None:
        self._store = store
        self._tables = tables

    async def ends(
        self, tournament: Tournament, fixtures: Iterable[Fixture]
    ) -> dict[Fixture, list[End]]:
        """Return a dict from each of these fixtures to a list that says how its games stand. The
        list has one entry for each table opened so far."""
        ids = {each: sittings(tournament.id, each) for each in fixtures}
        every = [table_id for some in ids.values() for table_id in some]
        rows = await kept.tables(self._store, every)
        ends = await kept.ends(self._store, every)
        return {
            fixture: [
                end_of(game, rows.get(table_id), ends.get(table_id, ()))
                for game, table_id in enumerate(own, 1)
            ]
            for fixture, own in ids.items()
        }

    async def settle(self, tournament: Tournament) -> None:
        """Open the tournament's tables that are due, and close its tables that aren't needed any
        more. A table isn't needed when its fixture was decided in another way, or its players were
        replaced."""
        due = {sittings(tournament.id, each)[-1]: each for each in tournament.under_way}
        known = await kept.tables(self._store, list(due))
        for table_id, fixture in due.items():
            if table_id not in known:
                await self._open(tournament, fixture, table_id)
        for row in await kept.open_tables(self._store, tournament):
            wanted = due.get(row.id)
            if wanted is not None:
                members = members_of(wanted, tournament.seeded, wanted.games)
                if is_seated_for(row, members):
                    continue
            # It may have ended meanwhile.
            with suppress(WrongPhase):
                await self._tables.close(row.id, FORGOTTEN, moderator=True, reason=ENDED)

    async def _open(self, tournament: Tournament, fixture: Fixture, table_id: str) -> None:
        rules = tournament.rules
        await self._tables.opening.summon(
            table_id,
            guild_id=tournament.guild_id,
            channel_id=tournament.channel_id,
            members=members_of(fixture, tournament.seeded, fixture.games),
            game=rules.game,
            preset=rules.preset,
            house=rules.house,
            options=rules.options,
            speed=rules.speed,
            come_within=rules.come_within,
            bots=bots_of(fixture, table_id, rules.game),
        )


class InDuplicates:
    """Plays the games of a tournament as duplicates. Each duplicate has deals of its own, so that
    knowing the deals of one pair doesn't help another pair. Methods raise NotSaved when the
    database fails."""

    def __init__(self, duplicates: Duplicates) -> None:
        self._duplicates = duplicates

    async def ends(
        self, tournament: Tournament, fixtures: Iterable[Fixture]
    ) -> dict[Fixture, list[End]]:
        """Return a dict from each of these fixtures to a list that says how its games stand. The
        list has one entry for each duplicate begun so far."""
        ids = {each: sittings(tournament.id, each) for each in fixtures}
        known = await self._duplicates.at_sittings([one for own in ids.values() for one in own])
        return {
            fixture: [await self._end(game, known.get(each)) for game, each in enumerate(own, 1)]
            for fixture, own in ids.items()
        }

    async def _end(self, game: int, duplicate: Duplicate | None) -> End:
        if duplicate is None or not duplicate.over:
            return End.OPEN
        if duplicate.broken_off:
            return End.VOID
        return turned(game, end_by_totals(await self._duplicates.progress(duplicate)))

    async def settle(self, tournament: Tournament) -> None:
        """Begin the tournament's duplicates that are due, and break off its duplicates that aren't
        needed any more. A duplicate isn't needed when its fixture was decided in another way, or
        its players were replaced."""
        due = {sittings(tournament.id, each)[-1]: each for each in tournament.under_way}
        known = await self._duplicates.at_sittings(list(due))
        for sitting, fixture in due.items():
            if sitting not in known:
                first, second = members_of(fixture, tournament.seeded, fixture.games)
                await self._duplicates.begin(
                    guild_id=tournament.guild_id,
                    channel_id=tournament.channel_id,
                    game=tournament.rules.game,
                    first=first,
                    second=second,
                    lasts=timedelta(minutes=tournament.rules.minutes),
                    sitting=sitting,
                )
        for each in await self._duplicates.of_tournament(tournament.id):
            wanted = due.get(each.sitting)
            if wanted is None or not _is_for(each, tournament, wanted):
                await self._duplicates.break_off(each)


def _is_for(duplicate: Duplicate, tournament: Tournament, fixture: Fixture) -> bool:
    """Return whether the duplicate's two players are those who should play the last game of this
    fixture, in the same order."""
    wanted = members_of(fixture, tournament.seeded, fixture.games)
    return [each.id for each in duplicate.members] == [each.id for each in wanted]


def end_by_totals(progress: Progress) -> End:
    """Return how a duplicate ended, by comparing the sums of points of its players. A player who
    hasn't finished any deal counts as absent."""
    match [progress.finished(who.id) > 0 for who in progress.duplicate.members]:
        case [True, False]:
            return End.ONLY_HOME
        case [False, True]:
            return End.ONLY_AWAY
        case [False, False]:
            return End.NEITHER
    first, second = progress.duplicate.points or (0, 0)
    if first == second:
        return End.DRAW
    return End.HOME if first > second else End.AWAY
