"""Durak: what the view of each seat shows, and the games that are sampled (imagined) from it."""

from __future__ import annotations

from math import comb
from random import Random

import pytest
from hypothesis import given, settings
from hypothesis import strategies as st

from games.cards import deck, rank_of
from games.core import Stream
from games.durak import Durak
from games.durak.rules.events import EVENTS
from tests.games.durak_games import begun_games
from tests.games.durak_tables import hand, play, table


def test_zones_and_roles() -> None:
    game = table(
        "9C 7C", "KS QD AS", "6C", lies="8S/9S 8D", talon="6S 7S 6H", dealer=2, discard=["AC"]
    )
    view = game.view(0)
    zones = {(zone.name, zone.owner): zone for zone in view.zones}
    assert zones["hand", 0].cards == ("7C", "9C")
    assert zones["hand", 1].cards == (None, None, None)
    assert zones["talon", None].cards == (None, None, "6H")
    assert (zones["table", None].cards, zones["table", None].covers) == (("8S", "8D"), ("9S", None))
    assert (zones["discard", None].layout, len(zones["discard", None].cards)) == ("count", 1)
    assert [seat.roles for seat in view.seats] == [
        ("attacker",),
        ("defender", "turn"),
        ("dealer", "done"),
    ]
    assert [seat.cards for seat in view.seats] == [2, 3, 1]
    assert view.waiting_on == (1,)


def test_the_trump_card_is_seen_until_it_is_drawn() -> None:
    game = table("7C 10C JC 6D 6C", "KS QD QC JD JS AD", "8C AC", lies="9S", talon="6H")
    assert game.view(None).facts["trump_card"] == "6H"
    play(game, "1 beat 9S KS")
    assert game.view(1).facts["trump_card"] is None
    assert game.view(1).facts["trump"] == "H"
    assert "6H" in hand(game, 0)
    assert "6H" not in str(game.view(1))


def test_a_fight_of_trumps_ends_when_the_defender_takes() -> None:
    hands = ("9C 8C", "KS QD", "6C 6D")
    game = table(*hands, lies="8H", talon="6S 7S 6H", preset="classic")
    assert [each.name for each in game.view(0).tension] == ["trump-fight"]
    play(game, "1 take")
    assert game.view(0).facts["taking"]
    assert not game.view(0).tension


def test_who_is_out_or_left() -> None:
    game = table("9C 7C", "KS QD", "", "6C 6D", out=[[2]])
    play(game, "3 resign")
    seats = game.view(None).seats
    assert [(seat.out, seat.resigned) for seat in seats] == [
        (False, False),
        (False, False),
        (True, False),
        (False, True),
    ]


@settings(max_examples=30, deadline=None)
@given(begun_games(), st.randoms(use_true_random=False))
def test_a_sampled_game_shows_its_viewer_the_same(game: Durak, rng: Random) -> None:
    for seat in (None, *range(game.seats)):
        view = game.view(seat)
        imagined = Durak.sample(view, rng)
        assert imagined.view(seat) == view
        assert imagined.waiting_on == game.waiting_on


def test_samples_heed_who_has_nothing_to_throw_in() -> None:
    """A sample is a game with imagined hidden cards. Seat 2 counts as done without a move, which
    shows that seat 2 can't throw in an eight. In each sample, seat 2 holds no eight. Seat 3 isn't
    done, and holds an eight in each sample (DUR-16)."""
    game = table("8C 7C", "KS QD", "6C JD QC", "8D KD JC", lies="8S", talon="6S 7S 6H")
    for number in range(30):
        imagined = Durak.sample(game.view(1), Stream(bytes([number])))
        assert not any(card.startswith("8") for card in hand(imagined, 2))
        assert any(card.startswith("8") for card in hand(imagined, 3))


def test_samples_keep_shown_and_barred_cards_in_their_hands() -> None:
    game = table("7C 7D 10C", "8H 9D 6C", "KS KD 5D", preset="paritybit", lies="8S")
    play(game, "1 show 8H")
    cheated = table("8D KC", "9S 7D JD", "AC 6C", lies="8S", options={"cheating": True})
    play(cheated, "0 throw KC", "1 accuse KC")
    for number in range(10):
        assert "8H" in hand(Durak.sample(game.view(0), Stream(bytes([number]))), 1)
        assert "KC" in hand(Durak.sample(cheated.view(2), Stream(bytes([number]))), 0)


def test_samples_give_five_of_a_suit_to_whom_was_asked() -> None:
    game = table(
        "6S 7S 8S 9S 10S 6D",
        "7D 8D 9D 7C 8C 9H",
        "6C 9C 10C JC QC 6H",
        talon="AS AH",
        phase="redeal",
        options={"misdeal": "five-of-a-suit"},
    )
    for number in range(10):
        imagined = Durak.sample(game.view(1), Stream(bytes([number])))
        assert imagined.waiting_on == {0, 2}
        assert imagined.view(1) == game.view(1)


def test_a_seat_that_has_something_to_add_has_no_more_of_it_than_chance_gives() -> None:
    """DUR-16: everybody knows that seat 2 could throw in an eight or a jack. In sampled games, it
    holds several of them as often as if all hands with at least one were equally likely."""
    game = table("7C 7D", "9H 10C", "8D 9S QD KS AC", lies="8S/JS", talon="6S 7S 9C 10S 6H")
    view = game.view(0)
    assert view.waiting_on == (2,)
    unseen = {*deck("6")} - {"7C", "7D", "8S", "JS", "6H"}
    fitting = {card for card in unseen if rank_of(card) in ("8", "J")}
    ways = [
        comb(len(fitting), number) * comb(len(unseen) - len(fitting), 5 - number)
        for number in range(6)
    ]
    rng, times = Stream(b"adds"), 1500
    held = [len(fitting & hand(Durak.sample(view, rng), 2)) for _ in range(times)]
    assert min(held) == 1
    several = sum(number > 1 for number in held) / times
    assert several == pytest.approx(sum(ways[2:]) / sum(ways[1:]), abs=0.04)


@settings(max_examples=40, deadline=None)
@given(begun_games(), st.data())
def test_moves_follow_from_what_a_seat_may_know(game: Durak, data: st.DataObject) -> None:
    """A seat has the same legal moves in the real game and in a game sampled from the seat's view,
    where hidden cards lie in other places."""
    seat = data.draw(st.integers(0, game.seats - 1))
    imagined = Durak.sample(game.view(seat), data.draw(st.randoms(use_true_random=False)))
    assert imagined.legal_moves(seat) == game.legal_moves(seat)


@settings(max_examples=25, deadline=None)
@given(begun_games(most_moves=20), st.randoms(use_true_random=False))
def test_every_event_is_in_the_table_with_its_fields(game: Durak, rng: Random) -> None:
    for _ in range(40):
        if game.outcome is not None:
            break
        seat = min(game.waiting_on)
        for event in game.play(seat, rng.choice(game.legal_moves(seat))):
            assert all(
                field in EVENTS[event.name]
                for field in event.seen_by(event.seats[0] if event.seats else None)
            )
