"""The end of a game: who won, the last cards, and everybody by their places."""

from __future__ import annotations

from collections.abc import Sequence
from dataclasses import dataclass
from typing import Final

from bot.domain.placing import Place
from bot.pictures.fonts import fitted, width, written
from bot.pictures.palette import Ramp
from bot.pictures.scene import (
    LETTERING,
    MARGIN,
    WIDTH,
    Box,
    Captions,
    Scene,
    Sign,
    below,
    beside,
    label,
)
from bot.pictures.seats import (
    BAR,
    NAME,
    PAD,
    ROLE,
    STRIPE,
    backs_of,
    framed,
    name_of,
    stretched,
    zones_before,
)
from bot.pictures.zones import laid, row
from games.view import SeatView, View, Zone

APART: Final = 8
HEADLINES: Final = (44, 40, 36, 33, LETTERING)
"""Sizes of the headline, of which the largest is taken that fits."""
LINE: Final = LETTERING
CAPTION: Final = LETTERING
CARDS: Final = (104, 92, 78, 64)
"""Widths of the last cards."""
CARDS_HIGH: Final = 290
"""The most height of the last cards, before they become smaller."""
BESIDE: Final = 3
"""Up to so many seats have a line each; more stand in two columns."""
MEDAL: Final = 40
MEDALS: Final = {2: Ramp.SILVER, 3: Ramp.BRONZE}
WINNER: Final = "K"
"""The winners' sign: the king's crown."""
LAST: Final = "cap"
"""The sign of those who came last, in games that have a name for them."""


@dataclass(frozen=True, slots=True)
class Ending:
    """How a game ended, in the reader's language.

    `lines` stand below the headline; emoji in both are left out. `places` has the place of each
    seat; it is empty when nobody is ahead. `last` is what those are called who came last (empty:
    nothing). `cards` are the last cards, which everyone knows, below their `title`.
    """

    headline: str
    lines: tuple[str, ...] = ()
    places: tuple[Place, ...] = ()
    last: str = ""
    cards: tuple[str, ...] = ()
    title: str = ""

    def in_order(self, seats: int) -> list[int]:
        """The seats by their places."""
        return sorted(range(seats), key=lambda seat: (self.rank(seat), seat))

    def is_last(self, seat: int) -> bool:
        """Whether the seat is one of those that have a name for coming last."""
        return bool(self.last and self.places) and self.places[seat].won and self.places[seat].last

    def has_won(self, seat: int) -> bool:
        """Whether the seat came first in a game that somebody won."""
        return bool(self.places) and self.places[seat].won and self.places[seat].rank == 1

    def rank(self, seat: int) -> int:
        """The rank of the seat, from 1; 0 when nobody is ahead."""
        return self.places[seat].rank if self.places else 0


