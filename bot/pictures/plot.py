"""Draws lines over time on a panel of a chart, such as ratings. It chooses the ranges of time and
values that the panel shows, and the dates and numbers of the grid."""

from __future__ import annotations

from collections.abc import Callable, Sequence
from dataclasses import dataclass
from datetime import UTC, datetime, timedelta
from itertools import count, takewhile
from math import ceil, floor
from typing import Final

from PIL import Image, ImageDraw

from bot.pictures.palette import FELT, MUTED, PANEL, Colour

FINE: Final = 3
"""The factor by which lines are drawn larger and then reduced, so that their edges are smooth."""
LINE: Final = 3.5
"""Sizes in pixels. `LINE` is the width of a chart's line, `GRID` the width of the grid's lines, and
`DASHED` the width of the dashed line. `DASH` is the length of a dash, and `DOT` the diameter of a
dot."""
GRID: Final = 1.5
DASHED: Final = 1.5
DASH: Final = 6
DOT: Final = 9
MARKED: Final = 40
"""The most points of a line in a chart that are all drawn as dots. In a line with more points, only
the last point is a dot."""
SHORTEST: Final = timedelta(hours=1)
LOWEST: Final = 20
"""The shortest time (`SHORTEST`) and the smallest difference of values (`LOWEST`) that a chart's
panel covers."""
ASIDE, ABOVE = 0.025, 0.08
"""How much room is free on each side of the lines in a panel. `ASIDE` is a fraction of the time
from the first point to the last, for the left and the right side. `ABOVE` is a fraction of the
difference between the highest and the lowest value, for the top and the bottom."""
EDGE: Final = 0.04
"""The fraction of a panel's height at the top, and again at the bottom, in which no values are
labelled. A label in these parts would stick out of the panel."""
MOST_SPACES: Final = 6
"""The most intervals into which labels divide an axis of a chart. The labels are dates on one axis,
and numbers on the other."""
LONGEST_MONTH: Final = 31
"""The most days of a month."""
FEWEST_UNITS: Final = 3
"""The least number of years that a panel must cover to be labelled with years. Otherwise the panel
is labelled with months, days, hours or minutes. The same number decides for each of these units."""

Points = Sequence[tuple[datetime, int]]
"""The points of a line in a chart, each with its time (aware) and its value. The oldest point is
first, and there is at least one point."""


@dataclass(frozen=True, slots=True)
class Unit:
    """A unit of time by which a chart's time axis is labelled, such as a month. `length` is its
    approximate duration. `intervals` are the possible distances between two labels, counted in
    units. `first` takes a moment and returns the beginning of the unit that contains the moment.
    `follows` takes the beginning of a unit and returns the beginning of the next unit. `is_named`
    returns whether the beginning of a unit gets a label. Its arguments are this beginning, and the
    chosen distance between two labels."""

    length: timedelta
    intervals: tuple[int, ...]
    first: Callable[[datetime], datetime]
    """The beginning of the unit in which a moment lies."""
    follows: Callable[[datetime], datetime]
    """A function that returns the beginning of the next unit of time. Its argument is the beginning
    of a unit."""
    is_named: Callable[[datetime, int], bool]
    """A function that returns whether the beginning of a unit gets a label. Its arguments are this
    beginning, and the distance between two labels in units."""

    def dates(self, begins: datetime, ends: datetime) -> list[datetime]:
        """Return the labelled moments from `begins` to `ends`. The distance between them is the
        shortest of `intervals` that gives about six labels or fewer."""
        number = (ends - begins) / self.length
        interval = next(
            (each for each in self.intervals if number / each <= MOST_SPACES), self.intervals[-1]
        )
        found, moment = [], self.first(begins)
        while moment <= ends:
            if moment >= begins and self.is_named(moment, interval):
                found.append(moment)
            moment = self.follows(moment)
        return found


def _midnight(moment: datetime) -> datetime:
    return moment.replace(hour=0, minute=0, second=0, microsecond=0)


def _month(moment: datetime) -> datetime:
    return _midnight(moment).replace(day=1)


def _of_month(moment: datetime, interval: int) -> bool:
    """Return whether a day gets a label when the labels are `interval` days apart. The first day of
    the month gets a label, and so does every `interval`-th day after it. A day close to the end of
    the month gets no label, because it would be too near to the first day of the next month."""
    return (moment.day - 1) % interval == 0 and moment.day + interval // 2 <= LONGEST_MONTH


