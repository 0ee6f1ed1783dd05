"""DUR-20 to DUR-34: beating, taking, passing an attack on, and passing it on by showing a trump
(travel)."""

from __future__ import annotations

from hypothesis import given
from hypothesis import strategies as st

from games.cards import RANKS, deck, rank_of, suit_of
from tests.games.durak_tables import hand, moves, named, play, table
from tests.games.test_durak_attack import refused

cards = st.sampled_from(deck("2"))


@given(cards, cards)
def test_dur_20_higher_of_the_suit_or_a_trump(attack: str, card: str) -> None:
    if attack == card:
        return
    higher = suit_of(card) == suit_of(attack) and RANKS.index(rank_of(card)) > RANKS.index(
        rank_of(attack)
    )
    trumps = suit_of(card) == "H" != suit_of(attack)
    game = table("2S", card, preset="paritybit", lies=attack)
    assert (f"beat {attack} {card}" in moves(game, 1)) is (higher or trumps)
    if not (higher or trumps):
        assert refused(game, 1, f"beat {attack} {card}") == "DUR-20"


def test_dur_20_each_attack_card_takes_one() -> None:
    game = table("7C 7D", "10S JS QS 7H", lies="8S 8C", by=[0, 0])
    play(game, "1 beat 8S 10S")
    assert refused(game, 1, "beat 8S JS") == "DUR-20"
    assert moves(game, 1) == {"beat 8C 7H", "take"}


@given(cards, st.sampled_from(["RJ", "BJ"]))
def test_dur_21_jokers_beat_their_colour_trumps_too(attack: str, joker: str) -> None:
    game = table("2S", joker, preset="paritybit", options={"jokers": True}, lies=attack)
    red = suit_of(attack) in ("H", "D")
    assert (f"beat {attack} {joker}" in moves(game, 1)) is (red == (joker == "RJ"))


def test_dur_21_a_joker_that_attacks_is_not_beaten() -> None:
    game = table("RJ 6C", "BJ AH KD", "7C 8C 9C", preset="paritybit", options={"jokers": True})
    play(game, "0 attack RJ")
    assert moves(game, 1) == {"take", "pass BJ"}
    assert refused(game, 1, "beat RJ BJ") == "DUR-21"
    assert "attack BJ RJ" not in moves(game, 0)


def test_dur_21_jokers_share_a_rank_and_are_not_shown() -> None:
    game = table("RJ BJ 6C", "AH KD 9D", preset="paritybit", options={"jokers": True})
    assert "attack RJ BJ" in moves(game, 0)
    play(game, "0 attack RJ")
    assert moves(game, 0) == {"throw BJ", "done"}
    assert not any(move.startswith("show") for move in moves(game, 1))


def test_dur_22_any_order_and_take_while_something_is_unbeaten() -> None:
    game = table("7C 9D", "10S 10C QD", "9H", lies="8S 8C")
    assert moves(game, 1) == {"beat 8S 10S", "beat 8C 10C", "take"}
    play(game, "1 beat 8C 10C")
    assert "take" in moves(game, 1)
    done = table("9C 7C", "KS KD", "6C", lies="8S/9S")
    assert refused(done, 1, "take") == "DUR-22"
    assert refused(done, 0, "take") == "DUR-22"


def test_dur_23_repelled_when_all_are_done_and_the_defender_attacks() -> None:
    game = table("9C 7C", "9S KD", "6C", lies="8S")
    play(game, "1 beat 8S 9S")
    assert game.waiting_on == {0}
    events = play(game, "0 done")
    assert named(events, "bout-repelled") == [{"seat": 1, "cards": ["8S", "9S"]}]
    assert game.position()["attacker"] == 1
    assert game.position()["defender"] == 2


def test_dur_23_repelled_at_once_without_cards_left() -> None:
    game = table("9C 7C", "9S", "6C 6D", lies="8S")
    play(game, "1 beat 8S 9S")
    assert game.position()["out"] == [[1]]
    assert game.position()["attacker"] == 2


def test_dur_23_no_one_may_look_through_the_discard_pile() -> None:
    game = table("9C 7C", "9S KD", "6C", lies="8S", discard=["AS", "AD"])
    play(game, "1 beat 8S 9S", "0 done")
    for seat in (None, 0, 1, 2):
        zone = game.view(seat).zone("discard")
        assert zone is not None
        assert zone.cards == (None,) * 4
    assert game.position()["discard"] == ["8S", "9S", "AS", "AD"]


def test_dur_24_take_ends_at_once_or_lets_others_pile_on() -> None:
    hands = ("8D 8C 8H 7C", "9S QD", "7D 6C")
    off = table(*hands, lies="8S")
    play(off, "1 take")
    assert hand(off, 1) == {"9S", "QD", "8S"}
    assert (off.position()["attacker"], off.position()["defender"]) == (2, 0)

    limited = table(*hands, lies="8S", options={"pile_on": "limited"})
    play(limited, "1 take", "0 throw 8D")
    assert hand(limited, 1) == {"9S", "QD", "8S", "8D"}

    unlimited = table(*hands, lies="8S", options={"pile_on": "unlimited"})
    play(unlimited, "1 take", "0 throw 8D", "0 throw 8C", "0 throw 8H")
    assert hand(unlimited, 1) == {"9S", "QD", "8S", "8D", "8C", "8H"}


def test_dur_24_who_takes_does_nothing_more() -> None:
    game = table("8D 7C", "9S QD", "7D 6C", lies="8S", options={"pile_on": "limited"})
    play(game, "1 take")
    assert moves(game, 1) == set()
    assert refused(game, 1, "beat 8S 9S") == "DUR-24"
    assert refused(game, 1, "take") == "DUR-24"


