"""Dritzak: skips, sevens and reversals (DRI-50 to DRI-52)."""

from __future__ import annotations

import pytest

from games.core import IllegalMove
from tests.games.dritzak_tables import moves, named, table

SKIP = {"skip": True}
REVERSAL = {"reversal": True}


class TestSkip:
    @pytest.mark.parametrize(
        ("played", "turn", "skipped"), [("8D", 2, [1]), ("8D 8C", 3, [1, 2]), ("8D 8C 8H", 0, None)]
    )
    def test_dri_50_each_card_skips_a_seat(
        self, played: str, turn: int, skipped: list[int] | None
    ) -> None:
        game = table("8D 8C 8H 9C", "3S 4S", "JS 4H", "4D 5D", pile="8S", options=SKIP)
        events = game.play(0, f"play {played}")
        assert game.position()["turn"] == turn
        assert [event["skipped"] for event in named(events, "skipped")] == (
            [skipped] if skipped else []
        )

    @pytest.mark.parametrize(("played", "turn"), [("8D", 0), ("8D 8C", 1), ("8D 8C 8H", 0)])
    def test_dri_50_ones_own_seat_is_counted(self, played: str, turn: int) -> None:
        game = table(
            "8D 8C 8H 9C", "3S 4S", pile="8S", options={**SKIP, "decks": "2", "set_rule": "all"}
        )
        game.play(0, f"play {played}")
        assert game.position()["turn"] == turn
        assert game.position()["pile"] != []

    def test_dri_50_nobody_on_another_rank_or_an_empty_pile(self) -> None:
        for pile in ("7S", ""):
            game = table("8D 8C 9C", "3S 4S", "JS 4H", pile=pile, options=SKIP)
            assert named(game.play(0, "play 8D 8C"), "skipped") == []
            assert game.waiting_on == {1}

    def test_dri_50_not_without_the_option(self) -> None:
        game = table("8D 8C 9C", "3S 4S", "JS 4H", pile="8S")
        game.play(0, "play 8D")
        assert game.waiting_on == {1}

    def test_dri_50_only_seats_still_in_are_counted(self) -> None:
        game = table(
            "8D 9C", "", "JS 4H", "4D", pile="8S", out=[[1]], options={**SKIP, "play_on": True}
        )
        game.play(0, "play 8D")
        assert game.position()["turn"] == 3

    def test_dri_50_by_a_card_turned_or_face_up(self) -> None:
        game = table("", "3S 4S", "JS 4H", pile="8S", down={0: "8D 9C -"}, options=SKIP)
        game.play(0, "flip 1")
        assert game.waiting_on == {2}
        game = table("", "3S 4S", "JS 4H", pile="8S", up={0: "8D 9C"}, options=SKIP)
        game.play(0, "play 8D")
        assert game.waiting_on == {2}

    def test_dri_40_a_skip_by_the_last_card_still_counts(self) -> None:
        game = table("8D", "3S 4S", "JS 4H", "4D", pile="8S", options={**SKIP, "play_on": True})
        events = game.play(0, "play 8D")
        assert named(events, "skipped") == [{"seat": 0, "skipped": [1]}]
        assert game.position()["turn"] == 2
        by_a_set = table("8D", "3S 4S", "JS 4H", pile="8S 8H 8C", options={**SKIP, "play_on": True})
        assert named(by_a_set.play(0, "play 8D"), "skipped") == []
        assert by_a_set.position()["turn"] == 1
        two_skipped = table("8D 8C", "3S 4S", "JS 4H", pile="8S", options={**SKIP, "play_on": True})
        two_skipped.play(0, "play 8D 8C")
        assert two_skipped.position()["turn"] == 1

    def test_dri_50_a_set_skips_nobody(self) -> None:
        game = table("8D 8C 8H 9C", "3S 4S", "JS 4H", pile="8S", options=SKIP)
        assert named(game.play(0, "play 8D 8C 8H"), "skipped") == []
        assert game.waiting_on == {0}


