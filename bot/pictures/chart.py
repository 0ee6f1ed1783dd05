"""Draws a chart of ratings over time."""

from __future__ import annotations

from collections.abc import Callable, Sequence
from dataclasses import dataclass
from datetime import datetime
from io import BytesIO
from itertools import cycle
from typing import Final

from PIL import Image

from bot.pictures.fonts import width, written
from bot.pictures.paint import LEVEL, painted, solid
from bot.pictures.palette import GOLD, SIDES, Colour, Ramp, side_colour
from bot.pictures.plot import Points, Window, panel
from bot.pictures.scene import LETTERING, MARGIN, WIDTH, Box, Part, Scene, beside, flowing, label
from bot.pictures.shapes import rounded
from bot.preferences.model import Deck

HIGH: Final = 330
"""Height of the panel with the lines."""
SIZE: Final = LETTERING
TITLE: Final = LETTERING
APART: Final = 10
BETWEEN: Final = 24
"""The least gap in pixels between two labels with dates. It is wider than a space between words,
because a label can have several words."""
KEY: Final = 18
"""The diameter in pixels of the dot before a line's title. The dot has the line's colour."""
COLOURS: Final = 64
"""The number of colours: enough for six lines with smooth edges."""
AFTER: Final = Scene(4, 0, ())
"""Free room after a title."""
LINES: Final[tuple[tuple[Colour, int], ...]] = (
    (GOLD, Ramp.TURN.ground),
    *((SIDES[side], side_colour(side)) for side in (1, 2, 0, 4, 5)),
)
"""The colours of a chart's lines. Each entry has a colour, and the index of this colour in the
palette. The seventh line has the first colour again."""


@dataclass(frozen=True, slots=True)
class Curve:
    """One line of a rating chart. `points` are pairs of a moment (aware) and a rating, in the order
    of time. There is at least one pair."""

    title: str
    points: Points


@dataclass(frozen=True, slots=True)
class Calendar:
    """Functions that write a moment (UTC) in the reader's language, for the labels below a chart.
    `day` includes the year (`22 Nov 2026`), `short_day` does not (`22 Nov`), and `month` writes the
    month and year (`November 2026`)."""

    day: Callable[[datetime], str]
    short_day: Callable[[datetime], str]
    month: Callable[[datetime], str]


def chart_picture(curves: Sequence[Curve], start: int, calendar: Calendar) -> bytes:
    """Draw the curves as a PNG, 800 pixels wide. A dashed line shows `start`, the rating with which
    everybody starts."""
    window = Window.around([curve.points for curve in curves], start)
    scene, hole = chart_scene([curve.title for curve in curves], window, calendar)
    image = painted(scene, Deck.FOUR_COLOURS).convert("RGB")
    lines = [
        (curve.points, colour) for curve, (colour, _) in zip(curves, cycle(LINES), strict=False)
    ]
    mask = solid(rounded(hole.wide, hole.high, hole.radius))
    image.paste(panel(window, lines, start, hole.wide, hole.high), (hole.x, hole.y), mask)
    buffer = BytesIO()
    few = image.quantize(COLOURS, Image.Quantize.FASTOCTREE, dither=Image.Dither.NONE)
    few.save(buffer, "PNG", compress_level=LEVEL)
    return buffer.getvalue()


def chart_scene(titles: Sequence[str], window: Window, calendar: Calendar) -> tuple[Scene, Box]:
    """Lay out a chart without its curves. The layout has the titles of the curves, the numbers and
    the dates. Return the layout, and the box in the layout where the panel with the curves
    belongs."""
    above = named_lines(titles)
    left = MARGIN + max(width(str(figure), SIZE) for figure in window.figures()) + APART
    top = MARGIN + above.high + APART
    hole = Box(left, top, WIDTH - MARGIN - left, HIGH, Ramp.NAME.ground, APART)
    things = [
        *above.moved(MARGIN + 2, MARGIN),
        hole,
        *_figures(window, hole),
        *_dates(window, hole, calendar),
    ]
    return Scene(WIDTH, top + HIGH + APART + SIZE * 5 // 4 + MARGIN, tuple(things)), hole


def named_lines(titles: Sequence[str]) -> Scene:
    """Lay out the titles of a chart's lines. Before each title is a dot in the line's colour."""
    most = WIDTH - 2 * MARGIN - 2 * KEY
    keyed = [
        beside([_key(colour), label(written(title) or "?", TITLE, Ramp.TITLE, most), AFTER], APART)
        for title, (_, colour) in zip(titles, cycle(LINES), strict=False)
    ]
    return flowing(keyed, APART // 2, WIDTH - 2 * MARGIN)


def _key(colour: int) -> Scene:
    high = TITLE * 5 // 4
    return Scene(KEY, high, (Box(0, (high - KEY) // 2, KEY, KEY, colour, KEY // 2),))


def _figures(window: Window, hole: Box) -> list[Part]:
    """Return the labels of the rating scale, left of the panel `hole`, each at the height of its
    value."""
    things: list[Part] = []
    for figure in window.figures():
        y = hole.y + round(hole.high * (1 - window.up(figure))) - SIZE * 5 // 8
        text = str(figure)
        things += label(text, SIZE, Ramp.TITLE, WIDTH).moved(hole.x - APART - width(text, SIZE), y)
    return things


def _dates(window: Window, hole: Box, calendar: Calendar) -> list[Part]:
    """Return the labels with dates below the panel `hole`. A label that would overlap the one
    before is left out."""
    things: list[Part] = []
    free = 0
    for moment, text in named(window.dates(), calendar):
        room = width(text, SIZE)
        middle = hole.x + round(hole.wide * window.across(moment))
        x = min(max(middle - room // 2, MARGIN), WIDTH - MARGIN - room)
        if x >= free:
            things += label(text, SIZE, Ramp.TITLE, WIDTH).moved(x, hole.y + hole.high + APART // 2)
            free = x + room + BETWEEN
    return things


def named(moments: Sequence[datetime], calendar: Calendar) -> list[tuple[datetime, str]]:
    """Return each of these moments (UTC) with its label below a chart. The label is as short as the
    moments allow: a year, a month, a day or an hour."""
    if any(moment.hour or moment.minute for moment in moments):
        return _hours(moments, calendar)
    if any(moment.day > 1 for moment in moments):
        return [(moment, calendar.day(moment)) for moment in moments]
    if any(moment.month > 1 for moment in moments):
        return [(moment, calendar.month(moment)) for moment in moments]
    return [(moment, str(moment.year)) for moment in moments]


def _hours(moments: Sequence[datetime], calendar: Calendar) -> list[tuple[datetime, str]]:
    """Return each of these moments (UTC) with its hour as a label. The first label of a day also
    has the date, and the very first label the time zone."""
    first = {moment.date(): moment for moment in reversed(moments)}
    told = [
        (
            moment,
            f"{calendar.short_day(moment)} {moment:%H:%M}"
            if first[moment.date()] is moment
            else f"{moment:%H:%M}",
        )
        for moment in moments
    ]
    return [(told[0][0], f"{told[0][1]} UTC"), *told[1:]]
