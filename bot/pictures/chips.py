"""Draws the seats of a table as chips. A chip is a small panel. Its first line has the seat's name,
roles, score and number of cards. The cards that lie in front of the seat are below this line, or at
the right end of the line. In a narrow chip, the score and the number of cards are below the line
too."""

from __future__ import annotations

from collections.abc import Sequence
from typing import Final

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
from bot.pictures.zones import lies_before, row, single
from games.view import SeatView, View, Zone

APART: Final = 6
"""Pixels between seats."""
BACK: Final = 20
"""The width in pixels of the small card back before the count of a seat's cards."""
LYING: Final = 40
"""The width in pixels of the open cards in front of a seat. When a spectator sees all hands, the
width is `WATCHED` instead."""
LOW: Final = 44
"""The height in pixels of the open cards in front of a seat. Only the rank and suit of a card are
visible, because a table and a hand must fit on one screen."""
WATCHED: Final = 56
"""The width in pixels of the open cards in front of a seat when a spectator sees all hands. These
cards have their full height."""
NAME_WIDE: Final = 150
"""The most width in pixels that the other parts of a line must leave for a seat's name. If the
score and the number of cards would leave less than the name needs (up to this width), they don't
stand on the line. A name that doesn't fit into its room is cut short."""


def strained(view: View) -> frozenset[int]:
    """Return the seats for which the view reports something urgent, for example that the player has
    one card left."""
    return frozenset(each.seat for each in view.tension if each.seat is not None)


