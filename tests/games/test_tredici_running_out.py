"""Tredici: when the decks run out (TRE-20 to TRE-23)."""

from __future__ import annotations

import pytest

from games.core import IllegalMove
from tests.games.tredici_tables import HEARTS, SPADES, at, hand, moves, named, names, stack

TURNED_OVER = {"reshuffle": False}


class TestTurningOver:
    def test_tre_20_the_discards_become_the_deck_the_first_discarded_is_drawn_first(self) -> None:
        game = at(
            ["3H", "5D"],
            owes=["draw 3", "swap"],
            draw="6C",
            discard="7C 8C 9C",
            options=TURNED_OVER,
        )
        events = game.play(0, "draw")
        assert named(events, "reshuffled").fields == {"count": 3, "shuffled": False}
        assert hand(game, 0) == {"3H", "6C", "7C", "8C"}
        assert (game.position()["draw"], game.position()["discard"]) == (["9C"], [])

    def test_tre_20_the_deck_is_turned_over_only_when_a_card_is_to_be_drawn(self) -> None:
        game = at(["3H", "5D"], owes=["draw 1", "swap"], draw="6C", discard="7C 8C")
        assert "reshuffled" not in names(game.play(0, "draw"))
        assert (game.position()["draw"], game.position()["discard"]) == ([], ["7C", "8C"])

    def test_tre_20_cards_discarded_in_the_same_turn_are_among_them(self) -> None:
        game = at(["3H 4H 5H 6H", "5D"], draw="", discard="7C", options=TURNED_OVER)
        game.play(0, "discard 3H 4H 5H")
        assert hand(game, 0) == {"6H", "7C", "3H", "4H"}
        assert game.position()["draw"] == ["5H"]

    def test_tre_20_cards_of_one_turn_are_laid_in_the_order_in_which_they_are_named(self) -> None:
        game = at(["8C 9D 10H JH", "5D"], draw="KH", options=TURNED_OVER)
        game.play(0, "discard 9D 8C 10H")
        assert hand(game, 0) == {"JH", "KH", "9D", "8C"}
        assert game.position()["draw"] == ["10H"]

    def test_tre_20_with_reshuffle_the_order_is_the_game_s_chance(self) -> None:
        cards = " ".join(HEARTS[:12])
        orders = set()
        for read in range(5):
            stream = {"seed": "00", "read": read}
            game = at(["", "5D"], owes=["draw 1", "swap"], discard=cards, stream=stream)
            again = game.copy()
            game.play(0, "draw")
            again.play(0, "draw")
            assert game.position() == again.position()
            orders.add(tuple(game.position()["draw"]))
        assert len(orders) == 5

    def test_tre_20_both_decks_are_face_down(self) -> None:
        game = at(["3H 4H 5H 6H", "5D"], draw="7C 8C 9C 10C")
        game.play(0, "discard 3H 4H 5H")
        for seat in (None, 0, 1):
            for name, count in (("draw", 1), ("discard", 3)):
                zone = game.view(seat).zone(name)
                assert zone is not None
                assert zone.cards == (None,) * count


