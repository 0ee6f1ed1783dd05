"""Draws the face-up cards in front of a seat when all hands are open, for example at the end of a
game. Zones of the same kind form a group. If a group has more than `ROOMY` cards and all are face
up, they overlap. Otherwise each zone is drawn as its layout says, and the cards of a hand stand
side by side."""

from __future__ import annotations

from collections.abc import Sequence
from dataclasses import replace
from typing import Final

from bot.pictures.palette import Ramp
from bot.pictures.scene import Scene, below, flowing
from bot.pictures.zones import FAN, fan, numbered
from games.view import View, Zone

HAND: Final = "hand"
ROOMY: Final = 4
"""The most open cards in front of a seat that are drawn side by side. If there are more cards, they
overlap."""
APART: Final = 18
"""Pixels between groups of cards in front of a seat, for example between the hand and a pile."""
LINES_APART: Final = 6


def kind_of(zone: Zone) -> str:
    """Return a zone's name without the number at its end, such as `column` for `column-2`. Zones
    for which this name is the same are drawn as one group."""
    return zone.name.rstrip("0123456789").rstrip("-")


def open_hand(view: View, seat: int, wide: int, room: int, ramps: tuple[Ramp, Ramp]) -> Scene:
    """Lay out all face-up cards in front of `seat`, in lines of at most `room` pixels. Each card is
    `wide` pixels wide. `ramps` are two sets of colours. The first is for empty places for cards,
    and the second for the numbers beside piles."""
    groups: dict[str, list[Zone]] = {}
    for zone in view.zones:
        if zone.owner == seat and (zone.cards or zone.gaps):
            groups.setdefault(kind_of(zone), []).append(zone)
    laid = [
        scene
        for kind in sorted(groups, key=lambda kind: kind != HAND)
        for scene in _group(groups[kind], wide, room, ramps)
    ]
    return flowing(laid, APART, room)


def _group(zones: Sequence[Zone], wide: int, room: int, ramps: tuple[Ramp, Ramp]) -> list[Scene]:
    known = [card for zone in zones for card in zone.cards if card is not None]
    if len(known) > ROOMY and all(all(zone.cards) for zone in zones):
        return [fans(known, wide, room)]
    rows = [
        replace(zone, layout="row", cards=tuple(filter(None, zone.cards)))
        if zone.layout == "hand"
        else zone
        for zone in zones
    ]
    return [numbered(zone, wide, room, ramps) for zone in rows if zone.cards]


def fans(cards: Sequence[str], wide: int, room: int) -> Scene:
    """Lay out face-up cards that overlap, each `wide` pixels wide. They fill lines of about equal
    length and of at most `room` pixels."""
    step = round(wide * FAN)
    most = max(1, 1 + (room - wide) // step)
    lines = -(-len(cards) // most)
    in_line = -(-len(cards) // max(1, lines))
    return below(
        (fan(cards[start : start + in_line], wide) for start in range(0, len(cards), in_line)),
        LINES_APART,
    )
