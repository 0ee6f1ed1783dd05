"""Dritzak: a turn (DRI-20 to DRI-29)."""

from __future__ import annotations

import pytest
from hypothesis import given, settings
from hypothesis import strategies as st

from games.cards import RANKS, deck, rank_of
from games.core import IllegalMove, InvalidMove
from games.dritzak import Dritzak
from games.moves import Move
from tests.games.dritzak_tables import hand, moves, named, table

SPARE = {0: "3C 3D 3H"}


def refused(game: Dritzak, seat: int, move: str) -> str:
    """Try an illegal move of `seat`, and return the id of the rule in its refusal."""
    with pytest.raises(IllegalMove) as error:
        game.play(seat, move)
    return error.value.rule


class TestWhatMayBePlayed:
    @given(
        held=st.lists(st.sampled_from(deck()), min_size=1, max_size=12, unique=True),
        top=st.sampled_from([*deck(), None]),
        sevens=st.booleans(),
    )
    @settings(max_examples=150, deadline=None)
    def test_dri_21_by_rank_and_dri_51(
        self, held: list[str], top: str | None, sevens: bool
    ) -> None:
        game = table(" ".join(held), "4C", up=SPARE, pile=top or "", options={"sevens": sevens})

        def fits(card: str) -> bool:
            rank = rank_of(card)
            if top is None or rank in ("2", "10"):
                return True
            if sevens and rank_of(top) == "7":
                return RANKS.index(rank) <= RANKS.index("7")
            return RANKS.index(rank) >= RANKS.index(rank_of(top))

        singles = {move.cards[0] for move in game.legal_moves(0) if len(move.cards) == 1}
        assert singles == {card for card in held if fits(card)}
        assert ("pickup" in moves(game)) is (top is not None)
        ranks = [rank_of(card) for card in held if fits(card)]
        assert len(game.legal_moves(0)) == (top is not None) + sum(
            2 ** ranks.count(rank) - 1 for rank in set(ranks)
        )

    def test_dri_21_anything_on_a_two_and_a_two_on_anything(self) -> None:
        assert moves(table("3S KH", "4C", pile="AS 2C")) == {"play 3S", "play KH", "pickup"}
        assert moves(table("2S 2H", "4C", pile="AS")) == {
            "play 2S",
            "play 2H",
            "play 2S 2H",
            "pickup",
        }

    def test_dri_20_one_rank_and_ones_own_turn(self) -> None:
        game = table("9S KC KS", "4C 5C", pile="8S", up=SPARE)
        assert refused(game, 0, "play 9S KC") == "DRI-20"
        assert refused(game, 1, "play 4C") == "DRI-20"
        assert refused(game, 0, "play QC") == "DRI-20"
        assert refused(game, 0, "play 9S 9S") == "DRI-20"
        assert refused(game, 1, "pickup") == "DRI-20"
        assert refused(game, 0, "flip 1") == "DRI-20"

    def test_dri_20_doubles_are_played_once_or_together(self) -> None:
        game = table("9S 9S 9H", "4C", pile="8S", up=SPARE, options={"decks": "2"})
        assert moves(game) == {
            "play 9S",
            "play 9H",
            "play 9S 9S",
            "play 9S 9H",
            "play 9S 9S 9H",
            "pickup",
        }
        game.play(0, "play 9S 9S")
        assert hand(game) == ["9H"]
        assert game.position()["pile"] == ["8S", "9S", "9S"]

    def test_dri_20_cards_are_named_in_any_order_and_lie_in_that(self) -> None:
        game = table("9S 9H KC", "4C", pile="8S")
        as_text, as_move = game.copy(), game.copy()
        as_text.play(0, "play 9H 9S")
        assert as_text.position()["pile"] == ["8S", "9H", "9S"]
        as_move.play(0, Move.parse("play 9H 9S"))
        assert as_move.position()["pile"] == ["8S", "9S", "9H"]

    def test_dri_20_turns_go_clockwise(self) -> None:
        game = table("9S 9H", "9C JC", "KC KS", pile="8S")
        game.play(0, "play 9S")
        game.play(1, "play JC")
        game.play(2, "play KC")
        assert game.waiting_on == {0}

    def test_dri_21_a_lower_card_is_refused_with_its_reason(self) -> None:
        game = table("7H KC", "4C", pile="8S")
        with pytest.raises(IllegalMove, match="7H is lower than the 8 on the pile") as error:
            game.play(0, "play 7H")
        assert error.value.rule == "DRI-21"

    def test_dri_22_four_of_a_kind_in_hand_obey_the_pile(self) -> None:
        game = table("5S 5H 5D 5C KC", "4C", pile="8S")
        assert moves(game) == {"play KC", "pickup"}
        assert refused(game, 0, "play 5S 5H 5D 5C") == "DRI-21"
        on_four = table("5S 5H 5D 5C KC", "4C", pile="4S")
        assert "play 5S 5H 5D 5C" in moves(on_four)

    def test_dri_23_picking_up(self) -> None:
        game = table("3S KC", "8C 9C", pile="JS QS", up=SPARE)
        assert moves(game) == {"play KC", "pickup"}
        events = game.play(0, "pickup")
        assert named(events, "pickup") == [{"seat": 0, "cards": ["JS", "QS"]}]
        assert hand(game) == sorted(["3S", "KC", "JS", "QS"])
        assert moves(game, 1) == {"play 8C", "play 9C"}
        assert refused(game, 1, "pickup") == "DRI-23"

    def test_dri_23_with_an_empty_pile_a_card_is_played(self) -> None:
        assert moves(table("3S KC", "8C")) == {"play 3S", "play KC"}


