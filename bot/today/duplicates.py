"""Duplicates: two members play the same deals against the same bots, each in their own time.

Their deals and games are stored with those of the day. The winner and the ratings are computed from
what is stored.
"""

from __future__ import annotations

from collections.abc import Awaitable, Callable, Collection, Sequence
from dataclasses import replace
from datetime import datetime, timedelta
from typing import Final

import games
from bot.core.alarms import Alarms
from bot.core.errors import NotSaved
from bot.core.fairness import SECRET_LENGTH
from bot.core.model import Person
from bot.core.ratings import Rating
from bot.core.shards import Shards
from bot.db import Conflict
from bot.db.database import Database
from bot.db.writer import Statement
from bot.tables.hooks import Duties
from bot.today.duplicate import (
    LASTS,
    Duplicate,
    DuplicateOver,
    NotYourDeal,
    Progress,
    Rated,
    duplicate_of,
    last_rating,
    ratings,
)
from bot.today.model import Deal, Sitting, dealt_as
from bot.today.service import Today
from bot.today.store import deals
from bot.today.store import duplicates as kept
from games.players import VERSION

TRIES: Final = 5


class Duplicates:
    """The duplicates of all servers. `listeners` are told of each duplicate that has begun, of each
    deal that a member has finished, and once of the end. Every method raises NotSaved when the
    database fails."""

    def __init__(self, store: Database, today: Today, now: Callable[[], datetime]) -> None:
        self._store = store
        self._today = today
        self._now = now
        self._alarms: Alarms[int] = Alarms("duplicate", now, self._settle)
        self.duties: Final = Duties(clock_was_set=self._alarms.clock_was_set)
        self.listeners: list[Callable[[Duplicate], None]] = []
        self.on_shown: list[Callable[[Duplicate], None]] = []
        """Called when the message of a duplicate has been posted."""

    async def begin(
        self,
        *,
        guild_id: int,
        channel_id: int,
        game: str,
        first: Person,
        second: Person,
        lasts: timedelta = LASTS,
        sitting: str = "",
        beside: Sequence[Statement] = (),
        must_hold: Callable[[], Awaitable[object]] | None = None,
    ) -> Duplicate:
        """Two members begin a duplicate, in one transaction with the statements `beside`;
        `must_hold` raises the reason when these conflict with what another process wrote. For a
        `sitting`, only one is ever begun. Raises NothingToDeal for a game that can't be played as a
        duplicate."""
        secret = self._today.entropy(SECRET_LENGTH)
        for _ in range(TRIES):
            if known := (await self.at_sittings([sitting] if sitting else [])).get(sitting):
                return known
            now = self._now()
            new = Duplicate(
                await kept.next_number(self._store),
                guild_id,
                channel_id,
                game,
                first,
                second,
                now,
                now + lasts,
                sitting,
            )
            dealt = [
                statement
                for number in new.deals
                for statement in deals.sealed(dealt_as(games.load(game), number, secret, VERSION))
            ]
            try:
                await self._store.write([kept.added(new), *dealt, *beside])
            except Conflict:
                if must_hold is not None:
                    await must_hold()
                continue
            self._alarms.note(new.number, new.until)
            self._tell(new)
            return new
        raise NotSaved

    async def get(self, number: int) -> Duplicate:
        """The duplicate of that number. Raises DuplicateOver where there is none."""
        found = await kept.duplicate(self._store, number)
        if found is None:
            raise DuplicateOver
        return found

    async def unfinished(self, shards: Shards) -> list[Duplicate]:
        """The duplicates of these shards that are not over, or whose members haven't been told of
        the end. Duplicates whose members couldn't be told for days are left out."""
        return await kept.unfinished(self._store, shards, self._now() - LASTS)

    async def at_sittings(self, sittings: Collection[str]) -> dict[str, Duplicate]:
        """The duplicates, as far as they have begun, that decide these matches of tournaments."""
        return {each.sitting: each for each in await kept.at_sittings(self._store, sittings)}

    async def of_tournament(self, tournament_id: str) -> list[Duplicate]:
        """Those of a tournament that are not over."""
        return await kept.of_tournament(self._store, tournament_id)

    async def progress(self, duplicate: Duplicate) -> Progress:
        """What its members have played."""
        return await kept.progress(self._store, duplicate)

    async def placed(self, duplicate: Duplicate, message_id: int) -> None:
        """Note the message that shows it."""
        await self._store.write(kept.placed(duplicate.number, message_id))
        for listener in self.on_shown:
            listener(replace(duplicate, message_id=message_id))

    async def claim_telling(self, duplicate: Duplicate) -> bool:
        """Whether this caller is the first, so that it is to tell the members how the duplicate
        ended."""
        try:
            await self._store.write(kept.told(duplicate.number))
        except Conflict:
            return False
        return True

    async def deal(self, duplicate: Duplicate) -> Deal:
        """The first deal of a duplicate; all deals of it are made from one secret."""
        return await self._today.deal(duplicate.deals[0])

    # Playing

    async def play(self, number: int, who: Person) -> Sitting | None:
        """A member's next deal, begun now if it wasn't; None when they have played all deals.
        Raises DuplicateOver, NotYourDeal."""
        duplicate = await self._open(number, who.id)
        deal = (await self.progress(duplicate)).next_deal(who.id)
        if deal is None:
            return None
        sitting = await self._today.begin(duplicate.guild_id, who, deal)
        await self._settle_if_ended(duplicate, sitting)
        return sitting

    async def sitting(self, member_id: int, deal: int) -> Sitting | None:
        """A member's game of a deal; None before they begin it. Raises DuplicateOver,
        NotYourDeal."""
        await self._open(duplicate_of(deal), member_id)
        return await self._today.sitting(member_id, deal)

    async def move(self, member_id: int, deal: int, text: str, seen: int) -> Sitting:
        """A member's move, chosen when `seen` steps had been made, followed by the bots' answers.
        Raises the errors of Today.move, DuplicateOver, NotYourDeal."""
        duplicate = await self._open(duplicate_of(deal), member_id)
        sitting = await self._today.move(member_id, deal, text, seen)
        await self._settle_if_ended(duplicate, sitting)
        return sitting

    async def _open(self, number: int, member_id: int) -> Duplicate:
        duplicate = await self.get(number)
        if member_id not in {each.id for each in duplicate.members}:
            first, second = duplicate.members
            raise NotYourDeal(first=first.name, second=second.name)
        if duplicate.over or duplicate.until <= self._now():
            raise DuplicateOver
        return duplicate

    # The end

    async def settle(self, duplicate: Duplicate) -> Duplicate:
        """The duplicate after everything that was played: over when both have played all deals, or
        its time is over. It is done only once, by whichever caller is first."""
        progress = await self.progress(duplicate)
        if duplicate.over or not (progress.is_played or duplicate.until <= self._now()):
            return duplicate
        return await self._ended(duplicate, kept.ended(duplicate, progress.points))

    async def break_off(self, duplicate: Duplicate) -> Duplicate:
        """End the duplicate without a result, unless it was over already."""
        return await self._ended(duplicate, kept.ended(duplicate, None, broken_off=True))

    async def _ended(self, duplicate: Duplicate, end: Sequence[Statement]) -> Duplicate:
        try:
            await self._store.write(end)
        except Conflict:
            # Another press has ended it just now, and tells of it.
            return await self.get(duplicate.number)
        self._alarms.note(duplicate.number, None)
        over = await self.get(duplicate.number)
        self._tell(over)
        return over

    async def settle_due(self, shards: Shards) -> list[Duplicate]:
        """Settle the duplicates of these shards whose time is over, or that a crash left unsettled,
        and make sure that the others end in time. Returns the duplicates that still need something
        done."""
        found = []
        for each in await self.unfinished(shards):
            settled = await self._alarms.done(each.number, self.settle(each)) or each
            self._alarms.note(settled.number, None if settled.over else settled.until)
            found.append(settled)
        return found

    async def close(self) -> None:
        """Stop what goes on by itself."""
        await self._alarms.close()

    async def _settle(self, number: int) -> None:
        await self.settle(await self.get(number))

    async def rated(self, duplicate: Duplicate) -> Rated:
        """The rating changes of a finished duplicate's two members, in duplicates of its game."""
        of = duplicate.guild_id, duplicate.game, duplicate.number
        return ratings(await kept.finished(self._store, *of))[-1]

    async def ratings_of(self, guild_id: int, member_id: int) -> dict[str, Rating]:
        """A member's ratings in the duplicates of a server, by game."""
        known = {
            game: last_rating(member_id, await kept.finished(self._store, guild_id, game))
            for game in await kept.kinds_of(self._store, guild_id, member_id)
        }
        return {game: rating for game, rating in known.items() if rating is not None}

    async def _settle_if_ended(self, duplicate: Duplicate, sitting: Sitting) -> None:
        if sitting.played.result is not None:
            settled = await self.settle(duplicate)
            if not settled.over:
                self._tell(settled)

    def _tell(self, duplicate: Duplicate) -> None:
        for listener in self.listeners:
            listener(duplicate)
