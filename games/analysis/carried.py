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
    """Find the steps without a proof whose move still lost nothing, because the proofs before and
    after them agree. Returns the value of the position for the seat that moved (1, 0 or -1), by the
    index in `moments`. Forced steps are left out."""
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
    """Compute the possible values of the position before each of `moments`, and after the last one,
    from the proofs at earlier steps. Values are for the first seat that has a proof; `signs` is 1
    at its own steps and -1 at its rival's. An unproven move may worsen its seat's position, but not
    better it."""
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
    """Compute the possible values of the position before each of `moments`, and after the last one,
    from the proofs at later steps. Arguments and values are those of `_forward`. A position is
    worth at least as much to the seat that moves as the position after its move."""
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
