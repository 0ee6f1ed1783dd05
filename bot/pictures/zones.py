"""Draws the zones of a view. A zone is a group of cards that lie together. The layout of a zone (a
row, a pile, pairs …) says how the cards lie. This module also finds the zones that a picture of a
hand shows beside the hand."""

from __future__ import annotations

from collections.abc import Sequence
from typing import Final

import games
from bot.pictures.palette import Ramp
from bot.pictures.scene import (
    LETTERING,
    Box,
    Captions,
    Card,
    Place,
    Scene,
    Thing,
    below,
    beside,
    flowing,
    high,
    label,
)
from games.view import View, Zone

FAN: Final = 0.7
"""The fraction of a card's width that is visible when the next card lies over it. Rank and suit are
in this part."""
PILE_SHOWN: Final = 6
"""Cards of an open pile that are seen, from the top."""
STACK: Final = 3
"""The most card backs that are drawn of a stack, however many cards it has."""
ROOMY: Final = 12
"""The most pairs (a card and the card that beats it) in a zone for which room is kept for the
beating card. With more pairs, no room is kept, and other cards move when a card is beaten."""
NUMBER: Final = LETTERING
THICK: Final = 4
"""Pixels by which one card of a stack lies above the next."""


def laid(zone: Zone, wide: int, most: int, gap_ramp: Ramp) -> Scene:
    """Lay out a zone's cards as its layout says (row, pile, pairs …), each `wide` pixels wide, in
    at most `most` pixels. `gap_ramp` has the colours of empty places."""
    match zone.layout:
        case "pairs":
            return pairs(zone, wide, most)
        case "pile":
            return pile(zone, wide, gap_ramp)
        case "count":
            return stack(len(zone.cards), wide, gap_ramp)
        case "number":
            return counter(zone, wide // 2, most)
        case "hand" | "row":
            return row(zone, wide, most, gap_ramp)


def counter(zone: Zone, size: int, most: int) -> Scene:
    """Lay out the number of a counter, a zone with a number instead of cards. The digits have
    `size` pixels and stand on a white disc."""
    return on_chip(figure_of(zone), size, size // 2, most - size)


def on_chip(written: str, size: int, pad: int, most: int, ink: Ramp = Ramp.BLACK) -> Scene:
    """Lay out a short text on a white plate with round ends. The letters have `size` pixels, and
    the margin on either side of the text is `pad` pixels."""
    text = label(written, size, ink, most)
    wide = text.wide + 2 * pad
    chip = Box(0, 0, wide, text.high, ink.ground, text.high // 2)
    return Scene(wide, text.high, (chip, *text.moved(pad, 0)))


def figure_of(zone: Zone) -> str:
    """Return the number of a counter, a zone with a number instead of cards, as text. It is `120`,
    or `3/8` where there is a maximum."""
    return str(zone.number) if zone.most is None else f"{zone.number}/{zone.most}"


def numbered(zone: Zone, wide: int, most: int, ramps: tuple[Ramp, Ramp]) -> Scene:
    """Lay out a zone as `laid` does. If the zone is a pile, lay out the number of its cards beside
    it. `ramps` are two sets of colours. The first is for empty places for cards, and the second for
    the number."""
    cards = laid(zone, wide, most, ramps[0])
    if zone.layout not in {"count", "pile"}:
        return cards
    return beside([cards, label(f"×{len(zone.cards)}", NUMBER, ramps[1], most)], THICK, bottom=True)


def single(card: str | None, wide: int, tall: int | None = None) -> Scene:
    """Lay out one card, `tall` pixels high (None: as high as a card of that width is)."""
    tall = tall or high(wide)
    return Scene(wide, tall, (Card(0, 0, card, wide, tall),))


def numbered_back(number: int, wide: int, tall: int | None = None) -> Scene:
    """Lay out one card back with a number on a white disc in its middle. The card is `tall` pixels
    high (None: as high as a card of that width is)."""
    text, tall = label(str(number), NUMBER, Ramp.BLACK, wide), tall or high(wide)
    size = max(text.high, text.wide + THICK)
    x, y = (wide - size) // 2, (tall - size) // 2
    chip = Box(x, y, size, size, Ramp.BLACK.ground, size // 2)
    lettering = text.moved(x + (size - text.wide) // 2, y + (size - text.high) // 2)
    return Scene(wide, tall, (Card(0, 0, None, wide, tall), chip, *lettering))


def place(wide: int, ramp: Ramp, tall: int | None = None) -> Scene:
    """Lay out one empty place for a card as an outline. `ramp` has the colours of the outline and
    of the background. The place is `tall` pixels high (None: as high as a card of that width
    is)."""
    tall = tall or high(wide)
    return Scene(wide, tall, (Place(0, 0, wide, tall, ramp),))


def row(zone: Zone, wide: int, most: int, ramp: Ramp) -> Scene:
    """Lay out the cards of a zone and its gaps (empty places between cards) side by side. Lines are
    at most `most` pixels wide, and there are several lines if needed. Faces are `wide` pixels wide.
    Card backs are smaller, because there is nothing to read on them. `ramp` has the colours of the
    empty places. A zone without cards and gaps is one empty place."""
    if not zone.cards and not zone.gaps:
        return place(wide, ramp)
    seen = [single(card, wide if card else wide * 3 // 5) for card in zone.cards]
    for gap in sorted(zone.gaps):
        seen.insert(gap, place(wide * 3 // 5, ramp))
    if zone.cards and not any(zone.cards) and not zone.gaps:
        return backs(len(zone.cards), wide * 3 // 5, most)
    return flowing(seen, max(3, wide // 16), most)


def backs(number: int, wide: int, most: int) -> Scene:
    """Lay out `number` overlapping card backs side by side, in about `most` pixels."""
    step = min(wide // 3, max(2, (most - wide) // max(1, number - 1)))
    cards = tuple(Card(step * place, 0, None, wide, high(wide)) for place in range(number))
    return Scene(wide + step * max(0, number - 1), high(wide), cards)


def fan(cards: Sequence[str], wide: int) -> Scene:
    """Lay out cards that overlap from left to right. Each card covers the right part of the card
    before it."""
    step = round(wide * FAN)
    things = tuple(
        Card(step * number, 0, card, wide, high(wide)) for number, card in enumerate(cards)
    )
    return Scene(wide + step * max(0, len(cards) - 1), high(wide), things)


def pile(zone: Zone, wide: int, ramp: Ramp) -> Scene:
    """Lay out a pile of cards, each `wide` pixels wide. If the top card is face down, a stack of
    card backs is drawn. If the upper cards are face up, they overlap. Their ranks and suits are
    seen, and the top card is whole. If only the last card of `zone.cards` is face up (such as the
    trump card), this card lies sideways below a stack of the others, because players take it last.
    A pile without cards is an empty place in the colours `ramp`."""
    if not zone.cards:
        return place(wide, ramp)
    if zone.cards[-1] is None:
        return stack(len(zone.cards), wide, ramp)
    if len(zone.cards) > 1 and not any(zone.cards[:-1]):
        return under(zone.cards[-1], len(zone.cards) - 1, wide)
    shown = [card for card in zone.cards[-PILE_SHOWN:] if card is not None]
    return fan(shown, wide)


def under(card: str, number: int, wide: int) -> Scene:
    """Lay out a stack of `number` card backs, and the face-up `card` below the stack. This card
    lies sideways, because players take it last. Each card is `wide` pixels wide."""
    aside = round(wide * 0.6)
    stacked = stack(number, wide, Ramp.GONE)
    beneath = Card(0, (stacked.high - wide) // 2, card, high(wide), wide)
    return Scene(aside + stacked.wide, stacked.high, (beneath, *stacked.moved(aside, 0)))


def stack(number: int, wide: int, ramp: Ramp) -> Scene:
    """Lay out a stack of `number` card backs, each `wide` pixels wide. At most `STACK` of them are
    drawn. If `number` is 0, the scene is an empty place in the colours `ramp`."""
    if not number:
        return place(wide, ramp)
    layers = min(number, STACK)
    things: list[Thing] = [
        Card(THICK * layer, THICK * (layers - 1 - layer), None, wide, high(wide))
        for layer in range(layers)
    ]
    grown = THICK * (layers - 1)
    return Scene(wide + grown, high(wide) + grown, tuple(things))


def pairs(zone: Zone, wide: int, most: int) -> Scene:
    """Lay out the cards of a zone, each `wide` pixels wide with the card that beats it on top. The
    upper card is shifted, and rank and suit of the lower card stay visible. The pairs stand in
    lines of at most `most` pixels, with about equally many pairs in each line."""
    covers = zone.covers or (None,) * len(zone.cards)
    found = [
        pair(card, cover, wide, keep=len(zone.cards) <= ROOMY)
        for card, cover in zip(zone.cards, covers, strict=True)
    ]
    apart = max(6, wide // 10)
    widest = max((each.wide for each in found), default=wide)
    lines = -(-len(found) // max(1, (most + apart) // (widest + apart)))
    in_line = -(-len(found) // max(1, lines))
    rows = (
        beside(found[start : start + in_line], apart)
        for start in range(0, len(found), max(1, in_line))
    )
    return below(rows, apart)


def pair(card: str | None, cover: str | None, wide: int, *, keep: bool) -> Scene:
    """Lay out a card and the card that beats it. `cover` is the beating card (None: the card isn't
    beaten). With `keep`, the scene has room for a cover even without one, so that other cards
    needn't move later."""
    aside, down = round(wide * 0.42), round(wide * 0.5)
    things: list[Thing] = [Card(0, 0, card, wide, high(wide))]
    if cover is not None:
        things.append(Card(aside, down, cover, wide, high(wide)))
    return Scene(wide + (aside if keep or cover else 0), high(wide) + down, tuple(things))


def lies_before(view: View) -> list[Zone]:
    """Return the zones that the picture of a hand shows beside the hand of `view.seat`. They are
    the zones in front of the seats of its team, except hands and empty zones. In a game where a
    hand is seen by everybody but its own player, the hands of the other players are added."""
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
    """Return the title of a zone in the reader's language. If the zone is another player's hand and
    the view is a seat's, it has the title that `captions.hand` gives for this player."""
    if zone.owner is not None and zone.is_hand and view.seat not in {None, zone.owner}:
        return captions.hand(zone.owner)
    return captions.zone(zone.name)
