"""The service that analyses finished games. An analysis is computed when somebody first asks for
it, with a lower priority than all moves, and then stored."""

from __future__ import annotations

import asyncio
import itertools
import json
import logging
from collections.abc import Callable, Collection
from typing import Final

from bot.analysis import store as analyses
from bot.analysis.judged import Judged, Mistake
from bot.analysis.worker import Job, find, found_in
from bot.core.errors import NotAnalysed, NotSaved, StillPlayed
from bot.core.model import FORGOTTEN, OpenedGame, Phase
from bot.history.service import Archive
from bot.tables.store.tables import Store
from bot.thinking import progress
from bot.thinking.workers import Workers
from games.analysis import VERSION, Analysis, AnalysisBudget, accuracy_of, from_json, judge_of
from games.record import dumps

log = logging.getLogger(__name__)

ANALYST: Final = 19
"""The niceness of the process that analyses. It is the highest possible, so that bot players' moves
come first too."""

MOST_UNASKED: Final = 2
"""If this many analyses are running or waiting, a new analysis starts only when a member asks for
it."""

MOST_JUDGED: Final = 500
"""The most analysed games of a member that are looked at. They are the newest games."""

Which = tuple[str, int]
"""A game: the table's id, and the number of the game at that table."""


class Analyses:
    """Makes and stores the analyses of finished games.

    Takes the database, the worker processes that compute (None: a thread of this process computes),
    and a function `use`. `use` is called with a member's id before a game is analysed for that
    member. It may raise TooManyAnalyses, and then the game is not analysed. `budget` limits the
    computation for each decision."""

    def __init__(
        self,
        store: Store,
        workers: Workers | None = None,
        use: Callable[[int], None] = lambda _: None,
    ) -> None:
        self.budget = AnalysisBudget()
        self._use = use
        self._store = store
        self._archive = Archive(store)
        self._workers = workers
        self._running: dict[Which, asyncio.Task[Analysis]] = {}
        self._jobs: dict[Which, int] = {}
        self._numbers = itertools.count(1)
        self.unasked = workers is not None
        """Whether the bot also analyses games without a member's request. False if the bot has no
        worker processes for analyses."""

    @property
    def takes_more(self) -> bool:
        """Whether another game that no member asked for may be analysed now. This is so when fewer
        than `MOST_UNASKED` analyses run or wait, and this process has worker processes."""
        return self.unasked and len(self._running) < MOST_UNASKED

    async def finished(self, table_id: str, number: int, guild_id: int) -> OpenedGame:
        """Return game `number` of a table, with everything that was hidden in it. Raises
        StillPlayed when the game is still running, and NoFinishedGame when the server `guild_id`
        has no finished game `number` of this table."""
        row = await self._store.table(table_id)
        if (
            row is not None
            and (row.guild_id, row.game_number) == (guild_id, number)
            and row.phase is Phase.PLAYING
        ):
            raise StillPlayed
        return await self._archive.finished(table_id, number, guild_id)

    async def kept(self, finished: OpenedGame) -> Analysis | None:
        """Return the stored analysis of a finished game. Return None when no analysis is stored, or
        when the stored one can't be read. Raises NotSaved when the database fails."""
        about = finished.about
        text = await analyses.kept(self._store, about.table_id, about.number)
        return None if text is None else _read(text)

    async def kept_at(self, table_ids: Collection[str]) -> dict[str, Analysis]:
        """Return the stored analyses of the first game of each of these tables. The keys are the
        tables' ids. Tables without an analysis that can be read are left out. Raises NotSaved when
        the database fails."""
        texts = await analyses.kept_at(self._store, table_ids)
        found = {table_id: _read(text) for table_id, text in texts.items()}
        return {table_id: each for table_id, each in found.items() if each is not None}

    async def of(self, finished: OpenedGame, member_id: int = FORGOTTEN) -> Analysis:
        """Return the analysis of a finished game. If none is stored, compute it and store it first.
        This takes seconds, or longer while other games are analysed. If only the storing fails, the
        analysis is returned all the same.

        `member_id` is the member who asks. If the analysis must be computed, it is counted against
        this member's daily limit, except when it is being computed already. FORGOTTEN means that no
        member asks, and then there is no limit.

        Raises RecordError when the game can't be replayed with the installed rules, NotJudged for a
        kind of game that has no analysis, TooManyAnalyses, NotAnalysed when the computation fails,
        and NotSaved when the database can't be read."""
        judge_of(finished.record.header.game)
        kept = await self.kept(finished)
        if kept is not None:
            return kept
        finished.record.header.deal()
        which = finished.about.table_id, finished.about.number
        running = self._running.get(which)
        if running is None:
            if member_id != FORGOTTEN:
                self._use(member_id)
            number = self._jobs[which] = next(self._numbers)
            work = self._compute(finished, Job(dumps(finished.record), self.budget, number))
            running = self._running[which] = asyncio.get_running_loop().create_task(work)
            running.add_done_callback(lambda _: self._ended(which))
        return await asyncio.shield(running)

    def progress_of(self, finished: OpenedGame) -> tuple[int, int] | None:
        """Return a pair: how many decisions of the game have been judged so far, and how many
        decisions the game has. Return None while the game's analysis has not begun, for example
        because other games are analysed first."""
        number = self._jobs.get((finished.about.table_id, finished.about.number), 0)
        told_by = progress.of if self._workers is None else self._workers.progress_of
        return told_by(number)

    async def judged(self, guild_id: int, member_id: int) -> list[Judged]:
        """Return how a member played in their analysed games in a server, in the order in which the
        games ended. Games that don't count are left out, and only the newest `MOST_JUDGED` of the
        others are returned. Raises NotSaved when the database fails."""
        return await analyses.judged(self._store, guild_id, member_id, VERSION, MOST_JUDGED)

    def close(self) -> None:
        """End all analyses that are running. Safe to call twice."""
        for running in self._running.values():
            running.cancel()
        if self._workers is not None:
            self._workers.close()

    async def _compute(self, finished: OpenedGame, job: Job) -> Analysis:
        which = finished.about.table_id, finished.about.number
        try:
            if self._workers is None:
                text: str | None = await asyncio.to_thread(found_in, job)
            else:
                text = await self._workers.run(find, job)
        # A plug-in's rules may raise anything.
        except Exception as error:
            log.error("Game %s of table %s: %s", which[1], which[0], type(error).__name__)
            raise NotAnalysed from error
        found = None if text is None else _read(text)
        if text is None or found is None:
            raise NotAnalysed
        try:
            seats = _members_in(finished, found)
            await self._store.write(analyses.made(*which, text, VERSION, seats))
        except NotSaved:
            log.warning("The analysis of table %s could not be kept", which[0])
        return found

    def _ended(self, which: Which) -> None:
        self._running.pop(which, None)
        self._jobs.pop(which, None)
        if not self._running and self._workers is not None:
            self._workers.rest()


def _members_in(finished: OpenedGame, analysis: Analysis) -> list[Judged]:
    """Return the result of each member who played in the game, in the order of the seats. Moves
    that a bot player made for a member are not judged. A member without a judged decision is left
    out."""
    about, played = finished.about, finished.played
    seats = []
    for seat in sorted(set(range(analysis.seats)) - set(played.bots)):
        own = [
            each
            for each in analysis.decisions
            if each.seat == seat and each.step not in played.stood_in
        ]
        accuracy = accuracy_of(own)
        mistakes = tuple(Mistake(each.step, each.kind) for each in own if each.is_mistake)
        if accuracy is not None:
            where = about.table_id, about.number, about.game, seat
            seats.append(Judged(*where, len(own), accuracy, mistakes))
    return seats


def _read(text: str) -> Analysis | None:
    """Return the analysis that is stored as this JSON text. Return None when another version of the
    analysing code made it, or when the text is damaged."""
    try:
        return from_json(json.loads(text))
    except (ValueError, LookupError, TypeError) as error:
        log.error("An analysis can't be read: %s", type(error).__name__)
        return None
