"""Draws lines of names and numbers in columns, such as a leaderboard."""

from __future__ import annotations

from dataclasses import dataclass
from enum import Enum
from typing import Final

from bot.pictures.fonts import fitted, width, written
from bot.pictures.paint import png
from bot.pictures.palette import Ramp
from bot.pictures.scene import LETTERING, MARGIN, WIDTH, Box, Part, Parts, Scene, label
from bot.preferences.model import Deck

HIGH: Final = 54
"""Height of a line."""
APART: Final = 6
PAD: Final = 16
PLACE: Final = 62
"""Width of the column of places."""
NAME: Final = LETTERING
NUMBER: Final = LETTERING
HEAD: Final = LETTERING
TITLES: Final = (36, 33, LETTERING)
"""Possible sizes of the title's letters. The title is drawn in the largest of these sizes in which
it fits into one line."""
STRIPE: Final = 8
COLUMNS_APART: Final = 26


class Mark(Enum):
    """The reason why a line of a sheet is emphasised. FIRST is the first place, OWN the reader's
    own line, and OWN_FIRST the reader's own line in first place. NONE means that the line is not
    emphasised."""

    NONE = "none"
    FIRST = "first"
    OWN = "own"
    OWN_FIRST = "own first"


@dataclass(frozen=True, slots=True)
class Row:
    """A line of a sheet: the place as text, the name as the member chose it, and a number for each
    column."""

    place: str
    name: str
    numbers: tuple[str, ...]
    mark: Mark = Mark.NONE


@dataclass(frozen=True, slots=True)
class Section:
    """Some lines of a sheet under a heading of their own. A section without lines takes no
    space."""

    heading: str
    rows: tuple[Row, ...]


@dataclass(frozen=True, slots=True)
class Sheet:
    """The content of a picture with lines of names and numbers. `columns` are the titles of the
    number columns. `strong` is the index of the column that is emphasised, because the lines are
    sorted by its numbers."""

    title: str
    columns: tuple[str, ...]
    strong: int
    sections: tuple[Section, ...]


def sheet_picture(sheet: Sheet) -> bytes:
    """Draw the sheet as a PNG, 800 pixels wide."""
    return png(sheet_scene(sheet), Deck.FOUR_COLOURS)


def sheet_scene(sheet: Sheet) -> Scene:
    """Lay out the sheet, which has lines of names and numbers in columns."""
    room, ends = _columns(sheet)
    title = _title(written(sheet.title) or "")
    things: list[Part] = [*title.moved(MARGIN + 2, MARGIN)]
    y = MARGIN + title.high + APART
    for number, column in enumerate(sheet.columns):
        ramp = Ramp.TRUMP if number == sheet.strong else Ramp.QUIET
        shown = fitted(column, HEAD, ends[number] - MARGIN)
        things += _at_the_end(shown, ends[number], y, HEAD, ramp)
    for number, section in enumerate(part for part in sheet.sections if part.rows):
        if section.heading:
            y += PAD if number else 0
            beside = (
                ends[0] - width(sheet.columns[0], HEAD) - COLUMNS_APART if sheet.columns else room
            )
            things += label(section.heading, HEAD, Ramp.QUIET, beside).moved(MARGIN + 2, y)
        if section.heading or not number:
            y += HEAD * 5 // 4 + APART
        for row in section.rows:
            things += _row(row, room, ends, sheet.strong).moved(MARGIN, y)
            y += HIGH + APART
    return Scene(WIDTH, y + MARGIN - APART, tuple(things))


def _title(title: str) -> Scene:
    room = WIDTH - 2 * MARGIN - 2
    size = next((each for each in TITLES if width(title, each) <= room), TITLES[-1])
    return label(title, size, Ramp.TITLE, room)


def _columns(sheet: Sheet) -> tuple[int, list[int]]:
    """Return the x position of the right edge of the names, and a list of the x positions of the
    right edges of the number columns. Each column is as wide as its widest text. Only the title of
    the first column may be wider and extend over the names."""
    ends = []
    right = WIDTH - MARGIN - PAD
    for number in range(len(sheet.columns) - 1, -1, -1):
        ends.append(right)
        numbers = [row.numbers[number] for section in sheet.sections for row in section.rows]
        widest = max((width(each, NUMBER) for each in numbers), default=0)
        title = width(sheet.columns[number], HEAD) if number else 0
        right -= max(widest, title) + COLUMNS_APART
    return right, ends[::-1]


def _row(row: Row, room: int, ends: list[int], strong: int) -> Scene:
    first = row.mark in {Mark.FIRST, Mark.OWN_FIRST}
    ink, quiet = (Ramp.TURN, Ramp.TURN_QUIET) if first else (Ramp.NAME, Ramp.QUIET_NAME)
    wide = WIDTH - 2 * MARGIN
    things: list[Part] = [Box(0, 0, wide, HIGH, ink.ground)]
    if row.mark in {Mark.OWN, Mark.OWN_FIRST}:
        things.append(Box(0, 0, STRIPE, HIGH, Ramp.TURN.ink if first else Ramp.TURN.ground, 4))
    middle = (HIGH - NAME * 5 // 4) // 2
    things += _at_the_end(row.place, PLACE - 8, middle, NUMBER, quiet)
    things += label(written(row.name) or "?", NAME, ink, room - MARGIN - PLACE - 8).moved(
        PLACE + 8, middle
    )
    for number, text in enumerate(row.numbers):
        things += _at_the_end(
            text, ends[number] - MARGIN, middle, NUMBER, ink if number == strong else quiet
        )
    return Scene(wide, HIGH, tuple(things))


def _at_the_end(text: str, end: int, y: int, size: int, ramp: Ramp) -> Parts:
    return label(text, size, ramp, WIDTH).moved(end - width(text, size), y)
