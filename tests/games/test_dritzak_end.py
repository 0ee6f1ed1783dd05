"""Dritzak: going out, walk-off Deegans (wins with a face-down card right after a face-down 10),
jinxes (handicaps), leaving, and games without progress (DRI-40 to DRI-44)."""

from __future__ import annotations

import pytest

from games.core import IllegalMove, InvalidMove, Outcome
from games.dritzak import Dritzak
from tests.games.dritzak_tables import moves, named, table

PLAY_ON = {"play_on": True}


def ended(game: Dritzak) -> Outcome:
    assert game.outcome is not None
    assert game.waiting_on == frozenset()
    assert game.position()["turn"] is None
    assert all(game.legal_moves(seat) == [] for seat in range(game.seats))
    again = type(game).from_position(game.position(), options=game.settings)
    assert (again.outcome, again.position()) == (game.outcome, game.position())
    return game.outcome


class TestGoingOut:
    @pytest.mark.parametrize(
        ("last", "pile"), [("KS", "8S"), ("10S", "8S"), ("8D", "8S 8H 8C"), ("3S", "")]
    )
    def test_dri_40_no_card_left_wins_whatever_the_last_card_was(
        self, last: str, pile: str
    ) -> None:
        game = table(last, "3H", "4H", pile=pile)
        events = game.play(0, f"play {last}")
        assert ended(game) == Outcome((1, 2, 2))
        assert named(events, "ended") == [{"kind": "won", "ranks": [1, 2, 2], "reason": "won"}]

    def test_dri_40_a_card_in_any_zone_keeps_a_seat_in(self) -> None:
        for game in (
            table("KS", "3H", pile="8S", up={0: "3S"}),
            table("KS", "3H", pile="8S", down={0: "- 3S -"}),
        ):
            game.play(0, "play KS")
            assert game.outcome is None

    def test_dri_40_playing_on_for_places(self) -> None:
        game = table("KS", "AS AH", "3H 2D", "4H 4D", pile="8S", options=PLAY_ON)
        assert named(game.play(0, "play KS"), "out") == [{"seat": 0, "place": 1}]
        assert game.outcome is None
        assert game.position()["out"] == [[0]]
        game.play(1, "play AS AH")
        assert game.position()["out"] == [[0], [1]]
        assert moves(game, 2) == {"play 2D", "pickup"}
        game.play(2, "play 2D")
        game.play(3, "play 4H 4D")
        assert ended(game).ranks == (1, 2, 4, 3)

    @pytest.mark.parametrize(("last", "pile"), [("10S", "8S"), ("8D", "8S 8H 8C")])
    def test_dri_40_the_turn_passes_also_after_a_ten_or_a_set(self, last: str, pile: str) -> None:
        game = table("KS", "KH", last, "4H 4D", pile=pile, turn=2, options=PLAY_ON)
        game.play(2, f"play {last}")
        assert game.position()["turn"] == 3
        assert game.position()["pile"] == []

    def test_dri_40_a_ten_by_one_who_left_is_no_ten_of_the_next(self) -> None:
        game = table("", "", "4H 4D", pile="8S", down={0: "10S - -", 1: "9S - -"}, options=PLAY_ON)
        game.play(0, "flip 1")
        game.play(1, "flip 1")
        assert ended(game).honours == ()

    def test_dri_40_who_is_out_can_do_nothing(self) -> None:
        game = table("KS", "AS AH 3D", "3H 2D", pile="8S", options=PLAY_ON)
        game.play(0, "play KS")
        with pytest.raises(IllegalMove, match="you're done") as refused:
            game.play(0, "pickup")
        assert refused.value.rule == "DRI-40"
        with pytest.raises(IllegalMove, match="your place is safe"):
            game.resign(0)

    def test_dri_40_nothing_is_played_after_the_end(self) -> None:
        game = table("KS", "3H", pile="8S")
        game.play(0, "play KS")
        with pytest.raises(IllegalMove, match="game is over"):
            game.play(1, "play 3H")
        with pytest.raises(IllegalMove, match="game is over"):
            game.resign(1)


