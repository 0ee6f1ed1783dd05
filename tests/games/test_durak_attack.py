"""DUR-10 to DUR-16: how a bout is opened, the limits of attack cards, which seats may throw in and
when, their order, and which seats are done."""

from __future__ import annotations

from typing import Any

import pytest
from hypothesis import given
from hypothesis import strategies as st

from games.core import IllegalMove
from games.durak import Durak
from tests.games.durak_tables import moves, named, play, table


def refused(game: Durak, seat: int, move: str) -> str:
    """Try an illegal move of `seat`, and return the id of the rule in its refusal. Check that the
    refusal changes nothing in the game."""
    before = game.position()
    with pytest.raises(IllegalMove) as refusal:
        game.play(seat, move)
    assert game.position() == before
    return refusal.value.rule


def test_dur_10_one_card_opens_or_several_of_a_rank() -> None:
    hands = ("7S 7D 9C", "KS KD KC")
    assert moves(table(*hands), 0) == {"attack 7S", "attack 7D", "attack 9C"}
    several = table(*hands, preset="throw-in")
    assert moves(several, 0) == {"attack 7S", "attack 7D", "attack 9C", "attack 7S 7D"}
    events = several.play(0, "attack 7D 7S")
    assert named(events, "attack") == [{"seat": 0, "cards": ["7S", "7D"]}]
    assert several.position()["by"] == [0, 0]


def test_dur_10_what_is_no_opening() -> None:
    game = table("7S 7D 9C", "KS KD KC")
    assert refused(game, 0, "attack 7S 7D") == "DUR-10"
    assert refused(game, 0, "attack 7C") == "DUR-10"
    assert refused(game, 1, "attack KS") == "DUR-10"
    assert refused(game, 0, "done") == "DUR-10"
    assert refused(table("7S 7D 9C", "KS KD KC", preset="throw-in"), 0, "attack 7S 9C") == "DUR-10"


def test_dur_11_the_opening_obeys_the_limit() -> None:
    game = table("7S 7D 7C", "KS KD", preset="throw-in")
    assert "attack 7S 7D" in moves(game, 0)
    assert refused(game, 0, "attack 7S 7D 7C") == "DUR-11"


def test_dur_11_never_more_unbeaten_cards_than_the_defender_holds() -> None:
    game = table("8D 8C KC", "9S 7H", lies="8S")
    play(game, "0 throw 8D")
    assert moves(game, 0) == set()
    assert refused(game, 0, "throw 8C") == "DUR-11"
    play(game, "1 beat 8S 9S")
    assert refused(game, 0, "throw 8C") == "DUR-11"


def test_dur_11_beaten_cards_do_not_count_against_the_hand() -> None:
    """With the limit `hand`, only the unbeaten attack cards are compared with the number of cards
    in the defender's hand. A seventh attack card may be thrown in after six beaten cards. With the
    limit `six`, a seventh attack card may not be thrown in."""
    lies = "6S/7S 6D/7D 6C/7C 6H/7H 8S/9S 8D/9D"
    game = table("8C KC", "AS AD", "AC", lies=lies)
    assert "throw 8C" in moves(game, 0)
    six = table("8C KC", "AS AD", "AC", lies=lies, options={"limit": "six"})
    assert "throw 8C" not in moves(six, 0)


@pytest.mark.parametrize("leaver", [2, 3])
def test_dur_11_a_void_bout_is_a_first_discard_too(leaver: int) -> None:
    """When the attacker or the defender leaves, the bout is void, and its cards are discarded. This
    first discard raises the limit of attack cards from five to six (DUR-11, DUR-45). If no card
    lies on the table, only the leaver's hand is discarded, and this doesn't raise the limit."""
    hands = ("AC", "AS", "KC 7C", "QC QD")
    position: dict[str, Any] = {"preset": "throw-in", "attacker": 2, "discard": []}
    lying = table(*hands, lies="9C", **position)
    play(lying, f"{leaver} resign")
    assert lying.view(None).facts["limit"] == 6
    nothing_lies = table(*hands, **position)
    play(nothing_lies, f"{leaver} resign")
    assert nothing_lies.view(None).facts["limit"] == 5


def test_dur_11_five_until_the_first_discard_then_six() -> None:
    lies = "6S/7S 6D/7D 6C/7C 8S/9S"
    first = table("7H 8C KC", "AS AD 10H", "AC KS", preset="throw-in", lies=lies, discard=[])
    play(first, "0 throw 7H", "1 beat 7H 10H")
    assert first.position()["attacker"] == 1
    assert first.view(None).facts["limit"] == 6

    later = table(
        "8C KC", "AS AD 10C", "AC KS", preset="throw-in", lies=lies + " 8D/9D", discard=["JC", "QC"]
    )
    play(later, "0 throw 8C", "1 beat 8C 10C")
    assert later.position()["attacker"] == 1


def test_dur_11_a_bout_that_was_taken_is_no_first_discard() -> None:
    game = table("8S KC", "9D AD KD", "AC KS", preset="throw-in", discard=[])
    play(game, "0 attack 8S", "1 take")
    assert game.position()["attacker"] == 2
    assert game.view(None).facts["limit"] == 5


def test_dur_12_everyone_but_the_defender_by_rank() -> None:
    game = table("KC", "9S QS", "9C 8C", "8D AC", lies="8S", options={"throw_order": "arrival"})
    assert moves(game, 2) == {"throw 8C", "done"}
    assert moves(game, 3) == {"throw 8D", "done"}
    assert refused(game, 2, "throw 9C") == "DUR-12"
    assert refused(game, 1, "throw QS") == "DUR-12"
    play(game, "1 beat 8S 9S")
    assert moves(game, 2) == {"throw 8C", "throw 9C", "done"}


