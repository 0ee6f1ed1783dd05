"""The summary of an evening (a group of games played without a long pause), computed from its
games."""

from __future__ import annotations

from collections import Counter
from collections.abc import Iterable
from dataclasses import dataclass, field
from datetime import timedelta
from enum import StrEnum
from itertools import combinations
from typing import Final

from bot.core.results import SeatResult
from bot.evenings.model import Evening, PlayedGame

LEAST_MEETINGS: Final = 3
"""How often two members must meet before the summary shows them as a duel."""
UNLIKELY: Final = 400
"""A win is a comeback when the winner's chance was once at most this, in thousandths."""
IN_A_ROW: Final = 3
"""If a member has won at least this many games in a row, the summary can mention it."""
TOGETHER: Final = 3
"""The fewest members for which the summary mentions that every member has won a game."""


@dataclass(frozen=True, slots=True)
class Guest:
    """A member who played in an evening. `name` is the last name that they had. `games`, `won` and
    `lost` are how many games they played, won and lost. If the member's data was deleted, the id is
    below 0 and the name is empty."""

    member_id: int
    name: str
    games: int
    won: int
    lost: int


@dataclass(frozen=True, slots=True)
class Comeback:
    """A game that the member `guest` won although at some time they had little chance to win.
    `chance` is their lowest chance in that game, in thousandths. `game` is the kind of game (durak,
    say)."""

    guest: Guest
    chance: int
    game: str


@dataclass(frozen=True, slots=True)
class Duel:
    """The two members who played against each other most often. `score` has two numbers: in how
    many games `one` was placed before `other`, and in how many games `other` was placed before
    `one`."""

    one: Guest
    other: Guest
    score: tuple[int, int]


class Oddity(StrEnum):
    """A kind of odd fact about an evening. SHARED means that every member won a game, and ROW that
    somebody won several games in a row. BOTS means that bot players won most games. QUICK names the
    game with the fewest moves."""

    SHARED = "shared"
    ROW = "row"
    BOTS = "bots"
    QUICK = "quick"


@dataclass(frozen=True, slots=True)
class OddFact:
    """An odd fact about an evening. For SHARED, `number` is how many members won a game. For ROW,
    it is how many games the member `guest` won in a row. For BOTS, it is how many games bot players
    won. For QUICK, it is how many moves the quickest game had, and `game` is the name of that game
    (durak, say)."""

    kind: Oddity
    number: int
    guest: Guest | None = None
    game: str = ""


@dataclass(frozen=True, slots=True)
class Summary:
    """The facts that are shown about an evening. A fact that this evening doesn't have is None.

    `guests` are all members who played. The members with the most wins come first. `best` is the
    member who won the most games, and `fool` the member who lost the most games."""

    games: int
    took: timedelta
    guests: tuple[Guest, ...]
    best: Guest | None
    fool: Guest | None
    comeback: Comeback | None
    longest: PlayedGame
    duel: Duel | None
    odd: OddFact


def summary_of(evening: Evening) -> Summary:
    """Compute the summary of an evening, which must have at least one game."""
    tallies = _Tallies()
    for game in evening.games:
        tallies.add(game)
    guests = tallies.guests()
    known = {guest.member_id: guest for guest in guests}
    best = guests[0] if guests and guests[0].won else None
    return Summary(
        len(evening.games),
        evening.ended - evening.began,
        guests,
        best,
        _fool(guests, best),
        _comeback(evening, known),
        max(evening.games, key=lambda game: game.took),
        _duel(tallies.ahead, known),
        _oddity(evening, tallies, known),
    )


