"""The state of a game of Tredici, without any rules."""

from __future__ import annotations

from functools import lru_cache
from typing import Final, NamedTuple, TypeVar

from games.core import GameOptions, Outcome, Stream
from games.tredici.rules.options import TrediciOptions

S = TypeVar("S", bound="State")

REDRAW: Final = -1
"""The value of `owes` for a seat that drew an ace (TRE-12): it must discard its hand and draw a new
one."""
FRESH: Final = -2
"""The value of `owes` for a seat that was purged (TRE-13): it must draw a new hand."""


class UnderWay(NamedTuple):
    """A draw that was interrupted, because both decks became empty (TRE-21). `left` is the number
    of cards that must still be drawn. `aside` is the number of cards that were already set aside in
    this turn. `ace` says whether an ace of a suit that the side doesn't collect was drawn."""

    left: int
    aside: int
    ace: bool


class Call(NamedTuple):
    """A kisché that the caller's team has not agreed to yet. `caller` is the seat that asked.
    `agreed` has the teammates who have agreed, in ascending order."""

    caller: int
    agreed: tuple[int, ...] = ()


@lru_cache
def members_of(side_of: tuple[int, ...]) -> tuple[tuple[int, ...], ...]:
    """Return the seats of each side. `side_of` has the side of each seat. The result is cached,
    because a table deals many games to the same sides."""
    sides = side_of[-1] + 1
    return tuple(
        tuple(seat for seat, of in enumerate(side_of) if of == side) for side in range(sides)
    )


