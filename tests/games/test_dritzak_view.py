"""Dritzak: the view of each seat, positions, copies, samples (games imagined from a view) and
events."""

from __future__ import annotations

import json
from collections import Counter
from random import Random
from typing import Any

import pytest
from hypothesis import given, settings
from hypothesis import strategies as st

from games.cards import deck
from games.core import Chance, OptionsError, PositionError, Stream
from games.dritzak import Dritzak
from games.dritzak.rules.events import EVENTS
from games.dritzak.rules.start import holders_who_may_start
from games.tredici import Tredici
from tests.games.dritzak_tables import table

BOOLS = ("skip", "sevens", "reversal", "play_on", "shijo")


@st.composite
def games_under_way(draw: st.DrawFn) -> Dritzak:
    """Draw a game of Dritzak with random options and a random number of seats, after a random
    number of moves. In some of the games a seat has resigned."""
    seats = draw(st.integers(2, 10))
    options: dict[str, Any] = {name: draw(st.booleans()) for name in BOOLS}
    options["decks"] = draw(st.sampled_from(["auto", "2", "3", "4", *(["1"] if seats < 7 else [])]))
    options["deal"] = draw(st.sampled_from(["hidden", "open"]))
    options["set_rule"] = draw(st.sampled_from(["any-four", "all", "unique-suits"]))
    jinxed = {seat: {"jinx"} for seat in range(seats) if draw(st.integers(0, 9)) == 0}
    rng = Random(draw(st.integers(0, 2**32)))
    game = Dritzak.new(
        Dritzak.options(**options), seats=seats, seed=rng.randbytes(8), handicaps=jinxed
    )
    for _ in range(rng.choice((0, 1, seats - 1, seats, seats + 1, seats + 3, 40, 150, 400))):
        if game.outcome is not None:
            break
        if rng.random() < 0.01:
            game.resign(rng.choice(game.still_in))
            continue
        seat = rng.choice(sorted(game.waiting_on))
        for event in game.play(seat, rng.choice(game.legal_moves(seat))):
            assert tuple(event.fields) == EVENTS[event.name].public, event
            assert tuple(event.secret or ()) == EVENTS[event.name].secret, event
    return game


def cards_of(position: dict[str, Any]) -> Counter[str]:
    flat = [
        card
        for zone in ("hands", "face_up", "face_down")
        for cards in position[zone]
        for card in cards
        if card
    ]
    return Counter([*flat, *position["draw"], *position["pile"], *position["discard"]])


@given(game=games_under_way())
@settings(max_examples=80, deadline=None)
def test_positions_copies_and_samples_agree_with_the_game(game: Dritzak) -> None:
    position = game.position()
    assert cards_of(position) == Counter(dict.fromkeys(deck(), game.rules.decks))
    again = Dritzak.from_position(json.loads(json.dumps(position)), options=game.settings)
    assert again.position() == position == game.copy().position()
    for viewer in (None, *range(game.seats)):
        view = game.view(viewer)
        assert again.view(viewer) == view
        for rng in (Random(1), Stream(b"1")):
            imagined = Dritzak.sample(view, rng)
            assert imagined.view(viewer) == view
            assert cards_of(imagined.position()) == cards_of(position)


@given(game=games_under_way(), seed=st.integers(0, 2**32))
@settings(max_examples=40, deadline=None)
def test_a_copy_plays_on_by_itself(game: Dritzak, seed: int) -> None:
    before = game.position()
    rng, twin = Random(seed), game.copy()
    other = game.copy()
    for _ in range(30):
        if twin.outcome is not None:
            break
        seat = rng.choice(sorted(twin.waiting_on))
        move = rng.choice(twin.legal_moves(seat))
        assert twin.play(seat, move) == other.play(seat, str(move))
    assert twin.position() == other.position()
    assert game.position() == before


def test_a_hand_is_its_owners_the_pile_everybodys_the_discard_nobodys() -> None:
    game = table(
        "9S KC",
        "4C 5C",
        up={1: "QD"},
        down={0: "3S - 3H"},
        pile="8S 8H",
        draw="AS AD",
        discard=["2C", "2D"],
    )
    for viewer in (0, 1, None):
        view = game.view(viewer)
        shown = {
            (zone.name, zone.owner): (zone.layout, zone.cards, zone.gaps) for zone in view.zones
        }
        assert shown["hand", 0] == ("hand", ("9S", "KC") if viewer == 0 else (None, None), ())
        assert shown["hand", 1] == ("hand", ("4C", "5C") if viewer == 1 else (None, None), ())
        assert shown["face_up", 1] == ("row", ("QD",), ())
        assert shown["face_down", 0] == ("row", (None, None), (1,))
        assert shown["draw", None] == ("count", (None, None), ())
        assert shown["pile", None] == ("pile", ("8S", "8H"), ())
        assert shown["discard", None] == ("count", (None, None), ())
        assert [seat.cards for seat in view.seats] == [2, 2]
        assert view.seats[0].roles == ("turn",)
    assert game.view(0).moves == tuple(game.legal_moves(0))
    assert game.view(None).moves == game.view(1).moves == ()


