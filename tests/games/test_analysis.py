"""Analyses of records: what is proven is true, what is estimated is confirmed, and nobody is blamed
for what they could not know."""

from __future__ import annotations

import json
from collections.abc import Callable, Iterator
from itertools import chain, repeat
from pathlib import Path

import pytest

import games
from games.analysis import Budget, Judgement, analyse, from_json, to_json
from games.analysis.durak import DurakJudge
from games.analysis.judge import Asked
from games.analysis.runs import first_run, second_run
from games.analysis.walk import _estimated
from games.contract import Case
from games.core import Told
from games.durak import Durak
from games.players.search import Playout
from games.record import Record, Step, loads, replay
from games.shuffle import Stream
from games.witness import told
from tests.games.durak_ends import Graph
from tests.games.plugins import EXAMPLES, installed

GOLDEN = Path(__file__).parents[1] / "golden"
SMALL = Budget(cost=1, deals=8, close=1, opened=1, nodes=20_000)


def golden(name: str, steps: int | None = None) -> Record:
    record = loads((GOLDEN / f"{name}.txt").read_text(encoding="utf-8"))
    return Record(record.header, record.steps[:steps])


@pytest.mark.parametrize(
    "name", ["durak-durnius-passing-4", "dritzak-dritzak-2", "tredici-tredici-3", "tredici-teams-4"]
)
def test_the_same_record_has_the_same_analysis(name: str) -> None:
    record = golden(name, 16)
    analysis = analyse(record, SMALL)
    assert analysis == analyse(record, SMALL)
    assert analysis != analyse(record, SMALL, salt="other chance")
    steps = {decision.step for decision in analysis.decisions}
    game_moves = [game.copy() for game, _, _ in replay(record)]
    for number, step in enumerate(record.steps):
        many = len(game_moves[number].legal_moves(step.seat)) > 1
        assert (number in steps) == (many and step.move != "resign")
    for decision in analysis.decisions:
        for judged in (decision.known, decision.opened):
            assert 0 <= judged.after <= judged.before <= 1000
            assert judged.best in game_moves[decision.step].legal_moves(decision.seat)
            assert (judged.loss > 0) <= (judged.best != decision.move)


def test_an_analysis_is_read_back_from_json_unless_it_is_of_another_version() -> None:
    analysis = analyse(golden("durak-durnius-2", 12), SMALL)
    data = json.loads(json.dumps(to_json(analysis)))
    assert from_json(data) == analysis
    assert from_json({**data, "version": 0}) is None


@pytest.mark.parametrize("name", ["durak-durnius-2", "durak-passing-2", "durak-paritybit-2"])
def test_what_is_proven_is_what_a_second_solver_finds(name: str) -> None:
    record = golden(name)
    found = {each.step: each for each in analyse(record, SMALL).decisions if each.known.exact}
    checked = 0
    for number, (game, _, _) in enumerate(replay(record)):
        decision = found.get(number)
        if decision is None or sum(seat.cards for seat in game.view(None).seats) > 6:
            continue
        assert isinstance(game, Durak)
        graph = Graph(game)
        worth = {
            str(move): {1: 1000, 0: 750, -1: 0}[graph.after(game, decision.seat, move)]
            for move in game.legal_moves(decision.seat)
        }
        most = max(worth.values())
        assert decision.known == decision.opened
        assert decision.known.before == worth[decision.known.best] == most
        assert decision.known.after == worth[decision.move]
        checked += 1
    assert checked


def test_a_decision_is_judged_by_what_its_seat_knew_alone() -> None:
    record = golden("durak-durnius-4", 30)
    judges = [DurakJudge() for _ in range(4)]
    seen: list[list[Told]] = [[] for _ in range(4)]
    looked = 0
    steps = iter(record.steps)
    for game, step, events in replay(record):
        for seat, judge in enumerate(judges):
            for event in told(game.dealt() if step is None else events, seat):
                judge.watch(*event)
                seen[seat].append(event)
        following = next(steps, None)
        if following is None or len(game.legal_moves(following.seat)) < 2:
            continue
        seat = following.seat
        view = game.view(seat)
        assert isinstance(game, Durak)
        other = Durak.sample(view, Stream(b"elsewhere"), seen=seen[seat])
        looked += other.position() != game.position()
        verdicts: list[Judgement] = [
            _estimated(
                judges[seat],
                Asked(real, seat, view, view.moves[0], seen[seat]),
                view.moves,
                SMALL,
                b"seed",
            )
            for real in (game, other)
        ]
        assert verdicts[0] == verdicts[1]
    assert looked > 5


def deals(*values: Iterator[tuple[int, int]]) -> Callable[[], Playout[str]]:
    """Deals in which the moves `a` and `b` are worth what comes next."""
    (worth,) = values

    def imagine() -> Playout[str]:
        a, b = next(worth)
        return lambda move: (a if move == "a" else b, 10)

    return imagine


def test_a_move_that_is_better_by_luck_alone_is_not_better() -> None:
    by_luck = chain([(0, 1000)] * 5 + [(1000, 0)] * 4, repeat((500, 500)))
    best, own = first_run(["a", "b"], "a", deals(by_luck), Budget())
    assert best is own
    surely = repeat((300, 700))
    best, own = first_run(["a", "b"], "a", deals(surely), Budget())
    assert (best.choice, own.choice) == ("b", "a")


def test_a_difference_that_the_second_run_does_not_confirm_counts_for_nothing() -> None:
    class Fickle(DurakJudge):
        def imagine(self, asked: Asked, rng: object) -> Callable[[], Playout[object]]:
            assert isinstance(rng, Stream)
            first = rng.seed.endswith(b"first")

            def play(move: object) -> tuple[int, int]:
                return (900 if first and move != asked.played else 500, 10)

            return lambda: play

    game = golden("durak-durnius-2").header.deal()
    view = game.view(min(game.waiting_on))
    asked = Asked(game, 0, view, view.moves[0], [])
    judged = _estimated(Fickle(), asked, view.moves, SMALL, b"")
    assert (judged.best, judged.loss) == (view.moves[0], 0)


def test_a_close_difference_is_looked_into_further() -> None:
    def count(better: int) -> int:
        tried: list[str] = []
        worth = iter((500, 500 + better + (300 if number % 2 else -300)) for number in range(10**6))

        def imagine() -> Playout[str]:
            a, b = next(worth)

            def play(move: str) -> tuple[int, int]:
                tried.append(move)
                return (a if move == "a" else b, 10)

            return play

        second_run("b", "a", imagine, Budget())
        return len(tried)

    assert count(150) > 4 * count(400)


@pytest.mark.parametrize("name", ["eights", "hearts"])
def test_any_other_game_is_analysed_too(name: str, tmp_path: Path) -> None:
    with installed(EXAMPLES / name, tmp_path):
        kind = games.load(name)
        case = Case(kind, kind.options(), kind.players[-1], b"analysed")
        game, rng, steps = case.deal(), Stream(b"moves"), list[Step]()
        while game.outcome is None and len(steps) < 8:
            seat = min(game.waiting_on)
            move = rng.choice(game.legal_moves(seat))
            game.play(seat, move)
            steps.append(Step(seat, str(move)))
        analysis = analyse(Record(case.header(), tuple(steps)), SMALL)
        assert analysis.decisions
        assert any(each.known.before > 0 for each in analysis.decisions)