def in_a_row(view: View, seats: Sequence[SeatView], captions: Captions, inner: int) -> Scene:
    """Lay out the chips (panels) of these seats side by side, so that together they are `inner`
    pixels wide. All chips get the height of the highest one. The scene is empty without seats."""
    wide = (inner - APART * (len(seats) - 1)) // max(1, len(seats))
    if len(seats) == 1 and not _is_open(view):
        ink = Ramp.TURN if seats[0].seat in view.waiting_on else Ramp.NAME
        lying = _lying(view, seats[0], captions, inner // 2, ink)
        return in_one_line(view, seats[0], captions, wide, lying)
    room = wide - PAD - PAD - (STRIPE if _has_teams(view) else 0)
    # Either all seats of a row have their figures beside the name, or none has.
    below_it = any(_is_crowded(view, seat, captions, room) for seat in seats)
    chips = [_seat(view, seat, captions, wide, below_it=below_it) for seat in seats]
    tall = max((chip.high for chip in chips), default=0)
    return beside([stretched(chip, tall) for chip in chips], APART)


def _is_open(view: View) -> bool:
    """Return whether this is a spectator's view that shows the cards in hands."""
    return view.seat is None and any(zone.is_hand and any(zone.cards) for zone in view.zones)


def _has_teams(view: View) -> bool:
    return len({each.side for each in view.seats}) < len(view.seats)


def _seat(view: View, seat: SeatView, captions: Captions, wide: int, *, below_it: bool) -> Scene:
    """Lay out the chip (panel) of a seat, `wide` pixels wide. At the top is the line with the
    seat's name, and below it are the cards in front of the seat. With `below_it`, the score and the
    number of cards are below the line too."""
    teams = _has_teams(view)
    room = wide - PAD - PAD - (STRIPE if teams else 0)
    line, figures = _line(view, seat, captions, room, below_it=below_it)
    body = flowing(
        [part for part in (figures, _lying(view, seat, captions, room)) if part.parts], PAD, room
    )
    lit = seat.seat in view.waiting_on
    return framed(wide, line, body, lit=lit, side=seat.side if teams else None)


def in_one_line(view: View, seat: SeatView, captions: Captions, wide: int, lying: Scene) -> Scene:
    """Lay out the chip (panel) of a seat as a single line, `wide` pixels wide. `lying` is the
    layout of the cards in front of the seat. These cards are drawn at the right end of the line."""
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
    """Return whether, on a line of `room` pixels, the score and the number of cards would leave too
    little space for the seat's name."""
    if view.score(seat.seat) is None:
        return False
    return room - _figures(view, seat, Ramp.NAME).wide - PAD < _wanted(seat, captions)


def _line(
    view: View, seat: SeatView, captions: Captions, room: int, *, below_it: bool
) -> tuple[Scene, Scene]:
    """Return two layouts. The first is the line with a seat's name, `room` pixels wide, with the
    score, the number of cards and, if there is room, the roles. With `below_it`, the score and the
    number of cards are in the second layout instead; otherwise the second layout is empty."""
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
    """Return the space in pixels that the seat's name should have. This is the width of the name,
    but at most `NAME_WIDE`."""
    return min(width(name_of(seat.seat, captions), LETTERING), NAME_WIDE)


def _figures(view: View, seat: SeatView, ink: Ramp) -> Scene:
    """Lay out a seat's score and number of cards, side by side. `ink` has the colours of the
    number. If the view reports something urgent for the seat, the score is red on a light ground.
    If such a seat has no score, the number of cards is red instead."""
    pressing = seat.seat in strained(view)
    score = scored(view, seat.seat, Ramp.RED if pressing else Ramp.BLACK)
    cards = _number(seat, ink, pressing=pressing and not score.parts)
    return beside([part for part in (score, cards) if part.parts], PAD)


def _number(seat: SeatView, ink: Ramp, *, pressing: bool) -> Scene:
    """Lay out the number of the seat's cards beside a small card back. `ink` has the colours of the
    number. With `pressing`, the number is red on a light ground instead, because the view reports
    something urgent for the seat. The scene is empty if the player is out of the game or has
    resigned."""
    if seat.out or seat.resigned:
        return Scene(0, 0, ())
    if not pressing:
        return _backs(seat.cards, ink)
    counted = _backs(seat.cards, Ramp.RED)
    chip = Box(0, 0, counted.wide + 2 * NEAR, counted.high, Ramp.RED.ground, 8)
    return Scene(chip.wide, counted.high, (chip, *counted.moved(NEAR, 0)))


def _backs(number: int, ramp: Ramp) -> Scene:
    """Lay out a small card back and `number` beside it, as in `×7`. `ramp` has the colours of the
    number and its background."""
    text = label(f"×{number}", LETTERING, ramp, WIDTH)
    tall = max(text.high, high(BACK))
    back = Card(0, (tall - high(BACK)) // 2, None, BACK, high(BACK))
    lettering = text.moved(BACK + NEAR, (tall - text.high) // 2)
    return Scene(BACK + NEAR + text.wide, tall, (back, *lettering))


def _lying(
    view: View, seat: SeatView, captions: Captions, room: int, ink: Ramp = Ramp.NAME
) -> Scene:
    """Lay out the cards and counters in front of a seat, in lines of at most `room` pixels. Face-up
    cards and known cards of the hand are drawn. Face-down cards outside the hand are only counted.
    Their number is shown in the colours `ink`, or left out if the seat has a score. In the picture
    of a hand, the cards in front of the hand's owner and the owner's team are left out, because
    they are drawn elsewhere."""
    parts: list[Scene] = []
    closed, wide = 0, WATCHED if _is_open(view) else LYING
    apart = [] if view.seat is None else lies_before(view)
    for zone in view.zones:
        if zone.owner != seat.seat or zone in apart:
            continue
        known = [card for card in zone.cards if card is not None]
        if known:
            parts.append(_open(known, wide, room))
        elif zone.layout == "number":
            parts.append(counter_of(zone, captions, room))
        elif not zone.is_hand:
            closed += len(zone.cards)
    if closed and view.score(seat.seat) is None:
        parts.append(_backs(closed, ink))
    return flowing(parts, PAD, room)


def _open(cards: Sequence[str], wide: int, room: int) -> Scene:
    if len(cards) > ROOMY:
        return fans(cards, wide, room)
    if wide == LYING:
        return flowing([single(card, LYING, LOW) for card in cards], NEAR, room)
    return row(Zone("", None, "row", tuple(cards)), wide, room, Ramp.QUIET_NAME)
