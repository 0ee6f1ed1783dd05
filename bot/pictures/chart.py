"""A chart of ratings over time. matplotlib is imported when the first one is drawn: that takes longer than a start."""

from __future__ import annotations

import threading
from collections.abc import Sequence
from dataclasses import dataclass
from datetime import UTC, datetime
from io import BytesIO
from typing import Any, Final

from bot.pictures.palette import FELT, GOLD, MUTED, PANEL, SIDES, WHITE, Colour
from bot.pictures.scene import WIDTH

HIGH: Final = 420
DPI: Final = 100
LINES: Final[tuple[Colour, ...]] = (GOLD, *SIDES[1:3], SIDES[0], *SIDES[4:])
MARKED: Final = 40
"""Up to so many ratings in a line are marked one by one."""
DATES: Final = ["%Y", "%Y-%m", "%m-%d", "%H:%M", "%H:%M", "%S.%f"]
FIRST_DATES: Final = ["", "%Y", "%Y-%m", "%m-%d", "%H:%M", "%H:%M"]
WHOLE_DATES: Final = ["", "%Y", "%Y-%m", "%Y-%m-%d", "%Y-%m-%d", "%Y-%m-%d %H:%M"]
"""How years, months, days, hours, minutes and seconds are written at the axis, the first of each and beside it: in
numbers, which need no translation."""

_LOCK: Final = threading.Lock()
"""matplotlib draws one figure at a time."""


@dataclass(frozen=True, slots=True)
class Curve:
    """One line of a chart: its title, and figures with their moments (aware), the oldest first; never empty."""

    title: str
    points: Sequence[tuple[datetime, int]]


def chart_picture(curves: Sequence[Curve], start: int) -> bytes:
    """The curves as a PNG, 800 pixels wide; a thin line shows the figure that everybody starts with."""
    with _LOCK:
        return _drawn(curves, start)


def _drawn(curves: Sequence[Curve], start: int) -> bytes:
    from matplotlib import dates  # noqa: PLC0415 - slow to import, and seldom needed
    from matplotlib.backends.backend_agg import FigureCanvasAgg  # noqa: PLC0415
    from matplotlib.figure import Figure  # noqa: PLC0415
    from matplotlib.ticker import MaxNLocator  # noqa: PLC0415

    figure = Figure(figsize=(WIDTH / DPI, HIGH / DPI), dpi=DPI, facecolor=_part(FELT), layout="constrained")
    canvas: Any = FigureCanvasAgg(figure)
    calendar: Any = dates  # its functions have no annotations
    axes = figure.add_subplot(facecolor=_part(PANEL))
    axes.axhline(start, color=_part(MUTED), linewidth=1, linestyle=(0, (4, 4)))
    for number, curve in enumerate(curves):
        colour = _part(LINES[number % len(LINES)])
        axes.plot(
            [calendar.date2num(moment.astimezone(UTC)) for moment, _ in curve.points],
            [height for _, height in curve.points],
            color=colour, linewidth=3, marker="o" if len(curve.points) <= MARKED else None, markersize=6,
            label=curve.title,
        )  # fmt: skip
    axes.xaxis_date(UTC)
    locator = calendar.AutoDateLocator(minticks=3, maxticks=7)
    axes.xaxis.set_major_locator(locator)
    axes.xaxis.set_major_formatter(
        calendar.ConciseDateFormatter(locator, formats=DATES, zero_formats=FIRST_DATES, offset_formats=WHOLE_DATES)
    )
    axes.xaxis.get_offset_text().set_color(_part(MUTED))
    axes.xaxis.get_offset_text().set_fontsize(15)
    axes.yaxis.set_major_locator(MaxNLocator(nbins=6, integer=True))
    axes.tick_params(colors=_part(WHITE), labelsize=17, length=0)
    axes.grid(visible=True, color=_part(FELT), linewidth=1.5)
    axes.set_axisbelow(True)
    for spine in axes.spines.values():
        spine.set_visible(False)
    figure.legend(loc="outside upper left", ncols=4, frameon=False, fontsize=18, labelcolor=_part(WHITE))
    buffer = BytesIO()
    canvas.print_png(buffer)
    return buffer.getvalue()


def _part(colour: Colour) -> tuple[float, float, float]:
    red, green, blue = colour
    return red / 255, green / 255, blue / 255
