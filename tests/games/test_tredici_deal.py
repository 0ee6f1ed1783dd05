"""Tredici: options, sides, the deal and the choice of targets (TRE-01 to TRE-04)."""

from __future__ import annotations

import itertools

import pytest
from hypothesis import given
from hypothesis import strategies as st
from pydantic import ValidationError

from games.cards import SUITS, deck
from games.core import IllegalMove, OptionsError, Outcome
from games.tredici import Tredici
from tests.games.tredici_tables import HEARTS, at, hand, moves, named, names, stack

TEAMS = {2: 0, 3: 0, 4: 0, 5: 2, 6: 3, 7: 4, 8: 2, 9: 3, 10: 4, 11: 2, 12: 3}
"""For each number of seats, a number of teams with which a game can be played. 0 means that
everyone plays alone."""


def dealt(seats: int, seed: bytes = b"deal", **options: object) -> Tredici:
    return Tredici.new(
        Tredici.options(**{"teams": TEAMS[seats], **options}), seats=seats, seed=seed
    )


class TestOptions:
    def test_the_presets(self) -> None:
        assert Tredici.options() == Tredici.options("tredici")
        assert Tredici.options("teams").model_dump() == {
            "teams": 2,
            "reshuffle": True,
            "call": "manual",
        }

    @pytest.mark.parametrize(
        "wrong", [{"teams": 1}, {"teams": 5}, {"call": "shout"}, {"reshuffle": "maybe"}, {"x": 1}]
    )
    def test_values_that_there_are_not(self, wrong: dict[str, object]) -> None:
        with pytest.raises(ValidationError):
            Tredici.options(**wrong)

    @pytest.mark.parametrize(
        ("seats", "teams", "reason"),
        [(5, 0, "Without"), (12, 0, "Without"), (3, 2, "Teams"), (2, 4, "Teams")],
    )
    def test_clashes_are_in_words(self, seats: int, teams: int, reason: str) -> None:
        with pytest.raises(OptionsError, match=reason):
            Tredici.new(Tredici.options(teams=teams), seats=seats, seed=b"")

    def test_no_handicaps(self) -> None:
        with pytest.raises(OptionsError):
            Tredici.new(seats=2, seed=b"", handicaps={0: {"jinx"}})

    @given(seats=st.integers(4, 12), teams=st.sampled_from([2, 3, 4]))
    def test_teams_are_neighbours_and_lopsided_by_one_at_most_the_first_larger(
        self, seats: int, teams: int
    ) -> None:
        sides = Tredici.sides_of(Tredici.options(teams=teams), seats)
        sizes = [sides.count(side) for side in range(teams)]
        assert list(sides) == sorted(sides)
        assert sizes == sorted(sizes, reverse=True)
        assert sizes[0] - sizes[-1] <= 1
        assert sum(sizes) == seats


class TestDeal:
    @pytest.mark.parametrize("seats", TEAMS)
    def test_tre_01_seven_cards_or_as_many_as_an_even_deal_allows(self, seats: int) -> None:
        position = dealt(seats).position()
        full = 7 if seats < 8 else 52 // seats
        assert [len(cards) for cards in position["hands"]] == [full] * seats
        assert position["full_hand"] == full
        assert sorted([*itertools.chain(*position["hands"]), *position["draw"]]) == sorted(deck())
        assert position["discard"] == []

    def test_tre_01_deals_differ_by_seed_alone(self) -> None:
        assert dealt(4).position() == dealt(4).position()
        assert dealt(4).position()["hands"] != dealt(4, b"other").position()["hands"]

    def test_tre_04_the_last_seat_deals_first_and_then_the_next(self) -> None:
        game = dealt(3)
        assert (game.position()["turn"], game.view(None).seats[2].roles) == (0, ("dealer",))
        last = Outcome((1, 2, 2), carry={"dealer": 2})
        again = Tredici.new(seats=3, seed=b"", previous=last)
        assert (again.position()["turn"], again.position()["dealer"]) == (1, 0)
        assert Tredici.new(seats=3, seed=b"", previous=last, dealer=1).position()["turn"] == 2
        with pytest.raises(OptionsError):
            Tredici.new(seats=3, seed=b"", dealer=3)


