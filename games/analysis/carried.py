"""Judges decisions that have no proof of their own, by the proofs of earlier and later decisions in
the same game.

When both seats know all cards, each position is a win, a draw or a loss for each seat. A move can
only keep or worsen the result of the seat that makes it. If the proven result is the same before
and after a move, no other move was better. This conclusion needs no proof of the other moves."""

from __future__ import annotations

from collections.abc import Mapping, Sequence
from dataclasses import dataclass
from itertools import pairwise
from typing import Final, NamedTuple

from games.core import Move

WIN: Final = 1
LOSS: Final = -1


@dataclass(frozen=True, slots=True)
class Moment:
    """A step of a record: the seat that made the move, and the move. `forced` says that the seat
    had no other move. `proof` has the proven result of each legal move (1: the seat wins, 0: a
    draw, -1: the seat loses). `proof` is None when nothing was proven."""

    seat: int
    played: Move
    forced: bool
    proof: Mapping[Move, int] | None


class Span(NamedTuple):
    """The possible values of a position, from `least` to `most`. The values are 1 (win), 0 (draw)
    and -1 (loss)."""

    least: int = LOSS
    most: int = WIN

    def within(self, other: Span) -> Span:
        """Return the span of the values that are in both this span and `other`."""
        return Span(max(self.least, other.least), min(self.most, other.most))


def settled(moments: Sequence[Moment]) -> dict[int, int]:
    """Find the steps that have no proof of their own, but whose move lost nothing according to the
    proofs of steps before and after. Forced steps are left out.

    Returns a dict. Its keys are the indexes of these steps in `moments`. Its values are the result
    of the position for the seat that moved (1, 0 or -1)."""
    proven = next((each.seat for each in moments if each.proof), None)
    signs = [1 if each.seat == proven else -1 for each in moments]
    from_before = _forward(moments, signs)
    from_behind = _backward(moments, signs)
    spans = [one.within(other) for one, other in zip(from_before, from_behind, strict=True)]
    return {
        number: signs[number] * before.least
        for number, (before, after) in enumerate(pairwise(spans))
        if not moments[number].forced
        and moments[number].proof is None
        and before == after == (before.least, before.least)
    }


def _forward(moments: Sequence[Moment], signs: Sequence[int]) -> list[Span]:
    """Compute the possible values of each position from the proofs of earlier moves. The result has
    the position before each move in `moments`, and at the end the position after the last move.

    The values are for the first seat that has a proof. `signs` has 1 for each move of this seat,
    and -1 for each move of the other seat. A move without a proof may have made the position worse
    for the seat that moved, but not better."""
    spans = [Span()]
    for each, sign in zip(moments, signs, strict=True):
        if each.proof is not None:
            worth = sign * each.proof[each.played]
            spans.append(Span(worth, worth))
        elif each.forced:
            spans.append(spans[-1])
        else:
            spans.append(Span(LOSS, spans[-1].most) if sign > 0 else Span(spans[-1].least, WIN))
    return spans


def _backward(moments: Sequence[Moment], signs: Sequence[int]) -> list[Span]:
    """Compute the possible values of each position from the proofs of later moves. The result has
    the position before each move in `moments`, and at the end the position after the last move.

    The values are for the first seat that has a proof. `signs` has 1 for each move of this seat,
    and -1 for each move of the other seat. For the seat that moves, a position is worth at least as
    much as the position after the move."""
    spans = [Span()]
    for each, sign in zip(reversed(moments), reversed(signs), strict=True):
        if each.proof is not None:
            worth = sign * max(each.proof.values())
            spans.append(Span(worth, worth))
        elif each.forced:
            spans.append(spans[-1])
        else:
            spans.append(Span(spans[-1].least, WIN) if sign > 0 else Span(LOSS, spans[-1].most))
    return spans[::-1]
