"""The view of a game: everything that one seat may know, in one shape for all games. Pictures,
panels and players read it."""

from __future__ import annotations

from collections.abc import Mapping
from dataclasses import dataclass, field
from typing import Any, Final, Literal, NamedTuple

from games.moves import Amount, Move

Layout = Literal["hand", "row", "pile", "pairs", "count", "number"]
"""How a zone lies: a hand of cards; a row side by side; a pile of which the last is on top; pairs
of a card and what lies over it; only a number of cards; or a number of something else, such as a
pot, a bet or the hints that are left."""

HAND: Final = "hand"
"""The layout of a seat's hand, and the name of one that lies in another layout."""
SCORE: Final = "score"
"""The fact that holds what each seat has scored, in a list by seats: a whole number, a short text
such as `2½`, or None for a seat without a score. Whatever the game, it is shown beside each seat
and in the result."""
SCORE_LENGTH: Final = 6
"""The most characters of a score that is a text."""

TENSION: Final = "tension"
"""The fact that holds the tension: the things that are urgent now and known to everyone. It is a
list of pairs of a name and a seat, or None where it is about no seat. Whatever the game, it is
shown in pictures and in words."""


class Tense(NamedTuple):
    """An urgent fact: its name, such as `deck-empty` or `one-card`, and the seat that it concerns
    (None: the whole table)."""

    name: str
    seat: int | None = None


@dataclass(frozen=True, slots=True)
class Zone:
    """Some cards that lie together, such as a hand or a pile.

    `cards` holds the text of each card, or None for a card of which the viewer sees only the back;
    its length is the number of cards (also for the layout `count`). `owner` is a seat, or None for
    the middle of the table. In the layout `pairs`, `covers[i]` is the card over `cards[i]`, or
    None; in all other layouts `covers` is empty. `gaps` are the empty places of a row, counted from
    0; `cards` then leaves them out. The layout `number` has no cards but a `number`, which is at
    most `most` (None: no limit).

    A zone with an owner is that seat's hand if it has the layout `hand`, or if its name is `hand`
    (for a hand that is shown in another layout). The contract suite checks who sees the cards of
    such a zone."""

    name: str
    owner: int | None
    layout: Layout
    cards: tuple[str | None, ...] = ()
    covers: tuple[str | None, ...] = ()
    gaps: tuple[int, ...] = ()
    number: int = 0
    most: int | None = None

    @property
    def is_hand(self) -> bool:
        """Whether these cards are the hand of the zone's owner."""
        return self.owner is not None and HAND in {self.layout, self.name}


@dataclass(frozen=True, slots=True)
class SeatView:
    """What everyone knows of a seat: its side, the number of cards in its hand, its present roles
    (`attacker`, `defender`, `dealer`, `turn`, `done` …), whether it is out of the game, and whether
    it resigned."""

    seat: int
    side: int
    cards: int
    roles: tuple[str, ...] = ()
    out: bool = False
    resigned: bool = False


@dataclass(frozen=True, slots=True)
class View:
    """Everything that `seat` may know (None: a spectator), and nothing else.

    `facts` are JSON-able values by name that aren't cards (`trump`, `direction`, `score` …).
    `moves` are the viewer's own legal moves, `waiting_on` the seats that the game can't go on
    without. `ranks` is None until the game is over. `amounts` are the viewer's moves with a number,
    of which `moves` has only those with buttons of their own. `pause` says that the game only shows
    something now (Game.pause)."""

    game: str
    seat: int | None
    seats: tuple[SeatView, ...]
    zones: tuple[Zone, ...]
    facts: Mapping[str, Any] = field(default_factory=dict)
    moves: tuple[Move, ...] = ()
    waiting_on: tuple[int, ...] = ()
    ranks: tuple[int, ...] | None = None
    amounts: tuple[Amount, ...] = ()
    pause: bool = False

    def allows(self, move: str) -> bool:
        """Whether the viewer may make this move: it is one of `moves`, or a move with a number that
        one of `amounts` allows. Raises InvalidMove for a text that is no move."""
        return move in self.moves or any(amount.allows(Move.parse(move)) for amount in self.amounts)

    def zone(self, name: str, owner: int | None = None) -> Zone | None:
        """The zone of that name and owner; None when there is none."""
        return next(
            (zone for zone in self.zones if zone.name == name and zone.owner == owner), None
        )

    def score(self, seat: int) -> int | str | None:
        """The score of `seat` in the view's fact `score`; None when the view has no such fact, or
        no score for this seat."""
        scores = self.facts.get(SCORE)
        if not isinstance(scores, (list, tuple)) or not 0 <= seat < len(scores):
            return None
        value = scores[seat]
        return value if isinstance(value, (int, str)) and value != "" else None

    @property
    def tension(self) -> tuple[Tense, ...]:
        """The urgent facts of the fact `tension`; empty in a game without them."""
        told = self.facts.get(TENSION)
        return tuple(
            Tense(*each)
            for each in (told if isinstance(told, (list, tuple)) else ())
            if _is_tense(each, len(self.seats))
        )

    @property
    def hand(self) -> tuple[str, ...]:
        """The visible cards of the viewer's own hand; empty for a spectator."""
        return () if self.seat is None else self.hand_of(self.seat)

    def hand_of(self, seat: int) -> tuple[str, ...]:
        """The cards of a seat's hand that the viewer sees."""
        hands = (zone for zone in self.zones if zone.is_hand and zone.owner == seat)
        return tuple(card for zone in hands for card in zone.cards if card is not None)


def _is_tense(value: Any, seats: int) -> bool:
    if not isinstance(value, (list, tuple)) or len(value) != 2:  # noqa: PLR2004 — name and seat
        return False
    name, seat = value
    return isinstance(name, str) and (seat is None or seat in range(seats))
