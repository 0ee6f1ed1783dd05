"""The moves that bot players choose at all tables.

A bot player chooses its next move while people still look at the move before. The choice is never
made under a table's lock. With worker processes, the choice never blocks the event loop."""

from __future__ import annotations

import asyncio
import logging
from collections.abc import Callable, Iterable
from dataclasses import dataclass
from datetime import datetime, timedelta
from typing import Final

from bot.core.fairness import player_chance
from bot.core.model import OpenedGame, Phase, SeatClock
from bot.core.people import manner_of
from bot.tables.live import Live
from bot.tables.play import Play, keeps
from bot.thinking.proof import Verdict, decisions, verdicts
from bot.thinking.task import Answer, Task, advise, lines_of, think
from bot.thinking.worker import advice
from bot.thinking.workers import Workers
from games.players import LEVELS, quick, remembers, stand_in
from games.players.finding import Finding
from games.told_events import told_by_seat

log = logging.getLogger(__name__)

PATIENCE: Final = timedelta(seconds=10)
"""The longest wait for a thought after the bot player's time to move has come; then a quick move is
made."""


@dataclass(slots=True)
class _Thought:
    """A bot player's choice of a move, from when the player is asked until the move is made. `work`
    returns the answer. `until` is how long the table waits for the answer (None: the time to move
    has not come)."""

    task: Task
    work: asyncio.Task[Answer | None]
    until: datetime | None = None
    """Until when the table waits for the answer. The seat's clock then runs out at this time. None
    while the time to move has not come."""

    def is_late(self, clock: SeatClock) -> bool:
        """Return whether the table waits for this answer, after the time to move has come. `clock`
        is the seat's present clock. While the table waits, this clock runs out at `until`. A clock
        that runs out at another time belongs to a new turn, or to a member who is back."""
        return self.until == clock.up


