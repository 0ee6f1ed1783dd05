"""An estimate of the attacker's chance of winning when two seats are left and there is no talon.

A few counts are multiplied by weights and added, and a table turns the sum into a chance. The
weights were fitted to solved endgames by `python -m benchmarks tune`. All numbers are whole.
"""

from __future__ import annotations

from operator import mul
from typing import Final

from games.durak.rules.rules import Rules
from games.durak.rules.tables import SUIT_SIZE
from games.players.durak.cards import FIRST_TRUMP, JOKERS, PLAIN, PLAIN_SUITS, TRUMPS

CERTAIN: Final = 1024
"""A chance of this size is a certain win."""

Weights = tuple[int, int, int, int, int, int, int, int, int, int, int, int]
"""The weights of the twelve numbers that `counts` returns, in 64ths of a logit (the logarithm of
the odds that the attacker wins). In this order, the numbers are:

- a constant, 1
- the number of the attacker's cards
- the number of the defender's cards
- the number of the attacker's cards that the defender can't beat
- the number of the defender's cards that the attacker can't beat
- the number of ways to beat one of the attacker's cards with one of the defender's cards
- the number of ways to beat one of the defender's cards with one of the attacker's cards
- the number of the attacker's trumps
- the number of the defender's trumps
- 1 if the attacker has the dearest card of both hands, otherwise 0
- the number of different ranks in the attacker's hand
- the number of different ranks in the defender's hand"""

PLAIN_ENDS: Final[Weights] = (35, 26, -12, 31, 18, -30, 25, 36, -18, 4, -83, 70)
PASSING_ENDS: Final[Weights] = (72, 5, -27, 50, 20, -30, 35, 25, 6, -15, -74, 63)
PILING_ENDS: Final[Weights] = (142, 58, -62, 39, 0, -25, 33, -14, -8, -13, -124, 98)

EIGHTH: Final = 8
"""The size of one step in the table `CHANCES`, in 64ths of a logit (the logarithm of the odds of
winning). A step is one eighth of a logit."""

CHANCES: Final = (
    *(512, 544, 576, 607, 637, 667, 695, 723, 749, 773, 796, 817, 837, 856, 872, 888, 902),
    *(915, 926, 937, 946, 955, 962, 969, 975, 981, 986, 990, 994, 997, 1000, 1003, 1006, 1008),
    *(1010, 1011, 1013, 1014, 1015, 1016, 1017, 1018, 1019, 1019, 1020, 1020, 1021, 1021, 1021),
)
"""The chance of winning for each number of steps from an even chance. A step is one eighth of a
logit, and a logit is the logarithm of the odds of winning. The chances are numbers up to CERTAIN (a
certain win)."""

LAST: Final = len(CHANCES) - 1

LOWEST_OF_RANK: Final = sum(1 << PLAIN_SUITS * rank for rank in range(SUIT_SIZE))
RANK_OF_TRUMPS: Final = tuple(
    sum(1 << PLAIN_SUITS * rank for rank in range(SUIT_SIZE) if trumps >> rank & 1)
    for trumps in range(1 << SUIT_SIZE)
)
"""A table of the ranks in a set of trumps. The index is the set as a bit mask, with bit 0 for the
two of trumps. The value is a bit mask with one bit for each rank in the set. The bit of a rank is
the bit of the first card of this rank that is no trump (games.players.durak.cards)."""


def weights_for(rules: Rules) -> Weights:
    """Return the weights for games with these rules. `chance` multiplies the numbers of `counts` by
    these weights."""
    if rules.pile_on:
        return PILING_ENDS
    return PASSING_ENDS if rules.passing else PLAIN_ENDS


def chance(a: int, d: int, beaters: dict[int, int], weights: Weights) -> int:
    """Return the attacker's chance of winning the game, as a number up to CERTAIN (a certain win).
    The attacker holds the cards `a` and is about to open a bout. The defender holds the cards `d`.
    `beaters` maps a card's bit to the bit mask of the cards that beat the card. `weights` are the
    factors for the counts about both hands."""
    logit = sum(map(mul, weights, counts(a, d, beaters)))
    if logit < 0:
        return CERTAIN - CHANCES[min(-logit // EIGHTH, LAST)]
    return CHANCES[min(logit // EIGHTH, LAST)]


def counts(a: int, d: int, beaters: dict[int, int]) -> tuple[int, ...]:
    """Return twelve numbers about the attacker's hand `a` and the defender's hand `d`, from which
    `chance` estimates who wins. `Weights` lists the numbers in their order. `beaters` maps a card's
    bit to the bit mask of the cards that beat the card."""
    unbeaten, beats = _beaten(a, d, beaters)
    held, counters = _beaten(d, a, beaters)
    return (
        1,
        a.bit_count(),
        d.bit_count(),
        unbeaten,
        held,
        beats,
        counters,
        (a & TRUMPS).bit_count(),
        (d & TRUMPS).bit_count(),
        a > d,
        different_ranks(a),
        different_ranks(d),
    )


def _beaten(cards: int, by: int, beaters: dict[int, int]) -> tuple[int, int]:
    """Compare the `cards` with the cards `by` that could beat them (both are bit masks). Return the
    number of cards that can't be beaten, and the number of pairs of a card and a card that beats
    it."""
    unbeaten = beats = 0
    while cards:
        card = cards & -cards
        cards ^= card
        covers = by & beaters[card]
        if covers:
            beats += covers.bit_count()
        else:
            unbeaten += 1
    return unbeaten, beats


def different_ranks(cards: int) -> int:
    """The number of different ranks among these cards; all jokers together count as one rank."""
    plain = cards & PLAIN
    ranks = (plain | plain >> 1 | plain >> 2) & LOWEST_OF_RANK
    ranks |= RANK_OF_TRUMPS[(cards & TRUMPS) >> FIRST_TRUMP]
    return ranks.bit_count() + (cards & JOKERS != 0)
