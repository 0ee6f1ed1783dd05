"""Draws the picture of a game's end with the winner, the last cards, and all seats ordered by their
places."""

from __future__ import annotations

from collections.abc import Sequence
from dataclasses import replace
from typing import Final

from bot.pictures.fan import fanned
from bot.pictures.fonts import unbreakable, width, written
from bot.pictures.open_hands import HAND, kind_of, open_hand
from bot.pictures.outcome import ARROW, DOWN, LAST, LEVEL, UP, WINNER, Ending
from bot.pictures.paint import png
from bot.pictures.palette import Ramp
from bot.pictures.podium import on_podium, podium_scene
from bot.pictures.scene import (
    LETTERING,
    MARGIN,
    WIDTH,
    Badge,
    Box,
    Captions,
    Scene,
    Sign,
    below,
    beside,
    flowing,
    label,
)
from bot.pictures.seats import (
    BAR,
    CARD,
    NAME,
    NEAR,
    PAD,
    ROLE,
    STRIPE,
    backs_of,
    counter_of,
    framed,
    name_of,
    scored,
    stretched,
)
from bot.pictures.zones import laid, row
from bot.preferences.model import Deck
from games.cards import in_order
from games.view import SeatView, View, Zone

APART: Final = 8
HEADLINES: Final = (44, 40, 36, 33, LETTERING)
"""Sizes of the headline; the largest that fits is taken."""
LINE: Final = LETTERING
CAPTION: Final = LETTERING
CARDS: Final = (104, 92, 78, 64)
"""Possible widths in pixels of the cards in the middle of the picture. The largest width is used
with which the middle fits into one line and is at most `CARDS_HIGH` pixels high. If no width is
small enough, the smallest is used."""
CARDS_HIGH: Final = 290
"""The most height in pixels of the middle of the picture. If the middle would be higher, its cards
are smaller (see `CARDS`)."""
BESIDE: Final = 3
"""The most seats that have a line each; more than this stand in two columns."""
MEDAL: Final = 40
MEDAL_RAMPS: Final = {2: Ramp.SILVER, 3: Ramp.BRONZE}
WIDE_PANEL: Final = 500
OPEN: Final = 78
"""The width in pixels of the open cards in front of a seat, in a panel that is at least
`WIDE_PANEL` pixels wide."""
WORTH_FANNING: Final = 3
"""The fewest cards collected by a winner that are drawn as a fan. If the winner collected fewer
cards, no fan is drawn."""


def result_picture(
    view: View, ending: Ending, captions: Captions, deck: Deck = Deck.FOUR_COLOURS
) -> bytes:
    """Draw the picture of a game's end as a PNG, 800 pixels wide. Raises ValueError if `view` is
    not the view of a spectator."""
    return png(result_scene(view, ending, captions), deck, captions.letters)


