"""Practice: a member gets the positions of their own mistakes, one after the other, and looks for
the better move."""

from __future__ import annotations

import asyncio
from dataclasses import dataclass
from typing import Final, NamedTuple

from bot.analysis.service import Analyses
from bot.core.errors import NoFinishedGame, NoMistake
from bot.core.model import Happening, OpenedGame
from games.analysis import Decision
from games.core import Game
from games.errors import RecordError
from games.record import replay

RECENT: Final = 8
"""The number of moves before a mistake that are kept. No message shows more of them."""


class Place(NamedTuple):
    """The place of a mistake: the id of the table, the number of the game at that table, and the
    index (from 0) of the move in that game."""

    table_id: str
    number: int
    step: int


@dataclass(frozen=True, slots=True)
class OwnMistake:
    """A position in which a member made a mistake in a finished game. `place` says where the
    mistake is, `finished` is the whole game with its record, and `decision` is the analysis of the
    mistake. `game` is the position just before the mistake. `made` are the last moves before that,
    from the oldest to the newest."""

    place: Place
    finished: OpenedGame
    decision: Decision
    game: Game
    made: tuple[Happening, ...]


async def next_mistake(
    analyses: Analyses, guild_id: int, member_id: int, after: Place | None = None
) -> OwnMistake:
    """Return the mistake that the member can practise next. It is the mistake that follows `after`
    in the list of the member's mistakes. If `after` is None or the last in the list, it is the
    first mistake.

    Mistakes in newer games come first. A mistake in a game that can't be replayed any more is
    skipped. Raises NoMistake when no mistake is left, and NotSaved when the database fails."""
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
    """Return the mistake that the member made at `place` (a move of a finished game). Raises
    NoMistake when they made no mistake there, the game is not over, or its record can't be replayed
    under the present rules. Raises NotSaved when the database fails."""
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
    try:
        game, made = await asyncio.to_thread(_before, finished, place.step)
    except RecordError as error:
        raise NoMistake from error
    return OwnMistake(place, finished, decision, game, made)


def _before(finished: OpenedGame, number: int) -> tuple[Game, tuple[Happening, ...]]:
    """Return a pair: the finished game as it was just before step `number` (from 0), and the last
    moves before that step. There are at most `RECENT` moves, from the oldest to the newest. Raises
    NoMistake when the record has no step `number`, and RecordError when the record can't be
    replayed."""
    made: list[Happening] = []
    for place, (game, step, events) in enumerate(replay(finished.record)):
        if step is not None:
            stood_in = place - 1 in finished.played.stood_in
            made.append(Happening(step.seat, step.move, stood_in, tuple(events)))
        if place == number:
            return game.copy(), tuple(made[-RECENT:])
    raise NoMistake
