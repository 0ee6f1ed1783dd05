"""The daily puzzles of servers. A server's puzzle is chosen and stored when somebody first asks for
it."""

from __future__ import annotations

import asyncio
import logging
from collections.abc import Callable
from datetime import UTC, date, datetime, time
from typing import Final

from bot.core.clock import TooManyPuzzles
from bot.core.errors import NoFinishedGame, PuzzleOver
from bot.core.model import FinishedGame, Person
from bot.core.streaks import streaks
from bot.db import Conflict
from bot.history.service import Archive
from bot.preferences.model import ServerSettings
from bot.preferences.service import server_from
from bot.puzzles import store as kept
from bot.puzzles.model import Daily, Given, Solver, board_of
from bot.puzzles.worker import find
from bot.tables.store.tables import Store
from bot.thinking.workers import Workers
from games.errors import GameError
from games.puzzles import GAMES, Puzzle, from_text, the_set, to_text
from games.record import dumps
from games.shuffle import Stream

log = logging.getLogger(__name__)

APART: Final = 200
"""Days within which a server has no puzzle twice."""
LOOKED_AT: Final = 20
"""The number of a server's newest finished games from which its daily puzzle may be taken."""
SEARCHED: Final = 3
"""The most finished games of a server in which the bot looks for the puzzle of a day."""
LISTED: Final = 10
"""The most members on a server's leaderboard of daily puzzles."""


