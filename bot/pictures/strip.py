"""Draws everything in the picture of a hand but the hand itself. Above the hand is a strip, a
summary of the table. It has the other seats, the middle of the table, and a line for the seat of
the hand's owner. If a few more cards lie in front of the owner, such as cards laid down, they are
drawn small in that line. If there are many, they are drawn below the hand."""

from __future__ import annotations

from collections.abc import Sequence
from typing import Final, NamedTuple

from bot.pictures.chips import in_a_row, in_one_line
from bot.pictures.palette import Ramp
from bot.pictures.scene import (
    LETTERING,
    MARGIN,
    WIDTH,
    Captions,
    Scene,
    below,
    beside,
    flowing,
    label,
)
from bot.pictures.table import (
    BLOCKS_APART,
    BOUT_WIDTHS,
    MIDDLE,
    NOTHING,
    WIDTHS,
    bouts,
    heap,
    is_face_up,
    signs,
    stacked,
    talon,
    with_urgent,
)
from bot.pictures.zones import laid, lies_before, numbered, numbered_back, place, single, title_of
from games.view import View, Zone

APART: Final = 6
"""Pixels between seats, and between them and the middle."""
IN_LINE: Final = 3
"""The most other seats in one line of the summary above a hand, if there are up to six other
seats."""
FEW: Final = 6
IN_LONG_LINE: Final = 4
"""The most other seats in one line of the summary above a hand, if there are more than six other
seats."""
MIDDLE_HIGH: Final = 180
"""The most pixels of height for the middle of the table in the picture of a hand. If the cards in
the middle need more, they are drawn smaller, down to a smallest size."""
CARDS_APART: Final = 6
BEFORE: Final = (64, 56, 48, 44)
"""Possible widths of the cards in front of the owner, drawn below the owner's hand. The largest
width is used with which these cards fit into one line. If no width is small enough, the smallest is
used."""
ALONE: Final = (96, 84, 76, 70)
"""Possible widths in pixels of the cards in front of the owner while the owner's hand is empty. The
owner then plays these cards, so they are larger than with the widths in `BEFORE`. The largest width
is used with which the cards fit into one line. If no width is small enough, the largest is used, in
several lines."""
SMALL: Final = 44
LOW: Final = 48
"""The width (`SMALL`) and height (`LOW`) in pixels of the cards in the line of the hand's owner.
Only the rank and suit of such a card fit into this height."""
LITTLE: Final = 6
"""The most cards that are drawn small in the line of the hand's owner. These are cards in front of
the owner, such as cards laid down."""
GAP: Final = ""
"""Stands for a place without a card."""
ENDLESS: Final = 10_000
"""Pixels of a line that is never broken."""


class Strip(NamedTuple):
    """The summary of the table above a hand (`scene`), and an estimate of how high the picture of
    the whole table is, in pixels (`table_high`)."""

    scene: Scene
    table_high: int