class TestSevens:
    def test_dri_51_seven_or_lower_or_a_ten(self) -> None:
        game = table("2C 10D 6H 7D 8C AS", "8H 9C", pile="7S", options={"sevens": True})
        assert moves(game) == {"play 2C", "play 10D", "play 6H", "play 7D", "pickup"}
        with pytest.raises(IllegalMove, match="8C is too high") as refused:
            game.play(0, "play 8C")
        assert refused.value.rule == "DRI-51"

    def test_dri_51_a_seven_on_a_seven_goes_on(self) -> None:
        game = table("7D 9S", "6H 8H", pile="7S", options={"sevens": True})
        game.play(0, "play 7D")
        assert moves(game, 1) == {"play 6H", "pickup"}

    @pytest.mark.parametrize("other", ["6H", "2C"])
    def test_dri_51_ends_with_another_card_on_top(self, other: str) -> None:
        game = table(f"{other} 9S", "KH 8H", pile="7S", options={"sevens": True})
        game.play(0, f"play {other}")
        assert {"play KH", "play 8H"} <= moves(game, 1)

    def test_dri_51_binds_turned_cards_too(self) -> None:
        game = table("", "KH 8H", pile="7S", down={0: "8D 3C -"}, options={"sevens": True})
        assert game.copy().play(0, "flip 1")[0].fields["played"] is False
        assert game.play(0, "flip 2")[0].fields["played"] is True

    def test_dri_51_not_without_the_option(self) -> None:
        assert moves(table("6H 8C", "8H", pile="7S")) == {"play 8C", "pickup"}


class TestReversal:
    def test_dri_52_turns_the_direction_once_per_play(self) -> None:
        game = table("8D 8C 9C", "3S 4S", "JS 4D", pile="8S", options=REVERSAL)
        events = game.play(0, "play 8D 8C")
        assert named(events, "reversed") == [{"seat": 0, "direction": -1}]
        assert (game.position()["direction"], game.position()["turn"]) == (-1, 2)
        game.play(2, "pickup")
        assert game.waiting_on == {1}

    def test_dri_52_and_back_again(self) -> None:
        game = table("3S 9C", "8C 4S", "8D JS", pile="8S", turn=2, direction=-1, options=REVERSAL)
        game.play(2, "play 8D")
        assert (game.position()["direction"], game.position()["turn"]) == (1, 0)

    def test_dri_52_also_when_it_completes_a_set(self) -> None:
        game = table("8D 9C", "3S 4S", "JS 4D", pile="8S 8H 8C", options=REVERSAL)
        game.play(0, "play 8D")
        assert (game.position()["direction"], game.position()["turn"], game.position()["pile"]) == (
            -1,
            0,
            [],
        )

    def test_dri_52_not_on_another_rank_or_an_empty_pile(self) -> None:
        for pile in ("7S", ""):
            game = table("8D 8C 9C", "3S", "JS", pile=pile, options=REVERSAL)
            game.play(0, "play 8D 8C")
            assert game.position()["direction"] == 1

    def test_dri_52_turn_first_then_skip_that_way(self) -> None:
        game = table("8D 9C", "3S 4S", "JS 4H", "4D 5D", pile="8S", options={**REVERSAL, **SKIP})
        events = game.play(0, "play 8D")
        assert named(events, "skipped") == [{"seat": 0, "skipped": [3]}]
        assert game.waiting_on == {2}

    def test_dri_40_a_reversal_by_the_last_card_still_counts(self) -> None:
        game = table("8D", "3S 4S", "JS 4H", pile="8S", options={**REVERSAL, "play_on": True})
        game.play(0, "play 8D")
        assert game.position()["turn"] == 2
        completing = table(
            "8D", "3S 4S", "JS 4H", pile="8S 8H 8C", options={**REVERSAL, "play_on": True}
        )
        completing.play(0, "play 8D")
        assert (completing.position()["turn"], completing.position()["pile"]) == (2, [])
