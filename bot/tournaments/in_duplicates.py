"""Fixtures played as duplicates: how they ended, which to begin, and which to break off."""

from __future__ import annotations

from collections.abc import Iterable
from datetime import timedelta

from bot.today.duplicate import Duplicate, Progress
from bot.today.duplicates import Duplicates
from bot.tournaments.fixtures import End
from bot.tournaments.model import Fixture, Tournament
from bot.tournaments.sittings import members_of, sittings, turned


class InDuplicates:
    """The duplicates of tournaments. Each has its own two deals, so that knowing one pair's deals
    doesn't help with another's. Raises NotSaved."""

    def __init__(self, duplicates: Duplicates) -> None:
        self._duplicates = duplicates

    async def ends(
        self, tournament: Tournament, fixtures: Iterable[Fixture]
    ) -> dict[Fixture, list[End]]:
        """The state of the duplicates of these fixtures, one for each begun so far."""
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
        return turned(game, end_of(await self._duplicates.progress(duplicate)))

    async def settle(self, tournament: Tournament) -> None:
        """Begin the duplicates that are due, and break off those that aren't needed: their matches
        were decided in another way, or their players have changed."""
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
    """Whether the duplicate's two players are those who are to play this fixture's last game."""
    wanted = members_of(fixture, tournament.seeded, fixture.games)
    return [each.id for each in duplicate.members] == [each.id for each in wanted]


def end_of(progress: Progress) -> End:
    """The end of a duplicate that is over, by its totals; a player who hasn't finished a deal
    counts as absent."""
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
