"""A promise of judges: whoever always plays the worst is told so."""

from __future__ import annotations

from collections.abc import Iterator, Sequence
from dataclasses import replace
from typing import Final

from games.analysis import AnalysisBudget, NotJudged, judge_of
from games.analysis.judge import Asked, Judge
from games.analysis.judges import afforded
from games.analysis.runs import Purse
from games.analysis.walk import judged
from games.contract.playing import Case, ContractBroken
from games.core import Chance, Move, Stream, Told
from games.errors import GameError
from games.players.random import choose as random_player
from games.told_events import told

SEAT: Final = 0
"""The seat whose decisions are judged."""
DECISIONS: Final = 24
"""Decisions that are judged at most: it is enough once they show it."""
IMAGINED: Final = 16
"""Deals in which each move is tried, to find the worst."""
CLEARLY: Final = 60
"""What the worst moves must give up more than those of a bot player, in thousandths of a game, all
decisions together."""
BUDGET: Final = AnalysisBudget(cost=40_000, deals=96, close=100_000, opened=1, decision=30_000)
"""How much the judge may think: less than of a member's game."""


def check_judge(case: Case) -> None:
    """A seat that always plays what the judge finds worst is told so: the judge finds that it gives
    up more than a bot player in the same positions. A game without a judge has nothing to check.
    Raises ContractBroken."""
    title = case.kind.title
    worst = usual = number = 0
    try:
        judge = judge_of(case.kind.name)
        budget = afforded(case.header(), BUDGET)
        purse, rng = Purse(budget, DECISIONS), Stream(b"worst" + case.seed)
        for number, (own, asked) in enumerate(_decisions(case, judge), 1):
            bad = _worst(own, asked, rng)
            for move in {bad, asked.played}:
                loss = judged(own, replace(asked, played=move), purse, b"%d" % number)[0].loss
                worst += loss if move == bad else 0
                usual += loss if move == asked.played else 0
            purse.next_decision()
            if worst - usual >= CLEARLY:
                return
            if number == DECISIONS:
                break
    except NotJudged:
        return
    except GameError as error:
        raise ContractBroken(f"The judge of {title} can't judge a game: {error}") from error
    raise ContractBroken(
        f"Whoever always plays the worst at {title} is not told so: in {number} decisions its "
        f"judge finds that they give up {worst} thousandths of a game, and a bot player {usual}."
    )


def _decisions(case: Case, kind: type[Judge]) -> Iterator[tuple[Judge, Asked]]:
    """The decisions of a seat in some games of bot players, one after the other, each with the
    seat's judge."""
    for number in range(DECISIONS):
        yield from _in_game(replace(case, seed=case.seed + bytes([number])), kind)


def _in_game(deal: Case, kind: type[Judge]) -> Iterator[tuple[Judge, Asked]]:
    game, judge, seen = deal.deal(), kind(), list[Told]()
    rng, happened = Stream(deal.seed), game.dealt()
    choose = judge.player(game)
    while game.outcome is None:
        for event in told(happened, SEAT):
            judge.watch(*event)
            seen.append(event)
        seat = min(game.waiting_on)
        view = game.view(seat)
        move = choose(view, rng)
        if seat == SEAT and len(view.moves) > 1:
            yield judge, Asked(game.copy(), seat, view, move, tuple(seen))
        try:
            happened = game.play(seat, move)
        except GameError:
            happened = game.play(seat, random_player(view, rng))


def _worst(judge: Judge, asked: Asked, rng: Chance) -> Move:
    """The move that is worth least in imagined deals."""
    imagine = judge.imagine(asked, rng)
    worth: dict[Move, int] = dict.fromkeys(_some(asked.view.moves, rng), 0)
    for _ in range(IMAGINED):
        play = imagine()
        for move in worth:
            worth[move] += play(move)[0]
    return min(worth, key=worth.__getitem__)


def _some(moves: Sequence[Move], rng: Chance, most: int = 12) -> list[Move]:
    """The moves, or some of them where they are many."""
    few = list(moves)
    rng.shuffle(few)
    return few[:most]
