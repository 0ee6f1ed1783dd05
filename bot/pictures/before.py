"""The cards in front of a hand's owner, in the picture of the hand."""

from __future__ import annotations

from typing import Final

import games
from bot.pictures.palette import Ramp
from bot.pictures.scene import (
    LETTERING,
    MARGIN,
    WIDTH,
    Captions,
    Scene,
    beside,
    flowing,
    label,
)
from bot.pictures.zones import numbered, numbered_back, place
from games.view import View, Zone

APART: Final = 6
BEFORE: Final = (64, 56, 48, 44)
"""The widths of the cards below a hand, the largest that fit into one line …"""
ALONE: Final = (96, 84, 76, 70)
"""… and while the hand is empty, because they are played then."""
SMALL: Final = 44
"""The width of cards in the line of the owner's seat …"""
LITTLE: Final = 6
"""… and how many there are at most."""
ENDLESS: Final = 10_000
"""Pixels of a line that is never broken."""


def lies_before(view: View) -> list[Zone]:
    """The zones beside the hand that a hand's picture shows: those in front of the side of
    `view.seat`, and the hands of all other seats if everybody sees them."""
    side = view.seats[view.seat or 0].side
    mine = {seat.seat for seat in view.seats if seat.side == side}
    kind = games.available().get(view.game)
    others = kind is not None and kind.hands_seen_by == "others"
    return [
        zone
        for zone in view.zones
        if (zone.owner in mine and zone.layout != "hand" and _is_something(zone))
        or (others and zone.is_hand and zone.owner != view.seat and zone.cards)
    ]


def _is_something(zone: Zone) -> bool:
    return bool(zone.cards) or zone.layout == "number"


def title_of(zone: Zone, view: View, captions: Captions) -> str:
    """The title of a zone. In a player's picture, the hand of another player has a title with that
    player's name."""
    if zone.owner is not None and zone.is_hand and view.seat not in {None, zone.owner}:
        return captions.hand(zone.owner)
    return captions.zone(zone.name)


def lies_small(view: View) -> bool:
    """Whether the cards in front of the owner are drawn small, on the line of the owner's seat
    above the hand. They are when there are few of them and they can't be played before the hand is
    empty."""
    lying = lies_before(view)
    rows = all(zone.layout == "row" and not zone.is_hand for zone in lying)
    return bool(view.hand) and rows and 0 < sum(len(zone.cards) for zone in lying) <= LITTLE


def small_scene(view: View) -> Scene:
    """The cards in front of the owner, drawn small for the line of the owner's seat; an empty scene
    if they are shown below the hand."""
    if not lies_small(view):
        return Scene(0, 0, ())
    return beside([lying(zone, SMALL, ENDLESS) for zone in lies_before(view)], MARGIN)


def before_scene(view: View, captions: Captions) -> Scene:
    """The zones in front of the owner, or of the captain of the owner's side, in one line if they
    fit; zones that share a title are drawn beside it."""
    inner = WIDTH - 2 * MARGIN
    widths = BEFORE if view.hand else ALONE
    for wide in widths:
        line = beside(_titled(view, captions, wide, ENDLESS), 2 * MARGIN)
        if line.wide <= inner:
            return line
    return flowing(_titled(view, captions, widths[0], inner), MARGIN, inner, bottom=False)


def _titled(view: View, captions: Captions, wide: int, most: int) -> list[Scene]:
    """The zones in front of the owner, grouped by title, with cards that are `wide` pixels wide."""
    titled: dict[str, list[Zone]] = {}
    for zone in lies_before(view):
        titled.setdefault(title_of(zone, view, captions), []).append(zone)
    found = []
    for title, zones in titled.items():
        told = label(title, LETTERING, Ramp.QUIET, most)
        room = most - told.wide - APART
        cards = flowing([lying(zone, wide, room) for zone in zones], 2 * APART, room)
        found.append(
            Scene(
                told.wide + APART + cards.wide,
                cards.high,
                (
                    *told.moved(0, (cards.high - told.high) // 2),
                    *cards.moved(told.wide + APART, 0),
                ),
            )
        )
    return found


def lying(zone: Zone, wide: int, most: int) -> Scene:
    """A zone in front of the owner. Face-down cards are numbered from the left, because a player
    chooses them by position."""
    if zone.layout != "row" or any(zone.cards):
        return numbered(zone, wide, most, (Ramp.GONE, Ramp.TITLE))
    gaps = set(zone.gaps)
    places = range(len(zone.cards) + len(gaps))
    return flowing(
        [
            place(wide, Ramp.GONE) if each in gaps else numbered_back(each + 1, wide)
            for each in places
        ],
        APART,
        most,
    )
