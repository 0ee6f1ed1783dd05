"""Tests of the analyses of game records. Proven judgements are true, estimates are confirmed by a
second run, and no player is blamed for what they could not know."""

from __future__ import annotations

import json
from collections.abc import Callable, Iterator
from itertools import chain, repeat
from pathlib import Path

import pytest

import games
from games.analysis import (
    FULL,
    AnalysisBudget,
    Judgement,
    NotJudged,
    analyse,
    from_json,
    judge_of,
    judges,
    to_json,
)
from games.analysis.carried import Moment, settled
from games.analysis.durak import DurakJudge
from games.analysis.judge import Asked, Judge
from games.analysis.kinds import KINDS, kinds_of
from games.analysis.runs import Purse, confirmed, first_run, open_run, second_run
from games.analysis.walk import _estimated, _open
from games.contract import Case, ContractBroken, check_judge
from games.core import Move, Told
from games.durak import Durak
from games.players.search import Playout, Trial
from games.record import Record, Step, loads, replay
from games.shuffle import Stream
from games.told_events import told
from tests.beyond import the_first
from tests.games.dritzak_tables import table
from tests.games.durak_ends import Graph
from tests.games.plugins import PLUGINS, install, installed

GOLDEN = Path(__file__).parents[1] / "golden"
SMALL = AnalysisBudget(cost=1, deals=8, close=1, opened=1, nodes=20_000)


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


@pytest.mark.parametrize(
    "name", the_first(1, ["durak-durnius-2", "durak-passing-2", "durak-paritybit-2"])
)
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
                Purse(AnalysisBudget(cost=1_000), 1),
                b"seed",
            )[0]
            for real in (game, other)
        ]
        assert verdicts[0] == verdicts[1]
    assert looked > 5


def purse(cost: int = 50_000) -> Purse:
    """Return a fresh purse for the analysis of a game with ten decisions. A purse is the computing
    budget that is left for the whole game. `cost` is the most that one run of playouts may cost, in
    millionths of a second."""
    return Purse(AnalysisBudget(cost=cost), 10)


def deals(*values: Iterator[tuple[int, int]]) -> Callable[[], Playout[str]]:
    """Return a function that imagines a deal at each call. In the n-th deal, the moves `a` and `b`
    are worth the two numbers of the n-th pair in `values`."""
    (worth,) = values

    def imagine() -> Playout[str]:
        a, b = next(worth)
        return lambda move: (a if move == "a" else b, 10)

    return imagine


def test_a_move_that_is_better_by_luck_alone_is_not_better() -> None:
    by_luck = chain([(0, 1000)] * 5 + [(1000, 0)] * 4, repeat((500, 500)))
    _, best, own = first_run(["a", "b"], "a", deals(by_luck), purse())
    assert best is own
    surely = repeat((300, 700))
    _, best, own = first_run(["a", "b"], "a", deals(surely), purse())
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
    judged, tried = _estimated(Fickle(), asked, view.moves, purse(), b"")
    assert (judged.best, judged.loss, tried) == (view.moves[0], 0, ())


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

        _, *first = first_run(["a", "b"], "a", imagine, purse(cost=3_000))
        tried.clear()
        second_run((first[0], first[1]), imagine, purse(cost=3_000))
        return len(tried)

    assert count(150) > 4 * count(400)


def trial(choice: str, worth: int, deals: int) -> Trial[str]:
    made = Trial(choice)
    made.values += [worth] * deals
    return made


@pytest.mark.parametrize(
    ("first", "second", "loss"),
    [(300, 300, 300), (400, 90, 90), (200, 120, 160), (160, 120, 120), (500, -10, 0)],
)
def test_a_mistake_is_one_by_both_runs_together_and_confirmed_by_the_second(
    first: int, second: int, loss: int
) -> None:
    runs = [(trial("b", 500 + gap, 50), trial("a", 500, 50)) for gap in (first, second)]
    assert confirmed(runs[0], runs[1]) == loss


def test_what_is_still_open_when_the_deals_are_used_up_is_no_mistake() -> None:
    def wavering(deals: int) -> tuple[Trial[str], Trial[str]]:
        best, own = trial("b", 500, deals), trial("a", 500, deals)
        best.values[:] = [1100 if number % 2 else 300 for number in range(deals)]
        return best, own

    assert confirmed(wavering(50), wavering(50)) == 120, "200 ± 40: at least so much"
    assert confirmed(wavering(2000), wavering(2000)) == 200, "200 ± 6"


