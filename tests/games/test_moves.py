from __future__ import annotations

import copy
import pickle
from typing import Any

import pytest
from hypothesis import given
from hypothesis import strategies as st

from games.cards import CARDS, NUMBER
from games.errors import IllegalMove, InvalidMove
from games.moves import MOVE_LENGTH, Move

verbs = st.sampled_from(["attack", "throw", "play", "beat", "discard", "kische", "up"])
others = st.sampled_from(["", "H", "2", "rock", "7"])


@given(verbs, st.lists(st.sampled_from(CARDS), unique=True, max_size=6), others)
def test_a_move_is_its_own_text(verb: str, cards: list[str], other: str) -> None:
    move = Move.make(verb, cards, other)
    again = Move.parse(str(move))
    assert (again, again.verb, again.cards, again.other) == (move, verb, move.cards, other)
    assert sorted(move.cards) == sorted(cards)


@given(st.lists(st.sampled_from(CARDS), min_size=1, max_size=6))
def test_the_order_of_cards_makes_no_other_move(cards: list[str]) -> None:
    move = Move.parse(" ".join(["play", *cards]))
    assert move == Move.make("play", reversed(cards))
    assert list(move.cards) == sorted(cards, key=NUMBER.__getitem__)


def test_which_card_beats_which_does() -> None:
    assert Move.parse("beat 9S 6S").cards == ("9S", "6S")
    assert Move.parse("beat 9S 6S") != Move.parse("beat 6S 9S")


def test_spaces_around_and_between_mean_nothing() -> None:
    assert Move.parse("  play   5S\t5H \n") == "play 5S 5H"


REFUSED = {
    "Type a move first.",
    "That's too long for a move.",
    "Use only letters, digits and hyphens in a move.",
}


@pytest.mark.parametrize(
    "text",
    [
        "",
        " ",
        "\n",
        "play 5S%",
        "♠",
        "päss",
        "play 5S H 6S",
        "play x y",
        "a" * (MOVE_LENGTH + 1),
        "beat\x00",
        "_",
        "play 5s 5h",
    ],
)
def test_what_is_no_move_is_refused_with_a_reason(text: str) -> None:
    with pytest.raises(InvalidMove) as refused:
        Move.parse(text)
    told = str(refused.value)
    assert told in REFUSED or told.endswith(" isn't a card.")


@given(st.text())
def test_any_text_is_a_move_or_refused(text: str) -> None:
    try:
        move = Move.parse(text)
    except InvalidMove:
        return
    assert Move.parse(str(move)) == move


@pytest.mark.parametrize("thing", [None, 5, b"take", ["take"]])
def test_what_is_no_text_is_no_move(thing: Any) -> None:
    with pytest.raises(InvalidMove):
        Move.parse(thing)


def test_a_move_survives_copying_and_pickling() -> None:
    move = Move.make("target", other="H")
    for again in (copy.copy(move), copy.deepcopy(move), pickle.loads(pickle.dumps(move))):
        assert (again, again.verb, again.cards, again.other) == (move, "target", (), "H")


def test_a_refusal_says_its_reason_and_its_rule() -> None:
    refusal = IllegalMove("{card} beats nothing here.", rule="DUR-20", card="9S")
    assert refusal.reason == str(refusal) == "9S beats nothing here."
    assert refusal.rule == "DUR-20"
