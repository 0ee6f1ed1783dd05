"""Goes through the record of a game, and judges each decision."""

from __future__ import annotations

from collections.abc import Callable, Iterable, Mapping, Sequence
from dataclasses import replace
from hashlib import sha256

from games.analysis.carried import Moment, settled
from games.analysis.findings import FULL, Analysis, Decision, Judgement
from games.analysis.held import held_against
from games.analysis.judge import Asked, Judge
from games.analysis.judges import afforded, judge_of
from games.analysis.kinds import kinds_of
from games.analysis.runs import (
    DROPPED,
    AnalysisBudget,
    Purse,
    confirmed,
    first_run,
    mean,
    open_run,
    second_run,
)
from games.core import Game, Move, Told
from games.players import search
from games.players.finding import Tried
from games.players.search import Trial
from games.record import RESIGN, Record, dumps, replay
from games.shuffle import Stream
from games.told_events import told


def _unwatched(_judged: int, _decisions: int) -> None:
    """The default `progress`, which reports to nobody."""


def analyse(
    record: Record,
    budget: AnalysisBudget | None = None,
    salt: str = "",
    progress: Callable[[int, int], None] = _unwatched,
    only: int | None = None,
) -> Analysis:
    """Judge every decision of a record. If `only` is given, judge only the decisions of this seat.
    `budget` limits the computing (None: the usual budget).

    Before each decision, `progress` is called with the number of decisions judged so far and the
    total. `salt` changes the random numbers; with it, one can test how stable an analysis is.
    Raises RecordError when the record does not replay. Raises NotJudged for a game without a judge,
    or when playouts of the game take too long to compare moves."""
    budget = budget or AnalysisBudget()
    seed = sha256(f"analysis {salt}\n{dumps(record)}".encode()).digest()
    seats = record.header.seats
    kind = judge_of(record.header.game)
    # It is dealt before anything is made for each of its seats: a record may ask for a billion.
    total = _decisions_in(record, only)
    budget = afforded(record.header, budget)
    judges = [kind() for _ in range(seats)]
    seen: list[list[Told]] = [[] for _ in range(seats)]
    purse = Purse(budget, total)
    decisions: list[Decision] = []
    passed: list[Moment] = []
    ends: dict[int, Mapping[int, int]] = {}
    moments = replay(record)
    game, _, _ = next(moments)
    happened = game.dealt()
    for number, step in enumerate(record.steps):
        for seat, judge in enumerate(judges):
            for event in told(happened, seat):
                judge.watch(*event)
                seen[seat].append(event)
        judge, proof = judges[step.seat], None
        asked = _asked(game, step.seat, step.move, seen[step.seat])
        if asked is not None and only in (None, step.seat):
            progress(len(decisions), total)
            worth = judge.ends(asked)
            if worth is not None:
                ends[number], proof = worth, judge.proof(asked, budget.nodes)
            chance = sha256(seed + number.to_bytes(4, "big")).digest()
            if worth is not None and proof is not None:
                verdict = _proven({move: worth[proof[move]] for move in proof}, asked.played)
            else:
                verdict = judged(judge, asked, purse, chance)
            decisions.append(_decision(number, asked, *verdict))
            purse.next_decision()
        passed.append(Moment(step.seat, Move.parse(step.move), asked is None, proof))
        _, _, happened = next(moments)
    known = {step: ends[step][end] for step, end in settled(passed).items() if step in ends}
    found = (
        _faultless(each, known[each.step]) if each.step in known else each for each in decisions
    )
    return Analysis(
        record.header.game,
        seats,
        tuple(replace(each, held=held_against(each, record)) for each in found),
    )


def _decision(
    number: int, asked: Asked, known: Judgement, opened: Judgement, tried: tuple[Tried, ...]
) -> Decision:
    """Return the decision at step `number` of the record. `asked` has the seat, its view and the
    played move. `known` is the judgement by what the seat knew, and `opened` the judgement with all
    hands open. If the move was a mistake, the decision also has the kind of the mistake and the
    compared moves (`tried`)."""
    choices = len(asked.view.moves)
    decision = Decision(number, asked.seat, asked.played, choices, known, opened)
    if not decision.is_mistake:
        return decision
    better = Move.parse(known.best)
    sort = kinds_of(asked.game.name).kind(asked.played, better, asked.view.facts)
    return replace(decision, kind=sort, tried=tried)


def _faultless(decision: Decision, worth: int) -> Decision:
    """Return the decision with new judgements, which say that its move lost nothing. This follows
    from proofs of other decisions (carried.py). `worth` is the seat's proven chance of winning, in
    thousandths."""
    proven = Judgement(decision.move, worth, 0, exact=True)
    return replace(decision, known=proven, opened=proven, kind="", tried=())


def _decisions_in(record: Record, only: int | None) -> int:
    """Count the decisions in a record: those of all seats, or those of the seat `only` if it is
    given."""
    games = (game for game, _, _ in replay(record))
    return sum(
        only in (None, step.seat) and _asked(game, step.seat, step.move, ()) is not None
        for game, step in zip(games, record.steps, strict=False)
    )


def _asked(game: Game, seat: int, move: str, seen: Sequence[Told]) -> Asked | None:
    """Return the decision at a step, ready to be judged. Returns None when the seat had no choice,
    resigned, or made a move that its view doesn't allow."""
    if move == RESIGN:
        return None
    view = game.view(seat)
    played = Move.parse(move)
    if (len(view.moves) == 1 and not view.amounts) or not view.allows(played):
        return None
    return Asked(game, seat, view, played, seen)


def judged(
    judge: Judge, asked: Asked, purse: Purse, seed: bytes
) -> tuple[Judgement, Judgement, tuple[Tried, ...]]:
    """Judge a decision. Returns the judgement by what the seat knew, the judgement with all hands
    open, and the moves that were compared."""
    moves = judge.tried(asked, Stream(seed + b"moves"))
    known, tried = _estimated(judge, asked, moves, purse, seed)
    return known, _open(judge, asked, moves, purse, seed), tried


def _proven(
    worth: Mapping[Move, int], played: Move
) -> tuple[Judgement, Judgement, tuple[Tried, ...]]:
    """Judge a decision in which the value of every move is proven. `worth` has these values, in
    thousandths.

    Returns the judgement by what the seat knew, the judgement with all hands open, and the moves
    with their values. Both judgements are the same."""
    most = max(worth.values())
    best = played if worth[played] == most else next(m for m in worth if worth[m] == most)
    proven = Judgement(best, most, most - worth[played], exact=True)
    return proven, proven, _sorted(Tried(str(move), each) for move, each in worth.items())


def _estimated(
    judge: Judge, asked: Asked, moves: Sequence[Move], purse: Purse, seed: bytes
) -> tuple[Judgement, tuple[Tried, ...]]:
    """Judge a decision by two runs in imagined deals. The first run finds the best move. If the
    best move is not the played move, the second run tries both in other deals, and `confirmed`
    computes from both runs how much the played move loses. `purse` is the computing budget that is
    left. Returns the judgement and the moves that were compared (empty if the played move lost
    nothing)."""
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
    """Return the moves that were tried in the first run with their chances of winning, the best
    first. The best move and the played move get the chances that `judged` gives them. The chances
    of all other moves are changed by the same amount as the chance of the best move, but stay
    between 0 and that of the best move. Returns an empty tuple if the played move lost nothing."""
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
