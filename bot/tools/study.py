"""Commands that play games: analyse, check."""

from __future__ import annotations

import argparse
import json
from collections.abc import Iterator
from typing import Final

import games
from bot.core.errors import Refusal
from bot.tools.files import text_of
from games.analysis import FULL, Analysis, Decision, Judgement, to_json
from games.analysis import analyse as analysed
from games.contract import (
    ContractBroken,
    check_case_whole,
    check_judge,
    check_lessons,
    every_case,
)
from games.errors import GameError
from games.record import loads


def analyse(parsed: argparse.Namespace) -> None:
    """`shijo analyse`: prints what each seat of a record could have done at each of its decisions,
    as text or as JSON."""
    try:
        found = analysed(loads(text_of(parsed.record)))
    except GameError as error:
        raise Refusal(str(error)) from None
    if parsed.json:
        print(json.dumps(to_json(found), indent=2))
    else:
        print("\n".join(lines_of(found)))


def check(parsed: argparse.Namespace) -> None:
    """`shijo check`: plays a game by all of its presets and with all numbers of players, and checks
    that it keeps the contract for games."""
    try:
        kind = games.load(parsed.game)
        for preset, case in every_case(kind):
            check_case_whole(case)
            print(f"{kind.title}, {preset}, {case.seats} players: all checks passed")
        check_lessons(kind)
        check_judge(kind)
        print(f"{kind.title}: lessons and judge, if any, passed too")
    except (GameError, ContractBroken) as error:
        raise Refusal(str(error)) from None


PROOF: Final = "★"
MISTAKE: Final = "✗"


def lines_of(analysis: Analysis) -> Iterator[str]:
    """Yield the lines that `shijo analyse` prints of an analysis. The lines are every decision,
    then the accuracy of each seat."""
    yield (
        f"{analysis.game}, {analysis.seats} seats, {len(analysis.decisions)} decisions. Chances in "
        f"per cent ({PROOF} = proven, otherwise an estimate), {MISTAKE} = a mistake"
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