def test_a_view_is_json() -> None:
    game = Dritzak.new(seats=3, seed=b"json")
    assert json.loads(json.dumps(game.view(1).facts)) == game.view(1).facts


@pytest.mark.parametrize("make", [Random, lambda number: Stream(bytes([number]))])
def test_a_sample_holds_what_is_public_of_the_start(make: Any) -> None:
    """A sample (a game imagined from a view) keeps what everybody knows at the start. The seats
    that tie for the first move hold the lowest rank, and no other seat holds this rank or a lower
    one (DRI-10, DRI-11)."""
    game = table(
        "5S 5H KS", "6H KH", "5D 5C", "6D QD", phase="start", draw="3S 3H 3D 3C 4S 4H", pile=""
    )
    rng: Chance = make(7)
    for _ in range(30):
        imagined = Dritzak.sample(game.view(0), rng)
        hands = [[card[:-1] for card in hand] for hand in imagined.position()["hands"]]
        assert hands[2] == ["5", "5"]
        assert not {rank for hand in (hands[1], hands[3]) for rank in hand} & {"3", "4", "5"}
        assert holders_who_may_start(imagined) == [0, 2]


def test_a_sample_keeps_who_still_holds_the_lowest_rank() -> None:
    game = table("3S 9C", "3H JC", "4S 5S", phase="start", draw="QS QD QH KS")
    game.play(0, "play 3S")
    for number in range(30):
        imagined = Dritzak.sample(game.view(2), Stream(bytes([number])))
        assert "3" in {card[:-1] for card in imagined.position()["hands"][1]}


def test_a_sample_believes_a_revelation() -> None:
    for read in range(400):
        game = table("", "8C", down={0: "3S KS 9H"}, pile="8S", chance={"seed": "", "read": read})
        game.play(0, "shijo")
        told = game.view(0).facts["shijo"]
        if told["answer"] == "revelation":
            break
    for number in range(20):
        places = Dritzak.sample(game.view(0), Stream(bytes([number]))).position()["face_down"][0]
        assert places[told["place"] - 1] == told["card"]


def test_samples_differ_and_answer_differently() -> None:
    view = Dritzak.new(seats=2, seed=b"samples").view(0)
    rng = Random(5)
    samples = [Dritzak.sample(view, rng).position() for _ in range(10)]
    assert len({json.dumps(sample["face_down"]) for sample in samples}) == 10
    assert len({sample["chance"]["seed"] for sample in samples}) == 10


def test_a_position_at_rest_says_no_more_than_the_rules_ask() -> None:
    game = table("9S KC", "4C 5C", pile="8S")
    assert set(game.position()) == {
        "hands",
        "face_up",
        "face_down",
        "draw",
        "pile",
        "discard",
        "turn",
        "direction",
        "out",
        "phase",
    }


def test_cards_named_nowhere_are_discarded() -> None:
    game = table("9S KC", "4C 5C", pile="8S", discard=None)
    assert cards_of(game.position()) == Counter(deck())
    assert len(game.position()["discard"]) == 47


GOOD: dict[str, Any] = {"hands": [["4S"], ["5S"]]}


@pytest.mark.parametrize(
    "wrong",
    [
        {},
        [],
        None,
        {"hands": 3},
        {"hands": [["4S"]]},
        {"hands": [["4S"]] * 11},
        {"hands": [["4s"], ["5S"]]},
        {"hands": [["RJ"], ["5S"]]},
        {"hands": [[None], ["5S"]]},
        {**GOOD, "face_up": [[]]},
        {**GOOD, "face_down": [["4H", "4D", "4C", "5D"], []]},
        {**GOOD, "turn": 2},
        {**GOOD, "turn": -1},
        {**GOOD, "turn": None},
        {**GOOD, "turn": "0"},
        {**GOOD, "direction": 0},
        {**GOOD, "phase": "deal"},
        {**GOOD, "phase": "over"},
        {**GOOD, "phase": "throw"},
        {**GOOD, "phase": "throw", "throwers": [0, 5]},
        {**GOOD, "phase": "throw", "throwers": [0, 1], "throws": ["rock", "paper"]},
        {**GOOD, "phase": "throw", "throwers": [0, 1], "throws": ["rock", "well"]},
        {**GOOD, "phase": "choose", "chosen": [["4H"], None]},
        {**GOOD, "out": [[0]]},
        {**GOOD, "out": [[7]]},
        {**GOOD, "jinxed": [2]},
        {**GOOD, "pile": ["4S"] * 8},
        {**GOOD, "chance": {"seed": "xyz"}},
        {**GOOD, "chance": {"seed": "00", "read": 10**30}},
        {"hands": [[], ["5S"]]},
        {**GOOD, "outcome": {"ranks": [1, 2], "kind": "won", "honours": []}},
        {**GOOD, "idle": -1},
    ],
)
def test_what_is_no_position(wrong: Any) -> None:
    with pytest.raises(PositionError) as error:
        Dritzak.from_position(wrong)
    assert str(error.value)


def test_options_of_another_game_are_refused() -> None:
    with pytest.raises(OptionsError):
        Dritzak.new(Tredici.options(), seats=4, seed=b"")
    with pytest.raises(OptionsError):
        Dritzak.from_position(GOOD, options=Tredici.options())