class Thoughts:
    """Asks bot players for their moves, and keeps the answers until the moves are made.

    `workers` are the processes in which the players choose. Without them, a player chooses in this
    process at the moment when its move is due."""

    def __init__(self, workers: Workers | None = None) -> None:
        self.wake: Callable[[str], None] = _ignore
        """The function that is called with a table's id when a bot player has chosen a move for
        which the table already waits."""
        self._workers = workers
        self._of: dict[str, dict[int, _Thought]] = {}

    def __len__(self) -> int:
        return sum(map(len, self._of.values()))

    def follow(self, live: Live) -> None:
        """Ask the bot players whose turn it is at a table for their moves. Questions about older
        positions of the table are cancelled. Without worker processes nothing is done."""
        workers = self._workers
        if workers is None:
            return
        play = live.play
        if live.row.phase is not Phase.PLAYING or play is None:
            self.forget([live.row.id])
            return
        if play.game.pause:
            self.forget([live.row.id])
            return
        asked = self._of.get(live.row.id, {})
        for seat, thought in tuple(asked.items()):
            if _is_overtaken(thought, play.clocks.get(seat)):
                asked.pop(seat).work.cancel()
        for seat in sorted(play.clocks):
            if keeps(live.row, play, seat):
                self._ask(workers, live, play, seat)

    def forget(self, table_ids: Iterable[str]) -> None:
        """Cancel all questions to bot players at these tables."""
        for table_id in table_ids:
            for thought in self._of.pop(table_id, {}).values():
                thought.work.cancel()

    def is_late(self, table_id: str, seat: int, clock: SeatClock) -> bool:
        """Return whether the table waits for the answer of the seat's bot player, whose time to
        move has come. `clock` is the seat's clock."""
        thought = self._of.get(table_id, {}).get(seat)
        return thought is not None and thought.is_late(clock)

    def move(self, live: Live, play: Play, seat: int, now: datetime) -> str | datetime:
        """Return the move of a bot player whose move is due. While a worker process is still
        choosing the move, return until when the table waits for it. It has the time `PATIENCE` for
        this. If it needs longer, or fails, return a simple move, which is found quickly in this
        process."""
        if self._workers is None:
            return self._answered(live, think(task_of(live, play, seat)))
        thought = self._ask(self._workers, live, play, seat)
        if thought.work.done():
            answer = None if thought.work.cancelled() else thought.work.result()
        elif thought.until is None or not thought.is_late(play.clocks[seat]):
            thought.until = now + PATIENCE
            return thought.until
        elif now < thought.until:
            return thought.until
        else:
            answer = None
            thought.work.cancel()
        del self._of[live.row.id][seat]
        if answer is None:
            log.error("A bot player at table %s could not think; it moved quickly", live.row.id)
            chance = player_chance(play.secret, len(play.log), seat)
            return str(quick(live.row.game)(play.game.view(seat), chance))
        return self._answered(live, answer)

    async def check(self, finished: OpenedGame) -> list[Verdict]:
        """Compute the moves of a finished game's bot players again. Return a verdict for each of
        their seats. It says how many of the moves that were made are the same as the computed
        moves.

        Raises MovesError when that can't be computed, and RecordError when the moves can't be
        replayed."""
        header, played = finished.record.header, finished.played
        answered = [
            (decision, (await self._answer(decision.task)).move)
            for decision in decisions(header, finished.secret, played)
        ]
        return verdicts(played, answered)

    async def _answer(self, task: Task) -> Answer:
        """Return a bot player's answer to a task that isn't about a table in memory, as when a
        finished game is checked."""
        told = None if self._workers is None else await self._workers.ask(task)
        return await asyncio.to_thread(think, task) if told is None else told

    async def advise(self, task: Task) -> Finding | None:
        """Return what the adviser says about a member's position, which `task` describes. Returns
        None when the adviser fails."""
        if self._workers is not None:
            found = await self._workers.run(advice, task)
        else:
            found = await asyncio.to_thread(advise, task)
        if found is None:
            log.warning("The adviser of %s has failed.", task.game)
        return found

    def _ask(self, workers: Workers, live: Live, play: Play, seat: int) -> _Thought:
        """Return the thought of a seat's bot player, which is the choice of a move in the present
        position. If the bot player was already asked about this position, return the existing
        thought. Otherwise ask the workers for a move, and cancel the bot player's older thought."""
        table_id, task = live.row.id, task_of(live, play, seat)
        asked = self._of.setdefault(table_id, {})
        before = asked.get(seat)
        if before is not None and before.task == task:
            return before
        if before is not None:
            before.work.cancel()
        work = asyncio.get_running_loop().create_task(workers.ask(task))
        work.add_done_callback(lambda done: self._ready(table_id, seat, done))
        asked[seat] = _Thought(task, work, None if before is None else before.until)
        return asked[seat]

    def _ready(self, table_id: str, seat: int, done: asyncio.Task[Answer | None]) -> None:
        thought = self._of.get(table_id, {}).get(seat)
        if thought is not None and thought.work is done and thought.until is not None:
            self.wake(table_id)

    def _answered(self, live: Live, answer: Answer) -> str:
        if answer.fault:
            log.error("The bot player at table %s failed: %s", live.row.id, answer.fault)
        return answer.move


def _is_overtaken(thought: _Thought, clock: SeatClock | None) -> bool:
    """Return whether a bot player's move isn't wanted any more. `clock` is the seat's clock (None:
    the game doesn't wait for the seat)."""
    return clock is None or (thought.until is not None and not thought.is_late(clock))


def task_of(live: Live, play: Play, seat: int) -> Task:
    """Return the task for the bot player in a seat, to choose a move in the present position."""
    game, strength = live.row.game, strength_of(live, seat)
    if seat in play.told:
        told = bytes(play.told[seat])
    else:
        told = lines_of(told_by_seat(play.record)[seat]) if remembers(game, strength) else b""
    chance = player_chance(play.secret, len(play.log), seat).seed
    holder = live.row.seats[seat]
    manner = manner_of(holder.name, game) if holder.is_bot else ""
    return Task.of(game, strength, play.game.view(seat), told, chance, manner)


def advice_task(live: Live, play: Play, seat: int) -> Task:
    """Return the task for the adviser of a member's seat. It has everything that the seat sees and
    has been told in this game, and nothing else."""
    told = lines_of(told_by_seat(play.record)[seat])
    chance = player_chance(play.secret, len(play.log), seat).seed
    return Task.of(live.row.game, LEVELS[0], play.game.view(seat), told, chance)


def strength_of(live: Live, seat: int) -> str:
    """Return the level of the bot player that moves in a seat. All bot players that move for absent
    members have the same level."""
    holder = live.row.seats[seat]
    if holder.strength is not None:
        return holder.strength
    return stand_in(live.row.game)


def _ignore(table_id: str) -> None:
    """Do nothing. This is the default of `wake`."""
