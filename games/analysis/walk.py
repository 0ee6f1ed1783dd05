"""The way through a record, decision by decision."""

from __future__ import annotations

from collections.abc import Mapping, Sequence
from hashlib import sha256
from typing import Final

from games.analysis.dritzak import DritzakJudge
from games.analysis.durak import DurakJudge
from games.analysis.findings import Analysis, Decision, Judgement
from games.analysis.judge import Asked, Judge
from games.analysis.runs import Budget, first_run, mean, open_run, second_run
from games.analysis.tredici import TrediciJudge
from games.core import Game, Move, Told
from games.record import RESIGN, Record, dumps, replay
from games.shuffle import Stream
from games.witness import told

JUDGES: Final[Mapping[str, type[Judge]]] = {
    "durak": DurakJudge,
    "dritzak": DritzakJudge,
    "tredici": TrediciJudge,
}
"""The judges of our own games; any other has the plain one."""


def analyse(record: Record, budget: Budget | None = None, salt: str = "") -> Analysis:
    """Judge every decision of a record.

    `salt` gives other chance, to see how sure an analysis is. Raises RecordError when the record
    does not replay.
    """
    budget = budget or Budget()
    seed = sha256(f"analysis {salt}\n{dumps(record)}".encode()).digest()
    seats = record.header.seats
    kind = JUDGES.get(record.header.game, Judge)
    judges = [kind() for _ in range(seats)]
    seen: list[list[Told]] = [[] for _ in range(seats)]
    decisions: list[Decision] = []
    moments = replay(record)
    game, _, _ = next(moments)
    happened = game.dealt()
    for number, step in enumerate(record.steps):
        for seat, judge in enumerate(judges):
            for event in told(happened, seat):
                judge.watch(*event)
                seen[seat].append(event)
        asked = _asked(game, step.seat, step.move, seen[step.seat])
        if asked is not None:
            chance = sha256(seed + number.to_bytes(4, "big")).digest()
            known, opened = _judged(judges[step.seat], asked, budget, chance)
            decisions.append(
                Decision(number, step.seat, asked.played, len(asked.view.moves), known, opened)
            )
        _, _, happened = next(moments)
    return Analysis(record.header.game, seats, tuple(decisions))


def _asked(game: Game, seat: int, move: str, seen: Sequence[Told]) -> Asked | None:
    """The decision that a step was; None when there was nothing to decide."""
    if move == RESIGN:
        return None
    view = game.view(seat)
    played = Move.parse(move)
    if len(view.moves) == 1 or played not in view.moves:
        return None
    return Asked(game, seat, view, view.moves[view.moves.index(played)], seen)


def _judged(judge: Judge, asked: Asked, budget: Budget, seed: bytes) -> tuple[Judgement, Judgement]:
    """A decision by what its seat knew, and by where the cards were."""
    proof = judge.proof(asked, budget.nodes)
    if proof is not None:
        proven = _proven(proof, asked.played)
        return proven, proven
    moves = judge.tried(asked, Stream(seed + b"moves"))
    known = _estimated(judge, asked, moves, budget, seed)
    return known, _open(judge, asked, moves, budget, seed)


def _proven(worth: Mapping[Move, int], played: Move) -> Judgement:
    most = max(worth.values())
    best = played if worth[played] == most else next(m for m in worth if worth[m] == most)
    return Judgement(best, most, most - worth[played], exact=True)


def _estimated(
    judge: Judge, asked: Asked, moves: Sequence[Move], budget: Budget, seed: bytes
) -> Judgement:
    """By two runs: the first finds the best move, the second confirms what the one played gave up;
    the smaller difference counts."""
    played = asked.played
    best, own = first_run(moves, played, judge.imagine(asked, Stream(seed + b"first")), budget)
    if best is own:
        return Judgement(played, mean(own), 0, exact=False)
    again, own_again = second_run(
        best.choice, played, judge.imagine(asked, Stream(seed + b"second")), budget
    )
    loss = max(0, min(mean(best) - mean(own), mean(again) - mean(own_again)))
    before = (mean(best) + mean(again)) // 2
    return Judgement(best.choice if loss else played, before, min(loss, before), exact=False)


def _open(
    judge: Judge, asked: Asked, moves: Sequence[Move], budget: Budget, seed: bytes
) -> Judgement:
    trials = open_run(moves, judge.opened(asked, Stream(seed + b"open")), budget)
    own = next(trial for trial in trials if trial.choice == asked.played)
    best = max([own, *trials], key=lambda trial: trial.total())
    return Judgement(best.choice, mean(best), mean(best) - mean(own), exact=False)
