"""Tredici: what a seat must do on its turn, such as draw or swap cards (TRE-10 to TRE-15)."""

from __future__ import annotations

from itertools import combinations

import pytest
from hypothesis import example, given
from hypothesis import strategies as st

from games.cards import deck
from games.core import GameError, IllegalMove, Move
from games.tredici import Tredici
from tests.games.tredici_tables import at, hand, moves, named, names, stack

HAND = ["3H", "4H", "5H", "6H", "7H", "8D", "9D"]


def owes(game: Tredici, seat: int = 0) -> str:
    return str(game.position()["owes"][seat])


class TestDrawing:
    def test_tre_10_draws_as_many_as_it_set_aside(self) -> None:
        game = at(["3H 4H", "5D"], owes=["draw 2", "swap"], draw="6S 7C 8C")
        assert moves(game, 0, "draw", "discard") == ["draw"]
        events = game.play(0, "draw")
        assert named(events, "drew").seen_by(0) == {"seat": 0, "count": 2, "cards": ["6S", "7C"]}
        assert named(events, "drew").seen_by(1) == {"seat": 0, "count": 2}
        assert (hand(game, 0), stack(game), owes(game)) == ({"3H", "4H", "7C"}, ["6S"], "draw 1")
        assert game.position()["draw"] == ["8C"]

    def test_tre_10_is_no_time_to_discard(self) -> None:
        with pytest.raises(IllegalMove) as refused:
            at(["3H 4H 5H", "5D"], owes=["draw 2", "swap"], draw="6S").play(0, "discard 3H 4H 5H")
        assert refused.value.rule == "TRE-10"

    def test_tre_15_none_set_aside_makes_the_next_turn_a_swap(self) -> None:
        game = at(["3H", "5D"], owes=["draw 1", "swap"], draw="6C 8C")
        game.play(0, "draw")
        assert owes(game) == "swap"

    def test_tre_03_own_cards_in_hand_go_on_the_stacks_after_a_draw(self) -> None:
        game = at(["3H 2S", "5D"], owes=["draw 1", "swap"], draw="6C 8C")
        game.play(0, "draw")
        assert (hand(game, 0), stack(game), owes(game)) == ({"3H", "6C"}, ["2S"], "draw 1")


