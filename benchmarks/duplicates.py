"""Measure how much luck a duplicate removes: `python -m benchmarks duplicates GAME A B N`. In a
duplicate, two players play the same deal.

N deals of the game are played with the options of the deal of the day. A and B are strengths. Both
play the same seat of each deal against the same bots, and the bots answer the same moves in the
same way. The variance of the differences between A and B is compared with the variance if both had
different cards. The same arguments give the same games."""

from __future__ import annotations

import sys
from collections.abc import Callable, Sequence
from hashlib import sha256
from statistics import fmean, pvariance

import games
from bot.core.fairness import player_chance
from bot.today.duplicate import points_of
from bot.today.model import MEMBER, Deal, chance_of, dealt_as, result_of
from games import players
from games.record import Header, Record, Step
from games.told_events import told

USAGE = "python -m benchmarks duplicates GAME A B N"
ARGUMENTS = 4
LEVELS = ("beginner", "casual", "skilled")
"""The levels of the bots. The deal of the day also has a master, which is left out here because it
takes much longer."""
Z = 1.96


def main(arguments: list[str]) -> int:
    """Play the deals and print the figures. Returns 0, or 2 for invalid arguments."""
    if len(arguments) != ARGUMENTS or not arguments[-1].isdigit():
        print(USAGE, file=sys.stderr)
        return 2
    name, one, other, number = arguments
    pairs = []
    for count in range(int(number)):
        secret = sha256(b"duplicate %d" % count).digest()
        deal = dealt_as(games.load(name), count, secret, players.VERSION)
        pairs.append((_played(deal, one), _played(deal, other)))
    ones, others = ([pair[side] for pair in pairs] for side in (0, 1))
    difference = fmean(ones) - fmean(others)
    same = pvariance([first - second for first, second in pairs])
    apart = pvariance(ones) + pvariance(others)
    print(f"{name}: {one} {fmean(ones):.2f}, {other} {fmean(others):.2f} in {len(pairs)} deals")
    print(f"difference {difference:.3f} ± {(same / len(pairs)) ** 0.5:.3f}")
    print(f"variance of a difference: {same:.2f} with the same cards, {apart:.2f} with others")
    print(f"so the same certainty takes {same / apart:.0%} of the deals")
    told_apart(difference, same, apart)
    return 0


def told_apart(difference: float, same: float, apart: float) -> None:
    """Print how many deals are needed to be sure (at 95 %) that two players differ by `difference`
    points. `same` is the variance of the difference when both have the same cards, and `apart` the
    variance with different cards."""
    if not difference:
        print("no difference to be told apart")
        return
    for title, scatter in (("the same", same), ("other", apart)):
        needed = (Z * scatter**0.5 / difference) ** 2
        print(f"to tell them apart at 95 %, with {title} cards: {needed:.0f} deals")


def _played(deal: Deal, strength: str) -> float:
    """Play the deal with a player of this strength in the member's seat, and return the player's
    points."""
    names = [strength, *(LEVELS[seat % len(LEVELS)] for seat in range(deal.header.seats - 1))]

    def chance(steps: Sequence[Step], seat: int) -> bytes:
        return chance_of(deal, steps) if seat != MEMBER else strength.encode() + deal.secret

    result = result_of(played_out(deal.header, names, chance))
    assert result is not None
    return points_of(result)


def played_out(
    header: Header, names: Sequence[str], chance: Callable[[Sequence[Step], int], bytes]
) -> Record:
    """Play a deal with players of these strengths, and return its record. `names` has the strength
    of each seat. `chance` returns the random seed for a seat's next move, from the steps so far. If
    several seats may move, seat 0 moves last."""
    game = header.deal()
    seated = [players.seated(game.name, level) for level in names]
    steps: list[Step] = []
    events = list(game.dealt())
    while True:
        for event in events:
            for seat, player in enumerate(seated):
                for told_name, fields in told([event], seat):
                    player.watch(told_name, fields)
        if game.outcome is not None:
            return Record(header, tuple(steps))
        seat = min(game.waiting_on - {MEMBER}, default=MEMBER)
        stream = player_chance(chance(steps, seat), len(steps), seat)
        move = seated[seat].choose(game.view(seat), stream)
        events = game.play(seat, move)
        steps.append(Step(seat, str(move)))