class Puzzles:
    """Chooses the daily puzzles of servers, and keeps members' answers. Methods raise NotSaved when
    the database fails.

    `now` returns the time (aware, UTC). `workers` search finished games for puzzles (None: a thread
    of this process does). `most_a_day` is how many puzzles a member may answer in a day (0: any
    number)."""

    def __init__(
        self,
        store: Store,
        now: Callable[[], datetime],
        workers: Workers | None = None,
        most_a_day: int = 0,
    ) -> None:
        self._most_a_day = most_a_day
        self._store = store
        self._archive = Archive(store)
        self._now = now
        self._workers = workers

    @property
    def today(self) -> int:
        """The number of the present day in UTC, as in `date.toordinal`."""
        return self._now().date().toordinal()

    async def of_today(self, guild_id: int) -> Daily:
        """Return a server's puzzle of today. If nobody has asked for this puzzle before, it is
        chosen now, which can take seconds. Raises PuzzleOver if the puzzle was deleted
        meanwhile."""
        day = self.today
        row = await kept.of_day(self._store, guild_id, day)
        if row is None:
            puzzle, source = await self._choose(guild_id, day)
            try:
                await self._store.write(
                    kept.chosen(guild_id, day, puzzle.key, to_text(puzzle), source)
                )
            except Conflict:
                log.info("another press has chosen the puzzle of server %s", guild_id)
            row = await kept.of_day(self._store, guild_id, day)
        if row is None:
            raise PuzzleOver
        puzzle = from_text(row.puzzle)
        solved, tried = await kept.share(self._store, puzzle.key)
        return Daily(guild_id, day, puzzle, solved, tried, row.message_id)

    async def wanted(self) -> dict[int, ServerSettings]:
        """Return the servers in which today's puzzle is still to be posted, as a dict from the
        server's id to its settings. A server is left out if any process has begun to post the
        puzzle there. This takes one query."""
        found = await kept.wanted(self._store, self.today)
        servers = {guild_id: server_from(text) for guild_id, text in found}
        return {
            guild_id: server
            for guild_id, server in servers.items()
            if server.puzzle_channel is not None
        }

    async def given(self, daily: Daily, member_id: int) -> Given | None:
        """Return a member's answers to a puzzle so far, or None when the member hasn't answered."""
        return await kept.given(self._store, daily.guild_id, daily.day, member_id)

    async def answer(self, daily: Daily, who: Person, move: str) -> Given:
        """Store a member's answer to a puzzle, and return all answers of the member to this puzzle.
        Nothing changes if the member has given the answer `move` before, or can't answer any more.
        Raises TooManyPuzzles."""
        before = await self.given(daily, who.id)
        if before is None:
            await self._may_answer(who.id, daily.day)
        elif before.is_over or move in before.moves:
            return before
        tried = () if before is None else before.moves
        answer = Given((*tried, move), move == daily.puzzle.best)
        try:
            await self._store.write(
                kept.answered(daily.guild_id, daily.day, who.id, who.name, daily.puzzle.key, answer)
            )
        except Conflict:
            return await self.given(daily, who.id) or answer
        return answer

    async def past(self, guild_id: int, days: int) -> list[Daily]:
        """Return a server's last `days` puzzles before today. The newest puzzle comes first."""
        rows = await kept.before(self._store, guild_id, self.today, days)
        found = []
        for day, text in rows:
            puzzle = from_text(text)
            solved, tried = await kept.share(self._store, puzzle.key)
            found.append(Daily(guild_id, day, puzzle, solved, tried, None))
        return found

    async def _may_answer(self, member_id: int, day: int) -> None:
        """Check that a member may answer one more puzzle on that day. Raises TooManyPuzzles when
        the member has reached the limit. The puzzles of all servers count for this limit."""
        most = self._most_a_day
        if most and await kept.count_given(self._store, day, member_id) >= most:
            again = datetime.combine(date.fromordinal(day + 1), time(), UTC)
            raise TooManyPuzzles(most=most, again=again)

    async def streak(self, guild_id: int, member_id: int) -> tuple[int, int]:
        """Return two numbers of days in a row on which a member has solved the server's puzzle. The
        first is the length of the present streak, and the second that of the longest streak ever. A
        streak whose last day was yesterday is still the present streak."""
        return streaks(await kept.solved_by(self._store, guild_id, member_id), self.today)

    async def board(self, guild_id: int) -> list[Solver]:
        """Return a server's leaderboard of daily puzzles. It has the members who have solved the
        most puzzles, from the first place to place `LISTED` at most. Members who hide from
        leaderboards are left out."""
        solved = await kept.solved(self._store, guild_id)
        return board_of(solved, self.today, LISTED)

    async def claim(self, daily: Daily) -> bool:
        """Claim the task to post a puzzle. Returns whether this process is the first to claim
        it."""
        try:
            await self._store.write(kept.claimed(daily.guild_id, daily.day))
        except Conflict:
            return False
        return True

    async def posted(self, daily: Daily, message_id: int | None) -> None:
        """Store the id of the message that shows a puzzle. If `message_id` is None, the puzzle
        could not be posted, and a process will try again."""
        await self._store.write(kept.posted(daily.guild_id, daily.day, message_id))

    # The choice

    async def _choose(self, guild_id: int, day: int) -> tuple[Puzzle, tuple[str, int] | None]:
        """Choose the puzzle for a server and day. Return the puzzle and the game from which it
        comes, as the table's id and the game's number. The game is None for a puzzle from the
        collection that comes with the games. Every other day, the puzzle comes from one of the
        server's finished games. On other days, or without a suitable game, it comes from the
        collection. No puzzle is repeated within `APART` days, as long as there are others."""
        keys, sources = await kept.used(self._store, guild_id, day - APART + 1)
        if (guild_id + day) % 2:
            history = await self._archive.history(guild_id, size=LOOKED_AT)
            own = [past for past in history.games if _may_be_shown(past)]
            new = [past for past in own if (past.table_id, past.number) not in sources]
            for past in new[:SEARCHED]:
                puzzle = await self._search(guild_id, past)
                if puzzle is not None and puzzle.key not in keys:
                    return puzzle, (past.table_id, past.number)
        order = list(the_set())
        Stream(b"puzzles %d" % guild_id).shuffle(order)
        start = day % len(order)
        turned = [*order[start:], *order[:start]]
        return next((each for each in turned if each.key not in keys), turned[0]), None

    async def _search(self, guild_id: int, past: FinishedGame) -> Puzzle | None:
        """Return the hardest puzzle that a finished game contains, or None when the game contains
        no puzzle."""
        try:
            finished = await self._archive.finished(past.table_id, past.number, guild_id)
            text = dumps(finished.record)
            if self._workers is None:
                found: str | None = await asyncio.to_thread(find, text)
            else:
                found = await self._workers.run(find, text)
        except (NoFinishedGame, GameError) as error:
            log.info("game %s has no puzzle: %s", past.table_id, type(error).__name__)
            return None
        return from_text(found) if found else None


def _may_be_shown(past: FinishedGame) -> bool:
    """Return whether a finished game may be used for a puzzle. There must be puzzles for its kind
    of game, it must not be void or annulled, and the data of all its players must still be
    stored."""
    known = all(player.member_id is None or player.member_id > 0 for player in past.players)
    return past.game in GAMES and past.kind != "void" and known and not past.annulled
