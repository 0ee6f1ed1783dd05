"""A finished game as it stood after some of its steps."""

from __future__ import annotations

from collections import deque
from dataclasses import dataclass, replace
from typing import Final

from bot.core.model import Happening, OpenedGame, Phase, Seat, Table
from games.core import Event, Game
from games.record import Step, replay

RECENT: Final = 12
"""The last happenings that a moment knows."""


@dataclass(frozen=True, slots=True)
class Moment:
    """A game at one step. `last` is the total number of its steps; `step` and `events` are what was
    just done (None: the deal); `recent` is what happened before and at this step, oldest first.
    `honours` are the steps that earned an honour; `chapters` are the steps that ended a part of the
    game, with what happened there."""

    game: Game
    number: int
    last: int
    step: Step | None
    events: tuple[Event, ...]
    recent: tuple[Happening, ...] = ()
    honours: tuple[tuple[int, Event], ...] = ()
    chapters: tuple[tuple[int, Event], ...] = ()


def moment_at(finished: OpenedGame, number: int) -> Moment:
    """The game after this number of steps, or after its last one if it has fewer. Raises
    RecordError when it does not replay."""
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
    """A table as it was at a moment of its finished game, independent of the table's present state:
    over at the last step, in play before it."""
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
