"""Tredici: kisché, a call that reveals which sides collect the same suit (TRE-30 to TRE-33)."""

from __future__ import annotations

from itertools import product
from typing import Any

import pytest

from games.cards import SUITS
from games.core import IllegalMove, Move
from games.tredici import Tredici
from tests.games.tredici_tables import at, moves, named, names

HANDS = ["3S 4D 5C", "2H 8C 9D", "2C 3C 4C", "6S 7S"]


def targets(suits: str, **position: Any) -> Tredici:
    """Return a game without teams that has as many seats as `suits` has letters. Each letter is the
    target of the seat with the same number. Each seat has some cards, and the drawing deck has
    enough cards."""
    hands = HANDS[: len(suits)]
    stacks = ["KH", "QH 9H", "KS", "KD"][: len(suits)]
    return at(hands, targets=list(suits), stacks=stacks, draw="6C 7C 8S 9C 10C JC QC", **position)


def team(hands: list[str] | None = None, suits: str = "HHS", **position: Any) -> Tredici:
    """Return a game of six seats in three teams of two, with the targets in `suits`."""
    hands = hands or ["3S", "4D", "5C", "6C", "7C", "8C"]
    return at(hands, options={"teams": 3}, targets=list(suits), draw="9C 10C JC QC KC", **position)


def asked(game: Tredici, seat: int) -> object:
    return game.view(seat).facts["call"]


class TestCalling:
    def test_tre_30_any_seat_in_turn_or_out_of_turn_once_a_game(self) -> None:
        game = targets("HHS")
        assert all(moves(game, seat, "kische") for seat in range(3))
        game.play(2, "kische")
        assert not any(moves(game, seat, "kische") for seat in range(3))
        assert game.position()["kische"] == "used"
        with pytest.raises(IllegalMove) as refused:
            game.play(0, "kische")
        assert refused.value.rule == "TRE-30"

    def test_tre_30_while_others_give(self) -> None:
        game = at(["3H 4H", "5D 6D"], targets=["S", "S"], owes=["draw 2", "swap"], draw="8C")
        game.play(0, "draw")
        game.play(1, "kische")
        assert (game.waiting_on, game.position()["full_hand"]) == (frozenset({0}), 6)
        game.play(0, "target C")
        assert game.waiting_on == {1}
        assert "drawing" not in game.position()
        game.play(1, "give 5D")
        assert game.waiting_on == {0}
        assert game.position()["owes"][0] == "fresh"

    def test_tre_30_a_team_must_agree_and_until_then_only_it_knows(self) -> None:
        game = team()
        before = {seat: game.view(seat) for seat in (None, 2, 3, 4, 5)}
        events = game.play(1, "kische")
        assert names(events) == ["kische-asked"]
        assert [events[0].seen_by(seat) for seat in (None, 0, 1, 2)] == [
            {},
            {"seat": 1},
            {"seat": 1},
            {},
        ]
        assert {seat: game.view(seat) for seat in before} == before
        assert asked(game, 0) == asked(game, 1) == {"caller": 1, "agreed": []}
        assert (
            moves(game, 0, "agree", "refuse", "kische"),
            moves(game, 1, "agree", "refuse", "kische"),
        ) == (
            ["agree", "refuse"],
            [],
        )
        assert (game.waiting_on, game.position()["kische"]) == (frozenset({0}), "unused")
        events = game.play(0, "agree")
        assert names(events)[:3] == ["kische-agreed", "kische-called", "targets-announced"]
        assert events[1].fields == {"seat": 1, "side": 0, "kind": "kische"}

    def test_tre_30_play_goes_on_while_a_team_thinks(self) -> None:
        game = team(owes=["draw 1"] * 6)
        game.play(3, "kische")
        game.play(0, "draw")
        game.play(1, "draw")
        assert asked(game, 2) == {"caller": 3, "agreed": []}
        game.play(2, "agree")
        assert game.position()["kische"] == "used"

    def test_tre_30_every_teammate_must_agree(self) -> None:
        game = at(
            ["3S", "4D", "5C", "6C", "7C"], options={"teams": 2}, targets=["H", "H"], draw="9C"
        )
        game.play(0, "kische")
        game.play(2, "agree")
        assert game.position()["kische"] == "unused"
        assert asked(game, 1) == {"caller": 0, "agreed": [2]}
        with pytest.raises(IllegalMove):
            game.play(2, "agree")
        game.play(1, "agree")
        assert game.position()["kische"] == "used"

    def test_tre_30_a_refusal_withdraws_it_and_it_is_not_used_up(self) -> None:
        game = team()
        game.play(1, "kische")
        events = game.play(0, "refuse")
        assert events[0].seen_by(0) == {"seat": 0, "caller": 1}
        assert events[0].seen_by(None) == {}
        assert (asked(game, 1), "calls" in game.position()) == (None, False)
        assert moves(game, 1, "kische") == ["kische"]

    def test_tre_30_the_caller_leaving_withdraws_it(self) -> None:
        game = at(
            ["3S", "4D", "5C", "6C", "7C"], options={"teams": 2}, targets=["H", "H"], draw="9C"
        )
        game.play(0, "kische")
        game.play(1, "agree")
        assert "kische-refused" in names(game.resign(0))
        assert (asked(game, 1), game.position()["kische"]) == (None, "unused")

    def test_tre_30_the_last_teammate_to_agree_leaving_lets_it_take_effect(self) -> None:
        game = team()
        game.play(1, "kische")
        events = game.resign(0)
        assert "kische-called" in names(events)
        assert game.waiting_on == {2}

    def test_tre_30_a_last_player_calls_alone(self) -> None:
        game = team()
        game.resign(0)
        assert names(game.play(1, "kische"))[0] == "kische-called"

    def test_tre_30_the_first_call_agreed_to_counts(self) -> None:
        game = team()
        game.play(1, "kische")
        game.play(4, "kische")
        assert moves(game, 2, "kische") == ["kische"]
        events = game.play(5, "agree")
        assert named(events, "kische-called").fields == {"seat": 4, "side": 2, "kind": "passive"}
        assert "calls" not in game.position()
        assert asked(game, 0) is None
        with pytest.raises(IllegalMove) as refused:
            game.play(0, "agree")
        assert refused.value.rule == "TRE-30"

    def test_tre_30_answers_are_for_teammates_only(self) -> None:
        game = team()
        game.play(1, "kische")
        for seat, move in ((1, "agree"), (1, "refuse"), (2, "agree"), (1, "kische")):
            with pytest.raises(IllegalMove) as refused:
                game.play(seat, move)
            assert refused.value.rule == "TRE-30"