def test_a_game_costs_no_more_than_its_purse_however_slow_its_playouts_are() -> None:
    slow = 20_000
    spent: list[int] = []

    def imagine() -> Playout[str]:
        def play(move: str) -> tuple[int, int]:
            spent.append(slow)
            return (500 if move == "a" else 650 + 400 * (len(spent) % 3 - 1), slow)

        return play

    budget = AnalysisBudget()
    for decisions in (10, 100, 400):
        spent.clear()
        left = Purse(budget, decisions)
        for _ in range(decisions):
            _, best, own = first_run(["a", *"bcdefgh"], "a", imagine, left)
            if best is not own:
                second_run((best, own), imagine, left)
            open_run(["a", *"bcdefgh"], "a", imagine, left)
            left.next_decision()
        assert sum(spent) <= 1.2 * (budget.least + budget.decision * decisions)


@pytest.mark.parametrize(
    ("game", "played", "better", "kind"),
    [
        ("durak", "throw 7S", "done", "trump-thrown"),
        ("durak", "throw 7H", "done", "thrown"),
        ("durak", "beat 6H 7S", "beat 6H 8H", "trump-beat"),
        ("durak", "take", "beat 6H 8H", "taken"),
        ("durak", "attack RJ", "attack 6H", "trump-led"),
        ("dritzak", "play 10H", "play 4H", "strong-played"),
        ("dritzak", "pickup", "play 4H", "picked-up"),
        ("tredici", "discard 4H", "discard 5S", "discarded"),
        ("tredici", "kische", "discard 5S", "kische"),
        ("hearts", "play 4H", "play 5H", "cards"),
        ("hearts", "pass 4H", "play 5H", "move"),
    ],
)
def test_a_mistake_is_of_a_kind_that_has_a_name(
    game: str, played: str, better: str, kind: str
) -> None:
    kinds = kinds_of(game)
    assert kinds.kind(Move.parse(played), Move.parse(better), {"trump": "S"}) == kind
    assert kinds.names[kind]


def test_every_kind_has_a_name() -> None:
    for kinds in KINDS.values():
        assert set(kinds.of.values()) <= set(kinds.names)


def test_a_mistake_tells_what_else_was_tried() -> None:
    mistakes = analyse(golden("durak-durnius-2"), SMALL).mistakes
    assert mistakes
    for each in mistakes:
        chances = {tried.move: tried.chance for tried in each.tried}
        assert chances[each.known.best] == each.known.before == max(chances.values())
        assert chances[each.move] == each.known.after
        assert each.kind


def test_a_game_with_a_bot_player_of_chance_alone_is_not_judged(tmp_path: Path) -> None:
    with installed(PLUGINS / "lanterns", tmp_path):
        kind = games.load("lanterns")
        case = Case(kind, kind.options(), kind.players[-1], b"analysed")
        game = case.deal()
        seat = min(game.waiting_on)
        worst = game.legal_moves(seat)[-1]
        with pytest.raises(NotJudged, match=f"can't analyse {kind.title}"):
            analyse(Record(case.header(), (Step(seat, str(worst)),)), SMALL)


FEW_DEALS = AnalysisBudget(
    cost=10_000, deals=32, close=0, opened=1, decision=10_000, least=0, kept=0
)


def test_any_game_with_a_player_of_its_own_is_judged_by_imagined_deals(tmp_path: Path) -> None:
    with installed(PLUGINS / "stakes", tmp_path):
        kind = games.load("stakes")
        case = Case(kind, kind.options(), 2, b"analysed")
        steps = (Step(0, "bid 19"), Step(1, "fold"), Step(0, "go"), Step(1, "bid 7"))
        found = analyse(Record(case.header(), steps), FEW_DEALS)
        assert [each.move for each in found.decisions] == ["bid 19", "fold", "bid 7"]
        assert found == analyse(Record(case.header(), steps), FEW_DEALS), "by counts, never by time"
        check_judge(kind)


JUDGES = {
    "finds all moves alike": "return (lambda move: (500, 1))",
    "guesses": "return (lambda move: (rng.randrange(1001), 1))",
    "takes the best for the worst": "return (lambda move: (1000 - play(move)[0], 1))",
    "is sure of itself and knows nothing": "return (lambda move: (crc32(move.encode()) % 1001, 1))",
}


