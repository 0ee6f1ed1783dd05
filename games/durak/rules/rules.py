"""The rules of a table of Durak in the form that the code uses. They are computed once from the
options and the number of seats."""

from __future__ import annotations

from dataclasses import dataclass
from functools import lru_cache
from typing import Final, NamedTuple

from games.cards import deck
from games.durak.rules.options import DECKS, DurakOptions
from games.durak.rules.tables import (
    ALL_OF_RANK,
    JOKERS,
    RANK_MASKS,
    both_copies,
    mask_of,
    numbers_in,
)

NO_CAP: Final = 1 << 10
"""A limit that is never reached: more attack cards than any deck has."""

MOST_ATTACKS: Final = {"hand": (NO_CAP, NO_CAP), "six": (6, 6), "five-first": (5, 6)}
"""DUR-11: the most attack cards of a bout, for each value of the option `limit`. The first number
is for the time before the first discard, the second number for the time after it."""


class Cheats(NamedTuple):
    """DUR-70 to DUR-72: facts about a bout while cheating is allowed. All are bit masks. `wrongful`
    has the attack cards on the table that were thrown in wrongfully. `covers` has the cards that
    the defender has played since the last card was added. `barred[seat]` has the cards that this
    seat may not play wrongfully again. `accusers` has the seats that may not accuse any more."""

    wrongful: int
    covers: int
    barred: tuple[int, ...]
    accusers: int


@dataclass(frozen=True, slots=True)
class Rules:
    """The rules of one table in the form that the code uses. A set of seats or cards is an integer
    (a bit mask), with a bit for each seat or card."""

    options: DurakOptions
    seats: int
    decks: int
    rank_masks: tuple[int, ...]
    """For each card, a bit mask of all cards of its rank."""
    deck: int
    """A bit mask of all cards in the game."""
    lowest: int
    """A bit mask of the cards of the deck's lowest rank."""
    sides: tuple[int, ...]
    """DUR-50: the side of each seat."""
    opponents: tuple[int, ...]
    """For each seat, a bit mask of the seats of other sides."""
    sides_in: tuple[int, ...]
    """The number of different sides among some seats. The index is the bit mask of the seats."""
    following: tuple[tuple[int, ...], ...]
    """For each seat and each bit mask of seats: the first seat in the mask, clockwise after this
    seat. The seat itself is considered last. If the mask is empty, the value is the seat itself."""
    rounds: tuple[tuple[int, ...], ...]
    """For each seat, a tuple of all other seats in clockwise order, beginning with the next
    seat."""
    most_attacks: tuple[int, int]
    priority: bool
    """DUR-14: whether seats throw in by priority. DUR-73: this is False while cheating is
    allowed."""
    single: bool
    neighbours: bool
    from_first_beat: bool
    pile_on: bool
    unlimited: bool
    auto_done: bool
    passing: bool
    travel: bool
    travel_once_per_attack: bool
    cheating: bool
    no_cheats: Cheats
    """The value of `State.cheats` when a bout begins."""


def _following(seats: int) -> tuple[tuple[int, ...], ...]:
    def after(seat: int, mask: int) -> int:
        return next(
            (
                other % seats
                for other in range(seat + 1, seat + seats + 1)
                if mask >> other % seats & 1
            ),
            seat,
        )

    return tuple(tuple(after(seat, mask) for mask in range(1 << seats)) for seat in range(seats))


@lru_cache(maxsize=256)
def rules_for(options: DurakOptions, seats: int) -> Rules:
    """The rules of a table with these options and `seats` seats. Whether the options fit together
    is not checked here."""
    lowest = DECKS[options.deck_for(seats)][1]
    cards = mask_of(deck(lowest, jokers=options.jokers))
    rank_masks = RANK_MASKS if options.decks == 1 else ALL_OF_RANK
    count = options.sides_for(seats)
    sides = tuple(seat % count for seat in range(seats))
    return Rules(
        options=options,
        seats=seats,
        decks=options.decks,
        rank_masks=rank_masks,
        deck=cards if options.decks == 1 else both_copies(cards),
        lowest=rank_masks[next(numbers_in(cards & ~JOKERS))],
        sides=sides,
        opponents=tuple(
            sum(1 << other for other in range(seats) if sides[other] != sides[seat])
            for seat in range(seats)
        ),
        sides_in=tuple(
            len({sides[seat] for seat in range(seats) if mask >> seat & 1})
            for mask in range(1 << seats)
        ),
        following=_following(seats),
        rounds=tuple(
            tuple((seat + step) % seats for step in range(1, seats)) for seat in range(seats)
        ),
        most_attacks=MOST_ATTACKS[options.limit],
        priority=options.throw_order == "priority" and not options.cheating,
        single=options.opening == "single",
        neighbours=options.throwers == "neighbours",
        from_first_beat=options.throw_from == "first-beat",
        pile_on=options.pile_on != "off",
        unlimited=options.pile_on == "unlimited",
        auto_done=options.auto_done,
        passing=options.passing,
        travel=options.travel != "off",
        travel_once_per_attack=options.travel == "once-per-attack",
        cheating=options.cheating,
        no_cheats=Cheats(0, 0, (0,) * seats, 0),
    )