class TestAnnouncing:
    def test_tre_31_targets_are_announced_and_stay_known_until_a_purge_changes_them(self) -> None:
        game = targets("HHS")
        events = game.play(0, "kische")
        assert named(events, "targets-announced").fields == {"targets": ["H", "H", "S"]}
        assert game.view(None).facts["targets"] == ["H", None, "S"]
        game.play(1, "target D")
        assert game.view(2).facts["targets"] == ["H", None, "S"]
        assert game.view(1).facts["targets"] == ["H", "D", "S"]


class TestWhoIsPurged:
    @pytest.mark.parametrize(
        ("suits", "kind", "purged"),
        [
            ("HHS", "kische", [1]),
            ("HSH", "kische", [2]),
            ("HHSD", "kische", [1]),
            ("HHHS", "triple", [1, 2]),
            ("HSS", "passive", [1, 2]),
            ("HSDS", "passive", [1, 3]),
            ("HSSS", "triple-passive", [1, 2, 3]),
            ("HHSS", "double", [1, 2, 3]),
            ("HSHS", "double", [1, 2, 3]),
            ("HH", "nimoeglich", [1]),
            ("HHH", "nimoeglich", [1, 2]),
            ("HHHH", "nimoeglich", [1, 2, 3]),
            ("HS", "wrong", [0]),
            ("HSD", "wrong", [0]),
            ("HSDC", "wrong", [0]),
        ],
    )
    def test_tre_32_every_kind(self, suits: str, kind: str, purged: list[int]) -> None:
        game = targets(suits)
        events = game.play(0, "kische")
        assert named(events, "kische-called").fields["kind"] == kind
        assert [event.fields["side"] for event in events if event.name == "purged"] == purged
        assert game.waiting_on == {purged[0]}
        assert [
            side for side, target in enumerate(game.position()["targets"]) if target is None
        ] == purged

    def test_tre_32_whatever_the_targets_and_whoever_calls(self) -> None:
        for sides in (2, 3, 4):
            for suits, caller in product(product(SUITS, repeat=sides), range(sides)):
                game = targets("".join(suits))
                game.play(caller, "kische")
                gone = {
                    side for side, target in enumerate(game.position()["targets"]) if target is None
                }
                groups = [
                    {side for side in range(sides) if suits[side] == suit} for suit in set(suits)
                ]
                shared = set().union(*(group for group in groups if len(group) > 1))
                assert gone == (shared - {caller} if shared else {caller})

    def test_tre_32_sides_that_have_left_do_not_count(self) -> None:
        game = targets("HHSD")
        game.resign(1)
        assert named(game.play(0, "kische"), "kische-called").fields["kind"] == "wrong"


