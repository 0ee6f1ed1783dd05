"""The service for challenges. One member prepares a challenge and sends it, and the other answers
it within a day. Challenges are stored, so that they outlive the process."""

from __future__ import annotations

import secrets
from collections.abc import Callable
from dataclasses import replace
from datetime import datetime
from typing import Final

from bot.challenges import store as kept
from bot.challenges.model import (
    MOST_OPEN,
    AskedAlready,
    Challenge,
    ChallengeGone,
    DeclinedToday,
    NotYourChallenge,
    OwnChallenge,
    Standing,
    TakesNoChallenges,
    TooManyChallenges,
)
from bot.core.errors import WrongChannel
from bot.core.model import Person, Speed, Update
from bot.db import Conflict
from bot.db.database import Database
from bot.db.writer import Statement
from bot.preferences.house_rules import TableChoice, kind_of, speed_of
from bot.preferences.model import Challenges as Wish
from bot.tables.manager import Tables
from bot.tables.opening import Agreement

ID_BYTES: Final = 6


class Challenges:
    """Makes, sends and answers the challenges of all servers. Every method raises NotSaved when the
    database fails."""

    def __init__(
        self, store: Database, tables: Tables, now: Callable[[], datetime], usual: Speed
    ) -> None:
        self._store = store
        self._tables = tables
        self._preferences = tables.preferences
        self._now = now
        self._usual = usual

    async def make_up(
        self,
        *,
        guild_id: int,
        channel_id: int,
        parent_id: int | None,
        by: Person,
        whom: Person,
        game: str,
        pressed: int,
        preset: str | None = None,
        speed: Speed | str | None = None,
        duplicate: bool = False,
        team_size: int = 0,
    ) -> Challenge:
        """Make and store a new challenge of `by` to `whom`. The challenged member is not asked
        until `ask` is called. If `channel_id` is a thread, `parent_id` is the channel to which it
        belongs. `pressed` is the id of the interaction. With `duplicate`, both members play the
        same deals, each alone against bot players. `team_size` is explained at Challenge.

        Raises OwnChallenge, TakesNoChallenges, AskedAlready, DeclinedToday, TooManyChallenges,
        WrongChannel, and BadChoice for an unknown game, preset or speed."""
        server = await self._preferences.server(guild_id)
        if not server.wants_tables_in(channel_id, parent_id):
            raise WrongChannel(server.channels)
        new = Challenge(
            id=secrets.token_hex(ID_BYTES),
            guild_id=guild_id,
            channel_id=channel_id,
            by=by,
            whom=whom,
            game=kind_of(game).name,
            preset=preset,
            speed=server.first_speed(self._usual) if speed is None else speed_of(speed, server),
            pressed=pressed,
            standing=Standing.DRAFT,
            since=self._now(),
            duplicate=duplicate,
            team_size=team_size,
        )
        TableChoice(server, preset).at_first(kind_of(game))
        await self._must_be_possible(new)
        await self._store.write(kept.added(new))
        return new

    async def choose(
        self,
        challenge_id: str,
        *,
        game: str | None = None,
        preset: str | None = None,
        speed: str | None = None,
    ) -> Challenge:
        """Change the game, preset or speed of a challenge that has not been sent yet. Return the
        changed challenge. If the game changes, the game's usual rules are chosen. Raises
        ChallengeGone, and BadChoice for an unknown game, preset or speed."""
        old = await self.of(challenge_id, Standing.DRAFT)
        server = await self._preferences.server(old.guild_id)
        new = old
        if game is not None:
            new = replace(new, game=kind_of(game).name, preset=None)
        if preset is not None:
            TableChoice(server, preset).at_first(kind_of(new.game))
            new = replace(new, preset=preset)
        if speed is not None:
            new = replace(new, speed=speed_of(speed, server))
        return await self._changed(old, new)

    async def ask(self, challenge_id: str) -> Challenge:
        """Mark the challenge as sent, and return the changed challenge. The other member can answer
        it for a day. Raises OwnChallenge, TakesNoChallenges, AskedAlready, DeclinedToday,
        TooManyChallenges, and ChallengeGone."""
        draft = await self.of(challenge_id, Standing.DRAFT)
        await self._must_be_possible(draft)
        return await self._stands(draft, Standing.ASKED)

    async def shown(self, challenge: Challenge, message_id: int) -> None:
        """Store the id of the message that shows the challenge."""
        await self._store.write(kept.placed(challenge.id, message_id))

    async def asked_of(self, challenge_id: str, member_id: int) -> Challenge:
        """Return an unanswered challenge, if `member_id` is the challenged member. Raises
        NotYourChallenge for any other member, and ChallengeGone."""
        asked = await self.of(challenge_id, Standing.ASKED)
        if asked.whom.id != member_id:
            raise NotYourChallenge(name=asked.whom.name)
        return asked

    async def answer(self, challenge_id: str, member_id: int, answer: Standing) -> Challenge:
        """Store the state `answer` as the answer to a challenge, and return the changed challenge.
        Only the member who made the challenge can take it back. Only the challenged member can give
        any other answer. Raises ChallengeGone and NotYourChallenge."""
        asked = await self.of(challenge_id, Standing.ASKED)
        own = answer is Standing.TAKEN_BACK
        if member_id != (asked.by if own else asked.whom).id:
            raise NotYourChallenge(name=asked.whom.name)
        return await self._stands(asked, answer)

    async def accept(
        self,
        challenge_id: str,
        member_id: int,
        interaction_id: int,
        *,
        channel_id: int | None = None,
        parent_id: int | None = None,
    ) -> Update:
        """Accept a challenge for the challenged member: open a table where both members sit, and
        return the table's update. If the game is for two players, the cards are dealt at once.

        `interaction_id` is the id of the press on Accept. The table opens in the channel
        `channel_id`, or in the challenge's channel if `channel_id` is None. If the channel is a
        thread, `parent_id` is the channel to which it belongs.

        All of this is one transaction, so after an error the challenge is still open. Raises
        ChallengeGone, NotYourChallenge, and the errors of `Opening.create`."""
        asked = await self.asked_of(challenge_id, member_id)
        return await self._tables.opening.create(
            guild_id=asked.guild_id,
            channel_id=channel_id or asked.channel_id,
            parent_id=parent_id,
            host=asked.by,
            game=asked.game,
            interaction_id=asked.pressed,
            preset=asked.preset,
            speed=asked.speed,
            agreed=Agreement(
                asked.whom,
                interaction_id,
                self.accepted(asked),
                lambda: self.asked_of(challenge_id, member_id),
            ),
        )

    def accepted(self, asked: Challenge) -> list[Statement]:
        """Return the SQL statements that mark a challenge as accepted. Running them raises Conflict
        when the challenge was answered meanwhile."""
        accepted = replace(asked, standing=Standing.ACCEPTED, since=self._now())
        return kept.changed(asked, accepted)

    async def expired(self, serves: Callable[[int], bool]) -> list[Challenge]:
        """Delete the challenges that entered their present state at least a day ago, in the servers
        for which `serves(guild_id)` is true. Return those of them that were sent and never
        answered, with the state EXPIRED."""
        found = [
            each for each in await kept.older(self._store, self._now()) if serves(each.guild_id)
        ]
        for each in found:
            await self._store.write(kept.gone(each.id))
        return [
            replace(each, standing=Standing.EXPIRED)
            for each in found
            if each.standing is Standing.ASKED
        ]

    async def of(self, challenge_id: str, *standing: Standing) -> Challenge:
        """Return the challenge with the id `challenge_id`. Raises ChallengeGone when there is no
        such challenge, when its state is not one of `standing`, or when it entered its state at
        least a day ago."""
        found = await kept.challenge(self._store, challenge_id)
        if found is None or found.standing not in standing or found.until <= self._now():
            raise ChallengeGone
        return found

    async def _must_be_possible(self, new: Challenge) -> None:
        if new.by.id == new.whom.id:
            raise OwnChallenge
        if (await self._preferences.member(new.whom.id)).challenges is Wish.NONE:
            raise TakesNoChallenges(name=new.whom.name)
        before = [
            each
            for each in await kept.by_member(self._store, new.guild_id, new.by.id)
            if each.until > self._now()
        ]
        same = {each.standing for each in before if each.whom.id == new.whom.id}
        if Standing.DECLINED in same:
            raise DeclinedToday(name=new.whom.name)
        if Standing.ASKED in same:
            raise AskedAlready(name=new.whom.name)
        if sum(each.standing is Standing.ASKED for each in before) >= MOST_OPEN:
            raise TooManyChallenges(most=MOST_OPEN)

    async def _stands(self, old: Challenge, standing: Standing) -> Challenge:
        return await self._changed(old, replace(old, standing=standing, since=self._now()))

    async def _changed(self, old: Challenge, new: Challenge) -> Challenge:
        try:
            await self._store.write(kept.changed(old, new))
        except Conflict:
            raise ChallengeGone from None
        return new
