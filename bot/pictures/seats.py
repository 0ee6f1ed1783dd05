"""A seat as a panel: name, roles, number of cards, and what lies before it."""

from __future__ import annotations

from dataclasses import replace
from typing import Final

from bot.pictures.fonts import written
from bot.pictures.palette import Ramp, side_colour
from bot.pictures.scene import Box, Captions, Card, Scene, Thing, below, beside, flowing, high, label
from bot.pictures.zones import numbered
from games.view import SeatView, View, Zone

PAD: Final = 10
NEAR: Final = 6
NAME: Final = 27
ROLE: Final = 22
BAR: Final = 44
"""Height of the line with the name."""
STRIPE: Final = 8
"""Width of the stripe in the side's colour."""
ICON: Final = 22
"""Width of the back beside a number of cards."""
TURN_SIGN: Final = "▶ "
WIDE: Final = 320
"""From this width on, everything about a seat stands in one line."""
CARD: Final = 54
"""Width of the cards that lie before a seat."""


def name_of(seat: int, captions: Captions) -> str:
    """What a seat is called in a picture: its name, or its number when the font has no letters for the name."""
    return written(captions.names[seat]) or f"#{seat + 1}"


def stretched(scene: Scene, tall: int) -> Scene:
    """A panel made higher: its ground and the stripe of its side, but not the bar of whose move it is."""
    things = tuple(
        replace(thing, high=tall) if isinstance(thing, Box) and thing.colour != Ramp.TURN.ground else thing
        for thing in scene.things
    )
    return Scene(scene.wide, tall, things)


def panel(view: View, seat: SeatView, captions: Captions, wide: int) -> Scene:
    """The panel of a seat, so many pixels wide and as high as it takes."""
    teams = len({each.side for each in view.seats}) < len(view.seats)
    turn = seat.seat in view.waiting_on
    left = PAD + (STRIPE if teams else 0)
    room = wide - left - PAD
    head, lines = _wide_head(seat, captions, room, turn) if wide >= WIDE else _narrow_head(seat, captions, room, turn)
    body = below([*lines, *_zones(view, seat, room)], PAD // 2)
    tall = BAR + (body.high + PAD + PAD // 2 if body.things else 0)
    things: list[Thing] = [Box(0, 0, wide, tall, Ramp.NAME.ground)]
    if turn:
        things.append(Box(0, 0, wide, BAR, Ramp.TURN.ground))
    if teams:
        things.append(Box(0, 0, STRIPE, tall, side_colour(seat.side), 4))
    return Scene(wide, tall, (*things, *head.moved(left, 0), *body.moved(left, BAR + PAD // 2)))


def _wide_head(seat: SeatView, captions: Captions, room: int, turn: bool) -> tuple[Scene, list[Scene]]:
    """Name, roles and number of cards in one line."""
    count = _count(seat, Ramp.TURN if turn else Ramp.NAME)
    free = room - count.wide - PAD
    words = _roles(seat, captions)
    whole = _name(seat, captions, free, turn)
    left = max(free * 2 // 5, free - whole.wide - PAD)
    roles = label(words, ROLE, Ramp.TURN_QUIET if turn else Ramp.QUIET_NAME, left)
    name = _name(seat, captions, free - (roles.wide + PAD if words else 0), turn)
    parts = ((name, 0), (roles, name.wide + PAD), (count, room - count.wide))
    return Scene(room, BAR, tuple(thing for part, x in parts for thing in part.moved(x, (BAR - part.high) // 2))), []


def _narrow_head(seat: SeatView, captions: Captions, room: int, turn: bool) -> tuple[Scene, list[Scene]]:
    """The name alone, and below it the number of cards and the roles."""
    name = _name(seat, captions, room, turn)
    count = _count(seat, Ramp.NAME)
    roles = label(_roles(seat, captions), ROLE, Ramp.QUIET_NAME, room - (count.wide + NEAR if count.things else 0))
    return Scene(room, BAR, name.moved(0, (BAR - name.high) // 2)), [
        beside([count, roles] if count.things else [roles], NEAR)
    ]


def _name(seat: SeatView, captions: Captions, most: int, turn: bool) -> Scene:
    ramp = Ramp.TURN if turn else Ramp.QUIET_NAME if seat.out or seat.resigned else Ramp.NAME
    return label((TURN_SIGN if turn else "") + name_of(seat.seat, captions), NAME, ramp, most)


def _roles(seat: SeatView, captions: Captions) -> str:
    if seat.resigned:
        return captions.left
    if seat.out:
        return captions.out
    return "  ".join(filter(None, map(captions.role, seat.roles)))


def _count(seat: SeatView, ramp: Ramp) -> Scene:
    """A small back and how many cards the seat holds; nothing for one that has left or is out."""
    if seat.out or seat.resigned:
        return Scene(0, 0, ())
    text = label(f"×{seat.cards}", NAME, ramp, WIDE)
    icon = Card(0, 0, None, ICON, high(ICON))
    return Scene(ICON + 4 + text.wide, max(icon.high, text.high), (icon, *text.moved(ICON + 4, -1)))


def _zones(view: View, seat: SeatView, room: int) -> list[Scene]:
    """What lies before the seat: zones side by side as far as they fit. Of a hand, only the cards that are known."""
    found = [
        numbered(_seen(zone), CARD, room, (Ramp.QUIET_NAME, Ramp.NAME))
        for zone in view.zones
        if _shown(zone, seat.seat)
    ]
    return [flowing(found, PAD, room)] if found else []


def _shown(zone: Zone, seat: int) -> bool:
    if zone.owner != seat or not (zone.cards or zone.gaps):
        return False
    return zone.layout != "hand" or any(zone.cards)


def _seen(zone: Zone) -> Zone:
    if zone.layout != "hand":
        return zone
    return Zone(zone.name, zone.owner, "row", tuple(card for card in zone.cards if card is not None))
