"""DUR-40 to DUR-46: refilling hands, going out, the fool (the loser), ranks, leaving, and games
without progress."""

from __future__ import annotations

from typing import Any

import pytest

from games.core import IllegalMove
from games.durak import Durak
from games.durak.rules.bout import IDLE_BOUTS
from tests.games.durak_tables import ended, hand, named, play, table


def drawers(game: Durak, *steps: str) -> list[int]:
    return [event["seat"] for event in named(play(game, *steps), "drew")]


def four(order: str, **position: Any) -> Durak:
    """Return a game of four in which an eight of seat 0 lies on the table and seat 1 defends. Seats
    0 and 3 can throw in an eight, and seat 2 can throw in nothing. `order` is the option
    `throw_order`."""
    talon = "6S 6D 6C 7S 7D 7C 10S 10D 10C JS JD JC 8H"
    hands = ("8D QC QS", "9S 9H AS AD KH", "KC KD QD", "8C QH KS")
    return table(*hands, lies="8S", talon=talon, options={"throw_order": order}, **position)


def test_dur_40_arrival_draws_in_the_order_of_the_first_card() -> None:
    game = four("arrival")
    steps = ("3 throw 8C", "1 beat 8S 9S", "0 throw 8D", "1 take")
    assert drawers(game, *steps) == [0, 3, 2]
    assert hand(game, 1) >= {"8S", "8C", "8D", "9S"}
    assert {"6S", "6D", "6C", "7S"} <= hand(game, 0)


def test_dur_40_priority_draws_clockwise_and_the_defender_last() -> None:
    game = four("priority")
    steps = (
        "1 beat 8S 9S",
        "0 throw 8D",
        "1 beat 8D 9H",
        "3 throw 8C",
        "1 beat 8C KH",
        "2 done",
        "3 done",
    )
    assert drawers(game, *steps) == [0, 3, 2, 1]


def test_dur_40_the_original_attacker_of_a_passed_attack_comes_second() -> None:
    options = {"throw_order": "arrival"}
    talon = "6S 6D 6C 7S 7D 7C 10S 10D 10C JS JD JC 9H"
    game = table(
        "QC QS",
        "8D AD KC",
        "KD QD KS",
        "JH QH AH",
        preset="durnius-passing",
        options=options,
        lies="8S",
        talon=talon,
    )
    assert drawers(game, "1 pass 8D", "2 take") == [1, 0, 3, 2]


def test_dur_40_the_talon_runs_out_at_the_trump_card_and_all_see_it_go() -> None:
    game = table("7C 10C JC", "KS QD QC JD JS", "8C AC", lies="9S", talon="6S 6H")
    events = play(game, "1 beat 9S KS")
    assert named(events, "drew") == [{"seat": 0, "count": 2, "trump": "6H"}]
    drew = next(event for event in events if event.name == "drew")
    assert drew.seen_by(0)["cards"] == ["6S", "6H"]
    assert "cards" not in drew.seen_by(1)


def test_dur_41_out_after_refilling_and_the_next_one_attacks() -> None:
    game = table("9C", "9S", "6C 6D", "7C", lies="8S")
    events = play(game, "1 beat 8S 9S")
    assert named(events, "out") == [{"seat": 1}]
    assert (game.position()["attacker"], game.position()["defender"]) == (2, 3)


def test_dur_41_a_seat_that_can_draw_is_not_out() -> None:
    game = table("", "9S", "6C 6D", lies="8S", talon="6S 7S JC JD JS QS QC QD KS KC KD 6H")
    play(game, "1 beat 8S 9S")
    assert game.position()["out"] == []
    assert (hand(game, 0), hand(game, 1)) == ({"6S", "7S", "JC", "JD", "JS", "QS"}, {"KD", "6H"})


def test_dur_42_the_last_one_with_cards_is_the_fool() -> None:
    game = table("9C", "6S")
    events = play(game, "0 attack 9C", "1 take")
    assert ended(game).ranks == (1, 2)
    assert game.waiting_on == frozenset()
    assert named(events, "ended") == [{"fool": 1, "ranks": [1, 2], "kind": "won", "honours": []}]
    with pytest.raises(IllegalMove):
        game.play(1, "attack 6S")


