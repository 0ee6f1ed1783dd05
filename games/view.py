"""The view of a game: everything that one seat may know. A view has the same form in all games.
Pictures, panels and bot players are made from it alone."""

from __future__ import annotations

from collections.abc import Mapping
from dataclasses import dataclass, field
from typing import Any, Final, Literal, NamedTuple

from games.moves import Amount, Move

Layout = Literal["hand", "row", "pile", "pairs", "count", "number"]
"""How the cards of a zone lie. `hand`: a hand. `row`: side by side. `pile`: on top of each other;
the last card is the top. `pairs`: some cards have another card over them. `count`: only the number
of cards is shown. `number`: there are no cards, but a number of something else, such as a pot, a
bet or the hints that are left."""

HAND: Final = "hand"
"""The layout of a zone that shows a seat's hand. If a hand has another layout, the zone has this
word as its name."""
SCORE: Final = "score"
"""The fact with the score of each seat, as a list by seats. A score is a whole number, a short text
such as `2½`, or None for a seat without a score. In every game that has this fact, it is shown
beside each seat and in the result."""
SCORE_LENGTH: Final = 6
"""The most characters of a score if it is a text."""

TENSION: Final = "tension"
"""The name of a fact in a view. The value lists what is urgent and known to everyone at the table,
such as an empty deck. The list has pairs: the name of an urgent fact, and a seat or None (the whole
table). In every game that has the fact `tension`, the list is shown in pictures and in words."""


class Tense(NamedTuple):
    """An urgent fact, which everyone at the table knows. `name` is a name such as `deck-empty` or
    `one-card`. `seat` is the seat that the fact is about, or None if it is about the whole
    table."""

    name: str
    seat: int | None = None


@dataclass(frozen=True, slots=True)
class Zone:
    """Some cards that lie together, such as a hand or a pile. `owner` is a seat, or None for the
    middle of the table.

    `cards` has the text of each card, or None for a card of which the viewer sees only the back.
    The length of `cards` is the number of cards in all layouts, also in the layout `count`. In the
    layout `pairs`, `covers[i]` is the card over `cards[i]`, or None when no card lies there. In all
    other layouts `covers` is empty. `gaps` has the empty places of a row, counted from 0; `cards`
    has no item for these places.

    A zone with the layout `number` has no cards. It shows `number` instead, which is at most `most`
    (None: no limit).

    A zone with an owner is that seat's hand if its layout is `hand`, or if its name is `hand` (a
    hand that is shown in another layout). The contract suite checks who sees the cards of a
    hand."""

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
    """What everyone knows of a seat: its side, the number of cards in its hand, and its present
    roles (`attacker`, `defender`, `dealer`, `turn`, `done` …). `out` says that the seat is out of
    the game, and `resigned` that it resigned."""

    seat: int
    side: int
    cards: int
    roles: tuple[str, ...] = ()
    out: bool = False
    resigned: bool = False


@dataclass(frozen=True, slots=True)
class View:
    """Everything that `seat` may know (None: a spectator), and nothing else.

    `facts` has everything besides the cards, by name (`trump`, `direction`, `score` …). JSON must
    be able to hold the values. `moves` has the viewer's own legal moves. `waiting_on` has the seats
    that the game waits for. `ranks` is None until the game is over.

    `amounts` has the viewer's moves that contain a number. Of these moves, `moves` has only the
    ones with buttons. `pause` says that the game only shows something now (`Game.pause`)."""

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
        """Return whether the viewer may make this move. It must be one of `moves`, or a move with a
        number that one of `amounts` allows. If there are `amounts`, raises InvalidMove for a text
        that is not a move."""
        return move in self.moves or any(amount.allows(Move.parse(move)) for amount in self.amounts)

    def zone(self, name: str, owner: int | None = None) -> Zone | None:
        """Return the zone with the name `name` and the owner `owner`. Returns None when the view
        has no such zone."""
        return next(
            (zone for zone in self.zones if zone.name == name and zone.owner == owner), None
        )

    def score(self, seat: int) -> int | str | None:
        """Return the score of `seat` from the fact `score`. Returns None when the view has no such
        fact, or the seat has no score."""
        scores = self.facts.get(SCORE)
        if not isinstance(scores, (list, tuple)) or not 0 <= seat < len(scores):
            return None
        value = scores[seat]
        return value if isinstance(value, (int, str)) and value != "" else None

    @property
    def tension(self) -> tuple[Tense, ...]:
        """The urgent facts of the view (from the fact `tension`). Empty when the view has no such
        fact."""
        told = self.facts.get(TENSION)
        return tuple(
            Tense(*each)
            for each in (told if isinstance(told, (list, tuple)) else ())
            if _is_tense(each, len(self.seats))
        )

    @property
    def hand(self) -> tuple[str, ...]:
        """The visible cards of the viewer's own hand. Empty for a spectator."""
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