class TestShrinking:
    def test_tre_21_a_draw_that_finds_both_decks_empty_takes_a_card_of_everyone(self) -> None:
        game = at(
            ["3H 4H", "5D 6D", "7C", ""],
            targets=["S", "H", "D", "C"],
            owes=["draw 3"] * 4,
            draw="8C",
        )
        events = game.play(0, "draw")
        assert names(events) == ["drew", "shrunk"]
        assert game.position()["full_hand"] == 6
        assert game.waiting_on == {0, 1, 2}
        assert moves(game, 0, "give") == ["give 3H", "give 4H", "give 8C"]
        assert moves(game, 3, "give") == []

    def test_tre_21_all_give_at_once_in_secret_and_the_draw_goes_on(self) -> None:
        game = at(["3H 4H", "5D 6D", "7C"], owes=["draw 3", "swap", "swap"], draw="8C")
        game.play(0, "draw")
        event = named(game.play(1, "give 5D"), "gave")
        assert (event.seen_by(0), event.seen_by(1)) == ({"seat": 1}, {"seat": 1, "cards": ["5D"]})
        assert game.view(0).seats[1].cards == 2
        assert game.waiting_on == {0, 2}
        game.play(0, "give 8C")
        events = game.play(2, "give 7C")
        assert names(events)[:3] == ["gave", "gathered", "drew"]
        assert hand(game, 0) >= {"3H", "4H"}
        assert len(hand(game, 0)) == 4
        assert len(game.position()["draw"]) == 1
        assert game.position()["owes"][0] == "swap"
        assert game.waiting_on == {1}

    def test_tre_21_the_hand_shrinks_first_so_a_draw_under_way_may_stop(self) -> None:
        game = at(["3H 4H", "5D 6D"], owes=["draw 3", "swap"], draw="8C", full_hand=4)
        game.play(0, "draw")
        game.play(0, "give 3H")
        game.play(1, "give 5D")
        assert game.position()["full_hand"] == 3
        assert len(hand(game, 0)) == 3
        assert len(game.position()["draw"]) == 1

    def test_tre_21_after_a_turn_that_took_the_last_card(self) -> None:
        game = at(["3H", "5D 6D"], owes=["draw 1", "draw 1"], draw="8C")
        assert names(game.play(0, "draw")) == ["drew", "shrunk"]
        assert game.waiting_on == {0, 1}
        game.play(0, "give 8C")
        game.play(1, "give 6D")
        assert sorted(game.position()["draw"]) == ["6D", "8C"]
        assert game.waiting_on == {1}
        assert game.position()["owes"] == ["swap", "draw 1"]

    def test_tre_21_the_three_of_a_swap_stay_three(self) -> None:
        game = at(["3H 4H 5H 6H", "5D"], full_hand=2, draw="8C 9C 10C")
        assert {len(move.cards) for move in moves(game, 0, "discard")} == {3}
        game.play(0, "discard 3H 4H 5H")
        assert hand(game, 0) == {"6H", "8C"}

    def test_tre_21_after_the_setup(self) -> None:
        game = at(["3S 4C", "5D 6D"], targets=[None, None])
        game.play(0, "target S")
        game.play(1, "target H")
        assert game.waiting_on == {0, 1}
        assert game.position()["full_hand"] == 6

    def test_tre_21_after_a_resignation(self) -> None:
        game = at(["3H 4C", "5D 6D", ""], turn=2)
        game.resign(2)
        assert game.waiting_on == {0, 1}
        assert game.position()["turn"] == 0

    def test_tre_21_nothing_happens_by_reading_a_position(self) -> None:
        game = at(["3H 4C", "5D 6D"])
        assert (game.waiting_on, game.position()["full_hand"]) == (frozenset({0}), 7)

    @pytest.mark.parametrize("leaves", ["purged", "resigned"])
    def test_tre_21_a_seat_purged_or_resigned_gives_nothing(self, leaves: str) -> None:
        game = at(
            ["3H 4H", "5D 6D", "7C 9C"],
            targets=["S", "S", "D"],
            owes=["draw 3", "swap", "swap"],
            draw="8C",
        )
        game.play(0, "draw")
        game.play(1, "give 5D")
        if leaves == "purged":
            game.play(0, "kische")
            game.play(1, "target C")
        else:
            game.resign(1)
        assert set(game.position()["discard"]) == {"5D", "6D"}
        assert game.waiting_on == {0, 2}
        game.play(0, "give 3H")
        game.play(2, "give 7C")
        assert len(hand(game, 0)) == 4

    def test_tre_21_the_last_giver_leaving_ends_the_giving(self) -> None:
        game = at(["3H 4H", "5D 6D", "7C 9C"], owes=["draw 1", "swap", "swap"], draw="8C")
        game.play(0, "draw")
        game.play(0, "give 3H")
        game.play(1, "give 5D")
        assert "gathered" in names(game.resign(2))
        assert sorted(game.position()["draw"]) == ["3H", "5D"]
        assert game.waiting_on == {1}

    def test_tre_21_a_draw_under_way_ends_with_its_seat_leaving(self) -> None:
        game = at(["3H 4H", "5D 6D", "7C 9C"], owes=["draw 3", "swap", "swap"], draw="8C")
        game.play(0, "draw")
        game.resign(0)
        assert "drawing" not in game.position()
        game.play(1, "give 5D")
        game.play(2, "give 7C")
        assert sorted(game.position()["draw"]) == ["5D", "7C"]
        assert game.waiting_on == {1}

    def test_tre_15_an_ace_counts_even_if_it_was_given_away(self) -> None:
        game = at(["3H 4H", "5D 6D"], owes=["draw 2", "swap"], draw="AC")
        game.play(0, "draw")
        game.play(0, "give AC")
        game.play(1, "give 5D")
        assert game.position()["owes"][0] == "redraw"

    def test_tre_15_cards_set_aside_before_and_after_the_interruption_count(self) -> None:
        game = at(["3H 4H", "5S 6D"], owes=["draw 3", "swap"], draw="7S")
        game.play(0, "draw")
        game.play(0, "give 3H")
        game.play(1, "give 5S")
        assert stack(game) == ["7S", "5S"]
        assert game.position()["owes"][0] == "draw 2"

    def test_tre_21_the_deck_given_may_run_out_again(self) -> None:
        game = at(["3H 4H", "5D 6D"], owes=["draw 5", "swap"], draw="")
        game.play(0, "draw")
        for _ in range(2):
            assert game.waiting_on == {0, 1}
            for seat in (0, 1):
                game.play(seat, moves(game, seat, "give")[0])
        assert game.position()["full_hand"] == 4
        assert game.waiting_on == {0}

    @pytest.mark.parametrize(
        ("seat", "move"), [(0, "give 9C"), (0, "draw"), (1, "draw"), (0, "discard 3H 4H 8C")]
    )
    def test_tre_21_nothing_else_is_played_meanwhile(self, seat: int, move: str) -> None:
        game = at(["3H 4H", "5D 6D"], owes=["draw 2", "swap"], draw="8C")
        game.play(0, "draw")
        with pytest.raises(IllegalMove) as refused:
            game.play(seat, move)
        assert refused.value.rule == "TRE-21"

    def test_tre_21_cards_are_given_once_and_only_then(self) -> None:
        game = at(["3H 4H", "5D 6D"], owes=["draw 2", "swap"], draw="8C")
        with pytest.raises(IllegalMove):
            game.play(0, "give 3H")
        game.play(0, "draw")
        game.play(0, "give 3H")
        with pytest.raises(IllegalMove):
            game.play(0, "give 4H")


