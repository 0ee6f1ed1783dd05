"""A hand as its owner sees it, and the cards that lie before them."""

from __future__ import annotations

from collections.abc import Sequence
from dataclasses import replace
from itertools import accumulate, pairwise
from typing import Final

import games
from bot.pictures.palette import Ramp
from bot.pictures.scene import (
    LETTERING,
    MARGIN,
    WIDTH,
    Captions,
    Card,
    Scene,
    below,
    flowing,
    label,
)
from bot.pictures.zones import numbered
from games.cards import suit_of
from games.moves import ORDERED_VERBS
from games.view import View, Zone

APART: Final = 6
SUITS_APART: Final = 14
"""Pixels more between two suits of a hand in one row."""
LIFT: Final = 12
"""Pixels by which cards that can be played stand above the others."""
LARGEST: Final = 120
"""Width of the cards of a small hand."""
LARGE: Final = 96
"""The most width of cards in several rows."""
IN_ROW: Final = ((16, 8), (27, 9))
"""Cards in a row: for hands of up to the first number, rows of at most the second."""
MOST_IN_ROW: Final = 10
LOW: Final = 1.25
"""A card's height as a multiple of its width, where there are several rows."""
TALL: Final = 1.4
BEFORE: Final = 64
"""The width of the cards that lie before the owner …"""
ALONE: Final = 96
"""… and while the hand is empty, because they are played then."""
CAPTION: Final = LETTERING


def hand_scene(view: View, hand: Sequence[str], captions: Captions) -> Scene:
    """The picture of `view.seat`'s hand, in the order of `hand`, with the other zones of its own
    below.

    Raises ValueError for a spectator's view, or when `hand` isn't that of the view.
    """
    if view.seat is None:
        raise ValueError("a spectator has no hand")
    if sorted(hand) != sorted(view.hand):
        raise ValueError("these are not the cards of the view's hand")
    used = playable(view)
    parts = [_rows(hand, used & set(hand))] if hand else []
    before = _greyed(_before(view, captions, BEFORE if hand else ALONE), used - set(hand))
    if before.things:
        parts.append(before)
    whole = below(parts, 2 * MARGIN, centred=True)
    return Scene(WIDTH, whole.high + 2 * MARGIN, whole.moved((WIDTH - whole.wide) // 2, MARGIN))


def playable(view: View) -> frozenset[str]:
    """The cards that are in any legal move of the viewer: in the hand, else among the open cards
    before them.

    Empty when that would be all of those cards, because nothing would stand out.
    """
    used = {
        card
        for move in view.moves
        for card in (move.cards[1:] if move.verb in ORDERED_VERBS else move.cards)
    }
    rows = [zone.cards for zone in view.zones if zone.owner == view.seat and zone.layout != "hand"]
    for cards in (set(view.hand), {card for row in rows for card in row if card is not None}):
        if used & cards:
            return frozenset(used & cards) if cards - used else frozenset()
    return frozenset()


def _greyed(scene: Scene, used: frozenset[str]) -> Scene:
    """The scene with all open cards grey except the `used` ones; unchanged when there are none."""
    things = tuple(
        replace(thing, grey=thing.card is not None and thing.card not in used)
        if isinstance(thing, Card)
        else thing
        for thing in scene.things
    )
    return Scene(scene.wide, scene.high, things) if used else scene


def _rows(hand: Sequence[str], raised: frozenset[str]) -> Scene:
    """The hand in centred rows. `raised` cards stand higher; the others are grey then."""
    inner = WIDTH - 2 * MARGIN
    most = next((cards for up_to, cards in IN_ROW if len(hand) <= up_to), MOST_IN_ROW)
    lines = -(-len(hand) // most)
    in_row = -(-len(hand) // lines)
    shifts = _shifts(hand) if lines == 1 else [0] * len(hand)
    wide = min(
        LARGEST if lines == 1 else LARGE, (inner - shifts[-1] - APART * (in_row - 1)) // in_row
    )
    high = round(wide * (TALL if lines == 1 else LOW))
    lift = LIFT if raised else 0
    left = (inner - in_row * (wide + APART) + APART - shifts[-1]) // 2
    things = tuple(
        Card(
            left + number % in_row * (wide + APART) + shifts[number],
            number // in_row * (high + APART + lift) + (0 if card in raised else lift),
            card,
            wide,
            high,
            grey=bool(raised) and card not in raised,
        )
        for number, card in enumerate(hand)
    )
    return Scene(inner, lines * (high + APART + lift) - APART, things)


def _shifts(hand: Sequence[str]) -> list[int]:
    """By card: pixels to the right, so that there is more room between suits; no shift in a hand
    where suits are mixed or all different."""
    changes = [0, *accumulate(suit_of(one) != suit_of(other) for one, other in pairwise(hand))]
    mixed = changes[-1] >= min(len({suit_of(card) for card in hand}), len(hand) - 1)
    return [0 if mixed else number * SUITS_APART for number in changes]


def lies_before(view: View) -> list[Zone]:
    """The zones beside the hand that a hand's picture shows: those that lie before the side of
    `view.seat`, and the hands of all others where everybody sees these."""
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
    """A zone's title; to a seat, another's hand is called by its owner."""
    if zone.owner is not None and zone.is_hand and view.seat not in {None, zone.owner}:
        return captions.hand(zone.owner)
    return captions.zone(zone.name)


def _before(view: View, captions: Captions, wide: int) -> Scene:
    """The zones before the owner, or before the captain of its side; zones that share a title stand
    under one."""
    titled: dict[str, list[Scene]] = {}
    inner = WIDTH - 2 * MARGIN
    for zone in lies_before(view):
        title = title_of(zone, view, captions)
        titled.setdefault(title, []).append(numbered(zone, wide, inner, (Ramp.GONE, Ramp.TITLE)))
    blocks = [
        below([label(title, CAPTION, Ramp.QUIET, inner), flowing(zones, 3 * APART, inner)], APART)
        for title, zones in titled.items()
    ]
    return flowing(blocks, 3 * MARGIN, inner, bottom=False)
