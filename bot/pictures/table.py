"""The table as everyone sees it: the seats around, the cards in the middle."""

from __future__ import annotations

from collections.abc import Sequence
from typing import Final

from bot.pictures.palette import Ramp
from bot.pictures.scene import MARGIN, WIDTH, Captions, Scene, Suit, below, beside, flowing, label
from bot.pictures.seats import panel, stretched
from bot.pictures.zones import laid
from games.cards import SUITS
from games.view import View, Zone

APART: Final = 8
"""Pixels between panels."""
IN_ROW: Final = 4
"""Seats above the middle, and as many below it; further ones sit at its sides."""
SIDE: Final = 190
"""Width of a panel at a side."""
MIDDLE: Final = 200
"""Least height of the middle, so that the picture doesn't jump with every card."""
LINE_HIGH: Final = 260
"""The most height of a middle in one line, before its cards become smaller."""
MIDDLE_HIGH: Final = 430
"""The same of a middle in several lines."""
HEAP: Final = 82
"""Width of the cards beside the pairs, when these have lines of their own."""
BLOCKS_APART: Final = 24
WIDTHS: Final = (104, 92, 82, 72, 64, 56)
"""Widths of the cards in the middle."""
CAPTION: Final = 24
CHIP: Final = 64
ARROW: Final = 56
ARROWS: Final = {1: "↻", "clockwise": "↻", -1: "↺", "anticlockwise": "↺", "counterclockwise": "↺"}
"""How the fact `direction` is drawn; a value that isn't here isn't drawn."""


def table_scene(view: View, captions: Captions) -> Scene:
    """The picture of a spectator's view. Raises ValueError for the view of a seat, which the public must not see."""
    if view.seat is not None:
        raise ValueError(f"the view of seat {view.seat} is not for everyone")
    above, right, under, left = around(len(view.seats))
    inner = WIDTH - 2 * MARGIN
    sides = [below([panel(view, view.seats[seat], captions, SIDE) for seat in seats], APART) for seats in (left, right)]
    taken = SIDE + 2 * APART if right else 0
    middle = _middle(view, captions, inner - 2 * taken)
    high = max(middle.high, MIDDLE, *(side.high for side in sides))
    centre = Scene(
        inner,
        high,
        (
            *sides[0].moved(0, (high - sides[0].high) // 2),
            *middle.moved((inner - middle.wide) // 2, (high - middle.high) // 2),
            *sides[1].moved(inner - SIDE, (high - sides[1].high) // 2),
        ),
    )
    rows = [_row(view, above, captions, inner), centre, _row(view, under, captions, inner)]
    whole = below([row for row in rows if row.high], MARGIN)
    return Scene(WIDTH, whole.high + 2 * MARGIN, whole.moved(MARGIN, MARGIN))


def around(seats: int) -> tuple[list[int], list[int], list[int], list[int]]:
    """The seats above (from the left), at the right (from above), below (from the left) and at the left (from above),
    so that they follow each other clockwise."""
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


def _row(view: View, seats: Sequence[int], captions: Captions, inner: int) -> Scene:
    """Panels side by side over the whole width, all as high as the highest."""
    wide = (inner - APART * (len(seats) - 1)) // max(1, len(seats))
    panels = [panel(view, view.seats[seat], captions, wide) for seat in seats]
    tall = max((each.high for each in panels), default=0)
    panels = [stretched(each, tall) for each in panels]
    things = [thing for number, each in enumerate(panels) for thing in each.moved(number * (wide + APART), 0)]
    return Scene(inner, tall, tuple(things))


def _middle(view: View, captions: Captions, most: int) -> Scene:
    """The zones that belong to nobody, each with its title and its number of cards; the trump; the direction."""
    zones = [zone for zone in view.zones if zone.owner is None]
    for wide in WIDTHS:
        blocks = [_block(zone, captions, wide, most) for zone in zones] + _signs(view)
        line = beside([block for block in blocks if block.things], BLOCKS_APART, bottom=True)
        if line.wide <= most and line.high <= LINE_HIGH:
            return line
    for wide in WIDTHS:
        scene = _in_lines(view, zones, captions, wide, most)
        if scene.high <= MIDDLE_HIGH:
            break
    return scene


def _in_lines(view: View, zones: Sequence[Zone], captions: Captions, wide: int, most: int) -> Scene:
    """The middle when it takes more than a line: all that isn't in pairs above, and pairs below, in cards so wide."""
    heaps = [_block(zone, captions, min(wide, HEAP), most) for zone in zones if zone.layout != "pairs"]
    pairs = [_block(zone, captions, wide, most) for zone in zones if zone.layout == "pairs" and zone.cards]
    upper = flowing([*heaps, *_signs(view)], BLOCKS_APART, most, centred=True)
    return below([upper, *pairs], MARGIN, centred=True)


def _block(zone: Zone, captions: Captions, wide: int, most: int) -> Scene:
    cards = laid(zone, wide, most, Ramp.GONE)
    if zone.layout == "pairs":
        return cards
    title = label(f"{captions.zone(zone.name)} {len(zone.cards)}", CAPTION, Ramp.QUIET, most)
    return below([cards, title], 6, centred=True)


def _signs(view: View) -> list[Scene]:
    """The trump suit and the direction of play, whatever the game says of them."""
    signs = []
    trump = view.facts.get("trump")
    if trump in SUITS:
        signs.append(Scene(CHIP, CHIP, (Suit(0, 0, trump, CHIP),)))
    direction = view.facts.get("direction")
    if isinstance(direction, (int, str)) and direction in ARROWS:
        signs.append(label(ARROWS[direction], ARROW, Ramp.QUIET, WIDTH))
    return [below(signs, APART, centred=True)] if signs else []
