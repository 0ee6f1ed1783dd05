"""The view of a game: what one seat may know, in one shape for all games; pictures, panels and
players read it."""

from __future__ import annotations

from collections.abc import Mapping
from dataclasses import dataclass, field
from typing import Any, Final, Literal

from games.moves import Move

Layout = Literal["hand", "row", "pile", "pairs", "count"]
"""How a zone lies: a hand of cards; a row side by side; a pile of which the last is on top; pairs
of a card and what lies over it; or only a number of cards."""

SCORE: Final = "score"
"""The fact that holds what each seat has scored, in a list by seats: a whole number, a short text
such as `2½`, or None for a seat without a score. Whatever the game, it is shown beside each seat
and in the result."""
SCORE_LENGTH: Final = 6
"""The most characters of a score that is a text."""


@dataclass(frozen=True, slots=True)
class Zone:
    """Some cards that lie together.

    `cards` holds the text of each, None for a card that the viewer sees only the back of; its
    length is the number of cards (also for the layout `count`). `owner` is a seat, or None for the
    middle of the table. In the layout `pairs`, `covers[i]` is the card over `cards[i]`, or None; in
    the others `covers` is empty. `gaps` says which places of a row are empty, counted from 0:
    `cards` then leaves them out.
    """

    name: str
    owner: int | None
    layout: Layout
    cards: tuple[str | None, ...] = ()
    covers: tuple[str | None, ...] = ()
    gaps: tuple[int, ...] = ()


@dataclass(frozen=True, slots=True)
class SeatView:
    """What everyone knows of a seat: its side, how many cards it holds in hand, its roles in this
    moment (`attacker`, `defender`, `dealer`, `turn`, `done` …), whether it is out of the game, and
    whether it resigned."""

    seat: int
    side: int
    cards: int
    roles: tuple[str, ...] = ()
    out: bool = False
    resigned: bool = False


@dataclass(frozen=True, slots=True)
class View:
    """All, and only, what `seat` may know (None: a spectator).

    `facts` holds what has no place among cards (`trump`, `direction`, `score` …), JSON-able values
    by name. `moves` are the viewer's own legal moves, `waiting_on` the seats that the game can't go
    on without. `ranks` is None until the game is over.
    """

    game: str
    seat: int | None
    seats: tuple[SeatView, ...]
    zones: tuple[Zone, ...]
    facts: Mapping[str, Any] = field(default_factory=dict)
    moves: tuple[Move, ...] = ()
    waiting_on: tuple[int, ...] = ()
    ranks: tuple[int, ...] | None = None

    def zone(self, name: str, owner: int | None = None) -> Zone | None:
        """The zone of that name and owner, or None when there is none."""
        return next(
            (zone for zone in self.zones if zone.name == name and zone.owner == owner), None
        )

    def score(self, seat: int) -> int | str | None:
        """The score of `seat`, from the fact `score`; None when there is none."""
        scores = self.facts.get(SCORE)
        if not isinstance(scores, (list, tuple)) or not 0 <= seat < len(scores):
            return None
        value = scores[seat]
        return value if isinstance(value, (int, str)) and value != "" else None

    @property
    def hand(self) -> tuple[str, ...]:
        """The viewer's own hand; empty for a spectator."""
        zone = self.zone("hand", self.seat) if self.seat is not None else None
        return tuple(card for card in zone.cards if card is not None) if zone else ()
