"""The deal of the day. The day before, its secret is drawn, and the secret's hash is shown. So
nobody can change the cards afterwards. On its day, each member plays the deal at any time."""

from __future__ import annotations

import asyncio
import json
import logging
import secrets
from collections.abc import Callable
from dataclasses import replace
from datetime import datetime
from typing import Final

from bot.analysis.worker import Job, find, found_in
from bot.core.errors import NotSaved
from bot.core.fairness import SECRET_LENGTH, player_chance
from bot.core.model import Person
from bot.core.streaks import streaks
from bot.db import Conflict
from bot.db.database import Database
from bot.thinking.task import Answer, Task, lines_of, think
from bot.thinking.workers import Workers
from bot.today.model import (
    BEYOND_DAYS,
    MEMBER,
    DayGame,
    DayOver,
    Deal,
    Judged,
    MovedOn,
    NoDealYesterday,
    Sitting,
    chance_of,
    costliest,
    dealt,
    in_order,
    judged_of,
    result_of,
    seated_at,
)
from bot.today.store import deals as kept
from games.analysis import AnalysisBudget, NotJudged, from_json, judge_of
from games.core import Move
from games.errors import GameError
from games.players import VERSION
from games.record import Step, dumps
from games.teaching import Made
from games.told_events import told

log = logging.getLogger(__name__)

TRIES: Final = 3
"""The most attempts to save a member's move with the bot players' answers. An attempt fails if
another member has reached the same position and the bot players' answers were saved at that
moment."""