def test_dur_12_neighbours_are_the_attacker_and_the_defenders_left() -> None:
    options = {"throw_order": "arrival", "throwers": "neighbours"}
    game = table("8H KC", "9S QS", "8C AC", "8D AD", lies="8S", options=options)
    assert moves(game, 0) == {"throw 8H", "done"}
    assert moves(game, 2) == {"throw 8C", "done"}
    assert refused(game, 3, "throw 8D") == "DUR-12"


def test_dur_12_the_neighbour_keeps_the_right_without_cards() -> None:
    options = {"throw_order": "arrival", "throwers": "neighbours"}
    game = table("8H KC", "9S QS JS", "8C", "8D AD", lies="8S", options=options)
    play(game, "2 throw 8C")
    assert moves(game, 3) == set()


def test_dur_13_only_after_a_beat_or_a_take() -> None:
    options = {"throw_from": "first-beat", "pile_on": "limited", "throw_order": "arrival"}
    game = table("8D 6C", "9S KS KD", "8C 7C", lies="8S", options=options)
    assert moves(game, 0) == moves(game, 2) == set()
    assert refused(game, 0, "throw 8D") == "DUR-13"
    taken = game.copy()
    play(game, "1 beat 8S 9S")
    assert moves(game, 0) == {"throw 8D", "done"}
    play(taken, "1 take")
    assert moves(taken, 0) == {"throw 8D", "done"}


def test_dur_14_priority_is_a_strict_queue() -> None:
    game = table("8H KC", "9S QS JS AS", "8C AC", "8D AD", lies="8S")
    assert refused(game, 2, "throw 8C") == "DUR-14"
    assert refused(game, 3, "done") == "DUR-14"
    play(game, "0 done")
    assert moves(game, 0) == set()
    assert moves(game, 2) == {"throw 8C", "done"}
    assert moves(game, 3) == set()
    play(game, "2 done")
    assert moves(game, 3) == {"throw 8D", "done"}
    assert game.waiting_on == {1}
    play(game, "1 beat 8S 9S")
    assert game.waiting_on == {0}


def test_dur_14_arrival_waits_on_all_and_take_does_not_change_it() -> None:
    options = {"throw_order": "arrival", "pile_on": "limited"}
    game = table("8H KC", "9S QS JS AS", "8C AC", "8D AD", lies="8S", options=options)
    play(game, "1 take")
    assert game.waiting_on == {0, 2, 3}
    play(game, "3 throw 8D")
    assert game.waiting_on == {0, 2}
    assert {seat for seat in range(4) if moves(game, seat)} == {0, 2}


def test_dur_15_cards_passes_and_takes_wipe_done() -> None:
    options = {"throw_order": "arrival", "pile_on": "limited", "passing": True}
    start = table("8H 9H", "9S 8C QS JS AS", "9C AC 10D 6H", "8D AD KS", lies="8S", options=options)
    play(start, "0 done")
    assert start.position()["done"] == [0]
    for step in ("1 beat 8S 9S", "1 take", "1 pass 8C", "3 throw 8D"):
        game = start.copy()
        play(game, step)
        assert game.position()["done"] == [], step


def test_dur_15_done_until_the_table_changes() -> None:
    game = table("8H KC", "9S QS JS AS", "8C AC", lies="8S", options={"throw_order": "arrival"})
    play(game, "0 done")
    assert refused(game, 0, "throw 8H") == "DUR-15"
    assert refused(game, 0, "done") == "DUR-15"


def test_dur_15_without_a_throw_in_done_by_itself() -> None:
    game = table("KC", "9S QS", "AC", lies="8S")
    assert game.view(2).facts["done"] == [0, 2]
    assert game.view(2).facts["said"] == []
    assert refused(game, 0, "done") == "DUR-15"
    play(game, "1 beat 8S 9S")
    assert game.position()["attacker"] == 1


def test_dur_15_with_auto_done_off_everyone_with_cards_is_asked() -> None:
    game = table("KC", "9S QS", "AC", lies="8S", options={"auto_done": False})
    assert moves(game, 0) == {"done"}
    play(game, "1 beat 8S 9S")
    assert game.waiting_on == {0}
    play(game, "0 done")
    assert game.waiting_on == {2}
    play(game, "2 done")
    assert game.position()["attacker"] == 1


@given(st.sets(st.sampled_from(["6C", "8C", "9C", "JC", "KC", "8H"]), min_size=1))
def test_dur_15_with_auto_done_off_done_tells_nothing(cards: set[str]) -> None:
    """With `auto_done` off, nobody can find out whether the attacker holds a card to throw in.
    Whether the attacker holds such a card or not, no seat counts as done, and after the beat the
    game waits for the attacker."""
    game = table(" ".join(cards), "9S QS", "AC", lies="8S", options={"auto_done": False})
    assert game.view(1).facts["done"] == []
    play(game, "1 beat 8S 9S")
    assert game.waiting_on == {0}


def test_dur_16_without_cards_done_and_all_can_see() -> None:
    game = table("", "9S QS", "8C AC", lies="8S", options={"auto_done": False})
    view = game.view(None)
    assert view.facts["done"] == [0]
    assert "done" in view.seats[0].roles
    assert "done" not in view.seats[2].roles
    play(game, "1 beat 8S 9S")
    assert game.waiting_on == {2}