def test_dur_42_checked_after_refilling_only() -> None:
    """The game isn't over when the attacker plays their last card, although only the defender has
    cards then. It is over after the bout."""
    game = table("9C", "10C 6S")
    play(game, "0 attack 9C")
    assert game.outcome is None
    play(game, "1 beat 9C 10C")
    assert ended(game).ranks == (1, 2)


@pytest.mark.parametrize(
    ("last_defence", "ranks", "kind"), [("draw", (1, 1), "draw"), ("loses", (1, 2), "won")]
)
def test_dur_43_nobody_left_with_cards(
    last_defence: str, ranks: tuple[int, ...], kind: str
) -> None:
    game = table("9C", "QC", options={"last_defence": last_defence})
    play(game, "0 attack 9C", "1 beat 9C QC")
    assert (ended(game).ranks, ended(game).kind) == (ranks, kind)


SCORES = [("fool", (1, 1, 1, 2)), ("first-out", (2, 1, 2, 3)), ("order", (2, 1, 3, 4))]


@pytest.mark.parametrize(("scoring", "ranks"), SCORES)
def test_dur_44_ranks_by_scoring(scoring: str, ranks: tuple[int, ...]) -> None:
    game = table("", "", "9C", "7C 7D", attacker=2, out=[[1], [0]], options={"scoring": scoring})
    play(game, "2 attack 9C", "3 take")
    assert ended(game).ranks == ranks


@pytest.mark.parametrize(
    ("scoring", "ranks"), [("fool", (1, 1, 1)), ("first-out", (2, 2, 1)), ("order", (2, 3, 1))]
)
def test_dur_44_who_played_the_last_card_earlier_is_ahead(
    scoring: str, ranks: tuple[int, ...]
) -> None:
    options = {"scoring": scoring, "throw_order": "arrival", "opening": "several"}
    game = table("8S 8D", "9S 9D 9C", "8C", options=options)
    play(
        game,
        "0 attack 8S",
        "2 throw 8C",
        "0 throw 8D",
        "1 beat 8S 9S",
        "1 beat 8C 9C",
        "1 beat 8D 9D",
    )
    assert (ended(game).ranks, ended(game).kind) == (ranks, "draw")
    assert game.position()["out"] == [[2, 0, 1]]


def test_dur_45_a_leavers_bout_is_void_and_its_cards_are_discarded() -> None:
    for leaver, heir in ((0, 1), (1, 2)):
        game = table(
            "6C 7C", "KS QD", "9D 10D", lies="9S/JS 9C", talon="6S 7S 8S 10S JD 6H", discard=[]
        )
        events = play(game, f"{leaver} resign")
        position = game.position()
        assert named(events, "bout-void") == [{"cards": ["9S", "9C", "JS"]}]
        assert (position["attacker"], position["table"], position["hands"][leaver]) == (
            heir,
            [],
            [],
        )
        assert {"9S", "JS", "9C"} < set(position["discard"])
        assert position["talon"] == []
        assert game.view(None).seats[leaver].resigned


def test_dur_45_otherwise_the_bout_goes_on_without_them() -> None:
    game = table("9D 7C", "KS QD JC", "9H KD", lies="9S", options={"throw_order": "arrival"})
    play(game, "0 done", "1 beat 9S KS")
    assert game.waiting_on == {0, 2}
    play(game, "2 resign")
    assert game.waiting_on == {0}
    play(game, "0 done")
    assert game.position()["attacker"] == 1


def test_dur_45_the_last_thrower_leaving_ends_the_bout() -> None:
    game = table("7C", "KS QD JC", "9H KD", lies="9S")
    play(game, "1 beat 9S KS")
    assert game.waiting_on == {2}
    play(game, "2 resign")
    assert game.position()["attacker"] == 1


def test_dur_45_who_left_shares_the_last_rank_and_is_the_fool_when_one_is_left() -> None:
    game = table("9C 7C", "10C 6S", "AS AD", options={"scoring": "order"})
    play(game, "2 resign")
    assert game.outcome is None
    play(game, "1 resign")
    assert ended(game).ranks == (1, 2, 2)
    assert ended(game).carry["fool"] == 1