class Today:
    """The service for the deals of the day, which are the same in all servers, and for the members'
    games of these deals. Methods raise NotSaved when the database fails.

    `now` returns the time (aware, UTC). Bot players choose their moves in the processes of
    `workers`, and games are analysed in the process of `analyst` (None: in this process). `entropy`
    returns random bytes."""

    def __init__(
        self,
        store: Database,
        now: Callable[[], datetime],
        workers: Workers | None = None,
        analyst: Workers | None = None,
        entropy: Callable[[int], bytes] = secrets.token_bytes,
    ) -> None:
        self._store = store
        self._now = now
        self._workers = workers
        self._analyst = analyst
        self.entropy = entropy
        self.budget = AnalysisBudget()
        self.listeners: list[Callable[[Sitting], None]] = []
        """Functions that are called with a member's game of a deal, after a move in the game or
        after the game was analysed."""

    @property
    def day(self) -> int:
        """The number of the present day in UTC, as in `date.toordinal`."""
        return self._now().date().toordinal()

    async def seal_due(self) -> None:
        """Store the deals of today and tomorrow if they aren't stored yet, so that nobody can
        change them any more. Also delete the bot players' stored answers of past deals."""
        for day in (self.day, self.day + 1):
            await self.deal(day)
        await self._store.write(kept.outdated(self.day - 1))

    async def deal(self, day: int) -> Deal:
        """Return the deal of a day. If the day has no deal yet, it is made and stored now. Raises
        NothingToDeal when no installed game has a deal of the day."""
        deal = await kept.deal_of(self._store, day)
        if deal is None:
            deal = dealt(day, self.entropy(SECRET_LENGTH), VERSION)
            try:
                await self._store.write(kept.sealed(deal))
            except Conflict:
                log.info("another process has sealed the deal of day %s", day)
                deal = await kept.deal_of(self._store, day) or deal
        return deal

    async def past(self, day: int) -> Deal:
        """Return the deal of a day that is over, with its secret. Raises NoDealYesterday when that
        day isn't over or had no deal."""
        deal = await kept.deal_of(self._store, day) if day < self.day else None
        if deal is None:
            raise NoDealYesterday
        return deal

    # A member's game

    async def sitting(self, member_id: int, day: int) -> Sitting | None:
        """Return a member's game of a day's deal in its present state, or None before they have
        begun it. Raises RecordError if the stored moves aren't legal by the present rules."""
        played = await kept.game_of(self._store, day, member_id)
        return None if played is None else seated_at(await self.deal(day), played)

    async def begin(self, guild_id: int, who: Person, day: int | None = None) -> Sitting:
        """Return a member's game of a deal. If the member hasn't begun the deal, the game begins
        now, and the bot players move until it is the member's turn. `day` is the number of the deal
        (None: today's deal)."""
        day = self.day if day is None else day
        stored = await kept.game_of(self._store, day, who.id)
        if stored is None:
            stored = DayGame(day, who.id, guild_id, who.name)
            try:
                await self._store.write(kept.began(stored))
            except Conflict:
                stored = await kept.game_of(self._store, day, who.id) or stored
        return await self._going_on(stored, None)

    async def move(self, member_id: int, day: int, text: str, seen: int) -> Sitting:
        """Make a member's move (`text`) in a deal, and let the bot players answer. Returns the game
        after all these moves. `seen` is the number of moves of all seats that the member saw when
        choosing the move. Raises DayOver when the member has not begun the deal, or when it is
        another day's deal. Raises MovedOn when the number of moves in the game is no longer `seen`.
        Also raises the errors of the rules. If an error is raised, nothing has changed."""
        stored = await kept.game_of(self._store, day, member_id)
        if stored is None or (day != self.day and day < BEYOND_DAYS):
            raise DayOver
        if len(stored.steps) != seen:
            raise MovedOn
        return await self._going_on(stored, Move.parse(text))

    async def _going_on(self, stored: DayGame, move: Move | None) -> Sitting:
        """Make the member's `move` (None: no move) and the bot players' answers, store the game,
        and return it. `stored` is the game before. Raises MovedOn when other moves were stored
        meanwhile."""
        deal = await self.deal(stored.day)
        for _ in range(TRIES):
            sitting = seated_at(deal, stored)
            if move is not None:
                sitting = _after(sitting, Step(MEMBER, str(move)))
            sitting, new = await self._answered(sitting)
            if sitting.played.steps == stored.steps:
                return sitting
            try:
                await self._store.write(
                    kept.replied(stored.day, new), kept.went_on(stored, sitting.played)
                )
            except Conflict:
                now = await kept.game_of(self._store, stored.day, stored.member_id)
                if now is None or now.steps != stored.steps:
                    raise MovedOn from None
            else:
                self._tell(sitting)
                return sitting
        raise MovedOn

    async def _answered(self, sitting: Sitting) -> tuple[Sitting, dict[str, Step]]:
        """Make the moves of the bot players until it is the member's turn or the game ends. Return
        the game after these moves, and a dict with those moves that aren't stored yet. A move is
        stored already if any member has reached the same position before. The key of a move is
        computed from the deal and the steps before the move."""
        new: dict[str, Step] = {}
        while bots := sitting.game.waiting_on - {MEMBER}:
            chance = chance_of(sitting.deal, sitting.played.steps)
            at = chance.hex()[:32]
            step = await kept.reply_to(self._store, sitting.deal.day, at)
            if step is None:
                step = new[at] = await self._thought(sitting, min(bots), chance)
            sitting = _after(sitting, step)
        return sitting, new

    async def _thought(self, sitting: Sitting, seat: int, chance: bytes) -> Step:
        game, number = sitting.game, len(sitting.played.steps)
        events = [*sitting.dealt, *(event for made in sitting.made for event in made.events)]
        task = Task.of(
            game.name,
            sitting.deal.bot(seat).level,
            game.view(seat),
            lines_of(told(events, seat)),
            player_chance(chance, number, seat).seed,
            sitting.deal.bot(seat).manners.get(game.name, ""),
        )
        answer: Answer | None = None
        if self._workers is not None:
            answer = await self._workers.ask(task)
        if answer is None:
            answer = await asyncio.to_thread(think, task)
        if answer.fault:
            log.error("A bot player of %s failed: %s", game.name, answer.fault)
        return Step(seat, answer.move)

    # After the end

    def will_judge(self, sitting: Sitting) -> bool:
        """Return whether a game of a deal is over and still has to be analysed. False for a game
        that can't be analysed."""
        if sitting.played.result is None or sitting.played.judged is not None:
            return False
        try:
            judge_of(sitting.game.name)
        except NotJudged:
            return False
        return True

    async def judge(self, sitting: Sitting) -> Judged | None:
        """Return how well a member has played a finished deal. If it hasn't been analysed, this is
        done now and takes seconds. Returns None when the game can't be analysed."""
        if not self.will_judge(sitting):
            return sitting.played.judged
        job = Job(dumps(sitting.record), self.budget, seat=MEMBER)
        try:
            if self._analyst is None:
                text: str | None = await asyncio.to_thread(found_in, job)
            else:
                text = await self._analyst.run(find, job)
            analysis = None if text is None else from_json(json.loads(text))
        except GameError as error:
            log.error("A deal of the day can't be analysed: %s", type(error).__name__)
            return None
        if analysis is None:
            return None
        found = judged_of(analysis, sitting.record)
        try:
            await self._store.write(kept.judged(sitting.played, found))
        except NotSaved:
            log.warning("what was found of a deal of the day could not be kept")
        else:
            self._tell(sitting)
        return found

    def _tell(self, sitting: Sitting) -> None:
        for listener in self.listeners:
            listener(sitting)

    async def board(self, guild_id: int, day: int) -> list[DayGame]:
        """Return the games of a server's members who have finished a day's deal. The best game
        comes first. Never show today's games to a member who has not finished today's deal."""
        return in_order(await kept.games_of(self._store, day, guild_id))

    async def costliest(self, guild_id: int, day: int) -> DayGame | None:
        """Return the game with the move that lost the most, among the games of a day's deal that a
        server's members have played. Returns None when no move lost anything."""
        return costliest(await kept.games_of(self._store, day, guild_id))

    async def streak(self, member_id: int) -> tuple[int, int]:
        """Return two numbers of days in a row on which a member has finished the day's deal. The
        first is the length of the present streak, and the second that of the longest streak ever. A
        streak whose last day was yesterday is still the present streak."""
        return streaks(await kept.finished_by(self._store, member_id), self.day)


def _after(sitting: Sitting, step: Step) -> Sitting:
    """Return the game after one more step. The object `sitting` stays as it is. Raises the errors
    of the rules."""
    game = sitting.game.copy()
    made = Made(step.seat, step.move, tuple(game.play(step.seat, step.move)))
    played = replace(sitting.played, steps=(*sitting.played.steps, step))
    after = replace(sitting, played=played, game=game, made=(*sitting.made, made))
    if game.outcome is None:
        return after
    return replace(after, played=replace(played, result=result_of(after.record)))
