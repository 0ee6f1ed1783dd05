"""Reading all other seats at once: no card is in two hands."""

from __future__ import annotations

from collections.abc import Mapping
from itertools import combinations, cycle, islice
from typing import Final

from games.core import Chance
from games.players.durak.reading import Reading
from games.players.durak.thresholds import Reach

SETTLING: Final = 60
"""Pairs of changes that are tried before the first hands are used, in all hands together."""
CHANGES: Final = 3
"""Pairs of changes that are tried from one deal to the next, for each other seat of the table …"""
MOST_CHANGES: Final = 6
"""… and in all: so that a large table takes no longer."""
TRADES: Final = 3
"""Besides, the pairs of cards that are tried in each other's hand."""


class Readings:
    """What the other seats may hold, and how they may play: a Markov chain whose states assign each
    seat a hand and thresholds."""

    def __init__(
        self, by_seat: Mapping[int, Reading], others: int, rest: list[int], rng: Chance
    ) -> None:
        """`by_seat` are readings that have begun; they share `rest`, the unseen cards that no seat
        holds. `others`: how many other seats the table has, including those that are out."""
        self._by_seat, self.rest = by_seat, rest
        self._changes = min(CHANGES * others, MOST_CHANGES)
        self._changed, self._guessed = cycle(by_seat.values()), cycle(by_seat.values())
        self._traded = cycle(combinations(by_seat.values(), 2))
        for _ in range(SETTLING):
            next(self._changed).settle(rng)
            self._trade(rng, 1)

    def go_on(self, rng: Chance) -> None:
        """The next hands and thresholds."""
        for _ in range(self._changes):
            next(self._changed).change(rng)
        next(self._guessed).guess(rng)
        self._trade(rng, TRADES)

    def hands(self) -> dict[int, int]:
        """By seat, the cards in its hand now."""
        return {seat: reading.hand for seat, reading in self._by_seat.items()}

    def reach(self, seat: int) -> Reach | None:
        """The thresholds of a seat; None for a seat that is not read."""
        reading = self._by_seat.get(seat)
        return None if reading is None else reading.reach

    def _trade(self, rng: Chance, times: int) -> None:
        for one, other in islice(self._traded, times):
            one.trade(other, rng)
