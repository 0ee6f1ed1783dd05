"""Dritzak: the Shijo, an oracle whom a player may ask about their hidden cards (DRI-60)."""

from __future__ import annotations

from collections import Counter
from typing import Any

import pytest

from games.core import IllegalMove, Stream
from games.dritzak import Dritzak
from games.players.dritzak.greedy import choose
from games.record import Header, Record, Step, replay
from tests.beyond import BEYOND
from tests.games.dritzak_tables import moves, named, table

ANSWERS = 4000


def asked(down: str, pile: str, seed: int) -> dict[str, Any]:
    """Return the Shijo's answer to seat 0, as the fact `shijo` of its view. `down` are the
    face-down cards of seat 0, and `seed` is the seed of chance."""
    chance = {"seed": seed.to_bytes(4, "big").hex(), "read": 0}
    game = table("", "8C", down={0: down}, pile=pile, chance=chance)
    game.play(0, "shijo")
    answer: dict[str, Any] = game.view(0).facts["shijo"]
    return answer


def test_dri_60_asked_once_a_turn_before_a_face_down_card() -> None:
    game = table("", "8C", down={0: "3S - 9H"}, pile="8S")
    assert moves(game) == {"flip 1", "flip 3", "shijo", "pickup"}
    game.play(0, "shijo")
    assert moves(game) == {"flip 1", "flip 3", "pickup"}
    with pytest.raises(IllegalMove, match="once a turn") as refused:
        game.play(0, "shijo")
    assert refused.value.rule == "DRI-60"
    assert game.waiting_on == {0}


def test_dri_60_again_in_an_extra_turn() -> None:
    game = table("", "8C", down={0: "3S 10S 9H"}, pile="8S")
    game.play(0, "shijo")
    game.play(0, "flip 2")
    assert "shijo" in moves(game)
    assert game.view(0).facts["shijo"] is None
    read = game.position()["chance"]["read"]
    game.play(0, "shijo")
    assert game.position()["chance"]["read"] > read > 0


@pytest.mark.parametrize(
    ("position", "options"),
    [({"up": {0: "9D"}}, {}), ({"down": {0: "9D - -"}}, {"shijo": False})],
)
def test_dri_60_not_before_other_cards_nor_without_the_option(
    position: dict[str, Any], options: dict[str, bool]
) -> None:
    game = table("", "8C", pile="8S", options=options, **position)
    assert "shijo" not in moves(game)
    with pytest.raises(IllegalMove) as refused:
        game.play(0, "shijo")
    assert refused.value.rule == "DRI-60"


def test_dri_60_that_it_was_asked_is_public_the_answer_is_not() -> None:
    chance = {"seed": "", "read": 0}
    for read in range(40):
        chance["read"] = read
        game = table("", "8C", "9C", down={0: "KS - 9H"}, pile="8S", chance=dict(chance))
        events = game.play(0, "shijo")
        assert named(events, "shijo-asked") == [{"seat": 0}]
        for viewer in (1, 2, None):
            assert all(event.seen_by(viewer) == {"seat": 0} for event in events)
            assert game.view(viewer).facts["shijo"] is None
            assert game.view(viewer).facts["shijo_asked"] is True
            assert "KS" not in str(game.view(viewer))
            assert "9H" not in str(game.view(viewer))
        told = game.view(0).facts["shijo"]
        assert events[1].seen_by(0) == {"seat": 0, **told}


@BEYOND
def test_dri_60_shares_of_silence_advice_and_revelation() -> None:
    answers = [asked("3S KS 4S", "8S", seed) for seed in range(ANSWERS)]
    kinds = Counter(answer["answer"] for answer in answers)
    assert kinds["silence"] / ANSWERS == pytest.approx(1 / 4, abs=0.03)
    assert kinds["advice"] / ANSWERS == pytest.approx(5 / 8, abs=0.03)
    assert kinds["revelation"] / ANSWERS == pytest.approx(1 / 8, abs=0.03)
    advised = Counter(answer["place"] for answer in answers if answer["answer"] == "advice")
    assert advised[2] / kinds["advice"] == pytest.approx(3 / 4, abs=0.03)
    assert advised[1] == pytest.approx(advised[3], rel=0.3)
    revealed = Counter(
        (answer["place"], answer["card"]) for answer in answers if answer["answer"] == "revelation"
    )
    assert set(revealed) == {(1, "3S"), (2, "KS"), (3, "4S")}
    assert min(revealed.values()) / kinds["revelation"] == pytest.approx(1 / 3, abs=0.08)
    assert all(
        answer["place"] is answer["card"] is None
        for answer in answers
        if answer["answer"] == "silence"
    )
    assert all(answer["card"] is None for answer in answers if answer["answer"] == "advice")


@pytest.mark.parametrize(("down", "pile"), [("3S - 4S", "8S"), ("KS - 9S", "8S"), ("3S - KS", "")])
def test_dri_60_any_place_where_there_is_none_of_the_kind(down: str, pile: str) -> None:
    advised = {answer["place"] for answer in (asked(down, pile, seed) for seed in range(200))}
    assert advised == {None, 1, 3}


def test_dri_60_a_replay_gives_the_same_answers() -> None:
    for number in range(3):
        seed = b"answers" + bytes([number])
        header = Header("dritzak", Dritzak.version, Dritzak.options().model_dump(), 2, seed)
        game, rng = Dritzak.new(seats=2, seed=seed), Stream(seed)
        steps, told = [], []
        while game.outcome is None:
            seat = min(game.waiting_on)
            move = choose(game.view(seat), rng)
            told += [
                event.secret for event in game.play(seat, move) if event.name == "shijo-answer"
            ]
            steps.append(Step(seat, move))
        assert told
        again = [
            event.secret
            for _, _, events in replay(Record(header, tuple(steps)))
            for event in events
        ]
        assert [secret for secret in again if secret and "answer" in secret] == told
