"""Dritzak: the face-up cards and who starts (DRI-03, DRI-10 to DRI-13)."""

from __future__ import annotations

from typing import Any

import pytest

from games.core import IllegalMove
from games.dritzak import Dritzak
from tests.games.dritzak_tables import hand, moves, named, table

SIX = "4S JH 2D 9C 9D KS"


def start(*hands: str, **position: Any) -> Dritzak:
    return table(*hands, phase="start", **position)


def throw_all(game: Dritzak, signs: dict[int, str]) -> list[dict[str, object]]:
    return [
        shown
        for seat, sign in signs.items()
        for shown in named(game.play(seat, f"throw {sign}"), "throws-shown")
    ]


class TestFaceUpCards:
    def test_dri_03_any_three_of_the_six(self) -> None:
        game = table(SIX, "5S 6S 7S 8S QH QD", phase="choose")
        assert len(moves(game)) == 20
        assert {"up 4S JH 2D", "up KS 9D 9C"} <= {
            " ".join(["up", *move.cards]) for move in game.legal_moves(0)
        }
        game.play(0, "up 9C KS 9D")
        assert game.view(0).facts["choice"] == ["9D", "9C", "KS"]

    def test_dri_03_doubles_are_offered_once(self) -> None:
        game = table(
            "4S 4S 4S 4S 4S KS", "5S 6S 7S 8S QH QD", phase="choose", options={"decks": "2"}
        )
        assert moves(game) == {"up 4S 4S 4S", "up 4S 4S KS"}

    def test_dri_03_nobody_learns_a_choice_before_the_last_one(self) -> None:
        game = table(SIX, "5S 6S 7S 8S QH QD", "3S 3H 3D 3C 4D 4C", phase="choose")
        events = game.play(0, "up 4S JH 2D")
        assert [event.seen_by(1) for event in events] == [{"seat": 0}]
        assert events[0].seen_by(0) == {"seat": 0, "cards": ["4S", "JH", "2D"]}
        assert game.view(0).facts["choice"] == ["2D", "4S", "JH"]
        for viewer in (1, 2, None):
            assert game.view(viewer).facts["choice"] is None
            assert "JH" not in str(game.view(viewer))
        assert game.waiting_on == {1, 2}
        with pytest.raises(IllegalMove, match="already chosen") as refused:
            game.play(0, "up 9C 9D KS")
        assert refused.value.rule == "DRI-03"
        game.play(2, "up 3S 3H 3D")
        events = game.play(1, "up 5S 6S 7S")
        assert named(events, "up-shown") == [
            {
                "seats": [0, 1, 2],
                "cards": [["2D", "4S", "JH"], ["5S", "6S", "7S"], ["3S", "3H", "3D"]],
            }
        ]
        assert hand(game) == ["9C", "9D", "KS"]

    @pytest.mark.parametrize("text", ["up 4S JH", "up 4S JH 2D 9C", "up 4S JH 5D", "up 4S 4S JH"])
    def test_dri_03_three_cards_of_ones_own(self, text: str) -> None:
        game = table(SIX, "5S 6S 7S 8S QH QD", phase="choose")
        with pytest.raises(IllegalMove) as refused:
            game.play(0, text)
        assert refused.value.rule == "DRI-03"

    def test_dri_03_nothing_is_played_before(self) -> None:
        game = table(SIX, "5S 6S 7S 8S QH QD", phase="choose")
        with pytest.raises(IllegalMove, match="choose their face-up cards first") as refused:
            game.play(0, "play 4S")
        assert refused.value.rule == "DRI-03"


