"""The state of a game of Durak, and methods that several rules need."""

from __future__ import annotations

from typing import Final, NamedTuple, Self

from games.core import GameOptions, Outcome
from games.durak.rules.rules import Cheats, Rules
from games.durak.rules.tables import ALL_BEATERS, NO_CARD
from games.moves import Move
from games.shuffle import Stream

NOBODY: Final = -1
"""No seat."""


def seats_in(mask: int) -> list[int]:
    """The numbers of the seats in the bit mask `mask`, in ascending order."""
    return [seat for seat in range(mask.bit_length()) if mask >> seat & 1]


class Opening(NamedTuple):
    """DUR-05: decides which seat attacks first. If `seat` is NOBODY, the seat with the lowest trump
    attacks, among the seats in the bit mask `among`. Otherwise `seat` attacks."""

    seat: int
    among: int


class Redeal(NamedTuple):
    """DUR-04: data that is kept only while seats may ask for another deal. `stream` is the random
    stream that would deal the cards again. `opening` decides which seat attacks first. `kept` is a
    bit mask of the seats that have said `keep`."""

    stream: Stream
    opening: Opening
    kept: int = 0


class State:
    """The state of one game of Durak. Sets of cards and of seats are integers (bit masks), with a
    bit for each card or seat (tables.py, rules.py)."""

    __slots__ = (
        "attacker",
        "attacks",
        "bout_over",
        "by",
        "cache",
        "cache_seat",
        "cheats",
        "covers",
        "dealer",
        "defender",
        "discard",
        "discard_named",
        "discarded",
        "drawn",
        "forfeited",
        "hands",
        "idle",
        "most",
        "open",
        "out",
        "outcome",
        "progress",
        "ranks",
        "redeal",
        "resigned",
        "rules",
        "said",
        "seats",
        "settings",
        "shown",
        "standing",
        "taking",
        "talon",
        "throwers",
        "travelled",
        "trump",
        "waiting",
        "wears",
    )

    rules: Rules
    settings: GameOptions
    seats: int
    outcome: Outcome | None
    hands: list[int]
    """For each seat, the cards of its hand."""
    talon: tuple[int, ...]
    """The talon as it was dealt, as card numbers. The last card is the trump card."""
    drawn: int
    """The number of cards drawn from the talon."""
    trump: int
    """The trump suit, as an index into `SUITS`."""
    dealer: int
    attacker: int
    defender: int
    attacks: list[int]
    """The numbers of the attack cards on the table, in the order in which they were played."""
    covers: list[int]
    """For each of `attacks`, the card that lies over it, or NO_CARD."""
    by: list[int]
    """For each of `attacks`, the seat that played it."""
    open: int
    """The attack cards that are not beaten yet."""
    ranks: int
    """All cards that have the same rank as a card on the table."""
    taking: bool
    said: int
    """DUR-15: the seats that have said `done` and have not lost this status since."""
    standing: int
    """A bit mask of the seats that are still in the game. Seats that are out, and seats that have
    resigned, are not in it."""
    out: tuple[tuple[int, ...], ...]
    resigned: int
    forfeited: int
    """DUR-45: a bit mask of the sides that have no player in the game any more because their last
    player resigned or was removed."""
    shown: int
    """The cards in hands that everyone has seen (DUR-01, DUR-33)."""
    travelled: int
    """DUR-33: a bit mask of the trumps that can't be shown again to pass an attack on, because they
    were shown before."""
    discard: int
    discard_named: bool
    """Whether a position lists the discard pile. This is False only in games made from a position
    that didn't list it."""
    bout_over: bool
    """Whether a bout of this game has ended."""
    discarded: bool
    """DUR-11: whether the cards of a bout have gone to the discard pile. A void bout counts too."""
    idle: int
    """DUR-46: bouts in a row without progress."""
    progress: bool
    """DUR-46: whether cards were discarded in this bout before its end. A hand is discarded when
    its seat leaves. An accused card is discarded if its owner has left."""
    throwers: int
    """DUR-12: the seats that may throw in."""
    most: int
    """DUR-11: the largest number of attack cards in this bout."""
    waiting: int
    """The seats that the game waits for."""
    redeal: Redeal | None
    """The data about another deal (DUR-04), as long as seats may ask for another deal. Otherwise
    None."""
    cheats: Cheats
    """DUR-70: facts about cheating. They have no meaning unless cheating is allowed."""
    wears: tuple[str | None, ...]
    """DUR-61: the rank of epaulettes that each side wears. Empty unless a match of epaulettes is
    played."""
    cache_seat: int
    cache: list[Move]
    """The legal moves of the seat `cache_seat`, as they were computed last."""

    @classmethod
    def blank(cls, rules: Rules) -> Self:
        """A game with these rules in which all seats are in and nothing has been dealt."""
        new = object.__new__(cls)
        new.rules, new.settings, new.seats, new.outcome = rules, rules.options, rules.seats, None
        new.hands, new.talon, new.drawn, new.trump = [0] * rules.seats, (), 0, 0
        new.dealer, new.attacker, new.defender = rules.seats - 1, 0, 1
        new.standing, new.out = (1 << rules.seats) - 1, ()
        new.resigned = new.forfeited = new.shown = new.travelled = new.discard = new.waiting = (
            new.throwers
        ) = 0
        new.discard_named = True
        new.bout_over = new.discarded = False
        new.idle = 0
        new.redeal = None
        new.wears = (None,) * len(set(rules.sides)) if rules.options.epaulettes == "match" else ()
        new.cache_seat, new.cache = NOBODY, []
        new.clear_table()
        return new

    def copy(self) -> Self:
        """An independent copy of the game, in the same position."""
        new = object.__new__(type(self))
        new.rules, new.settings, new.seats, new.outcome = (
            self.rules,
            self.settings,
            self.seats,
            self.outcome,
        )
        new.hands, new.talon, new.drawn, new.trump = (
            self.hands[:],
            self.talon,
            self.drawn,
            self.trump,
        )
        new.dealer, new.attacker, new.defender = self.dealer, self.attacker, self.defender
        new.attacks, new.covers, new.by = self.attacks[:], self.covers[:], self.by[:]
        new.open, new.ranks, new.taking, new.said = self.open, self.ranks, self.taking, self.said
        new.standing, new.out = self.standing, self.out
        new.resigned, new.forfeited = self.resigned, self.forfeited
        new.shown, new.travelled = self.shown, self.travelled
        new.discard, new.discard_named = self.discard, self.discard_named
        new.bout_over, new.discarded = self.bout_over, self.discarded
        new.idle, new.progress = self.idle, self.progress
        new.throwers, new.most, new.waiting = self.throwers, self.most, self.waiting
        new.redeal = self.redeal and self.redeal._replace(stream=self.redeal.stream.copy())
        new.cheats, new.wears = self.cheats, self.wears
        new.cache_seat, new.cache = self.cache_seat, self.cache
        return new

    def next_opponent(self, seat: int, among: int) -> int:
        """DUR-06: the first opponent of `seat` clockwise among the seats in the bit mask `among`,
        or NOBODY."""
        opponents = among & self.rules.opponents[seat]
        return self.rules.following[seat][opponents] if opponents else NOBODY

    def holding(self) -> int:
        """The bit mask of the seats that are in the game and have cards."""
        holders = 0
        for seat, hand in enumerate(self.hands):
            if hand:
                holders |= 1 << seat
        return holders & self.standing

    def beats(self, card: int, attack: int) -> bool:
        """DUR-20, DUR-21: return whether a card beats an attack card. Both are card numbers."""
        return bool(ALL_BEATERS[self.trump][attack] >> card & 1)

    def lying(self) -> list[int]:
        """Return the numbers of all cards on the table: first the attack cards, then the cards over
        them."""
        return self.attacks + [card for card in self.covers if card != NO_CARD]

    def assign(self, attacker: int, defender: int) -> None:
        """Set the attacker and the defender of a bout, and the seats that may throw in.

        DUR-12: by default, all opponents of the defender may throw in. DUR-51: the defender's
        teammates are no opponents, so they may not. With the option `neighbours`, only two seats
        may throw in: the main attacker, and the first opponent clockwise from the defender."""
        self.attacker, self.defender = attacker, defender
        self.throwers = self.standing & self.rules.opponents[defender]
        if self.rules.neighbours and self.throwers:
            self.throwers = 1 << attacker | 1 << self.rules.following[defender][self.throwers]

    def clear_table(self) -> None:
        """Remove the cards of the bout from the table, and reset everything else that belongs to
        one bout."""
        self.attacks, self.covers, self.by = [], [], []
        self.open = self.ranks = self.said = 0
        self.taking = self.progress = False
        self.most = self.rules.most_attacks[self.discarded]
        if self.rules.travel_once_per_attack:
            self.travelled = 0
        self.cheats = self.rules.no_cheats
