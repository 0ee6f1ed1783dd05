"""How a tournament goes on automatically, from the results of games to the next round."""

from __future__ import annotations

from collections.abc import Callable
from dataclasses import replace
from datetime import datetime

from bot.tournaments import arena
from bot.tournaments.fixtures import step
from bot.tournaments.grounds import Ground
from bot.tournaments.model import Fixture, Manner, Tournament, TournamentStage
from bot.tournaments.pairing import left_verdict, next_round


class Course:
    """Computes what is due in a tournament. Methods raise NotSaved when the database fails."""

    def __init__(self, ground: Callable[[Tournament], Ground], now: Callable[[], datetime]) -> None:
        self._ground = ground
        self._now = now

    async def advanced(self, tournament: Tournament) -> Tournament:
        """Return the tournament after everything that is due in it. The results of its games are
        entered. When all fixtures of a round are decided, the next round begins, or the tournament
        is over. An arena has no rounds: as long as its time isn't up, new games begin for entrants
        who are present and not playing. If nothing is due, the result equals `tournament`."""
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
        """Return an arena after new results. `before` is the arena without the new results, and
        `now` is the arena with them. Entrants who did not come to their table are marked as gone.
        New games begin for entrants who are present and not playing. When the arena's time is up,
        no new games begin, and the arena is over when its last game has ended."""
        news = set(now.fixtures) - set(before.fixtures)
        missing = {seed for fixture in news for seed in arena.absent(fixture)}
        entrants = tuple(
            replace(each, gone=True) if each.seed in missing else each for each in now.entrants
        )
        now = replace(now, entrants=entrants)
        if not now.time_is_up(self._now()):
            return replace(now, fixtures=(*now.fixtures, *arena.next_fixtures(now)))
        return now if now.waiting else replace(now, stage=TournamentStage.OVER)

    async def _stepped(self, tournament: Tournament) -> tuple[Fixture, ...]:
        """Return all fixtures of the tournament. Fixtures that were undecided get the results of
        their games so far. If an entrant of such a fixture has left the tournament for good, the
        fixture is decided by this alone."""
        ends = await self._ground(tournament).ends(tournament, tournament.waiting)

        def after(fixture: Fixture) -> Fixture:
            if fixture not in ends:
                return fixture
            left = left_verdict(
                tournament.is_out(fixture.home),
                fixture.away is not None and tournament.is_out(fixture.away),
            )
            if left is not None:
                return replace(fixture, verdict=left, manner=Manner.LEFT)
            return step(tournament.rules, fixture, ends[fixture]).fixture

        return tuple(map(after, tournament.fixtures))