@dataclass(slots=True)
class _Tallies:
    """Counts that grow with each game of an evening. Members are given by their ids. `ahead`
    counts, for a pair of members, how often the first was placed before the second. `running` is
    how many games each member has won in a row up to now. `row` is the largest number of games won
    in a row, and the member who won them. `bots` is the number of games that bot players won."""

    names: dict[int, str] = field(default_factory=dict)
    games: Counter[int] = field(default_factory=Counter)
    won: Counter[int] = field(default_factory=Counter)
    lost: Counter[int] = field(default_factory=Counter)
    ahead: Counter[tuple[int, int]] = field(default_factory=Counter)
    running: Counter[int] = field(default_factory=Counter)
    row: tuple[int, int] = (0, 0)
    bots: int = 0

    def add(self, game: PlayedGame) -> None:
        """Add a game of the evening to the counts."""
        seats = [seat for seat in game.result.seats if _is_guest(seat)]
        for seat in seats:
            self._add(game, seat)
        for one, other in combinations(seats, 2):
            if one.rank != other.rank and one.side != other.side:
                first, second = sorted((one, other), key=lambda seat: seat.rank)
                self.ahead[first.player.member_id, second.player.member_id] += 1
        winners = [seat for seat in game.result.seats if game.result.won_by(seat)]
        self.bots += bool(winners) and all(seat.player.is_bot for seat in winners)

    def _add(self, game: PlayedGame, seat: SeatResult) -> None:
        who, won = seat.player.member_id, game.result.won_by(seat)
        self.names[who] = seat.name
        self.games[who] += 1
        self.won[who] += won
        self.lost[who] += game.result.lost_by(seat)
        self.running[who] = self.running[who] + 1 if won else 0
        if self.running[who] > self.row[0]:
            self.row = self.running[who], who

    def guests(self) -> tuple[Guest, ...]:
        """Return all members who played. They are sorted by wins, the most first. If wins are
        equal, the member with fewer games comes first, then the member with fewer losses."""
        found = (
            Guest(who, name, self.games[who], self.won[who], self.lost[who])
            for who, name in self.names.items()
        )
        order = sorted(found, key=lambda each: (-each.won, each.games, each.lost, each.member_id))
        return tuple(order)


def _is_guest(seat: SeatResult) -> bool:
    return not seat.player.is_bot and seat.player.member_id != 0


def _fool(guests: Iterable[Guest], best: Guest | None) -> Guest | None:
    """Return the guest who lost the most games, but never `best`. If several guests lost equally
    many games, take the one who played fewer games, then the one who won fewer. Return None if
    nobody except `best` lost a game."""
    losers = [guest for guest in guests if guest.lost and guest != best]
    order = sorted(losers, key=lambda each: (-each.lost, each.games, each.won, each.member_id))
    return order[0] if order else None


def _comeback(evening: Evening, known: dict[int, Guest]) -> Comeback | None:
    found = [
        (game.chance, number)
        for number, game in enumerate(evening.games)
        if game.chance is not None and game.chance <= UNLIKELY
    ]
    if not found:
        return None
    chance, number = min(found)
    game = evening.games[number]
    seat = game.result.seats[game.chance_of or 0]
    return Comeback(known[seat.player.member_id], chance, game.result.game)


def _duel(ahead: Counter[tuple[int, int]], known: dict[int, Guest]) -> Duel | None:
    """Return the two members who met most often. If several pairs met equally often, take the pair
    with the closest score. Return None if no pair met at least `LEAST_MEETINGS` times."""
    pairs = sorted({(min(pair), max(pair)) for pair in ahead})
    met = [
        (ahead[one, other] + ahead[other, one], -abs(ahead[one, other] - ahead[other, one]), pair)
        for pair in pairs
        for one, other in (pair,)
    ]
    often = [each for each in met if each[0] >= LEAST_MEETINGS]
    if not often:
        return None
    _, _, (one, other) = max(often)
    if ahead[one, other] < ahead[other, one]:
        one, other = other, one
    return Duel(known[one], known[other], (ahead[one, other], ahead[other, one]))


def _oddity(evening: Evening, tallies: _Tallies, known: dict[int, Guest]) -> OddFact:
    """Return an odd fact about the evening. The kinds are tried in the order in which Oddity lists
    them, and the first kind that is true of this evening is taken. QUICK is always true."""
    guests = tuple(known.values())
    if len(guests) >= TOGETHER and all(guest.won for guest in guests):
        return OddFact(Oddity.SHARED, len(guests))
    in_a_row, who = tallies.row
    if in_a_row >= IN_A_ROW:
        return OddFact(Oddity.ROW, in_a_row, known[who])
    if tallies.bots * 2 > len(evening.games):
        return OddFact(Oddity.BOTS, tallies.bots)
    quick = min(evening.games, key=lambda game: game.moves)
    return OddFact(Oddity.QUICK, quick.moves, game=quick.result.game)