class TestWalkOff:
    def walk(self, game: Dritzak, *steps: str) -> tuple[str, ...]:
        for step in steps:
            game.play(0, step)
        return ended(game).honours

    def test_dri_41_single(self) -> None:
        game = table("", "8C", pile="8S", down={0: "10S 4H -"})
        game.play(0, "flip 1")
        events = game.play(0, "flip 2")
        assert named(events, "walk-off") == [{"seat": 0, "degree": 1}]
        assert ended(game).honours == ("walk-off:0:1",)

    def test_dri_41_degrees_count_tens_from_any_zone(self) -> None:
        deegan = table("10C", "8C", pile="8S", up={0: "10H"}, down={0: "10S 4H -"})
        assert self.walk(deegan, "play 10C", "play 10H", "flip 1", "flip 2") == ("walk-off:0:3",)
        deegan = table("10C 10H", "8C", pile="8S", down={0: "10S 4H -"})
        assert self.walk(deegan, "play 10C 10H", "flip 1", "flip 2") == ("walk-off:0:3",)
        deegan = table(
            "10C 10C",
            "8C",
            pile="8S",
            up={0: "10H 10H"},
            down={0: "10S 4H 10S"},
            options={"decks": "2"},
        )
        assert self.walk(deegan, "play 10C 10C", "play 10H 10H", "flip 1", "flip 3", "flip 2") == (
            "walk-off:0:6",
        )

    def test_dri_41_the_card_before_lay_face_down(self) -> None:
        assert (
            self.walk(
                table("", "8C", pile="8S", up={0: "10H"}, down={0: "4H - -"}), "play 10H", "flip 1"
            )
            == ()
        )
        assert (
            self.walk(table("10H", "8C", pile="8S", down={0: "4H - -"}), "play 10H", "flip 1") == ()
        )

    def test_dri_41_a_ten_as_the_last_card_counts_for_nothing(self) -> None:
        assert self.walk(table("", "8C", pile="8S", down={0: "10H - -"}), "flip 1") == ()
        two = table("", "8C", pile="8S", down={0: "10H 10S -"})
        assert self.walk(two, "flip 1", "flip 2") == ("walk-off:0:1",)

    def test_dri_41_another_card_between_breaks_the_row(self) -> None:
        game = table(
            "10C",
            "8C",
            pile="9S 9H 9D",
            up={0: "9C"},
            down={0: "10S 4H -"},
            options={"shijo": False},
        )
        game.play(0, "play 10C")
        game.play(0, "play 9C")
        game.play(1, "pickup")
        game.play(0, "flip 1")
        assert self.walk(game, "flip 2") == ("walk-off:0:1",)

    def test_dri_41_a_set_before_the_last_card_is_no_ten(self) -> None:
        game = table("", "8C", pile="9S 9H 9D", down={0: "9C 4H -"})
        assert self.walk(game, "flip 1", "flip 2") == ()

    def test_dri_41_asking_the_shijo_and_leaving_others_do_not_come_between(self) -> None:
        game = table("", "8C", "9C", pile="8S", down={0: "10S 4H -"})
        game.play(0, "flip 1")
        game.play(0, "shijo")
        game.resign(2)
        assert self.walk(game, "flip 2") == ("walk-off:0:1",)

    def test_dri_41_the_ten_of_one_who_left_is_nobody_elses(self) -> None:
        game = table("", "", "8C", pile="8S", down={0: "10S 4H -", 1: "9S - -"})
        game.play(0, "flip 1")
        game.resign(0)
        game.play(1, "flip 1")
        assert ended(game) == Outcome((3, 1, 2))

    def test_dri_41_survives_a_position(self) -> None:
        game = table("", "8C", pile="8S", down={0: "10S 4H -"})
        game.play(0, "flip 1")
        assert self.walk(Dritzak.from_position(game.position()), "flip 2") == ("walk-off:0:1",)

    def test_dri_41_the_first_out_only(self) -> None:
        game = table("", "", "5C 5D", pile="8S", down={0: "9S - -", 1: "10S 4H -"}, options=PLAY_ON)
        game.play(0, "flip 1")
        game.play(1, "flip 1")
        game.play(1, "flip 2")
        assert ended(game) == Outcome((1, 2, 3))
        game = table("", "6H", "5C 5D", pile="8S", down={0: "10S 4H -"}, options=PLAY_ON)
        game.play(0, "flip 1")
        game.play(0, "flip 2")
        game.play(1, "play 6H")
        assert ended(game) == Outcome((1, 2, 3), "won", ("walk-off:0:1",))

    def test_dri_41_a_void_win_has_no_honours(self) -> None:
        game = table("", "8C", pile="8S", down={0: "10S 4H -"}, jinxed=[0])
        assert self.walk(game, "flip 1", "flip 2") == ()


