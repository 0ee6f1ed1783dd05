"""Draws a chart of each seat's chance to win over the course of a game, with a ring around each
mistake."""

from __future__ import annotations

from collections.abc import Mapping, Sequence
from dataclasses import dataclass
from io import BytesIO
from itertools import cycle
from typing import Final

from PIL import Image, ImageDraw

from bot.pictures.chart import APART, COLOURS, HIGH, LINES, SIZE, named_lines
from bot.pictures.fonts import width
from bot.pictures.paint import LEVEL, painted, solid
from bot.pictures.palette import FELT, PANEL, WHITE, Ramp
from bot.pictures.plot import DOT, FINE, GRID, LINE
from bot.pictures.scene import MARGIN, WIDTH, Box, Part, Scene, label
from bot.pictures.shapes import rounded
from bot.preferences.model import Deck

FIGURES: Final = (0, 25, 50, 75, 100)
"""The chances that are named, in per cent."""
FULL: Final = 100
AIR: Final = 0.06
"""The fraction of the panel's height that is free above 100 %. The same fraction is free below 0
%."""
RING: Final = 22
"""The diameter in pixels of the ring that marks a mistake in the chart."""
STROKE: Final = 4
STEPS: Final = 8
"""The most intervals between the numbers of moves that are written below the chart."""


@dataclass(frozen=True, slots=True)
class Course:
    """One seat's line in the chart. `points` are pairs of a step in the game and the seat's chance
    to win in per cent, in the order of the steps. `mistakes` are the steps at which the seat made a
    mistake."""

    name: str
    points: Sequence[tuple[int, float]]
    mistakes: frozenset[int] = frozenset()


def chances_picture(courses: Sequence[Course], last: int, shares: Mapping[int, str]) -> bytes:
    """Draw every seat's chance to win over the course of a game, as a PNG, 800 pixels wide.
    `courses` are the lines of the seats, and `last` is the number of moves in the game. `shares`
    maps each percentage in FIGURES to its label in the reader's language."""
    scene, hole = chances_scene([course.name for course in courses], last, shares)
    image = painted(scene, Deck.FOUR_COLOURS).convert("RGB")
    mask = solid(rounded(hole.wide, hole.high, hole.radius))
    image.paste(_panel(courses, last, hole.wide, hole.high), (hole.x, hole.y), mask)
    buffer = BytesIO()
    few = image.quantize(COLOURS, Image.Quantize.FASTOCTREE, dither=Image.Dither.NONE)
    few.save(buffer, "PNG", compress_level=LEVEL)
    return buffer.getvalue()


def chances_scene(names: Sequence[str], last: int, shares: Mapping[int, str]) -> tuple[Scene, Box]:
    """Lay out the chart of chances without its lines: the seats' names, the percentages, and the
    numbers of moves from 0 to `last`. Return the layout, and the box in the layout where the panel
    with the lines belongs."""
    above = named_lines(names)
    left = MARGIN + max(width(text, SIZE) for text in shares.values()) + APART
    top = MARGIN + above.high + APART
    hole = Box(left, top, WIDTH - MARGIN - left, HIGH, Ramp.NAME.ground, APART)
    things: list[Part] = [*above.moved(MARGIN + 2, MARGIN), hole]
    for figure in FIGURES:
        text = shares[figure]
        y = hole.y + round(_up(figure) * hole.high) - SIZE * 5 // 8
        things += label(text, SIZE, Ramp.TITLE, WIDTH).moved(hole.x - APART - width(text, SIZE), y)
    for step in _named_steps(last):
        text = str(step)
        middle = hole.x + round(hole.wide * _across(step, last))
        x = min(max(middle - width(text, SIZE) // 2, hole.x), WIDTH - MARGIN - width(text, SIZE))
        things += label(text, SIZE, Ramp.TITLE, WIDTH).moved(x, hole.y + hole.high + APART // 2)
    return Scene(WIDTH, top + HIGH + APART + SIZE * 5 // 4 + MARGIN, tuple(things)), hole


def _named_steps(last: int) -> list[int]:
    """Return the numbers of moves that are written below the chart. They begin with 0, don't exceed
    `last`, and have a round interval such as 1, 2, 5, 10 or 20."""
    sizes = (digit * 10**power for power in range(6) for digit in (1, 2, 5))
    size = next(size for size in sizes if last / size <= STEPS)
    return list(range(0, last + 1, size))


def _up(figure: float) -> float:
    """Return how far below the panel's upper edge a chance (in per cent) is drawn, as a fraction of
    the panel's height."""
    return AIR + (1 - 2 * AIR) * (1 - figure / FULL)


def _across(step: int, last: int) -> float:
    return (step + 0.5) / (last + 1)


def _panel(courses: Sequence[Course], last: int, wide: int, high: int) -> Image.Image:
    """Draw the panel of the chart as an RGB image of `wide` × `high` pixels. Each of `courses` (a
    seat's chances to win) is a coloured line in front of a grid. `last` is the number of moves in
    the game."""
    image = Image.new("RGB", (wide * FINE, high * FINE), PANEL)
    draw = ImageDraw.Draw(image)
    for figure in FIGURES:
        y = _up(figure) * image.height
        draw.line([(0, y), (image.width, y)], FELT, round(GRID * FINE))
    for course, (colour, _) in zip(courses, cycle(LINES), strict=False):
        places = [
            (_across(step, last) * image.width, _up(chance) * image.height)
            for step, chance in course.points
        ]
        if len(places) > 1:
            draw.line(places, colour, round(LINE * FINE), joint="curve")
        for (step, _chance), (x, y) in zip(course.points, places, strict=True):
            if step in course.mistakes:
                draw.circle((x, y), RING * FINE / 2, PANEL, WHITE, STROKE * FINE)
                draw.circle((x, y), DOT * FINE / 2, colour)
            elif len(places) == 1:
                draw.circle((x, y), DOT * FINE / 2, colour)
    return image.reduce(FINE)
