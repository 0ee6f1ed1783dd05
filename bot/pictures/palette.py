"""The colours of all pictures. They form one palette, which is made of ramps. A ramp leads in steps
from a ground colour to the ink colour on it.

Pictures are drawn in palette indices from the start, so a PNG needs no quantising. Edges are
smooth, because shades between ink and ground are part of the ramp."""

from __future__ import annotations

from enum import IntEnum
from functools import cached_property
from typing import Final

Colour = tuple[int, int, int]
"""Red, green and blue, 0 to 255."""

STEPS: Final = 11
"""The number of colours in a ramp. A ramp leads from a ground colour (the background) to an ink
colour (of letters and symbols), and both are counted."""

PAPER: Final[Colour] = (252, 251, 247)
FELT: Final[Colour] = (27, 82, 60)
PANEL: Final[Colour] = (17, 55, 42)
GOLD: Final[Colour] = (255, 205, 70)
WHITE: Final[Colour] = (255, 255, 255)
MUTED: Final[Colour] = (168, 201, 184)
DARK: Final[Colour] = (24, 28, 30)
WINE: Final[Colour] = (112, 28, 58)
CREAM: Final[Colour] = (240, 215, 190)
BLACK_INK: Final[Colour] = (22, 24, 30)
RED_INK: Final[Colour] = (218, 36, 22)
BLUE_INK: Final[Colour] = (24, 98, 250)
GREEN_INK: Final[Colour] = (0, 114, 74)
SHADE: Final[Colour] = (9, 34, 26)
"""The shadow of a card."""
GREY_PAPER: Final[Colour] = (166, 183, 173)
"""The paper of cards that can't be played now. Red, blue and green inks are darker on this paper,
to keep them as easy to read as on white paper."""
SILVER: Final[Colour] = (205, 212, 216)
BRONZE: Final[Colour] = (214, 150, 96)
TANNED: Final[Colour] = (226, 178, 136)
BROWN: Final[Colour] = (164, 108, 70)
DEEP: Final[Colour] = (112, 72, 48)
FOX: Final[Colour] = (214, 84, 40)
CHESTNUT: Final[Colour] = (120, 60, 30)


class Ramp(IntEnum):
    """A row of `STEPS` colours in the palette, from a ground colour (the background) to an ink
    colour (of letters and symbols). The colours between these two make smooth edges. The value is
    the ramp's position in the palette."""

    BLACK = 0
    RED = 1
    BLUE = 2
    GREEN = 3
    EDGE = 4
    BACK = 5
    BACK_EDGE = 6
    TITLE = 7
    QUIET = 8
    NAME = 9
    QUIET_NAME = 10
    TURN = 11
    TURN_QUIET = 12
    TRUMP = 13
    GONE = 14
    GREY_BLACK = 15
    GREY_RED = 16
    GREY_BLUE = 17
    GREY_GREEN = 18
    GREY_EDGE = 19
    SILVER = 20
    BRONZE = 21

    @property
    def ground(self) -> int:
        """The palette index of the ramp's ground colour, the background of letters and symbols."""
        return self * STEPS

    @property
    def ink(self) -> int:
        """The palette index of the ramp's ink colour, in which letters and symbols are drawn."""
        return self * STEPS + STEPS - 1

    @cached_property
    def shades(self) -> list[int]:
        """Return 256 palette indices, one for each amount of ink on a pixel. The first, for no ink,
        is the ground colour. The last, for a pixel full of ink, is the ink colour."""
        return [self.ground + (cover * (STEPS - 1) + 127) // 255 for cover in range(256)]


_ENDS: Final[dict[Ramp, tuple[Colour, Colour]]] = {
    Ramp.BLACK: (PAPER, BLACK_INK),
    Ramp.RED: (PAPER, RED_INK),
    Ramp.BLUE: (PAPER, BLUE_INK),
    Ramp.GREEN: (PAPER, GREEN_INK),
    Ramp.EDGE: (PAPER, (70, 84, 78)),
    Ramp.BACK: (WINE, CREAM),
    Ramp.BACK_EDGE: (CREAM, (58, 12, 28)),
    Ramp.TITLE: (FELT, WHITE),
    Ramp.QUIET: (FELT, MUTED),
    Ramp.NAME: (PANEL, WHITE),
    Ramp.QUIET_NAME: (PANEL, MUTED),
    Ramp.TURN: (GOLD, DARK),
    Ramp.TURN_QUIET: (GOLD, (92, 68, 0)),
    Ramp.TRUMP: (FELT, GOLD),
    Ramp.GONE: (FELT, (96, 138, 118)),
    Ramp.GREY_BLACK: (GREY_PAPER, BLACK_INK),
    Ramp.GREY_RED: (GREY_PAPER, (138, 16, 10)),
    Ramp.GREY_BLUE: (GREY_PAPER, (16, 56, 168)),
    Ramp.GREY_GREEN: (GREY_PAPER, (0, 76, 50)),
    Ramp.GREY_EDGE: (GREY_PAPER, (70, 84, 78)),
    Ramp.SILVER: (SILVER, DARK),
    Ramp.BRONZE: (BRONZE, DARK),
}

SIDES: Final[tuple[Colour, ...]] = (
    (230, 80, 70),
    (80, 150, 250),
    (70, 200, 110),
    (250, 220, 80),
    (190, 120, 230),
    (250, 150, 60),
)
"""The colours of the sides (teams of seats), in the order of the sides. Messages mark players'
names with coloured circles in the same order."""


OF_PEOPLE: Final[tuple[Colour, ...]] = (TANNED, BROWN, DEEP, FOX, CHESTNUT)
"""Colours of skin and hair in the faces of bot players. They are extra colours of the palette,
which belong to no ramp (see `Ramp`)."""

SHADOW: Final = len(Ramp) * STEPS + len(SIDES)
"""The palette index of the colour of a card's shadow."""


def side_colour(side: int) -> int:
    """Return the palette index of the colour of a side, which is a team of seats. `side` is the
    side's number from 0. From the seventh side on the colours repeat."""
    return len(Ramp) * STEPS + side % len(SIDES)


def _mixed(ground: Colour, ink: Colour, step: int) -> Colour:
    red, green, blue = (
        round(low + (high - low) * step / (STEPS - 1))
        for low, high in zip(ground, ink, strict=True)
    )
    return red, green, blue


def _colours() -> list[Colour]:
    shades = [_mixed(*_ENDS[ramp], step) for ramp in Ramp for step in range(STEPS)]
    return [*shades, *SIDES, SHADE, *OF_PEOPLE]


PALETTE: Final[bytes] = bytes(value for colour in _colours() for value in colour)
"""All colours as Pillow takes them: three bytes each, at most 256."""