class TestJinx:
    @pytest.mark.parametrize("options", [{}, PLAY_ON])
    def test_dri_42_a_jinxed_win_is_void(self, options: dict[str, bool]) -> None:
        game = table("KS", "3H", "4H", pile="8S", jinxed=[0], options=options)
        events = game.play(0, "play KS")
        assert ended(game) == Outcome((1, 1, 1), "void")
        assert named(events, "ended")[0]["reason"] == "jinx"

    @pytest.mark.parametrize("options", [{}, PLAY_ON])
    def test_dri_42_all_unjinxed_share_a_win_over_the_jinxed(
        self, options: dict[str, bool]
    ) -> None:
        game = table("KS", "3H", "4H", "5H", pile="8S", jinxed=[1, 3], options=options)
        game.play(0, "play KS")
        assert ended(game) == Outcome((1, 2, 1, 2))

    def test_dri_42_who_left_shares_neither(self) -> None:
        game = table("KS", "3H", "4H", "", pile="8S", jinxed=[1], resigned=[3])
        game.play(0, "play KS")
        assert ended(game) == Outcome((1, 2, 1, 3))

    def test_dri_42_a_jinxed_one_who_left_is_no_longer_at_the_table(self) -> None:
        game = table("KS", "", "4H", "5H", pile="8S", jinxed=[1], resigned=[1])
        game.play(0, "play KS")
        assert ended(game) == Outcome((1, 3, 2, 2))

    def test_dri_42_the_last_one_left_wins_void_when_jinxed(self) -> None:
        game = table("KS", "4H", pile="8S", jinxed=[1])
        game.resign(0)
        assert ended(game) == Outcome((1, 1), "void")
        game = table("KS", "4H", pile="8S", jinxed=[0])
        game.resign(0)
        assert ended(game) == Outcome((2, 1))

    def test_dri_42_who_is_jinxed_is_public(self) -> None:
        game = Dritzak.new(seats=3, seed=b"", handicaps={2: {"jinx"}})
        assert game.view(None).facts["jinxed"] == [2]
        assert "jinxed" in game.view(0).seats[2].roles


