"""The course of a tournament: from the ends of its tables to the next round, and its tables."""

from __future__ import annotations

from collections.abc import Callable
from contextlib import suppress
from dataclasses import replace
from datetime import datetime
from typing import Final

from bot.core.errors import WrongPhase
from bot.core.model import FORGOTTEN
from bot.tables.manager import Tables
from bot.tables.store.tables import Store
from bot.tournaments import arena
from bot.tournaments.fixtures import step
from bot.tournaments.model import Fixture, Manner, Tournament, TournamentStage
from bot.tournaments.pairing import left_verdict, next_round
from bot.tournaments.sittings import OPEN, bots_of, end_of, is_seated_for, members_of, sittings
from bot.tournaments.store import tournaments as kept
from games.sentences import marked

ENDED: Final = marked("The tournament goes on without this game.")


class Course:
    """Computes what is due in a tournament, and opens and closes its tables. Raises NotSaved."""

    def __init__(self, store: Store, tables: Tables, now: Callable[[], datetime]) -> None:
        self._store = store
        self._tables = tables
        self._now = now

    async def advanced(self, tournament: Tournament) -> Tournament:
        """The tournament after all that has happened at its tables: results are noted, and the next
        round begins, or it is over. The same one if nothing has."""
        if tournament.stage is not TournamentStage.PLAYING:
            return tournament
        fixtures = await self._stepped(tournament)
        now = replace(tournament, fixtures=fixtures)
        if now.rules.is_arena:
            return self._arena(tournament, now)
        if now.waiting:
            return now
        following = next_round(now)
        if not following:
            return replace(now, stage=TournamentStage.OVER)
        return replace(now, fixtures=(*fixtures, *following))

    def _arena(self, before: Tournament, now: Tournament) -> Tournament:
        """An arena after these results: who didn't come is gone, whoever is free plays again; when
        its time is over, what is played is played to the end."""
        news = set(now.fixtures) - set(before.fixtures)
        missing = {seed for fixture in news for seed in arena.absent(fixture)}
        entrants = tuple(
            replace(each, gone=True) if each.seed in missing else each for each in now.entrants
        )
        now = replace(now, entrants=entrants)
        if now.ends_at is not None and self._now() < now.ends_at:
            return replace(now, fixtures=(*now.fixtures, *arena.next_fixtures(now)))
        return now if now.waiting else replace(now, stage=TournamentStage.OVER)

    async def _stepped(self, tournament: Tournament) -> tuple[Fixture, ...]:
        """The fixtures, those that are being played by the ends of their tables."""
        waiting = tournament.waiting
        # In an arena several rounds are played at one time.
        ids = {(each.round, each.board): sittings(tournament.id, each) for each in waiting}
        every = [table_id for some in ids.values() for table_id in some]
        rows = await kept.tables(self._store, every)
        ends = await kept.ends(self._store, every)

        def after(fixture: Fixture) -> Fixture:
            if fixture not in waiting:
                return fixture
            left = left_verdict(
                tournament.is_out(fixture.home),
                fixture.away is not None and tournament.is_out(fixture.away),
            )
            if left is not None:
                return replace(fixture, verdict=left, manner=Manner.LEFT)
            played = [
                end_of(game, rows.get(table_id), ends.get(table_id, ()))
                for game, table_id in enumerate(ids[fixture.round, fixture.board], 1)
            ]
            return step(tournament.rules, fixture, played).fixture

        return tuple(map(after, tournament.fixtures))

    async def settle_tables(self, tournament: Tournament) -> None:
        """Open the tables of this round that are not open yet, and close those that are not needed:
        of games that were decided otherwise, or whose players have changed."""
        since = max(tournament.round - 1, 1) if tournament.stage is TournamentStage.PLAYING else 1
        last = {
            sittings(tournament.id, each)[-1]: each
            for each in tournament.fixtures
            if each.round >= since and each.games
        }
        rows = await kept.tables(self._store, list(last))
        for table_id, fixture in last.items():
            row = rows.get(table_id)
            wanted = tournament.stage is TournamentStage.PLAYING and fixture.verdict is None
            members = members_of(fixture, tournament.seeded, fixture.games)
            if row is None and wanted:
                await self._tables.opening.summon(
                    table_id,
                    guild_id=tournament.guild_id,
                    channel_id=tournament.channel_id,
                    members=members,
                    game=tournament.rules.game,
                    preset=tournament.rules.preset,
                    house=tournament.rules.house,
                    options=tournament.rules.options,
                    speed=tournament.rules.speed,
                    come_within=tournament.rules.come_within,
                    bots=bots_of(fixture, table_id, tournament.rules.game),
                )
            elif (
                row is not None
                and row.phase in OPEN
                and not (wanted and is_seated_for(row, members))
            ):
                # It may have ended meanwhile.
                with suppress(WrongPhase):
                    await self._tables.close(table_id, FORGOTTEN, moderator=True, reason=ENDED)