class TestSwap:
    @given(cards=st.lists(st.sampled_from(deck()), unique=True, min_size=1, max_size=9))
    def test_tre_11_any_three_or_all_of_fewer(self, cards: list[str]) -> None:
        game = at([" ".join(cards), ""], draw="2C", full_hand=9)
        want = {frozenset(some) for some in combinations(cards, min(3, len(cards)))}
        have = [frozenset(move.cards) for move in moves(game, 0, "discard")]
        assert set(have) == want
        assert len(have) == len(want)
        assert moves(game, 0, "draw") == []

    def test_tre_11_discards_in_secret_and_draws_three(self) -> None:
        game = at(["3H 4H 5H 6H", "5D"], draw="7C 8S 9C 10C", discard="KD")
        events = game.play(0, "discard 3H 5H 6H")
        assert names(events) == ["discarded", "drew", "set-aside"]
        assert events[0].seen_by(1) == {"seat": 0, "count": 3}
        assert events[0].seen_by(0)["cards"] == ["3H", "5H", "6H"]
        assert (hand(game, 0), stack(game), owes(game)) == ({"4H", "7C", "9C"}, ["8S"], "draw 1")
        assert game.position()["discard"] == ["KD", "3H", "5H", "6H"]

    @pytest.mark.parametrize(
        "move",
        [
            "discard 3H",
            "discard 3H 4H",
            "discard 3H 3H 4H",
            "discard 3H 4H KD",
            "discard 3H 4H 5H 6H",
            "draw",
        ],
    )
    def test_tre_11_refuses_other_numbers_and_cards(self, move: str) -> None:
        with pytest.raises(IllegalMove) as refused:
            at(["3H 4H 5H 6H", "5D"], draw="7C").play(0, move)
        assert refused.value.rule == "TRE-11"

    @given(
        cards=st.sets(st.sampled_from(deck()), min_size=1, max_size=9),
        named_cards=st.lists(st.sampled_from(deck(jokers=True)), min_size=1, max_size=4),
        other=st.sampled_from(["", "H"]),
    )
    @example(cards=set(HAND), named_cards=HAND[:3], other="")
    @example(cards=set(HAND), named_cards=HAND[:3], other="H")
    @example(cards=set(HAND), named_cards=HAND[:2] * 2, other="")
    @example(cards=set(HAND), named_cards=[*HAND[:2], HAND[0]], other="")
    @example(cards=set(HAND), named_cards=[*HAND[:3], "RJ"], other="")
    @example(cards=set(HAND), named_cards=[*HAND[:2], "KS"], other="")
    def test_tre_11_a_move_is_made_if_and_only_if_it_is_listed(
        self, cards: set[str], named_cards: list[str], other: str
    ) -> None:
        game = at([" ".join(sorted(cards)), ""], draw="2C 3C 4C 5C", full_hand=9)
        before, listed = game.position(), game.legal_moves(0)
        move = Move.make("discard", named_cards, other)
        if move in listed:
            assert names(game.play(0, move))[0] == "discarded"
        else:
            with pytest.raises(GameError):
                game.play(0, move)
            assert game.position() == before

    def test_tre_11_with_fewer_cards_discards_all_and_still_draws_three(self) -> None:
        game = at(["3H 4H", "5D"], draw="7C 8C 9C 10C")
        assert moves(game, 0, "draw", "discard") == ["discard 3H 4H"]
        game.play(0, "discard 4H 3H")
        assert hand(game, 0) == {"7C", "8C", "9C"}

    def test_tre_11_with_an_empty_hand_the_move_is_draw(self) -> None:
        game = at(["", "5D"], draw="7C 8C 9C 10C")
        assert moves(game, 0, "draw", "discard") == ["draw"]
        assert names(game.play(0, "draw")) == ["drew"]
        assert hand(game, 0) == {"7C", "8C", "9C"}


class TestAces:
    @pytest.mark.parametrize("draw", ["AC 2S 3S", "2S AC 3S", "2S 3S AC", "AD AC AH"])
    def test_tre_12_a_foreign_ace_drawn_overrides_what_else_is_owed(self, draw: str) -> None:
        game = at(["3H 4H", "5D"], owes=["draw 3", "swap"], draw=f"{draw} 9C")
        events = game.play(0, "draw")
        assert owes(game) == "redraw"
        ace = named(events, "ace")
        assert ace.fields == {}
        assert ace.seen_by(0)["cards"] == [card for card in draw.split() if card[0] == "A"]

    def test_tre_12_that_a_seat_drew_an_ace_is_its_secret(self) -> None:
        with_ace = at(["3H 4H", "5D"], owes=["draw 1", "swap"], draw="AC 9C 8C")
        without = at(["3H 4H", "5D"], owes=["draw 1", "swap"], draw="9C AC 8C")
        for game in (with_ace, without):
            game.play(0, "draw")
        assert with_ace.view(1) == without.view(1)
        assert with_ace.view(None) == without.view(None)
        assert with_ace.view(0) != without.view(0)

    def test_tre_12_the_ace_of_the_target_and_aces_held_do_not_count(self) -> None:
        game = at(["AH AD", "5D"], owes=["draw 1", "swap"], draw="AS 9C")
        game.play(0, "draw")
        assert owes(game) == "draw 1"

    def test_tre_12_the_whole_hand_goes_and_a_full_one_is_drawn_own_suit_included(self) -> None:
        game = at(["3H 4H", "5D"], owes=["redraw", "swap"], full_hand=4, draw="6C 7S 8S 9C 10C")
        assert moves(game, 0, "draw", "discard") == ["draw"]
        assert names(game.play(0, "draw")) == ["discarded", "drew", "set-aside"]
        assert (hand(game, 0), stack(game), owes(game)) == ({"6C", "9C"}, ["7S", "8S"], "draw 2")
        assert game.position()["discard"] == ["3H", "4H"]

    def test_tre_12_an_ace_in_the_redraw_means_another(self) -> None:
        game = at(["3H 4H", "5D"], owes=["redraw", "swap"], full_hand=2, draw="AC 9C 8C")
        game.play(0, "draw")
        assert owes(game) == "redraw"

    def test_tre_12_with_an_empty_hand_nothing_is_discarded(self) -> None:
        game = at(["", "5D"], owes=["redraw", "swap"], full_hand=2, draw="2C 9C 8C")
        assert names(game.play(0, "draw")) == ["drew"]

    def test_tre_12_discarding_is_not_for_a_seat_that_redraws(self) -> None:
        with pytest.raises(IllegalMove) as refused:
            at(["3H 4H 5H", "5D"], owes=["redraw", "swap"], draw="2C").play(0, "discard 3H 4H 5H")
        assert refused.value.rule == "TRE-12"