def result_scene(view: View, ending: Ending, captions: Captions) -> Scene:
    """Lay out the picture of a game's end. `view` is a spectator's view, in which all hands are
    open. Raises ValueError for the view of a seat."""
    if view.seat is not None:
        raise ValueError(f"the view of seat {view.seat} is not for everyone")
    view, inner = with_telling_counters(view), WIDTH - 2 * MARGIN
    lines = [
        *(label(written(line) or "", LINE, Ramp.TITLE, inner) for line in ending.lines),
        *(_medal(sign, words, inner) for sign, words in ending.medals),
    ]
    told = below(
        [_headline(ending.headline, inner), *(line for line in lines if line.parts)],
        APART,
        centred=True,
    )
    podium = podium_scene(len(view.seats), ending, captions, inner)
    parts = [
        told,
        podium,
        *_middle(view, ending, captions, inner),
        _grid(view, ending, captions, inner),
    ]
    blocks = [part for part in parts if part.high]
    whole = below(blocks, 2 * MARGIN, centred=True)
    return Scene(WIDTH, whole.high + 2 * MARGIN, whole.moved((WIDTH - whole.wide) // 2, MARGIN))


def _medal(sign: str, words: str, most: int) -> Scene:
    """Lay out a badge that a player has earned with this game. `sign` is the name of its symbol
    (bot.pictures.badges), and `words` is its title, which stands beside it."""
    text = label(written(words) or "", LINE, Ramp.TRUMP, most - MEDAL - APART)
    return beside([Scene(MEDAL, MEDAL, (Badge(0, 0, sign, MEDAL),)), text], APART)


def with_telling_counters(view: View) -> View:
    """Return the view without the counters that say nothing at the end of a game. A counter is a
    zone with a number instead of cards. Left out are the counters that are 0 and have no
    maximum."""
    zones = (zone for zone in view.zones if zone.layout != "number" or zone.number or zone.most)
    return replace(view, zones=tuple(zones))


def open_zones(view: View) -> list[Zone]:
    """Return the zones that the picture of the result shows in its middle. They belong to no seat,
    and are counters (zones with a number instead of cards) or have face-up cards."""
    return [
        zone
        for zone in view.zones
        if zone.owner is None and (zone.layout == "number" or any((*zone.cards, *zone.covers)))
    ]


def trophy(view: View, ending: Ending) -> list[Zone]:
    """Return the zones with the cards that a winner collected, in a game about collecting cards.
    Zones of one winner with the same title form a group, and the group with the most face-up cards
    is returned. The result is empty when that group has too few cards (`WORTH_FANNING`)."""
    titled: dict[tuple[int, str], list[Zone]] = {}
    for zone in view.zones:
        if zone.owner is not None and ending.has_won(zone.owner) and _is_collected(zone):
            titled.setdefault((zone.owner, kind_of(zone)), []).append(zone)
    most = max(titled.values(), key=_number, default=[])
    return most if _number(most) >= WORTH_FANNING else []


def _is_collected(zone: Zone) -> bool:
    return zone.layout in {"row", "pile"} and zone.name != HAND and all(zone.cards)


def _number(zones: Sequence[Zone]) -> int:
    return sum(len(zone.cards) for zone in zones)


def is_shown_apart(view: View, ending: Ending) -> bool:
    """Return whether the game's last cards (`ending.cards`) are drawn separately in the middle of
    the picture. They are drawn if at least one of them lies in no zone of the view, and if the
    middle doesn't show the cards that a winner collected."""
    lying = {card for zone in view.zones for card in (*zone.cards, *zone.covers)}
    return bool(ending.cards) and not lying.issuperset(ending.cards) and not trophy(view, ending)


def _headline(text: str, most: int) -> Scene:
    """Lay out the headline in one line, in the largest letters with which it fits. If it is too
    wide even in the smallest letters, it has two lines."""
    plain = written(text) or ""
    size = next((size for size in HEADLINES if width(plain, size) <= most), HEADLINES[-1])
    rest = unbreakable(plain)
    first: list[str] = []
    while rest and width(" ".join([*first, rest[0]]), size) <= most:
        first.append(rest.pop(0))
    lines = [" ".join(first), " ".join(rest)]
    return below(
        [label(line, size, Ramp.TRUMP, most) for line in lines if line], NEAR, centred=True
    )


def _middle(view: View, ending: Ending, captions: Captions, most: int) -> list[Scene]:
    """Return the scenes in the middle of the result's picture. If a winner collected cards, these
    cards and the counters are shown. Otherwise the counters and face-up cards that belong to no
    seat are shown, and also the game's last cards if no zone shows them."""
    collected = trophy(view, ending)
    if collected:
        cards = in_order(card for zone in collected for card in zone.cards if card is not None)
        title = f"{captions.zone(collected[0].name)} {len(cards)}"
        if collected[0].owner is not None:
            title = f"{name_of(collected[0].owner, captions)}: {title}"
        counters = [zone for zone in open_zones(view) if zone.layout == "number"]
        numbers = [_block(zone, captions, CARDS[-1], most) for zone in counters]
        fan = below([fanned(cards, most), _title(title, most)], 0, centred=True)
        return [fan, *([flowing(numbers, 2 * MARGIN, most, centred=True)] if numbers else [])]
    for wide in CARDS:
        blocks = [_block(zone, captions, wide, most) for zone in open_zones(view)]
        if is_shown_apart(view, ending):
            last = row(Zone("", None, "row", ending.cards), wide, most, Ramp.GONE)
            blocks.append(below([last, _title(ending.title, most)], 6, centred=True))
        line = beside(blocks, 2 * MARGIN, bottom=True)
        if line.wide <= most and line.high <= CARDS_HIGH:
            return [line] if blocks else []
    return [below(blocks, MARGIN, centred=True)]


def _block(zone: Zone, captions: Captions, wide: int, most: int) -> Scene:
    number = "" if zone.layout == "number" else f" {len(zone.cards)}"
    title = _title(f"{captions.zone(zone.name)}{number}", most)
    return below([laid(zone, wide, most, Ramp.GONE), title], 6, centred=True)


def _title(text: str, most: int) -> Scene:
    return label(written(text) or "", CAPTION, Ramp.QUIET, most)


def _grid(view: View, ending: Ending, captions: Captions, inner: int) -> Scene:
    """Lay out the panels of the seats, ordered by their places, in one or two columns. A seat on
    the podium gets a panel only if it has something that the podium doesn't show, such as cards."""
    shown = set(on_podium(ending, len(view.seats)))
    seats = [
        view.seats[seat]
        for seat in ending.in_order(len(view.seats))
        if seat not in shown or _lies_open(view, seat, ending)
    ]
    if not seats:
        return Scene(0, 0, ())
    columns = 1 if len(seats) <= BESIDE else 2
    wide = (inner - APART * (columns - 1)) // columns
    panels = [_panel(view, seat, ending, captions, wide) for seat in seats]
    return below(
        (_row(panels[start : start + columns]) for start in range(0, len(panels), columns)), APART
    )


def _lies_open(view: View, seat: int, ending: Ending) -> bool:
    """Return whether a seat needs a panel of its own in the picture of the result. It needs one if
    it has a score, has resigned, or has cards or counters (zones with a number instead of cards).
    Cards that the winner collected and that the middle of the picture shows don't count."""
    rest = [zone for zone in view.zones if zone not in trophy(view, ending)]
    told = view.seats[seat].resigned or view.score(seat) is not None
    return told or any(
        zone.owner == seat and (zone.cards or zone.layout == "number") for zone in rest
    )


def _row(panels: Sequence[Scene]) -> Scene:
    tall = max(panel.high for panel in panels)
    return beside((stretched(panel, tall) for panel in panels), APART)


def _panel(view: View, seat: SeatView, ending: Ending, captions: Captions, wide: int) -> Scene:
    """Lay out the panel of a seat, `wide` pixels wide and as high as it needs. It has the seat's
    place, its name and its face-up cards."""
    teams = len({each.side for each in view.seats}) < len(view.seats)
    won = ending.has_won(seat.seat)
    left = PAD + (STRIPE if teams else 0)
    room = wide - left - PAD
    fanned_out = trophy(view, ending)
    rest = replace(view, zones=tuple(zone for zone in view.zones if zone not in fanned_out))
    card = OPEN if wide >= WIDE_PANEL else CARD
    lying = open_hand(rest, seat.seat, card, room, (Ramp.QUIET_NAME, Ramp.NAME))
    numbers = [
        counter_of(zone, captions, room)
        for zone in rest.zones
        if zone.owner == seat.seat and zone.layout == "number"
    ]
    body = below([part for part in (lying, flowing(numbers, PAD, room)) if part.parts], APART)
    head = _head(view, seat, ending, captions, room, won=won)
    return framed(wide, head, body, lit=won, side=seat.side if teams else None)


def _head(
    view: View, seat: SeatView, ending: Ending, captions: Captions, room: int, *, won: bool
) -> Scene:
    ink, quiet = (Ramp.TURN, Ramp.TURN_QUIET) if won else (Ramp.NAME, Ramp.QUIET_NAME)
    stands = seat.seat in on_podium(ending, len(view.seats))
    place = _place(seat, ending, ink) if ending.places and not stands else Scene(0, 0, ())
    hands = [zone for zone in view.zones if zone.is_hand and zone.owner == seat.seat]
    closed = seat.cards and not (hands and all(all(zone.cards) for zone in hands))
    backs = backs_of(seat, ink, room // 3) if closed else Scene(0, 0, ())
    cards = _line(backs, scored(view, seat.seat))
    called = name_of(seat.seat, captions)
    spare = room - place.wide - PAD - width(called, NAME) - PAD
    left_over = spare - (cards.wide + PAD if cards.parts else 0)
    rating = Scene(0, 0, ()) if stands else _rating(seat, ending, ink, left_over)
    cards = _line(cards, rating)
    words = captions.gone(seat) if seat.resigned else ""
    start = place.wide + (PAD if place.parts else 0)
    free = room - start - (cards.wide + PAD if cards.parts else 0)
    if not seat.resigned and width(called, NAME) + PAD + width(words, ROLE) > free:
        words = ""  # the cap says it
    said = label(words, ROLE, quiet, free // 2)
    name = label(called, NAME, ink, free - (said.wide + PAD if words else 0))
    parts = ((place, 0), (name, start), (said, start + name.wide + PAD), (cards, room - cards.wide))
    return Scene(
        room,
        BAR,
        tuple(thing for part, x in parts for thing in part.moved(x, (BAR - part.high) // 2)),
    )


def _line(*parts: Scene) -> Scene:
    """Lay out the scenes side by side. Empty scenes are left out."""
    return beside([part for part in parts if part.parts], PAD)


def _rating(seat: SeatView, ending: Ending, ink: Ramp, most: int) -> Scene:
    """Lay out the new rating of a seat's player, and the change of the rating beside it. If both
    together are wider than `most` pixels, only the change is drawn. The scene is empty when the
    game did not count for this player's rating."""
    moved = ending.moved_of(seat.seat)
    if moved is None:
        return Scene(0, 0, ())
    if not moved.points:
        return label(f"{moved.after} {LEVEL}", NAME, ink, WIDTH)
    figure, points = (
        label(str(each), NAME, ink, WIDTH) for each in (moved.after, abs(moved.points))
    )
    arrow = Sign(0, (figure.high - ARROW) // 2, UP if moved.points > 0 else DOWN, ARROW, ink)
    moved_by = beside([Scene(ARROW, figure.high, (arrow,)), points], NEAR)
    whole = beside([figure, moved_by], NEAR)
    return whole if whole.wide <= most else moved_by


def _place(seat: SeatView, ending: Ending, ink: Ramp) -> Scene:
    """Lay out the symbol of the place that a seat has reached. It is a crown for a winner, and a
    jester's cap for a player who came last. For other places it is the number, on a silver or
    bronze disc if the place has a medal."""
    place = ending.places[seat.seat]
    if ending.has_won(seat.seat):
        return Scene(MEDAL, MEDAL, (Sign(0, 0, WINNER, MEDAL, ink),))
    if ending.is_last(seat.seat):
        return Scene(MEDAL, MEDAL, (Sign(0, 0, LAST, MEDAL, ink),))
    ramp, text = MEDAL_RAMPS[place.rank] if place.has_medal else Ramp.NAME, str(place.rank)
    digits = label(text, ROLE, ramp, MEDAL)
    x, y = (MEDAL - digits.wide) // 2, (MEDAL - digits.high) // 2
    return Scene(
        MEDAL, MEDAL, (Box(0, 0, MEDAL, MEDAL, ramp.ground, MEDAL // 2), *digits.moved(x, y))
    )