class TestDraws:
    def test_tre_22_no_seat_with_more_than_one_card_is_a_draw(self) -> None:
        game = at(["3H", ""], owes=["draw 1", "swap"], draw="")
        events = game.play(0, "draw")
        assert events[-1].fields == {"reason": "run-out"}
        assert game.outcome is not None
        assert (game.outcome.kind, game.outcome.ranks) == ("draw", (1, 1))
        assert game.position()["full_hand"] == 7
        assert (game.waiting_on, game.legal_moves(0)) == (frozenset(), [])

    def test_tre_22_is_looked_at_in_the_middle_of_a_draw_too(self) -> None:
        game = at(["", "5D"], owes=["draw 2", "swap"], draw="3H")
        game.play(0, "draw")
        assert game.outcome is not None
        assert game.outcome.kind == "draw"

    def test_tre_22_a_side_with_all_thirteen_is_taken_to_have_called(self) -> None:
        game = at(["", "5D"], stacks=["", " ".join(HEARTS)], owes=["draw 1", "swap"], draw="3D")
        events = game.play(0, "draw")
        assert named(events, "tredici").fields == {"side": 1, "suit": "H", "seat": None}
        assert game.outcome is not None
        assert (game.outcome.kind, game.outcome.ranks) == ("won", (2, 1))

    def test_tre_22_of_two_with_all_thirteen_the_first_from_the_seat_at_turn(self) -> None:
        game = at(
            ["", "5D", ""],
            stacks=[" ".join(SPADES), " ".join(HEARTS), ""],
            owes=["draw 2", "swap", "swap"],
            draw="3D",
        )
        game.play(0, "draw")
        assert game.outcome is not None
        assert game.outcome.ranks == (1, 2, 2)

    def test_tre_23_twenty_rounds_without_progress_are_a_draw(self) -> None:
        game = at(["3H", "5D"], owes=["draw 1", "draw 1"], draw="6C 7C 8C", idle=38)
        game.play(0, "draw")
        assert game.outcome is None
        events = game.play(1, "draw")
        assert events[-1].fields == {"reason": "no-progress"}
        assert game.outcome is not None
        assert (game.outcome.kind, game.outcome.ranks) == ("draw", (1, 1))

    def test_tre_23_setting_aside_starts_the_count_again(self) -> None:
        game = at(["3H", "5D"], owes=["draw 1", "draw 1"], draw="6S 7C 8C", idle=39)
        game.play(0, "draw")
        assert "idle" not in game.position()

    def test_tre_23_counts_seats_still_in_and_only_when_a_turn_ends(self) -> None:
        game = at(["3H", "5D", "6D"], owes=["draw 1"] * 3, draw="6C 7C 8C", idle=45)
        game.resign(2)
        assert game.outcome is None
        game.play(0, "draw")
        assert game.outcome is not None

    def test_tre_23_a_kische_starts_the_count_again(self) -> None:
        game = at(["3H", "5D", "6D"], targets=["S", "S", "D"], idle=59, draw="6C 7C 8C")
        game.play(0, "kische")
        assert "idle" not in game.position()

    def test_tre_23_a_side_with_all_thirteen_is_taken_to_have_called(self) -> None:
        game = at(
            ["3H", "5D"],
            stacks=["", " ".join(HEARTS)],
            owes=["draw 1", "swap"],
            draw="6C 7C",
            idle=39,
        )
        game.play(0, "draw")
        assert game.outcome is not None
        assert game.outcome.ranks == (2, 1)

    def test_tre_23_comes_before_the_giving(self) -> None:
        game = at(["3H", "5D 6D"], owes=["draw 1", "swap"], draw="6C", idle=39)
        game.play(0, "draw")
        assert game.outcome is not None
        assert game.position()["full_hand"] == 7
