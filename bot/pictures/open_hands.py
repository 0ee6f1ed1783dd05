"""The cards in front of a seat when all hands are open: the hand as a fan, other zones side by
side."""

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
"""The most cards that lie side by side; more than this overlap."""
APART: Final = 18
"""Pixels between what lies there for different reasons."""
LINES_APART: Final = 6


def kind_of(zone: Zone) -> str:
    """A zone's name without its number: zones whose names differ only in the number after a hyphen
    are of one kind."""
    return zone.name.rstrip("0123456789").rstrip("-")


def open_hand(view: View, seat: int, wide: int, room: int, ramps: tuple[Ramp, Ramp]) -> Scene:
    """All face-up cards in front of a seat, with cards `wide` pixels wide; `ramps` are the colours
    of empty places and of numbers."""
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
    """Face-up cards that overlap, in lines of about equal length and of at most `room` pixels."""
    step = round(wide * FAN)
    most = max(1, 1 + (room - wide) // step)
    lines = -(-len(cards) // most)
    in_line = -(-len(cards) // max(1, lines))
    return below(
        (fan(cards[start : start + in_line], wide) for start in range(0, len(cards), in_line)),
        LINES_APART,
    )
