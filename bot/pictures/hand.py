"""The picture of a hand of cards as its owner sees it, with the cards that lie in front of the
owner."""

from __future__ import annotations

from collections.abc import Sequence
from itertools import accumulate, pairwise
from typing import Final

from bot.pictures.paint import png
from bot.pictures.scene import (
    MARGIN,
    WIDTH,
    Captions,
    Card,
    Scene,
    below,
)
from bot.pictures.strip import before_scene, lies_small, strip
from bot.preferences.model import Deck
from games.cards import suit_of
from games.moves import ORDERED_VERBS
from games.view import View

APART: Final = 6
SUITS_APART: Final = 14
"""The additional pixels between two suits of a hand that is drawn in one row."""
LIFT: Final = 12
"""Pixels by which cards that can be played stand above the others."""
LARGEST: Final = 120
"""Width of the cards of a small hand."""
USUAL: Final = 72
"""The usual width in pixels of the cards of a large hand. Ten such cards (`IN_A_ROW`) fit into a
row."""
NARROW: Final = 54
"""The least width in pixels of the cards of a large hand. Thirteen such cards fit into a row. A row
has that many cards only if the picture would otherwise be too high."""
WIDEST: Final = (LARGEST, 104, 88, 80, USUAL, NARROW)
"""Possible limits for the width of a hand's cards. The largest limit is used with which the picture
isn't too tall. With the limit `NARROW`, each row gets more cards. These cards are as wide as the
row allows, but at most `USUAL`."""
IN_A_ROW: Final = 10
"""The most cards of the width `USUAL` in a row."""
TALLEST: Final = 490
"""The most pixels of height of a hand's picture, so that words and buttons fit on a phone's screen,
too."""
SHARED: Final = 975
"""The most pixels of height for three things together: the picture of a hand, the buttons of the
hand's cards, and the picture of the table. With this height, all three fit on a desktop's
screen."""
BUTTONS_HIGH: Final = 60
"""Height of a row of five buttons where a picture is 800 pixels wide."""
MOST_ROWS: Final = 3
"""The most rows of buttons of cards."""
LARGE: Final = 96
"""The most width of cards in several rows."""
LOW: Final = 1.25
"""The height of a card divided by its width, when a hand is drawn in several rows."""
TALL: Final = 1.4


def hand_picture(
    view: View, hand: Sequence[str], captions: Captions, deck: Deck = Deck.FOUR_COLOURS
) -> bytes:
    """Draw a seat's hand and a summary of the table as a PNG, 800 pixels wide. `hand` has the cards
    of the view's own hand in the order to show. Raises ValueError for a spectator's view, or when
    `hand` has other cards than the view's hand."""
    return png(hand_scene(view, hand, captions), deck, captions.letters)


def hand_scene(view: View, hand: Sequence[str], captions: Captions) -> Scene:
    """Lay out the picture of the hand of `view.seat`. From top to bottom it has a summary of the
    table, the hand in the order of `hand`, and the other cards in front of the seat. If these other
    cards are few, they are drawn small in the summary instead (see `lies_small`). Raises ValueError
    for a spectator's view, or when `hand` has other cards than the view's hand."""
    above, table_high = strip(view, captions)
    # As many rows as there may be at this seat's turn, so that cards keep their size.
    buttons = min(MOST_ROWS, -(-len(hand) // 5))
    most = min(TALLEST, SHARED - table_high - BUTTONS_HIGH * buttons)
    for widest in WIDEST if len(hand) > IN_A_ROW else WIDEST[:-1]:
        cards = cards_scene(view, hand, captions, widest)
        whole = below([part for part in (above, cards) if part.high], MARGIN, centred=True)
        if whole.high + 2 * MARGIN <= most:
            break
    return Scene(WIDTH, whole.high + 2 * MARGIN, whole.moved((WIDTH - whole.wide) // 2, MARGIN))


def cards_scene(
    view: View, hand: Sequence[str], captions: Captions, widest: int = LARGEST
) -> Scene:
    """Lay out the hand of `view.seat` in the order of `hand`, and below it the other cards in front
    of the seat. These other cards are left out if the summary of the table shows them already (see
    `lies_small`). The cards of the hand are at most `widest` pixels wide, one of the widths in
    `WIDEST`. Raises ValueError for a spectator's view, or when `hand` has other cards than the
    view's hand."""
    if view.seat is None:
        raise ValueError("a spectator has no hand")
    if sorted(hand) != sorted(view.hand):
        raise ValueError("these are not the cards of the view's hand")
    used = playable(view)
    parts = [_rows(hand, used & set(hand), widest)] if hand else []
    below_it = Scene(0, 0, ()) if lies_small(view) else before_scene(view, captions)
    before = _greyed(below_it, used - set(hand))
    if before.parts:
        parts.append(before)
    return below(parts, 2 * MARGIN, centred=True)


def playable(view: View) -> frozenset[str]:
    """Return the cards to highlight as playable for `view.seat`. They are the cards of the seat's
    hand that can be played in a legal move. If no card of the hand can be played, they are the
    seat's face-up cards outside the hand that can be played. If all cards of the hand (or all
    face-up cards outside the hand) can be played, nothing has to be highlighted, and the result is
    empty. The result is also empty if no card can be played."""
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
    """Return the scene with all face-up cards in grey except those in `used`. It stays as it is
    when `used` is empty."""
    things = tuple(
        thing._replace(grey=thing.card is not None and thing.card not in used)
        if isinstance(thing, Card)
        else thing
        for thing in scene.things
    )
    return Scene(scene.wide, scene.high, things) if used else scene


def _rows(hand: Sequence[str], raised: frozenset[str], widest: int) -> Scene:
    """Lay out the cards of a hand in centred rows. There are as few rows as possible for cards that
    are `widest` pixels wide (or `LARGE`, if `LARGE` is less). The cards then become as wide as the
    rows allow. A single row has cards of at most `widest` pixels (or `USUAL`, if `USUAL` is more).
    Cards in several rows are also at most `LARGE` wide. `raised` are the playable cards. They stand
    higher than the others, and the others are grey. If `raised` is empty, all cards look alike."""
    inner = WIDTH - 2 * MARGIN
    most = (inner + APART) // (min(LARGE, widest) + APART)
    widest = max(widest, USUAL)
    lines = -(-len(hand) // most)
    in_row = -(-len(hand) // lines)
    shifts = _shifts(hand) if lines == 1 else [0] * len(hand)
    room = inner - APART * (in_row - 1)
    if room - shifts[-1] < NARROW * in_row:
        shifts = [0] * len(hand)
    wide = min(widest if lines == 1 else min(LARGE, widest), (room - shifts[-1]) // in_row)
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
    """Return for each card of the hand how many pixels it is shifted to the right, so that there
    are gaps between suits. All numbers are 0 if the cards aren't sorted by suit, or if no two have
    the same suit."""
    changes = [0, *accumulate(suit_of(one) != suit_of(other) for one, other in pairwise(hand))]
    mixed = changes[-1] >= min(len({suit_of(card) for card in hand}), len(hand) - 1)
    return [0 if mixed else number * SUITS_APART for number in changes]
