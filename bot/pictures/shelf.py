"""Draws shelves, pictures of the badges that a member has earned, with their titles. Many badges
take several pictures, so that no picture is too high for a phone's screen."""

from __future__ import annotations

from collections.abc import Sequence
from dataclasses import dataclass
from math import ceil
from typing import Final

from bot.pictures.fonts import width
from bot.pictures.paint import png
from bot.pictures.palette import Ramp
from bot.pictures.scene import (
    LETTERING,
    MARGIN,
    WIDTH,
    Badge,
    Box,
    Scene,
    below,
    beside,
    label,
    wrapped,
)
from bot.preferences.model import Deck

SIZE: Final = 120
"""Pixels of a badge."""
LAYOUTS: Final = ((4, LETTERING), (3, LETTERING), (3, LETTERING * 7 // 8))
"""Possible layouts of a shelf. Each is a pair: the number of badges side by side, and the letter
size of the badges' titles. The first layout that cuts off no title is used."""
MOST: Final = 12
"""The most badges in a picture."""
BESIDE: Final = 4
PAD: Final = 14


@dataclass(frozen=True, slots=True)
class Shelved:
    """A badge on a shelf: its symbol, and its title in the reader's language."""

    sign: str
    title: str


@dataclass(frozen=True, slots=True)
class Shelf:
    """The badges of one picture. `across` is how many of them are side by side, and `size` is the
    size of their titles' letters in pixels."""

    badges: tuple[Shelved, ...]
    across: int
    size: int


def shelves(badges: Sequence[Shelved]) -> list[Shelf]:
    """Distribute these badges over as few pictures as possible. Each picture holds about equally
    many badges. In all pictures, lines have the same number of badges, and letters have the same
    size."""
    across, size = next((each for each in LAYOUTS if _fit(badges, *each)), LAYOUTS[-1])
    number = ceil(len(badges) / MOST)
    rows = ceil(len(badges) / across)
    each = across * ceil(rows / number) if number else across
    return [
        Shelf(tuple(badges[start : start + each]), across, size)
        for start in range(0, len(badges), each)
    ]


def shelf_picture(shelf: Shelf) -> bytes:
    """Draw a shelf with the titles of its badges as a PNG, 800 pixels wide."""
    return png(shelf_scene(shelf), Deck.FOUR_COLOURS)


def shelf_scene(shelf: Shelf) -> Scene:
    """Lay out a shelf, the picture of some badges with their titles."""
    across, size, badges = shelf.across, shelf.size, shelf.badges
    wide = _room(across) + BESIDE
    lines = [badges[start : start + across] for start in range(0, len(badges), across)]
    rows = [beside([_cell(each, wide, size) for each in line], 0) for line in lines]
    whole = below(rows, PAD)
    high = whole.high + 2 * MARGIN
    ground = Box(0, 0, WIDTH, high, Ramp.NAME.ground, 0)
    return Scene(WIDTH, high, (ground, *whole.moved(MARGIN, MARGIN)))


def _room(across: int) -> int:
    return (WIDTH - 2 * MARGIN) // across - BESIDE


def _fit(badges: Sequence[Shelved], across: int, size: int) -> bool:
    """Return whether every word of the badges' titles fits into the space below a badge, in letters
    of `size` pixels and with `across` badges side by side."""
    room = _room(across)
    return all(
        width(line, size) <= room for each in badges for line in wrapped(each.title, size, room)
    )


def _cell(badge: Shelved, wide: int, size: int) -> Scene:
    room = wide - BESIDE
    words = [label(line, size, Ramp.NAME, room) for line in wrapped(badge.title, size, room)]
    drawn = Scene(SIZE, SIZE, (Badge(0, 0, badge.sign, SIZE),))
    column = below([drawn, *words], 4, centred=True)
    return Scene(wide, column.high, column.moved((wide - column.wide) // 2, 0))
