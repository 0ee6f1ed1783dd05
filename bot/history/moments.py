"""Moments: the state of a finished game after any number of its moves, for replays."""

from __future__ import annotations

from collections import deque
from dataclasses import dataclass, replace
from typing import Final

from bot.core.model import Happening, OpenedGame, Phase, Seat, Table
from games.core import Event, Game
from games.record import Step, replay

RECENT: Final = 12
"""The greatest number of moves in `recent` of a Moment."""


@dataclass(frozen=True, slots=True)
class Moment:
    """The state of a finished game after `number` moves. `last` is the number of all its moves.
    `step` is the newest move (None: only the cards are dealt), and `events` are the events that it
    caused. `recent` are the last moves up to and including `step`, from the oldest to the newest.

    `honours` and `chapters` are about the whole game. They list events, each as a pair: the number
    of moves after which it happened, and the event. `honours` has the events that are deeds
    (noteworthy actions). `chapters` has the events that ended a chapter (a part of a game, such as
    a bout)."""

    game: Game
    number: int
    last: int
    step: Step | None
    events: tuple[Event, ...]
    recent: tuple[Happening, ...] = ()
    honours: tuple[tuple[int, Event], ...] = ()
    chapters: tuple[tuple[int, Event], ...] = ()


def moment_at(finished: OpenedGame, number: int) -> Moment:
    """Return the state of a finished game after `number` moves. If the game has fewer moves, return
    its state after all of them. Raises RecordError when the record can't be replayed, and
    IndexError when `number` is below 0."""
    last = len(finished.record.steps)
    number = min(number, last)
    found: Moment | None = None
    recent: deque[Happening] = deque(maxlen=RECENT)
    honours: list[tuple[int, Event]] = []
    chapters: list[tuple[int, Event]] = []
    for place, (game, step, events) in enumerate(replay(finished.record)):
        honours.extend((place, event) for event in events if game.deeds(event))
        chapters.extend((place, event) for event in events if event.name in game.chapter_names)
        if step is not None:
            recent.append(Happening(step.seat, step.move, stand_in=False, events=tuple(events)))
        if place == number:
            found = Moment(game.copy(), number, last, step, tuple(events), tuple(recent))
    if found is None:
        raise IndexError(number)
    return replace(found, honours=tuple(honours), chapters=tuple(chapters))


def table_at(table: Table, finished: OpenedGame, moment: Moment) -> Table:
    """Return a table that shows the moment of a finished game, for a replay. After the game's last
    move, the phase of this table is `over`. Before the last move, its phase is `playing`. `table`
    is the table as it is now. The game that is played at `table` now is not shown."""
    about, record, over = finished.about, finished.record, moment.number == moment.last
    return replace(
        table,
        phase=Phase.OVER if over else Phase.PLAYING,
        version=moment.number,
        seats=tuple(Seat(each.name, each.member_id, each.strength) for each in about.players),
        options=record.header.options,
        game=about.game,
        game_number=about.number,
        outcome=finished.outcome if over else None,
        record=record,
        recent=moment.recent,
        live=moment.game,
        clocks={},
        reserves={},
        takes_back=None,
        awaited=(),
        next_hash=None,
        remarks=False,
    )