UNITS: Final = (
    Unit(
        timedelta(days=365.2425),
        (1, 2, 5, 10, 20, 50, 100),
        lambda moment: _month(moment).replace(month=1),
        lambda moment: moment.replace(year=moment.year + 1),
        lambda moment, interval: moment.year % interval == 0,
    ),
    Unit(
        timedelta(days=30.44),
        (1, 2, 3, 4, 6),
        _month,
        lambda moment: _month(moment + timedelta(days=31)),
        lambda moment, interval: (moment.month - 1) % interval == 0,
    ),
    Unit(
        timedelta(days=1),
        (1, 2, 3, 7, 14, 21),
        _midnight,
        lambda moment: moment + timedelta(days=1),
        _of_month,
    ),
    Unit(
        timedelta(hours=1),
        (1, 2, 3, 4, 6, 12),
        lambda moment: moment.replace(minute=0, second=0, microsecond=0),
        lambda moment: moment + timedelta(hours=1),
        lambda moment, interval: moment.hour % interval == 0,
    ),
    Unit(
        timedelta(minutes=1),
        (1, 2, 5, 10, 15, 30),
        lambda moment: moment.replace(second=0, microsecond=0),
        lambda moment: moment + timedelta(minutes=1),
        lambda moment, interval: moment.minute % interval == 0,
    ),
)
"""The units of time that dates are named by, the longest first."""


@dataclass(frozen=True, slots=True)
class Window:
    """The range that a chart's panel shows: time from left to right, values from bottom to top."""

    begins: datetime
    ends: datetime
    lowest: float
    highest: float

    @classmethod
    def around(cls, lines: Sequence[Points], start: int) -> Window:
        """Return the window that contains all points of these lines with a margin around them. It
        also contains `start`, the value with which every line began, such as a new member's
        rating."""
        begins, ends = min(line[0][0] for line in lines), max(line[-1][0] for line in lines)
        figures = [start, *(figure for line in lines for _, figure in line)]
        aside = max((ends - begins) * ASIDE, (SHORTEST - (ends - begins)) / 2)
        above = max(
            (max(figures) - min(figures)) * ABOVE, (LOWEST - (max(figures) - min(figures))) / 2
        )
        return cls(begins - aside, ends + aside, min(figures) - above, max(figures) + above)

    def across(self, moment: datetime) -> float:
        """Return the distance of a moment from the panel's left edge, as a fraction of the panel's
        width."""
        return (moment - self.begins) / (self.ends - self.begins)

    def up(self, figure: float) -> float:
        """Return the height of the value `figure` above the panel's lower edge, as a fraction of
        the panel's height."""
        return (figure - self.lowest) / (self.highest - self.lowest)

    def dates(self) -> list[datetime]:
        """Return a few moments (UTC) in this window at which the time axis is labelled. They are
        first days of years or of months, days, full hours or full minutes, as suits the window's
        length."""
        begins, ends = self.begins.astimezone(UTC), self.ends.astimezone(UTC)
        unit = next(
            (unit for unit in UNITS if (ends - begins) / unit.length >= FEWEST_UNITS), UNITS[-1]
        )
        return unit.dates(begins, ends)

    def figures(self) -> list[int]:
        """Return a few round numbers between `lowest` and `highest`, in ascending order, at which
        the value axis is labelled."""
        room = (self.highest - self.lowest) / MOST_SPACES
        steps = (digit * 10**power for power in count() for digit in (1, 2, 5))
        step = next(step for step in steps if step >= room)
        first, last = ceil(self.lowest / step), floor(self.highest / step)
        return [
            each * step
            for each in range(first, last + 1)
            if EDGE <= self.up(each * step) <= 1 - EDGE
        ]


def panel(
    window: Window, lines: Sequence[tuple[Points, Colour]], start: int, wide: int, high: int
) -> Image.Image:
    """Draw a chart's panel as an RGB image of `wide` × `high` pixels. It shows a grid, and in front
    of it each line in its colour. A dashed line marks the value `start`."""
    image = Image.new("RGB", (wide * FINE, high * FINE), PANEL)
    draw = ImageDraw.Draw(image)
    _draw_grid(draw, window, image.size)
    _draw_dashes(draw, (1 - window.up(start)) * image.height, image.width)
    for points, colour in lines:
        places = [
            (window.across(moment) * image.width, (1 - window.up(figure)) * image.height)
            for moment, figure in points
        ]
        draw.line(places, colour, round(LINE * FINE), joint="curve")
        for x, y in places if len(places) <= MARKED else places[-1:]:
            draw.circle((x, y), DOT * FINE / 2, colour)
    return image.reduce(FINE)


def _draw_grid(draw: ImageDraw.ImageDraw, window: Window, size: tuple[int, int]) -> None:
    wide, high = size
    for moment in window.dates():
        x = window.across(moment) * wide
        draw.line([(x, 0), (x, high)], FELT, round(GRID * FINE))
    for figure in window.figures():
        y = (1 - window.up(figure)) * high
        draw.line([(0, y), (wide, y)], FELT, round(GRID * FINE))


def _draw_dashes(draw: ImageDraw.ImageDraw, y: float, wide: int) -> None:
    for x in takewhile(lambda x: x < wide, count(0, 2 * DASH * FINE)):
        draw.line([(x, y), (x + DASH * FINE, y)], MUTED, round(DASHED * FINE))