class TestWhoStarts:
    @pytest.mark.parametrize(
        ("hands", "starter"),
        [
            (("4S 5S", "3S KS", "6S 7S"), 1),
            (("4S 5S", "6S 7S", "8S 9S"), 0),
            (("2S 10S", "KS 2H", "AS 2D"), 1),
            (("10S 10H", "10D 2S", "10C 10S"), 1),
            (("10S", "2H", "AS"), 2),
        ],
    )
    def test_dri_10_the_lowest_rank_special_ones_last(
        self, hands: tuple[str, ...], starter: int
    ) -> None:
        assert start(*hands).waiting_on == {starter}

    def test_dri_10_who_holds_it_is_public(self) -> None:
        game = table(SIX, "5S 6S 4H 8S QH QD", "3S 3H 3D 7C 4D 5C", phase="choose")
        game.play(0, "up KS JH 2D")
        game.play(1, "up 8S QH QD")
        events = game.play(2, "up 3S 3H 3D")
        assert named(events, "tied") == [{"seats": [0, 1, 2], "rank": "4", "holders": [0, 1, 2]}]
        assert game.view(None).facts["lowest"] == {"rank": "4", "seats": [0, 1, 2]}

    def test_dri_11_the_longest_run_of_cards_clockwise(self) -> None:
        assert start("3S KS", "3H KH", "4S 5S").waiting_on == {0}
        assert start("3S KS", "4H KH", "3D 5S").waiting_on == {2}
        assert start("3S KS", "4H KH", "3D 3C", "4S 5S").waiting_on == {2}
        assert start("3S KS", "3H KH", "4D 4C", "3D 3C", "4S").position()["phase"] == "throw"

    def test_dri_11_copies_count_and_the_run_goes_round_the_table(self) -> None:
        game = start("3S KS", "4H KH", "3D 3C", "3H 4C")
        assert game.waiting_on == {2}
        assert game.view(0).facts["lowest"] == {"rank": "3", "seats": [2, 3, 0]}

    def test_dri_11_those_who_left_do_not_break_the_run(self) -> None:
        game = start("4S 3S", "", "3H KH", "4H 5H", "3D", resigned=[1])
        assert game.waiting_on == {4}
        assert start("3S KS", "", "3H KH", "4H 5H", resigned=[1]).waiting_on == {0}

    def test_dri_12_two_play_best_of_three(self) -> None:
        game = start("3S KS", "4H KH", "3D 5S", "4D 5D")
        assert game.waiting_on == {0, 2}
        assert moves(game, 0) == moves(game, 2) == {"throw rock", "throw paper", "throw scissors"}
        assert moves(game, 1) == set()
        assert throw_all(game, {0: "rock", 2: "rock"})[0]["wins"] == [0, 0]
        assert throw_all(game, {0: "rock", 2: "scissors"})[0]["wins"] == [1, 0]
        assert throw_all(game, {2: "paper", 0: "rock"})[0]["wins"] == [1, 1]
        assert game.position()["phase"] == "throw"
        throw_all(game, {0: "scissors", 2: "rock"})
        assert game.waiting_on == {2}
        assert game.position()["turn"] == 2

    def test_dri_12_a_throw_is_secret_until_all_are_in(self) -> None:
        game = start("3S KS", "4H KH", "3D 5S", "4D 5D")
        events = game.play(0, "throw rock")
        assert [event.seen_by(2) for event in events] == [{"seat": 0}]
        assert events[0].seen_by(0) == {"seat": 0, "sign": "rock"}
        assert game.view(0).facts["throw"] == "rock"
        assert game.view(2).facts["throw"] is None
        assert "rock" not in str(game.view(None))
        roles = [seat.roles for seat in game.view(None).seats]
        assert roles == [("done",), (), ("thrower",), ()], "who has thrown isn't yet to throw"
        for seat in (0, 1):
            with pytest.raises(IllegalMove) as refused:
                game.play(seat, "throw paper")
            assert refused.value.rule == "DRI-12"
        with pytest.raises(IllegalMove, match="to see who starts") as refused:
            game.play(2, "play 3D")
        assert refused.value.rule == "DRI-12"

    def test_dri_12_three_throw_at_once(self) -> None:
        game = start("3S KS", "3H KH", "3D 5S")
        assert game.waiting_on == {0, 1, 2}
        assert throw_all(game, {0: "rock", 1: "paper", 2: "scissors"})[0]["left"] == [0, 1, 2]
        assert throw_all(game, {0: "rock", 1: "rock", 2: "rock"})[0]["left"] == [0, 1, 2]
        assert throw_all(game, {0: "rock", 1: "rock", 2: "scissors"})[0] == {
            "seats": [0, 1, 2],
            "signs": ["rock", "rock", "scissors"],
            "left": [0, 1],
            "wins": [0, 0],
        }
        assert game.waiting_on == {0, 1}
        throw_all(game, {0: "rock", 1: "scissors"})
        throw_all(game, {0: "rock", 1: "scissors"})
        assert game.waiting_on == {0}

    def test_dri_12_four_throw_and_one_beats_all(self) -> None:
        game = start("3S KS", "3H KH", "3D 5S", "3C 6S")
        events = [event for seat in (3, 1, 0) for event in game.play(seat, "throw rock")]
        events += game.play(2, "throw paper")
        assert named(events, "starts") == [{"seat": 2, "rank": "3", "holders": [0, 1, 2, 3]}]
        assert game.waiting_on == {2}

    def test_dri_12_four_throw_and_three_are_left(self) -> None:
        game = start("3S KS", "3H KH", "3D 5S", "3C 6S")
        assert throw_all(game, {0: "paper", 1: "rock", 2: "paper", 3: "paper"})[0]["left"] == [
            0,
            2,
            3,
        ]
        assert game.waiting_on == {0, 2, 3}

    def test_dri_12_who_resigns_drops_out_and_a_new_pair_begins_afresh(self) -> None:
        game = start("3S KS", "3H KH", "3D 5S")
        game.play(0, "throw rock")
        game.play(1, "throw paper")
        game.resign(2)
        assert game.waiting_on == {0, 1}
        assert game.view(None).facts["wins"] == [0, 0]
        throw_all(game, {0: "rock", 1: "paper"})
        events = game.resign(1)
        assert game.outcome is not None
        assert game.outcome.ranks == (1, 2, 2)
        assert named(events, "starts") == []

    def test_dri_12_one_left_of_a_pair_starts(self) -> None:
        game = start("3S KS", "4H KH", "3D 5S", "4D 5D")
        throw_all(game, {0: "rock", 2: "scissors"})
        game.resign(0)
        assert game.waiting_on == {2}
        assert game.position()["turn"] == 2

    def test_dri_12_four_with_one_left_out_settle_the_throws_that_are_in(self) -> None:
        game = start("3S KS", "3H KH", "3D 5S", "3C 6S")
        for seat, sign in ((0, "rock"), (1, "rock"), (2, "paper")):
            game.play(seat, f"throw {sign}")
        game.resign(3)
        assert game.waiting_on == {2}
        assert game.position()["turn"] == 2

    def test_dri_12_one_who_did_not_throw_may_leave(self) -> None:
        game = start("3S KS", "4H KH", "3D 5S", "4D 5D")
        game.play(0, "throw rock")
        game.resign(1)
        assert game.waiting_on == {2}


