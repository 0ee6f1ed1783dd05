"""Draws the badges of achievements. A badge is a round medal with a symbol. Each badge is drawn
only once for each size, and then kept in memory."""

from __future__ import annotations

import math
from collections.abc import Callable, Mapping
from functools import lru_cache, partial
from typing import Final

from PIL import Image

from bot.pictures.drawing import Line, Sheet
from bot.pictures.palette import (
    BLUE_INK,
    BRONZE,
    DARK,
    FOX,
    GOLD,
    GREEN_INK,
    PAPER,
    RED_INK,
    SILVER,
    WINE,
    Colour,
)

INK: Final = DARK


def _star(
    sheet: Sheet, colour: Colour, middle: tuple[float, float] = (0.5, 0.5), r: float = 0.26
) -> None:
    x, y = middle
    points = tuple(
        (
            x + math.sin(turn * math.pi / 5) * (r if turn % 2 == 0 else r * 0.42),
            y - math.cos(turn * math.pi / 5) * (r if turn % 2 == 0 else r * 0.42),
        )
        for turn in range(10)
    )
    sheet.shape(points, colour)


def _stripes(sheet: Sheet, many: int) -> None:
    """Draw `many` chevrons (stripes of a military rank), one above the other."""
    for number in range(many):
        y = 0.62 - 0.15 * number + 0.075 * (many - 1)
        sheet.line(((0.3, y), (0.5, y - 0.16), (0.7, y)), INK, 0.07)


def _crown(sheet: Sheet) -> None:
    sheet.shape(
        (
            (0.26, 0.68),
            (0.22, 0.36),
            (0.38, 0.5),
            (0.5, 0.28),
            (0.62, 0.5),
            (0.78, 0.36),
            (0.74, 0.68),
        ),
        INK,
    )
    for x, y in ((0.22, 0.34), (0.5, 0.26), (0.78, 0.34)):
        sheet.oval((x - 0.04, y - 0.04, x + 0.04, y + 0.04), INK)


def _cup(sheet: Sheet) -> None:
    """Draw a cup that has two handles and a foot."""
    for left in (0.2, 0.56):
        sheet.ring((left, 0.28, left + 0.24, 0.54), INK, 0.05)
    sheet.shape(((0.32, 0.24), (0.68, 0.24), (0.62, 0.52), (0.5, 0.6), (0.38, 0.52)), INK)
    sheet.block((0.465, 0.56, 0.535, 0.7), INK)
    sheet.block((0.34, 0.69, 0.66, 0.77), INK, 0.02)


def _two_cards(sheet: Sheet) -> None:
    """Draw two playing cards, side by side."""
    for left, colour in ((0.26, RED_INK), (0.46, INK)):
        sheet.block((left, 0.3, left + 0.28, 0.7), PAPER, 0.04)
        sheet.frame((left, 0.3, left + 0.28, 0.7), colour, 0.035, 0.04)
        sheet.oval((left + 0.08, 0.44, left + 0.2, 0.56), colour)


def _digits(text: str, sheet: Sheet) -> None:
    """Draw the number `text` in the middle of the sheet. Only the digits 1 and 0 can be drawn."""
    wide = 0.17
    left = 0.5 - wide * len(text) / 2
    for place, digit in enumerate(text):
        x = left + wide * place + 0.02
        if digit == "1":
            sheet.line(((x + 0.02, 0.4), (x + 0.08, 0.34), (x + 0.08, 0.66)), INK, 0.045)
        else:
            sheet.ring((x, 0.33, x + 0.13, 0.67), INK, 0.045)


def _dots_around_star(sheet: Sheet) -> None:
    """Draw twelve dots around a star."""
    for turn in range(12):
        x, y = 0.5 + 0.25 * math.sin(turn * math.pi / 6), 0.5 - 0.25 * math.cos(turn * math.pi / 6)
        sheet.oval((x - 0.04, y - 0.04, x + 0.04, y + 0.04), INK)
    _star(sheet, INK, r=0.14)


def _hat(sheet: Sheet) -> None:
    sheet.block((0.34, 0.26, 0.66, 0.62), INK, 0.02)
    sheet.block((0.24, 0.6, 0.76, 0.68), INK, 0.03)
    sheet.block((0.34, 0.52, 0.66, 0.58), RED_INK)


