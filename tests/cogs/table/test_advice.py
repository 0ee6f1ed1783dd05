"""Tests of the words of a hint. It says the best move, the reason for this move, and how other
moves compare with it."""

from __future__ import annotations

import re

import pytest

import games
from cogs.discord.languages import speaking
from cogs.table.hand.advice import advice_line
from cogs.words.load import words_of
from games.core import View
from games.players.finding import Finding, Tried
from tests.limits import seen


def view_of(name: str, **position: object) -> View:
    return games.load(name).from_position(dict(position)).view(0)


DEFENDING = view_of(
    "durak",
    hands=[["7H", "8H", "6C"], ["9S", "KD", "10C"]],
    talon=["8D", "7C", "6H"],
    trump="H",
    attacker=1,
    defender=0,
    table=[["KS", None], ["KC", None]],
    by=[1, 1],
)


def said(view: View, finding: Finding) -> str:
    return seen(advice_line(view, finding, words_of(view.game)))


def test_taking_is_advised_by_what_beating_costs() -> None:
    costs = {"unbeaten": 2, "beatable": 2, "trumps": 2}
    finding = Finding("take", 710, (Tried("beat KS 7H", 480),), 200, facts=costs)
    assert "beat KS 7H" in DEFENDING.moves
    told = said(DEFENDING, finding)
    assert told.startswith("🎓 **Pick up**: beating everything would cost 2 trumps.")
    assert "After that, you avoid being the fool in 7 out of 10 deals. After “Beat K♠" in told
    assert told.endswith("with 7♥︎”, it's only 5.")


def test_what_can_not_be_beaten_is_taken() -> None:
    view = view_of(
        "durak",
        hands=[["7H", "8C"], ["9S", "KD"]],
        talon=["8D", "6H"],
        trump="H",
        attacker=1,
        defender=0,
        table=[["KS", None], ["AH", None]],
        by=[1, 1],
    )
    assert "you can't beat everything on the table." in said(
        view, Finding("take", 300, (), 50, facts={"unbeaten": 2, "beatable": 1})
    )


def test_a_better_looking_alternative_is_no_reason() -> None:
    told = said(DEFENDING, Finding("take", 500, (Tried("beat KS 7H", 520),), 64))
    assert told.endswith("After that, you avoid being the fool in 5 out of 10 deals.")


@pytest.mark.parametrize(
    ("chance", "told"),
    [(1000, "Nobody can stop you"), (750, "It's a draw from here"), (0, "can save you now")],
)
def test_what_is_proven_is_told_so(chance: int, told: str) -> None:
    assert "★ Proven. " in said(DEFENDING, Finding("take", chance, (), 0))
    assert told in said(DEFENDING, Finding("take", chance, (), 0))


def test_what_would_give_a_proven_result_away_is_named() -> None:
    finding = Finding("take", 1000, (Tried("beat KS 7H", 0),), 0)
    assert "Beat K♠" in said(DEFENDING, finding)
    assert "would be a mistake" in said(DEFENDING, finding)


def test_an_estimate_is_never_all_or_none() -> None:
    assert "in 9 out of 10" in said(DEFENDING, Finding("take", 1000, (), 8))
    assert "in 1 out of 10" in said(DEFENDING, Finding("take", 0, (), 8))


def test_dritzak_says_what_a_card_does() -> None:
    view = view_of("dritzak", hands=[["2C", "10S", "4D"], ["QS"]], pile=["KS"], draw=["8C"], turn=0)
    told = said(view, Finding("play 10S", 640, (Tried("pickup", 300),), 100))
    assert "that clears the pile" in told
    assert told.endswith(
        "After that, you win 6 out of 10 deals. After “Pick up the pile”, it's only 3."
    )


def test_dritzak_names_the_card_that_picking_up_saves() -> None:
    view = view_of("dritzak", hands=[["KS", "4D"], ["QS"]], pile=["JS"], draw=["8C"], turn=0)
    told = said(view, Finding("pickup", 640, (Tried("play KS", 300),), 100))
    assert "picking up beats wasting **K**♠︎." in told


def test_tredici_says_how_likely_a_suit_is_shared() -> None:
    view = view_of(
        "tredici",
        hands=[["3S"], ["4S"]],
        stacks=[["2H"], []],
        targets=["H", "H"],
        draw=["5S", "6S"],
        owes=["draw 1", "draw 1"],
    )
    assert "kische" in view.moves
    told = said(view, Finding("kische", facts={"shared": 970}))
    assert "of someone else collecting your suit is 97%" in told
    assert "too early for a kisché" in said(view, Finding("draw", facts={"shared": 400}))
    assert "too early" not in said(view, Finding("draw", facts={"shared": 100}))


SAYS_WHY = re.compile(r"🎓 \*\*.+?\*\*: [^.]+\.(?: .+\.)?")
"""Matches a whole hint: the move, a colon, a reason, and perhaps further sentences. The reason ends
with a full stop, and so does the last sentence."""


@pytest.mark.parametrize("name", ["durak", "dritzak", "tredici"])
@pytest.mark.parametrize("seats", [2, 3])
def test_every_advice_says_why(name: str, seats: int) -> None:
    game = games.load(name).new(seats=seats, seed=b"why")
    for number in range(80):
        if game.outcome is not None:
            break
        seat = min(game.waiting_on)
        view = game.view(seat)
        for move in view.moves[:: max(1, len(view.moves) // 6)]:
            for finding in (
                Finding(str(move)),
                Finding(str(move), 600, (Tried(str(view.moves[0]), 400),), 100),
                Finding(str(move), 600, (), 1),
                Finding(str(move), 1000),
            ):
                assert SAYS_WHY.fullmatch(said(view, finding)), said(view, finding)
        game.play(seat, view.moves[number % len(view.moves)])


@pytest.mark.parametrize("name", ["durak", "dritzak", "tredici"])
def test_every_move_can_be_told_in_both_languages(name: str) -> None:
    game = games.load(name).new(seats=2, seed=b"words")
    for number in range(60):
        if game.outcome is not None:
            break
        seat = min(game.waiting_on)
        view = game.view(seat)
        for language in ("en", "ru"):
            with speaking(language):
                for move in view.moves[:6]:
                    others = tuple(Tried(str(each), 400) for each in view.moves[:2])
                    told = said(view, Finding(str(move), 600, others, 100))
                    assert told.startswith("🎓 **")
                    assert "{" not in told
        game.play(seat, view.moves[number % len(view.moves)])