def test_dur_30_the_defender_becomes_the_attacker() -> None:
    game = table("6C KC", "8D 9S", "8C AC KD", preset="durnius-passing", lies="8S")
    events = play(game, "1 pass 8D")
    assert named(events, "pass") == [{"seat": 1, "cards": ["8D"], "defender": 2}]
    position = game.position()
    assert (position["attacker"], position["defender"], position["by"]) == (1, 2, [0, 1])
    assert game.waiting_on == {2}


def test_dur_30_only_before_a_beat_of_the_rank_and_where_allowed() -> None:
    hands = ("6C KC", "8D 9S 9D QS", "8C AC KD 7C")
    game = table(*hands, preset="durnius-passing", lies="8S 8H")
    assert refused(game, 1, "pass 9D") == "DUR-30"
    play(game, "1 beat 8S 9S")
    assert refused(game, 1, "pass 8D") == "DUR-30"
    assert refused(table(*hands, lies="8S"), 1, "pass 8D") == "DUR-30"


def test_dur_30_the_first_bout_may_be_exempt() -> None:
    options = {"passing": True, "first_bout_passing": False}
    game = table("6C KC", "8D 6D QS", "AC KD 7C", options=options, lies="8S")
    assert refused(game, 1, "pass 8D") == "DUR-30"
    play(game, "1 take", "2 attack 7C", "0 take", "1 attack 6D")
    assert game.position()["defender"] == 2
    later = table("6C KC", "8D 6D QS", "AC KD 7C", options=options, lies="8S", bout_over=True)
    assert "pass 8D" in moves(later, 1)


def test_dur_31_the_next_defender_needs_enough_cards() -> None:
    game = table("6C KC", "8D 9S", "AC", preset="durnius-passing", lies="8S")
    assert refused(game, 1, "pass 8D") == "DUR-31"


def test_dur_31_a_seat_without_cards_is_passed_over_when_the_talon_is_empty() -> None:
    hands = ("6C KC 7D", "8D 9S", "", "AC AD 7C")
    game = table(*hands, preset="durnius-passing", lies="8S")
    play(game, "1 pass 8D")
    assert game.position()["defender"] == 3
    drawing = table(*hands, preset="durnius-passing", lies="8S", talon="6H")
    assert refused(drawing, 1, "pass 8D") == "DUR-31"


def test_dur_31_nobody_passes_to_themselves() -> None:
    game = table("", "8D 9S 7C", preset="durnius-passing", lies="8S")
    assert refused(game, 1, "pass 8D") == "DUR-31"


def test_dur_32_it_may_come_back_and_be_passed_again() -> None:
    game = table("8C KC QC JC", "8D 9S AD 7D", preset="durnius-passing", lies="8S")
    play(game, "1 pass 8D")
    assert "pass 8C" in moves(game, 0)
    play(game, "0 pass 8C")
    assert (game.position()["attacker"], game.position()["defender"]) == (0, 1)
    assert game.position()["by"] == [0, 1, 0]


def test_dur_33_a_shown_trump_passes_and_stays_known_in_the_hand() -> None:
    game = table("7C 7D 10C", "8H 9D 6C", "KS KD 5D", preset="paritybit", lies="8S")
    assert moves(game, 1) == {"beat 8S 8H", "take", "pass 8H", "show 8H"}
    play(game, "1 show 8H")
    assert game.position()["table"] == [["8S", None]]
    assert game.position()["shown"] == ["8H"]
    assert (game.position()["attacker"], game.position()["defender"]) == (1, 2)
    seen = game.view(0).zone("hand", 1)
    assert seen is not None
    assert sorted(map(str, seen.cards)) == ["8H", "None", "None"]
    play(game, "1 throw 8H")
    assert game.position()["shown"] == []


def test_dur_33_room_is_for_the_attack_alone() -> None:
    game = table("7C 7D", "8H 9D", "KS", preset="paritybit", lies="8S")
    assert "show 8H" in moves(game, 1)
    assert refused(game, 1, "pass 8H") == "DUR-31"


def test_dur_33_once_per_attack() -> None:
    options = {"travel": "once-per-attack"}
    game = table("8C KC QC JC", "8H 9S AD 7D", preset="paritybit", options=options, lies="8S")
    play(game, "1 show 8H", "0 pass 8C")
    assert refused(game, 1, "show 8H") == "DUR-33"
    assert refused(game, 1, "pass 8H") == "DUR-33"
    assert game.position()["travelled"] == ["8"]
    play(game, "1 take")
    assert "travelled" not in game.position()


def test_dur_33_once_per_game_it_must_be_played_later() -> None:
    game = table("8C KC QC JC", "8H 9S AD 7D", preset="paritybit", lies="8S")
    play(game, "1 show 8H", "0 pass 8C")
    assert refused(game, 1, "show 8H") == "DUR-33"
    assert "pass 8H" in moves(game, 1)
    play(game, "1 pass 8H", "0 take")
    assert game.position()["shown"] == []
    assert game.position()["travelled"] == ["8"]
    assert "8H" in hand(game, 0)


def test_dur_33_without_travel_nothing_is_shown() -> None:
    game = table("8C KC QC JC", "8H 9S AD 7D", preset="durnius-passing", lies="8S")
    assert refused(game, 1, "show 8H") == "DUR-33"


def test_dur_34_nobody_draws_on_a_pass() -> None:
    game = table("6C KC", "8D 9S", "8C AC KD", preset="durnius-passing", lies="8S", talon="6S 6H")
    events = play(game, "1 pass 8D")
    assert named(events, "drew") == []
    assert game.position()["talon"] == ["6S", "6H"]