class TestClearing:
    def test_dri_24_several_tens_clear_and_the_seat_goes_on(self) -> None:
        game = table("10S 10H 4C KC", "9S", pile="8S QS", draw="5H 6H")
        events = game.play(0, "play 10S 10H")
        assert named(events, "discarded") == [{"seat": 0, "by": "ten", "count": 4}]
        assert game.position()["pile"] == []
        assert {"8S", "QS", "10S", "10H"} <= set(game.position()["discard"])
        assert hand(game) == sorted(["4C", "KC", "5H"])
        assert game.waiting_on == {0}

    def test_dri_25_whoever_played_the_others(self) -> None:
        game = table("7H 9S", "7C 7D JS", pile="4S 7S")
        game.play(0, "play 7H")
        events = game.play(1, "play 7D 7C")
        assert named(events, "discarded") == [{"seat": 1, "by": "set", "count": 5}]
        assert game.waiting_on == {1}

    def test_dri_25_without_a_break(self) -> None:
        game = table("7D 9S", "JC", pile="7S 7H 7C 2S")
        game.play(0, "play 7D")
        assert game.position()["pile"] == ["7S", "7H", "7C", "2S", "7D"]

    def test_dri_25_four_twos_are_a_set(self) -> None:
        game = table("2D 9S", "JC", pile="KS 2S 2H 2C")
        assert named(game.play(0, "play 2D"), "discarded")[0]["by"] == "set"

    def test_dri_25_a_set_of_cards_turned_and_face_up(self) -> None:
        game = table("", "JC", down={0: "9S 4S -"}, pile="9H 9D 9C")
        game.play(0, "flip 1")
        assert game.position()["pile"] == []
        assert game.waiting_on == {0}

    @pytest.mark.parametrize(
        ("rule", "decks", "pile", "played", "clears"),
        [
            ("any-four", "2", "7S 7S", "7S 7H", True),
            ("any-four", "2", "7S 7S", "7H", False),
            ("all", "2", "7S 7S 7H 7H 7D", "7D", False),
            ("all", "2", "7S 7S 7H 7H 7D 7D 7C", "7C", True),
            ("all", "3", "7S 7S 7H 7H 7D 7D 7C", "7C", False),
            ("unique-suits", "2", "7S 7S 7H 7H 7D", "7D", False),
            ("unique-suits", "2", "7S 7S 7H 7H 7D", "7C", True),
            ("unique-suits", "2", "7S 7H 2S 7D", "7C", False),
            ("unique-suits", "2", "KS", "7S 7H 7D 7C", None),
            ("unique-suits", "2", "", "7S 7H 7D 7C", True),
            ("all", "1", "7S 7H 7D", "7C", True),
            ("unique-suits", "1", "7S 7H 7D", "7C", True),
        ],
    )
    def test_dri_25_and_53_what_is_a_set(
        self, rule: str, decks: str, pile: str, played: str, clears: bool | None
    ) -> None:
        game = table(f"{played} 4S 4H", "JC", pile=pile, options={"set_rule": rule, "decks": decks})
        if clears is None:
            assert refused(game, 0, f"play {played}") == "DRI-21"
            return
        game.play(0, f"play {played}")
        assert (game.position()["pile"] == []) is clears
        assert game.waiting_on == ({0} if clears else {1})

    def test_dri_53_tens_clear_with_any_set_rule(self) -> None:
        game = table("10S 4S", "JC", pile="7S", options={"set_rule": "unique-suits", "decks": "2"})
        game.play(0, "play 10S")
        assert game.position()["pile"] == []

    def test_dri_25_the_run_survives_a_position(self) -> None:
        game = table("7D 9S", "7C 9H", pile="4S 7S 7H")
        game.play(0, "play 7D")
        again = type(game).from_position(game.position())
        again.play(1, "play 7C")
        assert again.position()["pile"] == []


