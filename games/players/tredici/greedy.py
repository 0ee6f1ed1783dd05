"""A player of Tredici that follows simple rules. It collects the suit of which the hand has most
cards, and keeps cards that the leading sides need. It calls kisché (a call that reveals which sides
collect the same suit) when this is likely to hurt the other sides more than its own."""

from __future__ import annotations

from collections import Counter
from typing import Final

from games.cards import SUITS
from games.core import Chance, Move, View
from games.moves import by_verb

SUIT: Final = 13
"""The number of cards of a suit."""
STUCK_ROUNDS: Final = 2
"""After this number of rounds without progress, two sides whose stacks have thirteen cards together
are assumed to collect the same suit."""
ALMOST: Final = 11
"""A side with at least this number of cards on its stacks is about to win."""
LITTLE: Final = 3
"""A side with at most this number of cards on its stacks has nothing to lose."""


def choose(view: View, rng: Chance) -> Move:
    """Choose one of the legal moves in `view.moves` by simple rules. The suit to collect is the
    suit of which the hand has most cards, and the cards to give away are those that help others
    least."""
    offered = by_verb(view.moves)
    if "tredici" in offered:
        return offered["tredici"][0]
    if "target" in offered:
        return _target(view, offered["target"], rng)
    if "agree" in offered:
        return offered["agree" if _worth_calling(view) else "refuse"][0]
    if "kische" in offered and (_worth_calling(view) or len(view.moves) == 1):
        return offered["kische"][0]
    for verb in ("discard", "give"):
        if verb in offered:
            return _least_useful(view, offered[verb], rng)
    return rng.choice(offered.get("draw") or view.moves)


def _target(view: View, moves: list[Move], rng: Chance) -> Move:
    """Return the move that chooses as target (the suit to collect) the suit of which the hand has
    most cards. If several suits are equal, choose one of them at random. After a purge (the loss of
    all cards) the hand is empty, so all suits that the rules allow are equal."""
    held = Counter(card[-1] for card in view.hand)
    most = max(held[move.other] for move in moves)
    return rng.choice([move for move in moves if held[move.other] == most])


def _least_useful(view: View, moves: list[Move], rng: Chance) -> Move:
    """Return the move that gives away the cards that are least useful to others. The player keeps a
    card of each suit, and more cards of the suits that the leading sides are known to collect."""
    worth = _worth(view)
    held = Counter(card[-1] for card in view.hand)

    def lost(move: Move) -> float:
        gone = Counter(card[-1] for card in move.cards)
        return sum(
            worth[suit] * (gone[suit] + (BLOCK if gone[suit] == held[suit] else 0)) for suit in gone
        )

    least = min(map(lost, moves))
    return rng.choice([move for move in moves if lost(move) == least])


BLOCK: Final = 3
"""The extra cost of giving away the last card of a suit in the hand, counted in cards of this suit.
As long as a seat keeps one card of a suit, no other side can complete the suit."""


def _worth(view: View) -> dict[str, float]:
    """Return, for each suit, how important it is to keep cards of this suit from the other sides.
    If the suit of a side is known, all cards on the side's stacks count for this suit. If not, a
    quarter of the number of these cards counts for each suit."""
    stacks = _stacks(view)
    own = _own_side(view)
    known = [(view.facts["targets"][side], count) for side, count in stacks.items() if side != own]
    unknown = sum(count for target, count in known if target is None)
    worth = {suit: 1.0 + unknown / len(SUITS) for suit in SUITS}
    for target, count in known:
        if target is not None:
            worth[target] += count
    return worth


def _own_side(view: View) -> int | None:
    return None if view.seat is None else view.seats[view.seat].side


def _stacks(view: View) -> dict[int, int]:
    """Return the number of cards on the stacks of each side that is still in the game. The key is
    the side."""
    counts = {seat.side: 0 for seat in view.seats if not seat.out}
    for zone in view.zones:
        if zone.name.startswith("stack-") and zone.owner is not None:
            counts[view.seats[zone.owner].side] += len(zone.cards)
    return counts


def _worth_calling(view: View) -> bool:
    """Whether a kisché (the call that reveals which sides collect the same suit) is likely to hurt
    the other sides more than this one.

    There are two cases. In the first, there was no progress for some rounds, and the stacks of this
    side and of another have thirteen cards together. Then both probably collect the same suit and
    block each other. In the second case, this side has few cards, so it has nothing to lose, and
    another is about to win.
    """
    stacks = _stacks(view)
    own = _own_side(view)
    mine = stacks.pop(own, 0) if own is not None else 0
    in_play = sum(not seat.out for seat in view.seats)
    stuck = view.facts["idle"] >= STUCK_ROUNDS * in_play
    shared = any(mine + theirs == SUIT for theirs in stacks.values())
    losing = mine <= LITTLE and max(stacks.values(), default=0) >= ALMOST
    return mine < SUIT and ((stuck and shared) or losing)
