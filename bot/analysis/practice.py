"""A member's own mistakes, one after the other, as positions to solve."""

from __future__ import annotations

import asyncio
from dataclasses import dataclass
from typing import Final, NamedTuple

from bot.analysis.service import Analyses
from bot.core.errors import NoFinishedGame, NoMistake
from bot.core.model import Happening, OpenedGame
from games.analysis import Decision
from games.core import Game
from games.record import replay

RECENT: Final = 8
"""The moves before a mistake that are kept: more than any message tells."""


class Place(NamedTuple):
    """Where a mistake was made: a table, the number of its game, and the step from 0."""

    table_id: str
    number: int
    step: int


@dataclass(frozen=True, slots=True)
class OwnMistake:
    """A mistake of a member in a finished game: the game just before the mistake, and the moves
    that led to this position, the newest last."""

    place: Place
    finished: OpenedGame
    decision: Decision
    game: Game
    made: tuple[Happening, ...]


async def next_mistake(
    analyses: Analyses, guild_id: int, member_id: int, after: Place | None = None
) -> OwnMistake:
    """The member's mistake that follows the one at `after`; after the last one, the first one
    again. Without `after`, the first one. Mistakes in newer games come first, and those that can't
    be shown any more are left out. Raises NoMistake when none can be shown, and NotSaved."""
    places = [
        Place(each.table_id, each.number, mistake.step)
        for each in reversed(await analyses.judged(guild_id, member_id))
        for mistake in each.mistakes
    ]
    start = places.index(after) + 1 if after in places else 0
    for place in [*places[start:], *places[:start]]:
        try:
            return await own_mistake(analyses, guild_id, member_id, place)
        # The game's rules are gone or have changed: the next one may still be shown.
        except NoMistake:
            continue
    raise NoMistake


async def own_mistake(
    analyses: Analyses, guild_id: int, member_id: int, place: Place
) -> OwnMistake:
    """A member's mistake at a place. Raises NoMistake when they made none there, or the game is not
    over, and NotSaved."""
    try:
        finished = await analyses.finished(place.table_id, place.number, guild_id)
    except NoFinishedGame as error:
        raise NoMistake from error
    analysis = await analyses.kept(finished)
    decisions = () if analysis is None else analysis.mistakes
    decision = next((each for each in decisions if each.step == place.step), None)
    if decision is None or place.step in finished.played.stood_in:
        raise NoMistake
    if finished.about.players[decision.seat].member_id != member_id:
        raise NoMistake
    game, made = await asyncio.to_thread(_before, finished, place.step)
    return OwnMistake(place, finished, decision, game, made)


def _before(finished: OpenedGame, number: int) -> tuple[Game, tuple[Happening, ...]]:
    """The game before the step of that number, and the last moves before it."""
    made: list[Happening] = []
    for place, (game, step, events) in enumerate(replay(finished.record)):
        if step is not None:
            stood_in = place - 1 in finished.played.stood_in
            made.append(Happening(step.seat, step.move, stood_in, tuple(events)))
        if place == number:
            return game.copy(), tuple(made[-RECENT:])
    raise NoMistake
