"""The service for the tournaments of all servers. It stores the decisions of members and
moderators, and does what follows from them automatically.

What follows (results, the next round, its tables) is computed anew from the stored decisions
whenever a table ends and at each start of the bot. So a crash neither repeats nor loses anything.
Rounds are a pure function of what is stored, and the ids of tables follow from round and board."""

from __future__ import annotations

import asyncio
import secrets
from collections.abc import Awaitable, Callable, Collection
from contextlib import suppress
from dataclasses import replace
from datetime import datetime
from typing import Final
from weakref import WeakValueDictionary

from bot.core.alarms import Alarms
from bot.core.errors import (
    NoSuchTournament,
    NotEntered,
    NotPlaying,
    NotSaved,
    TooFewEntrants,
)
from bot.core.model import News, Person, Phase, Update
from bot.core.scope import sitting_of
from bot.core.shards import Shards
from bot.db import Conflict
from bot.tables.hooks import Duties
from bot.tables.manager import Tables
from bot.tables.opening import ID_LETTERS
from bot.tables.store.tables import Store
from bot.today.duplicate import Duplicate
from bot.today.duplicates import Duplicates
from bot.tournaments import decisions
from bot.tournaments.course import Course
from bot.tournaments.grounds import AtTables, Ground, InDuplicates
from bot.tournaments.model import (
    Fixture,
    Format,
    Tournament,
    TournamentRules,
    TournamentStage,
    Verdict,
)
from bot.tournaments.pairing import rounds_of
from bot.tournaments.store import tournaments as kept

ID_LENGTH: Final = 6
SECRET_LENGTH: Final = 32
MOST_TRIES: Final = 20
LISTED: Final = 10
"""The most tournaments of a server that `last` returns. The newest ones are returned."""
TOO_FEW: Final = "too-few"
"""The note of a tournament that did not start because it had too few members."""

Change = Callable[[Tournament], Tournament]
SlowChange = Callable[[Tournament], Awaitable[Tournament]]


