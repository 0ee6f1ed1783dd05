"""Shelves: the badges that somebody has earned, with their titles."""

from __future__ import annotations

from collections.abc import Sequence
from dataclasses import dataclass
from typing import Final

from bot.pictures.paint import png
from bot.pictures.palette import Ramp
from bot.pictures.scene import LETTERING, MARGIN, WIDTH, Badge, Box, Scene, below, beside, label
from bot.preferences.model import Deck

SIZE: Final = 120
"""Pixels of a badge."""
ACROSS: Final = 4
"""Badges side by side."""
PAD: Final = 14


@dataclass(frozen=True, slots=True)
class Shelved:
    """A badge on a shelf: its sign, and its title in the reader's language."""

    sign: str
    title: str


def shelf_picture(badges: Sequence[Shelved]) -> bytes:
    """The badges with their titles as a PNG, 800 pixels wide."""
    return png(shelf_scene(badges), Deck.FOUR_COLOURS)


def shelf_scene(badges: Sequence[Shelved]) -> Scene:
    """The layout of a shelf."""
    wide = (WIDTH - 2 * MARGIN) // ACROSS
    lines = [badges[start : start + ACROSS] for start in range(0, len(badges), ACROSS)]
    rows = [beside([_cell(each, wide) for each in line], 0) for line in lines]
    shelf = below(rows, PAD)
    high = shelf.high + 2 * MARGIN
    ground = Box(0, 0, WIDTH, high, Ramp.NAME.ground, 0)
    return Scene(WIDTH, high, (ground, *shelf.moved(MARGIN, MARGIN)))


def _cell(badge: Shelved, wide: int) -> Scene:
    room = wide - 8
    words = [label(line, LETTERING, Ramp.NAME, room) for line in _lines(badge.title, room)]
    drawn = Scene(SIZE, SIZE, (Badge(0, 0, badge.sign, SIZE),))
    column = below([drawn, *words], 4, centred=True)
    return Scene(wide, column.high, column.moved((wide - column.wide) // 2, 0))


def _lines(title: str, room: int) -> list[str]:
    """The title in two lines at most."""
    words = title.split()
    for cut in range(len(words), 0, -1):
        first = " ".join(words[:cut])
        if label(first, LETTERING, Ramp.NAME, WIDTH).wide <= room or cut == 1:
            return [first, *filter(None, [" ".join(words[cut:])])]
    return [title]
