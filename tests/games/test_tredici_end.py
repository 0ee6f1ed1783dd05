"""Tredici: calling, outcomes, leaving (TRE-40 to TRE-42)."""

from __future__ import annotations

from typing import Any

import pytest

from games.core import IllegalMove, InvalidMove, Outcome
from games.tredici import Tredici
from tests.games.tredici_tables import HEARTS, SPADES, at, moves, named, names

ALL_HEARTS = " ".join(HEARTS)
ALL_SPADES = " ".join(SPADES)
AUTO = {"call": "auto"}


def ended(game: Tredici) -> Outcome:
    assert game.outcome is not None
    assert game.waiting_on == frozenset()
    assert all(game.legal_moves(seat) == [] for seat in range(game.seats))
    again = Tredici.from_position(game.position(), options=game.settings)
    assert (again.outcome, again.position()) == (game.outcome, game.position())
    return game.outcome


class TestCalling:
    def test_tre_40_at_any_time_and_not_before_all_thirteen_are_there(self) -> None:
        game = at(
            ["3D", "5D"],
            targets=["H", "S"],
            stacks=[ALL_HEARTS, ALL_SPADES[3:]],
            turn=1,
            owes=["swap", "draw 1"],
            draw="6C",
        )
        assert moves(game, 0, "tredici") == ["tredici"]
        with pytest.raises(IllegalMove) as refused:
            game.play(1, "tredici")
        assert refused.value.rule == "TRE-40"
        events = game.play(0, "tredici")
        assert named(events, "tredici").fields == {"side": 0, "suit": "H", "seat": 0}
        assert ended(game) == Outcome((1, 2), "won", carry={"dealer": 1})
        assert game.view(1).ranks == (1, 2)

    def test_tre_40_thirteen_cards_of_other_suits_do_not_do(self) -> None:
        game = at(["3D", "5D"], targets=["H", "S"], stacks=["2S " + " ".join(HEARTS[1:]), ""])
        assert moves(game, 0, "tredici") == []

    def test_tre_40_the_first_of_two_to_call_wins(self) -> None:
        game = at(["3D", "5D"], targets=["H", "S"], stacks=[ALL_HEARTS, ALL_SPADES])
        game.play(1, "tredici")
        assert ended(game).ranks == (2, 1)

    def test_tre_40_any_seat_of_a_team_may_call(self) -> None:
        game = at(["3D", "5D", "6D", "7D"], options={"teams": 2}, stacks=[ALL_SPADES, ""])
        assert [bool(moves(game, seat, "tredici")) for seat in range(4)] == [
            True,
            True,
            False,
            False,
        ]
        game.play(1, "tredici")
        assert ended(game).ranks == (1, 1, 2, 2)

    def test_tre_40_until_it_is_called_a_kische_can_take_it_all_away(self) -> None:
        game = at(["3D", "5D"], targets=["H", "H"], stacks=[ALL_HEARTS, ""], draw="6C")
        game.play(1, "kische")
        assert moves(game, 0, "tredici") == []
        assert len(game.position()["discard"]) == 14

    @pytest.mark.parametrize("step", ["give", "choose"])
    def test_tre_40_while_others_give_or_choose(self, step: str) -> None:
        if step == "give":
            game = at(
                ["3D 4D", "5D"],
                targets=["H", "S"],
                stacks=["", ALL_SPADES],
                owes=["draw 2", "swap"],
                draw="6C",
            )
            game.play(0, "draw")
        else:
            game = at(["3D 4D", "5D"], targets=["H", "S"], stacks=["", ALL_SPADES])
            game.play(0, "kische")
        game.play(1, "tredici")
        assert ended(game).ranks == (2, 1)

    def test_tre_40_by_itself_as_soon_as_the_thirteenth_is_drawn(self) -> None:
        game = at(
            ["", "5D"],
            stacks=[ALL_SPADES[3:], ""],
            owes=["draw 3", "swap"],
            draw="6C 2S 7C",
            options=AUTO,
        )
        events = game.play(0, "draw")
        assert names(events) == ["drew", "set-aside", "tredici"]
        assert game.position()["draw"] == ["7C"]
        assert ended(game).ranks == (1, 2)

    def test_tre_40_by_itself_before_the_decks_are_found_empty(self) -> None:
        game = at(
            ["3D 4D", "5D"],
            stacks=[ALL_SPADES[3:], ""],
            owes=["draw 3", "swap"],
            draw="2S",
            options=AUTO,
        )
        game.play(0, "draw")
        assert ended(game).ranks == (1, 2)
        assert game.position()["full_hand"] == 7

    @pytest.mark.parametrize("turn", [0, 1])
    def test_tre_40_two_at_the_deal_the_first_from_the_seat_that_begins(self, turn: int) -> None:
        game = at(
            [ALL_SPADES, ALL_HEARTS], targets=[None, None], turn=turn, draw="2C", options=AUTO
        )
        game.play(0, "target S")
        assert game.outcome is None
        game.play(1, "target H")
        assert ended(game).ranks == ((1, 2) if turn == 0 else (2, 1))