class TestFullHand:
    def test_tre_13_a_purged_seat_draws_a_full_hand(self) -> None:
        game = at(["", "5D"], owes=["fresh", "swap"], full_hand=4, draw="6C 7S 8S 9C 10C")
        assert names(game.play(0, "draw")) == ["drew", "set-aside"]
        assert (hand(game, 0), owes(game)) == ({"6C", "9C"}, "draw 2")

    def test_tre_14_no_draw_takes_a_hand_past_the_full_hand(self) -> None:
        game = at(["3H 4H", "5D"], owes=["draw 3", "swap"], full_hand=3, draw="6C 7C 8C")
        game.play(0, "draw")
        assert hand(game, 0) == {"3H", "4H", "6C"}
        assert game.position()["draw"] == ["7C", "8C"]

    def test_tre_14_cards_set_aside_leave_room(self) -> None:
        game = at(["3H 4H", "5D"], owes=["draw 3", "swap"], full_hand=3, draw="6S 7S 8C 9C")
        game.play(0, "draw")
        assert (hand(game, 0), stack(game), owes(game)) == (
            {"3H", "4H", "8C"},
            ["6S", "7S"],
            "draw 2",
        )

    def test_tre_14_a_full_hand_draws_nothing_and_the_turn_passes(self) -> None:
        game = at(["3H 4H", "5D"], owes=["draw 1", "swap"], full_hand=2, draw="6S")
        assert game.play(0, "draw") == []
        assert (game.waiting_on, owes(game)) == (frozenset({1}), "swap")

    @given(
        cards=st.permutations(deck()),
        held=st.integers(0, 7),
        full=st.integers(1, 7),
        owed=st.sampled_from(["draw 1", "draw 2", "draw 5", "redraw", "fresh"]),
    )
    def test_tre_10_to_15_any_draw(self, cards: list[str], held: int, full: int, owed: str) -> None:
        """For any cards, hand size and kind of turn, a draw has the result that a card-by-card
        reading of the rules gives."""
        mine = [card for card in cards[:held] if card[-1] != "S"]
        draw = cards[held:]
        game = at([" ".join(mine), ""], owes=[owed, "swap"], full_hand=full, draw=" ".join(draw))
        game.play(0, "draw")
        left = int(owed.split()[1]) if owed.startswith("draw") else full
        kept = [] if owed == "redraw" else list(mine)
        aside: list[str] = []
        ace = False
        while left and len(kept) < full:
            card, left = draw.pop(0), left - 1
            (aside if card[-1] == "S" else kept).append(card)
            ace |= card[0] == "A" and card[-1] != "S"
        assert hand(game, 0) == set(kept)
        assert set(stack(game)) == set(aside)
        assert owes(game) == ("redraw" if ace else f"draw {len(aside)}" if aside else "swap")
        assert game.position()["draw"] == draw
