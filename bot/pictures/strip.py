"""A summary of the table as a strip above a hand: the other seats, the middle, and below them the
reader's own seat."""

from __future__ import annotations

from collections.abc import Sequence
from typing import Final

from bot.pictures.before import lies_before, small_scene
from bot.pictures.fonts import width
from bot.pictures.open_hands import ROOMY, fans
from bot.pictures.palette import Ramp
from bot.pictures.scene import (
    LETTERING,
    MARGIN,
    WIDTH,
    Box,
    Captions,
    Card,
    Scene,
    below,
    beside,
    flowing,
    high,
    label,
)
from bot.pictures.seats import (
    BAR,
    NEAR,
    PAD,
    STRIPE,
    counter_of,
    framed,
    name_of,
    named,
    roles_of,
    scored,
    stretched,
)
from bot.pictures.table import bouts, signs, strained, talon, tension_line, trumped
from bot.pictures.zones import figure_of, laid, row
from games.view import SeatView, View, Zone

APART: Final = 8
"""Pixels between seats, and between them and the middle."""
IN_LINE: Final = 3
"""The most seats of a line, up to six of them …"""
FEW: Final = 6
IN_LONG_LINE: Final = 4
"""… and when there are more."""
BACK: Final = 20
"""Width of the back beside a number of cards."""
LYING: Final = 40
"""Width of the open cards before another seat."""
DECK: Final = 52
"""Width of the cards of the pile that shows the trump."""
WIDTHS: Final = (72, 64, 56, 50)
"""Widths of the cards in the middle."""
MIDDLE_HIGH: Final = 180
"""The most height of the middle, as far as cards may become smaller."""
BLOCKS_APART: Final = 24
COLUMN: Final = 300
"""The most width of what is pressing beside the open cards."""
NAME_WIDE: Final = 150
"""A name is written whole up to this width, and cut short beyond it."""


def strip_scene(view: View, captions: Captions) -> Scene:
    """The table as the owner of a seat's view sees it, 776 pixels wide. Raises ValueError for a
    spectator's view."""
    if view.seat is None:
        raise ValueError("a spectator sits nowhere")
    inner, me, seats = WIDTH - 2 * MARGIN, view.seat, len(view.seats)
    others = [view.seats[(me + step) % seats] for step in range(1, seats)]
    parts = [
        _others(view, others, captions, inner),
        _middle(view, captions, inner),
        _in_one_line(view, view.seats[me], captions, inner, small_scene(view)),
    ]
    return below([part for part in parts if part.high], APART, centred=True)


# The seats