class TestLeaving:
    def test_dri_43_all_cards_are_discarded_and_the_turn_moves_on(self) -> None:
        game = table("KS 3D", "4H", "5H", pile="8S", up={0: "3C"}, down={0: "- 3H 3S"}, discard=[])
        events = game.resign(0)
        assert named(events, "resigned") == [{"seat": 0, "count": 5}]
        position = game.position()
        assert sorted(position["discard"]) == ["3C", "3D", "3H", "3S", "KS"]
        assert (position["turn"], position["pile"]) == (1, ["8S"])
        assert game.view(1).seats[0].resigned

    def test_dri_43_against_the_clock_too(self) -> None:
        game = table("KS", "4H", "5H", pile="8S", direction=-1)
        game.resign(0)
        assert game.waiting_on == {2}

    def test_dri_43_out_of_turn_the_turn_stays(self) -> None:
        game = table("KS 3S", "4H", "5H", pile="8S")
        game.resign(1)
        assert game.waiting_on == {0}
        game.play(0, "play KS")
        assert game.waiting_on == {2}

    def test_dri_43_all_who_left_share_the_last_rank(self) -> None:
        game = table("KS", "4H", "5H", "6H", pile="8S")
        game.resign(3)
        game.resign(1)
        game.play(0, "play KS")
        assert ended(game).ranks == (1, 3, 2, 3)

    def test_dri_43_one_seat_left_wins(self) -> None:
        game = table("KS", "4H", "5H", pile="8S")
        game.resign(0)
        game.resign(2)
        assert ended(game) == Outcome((2, 1, 2))

    def test_dri_43_and_is_last_when_others_went_out_before(self) -> None:
        game = table("KS", "4H", "5H", pile="8S", options=PLAY_ON)
        game.play(0, "play KS")
        game.resign(2)
        assert ended(game) == Outcome((1, 2, 3))

    def test_dri_43_while_cards_are_chosen(self) -> None:
        six = "4S JH 2D 9C 9D KS", "5S 6S 7S 8S QH QD", "3S 3H 3D 3C 4D 4C"
        game = table(*six, phase="choose", discard=[])
        game.play(0, "up 4S JH 2D")
        game.play(1, "up 5S 6S 7S")
        events = game.resign(2)
        assert named(events, "up-shown")[0]["seats"] == [0, 1]
        assert game.waiting_on == {1}
        assert len(game.position()["discard"]) == 6
        game = table(*six, phase="choose")
        game.play(2, "up 3S 3H 3D")
        game.resign(2)
        assert game.waiting_on == {0, 1}
        game.resign(1)
        assert ended(game) == Outcome((1, 2, 2))

    def test_dri_43_once_only(self) -> None:
        game = table("KS", "4H", "5H", pile="8S")
        game.resign(1)
        with pytest.raises(IllegalMove, match="already left this game") as refused:
            game.resign(1)
        assert refused.value.rule == "DRI-43"
        with pytest.raises(IllegalMove, match="You've left this game"):
            game.play(1, "play 4H")
        with pytest.raises(InvalidMove, match="no seat 7"):
            game.resign(7)


class TestNoProgress:
    def idle(self, game: Dritzak, turns: int) -> None:
        """Play `turns` turns. In each turn the seat takes the pile if possible, otherwise it plays
        its first legal move."""
        for _ in range(turns):
            seat = next(iter(game.waiting_on))
            legal = game.legal_moves(seat)
            game.play(seat, "pickup" if "pickup" in legal else legal[0])

    def test_dri_44_three_hundred_turns_without_progress(self) -> None:
        game = table("KS 3S", "AH 4S", "9S 9H", pile="8S")
        self.idle(game, 299)
        assert game.outcome is None
        assert game.position()["idle"] == 299
        self.idle(game, 1)
        assert ended(game) == Outcome((1, 1, 1), "draw")

    def test_dri_44_a_discard_begins_the_count_anew(self) -> None:
        game = table("10S 3S", "AH 4S", pile="8S", idle=299)
        game.play(0, "play 10S")
        assert game.outcome is None
        assert "idle" not in game.position()

    def test_dri_44_a_card_drawn_begins_the_count_anew(self) -> None:
        game = table("KS 3S", "AH 4S", pile="8S", draw="5S", idle=299)
        game.play(0, "play KS")
        assert "idle" not in game.position()

    def test_dri_44_a_seat_out_begins_the_count_anew(self) -> None:
        game = table("KS", "AH 4S", "6S", pile="8S", idle=299, options=PLAY_ON)
        game.play(0, "play KS")
        assert game.outcome is None
        assert "idle" not in game.position()

    def test_dri_44_a_leavers_cards_are_discarded_and_begin_the_count_anew(self) -> None:
        game = table("KS 3S", "AH 4S", "6S", pile="8S", idle=299)
        game.resign(2)
        assert "idle" not in game.position()

    @pytest.mark.parametrize(
        ("move", "ends"), [("pickup", True), ("flip 1", True), ("flip 2", True), ("shijo", False)]
    )
    def test_dri_44_what_is_a_turn(self, move: str, ends: bool) -> None:
        game = table("", "AH 4S", pile="8S", down={0: "9S 3H 4H"}, idle=299)
        game.play(0, move)
        assert (game.outcome is not None) is ends

    def test_dri_44_those_out_keep_their_places(self) -> None:
        game = table(
            "KS 3S", "AH 4S", "", "", pile="8S", idle=299, out=[[2]], resigned=[3], options=PLAY_ON
        )
        game.play(0, "play KS")
        assert ended(game) == Outcome((2, 2, 1, 3), "draw")