class TestPurge:
    def test_tre_33_stacks_first_then_hands_go_to_the_discards(self) -> None:
        game = targets("HHS", discard="AD")
        events = game.play(0, "kische")
        assert game.position()["discard"][:3] == ["AD", "QH", "9H"]
        assert set(game.position()["discard"][3:]) == {"2H", "8C", "9D"}
        purged = named(events, "purged")
        assert purged.seen_by(0) == {"side": 1, "seats": [1], "count": 2}
        assert purged.seen_by(1)["cards"] == ["QH", "9H"]
        assert game.position()["owes"] == ["swap", "fresh", "swap"]

    def test_tre_33_the_new_target_is_one_that_no_other_side_has(self) -> None:
        game = targets("HHS")
        game.play(0, "kische")
        assert moves(game, 1) == ["target D", "target C"]
        assert [game.view(seat).facts["free"] for seat in (None, 0, 1, 2)] == [
            [],
            [],
            ["D", "C"],
            [],
        ]
        for suit in "HS":
            with pytest.raises(IllegalMove) as refused:
                game.play(1, f"target {suit}")
            assert refused.value.rule == "TRE-33"

    def test_tre_33_the_old_suit_is_allowed_when_free(self) -> None:
        game = targets("HSS")
        game.play(0, "kische")
        assert "target S" in moves(game, 1)
        game.play(1, "target S")
        assert moves(game, 2) == ["target D", "target C"]

    def test_tre_33_purged_sides_choose_one_after_another_clockwise_from_the_caller(self) -> None:
        game = targets("HSHH")
        game.play(2, "kische")
        assert game.waiting_on == {3}
        with pytest.raises(IllegalMove) as refused:
            game.play(0, "target D")
        assert refused.value.rule == "TRE-33"
        game.play(3, "target D")
        assert game.waiting_on == {0}
        assert moves(game, 0) == ["target C"]
        game.play(0, "target C")
        assert game.waiting_on == {0}
        assert moves(game, 0) == ["draw"]

    def test_tre_33_play_waits_for_the_choice(self) -> None:
        game = targets("HHS", owes=["draw 1"] * 3)
        game.play(0, "kische")
        with pytest.raises(IllegalMove) as refused:
            game.play(0, "draw")
        assert refused.value.rule == "TRE-33"
        game.play(1, "target C")
        assert (game.waiting_on, game.position()["owes"]) == (
            frozenset({0}),
            ["draw 1", "fresh", "draw 1"],
        )

    def test_tre_33_a_draw_under_way_goes_on_when_its_seat_is_not_purged(self) -> None:
        game = at(
            ["3H 4H", "5D 6D", "7C 9C"],
            targets=["S", "D", "D"],
            owes=["draw 3", "swap", "swap"],
            draw="8C",
        )
        game.play(0, "draw")
        game.play(1, "kische")
        assert game.waiting_on == {2}
        game.play(2, "target C")
        assert game.waiting_on == {0, 1}
        game.play(0, "give 3H")
        game.play(1, "give 5D")
        assert game.position()["owes"][0] == "swap"
        assert game.waiting_on == {1}

    def test_tre_33_a_draw_under_way_by_a_purged_seat_is_broken_off_and_it_stays_its_turn(
        self,
    ) -> None:
        game = at(
            ["3H 4H", "5D 6D", "7C 9C"],
            targets=["S", "S", "D"],
            owes=["draw 3", "swap", "swap"],
            draw="AS",
        )
        game.play(0, "draw")
        game.play(1, "kische")
        game.play(0, "target C")
        assert game.waiting_on == {1, 2}
        game.play(1, "give 5D")
        game.play(2, "give 7C")
        assert (game.waiting_on, moves(game, 0)) == (frozenset({0}), [Move.make("draw")])
        game.play(0, "draw")
        assert (
            sum(len(cards) for cards in (game.position()["hands"][0], game.position()["stacks"][0]))
            == 5
        )

    def test_tre_33_a_team_loses_every_hand_and_its_captain_chooses(self) -> None:
        game = team(suits="HHS")
        game.play(0, "kische")
        game.play(1, "agree")
        assert [len(cards) for cards in game.position()["hands"]] == [1, 1, 0, 0, 1, 1]
        assert game.position()["owes"] == ["swap", "swap", "fresh", "fresh", "swap", "swap"]
        assert (moves(game, 2), moves(game, 3)) == (["target D", "target C"], [])
        assert [game.view(seat).facts["free"] for seat in (2, 3)] == [["D", "C"], []]
        game.resign(2)
        assert game.waiting_on == {3}
        event = named(game.play(3, "target C"), "target-chosen")
        assert [event.seen_by(seat).get("suit") for seat in range(6)] == [
            None,
            None,
            "C",
            "C",
            None,
            None,
        ]

    def test_tre_33_a_chooser_that_leaves_is_not_waited_for(self) -> None:
        game = targets("HHHS")
        game.play(0, "kische")
        game.resign(1)
        assert game.waiting_on == {2}
        assert moves(game, 2) == ["target D", "target C"]