class TestRefill:
    def test_dri_26_from_the_left_while_it_lasts(self) -> None:
        game = table("8S 8H 8D", "JC", pile="4S", draw="5S 6S")
        events = game.play(0, "play 8S 8H 8D")
        assert hand(game) == ["5S", "6S"]
        assert game.position()["draw"] == []
        drew = next(event for event in events if event.name == "drew")
        assert drew.seen_by(None) == drew.seen_by(1) == {"seat": 0, "count": 2}
        assert drew.seen_by(0) == {"seat": 0, "count": 2, "cards": ["5S", "6S"]}

    def test_dri_26_a_hand_of_full_size_draws_nothing(self) -> None:
        game = table("8S 9H 9D 9C", "JC", pile="4S", draw="5S 6S")
        game.play(0, "play 8S")
        assert len(hand(game)) == 3
        assert game.position()["draw"] == ["5S", "6S"]

    def test_dri_26_before_an_extra_turn_too(self) -> None:
        game = table("10S 9H 9D", "JC", pile="4S", draw="5S 6S")
        game.play(0, "play 10S")
        assert "play 5S" in moves(game)

    def test_dri_26_two_is_full_with_six_on_one_deck(self) -> None:
        game = table("8S 9H", *["JC 3S"] * 5, pile="4S", draw="5S 6S 7S")
        game.play(0, "play 8S")
        assert hand(game) == ["5S", "9H"]

    def test_dri_26_nothing_is_drawn_after_a_pickup(self) -> None:
        game = table("3S", "JC", pile="4S", draw="5S 6S")
        game.play(0, "pickup")
        assert hand(game) == ["3S", "4S"]

    def test_dri_26_refill_comes_before_the_look_who_is_out(self) -> None:
        game = table("9S", "JC", pile="8S", draw="5S")
        events = game.play(0, "play 9S")
        assert named(events, "out") == []
        assert hand(game) == ["5S"]


class TestZones:
    def test_dri_27_hand_and_face_up_never_go_together(self) -> None:
        game = table("9S", "8C", up={0: "9D JC 4C"}, pile="8S")
        assert moves(game) == {"play 9S", "pickup"}
        assert refused(game, 0, "play 9S 9D") == "DRI-27"
        assert refused(game, 0, "play JC") == "DRI-27"

    def test_dri_27_several_face_up_of_one_rank(self) -> None:
        game = table("", "8C", up={0: "9D 9C 4C"}, pile="8S")
        assert moves(game) == {"play 9D", "play 9C", "play 9D 9C", "pickup"}
        events = game.play(0, "play 9D 9C")
        assert named(events, "play") == [{"seat": 0, "cards": ["9D", "9C"], "zone": "face_up"}]
        assert game.position()["face_up"][0] == ["4C"]

    def test_dri_27_an_extra_turn_is_a_turn_of_its_own(self) -> None:
        game = table("10S", "8C", up={0: "9D 9C 4C"}, pile="8S")
        game.play(0, "play 10S")
        assert moves(game) == {"play 9D", "play 9C", "play 9D 9C", "play 4C"}

    def test_dri_27_not_while_there_is_a_draw_pile(self) -> None:
        game = table("", "8C", up={0: "9D 9C 4C"}, pile="8S", draw="5S")
        assert moves(game) == {"pickup"}
        assert refused(game, 0, "play 9D") == "DRI-27"

    def test_dri_28_face_up_cards_stay_when_the_pile_is_picked_up(self) -> None:
        game = table("", "8C 9C", up={0: "5D 4C"}, pile="8S KS")
        assert moves(game) == {"pickup"}
        game.play(0, "pickup")
        assert game.position()["face_up"][0] == ["4C", "5D"]
        game.play(1, "play 8C")
        assert moves(game) == {"play 8S", "play KS", "pickup"}

    def test_dri_28_with_a_playable_one_it_may_be_picked_up(self) -> None:
        assert moves(table("", "8C", up={0: "KD 4C"}, pile="8S")) == {"play KD", "pickup"}