class TestLeaving:
    def test_tre_42_alone_hand_and_stacks_are_discarded_and_one_side_left_wins(self) -> None:
        game = at(["3D 4D", "5D", "6D"], stacks=["2S", "", ""], owes=["draw 1"] * 3, draw="7C")
        event = named(game.resign(0), "resigned")
        assert (event.seen_by(1), set(event.seen_by(0)["cards"])) == (
            {"seat": 0, "count": 2},
            {"3D", "4D"},
        )
        position = game.position()
        assert (position["discard"], position["stacks"][0], position["hands"][0]) == (
            ["3D", "4D", "2S"],
            [],
            [],
        )
        assert game.waiting_on == {1}
        assert "last-side" in names(game.resign(2))
        assert ended(game).ranks == (2, 1, 2)

    def test_tre_42_in_a_team_the_others_play_on(self) -> None:
        game = at(["3D", "4D", "5D", "6D"], options={"teams": 2}, stacks=["2S", ""], draw="7C")
        game.resign(0)
        assert game.position()["stacks"][0] == ["2S"]
        assert game.view(None).zone("stack-1", 1) is not None
        assert [seat.roles for seat in game.view(None).seats] == [
            (),
            ("turn", "captain"),
            ("captain",),
            ("dealer",),
        ]
        game.resign(1)
        assert ended(game).ranks == (2, 2, 1, 1)

    def test_tre_42_who_resigned_comes_after_every_remaining_side(self) -> None:
        game = at(["3D", "4D", "5D", "6D"], stacks=["", ALL_HEARTS, "", ""], draw="7C")
        game.resign(3)
        game.play(1, "tredici")
        assert ended(game).ranks == (2, 1, 2, 3)

    def test_tre_42_also_in_a_draw(self) -> None:
        game = at(["3H", "", ""], owes=["draw 1", "swap", "swap"])
        game.resign(2)
        assert ended(game) == Outcome((1, 1, 2), "draw", carry={"dealer": 2})

    def test_tre_42_a_winner_s_teammate_who_left_ranks_last(self) -> None:
        game = at(
            ["3D", "4D", "5D", "6D"], options={"teams": 2}, stacks=[ALL_SPADES, ""], draw="7C"
        )
        game.resign(0)
        game.play(1, "tredici")
        assert ended(game).ranks == (3, 1, 2, 2)

    def test_tre_42_before_the_targets_are_chosen(self) -> None:
        game = Tredici.new(seats=3, seed=b"leave")
        game.play(0, "target S")
        game.play(1, "target H")
        assert game.resign(2)
        assert game.waiting_on == {0}
        assert moves(game, 0, "draw", "discard")

    def test_tre_42_nobody_leaves_twice_or_after_the_end(self) -> None:
        game = at(["3D", "4D", "5D"], draw="7C")
        game.resign(1)
        for seat, error in ((1, IllegalMove), (3, InvalidMove), (-1, InvalidMove)):
            with pytest.raises(error):
                game.resign(seat)
        with pytest.raises(IllegalMove) as refused:
            game.play(1, "draw")
        assert refused.value.rule == "TRE-42"
        game.resign(2)
        with pytest.raises(IllegalMove):
            game.resign(0)

    def test_tre_41_nothing_is_played_after_the_end(self) -> None:
        game = at(["3D", "4D"], stacks=[ALL_SPADES, ""])
        game.play(0, "tredici")
        moves_tried: tuple[Any, ...] = ("tredici", "draw", "kische")
        for move in moves_tried:
            with pytest.raises(IllegalMove) as refused:
                game.play(0, move)
            assert refused.value.rule == "TRE-41"

    def test_tre_42_the_last_other_leaves_while_cards_are_given(self) -> None:
        game = at(["3H 4H", "5D 6D"], owes=["draw 2", "swap"], draw="8C")
        game.play(0, "draw")
        game.play(0, "give 3H")
        game.resign(1)
        assert ended(game).ranks == (1, 2)
