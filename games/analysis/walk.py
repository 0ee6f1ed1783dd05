"""The way through a record, decision by decision."""

from __future__ import annotations

from collections.abc import Iterable, Mapping, Sequence
from dataclasses import replace
from hashlib import sha256
from typing import Final

from games.analysis.dritzak import DritzakJudge
from games.analysis.durak import DurakJudge
from games.analysis.findings import FULL, Analysis, Decision, Judgement
from games.analysis.judge import Asked, Judge
from games.analysis.kinds import kinds_of
from games.analysis.runs import (
    DROPPED,
    Budget,
    Purse,
    confirmed,
    first_run,
    mean,
    open_run,
    second_run,
)
from games.analysis.tredici import TrediciJudge
from games.core import Game, Move, Told
from games.players import search
from games.players.finding import Tried
from games.players.search import Trial
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
    purse = Purse(budget, _decisions_in(record))
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
            known, opened, tried = _judged(judges[step.seat], asked, purse, chance)
            decision = Decision(
                number, step.seat, asked.played, len(asked.view.moves), known, opened
            )
            if decision.is_mistake:
                better = Move.parse(known.best)
                sort = kinds_of(record.header.game).kind(asked.played, better, asked.view.facts)
                decision = replace(decision, kind=sort, tried=tried)
            decisions.append(decision)
            purse.next_decision()
        _, _, happened = next(moments)
    return Analysis(record.header.game, seats, tuple(decisions))


def _decisions_in(record: Record) -> int:
    """How many of its steps are decisions."""
    games = (game for game, _, _ in replay(record))
    return sum(
        _asked(game, step.seat, step.move, ()) is not None
        for game, step in zip(games, record.steps, strict=False)
    )


def _asked(game: Game, seat: int, move: str, seen: Sequence[Told]) -> Asked | None:
    """The decision that a step was; None when there was nothing to decide."""
    if move == RESIGN:
        return None
    view = game.view(seat)
    played = Move.parse(move)
    if len(view.moves) == 1 or played not in view.moves:
        return None
    return Asked(game, seat, view, view.moves[view.moves.index(played)], seen)


def _judged(
    judge: Judge, asked: Asked, purse: Purse, seed: bytes
) -> tuple[Judgement, Judgement, tuple[Tried, ...]]:
    """A decision by what its seat knew, by where the cards were, and the moves that were
    compared."""
    proof = judge.proof(asked, purse.budget.nodes)
    if proof is not None:
        proven = _proven(proof, asked.played)
        return proven, proven, _sorted(Tried(str(move), worth) for move, worth in proof.items())
    moves = judge.tried(asked, Stream(seed + b"moves"))
    known, tried = _estimated(judge, asked, moves, purse, seed)
    return known, _open(judge, asked, moves, purse, seed), tried


def _proven(worth: Mapping[Move, int], played: Move) -> Judgement:
    most = max(worth.values())
    best = played if worth[played] == most else next(m for m in worth if worth[m] == most)
    return Judgement(best, most, most - worth[played], exact=True)


def _estimated(
    judge: Judge, asked: Asked, moves: Sequence[Move], purse: Purse, seed: bytes
) -> tuple[Judgement, tuple[Tried, ...]]:
    """By two runs: the first finds the best move, the second confirms in other deals what the one
    played gave up. The smaller difference counts, unless the second run was long enough to tell a
    mistake from what is none."""
    played = asked.played
    imagine = judge.imagine(asked, Stream(seed + b"first"))
    trials, best, own = first_run(moves, played, imagine, purse)
    if best is own:
        return Judgement(played, mean(own), 0, exact=False), ()
    imagine = judge.imagine(asked, Stream(seed + b"second"))
    again, own_again = second_run((best, own), imagine, purse)
    loss = confirmed((best, own), (again, own_again))
    before = max(loss, (mean(best) + mean(again)) // 2)
    judged = Judgement(best.choice if loss else played, before, loss, exact=False)
    return judged, _compared(trials, judged, played)


def _compared(trials: Sequence[Trial[Move]], judged: Judgement, played: Move) -> tuple[Tried, ...]:
    """All moves of the first run, on the scale of what was found about the best and the played
    one. None is put above the best."""
    if not judged.loss:
        return ()
    found = search.found(trials, Move.parse(judged.best), FULL, str)
    best = next(each.chance for each in found if each.move == judged.best)
    moved = (
        Tried(each.move, max(0, min(judged.before, each.chance + judged.before - best)))
        for each in found
    )
    return _sorted(
        Tried(each.move, judged.after) if each.move == played else each for each in moved
    )


def _sorted(tried: Iterable[Tried]) -> tuple[Tried, ...]:
    return tuple(sorted(tried, key=lambda each: -each.chance))


def _open(
    judge: Judge, asked: Asked, moves: Sequence[Move], purse: Purse, seed: bytes
) -> Judgement:
    trials = open_run(moves, asked.played, judge.opened(asked, Stream(seed + b"open")), purse)
    own, best = trials[0], max(trials, key=Trial.total)
    best = best if best.is_ahead(own, DROPPED) else own
    return Judgement(best.choice, mean(best), mean(best) - mean(own), exact=False)
