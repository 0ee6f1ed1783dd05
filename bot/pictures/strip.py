"""A summary of the table as a strip above a hand: the other seats, below them the middle, and below
that the reader's own seat."""

from __future__ import annotations

from collections.abc import Sequence
from typing import Final

from bot.pictures.before import small_scene
from bot.pictures.chips import in_a_row, in_one_line
from bot.pictures.palette import Ramp
from bot.pictures.scene import (
    MARGIN,
    WIDTH,
    Captions,
    Scene,
    below,
    beside,
    flowing,
)
from bot.pictures.seats import NEAR
from bot.pictures.table import bouts, heap, is_face_up, signs, talon, tension_line
from bot.pictures.zones import laid
from games.view import View, Zone

APART: Final = 8
"""Pixels between seats, and between them and the middle."""
IN_LINE: Final = 3
"""The most seats of a line, up to six of them …"""
FEW: Final = 6
IN_LONG_LINE: Final = 4
"""… and when there are more."""
WIDTHS: Final = (72, 64, 56, 50)
"""Widths of the cards in the middle."""
MIDDLE_HIGH: Final = 180
"""The most height of the middle, as far as cards may become smaller."""
BLOCKS_APART: Final = 24
COLUMN: Final = 300
"""The most width of what is pressing beside the open cards."""


def strip_scene(view: View, captions: Captions) -> Scene:
    """The table as the owner of a view sees it, 776 pixels wide. Raises ValueError for a
    spectator's view."""
    if view.seat is None:
        raise ValueError("a spectator sits nowhere")
    inner, me, seats = WIDTH - 2 * MARGIN, view.seat, len(view.seats)
    others = [view.seats[(me + step) % seats] for step in range(1, seats)]
    lines = -(-len(others) // (IN_LINE if len(others) <= FEW else IN_LONG_LINE)) or 1
    in_line = -(-len(others) // lines) or 1
    parts = [
        *(
            in_a_row(view, others[start : start + in_line], captions, inner)
            for start in range(0, len(others), in_line)
        ),
        _middle(view, captions, inner),
        in_one_line(view, view.seats[me], captions, inner, small_scene(view)),
    ]
    return below([part for part in parts if part.high], APART, centred=True)


def _middle(view: View, captions: Captions, most: int) -> Scene:
    """The middle of the table: face-up cards as large as possible, face-down piles as numbers on
    their left, and below them, in words, everything urgent."""
    zones = [zone for zone in view.zones if zone.owner is None]
    pile_of_trump = talon(view, zones)
    closed = [zone for zone in zones if zone is pile_of_trump or not is_face_up(zone)]
    seen = [zone for zone in zones if zone not in closed]
    heaps = [heap(zone, view, captions, shows_trump=zone is pile_of_trump) for zone in closed]
    left = [*filter(None, heaps), *signs(view, zones)]
    told = tension_line(view, captions, most)
    if not seen:
        table = flowing(left, BLOCKS_APART, most, centred=True)
        return below([part for part in (table, told) if part.high], NEAR, centred=True)
    column = below(left, NEAR, centred=True)
    cards = _cards(seen, most - column.wide - BLOCKS_APART)
    pressing = tension_line(view, captions, COLUMN)
    if told.high and column.high + NEAR + pressing.high <= cards.high:
        column = below([part for part in (column, pressing) if part.high], NEAR, centred=True)
        told = Scene(0, 0, ())
    room = most - column.wide - BLOCKS_APART
    tall = max(column.high, cards.high)
    table = Scene(
        most,
        tall,
        (
            *column.moved(0, (tall - column.high) // 2),
            *cards.moved(most - room + (room - cards.wide) // 2, (tall - cards.high) // 2),
        ),
    )
    return below([part for part in (table, told) if part.high], NEAR, centred=True)


def _cards(zones: Sequence[Zone], most: int) -> Scene:
    """Face-up zones side by side, in the largest cards that fit."""
    for wide in WIDTHS:
        line = beside(
            [
                bouts([zone], most, MIDDLE_HIGH, [each for each in WIDTHS if each <= wide])
                if zone.layout == "pairs"
                else laid(zone, wide, most, Ramp.GONE)
                for zone in zones
            ],
            BLOCKS_APART,
            bottom=True,
        )
        if line.wide <= most and line.high <= MIDDLE_HIGH:
            break
    return line