def strip(view: View, captions: Captions) -> Strip:
    """Lay out the summary of the table as `view.seat` sees it, 776 pixels wide, and estimate the
    height of the picture of the table. Raises ValueError for a spectator's view."""
    if view.seat is None:
        raise ValueError("a spectator sits nowhere")
    inner, me, seats = WIDTH - 2 * MARGIN, view.seat, len(view.seats)
    others = [view.seats[(me + step) % seats] for step in range(1, seats)]
    lines = -(-len(others) // (IN_LINE if len(others) <= FEW else IN_LONG_LINE)) or 1
    in_line = -(-len(others) // lines) or 1
    rows = [
        in_a_row(view, others[start : start + in_line], captions, inner)
        for start in range(0, len(others), in_line)
    ]
    middle = _middle(view, captions, inner)
    own = in_one_line(view, view.seats[me], captions, inner, small_scene(view))
    scene = below([part for part in (*rows, middle, own) if part.high], APART, centred=True)
    # The table's picture has the same middle, between two rows of seats.
    seats_high = max((row.high for row in rows), default=0)
    return Strip(scene, 2 * (MARGIN + APART + seats_high) + max(MIDDLE, middle.high))


def _middle(view: View, captions: Captions, most: int) -> Scene:
    """Lay out the middle of the table, at most `most` pixels wide. Face-up cards are as large as
    possible. On their left are the numbers of cards in face-down piles, and below or beside them
    the words for urgent facts."""
    zones = [zone for zone in view.zones if zone.owner is None]
    pile_of_trump = talon(view, zones)
    closed = [zone for zone in zones if zone is pile_of_trump or not is_face_up(zone)]
    seen = [zone for zone in zones if zone not in closed]
    heaps = [heap(zone, view, captions, shows_trump=zone is pile_of_trump) for zone in closed]
    left = [*filter(None, heaps), *signs(view, zones)]
    if not seen:
        closed_piles = flowing(left, BLOCKS_APART, most, centred=True)
        return with_urgent(view, captions, NOTHING, closed_piles, most)
    column = stacked(left)
    cards = _cards(seen, most - column.wide - BLOCKS_APART)
    return with_urgent(view, captions, column, cards, most)


def _cards(zones: Sequence[Zone], most: int) -> Scene:
    """Lay out zones with face-up cards side by side, in the largest cards with which they fit into
    `most` pixels."""
    for wide in BOUT_WIDTHS:
        line = beside(
            [
                bouts([zone], most, MIDDLE_HIGH, [each for each in BOUT_WIDTHS if each <= wide])
                if zone.layout == "pairs"
                else laid(zone, min(wide, WIDTHS[0]), most, Ramp.GONE)
                for zone in zones
            ],
            BLOCKS_APART,
            bottom=True,
        )
        if line.wide <= most and line.high <= MIDDLE_HIGH:
            break
    return line


def lies_small(view: View) -> bool:
    """Return whether the cards in front of `view.seat` are drawn small, in this seat's line above
    the hand. They are drawn small if all of them lie in rows, there are one to six of them, and the
    hand isn't empty."""
    lying = lies_before(view)
    rows = all(zone.layout == "row" and not zone.is_hand for zone in lying)
    return bool(view.hand) and rows and 0 < sum(len(zone.cards) for zone in lying) <= LITTLE


def small_scene(view: View) -> Scene:
    """Lay out the cards in front of `view.seat` as small cards, for this seat's line above the
    hand. The scene is empty if these cards aren't drawn small (see `lies_small`)."""
    if not lies_small(view):
        return Scene(0, 0, ())
    return beside([_low(zone) for zone in lies_before(view)], MARGIN)


def _low(zone: Zone) -> Scene:
    """Lay out a zone in front of the viewer's seat, with cards `LOW` pixels high. If all its cards
    are face down, each shows its number, counted from 1 at the left."""
    cards: list[str | None] = list(zone.cards)
    for gap in sorted(zone.gaps):
        cards.insert(gap, GAP)
    unseen = not any(zone.cards)
    return beside(
        [
            place(SMALL, Ramp.GONE, LOW)
            if card == GAP
            else numbered_back(number, SMALL, LOW)
            if unseen
            else single(card, SMALL, LOW)
            for number, card in enumerate(cards, 1)
        ],
        CARDS_APART // 2,
    )


def before_scene(view: View, captions: Captions) -> Scene:
    """Lay out the zones in front of the viewer's seat and its team, in one line if they fit. Zones
    with the same title are drawn together, beside that title."""
    inner = WIDTH - 2 * MARGIN
    widths = BEFORE if view.hand else ALONE
    for wide in widths:
        line = beside(_titled(view, captions, wide, ENDLESS), 2 * MARGIN)
        if line.wide <= inner:
            return line
    wide = widths[-1] if view.hand else widths[0]
    return flowing(_titled(view, captions, wide, inner), MARGIN, inner, bottom=False)


def _titled(view: View, captions: Captions, wide: int, most: int) -> list[Scene]:
    """Lay out the zones (groups of cards) that lie in front of the viewer's seat and its team.
    Zones with the same title are laid out together, beside that title. Return one scene for each
    title. Cards are `wide` pixels wide, and a scene is at most `most` pixels wide."""
    titled: dict[str, list[Zone]] = {}
    for zone in lies_before(view):
        titled.setdefault(title_of(zone, view, captions), []).append(zone)
    found = []
    for title, zones in titled.items():
        told = label(title, LETTERING, Ramp.QUIET, most)
        room = most - told.wide - CARDS_APART
        cards = flowing([lying(zone, wide, room) for zone in zones], 2 * CARDS_APART, room)
        found.append(
            Scene(
                told.wide + CARDS_APART + cards.wide,
                cards.high,
                (
                    *told.moved(0, (cards.high - told.high) // 2),
                    *cards.moved(told.wide + CARDS_APART, 0),
                ),
            )
        )
    return found


def lying(zone: Zone, wide: int, most: int) -> Scene:
    """Lay out a zone in front of the viewer's seat, with cards `wide` pixels wide. If the zone is a
    row without face-up cards, each card shows its number from 1, because a player chooses them by
    position."""
    if zone.layout != "row" or any(zone.cards):
        return numbered(zone, wide, most, (Ramp.GONE, Ramp.TITLE))
    gaps = set(zone.gaps)
    places = range(len(zone.cards) + len(gaps))
    return flowing(
        [
            place(wide, Ramp.GONE) if each in gaps else numbered_back(each + 1, wide)
            for each in places
        ],
        CARDS_APART,
        most,
    )