def _flame(sheet: Sheet) -> None:
    sheet.shape(
        (
            (0.5, 0.2),
            (0.6, 0.36),
            (0.7, 0.5),
            (0.68, 0.68),
            (0.5, 0.78),
            (0.32, 0.68),
            (0.3, 0.5),
            (0.38, 0.44),
            (0.42, 0.52),
        ),
        FOX,
    )
    sheet.shape(((0.51, 0.48), (0.6, 0.62), (0.5, 0.74), (0.41, 0.64)), GOLD)


def _cloud(sheet: Sheet) -> None:
    for box in ((0.26, 0.4, 0.5, 0.6), (0.38, 0.3, 0.62, 0.58), (0.5, 0.38, 0.76, 0.6)):
        sheet.oval(box, INK)
    sheet.block((0.34, 0.48, 0.66, 0.6), INK)
    for x in (0.38, 0.5, 0.62):
        sheet.line(((x, 0.66), (x - 0.03, 0.75)), BLUE_INK, 0.035)


def _suits(sheet: Sheet) -> None:
    """Draw a diamond, a heart and a club."""
    sheet.shape(((0.5, 0.22), (0.6, 0.36), (0.5, 0.5), (0.4, 0.36)), RED_INK)
    for box in ((0.25, 0.5, 0.37, 0.62), (0.34, 0.5, 0.46, 0.62)):
        sheet.oval(box, RED_INK)
    sheet.shape(((0.255, 0.58), (0.455, 0.58), (0.355, 0.74)), RED_INK)
    for box in ((0.58, 0.48, 0.7, 0.6), (0.53, 0.57, 0.65, 0.69), (0.63, 0.57, 0.75, 0.69)):
        sheet.oval(box, INK)
    sheet.line(((0.64, 0.6), (0.64, 0.74)), INK, 0.035)


def _table(sheet: Sheet) -> None:
    sheet.oval((0.34, 0.4, 0.66, 0.62), GREEN_INK)
    for turn in range(6):
        x, y = 0.5 + 0.27 * math.sin(turn * math.pi / 3), 0.51 - 0.22 * math.cos(turn * math.pi / 3)
        sheet.oval((x - 0.055, y - 0.055, x + 0.055, y + 0.055), INK)


def _chair(sheet: Sheet) -> None:
    sheet.line(((0.38, 0.24), (0.38, 0.76)), INK, 0.05)
    sheet.line(((0.38, 0.52), (0.64, 0.52), (0.64, 0.76)), INK, 0.05)
    for y in (0.3, 0.4):
        sheet.line(((0.38, y), (0.5, y)), INK, 0.035)


def _epaulette(sheet: Sheet) -> None:
    """Draw an epaulette, a shoulder piece with a star and fringes."""
    sheet.block((0.28, 0.34, 0.72, 0.5), WINE, 0.06)
    for number in range(7):
        x = 0.31 + 0.0633 * number
        sheet.line(((x, 0.52), (x, 0.7)), WINE, 0.03)
    _star(sheet, GOLD, (0.5, 0.42), 0.07)


def _eye(sheet: Sheet) -> None:
    outline: Line = (
        (0.22, 0.5),
        (0.36, 0.37),
        (0.5, 0.33),
        (0.64, 0.37),
        (0.78, 0.5),
        (0.64, 0.63),
        (0.5, 0.67),
        (0.36, 0.63),
    )
    sheet.shape(outline, PAPER)
    sheet.line((*outline, outline[0]), INK, 0.035)
    sheet.oval((0.41, 0.41, 0.59, 0.59), INK)
    sheet.oval((0.49, 0.43, 0.55, 0.49), PAPER)


def _tick(sheet: Sheet) -> None:
    sheet.line(((0.3, 0.52), (0.45, 0.68), (0.72, 0.34)), GREEN_INK, 0.1)


def _book(sheet: Sheet) -> None:
    for points in (
        ((0.5, 0.36), (0.26, 0.3), (0.26, 0.66), (0.5, 0.72)),
        ((0.5, 0.36), (0.74, 0.3), (0.74, 0.66), (0.5, 0.72)),
    ):
        sheet.shape(points, PAPER)
        sheet.line((*points, points[0]), INK, 0.035)


