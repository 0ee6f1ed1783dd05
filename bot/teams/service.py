"""Team matches. Members form two teams, play at two tables, and the teams' results are compared.

Only the moves in the games and the members' decisions (to join, leave, call off or resign) are
stored. Who sits where, whose turn it is and the ratings are computed from the stored data."""

from __future__ import annotations

import logging
from collections.abc import Awaitable, Callable, Collection, Iterable, Sequence
from contextlib import suppress
from dataclasses import replace
from datetime import datetime
from itertools import chain

import games
from bot.core.errors import NotSaved
from bot.core.fairness import SECRET_LENGTH
from bot.core.model import Person
from bot.core.shards import ALL, Shards
from bot.db import Conflict
from bot.db.database import Database
from bot.db.writer import Statement
from bot.teams import decisions
from bot.teams import store as kept
from bot.teams.deals import (
    TeamRated,
    TeamSitting,
    current,
    dealt_for,
    decided,
    last_rating,
    points_of,
    replayed,
    seated_for,
    sitting_of,
    team_ratings,
    winner_of,
)
from bot.teams.model import (
    LASTS,
    TABLES,
    MatchOver,
    MatchStage,
    NotInMatch,
    OthersMoved,
    Player,
    TeamGame,
    TeamMatch,
)
from bot.today.contests import TRIES, Contests
from bot.today.service import Today
from bot.today.store import deals
from games.core import Move
from games.errors import GameError
from games.players import VERSION
from games.record import Step

log = logging.getLogger(__name__)

Change = Callable[[TeamMatch], TeamMatch]