class State:
    """The whole state of a game. Seats and sides are numbered from 0. Cards are texts, and hands
    are masks.

    `owes[seat]` is the number of cards that the seat must draw on its next turn (TRE-10). It is 0
    if the seat must swap (TRE-11), and it can also be `REDRAW` or `FRESH`. `asides[seat]` is the
    number of cards that the seat set aside in its last turn.

    `draw` is the drawing deck; its next card is the last item. `discard` is the discard deck; its
    oldest card is the first item. `choosing` has the purged sides that must still choose a new
    suit, in order. `gives` is None except in the phase in which seats give cards (TRE-21). Then it
    has for each seat the card that the seat has chosen; this card stays in the hand until all have
    chosen.

    `undisturbed` says that the game waits only for the seat at turn. `giving` says that the game
    waits for cards to be given. `look_round` computes both from the other fields. They are stored
    because every move needs them."""

    __slots__ = (
        "announced",
        "asides",
        "by_itself",
        "caller",
        "calls",
        "choosing",
        "dealer",
        "discard",
        "draw",
        "full_hand",
        "gives",
        "giving",
        "hands",
        "idle",
        "kische_used",
        "members",
        "outcome",
        "owes",
        "resigned",
        "rules",
        "seats",
        "settings",
        "setup",
        "side_of",
        "stacks",
        "stream",
        "targets",
        "turn",
        "under_way",
        "undisturbed",
    )

    seats: int
    rules: TrediciOptions
    settings: GameOptions
    by_itself: bool
    outcome: Outcome | None
    side_of: tuple[int, ...]
    members: tuple[tuple[int, ...], ...]
    hands: list[int]
    stacks: list[tuple[str, ...]]
    targets: list[str | None]
    draw: list[str]
    discard: list[str]
    turn: int
    owes: list[int]
    asides: list[int]
    full_hand: int
    kische_used: bool
    dealer: int
    stream: Stream
    resigned: frozenset[int]
    setup: bool
    choosing: tuple[int, ...]
    gives: dict[int, str] | None
    under_way: UnderWay | None
    calls: dict[int, Call]
    caller: int | None
    announced: frozenset[int]
    idle: int
    undisturbed: bool
    giving: bool

    def begin(self, settings: TrediciOptions, side_of: tuple[int, ...]) -> None:
        """Fill this empty state for a game with these options, in which `side_of` has the side of
        each seat. No cards are dealt yet."""
        self.members = members_of(side_of)
        seats, sides = len(side_of), len(self.members)
        self.seats, self.side_of, self.outcome = seats, side_of, None
        self.settings, self.rules, self.by_itself = settings, settings, settings.call == "auto"
        self.hands, self.owes, self.asides = [0] * seats, [0] * seats, [0] * seats
        self.stacks, self.targets = [()] * sides, [None] * sides
        self.draw, self.discard = [], []
        self.turn, self.full_hand, self.dealer = 0, 0, seats - 1
        self.stream = Stream(b"")
        self.resigned, self.announced = frozenset(), frozenset()
        self.setup, self.choosing, self.gives, self.under_way = False, (), None, None
        self.kische_used, self.caller, self.calls, self.idle = False, None, {}, 0
        self.undisturbed = self.giving = False

    def copy_into(self, other: S) -> S:
        """Copy this state into `other`. Only values that never change are shared. Returns
        `other`."""
        other.seats, other.settings, other.rules, other.outcome = (
            self.seats,
            self.settings,
            self.rules,
            self.outcome,
        )
        other.by_itself = self.by_itself
        other.side_of, other.members, other.dealer = self.side_of, self.members, self.dealer
        other.hands, other.stacks, other.targets = self.hands[:], self.stacks[:], self.targets[:]
        other.draw, other.discard, other.stream = self.draw[:], self.discard[:], self.stream.copy()
        other.turn, other.owes, other.asides = self.turn, self.owes[:], self.asides[:]
        other.full_hand, other.idle, other.kische_used = self.full_hand, self.idle, self.kische_used
        other.resigned, other.announced, other.caller = self.resigned, self.announced, self.caller
        other.setup, other.choosing, other.under_way = self.setup, self.choosing, self.under_way
        other.gives = None if self.gives is None else self.gives.copy()
        other.calls, other.undisturbed, other.giving = (
            self.calls.copy(),
            self.undisturbed,
            self.giving,
        )
        return other

    def look_round(self) -> None:
        """Compute `undisturbed` and `giving`, which say what the game waits for. Call this method
        whenever that might have changed."""
        quiet = self.outcome is None and not self.setup and not self.choosing
        self.undisturbed = quiet and self.gives is None
        self.giving = quiet and self.gives is not None

    def clockwise(self, seat: int) -> list[int]:
        """Return the seats that are still in the game, in the order of play. The first one is
        `seat` if it is still in the game."""
        return [
            place % self.seats
            for place in range(seat, seat + self.seats)
            if place % self.seats not in self.resigned
        ]

    def still_in(self, side: int) -> list[int]:
        """Return the seats of a side that have not left, in ascending order."""
        members = self.members[side]
        return (
            [seat for seat in members if seat not in self.resigned] if self.resigned else [*members]
        )

    def sides_in(self) -> list[int]:
        """Return the sides that have at least one seat in the game, in ascending order."""
        sides = range(len(self.members))
        return (
            [side for side in sides if self.captain(side) is not None]
            if self.resigned
            else [*sides]
        )

    def sides_from(self, seat: int) -> list[int]:
        """Return the sides that have at least one seat in the game, clockwise from the side of
        `seat`."""
        first = self.side_of[seat]
        sides = self.sides_in()
        return [side for side in sides if side >= first] + [side for side in sides if side < first]

    def captain(self, side: int) -> int | None:
        """TRE-02: return the captain of a side, who chooses the side's suit. This is the side's
        first seat that is still in the game. Returns None when all seats of the side have left."""
        for seat in self.members[side]:
            if seat not in self.resigned:
                return seat
        return None

    def givers(self) -> list[int]:
        """TRE-21: return the seats that must still give a card, in ascending order. A seat without
        cards gives nothing."""
        gives = self.gives
        if gives is None:
            return []
        return [seat for seat, hand in enumerate(self.hands) if hand and seat not in gives]

    def all_gave(self) -> bool:
        """TRE-21: return whether every seat that has cards has chosen the card that it gives."""
        return self.gives is None or len(self.gives) == self.seats - self.hands.count(0)
