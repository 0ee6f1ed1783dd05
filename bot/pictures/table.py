"""The picture of a table as everyone sees it, with the seats around it and the cards in the
middle."""

from __future__ import annotations

from collections.abc import Sequence
from typing import Final

from bot.pictures.chips import in_a_row
from bot.pictures.fonts import unbreakable, width
from bot.pictures.paint import png
from bot.pictures.palette import Ramp
from bot.pictures.scene import (
    LETTERING,
    MARGIN,
    WIDTH,
    Captions,
    Card,
    Scene,
    Suit,
    below,
    beside,
    flowing,
    high,
    label,
    middled,
    wrapped,
)
from bot.pictures.seats import NEAR, panel, stretched
from bot.pictures.zones import figure_of, laid, pairs, pile, place
from bot.preferences.model import Deck
from games.cards import SUITS
from games.view import SeatView, View, Zone

APART: Final = 6
"""Pixels between panels."""
IN_ROW: Final = 4
"""The most seats above the middle of the picture. At most the same number of seats is below the
middle, and all other seats are at the left and at the right."""
SIDE: Final = 190
"""Width of a panel at a side."""
IN_CHIPS: Final = 6
"""The most seats at a table whose seats are drawn as chips. A chip is a small panel with a single
line or little more. With more seats, each seat has a higher panel."""
MIDDLE: Final = 92
"""Least height of the middle, so that the picture doesn't jump with every card."""
BOUT_HIGH: Final = 200
"""The most height of a bout; when it needs more, its cards are smaller."""
HEAP: Final = 52
"""Width of the cards of the piles beside a bout."""
BLOCKS_APART: Final = 28
COLUMN: Final = 300
"""The width in pixels that the text about urgent facts gets beside the face-up cards. If there is
less space, or if a wider text makes the picture lower, the text gets all the free width."""
WIDTHS: Final = (64, 56, 50)
"""Widths of the cards in the middle, except in a bout."""
BOUT_WIDTHS: Final = (72, *WIDTHS)
"""Possible widths in pixels of the cards in a bout (an attack and its defence), from the largest to
the smallest. The largest width with which the bout fits is used. If no width fits, the smallest is
used."""
CAPTION: Final = LETTERING
CHIP: Final = 64
ARROW: Final = "↺"
ARROW_SIZE: Final = 56
BACKWARDS: Final = (-1, "anticlockwise", "counterclockwise")
"""The values of the fact `direction` for which an arrow is drawn, because play runs
counterclockwise. Clockwise play needs no arrow, because seats are drawn clockwise."""
NOTHING: Final = Scene(0, 0, ())
WORDS_APART: Final = 28
"""Pixels between the words for two urgent facts, such as that the deck is empty."""


def table_picture(view: View, captions: Captions, deck: Deck = Deck.FOUR_COLOURS) -> bytes:
    """Draw the table as a PNG, 800 pixels wide. Raises ValueError if `view` is not the view of a
    spectator."""
    return png(table_scene(view, captions), deck, captions.letters)