class Tournaments:
    """The service for the tournaments of all servers.

    `tables` and `duplicates` are where their games are played. `now` returns the time (aware, UTC),
    and `entropy` returns random bytes. Methods raise NotSaved when the database fails, and
    NoSuchTournament for an unknown id."""

    def __init__(
        self,
        store: Store,
        tables: Tables,
        duplicates: Duplicates,
        now: Callable[[], datetime],
        *,
        entropy: Callable[[int], bytes] = secrets.token_bytes,
    ) -> None:
        self._store = store
        self._now = now
        self._entropy = entropy
        self._served = tables.served
        self._at_tables = AtTables(store, tables)
        self._in_duplicates = InDuplicates(duplicates)
        self._course = Course(self._ground, now)
        self._alarms: Alarms[str] = Alarms("tournament", now, self._do_due)
        self._locks: WeakValueDictionary[str, asyncio.Lock] = WeakValueDictionary()
        self.listeners: list[Callable[[Tournament], None]] = []
        """Called after every committed change of a tournament, and when an arena's time is up."""
        tables.listen(self._table_changed, News.IN_TOURNAMENT)
        duplicates.listeners.append(self._duplicate_changed)
        self.duties: Final = Duties(clock_was_set=self._alarms.clock_was_set)

    # Questions

    async def get(self, tournament_id: str, guild_id: int | None = None) -> Tournament:
        """Return the tournament with the id `tournament_id`. Raises NoSuchTournament if no
        tournament has this id, or if it belongs to another server than `guild_id` (None: the server
        doesn't matter)."""
        found = await kept.tournament(self._store, tournament_id)
        if found is None or guild_id not in (None, found.guild_id):
            raise NoSuchTournament
        return found

    async def is_final(self, table_id: str) -> bool:
        """Return whether a table was opened for the final of a knockout."""
        sitting = sitting_of(table_id)
        if sitting is None:
            return False
        tournament = await self.get(sitting.tournament)
        kind = tournament.rules.format
        return kind is Format.KNOCKOUT and sitting.round == rounds_of(
            kind, len(tournament.entrants)
        )

    async def last(self, guild_id: int) -> list[Tournament]:
        """Return the last tournaments of a server. The newest tournament comes first."""
        return await kept.of_server(self._store, guild_id, LISTED)

    async def newest_with(self, guild_id: int, member_id: int) -> Tournament | None:
        """Return the newest tournament of a server that a member has entered and that isn't over,
        or None if there is none."""
        found = await kept.open_of_server(self._store, guild_id)
        return next((each for each in found if each.holds(member_id)), None)

    async def unfinished(self) -> list[Tournament]:
        """Return the tournaments of this process's servers that are not over, or whose end has not
        been announced."""
        return await kept.unfinished(self._store, self._served.shards)

    # What members do

    async def enter(self, tournament_id: str, who: Person) -> Tournament:
        """Enter a member into a tournament, or let them come back to an arena, and return the
        tournament. Raises EntryClosed, AlreadyEntered, TournamentFull, and TakenOut for a member
        whom a moderator has removed."""
        return await self._decided(
            tournament_id, lambda old: decisions.entered(old, who, self._now())
        )

    async def leave(self, tournament_id: str, member_id: int, name: str = "") -> Tournament:
        """Remove a member who wants to leave, and return the tournament. Before the start, the
        member's place becomes free. After the start, the member loses all games that are not played
        yet. In an arena, the member only takes a break. Raises NotEntered, and NotPlaying when the
        tournament is over."""
        return await self._decided(tournament_id, lambda old: decisions.left(old, member_id, name))

    async def forget(self, member_id: int) -> None:
        """Remove a member from every tournament that isn't over, because their data is about to be
        deleted."""
        for tournament_id in await kept.open_with(self._store, member_id):
            await self.leave(tournament_id, member_id)

    async def withdraw(self, member_ids: Collection[int], shards: Shards) -> None:
        """Remove these members from every tournament in the servers of these shards that isn't
        over."""
        for tournament in await kept.unfinished(self._store, shards):
            for member_id in member_ids:
                if tournament.entrant_of(member_id) is not None:
                    # It may have ended, or they may have left, meanwhile.
                    with suppress(NotEntered, NotPlaying):
                        await self.leave(tournament.id, member_id)

    # What moderators do

    async def open(
        self,
        guild_id: int,
        channel_id: int,
        rules: TournamentRules,
        *,
        starts_at: datetime | None = None,
        role_id: int | None = None,
    ) -> Tournament:
        """Open a new tournament for entry, and return it. `starts_at` is when it starts
        automatically (None: when a moderator starts it). `role_id` is the role that its winner gets
        (None: no role)."""
        for _ in range(MOST_TRIES):
            new = Tournament(
                id="".join(ID_LETTERS[byte % len(ID_LETTERS)] for byte in self._entropy(ID_LENGTH)),
                guild_id=guild_id,
                channel_id=channel_id,
                message_id=None,
                rules=rules,
                stage=TournamentStage.ENTRY,
                secret=self._entropy(SECRET_LENGTH),
                created_at=self._now(),
                starts_at=starts_at,
                role_id=role_id,
            )
            try:
                await self._store.write(kept.added(new))
            except Conflict:
                continue
            self._alarms.note(new.id, new.due_at)
            return new
        raise NotSaved

    async def start(self, tournament_id: str) -> Tournament:
        """Start a tournament and return it. Its entry is closed, its entrants are seeded by rating,
        and its first games are opened. Raises EntryClosed and TooFewEntrants."""
        return await self._followed(await self._change_slowly(tournament_id, self._started))

    async def _started(self, old: Tournament) -> Tournament:
        members = [each.member_id for each in old.entrants]
        figures = await kept.figures(self._store, old.guild_id, old.rules.game, members)
        return decisions.started(old, figures, self._now())

    async def remove(self, tournament_id: str, member_id: int, name: str = "") -> Tournament:
        """Remove a member at a moderator's wish, and return the tournament. If an arena has
        started, the member can't come back to it. Raises NotEntered, and NotPlaying when the
        tournament is over."""
        return await self._decided(
            tournament_id, lambda old: decisions.removed(old, member_id, name)
        )

    async def replace(self, tournament_id: str, member_id: int, who: Person) -> Tournament:
        """Give the place of the member `member_id`, with its points, to the member `who`. A game
        that the former member has not finished is broken off. It begins anew, except in an arena,
        where its fixture ends without points. Returns the tournament. Raises NotEntered,
        AlreadyEntered, and NotPlaying when the tournament is over."""
        return await self._decided(
            tournament_id, lambda old: decisions.replaced(old, member_id, who)
        )

    async def decide(
        self, tournament_id: str, round_: int, board: int, verdict: Verdict
    ) -> Tournament:
        """Store a moderator's verdict on a fixture that isn't decided yet, and return the
        tournament. The fixture's table is closed. Raises NotPlaying when the tournament isn't going
        on. Raises AlreadyDecided when the fixture is decided already or doesn't exist."""
        return await self._decided(
            tournament_id, lambda old: decisions.decided(old, round_, board, verdict)
        )

    async def call_off(self, tournament_id: str, note: str = "") -> Tournament:
        """End a tournament without a winner, and return it. Its tables are closed. `note` is a code
        for the reason. Raises NotPlaying when it was over before."""
        return await self._decided(tournament_id, lambda old: decisions.called_off(old, note))

    # What the messages need

    async def placed(self, tournament_id: str, message_id: int | None) -> None:
        """Store which message shows the tournament (None: no message). No listener is called."""
        await self._store.write(kept.placed(tournament_id, message_id))

    async def claim_telling(self, tournament_id: str, fixture: Fixture, game: int) -> bool:
        """Claim the task to notify the players that game number `game` of the fixture is open.
        Returns whether this process is the first to claim the task. With `game` one above the
        number of opened games, the task is to notify the moderators that they must decide the
        fixture."""
        try:
            await self._store.write(kept.told(tournament_id, fixture, game))
        except Conflict:
            return False
        return True

    async def note(
        self,
        tournament_id: str,
        *,
        event_id: int | None = None,
        crowned: bool = False,
        note: str = "",
    ) -> Tournament:
        """Store what was done for a tournament on Discord, and return the tournament. `event_id` is
        the id of the scheduled event (None: no change). `crowned` says that the winner was
        announced. `note` is a code for something that could not be done ("": nothing)."""

        def noted(old: Tournament) -> Tournament:
            new = old.notes if note in ("", *old.notes) else (*old.notes, note)
            event = old.event_id if event_id is None else event_id
            return replace(old, event_id=event, crowned=old.crowned or crowned, notes=new)

        return await self._change(tournament_id, noted)

    # What follows by itself

    async def go_on(self) -> None:
        """Do everything that is due in the tournaments of this process's servers. This is called
        after a start and from time to time."""
        for tournament in await self.unfinished():
            due_at = tournament.due_at
            if due_at is not None and due_at <= self._now():
                await self._alarms.done(tournament.id, self._do_due(tournament.id))
            else:
                self._alarms.note(tournament.id, due_at)
                await self.advance(tournament.id)

    async def advance(self, tournament_id: str) -> Tournament:
        """Bring a tournament up to date and return it. Results are stored, the next round and its
        tables are opened, and tables that aren't needed any more are closed. If nothing is due,
        nothing happens."""
        async with self._lock(tournament_id):
            for _ in range(MOST_TRIES):
                old = await self.get(tournament_id)
                new = await self._course.advanced(old)
                if new == old:
                    await self._ground(old).settle(old)
                    return old
                try:
                    await self._write(old, new)
                except Conflict:
                    continue
        raise NotSaved

    async def close(self) -> None:
        """Cancel the timers for the starts and ends of tournaments."""
        await self._alarms.close()

    def _table_changed(self, update: Update) -> None:
        sitting = sitting_of(update.table.id)
        if sitting is not None and update.table.phase in (Phase.OVER, Phase.CLOSED):
            self._alarms.do_now(sitting.tournament)

    def _duplicate_changed(self, duplicate: Duplicate) -> None:
        sitting = sitting_of(duplicate.sitting)
        if sitting is not None and duplicate.over:
            self._alarms.do_now(sitting.tournament)

    def _ground(self, tournament: Tournament) -> Ground:
        return self._in_duplicates if tournament.rules.duplicate else self._at_tables

    async def _do_due(self, tournament_id: str) -> None:
        """Start the tournament if its start time has come, or call it off if too few have entered.
        If it has started, bring it up to date."""
        if (await self.get(tournament_id)).stage is not TournamentStage.ENTRY:
            goes_on = await self.advance(tournament_id)
            if goes_on.time_is_up(self._now()):
                self._tell(goes_on)
            return
        try:
            await self.start(tournament_id)
        except TooFewEntrants:
            await self.call_off(tournament_id, TOO_FEW)

    # How it is done

    async def _decided(self, tournament_id: str, change: Change) -> Tournament:
        """Apply the function `change` to a tournament, store the result, and do everything that
        follows from the change. Returns the tournament after that."""
        return await self._followed(await self._change(tournament_id, change))

    async def _followed(self, changed: Tournament) -> Tournament:
        """Do everything that follows from a change, and return the tournament after that."""
        self._alarms.note(changed.id, changed.due_at)
        return await self.advance(changed.id)

    async def _change(self, tournament_id: str, change: Change) -> Tournament:
        async def changed(old: Tournament) -> Tournament:
            return change(old)

        return await self._change_slowly(tournament_id, changed)

    async def _change_slowly(self, tournament_id: str, change: SlowChange) -> Tournament:
        """Apply a change that must read from the database, store the result, and return it. Nothing
        else changes the tournament meanwhile."""
        async with self._lock(tournament_id):
            for _ in range(MOST_TRIES):
                old = await self.get(tournament_id)
                new = await change(old)
                if new == old:
                    return old
                try:
                    return await self._write(old, new)
                except Conflict:
                    continue
        raise NotSaved

    async def _write(self, old: Tournament, new: Tournament) -> Tournament:
        new = replace(new, version=old.version + 1)
        await self._store.write(kept.changed(old, new))
        self._tell(new)
        return new

    def _tell(self, tournament: Tournament) -> None:
        for listener in self.listeners:
            listener(tournament)

    def _lock(self, tournament_id: str) -> asyncio.Lock:
        return self._locks.setdefault(tournament_id, asyncio.Lock())
