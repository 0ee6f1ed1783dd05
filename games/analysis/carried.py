"""Judging decisions by proofs of other decisions near them.

When both seats know all cards, a position is a proven win, draw or loss for each of them, and a
move can only keep or worsen this result. So when the proven value is the same before and after a
move, no other move was better, even if the solver could not examine all the others."""

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
    """A step of a record: the seat that made it, the move, and whether it was the only one
    (`forced`). `proof` is the proven result of each of the seat's moves (1, 0 or -1: a win, a draw
    or a loss for the seat), if there is one."""

    seat: int
    played: Move
    forced: bool
    proof: Mapping[Move, int] | None


class Span(NamedTuple):
    """The possible values of a position: from `least` to `most`."""

    least: int = LOSS
    most: int = WIN

    def within(self, other: Span) -> Span:
        """The span of the values that are in both spans."""
        return Span(max(self.least, other.least), min(self.most, other.most))


def settled(moments: Sequence[Moment]) -> dict[int, int]:
    """For each step whose move lost nothing, the value of the position for the seat that moved,
    concluded from the proofs at other steps. Forced steps, and steps with a proof of their own, are
    left out."""
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
    """The possible values of the position before each step, and of the position after the last one,
    for the first seat with a proof, as far as earlier proofs tell. After a move without a proof,
    the position may be worse for the seat that moved, but not better."""
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
    """The possible values of the same positions as far as later proofs tell: before a move, the
    position was worth at least as much to the seat that moved as after it."""
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
