"""Draws cards fanned out as in a hand. Each card is rotated around a point far below the fan."""

from __future__ import annotations

from collections.abc import Sequence
from math import cos, radians, sin
from typing import Final

from bot.pictures.scene import Card, Scene, high

WIDE: Final = 84
"""Width of the cards."""
STEP: Final = 4.4
"""Degrees from one card to the next."""
SPREAD: Final = 53
"""The most degrees from the first card to the last."""
AWAY: Final = 700
"""Pixels from the middle of a card to the point about which it is turned."""


def fanned(cards: Sequence[str], most: int) -> Scene:
    """Lay out the cards as a fan. The first card is at the left. Each further card lies over the
    card before it. The scene is at most `most` pixels wide. Cards don't become smaller, so a fan
    that is wider sticks out of the scene on both sides. `cards` must not be empty."""
    step = min(STEP, SPREAD / max(1, len(cards) - 1))
    turns = [(number - (len(cards) - 1) / 2) * step for number in range(len(cards))]
    left, right = (_reach(turn) for turn in (turns[0], turns[-1]))
    wide = min(most, round(right[1] - left[0]) + 1)
    top = min(_top(turn) for turn in turns)
    things = tuple(
        Card(
            round(wide / 2 + AWAY * sin(radians(turn)) - WIDE / 2),
            round(AWAY * (1 - cos(radians(turn))) - high(WIDE) / 2 - top),
            card,
            WIDE,
            high(WIDE),
            turned=turn,
        )
        for card, turn in zip(cards, turns, strict=True)
    )
    tall = max(thing.y for thing in things) + round(_box(turns[-1])[1] / 2 + high(WIDE) / 2) + 1
    return Scene(wide, tall, things)


def _box(turn: float) -> tuple[float, float]:
    """Return the width and the height in pixels of the upright rectangle around a card that is
    turned by `turn` degrees."""
    across, down = abs(cos(radians(turn))), abs(sin(radians(turn)))
    return WIDE * across + high(WIDE) * down, WIDE * down + high(WIDE) * across


def _reach(turn: float) -> tuple[float, float]:
    """Return the left and the right end of a card turned by `turn` degrees, in pixels from the
    middle of the fan. Ends on the left of the middle are negative."""
    middle, half = AWAY * sin(radians(turn)), _box(turn)[0] / 2
    return middle - half, middle + half


def _top(turn: float) -> float:
    """Return the vertical distance in pixels from the fan's centre to the top of a card turned by
    `turn` degrees. The fan's centre is the centre of an upright card in the middle of the fan. The
    result is negative if the top of the card is above that centre."""
    return AWAY * (1 - cos(radians(turn))) - _box(turn)[1] / 2
