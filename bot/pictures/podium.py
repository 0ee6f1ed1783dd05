"""Draws the players of a finished game on a podium, ordered by their places. If the game has a word
for the player who came last, this player stands beside the podium."""

from __future__ import annotations

from collections.abc import Sequence
from typing import Final

from bot.pictures.lobby import portrait
from bot.pictures.outcome import ARROW, DOWN, LAST, LEVEL, UP, WINNER, Ending
from bot.pictures.palette import Ramp
from bot.pictures.scene import (
    LETTERING,
    Box,
    Captions,
    Scene,
    Sign,
    below,
    beside,
    flowing,
    label,
)
from bot.pictures.seats import name_of

APART: Final = 12
COLUMN: Final = 240
"""The width of a column with a single portrait."""
LARGE: Final = 104
"""The width and height in pixels of the portrait of a player who stands alone on a step of the
podium."""
SMALL: Final = 72
"""The width and height in pixels of each portrait when several members share a step of the
podium."""
CROWN: Final = 44
NUMBER: Final = 44
STEPS: Final = {1: 116, 2: 84, 3: 60}
"""The heights of the steps by rank."""
STEP_INKS: Final = {1: Ramp.TURN, 2: Ramp.SILVER, 3: Ramp.BRONZE}
ORDER: Final = (2, 1, 3)
"""The ranks on the steps from the left."""


def on_podium(ending: Ending, seats: int) -> frozenset[int]:
    """Return the seats of the players that the podium's picture shows. These are the players on the
    podium's steps, and the player who came last and stands beside the podium. The result is empty
    when the podium has no steps."""
    steps = _steps(ending, seats)
    foot = [seat for seat in range(seats) if ending.is_last(seat)] if steps else []
    return frozenset(seat for step in (*steps, foot) for seat in step)


def _steps(ending: Ending, seats: int) -> list[list[int]]:
    """Return the seats that stand on each step of the podium, with the steps from left to right.
    Seats with the same place share a step, and steps without seats are left out. In a draw there is
    one step. The result is empty when there is no draw and seats have no places."""
    if ending.drawn:
        return [list(ending.drawn)]
    if not ending.places:
        return []
    steps = [
        [seat for seat in range(seats) if ending.rank(seat) == rank and not ending.is_last(seat)]
        for rank in ORDER
    ]
    return [step for step in steps if step]


def podium_scene(seats: int, ending: Ending, captions: Captions, most: int) -> Scene:
    """Lay out the podium of a game with `seats` seats, at most `most` pixels wide. A podium has a
    step for each of the first three places, or one step for a draw. The scene is empty if the game
    is no draw and its seats have no places."""
    steps = _steps(ending, seats)
    foot = [seat for seat in range(seats) if ending.is_last(seat)]
    if not steps:
        return Scene(0, 0, ())
    columns = [*steps, *([foot] if foot else [])]
    room = most - APART * (len(columns) - 1)
    wanted = [max(COLUMN, len(column) * (SMALL + APART)) for column in columns]
    scale = min(1.0, room / sum(wanted))
    return beside(
        [
            _column(column, ending, captions, int(wide * scale))
            for column, wide in zip(columns, wanted, strict=True)
        ],
        APART,
        bottom=True,
    )


def _column(seats: Sequence[int], ending: Ending, captions: Captions, wide: int) -> Scene:
    """Lay out one column of the podium, `wide` pixels wide. It has the faces and names of the
    players in `seats`, and below them the step on which they stand. There is no step below the
    player who came last."""
    alone = len(seats) == 1
    size = LARGE if alone else SMALL
    faces = [
        portrait(captions.names[seat], seat, size, is_bot=seat in ending.bots) for seat in seats
    ]
    people = flowing(faces, APART // 2, wide, centred=True)
    names = flowing(
        [_named(seat, ending, captions, wide, rated=not alone) for seat in seats],
        2 * APART,
        wide,
        centred=True,
        leading=0,
    )
    parts = [part for part in (_sign(seats[0], ending), people, names) if part.parts]
    if ending.is_last(seats[0]):
        word = label(ending.last, LETTERING, Ramp.QUIET, wide)
        rating = _rating(seats[0], ending, Ramp.TITLE, wide) if alone else Scene(0, 0, ())
        return below([part for part in (*parts, word, rating) if part.parts], 4, centred=True)
    return below([*parts, _step(seats, ending, wide)], 4, centred=True)


def _named(seat: int, ending: Ending, captions: Captions, wide: int, *, rated: bool) -> Scene:
    """Lay out a player's name. With `rated`, the change of the player's rating follows it."""
    moved = _change(seat, ending, Ramp.TITLE, wide) if rated else Scene(0, 0, ())
    name = label(name_of(seat, captions), LETTERING, Ramp.TITLE, wide - moved.wide - APART)
    return beside([part for part in (name, moved) if part.parts], APART // 2)


def _sign(seat: int, ending: Ending) -> Scene:
    """Lay out the symbol above a player. It is a crown for a winner and a jester's cap for the
    player who came last. The scene is empty for all others."""
    if ending.is_last(seat):
        return Scene(CROWN, CROWN, (Sign(0, 0, LAST, CROWN, Ramp.QUIET),))
    if ending.has_won(seat):
        return Scene(CROWN, CROWN, (Sign(0, 0, WINNER, CROWN, Ramp.TRUMP),))
    return Scene(0, 0, ())


def _step(seats: Sequence[int], ending: Ending, wide: int) -> Scene:
    """Lay out a step of the podium, without the players on it. It shows the number of their place,
    or `=` for a draw. If only one player stands on it, it also shows this player's new rating and
    the change of the rating."""
    rank = ending.rank(seats[0])
    ink, tall = (Ramp.SILVER, STEPS[3]) if ending.drawn else (STEP_INKS[rank], STEPS[rank])
    if not ending.drawn and rank > 1 and not ending.places[seats[0]].has_medal:
        ink = Ramp.NAME
    number = label("=" if ending.drawn else str(rank), NUMBER, ink, wide)
    rating = _rating(seats[0], ending, ink, wide - APART) if len(seats) == 1 else Scene(0, 0, ())
    told = below([part for part in (number, rating) if part.parts], 0, centred=True)
    high = max(tall, told.high + APART)
    return Scene(
        wide,
        high,
        (
            Box(0, 0, wide, high, ink.ground),
            *told.moved((wide - told.wide) // 2, (high - told.high) // 2),
        ),
    )


def _rating(seat: int, ending: Ending, ink: Ramp, most: int) -> Scene:
    """Lay out the new rating of a seat's player, and the change of the rating beside it. The scene
    is empty when the game did not count for this player's rating."""
    moved = ending.moved_of(seat)
    if moved is None:
        return Scene(0, 0, ())
    after = label(str(moved.after), LETTERING, ink, most)
    return beside([after, _change(seat, ending, ink, most)], APART // 2)


def _change(seat: int, ending: Ending, ink: Ramp, most: int) -> Scene:
    """Lay out the change of a player's rating as an arrow and the points. The scene is empty when
    the game did not count for this player's rating."""
    moved = ending.moved_of(seat)
    if moved is None:
        return Scene(0, 0, ())
    if not moved.points:
        return label(LEVEL, LETTERING, ink, most)
    change = label(str(abs(moved.points)), LETTERING, ink, most)
    arrow = Sign(0, (change.high - ARROW) // 2, UP if moved.points > 0 else DOWN, ARROW, ink)
    return beside([Scene(ARROW, change.high, (arrow,)), change], APART // 2)