def test_dur_45_the_fool_shares_the_last_rank_with_who_left() -> None:
    game = table("8S", "9D", "7C 7D")
    play(game, "0 attack 8S", "2 resign", "1 take")
    assert ended(game).ranks == (1, 2, 2)


@pytest.mark.parametrize("last_defence", ["draw", "loses"])
def test_dur_45_the_leaver_is_the_fool_though_the_other_has_just_played_the_last_card(
    last_defence: str,
) -> None:
    # With cheating a bout waits for the attacker, the defender's hand being empty or not (DUR-73).
    options = {"last_defence": last_defence, "cheating": True}
    game = table("9C", "10C 6S", options=options)
    assert left_by(game, 1, "0 attack 9C") == ("won", (1, 2), 1)
    game = table("9C 7C", "10C", options=options)
    assert left_by(game, 0, "0 attack 9C", "1 beat 9C 10C") == ("won", (2, 1), 0)


def left_by(game: Durak, leaver: int, *steps: str) -> tuple[str, tuple[int, ...], int]:
    """Make the moves `steps` in a game of two, and let the seat `leaver` resign. Check that the
    other seat, which has no cards left, goes out. Return the kind of the outcome, its ranks, and
    the fool's seat."""
    play(game, *steps)
    assert game.outcome is None
    events = play(game, f"{leaver} resign")
    assert named(events, "out") == [{"seat": 1 - leaver}]
    outcome = ended(game)
    return outcome.kind, outcome.ranks, outcome.carry["fool"]


def test_dur_45_several_that_have_just_played_their_last_cards_are_as_in_dur_43() -> None:
    game = table("8S", "10C 6S", "8D", options={"throw_order": "arrival"})
    play(game, "0 attack 8S", "2 throw 8D", "1 resign")
    assert (ended(game).kind, ended(game).ranks) == ("draw", (1, 2, 1))


def test_dur_45_of_a_team_the_last_to_leave_is_the_fool() -> None:
    """A team whose second member resigns has lost, although an opponent's last card is still
    unbeaten on the table."""
    game = table(
        "", "", "9C", "QC", attacker=2, out=[[0]], resigned=[1], options={"teams": "pairs"}
    )
    play(game, "2 attack 9C", "3 resign")
    assert (ended(game).kind, ended(game).ranks) == ("won", (1, 2, 1, 2))


def test_dur_45_nobody_leaves_twice_or_after_going_out() -> None:
    game = table("9C 7C", "10C 6S", "AS AD", "", out=[[3]])
    play(game, "2 resign")
    for seat in (2, 3):
        with pytest.raises(IllegalMove):
            game.resign(seat)


def idle(bouts: int, **position: Any) -> Durak:
    return table(
        "9C 7C", "10C 6S", "AS AD", idle_bouts=bouts, options={"scoring": "order"}, **position
    )


def test_dur_46_sixty_bouts_without_progress_are_a_draw() -> None:
    game = idle(IDLE_BOUTS - 2)
    play(game, "0 attack 9C", "1 take")
    assert game.position()["idle_bouts"] == IDLE_BOUTS - 1
    play(game, "2 attack AS", "0 take")
    assert (ended(game).kind, ended(game).ranks) == ("draw", (1, 1, 1))


def test_dur_46_discards_draws_and_leavers_hands_are_progress() -> None:
    beaten = idle(IDLE_BOUTS - 1)
    play(beaten, "0 attack 9C", "1 beat 9C 10C")
    drawn = idle(IDLE_BOUTS - 1, talon="6H")
    play(drawn, "0 attack 9C", "1 take")
    left = idle(IDLE_BOUTS - 1)
    play(left, "0 attack 9C", "2 resign", "1 take")
    for game in (beaten, drawn, left):
        assert game.outcome is None
        assert "idle_bouts" not in game.position()


def test_dur_46_two_that_always_take_come_to_an_end() -> None:
    game = table("9C 7C 6H", "10C 6S AD")
    steps = 0
    while game.outcome is None:
        (seat,) = game.waiting_on
        legal = game.legal_moves(seat)
        game.play(seat, next((move for move in legal if move.verb == "take"), legal[0]))
        steps += 1
    assert steps <= 3 * IDLE_BOUTS + 10