class TestTargets:
    def test_tre_02_all_sides_choose_at_once_and_any_suit(self) -> None:
        game = dealt(3)
        assert game.waiting_on == {0, 1, 2}
        assert [move.other for move in moves(game, 1)] == list(SUITS)
        event = named(game.play(1, "target D"), "target-chosen")
        assert event.seen_by(0) == event.seen_by(None) == {"seat": 1, "side": 1}
        assert event.seen_by(1)["suit"] == "D"
        assert game.waiting_on == {0, 2}
        assert game.legal_moves(1) == []
        assert game.view(0).facts["targets"] == [None] * 3
        assert game.view(1).facts["targets"] == [None, "D", None]

    def test_tre_02_the_captain_chooses_for_a_team_and_teammates_are_told(self) -> None:
        game = dealt(5)
        assert game.waiting_on == {0, 3}
        assert all(game.legal_moves(seat) == [] for seat in (1, 2, 4))
        event = named(game.play(0, "target H"), "target-chosen")
        assert [event.seen_by(seat).get("suit") for seat in range(5)] == ["H", "H", "H", None, None]
        assert [game.view(seat).facts["targets"][0] for seat in range(5)] == [
            "H",
            "H",
            "H",
            None,
            None,
        ]

    def test_tre_02_the_first_seat_still_in_is_captain(self) -> None:
        game = dealt(5)
        game.resign(0)
        assert game.waiting_on == {1, 3}
        with pytest.raises(IllegalMove) as refused:
            game.play(2, "target H")
        assert refused.value.rule == "TRE-02"
        game.play(1, "target H")
        game.play(3, "target S")
        assert game.waiting_on == {1}

    @pytest.mark.parametrize("move", ["draw", "kische", "discard 2S 3S 4S"])
    def test_tre_02_nothing_else_before(self, move: str) -> None:
        with pytest.raises(IllegalMove):
            dealt(2).play(0, move)

    def test_tre_03_cards_of_the_target_go_on_the_stacks_and_fix_the_first_turn(self) -> None:
        game = at(["3S 4S 5H", "2D 3D 4H"], targets=[None, None], draw="6C 7C 8C 9C")
        game.play(1, "target C")
        events = game.play(0, "target S")
        aside = named(events, "set-aside")
        assert aside.seen_by(1) == {"seat": 0, "side": 0, "count": 2}
        assert aside.seen_by(0)["cards"] == ["3S", "4S"]
        position = game.position()
        assert position["stacks"] == [["3S", "4S"], []]
        assert position["hands"] == [["5H"], ["4H", "2D", "3D"]]
        assert position["owes"] == ["draw 2", "swap"]

    def test_tre_03_a_team_has_one_set_of_stacks(self) -> None:
        game = at(["3S", "4S", "5S", "6H"], options={"teams": 2}, targets=[None, None], draw="2C")
        game.play(0, "target S")
        game.play(2, "target S")
        assert game.position()["stacks"] == [["3S", "4S"], ["5S"]]
        assert game.position()["owes"] == ["draw 1", "draw 1", "draw 1", "swap"]

    def test_tre_03_four_stacks_of_three_and_one_of_one_filled_in_order(self) -> None:
        game = at(["", ""], targets=["H", "S"], stacks=[" ".join(HEARTS), "2S 3S 4S 5S"], draw="2C")
        sizes = [
            [
                len(zone.cards)
                for zone in game.view(None).zones
                if zone.name.startswith("stack") and zone.owner == seat
            ]
            for seat in (0, 1)
        ]
        assert sizes == [[3, 3, 3, 3, 1], [3, 1, 0, 0, 0]]
        mine = game.view(1).zone("stack-1", 1)
        theirs = game.view(1).zone("stack-1", 0)
        assert mine is not None
        assert mine.cards == ("2S", "3S", "4S")
        assert theirs is not None
        assert theirs.cards == (None,) * 3

    def test_tre_03_stacks_keep_the_order_in_which_cards_came(self) -> None:
        game = at(["", ""], stacks=["9S", ""], owes=["draw 1", "swap"], draw="2S 8C")
        game.play(0, "draw")
        assert stack(game) == ["9S", "2S"]

    def test_tre_04_play_is_clockwise_and_only_the_seat_at_turn_draws(self) -> None:
        game = at(["3H", "4C", "5C"], turn=2, owes=["draw 1"] * 3, draw="2C 3C 4C")
        assert game.waiting_on == {2}
        for seat in (0, 1):
            with pytest.raises(IllegalMove) as refused:
                game.play(seat, "draw")
            assert refused.value.rule == "TRE-04"
        assert names(game.play(2, "draw")) == ["drew"]
        assert game.waiting_on == {0}
        assert hand(game, 2) == {"5C", "2C"}