class TestFaceDown:
    def test_dri_29_places_from_the_left(self) -> None:
        game = table("", "8C", down={0: "3S - 9H"}, pile="8S", options={"shijo": False})
        assert moves(game) == {"flip 1", "flip 3", "pickup"}
        assert refused(game, 0, "flip 2") == "DRI-29"
        assert refused(game, 0, "play 9H") == "DRI-29"
        zone = game.view(0).zone("face_down", 0)
        assert zone is not None
        assert (zone.cards, zone.gaps) == ((None, None), (1,))

    def test_dri_29_a_playable_card_is_played(self) -> None:
        game = table("", "8C", down={0: "3S - 9H"}, pile="8S")
        assert named(game.play(0, "flip 3"), "flip") == [
            {"seat": 0, "place": 3, "card": "9H", "played": True}
        ]
        assert game.position()["pile"] == ["8S", "9H"]
        assert game.position()["face_down"][0] == ["3S", None, None]
        assert game.waiting_on == {1}

    def test_dri_29_an_unplayable_one_is_taken_with_the_pile(self) -> None:
        game = table("", "8C", down={0: "3S - 9H"}, pile="8S")
        events = game.play(0, "flip 1")
        assert [event.name for event in events] == ["flip", "pickup"]
        assert events[0].fields["played"] is False
        assert hand(game) == ["3S", "8S"]
        assert game.position()["pile"] == []
        assert game.waiting_on == {1}

    def test_dri_29_on_an_empty_pile_every_card_is_playable(self) -> None:
        game = table("", "8C", down={0: "3S - 9H"})
        assert "pickup" not in moves(game)
        game.play(0, "flip 1")
        assert game.position()["pile"] == ["3S"]

    def test_dri_29_the_pile_may_be_picked_up_without_turning_a_card(self) -> None:
        game = table("", "8C 9C", down={0: "3S - 9H"}, pile="8S")
        game.play(0, "pickup")
        assert game.position()["face_down"][0] == ["3S", None, "9H"]
        game.play(1, "play 9C")
        assert moves(game) == {"pickup"}

    def test_dri_29_a_ten_turned_clears(self) -> None:
        game = table("", "8C", down={0: "10S - 9H"}, pile="8S")
        game.play(0, "flip 1")
        assert game.position()["pile"] == []
        assert game.waiting_on == {0}


@pytest.mark.parametrize(
    ("move", "reason"),
    [
        ("beat 9S KC", "no “beat” move"),
        ("play", "Type just the cards"),
        ("pickup 9S", "Don't type anything after"),
        ("flip", "Say which card"),
        ("flip 4", "Say which card"),
        ("flip 9S", "Say which card"),
        ("throw well", "rock, paper or scissors"),
        ("up", "Type just the cards"),
        ("play 9S now", "Type just the cards"),
        ("", "Type a move"),
        ("play 9s", "Type just the cards"),
        ("play 9s 9S", "9s isn.t a card"),
    ],
)
def test_what_is_no_move(move: str, reason: str) -> None:
    game = table("9S KC", "4C", pile="8S")
    before = game.position()
    with pytest.raises(InvalidMove, match=reason):
        game.play(0, move)
    assert game.position() == before


def test_there_is_no_seat_nine_and_a_move_is_a_text() -> None:
    game = table("9S KC", "4C", pile="8S")
    for seat in (-1, 2, 9):
        with pytest.raises(InvalidMove, match="no seat"):
            game.play(seat, "play 9S")
    with pytest.raises(InvalidMove):
        game.play(0, ["play 9S"])  # type: ignore[arg-type]


@pytest.mark.parametrize(
    ("move", "rule"),
    [("up 9S", "DRI-03"), ("throw rock", "DRI-12"), ("play RJ", "DRI-20"), ("shijo", "DRI-60")],
)
def test_moves_of_another_moment_are_refused_by_their_rule(move: str, rule: str) -> None:
    assert refused(table("9S KC", "4C", pile="8S"), 0, move) == rule