def _others(view: View, seats: Sequence[SeatView], captions: Captions, inner: int) -> Scene:
    """The other seats clockwise from the reader's left, in lines of equal length."""
    lines = -(-len(seats) // (IN_LINE if len(seats) <= FEW else IN_LONG_LINE)) or 1
    in_line = -(-len(seats) // lines) or 1
    rows = []
    for start in range(0, len(seats), in_line):
        row = seats[start : start + in_line]
        wide = (inner - APART * (len(row) - 1)) // len(row)
        if len(row) == 1:
            lying = _lying(view, row[0], captions, inner // 2)
            rows.append(_in_one_line(view, row[0], captions, wide, lying))
            continue
        room = wide - PAD - PAD - (STRIPE if _has_teams(view) else 0)
        # Either all seats of a line have their figures beside the name, or none has.
        below_it = any(_is_crowded(view, seat, captions, room) for seat in row)
        chips = [_seat(view, seat, captions, wide, below_it=below_it) for seat in row]
        tall = max(chip.high for chip in chips)
        rows.append(beside([stretched(chip, tall) for chip in chips], APART))
    return below(rows, APART)


def _has_teams(view: View) -> bool:
    return len({each.side for each in view.seats}) < len(view.seats)


def _seat(view: View, seat: SeatView, captions: Captions, wide: int, *, below_it: bool) -> Scene:
    """A seat in one line, and below it the cards in front of it; with `below_it` also its
    figures."""
    teams = _has_teams(view)
    room = wide - PAD - PAD - (STRIPE if teams else 0)
    line, figures = _line(view, seat, captions, room, below_it=below_it)
    body = flowing(
        [part for part in (figures, _lying(view, seat, captions, room)) if part.parts], PAD, room
    )
    lit = seat.seat in view.waiting_on
    return framed(wide, line, body, lit=lit, side=seat.side if teams else None)


def _in_one_line(view: View, seat: SeatView, captions: Captions, wide: int, lying: Scene) -> Scene:
    """A seat as wide as the picture, with the cards in front of it at the end of its line."""
    teams = _has_teams(view)
    room = wide - PAD - PAD - (STRIPE if teams else 0)
    free = room - (lying.wide + MARGIN if lying.parts else 0)
    crowded = _is_crowded(view, seat, captions, free)
    line, _figures = _line(view, seat, captions, free, below_it=crowded)
    tall = max(BAR, lying.high + PAD)
    whole = Scene(
        room,
        tall,
        (
            *line.moved(0, (tall - line.high) // 2),
            *lying.moved(room - lying.wide, (tall - lying.high) // 2),
        ),
    )
    lit = seat.seat in view.waiting_on
    return framed(
        wide, whole, Scene(0, 0, ()), lit=lit, side=seat.side if teams else None, bar=tall
    )


def _is_crowded(view: View, seat: SeatView, captions: Captions, room: int) -> bool:
    """Whether the score and the number of cards leave too little space for the name."""
    if view.score(seat.seat) is None:
        return False
    return room - _figures(view, seat, Ramp.NAME).wide - PAD < _wanted(seat, captions)


def _line(
    view: View, seat: SeatView, captions: Captions, room: int, *, below_it: bool
) -> tuple[Scene, Scene]:
    """Name, as many roles as fit, score and number of cards. With `below_it` the score and the
    number of cards are a separate line, returned second."""
    turn = seat.seat in view.waiting_on
    ink, quiet = (Ramp.TURN, Ramp.TURN_QUIET) if turn else (Ramp.NAME, Ramp.QUIET_NAME)
    figures, second = _figures(view, seat, ink), Scene(0, 0, ())
    if below_it:
        figures, second = Scene(0, 0, ()), _figures(view, seat, Ramp.NAME)
    free = room - figures.wide - PAD
    name = named(seat, captions, free, turn)
    words = roles_of(seat, captions)
    if words and width(words, LETTERING) > free - name.wide - PAD:
        words = ""
    told = label(words, LETTERING, quiet, free)
    parts = ((name, 0), (told, name.wide + PAD), (figures, room - figures.wide))
    line = Scene(
        room,
        BAR,
        tuple(thing for part, x in parts for thing in part.moved(x, (BAR - part.high) // 2)),
    )
    return line, second


def _wanted(seat: SeatView, captions: Captions) -> int:
    """The width that a name needs."""
    return min(width(name_of(seat.seat, captions), LETTERING), NAME_WIDE)


def _figures(view: View, seat: SeatView, ink: Ramp) -> Scene:
    """The score and the number of the seat's cards; an urgent one is red on paper."""
    pressing = seat.seat in strained(view)
    score = scored(view, seat.seat, Ramp.RED if pressing else Ramp.BLACK)
    cards = _number(seat, ink, pressing=pressing and not score.parts)
    return beside([part for part in (score, cards) if part.parts], PAD)


def _number(seat: SeatView, ink: Ramp, *, pressing: bool) -> Scene:
    """The number of the seat's cards beside a card back; on a chip of paper when it is urgent."""
    if seat.out or seat.resigned:
        return Scene(0, 0, ())
    if not pressing:
        return _backs(seat.cards, ink)
    counted = _backs(seat.cards, Ramp.RED)
    chip = Box(0, 0, counted.wide + 2 * NEAR, counted.high, Ramp.RED.ground, 8)
    return Scene(chip.wide, counted.high, (chip, *counted.moved(NEAR, 0)))


def _backs(number: int, ramp: Ramp) -> Scene:
    """A back, and how many there are."""
    text = label(f"×{number}", LETTERING, ramp, WIDTH)
    tall = max(text.high, high(BACK))
    back = Card(0, (tall - high(BACK)) // 2, None, BACK, high(BACK))
    lettering = text.moved(BACK + NEAR, (tall - text.high) // 2)
    return Scene(BACK + NEAR + text.wide, tall, (back, *lettering))


def _lying(view: View, seat: SeatView, captions: Captions, room: int) -> Scene:
    """The face-up cards in front of a seat, including known cards of its hand, and the number of
    face-down cards unless a score says the same. Cards in front of the reader's own side are shown
    below the strip instead."""
    parts: list[Scene] = []
    closed = 0
    below_hand = lies_before(view)
    for zone in view.zones:
        if zone.owner != seat.seat or zone in below_hand:
            continue
        known = [card for card in zone.cards if card is not None]
        if known:
            parts.append(_open(known, room))
        elif zone.layout == "number":
            parts.append(counter_of(zone, captions, room))
        elif not zone.is_hand:
            closed += len(zone.cards)
    if closed and view.score(seat.seat) is None:
        parts.append(_backs(closed, Ramp.NAME))
    return flowing(parts, PAD, room)


def _open(cards: Sequence[str], room: int) -> Scene:
    if len(cards) > ROOMY:
        return fans(cards, LYING, room)
    return row(Zone("", None, "row", tuple(cards)), LYING, room, Ramp.QUIET_NAME)


# The middle


def _middle(view: View, captions: Captions, most: int) -> Scene:
    """The middle of the table: face-up cards as large as possible, face-down piles as numbers on
    the left, and below them in words whatever is urgent."""
    zones = [zone for zone in view.zones if zone.owner is None]
    pile_of_trump = talon(view, zones)
    closed = [zone for zone in zones if zone is pile_of_trump or not _is_open(zone)]
    seen = [zone for zone in zones if zone not in closed]
    heaps = [_heap(zone, view, captions, zone is pile_of_trump) for zone in closed]
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


def _is_open(zone: Zone) -> bool:
    return zone.layout == "pairs" or any(zone.cards) or (zone.layout == "pile" and not zone.cards)


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


def _heap(zone: Zone, view: View, captions: Captions, shows_trump: bool) -> Scene | None:
    """A face-down pile as its title and number, with the trump card above it if this pile shows the
    trump. None for an empty pile without a trump."""
    many = figure_of(zone) if zone.layout == "number" else len(zone.cards)
    title = label(f"{captions.zone(zone.name)} {many}", LETTERING, Ramp.QUIET, WIDTH)
    if shows_trump:
        return below([trumped(zone, DECK, view.facts["trump"]), title], NEAR, centred=True)
    return title if zone.cards or zone.layout == "number" else None
