"""Emotes as small round drawings, which are shown beside a player's name. Their shapes can be told
apart at 19 pixels."""

from __future__ import annotations

from collections.abc import Callable, Mapping
from functools import lru_cache
from typing import Final

from PIL import Image

from bot.core.model import Emote
from bot.pictures.drawing import Point, Sheet
from bot.pictures.palette import (
    BLUE_INK,
    BROWN,
    DARK,
    GOLD,
    PAPER,
    RED_INK,
    SILVER,
    TANNED,
    WHITE,
    Colour,
)

INK: Final = DARK
LINE: Final = 0.07


def _smirk(sheet: Sheet) -> None:
    """Draws half-closed eyes that look to one side, a raised eyebrow, and a mouth that rises on one
    side."""
    sheet.line(((0.18, 0.34), (0.4, 0.36)), INK, LINE)
    sheet.line(((0.58, 0.28), (0.82, 0.22)), INK, LINE)
    for x in (0.31, 0.72):
        sheet.oval((x - 0.02, 0.37, x + 0.13, 0.52), INK)
        sheet.line(((x - 0.13, 0.42), (x + 0.14, 0.42)), INK, LINE * 0.8)
    sheet.line(((0.32, 0.72), (0.52, 0.74), (0.68, 0.69), (0.78, 0.58)), INK, LINE)


def _gasp(sheet: Sheet) -> None:
    """Draws wide eyes, an open mouth, and a hand at each cheek."""
    for x in (0.34, 0.66):
        sheet.oval((x - 0.13, 0.2, x + 0.13, 0.48), WHITE)
        sheet.ring((x - 0.13, 0.2, x + 0.13, 0.48), INK, 0.03)
        sheet.oval((x - 0.04, 0.3, x + 0.04, 0.39), INK)
    sheet.oval((0.37, 0.52, 0.63, 0.92), INK)
    for x in (0.02, 0.76):
        sheet.block((x, 0.5, x + 0.22, 1.0), TANNED, 0.1)
        sheet.frame((x, 0.5, x + 0.22, 1.0), INK, 0.03, 0.1)


def _clap(sheet: Sheet) -> None:
    """Draws two clapping hands, with lines between them for the sound."""
    _palm(sheet, 1, TANNED)
    _palm(sheet, -1, BROWN)
    for end in ((0.5, 0.06), (0.28, 0.1), (0.72, 0.1)):
        start = (0.5 + (end[0] - 0.5) * 0.55, 0.24)
        sheet.line((start, end), INK, 0.05)


def _palm(sheet: Sheet, side: int, skin: Colour) -> None:
    """Draws one hand with its thumb. It reaches into the picture from the lower left (`side` 1) or
    the lower right (-1)."""

    def at(x: float, y: float) -> Point:
        return (0.5 + side * (x - 0.5), y)

    for thick, colour in ((0.28, INK), (0.22, skin)):
        sheet.line((at(0.28, 0.84), at(0.42, 0.38)), colour, thick)
        sheet.line((at(0.2, 0.66), at(0.16, 0.5)), colour, thick * 0.45)


def _hands(sheet: Sheet) -> None:
    """Draws a handshake: two hands that hold each other, each with a sleeve."""
    for thick, left, right in ((0.34, INK, INK), (0.27, TANNED, BROWN)):
        sheet.line(((0.2, 0.5), (0.56, 0.52)), left, thick)
        sheet.line(((0.8, 0.5), (0.56, 0.52)), right, thick * 0.94)
    for x in (0.44, 0.53, 0.62):
        sheet.line(((x, 0.6), (x + 0.05, 0.7)), TANNED, 0.09)
    sheet.line(((0.46, 0.38), (0.58, 0.46)), TANNED, 0.1)
    for box, colour in (((-0.1, 0.28, 0.2, 0.72), BLUE_INK), ((0.8, 0.28, 1.1, 0.72), RED_INK)):
        sheet.block(box, colour, 0.04)
        sheet.frame(box, INK, 0.03, 0.04)


_MOODS: Final[Mapping[str, tuple[Colour, Callable[[Sheet], None]]]] = {
    Emote.SMIRK: (GOLD, _smirk),
    Emote.CLAP: (PAPER, _clap),
    Emote.GASP: (GOLD, _gasp),
    Emote.HANDS: (SILVER, _hands),
}


@lru_cache(maxsize=16)
def mood(name: str, size: int) -> Image.Image | None:
    """Return the emote with the name `name` as a square tile, `size` pixels wide and high, which is
    pasted through a round mask. Returns None when there is no such emote."""
    if name not in _MOODS:
        return None
    ground, draw = _MOODS[name]
    sheet = Sheet(size, ground)
    draw(sheet)
    sheet.ring((0, 0, 1, 1), INK, 0.03)
    return sheet.tile()