class TestPoorForm:
    def test_dri_13_the_starter_may_play_any_card(self) -> None:
        game = start("3S 9C 9D", "3H 8C 8D", "4S 5S 6S", draw="QS QD QH KS")
        assert moves(game) == {"play 3S", "play 9C", "play 9D", "play 9D 9C"}
        assert named(game.play(0, "play 9C"), "poor-form") == [{"seat": 0, "rank": "3"}]

    def test_dri_13_the_lowest_rank_is_good_form_and_looked_at_once(self) -> None:
        game = start("3S 9C 9D", "3H 8C 8D", "4S 5S 6S", draw="QS QD QH KS")
        assert named(game.play(0, "play 3S"), "poor-form") == []
        assert game.view(2).facts["lowest"] == {"rank": "3", "seats": [1]}
        assert named(game.play(1, "play 8C"), "poor-form") == [{"seat": 1, "rank": "3"}]
        assert named(game.play(2, "pickup"), "poor-form") == []
        assert named(game.play(0, "play 9C"), "poor-form") == []
        assert named(game.play(1, "play QD"), "poor-form") == []
        assert game.view(2).facts["lowest"] is None

    def test_dri_13_also_when_the_lowest_could_not_be_played(self) -> None:
        game = start("3S 9C 9D", "3H JC 8D", "4S 5S 6S")
        game.play(0, "play 9C 9D")
        assert named(game.play(1, "play JC"), "poor-form") == [{"seat": 1, "rank": "3"}]

    def test_dri_13_an_extra_turn_is_no_first_turn(self) -> None:
        game = start("3S 10C 9D", "3H JC 8D", "4S 5S 6S")
        assert len(named(game.play(0, "play 10C"), "poor-form")) == 1
        assert named(game.play(0, "play 9D"), "poor-form") == []

    def test_dri_13_picking_up_is_no_poor_form_and_ends_the_first_turn(self) -> None:
        game = start("3S 9C 9D", "3H JC 8D", "4S 5S 6S")
        game.play(0, "play 3S")
        assert named(game.play(1, "pickup"), "poor-form") == []
        game.play(2, "play 4S")
        game.play(0, "play 9C")
        assert named(game.play(1, "play JC"), "poor-form") == []

    def test_dri_13_only_the_run_is_watched(self) -> None:
        game = start("3S 9C", "4H JC", "3D 3C KS", "4S 5S")
        assert game.waiting_on == {2}
        game.play(2, "play 3D 3C")
        game.play(3, "play 4S")
        assert named(game.play(0, "play 9C"), "poor-form") == []
