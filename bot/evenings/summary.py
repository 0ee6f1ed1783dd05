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
"""How often two members meet before it is a duel."""
UNLIKELY: Final = 400
"""A chance, in thousandths, from which winning is a comeback."""
IN_A_ROW: Final = 3
"""Games won one after the other that are worth telling."""
TOGETHER: Final = 3
"""The number of members from which on it is remarkable that each of them has won."""


@dataclass(frozen=True, slots=True)
class Guest:
    """A member who played in an evening, with the last name that they had, and how many games they
    played, won and lost. After their data was deleted, the id is below 0 and the name empty."""

    member_id: int
    name: str
    games: int
    won: int
    lost: int


@dataclass(frozen=True, slots=True)
class Comeback:
    """A game that the member `guest` won although their chance had once been low. `chance` is the
    lowest they had, in thousandths."""

    guest: Guest
    chance: int
    game: str


@dataclass(frozen=True, slots=True)
class Duel:
    """The two members who played against each other most often. `score` is how often each of them
    was placed before the other, in the order `one`, `other`."""

    one: Guest
    other: Guest
    score: tuple[int, int]


class Oddity(StrEnum):
    """The kinds of odd facts about an evening. SHARED: every member won a game. ROW: somebody won
    several games in a row. BOTS: bot players won most games. QUICK: the game with the fewest
    moves."""

    SHARED = "shared"
    ROW = "row"
    BOTS = "bots"
    QUICK = "quick"


@dataclass(frozen=True, slots=True)
class OddFact:
    """An odd fact about an evening. `number` is how many members won (SHARED), how many games were
    won in a row (ROW) or by bot players (BOTS), or how many moves the quickest game had (QUICK).
    `guest` is the member with the run of wins (ROW), and `game` the name of the quickest game
    (QUICK)."""

    kind: Oddity
    number: int
    guest: Guest | None = None
    game: str = ""


@dataclass(frozen=True, slots=True)
class Summary:
    """The facts that are shown about an evening. A fact that this evening doesn't have is None.

    `guests` are all members who played, those with the most wins first. `best` is the member who
    won the most games, and `fool` the one who lost the most."""

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
    """Running counts over the games of an evening, by the member's id. `ahead` counts how often the
    first member of a pair was placed before the second. `running` is each member's present run of
    wins, and `row` the longest run and the member who had it. `bots` counts the games that bot
    players won."""

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
        """Return all members who played, those with the most wins first. When wins are equal, the
        member with fewer games comes first, then the one with fewer losses."""
        found = (
            Guest(who, name, self.games[who], self.won[who], self.lost[who])
            for who, name in self.names.items()
        )
        order = sorted(found, key=lambda each: (-each.won, each.games, each.lost, each.member_id))
        return tuple(order)


def _is_guest(seat: SeatResult) -> bool:
    return not seat.player.is_bot and seat.player.member_id != 0


def _fool(guests: Iterable[Guest], best: Guest | None) -> Guest | None:
    """Return the guest who lost the most games. Among guests with equally many lost games it is the
    one who played fewer games, then the one who won fewer. The guest `best` is never returned. None
    if nobody else lost."""
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
    """Return the two members who met most often, or None if no two met. Of equal pairs, the one
    with the closest score."""
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
    them, and the first one that is true of this evening is taken. QUICK always is."""
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