class TeamMatches(Contests[TeamMatch]):
    """The service for the team matches of all servers. `listeners` are called after every change of
    a match's members, every move, and the end. Methods raise NotSaved when the database fails."""

    def __init__(self, store: Database, today: Today, now: Callable[[], datetime]) -> None:
        super().__init__("team match", kept, LASTS, last_rating, store=store, today=today, now=now)

    async def open(
        self,
        *,
        guild_id: int,
        channel_id: int,
        game: str,
        size: int,
        first: Person,
        second: Person,
        beside: Sequence[Statement] = (),
        must_hold: Callable[[], Awaitable[object]] | None = None,
    ) -> TeamMatch:
        """Open a match whose teams are led by `first` and `second`. It begins when both teams are
        full. The statements `beside` are written in the same transaction. If they conflict with
        what another process wrote, `must_hold` is called to raise the error with the reason. Raises
        NoTeamMatch when the game can't be played by teams of `size` members."""
        kind, secret = games.load(game), self._today.entropy(SECRET_LENGTH)
        players = tuple(Player(who, team, 0) for team, who in enumerate((first, second)))

        def make(number: int) -> TeamMatch:
            return TeamMatch(number, guild_id, channel_id, game, size, players, self._now())

        def statements(new: TeamMatch) -> list[Statement]:
            dealt = [
                deals.sealed(dealt_for(kind, each, size, secret, VERSION)) for each in new.deals
            ]
            return [*kept.added(new), *chain.from_iterable(dealt), *beside]

        async def again() -> None:
            if must_hold is not None:
                await must_hold()

        return await self._added(make, statements, again)

    # Questions

    async def find(self, number: int) -> TeamMatch | None:
        """Return the match with the number `number`, or None when there is no such match."""
        return await kept.match(self._store, number)

    async def get(self, number: int) -> TeamMatch:
        """Return the match with the number `number`. Raises MatchOver when there is no such
        match."""
        found = await self.find(number)
        if found is None:
            raise MatchOver
        return found

    async def games(self, match: TeamMatch) -> list[TeamGame]:
        """Return the games of a match at both tables, ordered by deal and table. The list is empty
        before the match begins. Members must not see these games before the match is over."""
        return await kept.games_of(self._store, match.number)

    async def awaited(
        self, match: TeamMatch, played: Iterable[TeamGame]
    ) -> dict[int, list[Player]]:
        """Return a dict from each table to the players for whom its present game waits. A table
        that has played all its games waits for nobody, so its list is empty."""
        played = list(played)
        found: dict[int, list[Player]] = {}
        for table in TABLES:
            now = current(played, table)
            found[table] = []
            if now is not None:
                deal = await self._today.deal(match.deals[now.deal])
                game, _ = replayed(deal, now)
                seats = seated_for(match, deal, now)
                found[table] = [seats[seat] for seat in sorted(game.waiting_on)]
        return found

    async def rated(self, match: TeamMatch) -> TeamRated:
        """Return the ratings of a finished match's members before and after it. They are ratings
        for team matches in this game alone."""
        of = match.guild_id, match.game, match.number
        return team_ratings(await kept.finished(self._store, *of))[-1]

    # Members

    async def join(self, number: int, who: Person, team: int) -> TeamMatch:
        """Add a member to a team. A member of the other team changes to this team. The match begins
        when both teams are full. Raises MatchOver, MatchBegun, TeamFull, and InMatch when the
        member is in this team already or leads the other one."""
        return await self._change(number, lambda old: decisions.joined(old, who, team, self._now()))

    async def leave(self, number: int, member_id: int) -> TeamMatch:
        """Remove a member who wants to leave a match that still needs members. Raises MatchOver,
        MatchBegun, NotInMatch, and CaptainStays for the leader of a team."""
        return await self._change(number, lambda old: decisions.left(old, member_id))

    async def call_off(self, number: int, member_id: int) -> TeamMatch:
        """Call off a match that still needs members, as the leader of a team wishes. Raises
        MatchOver, MatchBegun and NotCaptain."""
        return await self._change(
            number, lambda old: decisions.called_off(old, member_id, self._now())
        )

    async def resign(self, number: int, member_id: int) -> TeamMatch:
        """Let a member resign from a match. The open games of the member's table are won by the
        other team. Raises MatchOver, NotBegun and NotInMatch."""
        return await self.settle(
            await self._change(number, lambda old: decisions.resigned(old, member_id, self._now()))
        )

    async def withdraw(self, member_ids: Collection[int], shards: Shards = ALL) -> None:
        """Let these members leave or resign from all open matches in the servers of these
        shards."""
        for match in await self.unfinished(shards):
            for player in match.players:
                if player.person.id in member_ids and not player.gone:
                    # It may have ended, or they may have left, meanwhile.
                    with suppress(MatchOver, NotInMatch):
                        await self._withdraw(match.number, player.person.id)

    async def _withdraw(self, number: int, member_id: int) -> None:
        await self.settle(
            await self._change(number, lambda old: decisions.withdrawn(old, member_id, self._now()))
        )

    # Playing

    async def hand(self, number: int, member_id: int) -> TeamSitting | None:
        """Return the game that a member plays now, or None when their table has played all deals.
        Raises MatchOver, NotBegun, NotInMatch, and RecordError if the stored steps aren't legal by
        the present rules."""
        match = await self._played(number, member_id)
        now = current(await self.games(match), match.table_of(match.player(member_id)))
        if now is None:
            return None
        deal = await self._today.deal(match.deals[now.deal])
        return sitting_of(match, deal, now, member_id)

    async def move(self, number: int, member_id: int, deal: int, text: str, seen: int) -> None:
        """Make a member's move in the deal with the number `deal`. The member chose it when `seen`
        steps had been made. A move that names cards is made even if others have moved since, as
        long as it is still legal. Raises OthersMoved in three cases: others have moved since and
        the move names no cards, another move was saved at the same time, or the member's table
        doesn't play this deal now. Also raises MatchOver, NotBegun, NotInMatch, RecordError when
        the stored steps can't be replayed, and the errors of the rules. After these errors, the
        move was not made."""
        sitting, move = await self.hand(number, member_id), Move.parse(text)
        if sitting is None or sitting.deal.day != deal:
            raise OthersMoved
        if len(sitting.played.steps) != seen and not move.cards:
            raise OthersMoved
        game = sitting.game.copy()
        game.play(sitting.seat, move)
        played = sitting.played
        outcome = game.outcome
        after = replace(
            played,
            steps=(*played.steps, Step(sitting.seat, str(move))),
            winner=None if outcome is None else winner_of(outcome, sitting.seats),
        )
        try:
            await self._store.write(kept.went_on(sitting.match, played, after))
        except Conflict:
            raise OthersMoved from None
        match = sitting.match if outcome is None else await self.settle(sitting.match)
        self._tell(match)

    async def _played(self, number: int, member_id: int) -> TeamMatch:
        match = await self.get(number)
        if match.player(member_id).gone:
            raise NotInMatch
        decisions.must_be_played(match, self._now())
        return match

    # The end

    async def settle(self, match: TeamMatch) -> TeamMatch:
        """Bring a match up to date and return it. A match that did not fill in time is called off.
        When the match's time is up, or a player has left, open games are decided without being
        played to the end. The match is over once every game was played or decided. If several
        callers do this at the same time, the first caller stores the change, and the others read
        it."""
        for _ in range(TRIES):
            now = self._now()
            if match.stage is MatchStage.LOBBY and match.until <= now:
                end: list[Statement] = []
                new = decisions.off(match, now)
            elif match.stage is MatchStage.PLAYING:
                before = await self.games(match)
                awaited = await self._late(match, before) if match.until <= now else {}
                after = decided(match, before, awaited, now)
                end = kept.decided(match, before, after)
                new = match
                if all(each.winner is not None for each in after):
                    points = points_of(after)
                    new = replace(match, stage=MatchStage.OVER, since=now, points=points)
            else:
                return match
            if new is match and not end:
                return match
            new = replace(new, version=match.version + 1)
            try:
                await self._store.write([*kept.changed(match, new), *end])
            except Conflict:
                match = await self.get(match.number)
                continue
            self._changed_to(new)
            return new
        raise NotSaved

    async def _late(self, match: TeamMatch, played: list[TeamGame]) -> dict[int, list[Player]]:
        """Return a dict from each table to the players for whom it waits when the match's time is
        up. If a game can't be replayed, because its rules have changed or its package is gone, the
        tables wait for nobody. So the match can end in this case too."""
        try:
            return await self.awaited(match, played)
        except GameError as error:
            kind = type(error).__name__
            log.error("team match %s ends: %s", match.number, kind, extra={"error": error})
            return {table: [] for table in TABLES}

    async def placed(self, match: TeamMatch, message_id: int) -> None:
        """Store which message shows the match."""
        await self._store.write(kept.placed(match.number, message_id))

    # How it is done

    async def _change(self, number: int, change: Change) -> TeamMatch:
        for _ in range(TRIES):
            old = await self.get(number)
            new = replace(change(old), version=old.version + 1)
            try:
                await self._store.write(kept.changed(old, new))
            except Conflict:
                continue
            self._changed_to(new)
            return new
        raise NotSaved