@pytest.mark.parametrize("way", the_first(1, JUDGES))
def test_a_package_brings_a_judge_of_its_own_that_must_know_the_worst(
    way: str, tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    """A package may contain its own judge for analyses. The check of the contract fails if this
    judge doesn't notice a player who always makes the worst move."""
    site = tmp_path / "site"
    site.mkdir()
    with installed(PLUGINS / "stakes", site):
        monkeypatch.syspath_prepend(str(tmp_path))
        code = f"""
        from zlib import crc32
        from games.analysis.judge import Judge
        class Own(Judge):
            def imagine(self, asked, rng):
                deal = super().imagine(asked, rng)
                def again():
                    play = deal()
                    {JUDGES[way]}
                return again
        """
        install(tmp_path, "own", code, "[shijo.judges]\nstakes = own:Own\nbridge = own:Own\n")
        assert judge_of("stakes").__name__ == "Own"
        assert judges.broken() == {"bridge": "there is no game bridge"}
        monkeypatch.setattr("games.contract.judges.DECISIONS", 12)
        with pytest.raises(
            ContractBroken, match="of Stakes doesn't notice a player who always plays the worst"
        ):
            check_judge(games.load("stakes"))


def moment(seat: int, proof: dict[str, int] | None = None, *, forced: bool = False) -> Moment:
    """Return a Moment (a step of a game) in which `seat` makes the move `take`. `proof` has the
    proven result of each legal move (1: win, 0: draw, -1: loss), or is None if nothing was proven.
    `forced` says that the seat had no other move."""
    known = None if proof is None else {Move.parse(move): end for move, end in proof.items()}
    return Moment(seat, Move.parse("take"), forced, known)


WON = {"take": 1, "done": -1}
LOST = {"take": -1}


@pytest.mark.parametrize(
    ("moments", "found"),
    [
        ([moment(0, WON), moment(1), moment(0, WON)], {1: -1}),
        ([moment(0, WON), moment(1, forced=True), moment(0), moment(1, LOST)], {2: 1}),
        ([moment(0, WON), moment(0), moment(0), moment(0, WON)], {1: 1, 2: 1}),
        ([moment(0), moment(1, LOST)], {0: 1}),
        ([moment(0, LOST), moment(0)], {1: -1}),
        ([moment(0, {"take": 0}), moment(1), moment(0, {"take": 0})], {1: 0}),
        # Won before, a draw after it: somebody gave something up.
        ([moment(0, WON), moment(0), moment(1, {"take": 0})], {}),
        # Either may have given up what the other gave back.
        ([moment(0, {"take": 0}), moment(1), moment(0), moment(1, {"take": 0})], {}),
        ([moment(0), moment(1)], {}),
    ],
)
def test_what_is_worth_the_same_before_and_after_a_move_was_not_given_up(
    moments: list[Moment], found: dict[int, int]
) -> None:
    assert settled(moments) == found


def test_no_move_between_two_proofs_of_the_same_is_charged(
    monkeypatch: pytest.MonkeyPatch,
) -> None:
    record = golden("durak-durnius-2")
    few = SMALL._replace(nodes=40)
    known = {each.step: each.known for each in analyse(record, SMALL).decisions}
    told = analyse(record, few).decisions
    monkeypatch.setattr("games.analysis.walk.settled", lambda moments: {})
    alone = analyse(record, few).decisions
    carried = [each for each, other in zip(told, alone, strict=True) if each != other]
    assert carried
    for each in carried:
        assert each.known == each.opened == known[each.step]
        assert (each.known.loss, each.known.exact, each.is_mistake) == (0, True, False)


def test_the_last_of_those_who_stayed_is_worth_nothing_though_another_has_left() -> None:
    game = table("5S", "KD 6D 7D 8D", "", resigned=[2], pile="4D")
    worths = [Judge().finish(game.copy(), seat, Stream(b""))[0] for seat in range(3)]
    assert worths == [FULL, 0, 0]
    alone = table("5S", "", resigned=[1], pile="4D")
    assert [Judge().finish(alone.copy(), seat, Stream(b""))[0] for seat in (0, 1)] == [FULL, 0]


def test_luck_alone_makes_no_better_move_with_open_hands_either() -> None:
    class Lucky(DurakJudge):
        def opened(self, asked: Asked, rng: object) -> Callable[[], Playout[object]]:
            luck = chain([(0, 1000)] * 5 + [(1000, 0)] * 4, repeat((500, 500)))

            def again() -> Playout[object]:
                own, other = next(luck)
                return lambda move: (own if move == asked.played else other, 10)

            return again

    game = golden("durak-durnius-2").header.deal()
    view = game.view(min(game.waiting_on))
    asked = Asked(game, 0, view, view.moves[0], [])
    judged = _open(Lucky(), asked, view.moves, purse(), b"")
    assert (judged.best, judged.loss) == (view.moves[0], 0)
