"""Duplicates, in which two members play the same deals against the same bot players. Each member
plays at any time.

The deals and games of duplicates are stored together with the deals of the day and their games. The
winner and the ratings are computed from the stored games."""

from __future__ import annotations

from collections.abc import Awaitable, Callable, Collection, Sequence
from dataclasses import replace
from datetime import datetime, timedelta
from itertools import chain

import games
from bot.core.fairness import SECRET_LENGTH
from bot.core.model import Person
from bot.db import Conflict
from bot.db.database import Database
from bot.db.writer import Statement
from bot.today.contests import Contests
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
from bot.today.model import Sitting, dealt_as
from bot.today.service import Today
from bot.today.store import deals
from bot.today.store import duplicates as kept
from games.players import VERSION


class Duplicates(Contests[Duplicate]):
    """The service for the duplicates of all servers. `listeners` are called when a duplicate
    begins, each time a member finishes a deal, and once when the duplicate ends. Methods raise
    NotSaved when the database fails."""

    def __init__(self, store: Database, today: Today, now: Callable[[], datetime]) -> None:
        super().__init__("duplicate", kept, LASTS, last_rating, store=store, today=today, now=now)
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
        """Begin a duplicate of two members, and return it. `lasts` is how much time the members
        have for their games. `sitting` is the id of the tournament game that the duplicate decides
        ("": none). If that tournament game has a duplicate already, that duplicate is returned, and
        no new one begins. The statements `beside` are written in the same transaction. If the
        transaction conflicts with what another process wrote, `must_hold` is called. It raises the
        error that tells the reason. Raises NothingToDeal for a game that can't be played as a
        duplicate."""
        kind, secret = games.load(game), self._today.entropy(SECRET_LENGTH)

        def make(number: int) -> Duplicate:
            now = self._now()
            return Duplicate(
                number, guild_id, channel_id, game, first, second, now, now + lasts, sitting
            )

        def statements(new: Duplicate) -> list[Statement]:
            dealt = [deals.sealed(dealt_as(kind, each, secret, VERSION)) for each in new.deals]
            return [kept.added(new), *chain.from_iterable(dealt), *beside]

        async def again() -> Duplicate | None:
            if must_hold is not None:
                await must_hold()
            return await self._at(sitting)

        return await self._at(sitting) or await self._added(make, statements, again)

    async def _at(self, sitting: str) -> Duplicate | None:
        """Return the duplicate that decides the tournament game with the id `sitting`. Returns None
        if that duplicate hasn't begun, or if `sitting` is ""."""
        return (await self.at_sittings([sitting])).get(sitting) if sitting else None

    async def get(self, number: int) -> Duplicate:
        """Return the duplicate with the number `number`. Raises DuplicateOver when there is no such
        duplicate."""
        found = await kept.duplicate(self._store, number)
        if found is None:
            raise DuplicateOver
        return found

    async def at_sittings(self, sittings: Collection[str]) -> dict[str, Duplicate]:
        """Return the duplicates that decide the tournament games with the ids `sittings`, as a dict
        from a game's id to its duplicate. Games whose duplicate hasn't begun are left out."""
        return {each.sitting: each for each in await kept.at_sittings(self._store, sittings)}

    async def of_tournament(self, tournament_id: str) -> list[Duplicate]:
        """Return the duplicates of a tournament that are not over."""
        return await kept.of_tournament(self._store, tournament_id)

    async def progress(self, duplicate: Duplicate) -> Progress:
        """Return the duplicate together with the games that its members have played so far."""
        return await kept.progress(self._store, duplicate)

    async def placed(self, duplicate: Duplicate, message_id: int) -> None:
        """Store the id of the message that shows the duplicate."""
        await self._store.write(kept.placed(duplicate.number, message_id))
        for listener in self.on_shown:
            listener(replace(duplicate, message_id=message_id))

    # Playing

    async def play(self, number: int, who: Person) -> Sitting | None:
        """Return a member's game of the next deal that the member has to play in the duplicate. If
        the member hasn't begun this deal, the game begins now. Returns None when the member has
        finished all deals. Raises DuplicateOver, and NotYourDeal for a member who doesn't play in
        the duplicate."""
        duplicate = await self._open(number, who.id)
        deal = (await self.progress(duplicate)).next_deal(who.id)
        if deal is None:
            return None
        sitting = await self._today.begin(duplicate.guild_id, who, deal)
        await self._settle_if_ended(duplicate, sitting)
        return sitting

    async def sitting(self, member_id: int, deal: int) -> Sitting | None:
        """Return a member's game of a deal in its present state, or None when the member hasn't
        begun the deal. `deal` is the number that identifies the deal. Raises DuplicateOver, and
        NotYourDeal for a member who doesn't play in the duplicate."""
        await self._open(duplicate_of(deal), member_id)
        return await self._today.sitting(member_id, deal)

    async def move(self, member_id: int, deal: int, text: str, seen: int) -> Sitting:
        """Make a member's move in a deal, and let the bot players answer. Returns the game after
        all these moves. The member chose the move when `seen` steps had been made. Raises the
        errors of `Today.move`, DuplicateOver and NotYourDeal."""
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
        """End a duplicate if both members have played all deals or its time is up, and return it.
        A tournament's duplicate that was never shown in a message is broken off then, because
        nobody could play it. The end is stored only once, and later calls read it."""
        progress = await self.progress(duplicate)
        if duplicate.over or not (progress.is_played or duplicate.until <= self._now()):
            return duplicate
        if progress.was_never_shown:
            return await self.break_off(duplicate)
        return await self._ended(duplicate, kept.ended(duplicate, progress.points))

    async def break_off(self, duplicate: Duplicate) -> Duplicate:
        """End the duplicate without a result, unless it is already over."""
        return await self._ended(duplicate, kept.ended(duplicate, None, broken_off=True))

    async def _ended(self, duplicate: Duplicate, end: Sequence[Statement]) -> Duplicate:
        try:
            await self._store.write(end)
        except Conflict:
            # Another press has ended it just now, and tells of it.
            return await self.get(duplicate.number)
        over = await self.get(duplicate.number)
        self._changed_to(over)
        return over

    async def rated(self, duplicate: Duplicate) -> Rated:
        """Return the ratings of both members before and after a finished duplicate. They are
        ratings for duplicates in this game and server alone."""
        of = duplicate.guild_id, duplicate.game, duplicate.number
        return ratings(await kept.finished(self._store, *of))[-1]

    async def _settle_if_ended(self, duplicate: Duplicate, sitting: Sitting) -> None:
        if sitting.played.result is not None:
            settled = await self.settle(duplicate)
            if not settled.over:
                self._tell(settled)
