"""An analysis as text, for `shijo analyse`."""

from __future__ import annotations

from collections.abc import Iterator
from typing import Final

from games.analysis import FULL, Analysis, Decision, Judgement

PROOF: Final = "★"
MISTAKE: Final = "✗"


def lines_of(analysis: Analysis) -> Iterator[str]:
    """The lines of an analysis: every decision, then the accuracy of each seat."""
    yield (
        f"{analysis.game}, {analysis.seats} seats, {len(analysis.decisions)} decisions; chances in "
        f"per cent, {PROOF} proven, else an estimate; {MISTAKE} a mistake"
    )
    for decision in analysis.decisions:
        yield _decision(decision)
    for seat in range(analysis.seats):
        accuracy = analysis.accuracy(seat)
        mistakes = sum(each.seat == seat for each in analysis.mistakes)
        told = "nothing to decide" if accuracy is None else f"accuracy {accuracy} %"
        yield f"seat {seat}: {told}, {mistakes} mistake{'' if mistakes == 1 else 's'}"


def _decision(decision: Decision) -> str:
    mark = MISTAKE if decision.is_mistake else " "
    return (
        f"{mark}{decision.step + 1:4}. seat {decision.seat}: {decision.move}  "
        f"{_judged(decision.known, decision.move)} | with open hands: "
        f"{_judged(decision.opened, decision.move)}"
    )


def _judged(judged: Judgement, played: str) -> str:
    told = f"{_percent(judged.before)}{PROOF if judged.exact else ''}"
    if judged.best == played:
        return told
    return f"{told}, best {judged.best} (gives up {_percent(judged.loss)})"


def _percent(chance: int) -> str:
    return f"{(chance * 100 + FULL // 2) // FULL} %"
