"""Deals the cards that a viewer does not see, at random. The result agrees with everything that is
public."""

from __future__ import annotations

from collections.abc import Callable, Mapping, Sequence
from itertools import product
from math import comb

from games.core import Chance, View
from games.dritzak.belief.memory import Memory
from games.dritzak.rules.holdings import EVERY_RANK, NUMBER, holding_of, rest_of
from games.dritzak.rules.start import STARTING_ORDER, run_from
from games.dritzak.rules.state import GONE, PLACES, State
from games.view import Zone


def deal_hidden(game: State, view: View, rng: Chance, memory: Memory) -> None:
    """Deal the cards that `view` does not show: hands, face-down cards, draw pile and discard pile.
    Cards that `view` shows or that `memory` has keep their real places. The caller has already set
    everything else in `game`."""
    seats = range(game.seats)
    told = view.facts["shijo"] or {}
    revealed = {(view.seat, place): card for place, card in memory.revealed.items()}
    if told.get("card"):
        revealed[view.seat, told["place"]] = NUMBER[told["card"]]
    hands = {seat: _hand(view, seat, memory) for seat in seats}
    discarded = list(memory.discarded.elements())
    seen = [card for seat in seats for card in (*hands[seat], *seen_in(view, "face_up", seat))]
    seen += [*game.pile, *revealed.values(), *discarded]
    pool = _Pool(game.rules.decks, seen, rng)
    for seat, hand in _deal_hands(game, view, hands, pool, rng).items():
        game.hands[seat] = holding_of(hand)
    for seat in seats:
        gaps = _zone(view, "face_down", seat).gaps
        game.down[seat] = tuple(
            GONE
            if place in gaps
            else revealed[seat, place + 1]
            if (seat, place + 1) in revealed
            else pool.take(1)[0]
            for place in range(PLACES)
        )
    game.draw = pool.take(len(_zone(view, "draw").cards))
    game.discard = discarded + pool.take(len(_zone(view, "discard").cards) - len(discarded))


def _hand(view: View, seat: int, memory: Memory) -> list[int]:
    """Return the cards of a seat's hand, as far as the viewer sees or remembers them."""
    if None in _zone(view, "hand", seat).cards:
        return list(memory.hand(seat).elements())
    return seen_in(view, "hand", seat)


def seen_in(view: View, name: str, owner: int | None = None) -> list[int]:
    """Return the numbers by which Dritzak's rules identify the cards that the viewer sees in a
    zone. The zone is given by its name and its owner (a seat, or None for a zone that belongs to no
    seat)."""
    return [NUMBER[card] for card in _zone(view, name, owner).cards if card is not None]


def _zone(view: View, name: str, owner: int | None = None) -> Zone:
    """Return the zone with the name `name` and the owner `owner`. Every view of Dritzak has all
    zones."""
    return next(zone for zone in view.zones if zone.name == name and zone.owner == owner)


def _deal_hands(
    game: State, view: View, hands: dict[int, list[int]], pool: _Pool, rng: Chance
) -> dict[int, list[int]]:
    """Deal cards from `pool` to every hand until it has its real size. `hands` has the cards of
    each hand that the viewer knows. The result agrees with what everybody knows about the lowest
    rank (DRI-10). Returns the full hands, by seat."""
    wanted = {
        seat: len(_zone(view, "hand", seat).cards) - len(hand) for seat, hand in hands.items()
    }
    lowest = game.opening_rank
    if lowest is None:
        return {seat: hands[seat] + pool.take(wanted[seat]) for seat in hands}
    holders = {seat: 1 for seat in game.opening if wanted[seat]}
    fitting: Sequence[int] = EVERY_RANK
    if game.phase == "throw":
        # Nobody holds a lower rank, and only the holders hold the lowest one; they tied, so each
        # has the same number of it.
        fitting = STARTING_ORDER[STARTING_ORDER.index(lowest) + 1 :]
        holders = (
            _lowest_held(game, hands, {seat: wanted[seat] for seat in holders}, pool, rng)
            or holders
        )
    for seat, count in holders.items():
        hands[seat] += pool.take(count, lambda rank: rank == lowest)
    for seat, count in wanted.items():
        hands[seat] += pool.take(count - holders.get(seat, 0), lambda rank: rank in fitting)
    return hands


def _lowest_held(
    game: State,
    hands: Mapping[int, Sequence[int]],
    wanted: Mapping[int, int],
    pool: _Pool,
    rng: Chance,
) -> dict[int, int]:
    """Choose at random how many cards of the lowest rank go to each seat that holds this rank and
    has hidden cards. `wanted` has the number of hidden cards of each such seat. The seats that
    throw rock, paper, scissors for the first turn do so because they are tied (DRI-11), so they
    must be tied after this choice too.

    The probabilities are the same as if all hidden cards were dealt at random. Returns an empty
    dict if no choice leaves the seats tied. That never happens in a real game."""
    lowest = game.opening_rank
    copies = pool.count(lambda rank: rank == lowest)
    others = pool.count(STARTING_ORDER[STARTING_ORDER.index(lowest or 0) + 1 :].__contains__)
    shown = {seat: sum(card // 4 == lowest for card in hands[seat]) for seat in game.opening}
    runs = {seat: run_from(game, seat) for seat in game.opening}
    shares: list[dict[int, int]] = []
    weights: list[int] = []
    for counts in product(*(range(1, min(copies, size) + 1) for size in wanted.values())):
        if sum(counts) > copies:
            continue
        held = {**shown, **dict(zip(wanted, counts, strict=True))}
        totals = {seat: sum(held[other] for other in run) for seat, run in runs.items()}
        if all(totals[seat] == max(totals.values()) for seat in game.throwers):
            shares.append(dict(zip(wanted, counts, strict=True)))
            rest = [size - count for size, count in zip(wanted.values(), counts, strict=True)]
            weights.append(_ways(copies, counts) * _ways(others, rest))
    if not any(weights):
        return {}
    lot = rng.randrange(1 << 32) * sum(weights) >> 32
    for share, weight in zip(shares, weights, strict=True):
        lot -= weight
        if lot < 0:
            return share
    return shares[-1]


def _ways(cards: int, counts: Sequence[int]) -> int:
    """Count the ways to deal cards to several hands from `cards` different cards. `counts` has the
    number of cards for each hand."""
    ways = 1
    for count in counts:
        ways *= comb(cards, count)
        cards -= count
    return ways


class _Pool:
    """The cards that the viewer does not see, in random order."""

    def __init__(self, decks: int, seen: Sequence[int], rng: Chance) -> None:
        self._decks = decks
        self._rng = rng
        self._cards = rest_of(decks, seen)
        rng.shuffle(self._cards)

    def count(self, fits: Callable[[int], bool]) -> int:
        """Return the number of cards in the pool for which `fits(rank)` is true. The rank is a
        number."""
        return sum(fits(card // 4) for card in self._cards)

    def take(self, count: int, fits: Callable[[int], bool] | None = None) -> list[int]:
        """Take `count` cards out of the pool, and return them. If `fits` is given, cards for which
        `fits(rank)` is true are taken first, as long as there are any. The rank is a number."""
        while len(self._cards) < count:
            # Only a position that was set up holds more cards than its decks: it has them from
            # another.
            more = rest_of(self._decks, ())
            self._rng.shuffle(more)
            self._cards = more + self._cards
        if fits is not None:
            self._cards.sort(key=lambda card: fits(card // 4))
        rest = len(self._cards) - count
        taken = self._cards[rest:]
        del self._cards[rest:]
        if fits is not None:
            self._rng.shuffle(self._cards)
        return taken