def result_scene(view: View, ending: Ending, captions: Captions) -> Scene:
    """The picture of a game's end, of a spectator's view. Raises ValueError for the view of a
    seat."""
    if view.seat is not None:
        raise ValueError(f"the view of seat {view.seat} is not for everyone")
    inner = WIDTH - 2 * MARGIN
    lines = [label(written(line) or "", LINE, Ramp.TITLE, inner) for line in ending.lines]
    told = below(
        [_headline(ending.headline, inner), *(line for line in lines if line.things)],
        APART,
        centred=True,
    )
    blocks = [told, *_middle(view, ending, captions, inner), _grid(view, ending, captions, inner)]
    whole = below(blocks, 2 * MARGIN, centred=True)
    return Scene(WIDTH, whole.high + 2 * MARGIN, whole.moved((WIDTH - whole.wide) // 2, MARGIN))


def open_zones(view: View) -> list[Zone]:
    """What lies open in the middle at the end."""
    return [zone for zone in view.zones if zone.owner is None and any((*zone.cards, *zone.covers))]


def is_shown_apart(view: View, ending: Ending) -> bool:
    """Whether the last cards are shown by themselves: they don't lie open any more."""
    lying = {card for zone in open_zones(view) for card in (*zone.cards, *zone.covers)}
    return bool(ending.cards) and not lying.issuperset(ending.cards)


def _headline(text: str, most: int) -> Scene:
    plain = written(text) or ""
    size = next((size for size in HEADLINES if width(plain, size) <= most), HEADLINES[-1])
    return label(fitted(plain, size, most), size, Ramp.TRUMP, most)


def _middle(view: View, ending: Ending, captions: Captions, most: int) -> list[Scene]:
    """What lies open in the middle, and the last cards unless they lie there."""
    for wide in CARDS:
        blocks = [
            below(
                [
                    laid(zone, wide, most, Ramp.GONE),
                    _title(f"{captions.zone(zone.name)} {len(zone.cards)}", most),
                ],
                6,
                centred=True,
            )
            for zone in open_zones(view)
        ]
        if is_shown_apart(view, ending):
            cards = row(Zone("", None, "row", ending.cards), wide, most, Ramp.GONE)
            blocks.append(below([cards, _title(ending.title, most)], 6, centred=True))
        line = beside(blocks, 2 * MARGIN, bottom=True)
        if line.wide <= most and line.high <= CARDS_HIGH:
            return [line] if blocks else []
    return [below(blocks, MARGIN, centred=True)]


def _title(text: str, most: int) -> Scene:
    return label(written(text) or "", CAPTION, Ramp.QUIET, most)


def _grid(view: View, ending: Ending, captions: Captions, inner: int) -> Scene:
    """A panel for each seat, by their places."""
    seats = [view.seats[seat] for seat in ending.in_order(len(view.seats))]
    columns = 1 if len(seats) <= BESIDE else 2
    wide = (inner - APART * (columns - 1)) // columns
    panels = [_panel(view, seat, ending, captions, wide) for seat in seats]
    return below(
        (_row(panels[start : start + columns]) for start in range(0, len(panels), columns)), APART
    )


def _row(panels: Sequence[Scene]) -> Scene:
    tall = max(panel.high for panel in panels)
    return beside((stretched(panel, tall) for panel in panels), APART)


def _panel(view: View, seat: SeatView, ending: Ending, captions: Captions, wide: int) -> Scene:
    """Place, name and what is left of a seat, as high as it takes."""
    teams = len({each.side for each in view.seats}) < len(view.seats)
    won = ending.has_won(seat.seat)
    left = PAD + (STRIPE if teams else 0)
    room = wide - left - PAD
    body = below(zones_before(view, seat, room), PAD // 2)
    head = _head(seat, ending, captions, room, won=won)
    return framed(wide, head, body, lit=won, side=seat.side if teams else None)


def _head(seat: SeatView, ending: Ending, captions: Captions, room: int, *, won: bool) -> Scene:
    ink, quiet = (Ramp.TURN, Ramp.TURN_QUIET) if won else (Ramp.NAME, Ramp.QUIET_NAME)
    place = _place(seat, ending, ink) if ending.places else Scene(0, 0, ())
    cards = backs_of(seat, ink, room // 3) if seat.cards else Scene(0, 0, ())
    words = captions.left if seat.resigned else ending.last if ending.is_last(seat.seat) else ""
    start = place.wide + (PAD if place.things else 0)
    free = room - start - (cards.wide + PAD if cards.things else 0)
    said = label(words, ROLE, quiet, free // 2)
    name = label(name_of(seat.seat, captions), NAME, ink, free - (said.wide + PAD if words else 0))
    parts = ((place, 0), (name, start), (said, start + name.wide + PAD), (cards, room - cards.wide))
    return Scene(
        room,
        BAR,
        tuple(thing for part, x in parts for thing in part.moved(x, (BAR - part.high) // 2)),
    )


def _place(seat: SeatView, ending: Ending, ink: Ramp) -> Scene:
    """A crown, a jester's cap, or the place's number: on a medal where one belongs to it."""
    place = ending.places[seat.seat]
    if ending.has_won(seat.seat):
        return Scene(MEDAL, MEDAL, (Sign(0, 0, WINNER, MEDAL, ink),))
    if ending.is_last(seat.seat):
        return Scene(MEDAL, MEDAL, (Sign(0, 0, LAST, MEDAL, ink),))
    ramp, text = MEDALS[place.rank] if place.has_medal else Ramp.NAME, str(place.rank)
    digits = label(text, ROLE, ramp, MEDAL)
    x, y = (MEDAL - digits.wide) // 2, (MEDAL - digits.high) // 2
    return Scene(
        MEDAL, MEDAL, (Box(0, 0, MEDAL, MEDAL, ramp.ground, MEDAL // 2), *digits.moved(x, y))
    )