def table_scene(view: View, captions: Captions) -> Scene:
    """Lay out the picture of the table from the view of a spectator. Raises ValueError for the view
    of a seat, which is not public."""
    if view.seat is not None:
        raise ValueError(f"the view of seat {view.seat} is not for everyone")
    above, right, under, left = around(len(view.seats))
    inner = WIDTH - 2 * MARGIN
    sides = [
        below([panel(view, view.seats[seat], captions, SIDE) for seat in seats], APART)
        for seats in (left, right)
    ]
    taken = SIDE + 2 * APART if right else 0
    middle = _middle(view, captions, inner - 2 * taken)
    tall = max(middle.high, MIDDLE, *(side.high for side in sides))
    centre = Scene(
        inner,
        tall,
        (
            *sides[0].moved(0, (tall - sides[0].high) // 2),
            *middle.moved((inner - middle.wide) // 2, (tall - middle.high) // 2),
            *sides[1].moved(inner - SIDE, (tall - sides[1].high) // 2),
        ),
    )
    row = in_a_row if len(view.seats) <= IN_CHIPS else _panels
    rows = [
        row(view, [view.seats[seat] for seat in above], captions, inner),
        centre,
        row(view, [view.seats[seat] for seat in under], captions, inner),
    ]
    whole = below([row for row in rows if row.high], APART, centred=True)
    return Scene(WIDTH, whole.high + 2 * MARGIN, whole.moved(MARGIN, MARGIN))


def around(seats: int) -> tuple[list[int], list[int], list[int], list[int]]:
    """Place the seats of a table clockwise around it. Returns four lists of seat numbers, those
    above the table, on the right of it, below it, and on the left of it. Seats are listed from left
    to right or from top to bottom."""
    beside = max(0, seats - 2 * IN_ROW)
    right = (beside + 1) // 2
    above = (seats - beside + 1) // 2
    under = seats - beside - above
    ends = (above, above + right, above + right + under)
    return (
        list(range(ends[0])),
        list(range(ends[0], ends[1])),
        list(range(ends[1], ends[2]))[::-1],
        list(range(ends[2], seats))[::-1],
    )


def _panels(view: View, seats: Sequence[SeatView], captions: Captions, inner: int) -> Scene:
    """Lay out the panels of these seats side by side in `inner` pixels, all as high as the
    highest."""
    wide = (inner - APART * (len(seats) - 1)) // max(1, len(seats))
    panels = [panel(view, seat, captions, wide) for seat in seats]
    tall = max((each.high for each in panels), default=0)
    return beside([stretched(each, tall) for each in panels], APART)


def _middle(view: View, captions: Captions, most: int) -> Scene:
    """Lay out the middle of the table with the zones that have no owner, the trump, the direction
    of play and the words for urgent facts. Face-up cards are in the centre. Face-down piles are
    only titles and numbers, on the left of these cards, or above them if `most` pixels are too few.
    Without face-up cards, the piles themselves are drawn."""
    zones = [zone for zone in view.zones if zone.owner is None]
    pile_of_trump = talon(view, zones)
    seen = [zone for zone in zones if is_face_up(zone) and zone is not pile_of_trump]
    if not seen or seen == zones:
        return with_urgent(view, captions, NOTHING, _in_a_line(view, zones, captions, most), most)
    heaps = [
        heap(zone, view, captions, shows_trump=zone is pile_of_trump)
        for zone in zones
        if zone not in seen
    ]
    column = stacked([*filter(None, heaps), *signs(view, zones)])
    if column.wide > most // 3:
        both = stacked([column, _face_up(seen, view, captions, most)])
        return with_urgent(view, captions, NOTHING, both, most)
    cards = _face_up(seen, view, captions, most - column.wide - BLOCKS_APART)
    return with_urgent(view, captions, column, cards, most)


def stacked(parts: Sequence[Scene]) -> Scene:
    """Lay out the scenes one below the other, centred. Empty scenes are left out."""
    return below([part for part in parts if part.high], NEAR, centred=True)


def with_urgent(view: View, captions: Captions, column: Scene, cards: Scene, most: int) -> Scene:
    """Lay out the middle of the table, `most` pixels wide, from three parts. `column` has the
    face-down piles and is on the left of the face-up `cards`. The third part is the text about
    urgent facts. The text is below everything, below the piles, or between the piles and the cards.
    The position that gives the lowest picture is chosen."""
    told = tension_line(view, captions, most)
    below_both = stacked([_across(column, cards, most), told])
    if not told.high:
        return below_both
    free = most - BLOCKS_APART - cards.wide
    between = free - BLOCKS_APART - column.wide
    least = _longest_word(view, captions)
    best, lowest = None, below_both.high
    for wide, join in (
        (min(COLUMN, free), stacked),
        (min(COLUMN, between), _abreast),
        (between, _abreast),
        (free, stacked),
    ):
        if least > wide or lowest == max(column.high, cards.high):
            continue
        left = join([column, tension_line(view, captions, wide)])
        if left.wide <= free and max(left.high, cards.high) < lowest:
            best, lowest = left, max(left.high, cards.high)
    return below_both if best is None else _across(best, cards, most)


def _abreast(parts: Sequence[Scene]) -> Scene:
    """Lay out the scenes side by side, with their middles at the same height. Empty scenes are left
    out."""
    tall = max(part.high for part in parts)
    return beside([middled(part, tall) for part in parts if part.high], BLOCKS_APART)


def _across(left: Scene, cards: Scene, most: int) -> Scene:
    """Lay out two scenes in `most` pixels of width: one at the left edge, and the cards in the
    middle of what remains."""
    room, tall = most - (left.wide and left.wide + BLOCKS_APART), max(left.high, cards.high)
    return Scene(
        most,
        tall,
        (
            *left.moved(0, (tall - left.high) // 2),
            *cards.moved(most - room + (room - cards.wide) // 2, (tall - cards.high) // 2),
        ),
    )


def _face_up(zones: Sequence[Zone], view: View, captions: Captions, most: int) -> Scene:
    """Lay out the zones with face-up cards in the middle of the table. If there are several zones,
    each has a title. A single zone has no title. In a game of attacks and defences, no zone has a
    title."""
    if all(zone.layout == "pairs" for zone in zones):
        return bouts(zones, most)
    if len(zones) > 1:
        return _in_a_line(view, zones, captions, most)
    return laid(zones[0], WIDTHS[0], most, Ramp.GONE)


def bouts(
    zones: Sequence[Zone], most: int, tallest: int = BOUT_HIGH, widths: Sequence[int] = BOUT_WIDTHS
) -> Scene:
    """Lay out zones one below the other. Each zone has attacking cards and the cards that beat
    them, in lines of at most `most` pixels. `widths` are possible widths of the cards, from the
    largest to the smallest. The first width is used with which all zones together are at most
    `tallest` pixels high. If there is none, the last width is used. A zone without cards is drawn
    as an empty place."""
    for wide in widths:
        parts = [
            pairs(zone, wide, most) if zone.cards else place(wide, Ramp.GONE) for zone in zones
        ]
        scene = below(parts, MARGIN, centred=True)
        if scene.high <= tallest:
            break
    return scene


def _in_a_line(view: View, zones: Sequence[Zone], captions: Captions, most: int) -> Scene:
    """Lay out zones with their titles and numbers of cards in one line, in the largest cards with
    which they fit into `most` pixels. If they don't fit even with the smallest cards, they get
    several lines."""
    pile_of_trump = talon(view, zones)
    for wide in WIDTHS:
        blocks = [
            *(_block(zone, captions, wide, most, view, pile_of_trump) for zone in zones),
            *signs(view, zones),
        ]
        line = beside(blocks, BLOCKS_APART, bottom=True)
        if line.wide <= most:
            return line
    return flowing(blocks, BLOCKS_APART, most, centred=True)


def _block(
    zone: Zone, captions: Captions, wide: int, most: int, view: View, pile_of_trump: Zone | None
) -> Scene:
    cards = (
        trumped(zone, wide, view.facts["trump"])
        if zone is pile_of_trump
        else laid(zone, wide, most, Ramp.GONE)
    )
    number = "" if zone.layout == "number" else f" {len(zone.cards)}"
    title = label(f"{captions.zone(zone.name)}{number}", CAPTION, Ramp.QUIET, most)
    return below([cards, title], 6, centred=True)


def is_face_up(zone: Zone) -> bool:
    """Return whether a zone in the middle shows face-up cards, or an empty place for face-up
    cards."""
    return zone.layout == "pairs" or any(zone.cards) or (zone.layout == "pile" and not zone.cards)


def heap(zone: Zone, view: View, captions: Captions, *, shows_trump: bool) -> Scene | None:
    """Lay out a face-down pile or a counter as its title and its number. With `shows_trump`, lay
    out the pile with the trump drawn on it, and the number beside it. Without `shows_trump`, return
    None for an empty pile."""
    many = figure_of(zone) if zone.layout == "number" else len(zone.cards)
    if shows_trump:
        number = label(f"×{many}", LETTERING, Ramp.TITLE, WIDTH)
        drawn = trumped(zone, HEAP, view.facts["trump"])
        return Scene(
            drawn.wide + NEAR + number.wide,
            drawn.high,
            (
                *drawn.parts,
                *number.moved(drawn.wide + NEAR, (drawn.high - number.high) // 2),
            ),
        )
    title = label(f"{captions.zone(zone.name)} {many}", LETTERING, Ramp.QUIET, WIDTH)
    return title if zone.cards or zone.layout == "number" else None


def talon(view: View, zones: Sequence[Zone]) -> Zone | None:
    """Return the pile on which the trump is shown (the talon, which is the drawing deck). It is the
    first pile in `zones`. Return None if there is no pile, or if the game has no trump."""
    piles = [zone for zone in zones if zone.layout == "pile"]
    return piles[0] if piles and view.facts.get("trump") in SUITS else None


def trumped(zone: Zone, wide: int, trump: str) -> Scene:
    """Lay out a pile with the suit `trump` drawn on its top card, or on its empty place. If only
    one card is left in the pile, it is the trump card itself. It is drawn lying sideways."""
    if len(zone.cards) == 1:
        return Scene(
            high(wide),
            high(wide),
            (Card(0, (high(wide) - wide) // 2, zone.cards[0], high(wide), wide),),
        )
    cards, size = pile(zone, wide, Ramp.GONE), wide * 5 // 8
    x, y = cards.wide - (wide + size) // 2, (cards.high - size) // 2
    return Scene(cards.wide, cards.high, (*cards.parts, Suit(x, y, trump, size)))


def signs(view: View, zones: Sequence[Zone]) -> list[Scene]:
    """Return the symbols for the middle of the table as a list of one scene (empty: none). They are
    the trump, unless a pile shows it, and an arrow if play runs counterclockwise."""
    found = []
    if view.facts.get("trump") in SUITS and talon(view, zones) is None:
        found.append(Scene(CHIP, CHIP, (Suit(0, 0, view.facts["trump"], CHIP),)))
    if runs_back(view):
        found.append(label(ARROW, ARROW_SIZE, Ramp.TRUMP, WIDTH))
    return [below(found, APART, centred=True)] if found else []


def runs_back(view: View) -> bool:
    """Return whether play runs counterclockwise according to the view."""
    direction = view.facts.get("direction")
    return isinstance(direction, (int, str)) and direction in BACKWARDS


def tension_line(view: View, captions: Captions, most: int) -> Scene:
    """Lay out the words for all urgent facts of the view, such as that the deck is empty. They are
    golden, in lines of at most `most` pixels. The scene is empty when nothing is urgent."""
    told = [
        below(
            [
                label(line, LETTERING, Ramp.TRUMP, most)
                for line in wrapped(captions.tense(view, each), LETTERING, most)
            ],
            0,
            centred=True,
        )
        for each in view.tension
    ]
    return flowing(
        [each for each in told if each.high], WORDS_APART, most, centred=True, leading=NEAR
    )


def _longest_word(view: View, captions: Captions) -> int:
    """Return the width in pixels of the widest word in the texts about urgent facts, such as that
    the deck is empty. Return 0 if nothing is urgent."""
    words = (word for each in view.tension for word in unbreakable(captions.tense(view, each)))
    return max((width(word, LETTERING) for word in words), default=0)