def _seven_squares(sheet: Sheet) -> None:
    """Draw seven squares, as in a calendar."""
    sheet.block((0.26, 0.28, 0.74, 0.72), PAPER, 0.04)
    sheet.block((0.26, 0.28, 0.74, 0.38), RED_INK, 0.03)
    for number in range(7):
        x, y = 0.305 + 0.105 * (number % 4), 0.44 + 0.13 * (number // 4)
        sheet.block((x, y, x + 0.075, y + 0.09), GREEN_INK)
    sheet.frame((0.26, 0.28, 0.74, 0.72), INK, 0.03, 0.04)


def _jigsaw_piece(sheet: Sheet) -> None:
    """Draw a piece of a jigsaw puzzle."""
    sheet.block((0.3, 0.38, 0.66, 0.72), BLUE_INK, 0.02)
    sheet.oval((0.41, 0.26, 0.55, 0.4), BLUE_INK)
    sheet.oval((0.62, 0.48, 0.76, 0.62), BLUE_INK)


def _card_under_deck(sheet: Sheet) -> None:
    """Draw a card that lies sideways under a deck."""
    sheet.block((0.24, 0.44, 0.76, 0.7), PAPER, 0.04)
    sheet.frame((0.24, 0.44, 0.76, 0.7), INK, 0.03, 0.04)
    sheet.shape(((0.68, 0.5), (0.73, 0.57), (0.68, 0.64), (0.63, 0.57)), RED_INK)
    sheet.block((0.28, 0.24, 0.56, 0.64), WINE, 0.04)
    sheet.frame((0.28, 0.24, 0.56, 0.64), INK, 0.03, 0.04)


def _fan(sheet: Sheet) -> None:
    """Draw a fan with thirteen spokes."""
    for number in range(13):
        turn = math.pi * (number - 6) / 16
        x, y = 0.5 + 0.46 * math.sin(turn), 0.76 - 0.46 * math.cos(turn)
        sheet.line(((0.5, 0.76), (x, y)), RED_INK if number % 2 else INK, 0.035)
    sheet.oval((0.44, 0.7, 0.56, 0.82), INK)


def _walk(sheet: Sheet) -> None:
    _star(sheet, WINE)


_SIGNS: Final[Mapping[str, tuple[Colour, Callable[[Sheet], None]]]] = {
    "hands": (BRONZE, _two_cards),
    "10": (BRONZE, partial(_digits, "10")),
    "100": (GOLD, partial(_digits, "100")),
    "one": (BRONZE, lambda sheet: _stripes(sheet, 1)),
    "two": (SILVER, lambda sheet: _stripes(sheet, 2)),
    "three": (SILVER, lambda sheet: _stripes(sheet, 3)),
    "crown": (GOLD, _crown),
    "cup": (GOLD, _cup),
    "ring": (GOLD, _dots_around_star),
    "hat": (SILVER, _hat),
    "flame": (PAPER, _flame),
    "cloud": (SILVER, _cloud),
    "suits": (PAPER, _suits),
    "table": (BRONZE, _table),
    "chair": (BRONZE, _chair),
    "six": (SILVER, _epaulette),
    "star": (GOLD, _walk),
    "eye": (BRONZE, _eye),
    "trump": (SILVER, _card_under_deck),
    "fan": (GOLD, _fan),
    "tick": (PAPER, _tick),
    "book": (SILVER, _book),
    "week": (BRONZE, _seven_squares),
    "knot": (PAPER, _jigsaw_piece),
}
"""The look of each badge, with the names of the symbols (signs) as keys. Each value is a pair: the
colour of the medal, and the function that draws the symbol on it."""

SIGNS: Final = frozenset(_SIGNS)


@lru_cache(maxsize=64)
def badge(sign: str, size: int) -> Image.Image:
    """Draw the badge with the symbol `sign`. The result is a square of `size` pixels in the palette
    that all pictures share. It must be pasted through a round mask."""
    metal, draw = _SIGNS[sign]
    sheet = Sheet(size, metal)
    sheet.ring((0.05, 0.05, 0.95, 0.95), INK, 0.03)
    draw(sheet)
    return sheet.tile()
