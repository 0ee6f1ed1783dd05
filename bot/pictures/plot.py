"""Lines over time on a panel, drawn by matplotlib, which is imported when the first ones are: that
takes longer than a start.

Only the panel is matplotlib's. All that is written beside it is lettered as in every other picture
(`chart.py`), which is ten times as quick as matplotlib's own axes.
"""

from __future__ import annotations

import threading
from collections.abc import Sequence
from dataclasses import dataclass
from datetime import UTC, datetime, timedelta
from typing import Any, Final

from PIL import Image

from bot.pictures.palette import FELT, MUTED, PANEL, Colour

DPI: Final = 72
"""matplotlib's lines are as many points wide as pixels."""
LINE: Final = 3.5
GRID: Final = 1.5
DOT: Final = 9
MARKED: Final = 40
"""Up to so many figures in a line are marked one by one, of more only the last."""
SHORTEST: Final = timedelta(hours=1)
LOWEST: Final = 20
"""At least so much time, and so much between the lowest figure and the highest, is on a panel."""
ASIDE, ABOVE = 0.025, 0.08
"""How much of a panel's width and height is free on each side of the lines."""
EDGE: Final = 0.04
"""So near to the upper and lower edge no figure is named: it would hang over."""
FEWEST_DATES, MOST_DATES, MOST_FIGURES = 3, 7, 6
"""With less room between them, matplotlib has no steps for some lengths of time: for 33 months,
say."""

_LOCK: Final = threading.Lock()
"""matplotlib draws one figure at a time."""

Points = Sequence[tuple[datetime, int]]
"""Figures with their moments (aware), the oldest first; never empty."""


@dataclass(frozen=True, slots=True)
class Window:
    """What a panel shows: time from left to right, figures from bottom to top."""

    begins: datetime
    ends: datetime
    lowest: float
    highest: float

    @classmethod
    def around(cls, lines: Sequence[Points], start: int) -> Window:
        """All points of the lines, and the figure that everybody starts with."""
        begins, ends = min(line[0][0] for line in lines), max(line[-1][0] for line in lines)
        figures = [start, *(figure for line in lines for _, figure in line)]
        aside = max((ends - begins) * ASIDE, (SHORTEST - (ends - begins)) / 2)
        above = max(
            (max(figures) - min(figures)) * ABOVE, (LOWEST - (max(figures) - min(figures))) / 2
        )
        return cls(begins - aside, ends + aside, min(figures) - above, max(figures) + above)

    def across(self, moment: datetime) -> float:
        """How far from the left edge a moment lies, as a part of the width."""
        return (moment - self.begins) / (self.ends - self.begins)

    def up(self, figure: float) -> float:
        """How far from the lower edge a figure lies, as a part of the height."""
        return (figure - self.lowest) / (self.highest - self.lowest)

    def dates(self) -> list[datetime]:
        """A few moments that are good to name: first days of years or months, days, full hours or
        minutes (UTC)."""
        from matplotlib import dates  # noqa: PLC0415 - slow to import, and seldom needed

        calendar: Any = dates  # its functions have no annotations
        locator = calendar.AutoDateLocator(tz=UTC, minticks=FEWEST_DATES, maxticks=MOST_DATES)
        found: list[datetime] = calendar.num2date(
            locator.tick_values(self.begins, self.ends), tz=UTC
        )
        return [moment for moment in found if self.begins <= moment <= self.ends]

    def figures(self) -> list[int]:
        """A few round figures."""
        from matplotlib.ticker import MaxNLocator  # noqa: PLC0415

        locator = MaxNLocator(nbins=MOST_FIGURES, integer=True, steps=[1, 2, 5, 10])
        found = locator.tick_values(self.lowest, self.highest)
        return [round(each) for each in found if EDGE <= self.up(each) <= 1 - EDGE]


def panel(
    window: Window, lines: Sequence[tuple[Points, Colour]], start: int, wide: int, high: int
) -> Image.Image:
    """The lines in their colours before a grid, `wide` × `high` pixels of RGB; the figure `start`
    is dashed."""
    from matplotlib.backends.backend_agg import FigureCanvasAgg  # noqa: PLC0415
    from matplotlib.figure import Figure  # noqa: PLC0415
    from matplotlib.lines import Line2D  # noqa: PLC0415

    with _LOCK:
        figure = Figure(figsize=(wide / DPI, high / DPI), dpi=DPI, facecolor=_part(PANEL))
        canvas: Any = FigureCanvasAgg(figure)  # some of its methods have no annotations
        grid: dict[str, Any] = {"color": _part(FELT), "linewidth": GRID}
        for moment in window.dates():
            figure.add_artist(Line2D([window.across(moment)] * 2, [0, 1], **grid))
        for each in window.figures():
            figure.add_artist(Line2D([0, 1], [window.up(each)] * 2, **grid))
        figure.add_artist(
            Line2D([0, 1], [window.up(start)] * 2, color=_part(MUTED), linewidth=1.5, dashes=(4, 4))
        )
        for points, colour in lines:
            across = [window.across(moment) for moment, _ in points]
            up = [window.up(each) for _, each in points]
            marked = slice(None) if len(points) <= MARKED else slice(-1, None)
            figure.add_artist(
                Line2D(across, up, color=_part(colour), linewidth=LINE, solid_joinstyle="round")
            )
            figure.add_artist(
                Line2D(
                    across[marked],
                    up[marked],
                    color=_part(colour),
                    linestyle="",
                    marker="o",
                    markersize=DOT,
                )
            )
        canvas.draw()
        return Image.frombuffer("RGBA", (wide, high), canvas.buffer_rgba()).convert("RGB")


def _part(colour: Colour) -> tuple[float, float, float]:
    red, green, blue = colour
    return red / 255, green / 255, blue / 255
