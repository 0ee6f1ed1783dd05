"""Tests of moves that Durak refuses: the rule that a refusal names, its words, and that it tells no
hidden card."""

from __future__ import annotations

from typing import Any

import pytest
from hypothesis import given, settings
from hypothesis import strategies as st

from games.cards import CARDS
from games.core import GameError, IllegalMove, InvalidMove
from games.durak import Durak
from games.durak.game import ACTIONS
from games.durak.told.refusals import CARDS_NAMED
from games.moves import Move
from tests.games.durak_games import begun_games
from tests.games.durak_tables import play, table

some_moves = st.builds(
    lambda verb, cards: " ".join((verb, *cards)),
    st.sampled_from(sorted(ACTIONS)),
    st.lists(st.sampled_from(CARDS), max_size=3),
)


def test_every_verb_has_its_refusals() -> None:
    assert set(CARDS_NAMED) == set(ACTIONS)


@settings(max_examples=40, deadline=None)
@given(begun_games(), st.lists(st.tuples(st.integers(-1, 8), some_moves), max_size=40))
def test_what_is_not_legal_is_refused_with_a_rule_and_leaves_no_trace(
    game: Durak, attempts: list[tuple[int, str]]
) -> None:
    before = game.position()
    for seat, move in attempts:
        if Move.parse(move) in game.legal_moves(seat):
            continue
        with pytest.raises(GameError) as refusal:
            game.play(seat, move)
        assert isinstance(refusal.value, InvalidMove) or getattr(
            refusal.value, "rule", ""
        ).startswith("DUR-")
        assert game.position() == before


@settings(max_examples=30, deadline=None)
@given(begun_games(), some_moves, st.data())
def test_refusals_tell_nothing_that_the_seat_may_not_know(
    game: Durak, move: str, data: st.DataObject
) -> None:
    seat = data.draw(st.integers(0, game.seats - 1))
    imagined = Durak.sample(game.view(seat), data.draw(st.randoms(use_true_random=False)))
    answers = []
    for one in (game.copy(), imagined):
        try:
            one.play(seat, move)
        except GameError as refusal:
            answers.append(str(refusal))
        else:
            answers.append("played")
    assert answers[0] == answers[1]


@pytest.mark.parametrize(
    "move", ["fold", "take 6S", "beat 6S", "attack", "throw 6S 6D", "pass 6S 6S", "done H", "show"]
)
def test_what_durak_has_no_such_move_for(move: str) -> None:
    game = table("6S 9C", "7H KD", lies="8S")
    for seat in (0, 1):
        with pytest.raises(InvalidMove):
            game.play(seat, move)


REFUSED: list[tuple[str, dict[str, Any], str, str]] = [
    # the rule, the position beside the hands, seat and move, the words
    ("DUR-10", {}, "0 attack AS", "You don't have AS."),
    ("DUR-12", {"lies": "8S"}, "0 throw AS", "You don't have AS."),
    ("DUR-12", {"lies": "8S"}, "0 throw 9C", "no card of that rank"),
    ("DUR-12", {}, "2 throw 9H", "no attack to throw"),
    ("DUR-20", {"lies": "8S"}, "1 beat 8S 7D", "7D doesn't beat 8S."),
    ("DUR-20", {"lies": "8S"}, "1 beat 8S AS", "You don't have AS."),
    ("DUR-22", {"lies": "8S"}, "1 beat 8D KD", "8D isn't part of this attack."),
    ("DUR-22", {"lies": "8S"}, "0 beat 8S 9C", "not defending"),
    ("DUR-22", {}, "1 take", "no attack yet"),
    ("DUR-30", {"lies": "8S"}, "1 pass 7D", "can.t pass attacks on"),
    ("DUR-33", {"lies": "8S"}, "1 show 7H", "by showing a trump"),
    ("DUR-04", {}, "0 redeal", "There's no redeal to decide on"),
    ("DUR-70", {"lies": "8S"}, "0 accuse 8S", "no cheating"),
    ("DUR-41", {"out": [[3]]}, "3 done", "You.re out"),
    ("DUR-45", {"resigned": [3]}, "3 done", "You've left"),
]


@pytest.mark.parametrize(("rule", "position", "step", "words"), REFUSED)
def test_the_rule_and_a_reason(rule: str, position: dict[str, Any], step: str, words: str) -> None:
    game = table("6S 9C", "7H KD 7D", "9H AC", "JC", **position)
    with pytest.raises(IllegalMove, match=words) as refusal:
        play(game, step)
    assert refusal.value.rule == rule


def test_after_the_end_nothing_is_played() -> None:
    game = table("9C", "6S")
    play(game, "0 attack 9C", "1 take")
    for step in ("0 attack 9C", "1 resign", "1 take"):
        with pytest.raises(IllegalMove, match="The game is over"):
            play(game, step)
