"""The deal (DUR-01, DUR-02), misdeals (DUR-03, DUR-04), which seat deals and attacks first
(DUR-05), and which seat defends (DUR-06)."""

from __future__ import annotations

from collections import Counter
from typing import cast

import pytest
from hypothesis import given
from hypothesis import strategies as st

from games.cards import deck, rank_of, suit_of
from games.core import OptionsError, Outcome, Stream
from games.durak import Durak
from games.durak.rules.options import DECKS, DurakOptions
from tests.games.durak_tables import ended, hand, moves, named, play, table

seeds = st.binary(min_size=1, max_size=8)


def every_card(game: Durak) -> list[str]:
    position = game.position()
    return [card for cards in (*position["hands"], position["talon"]) for card in cards]


@given(seeds, st.integers(2, 8), st.sampled_from(["durnius", "classic", "paritybit", "throw-in"]))
def test_dur_01_six_cards_each_and_the_trump_card_lies_last(
    seed: bytes, seats: int, preset: str
) -> None:
    options = cast("DurakOptions", Durak.options(preset, deck="auto", misdeal="off"))
    game = Durak.new(options, seats=seats, seed=seed)
    position = game.position()
    lowest = DECKS[options.deck_for(seats)][1]
    assert {len(cards) for cards in position["hands"]} == {6}
    assert sorted(every_card(game)) == sorted(deck(lowest))
    assert suit_of(position["talon"][-1]) == position["trump"]


def test_dur_01_who_is_dealt_the_last_card_shows_it() -> None:
    game = Durak.new(Durak.options("durnius"), seats=6, seed=b"whole deck", dealer=2)
    position = game.position()
    (shown,) = position["shown"]
    assert position["talon"] == []
    assert shown in position["hands"][2]
    assert suit_of(shown) == position["trump"]
    assert shown in game.view(None).zone("hand", 2).cards  # type: ignore[union-attr]


@given(seeds)
def test_dur_02_no_joker_is_turned_up(seed: bytes) -> None:
    game = Durak.new(Durak.options("paritybit", jokers=True, misdeal="off"), seats=8, seed=seed)
    position = game.position()
    assert len(position["talon"]) == 6
    assert suit_of(position["talon"][-1]) == position["trump"]
    assert Counter(every_card(game)) == Counter(deck("2", jokers=True))


def test_dur_02_a_joker_is_sometimes_met_and_put_back() -> None:
    """A joker that is turned up as trump goes back into the talon. In 200 deals, jokers come to lie
    at each of the seven places above the trump card, and the trump card is never a joker."""
    options = Durak.options("throw-in", deck="36", jokers=True)
    talons = [
        Durak.new(options, seats=5, seed=bytes([seed])).position()["talon"] for seed in range(200)
    ]
    assert all(len(talon) == 8 and rank_of(talon[-1]) != "joker" for talon in talons)
    assert {
        place for talon in talons for place, card in enumerate(talon) if rank_of(card) == "joker"
    } == set(range(7))


def _one_colour(cards: list[str]) -> bool:
    colours = {
        "red" if suit_of(card) in ("H", "D") else "black" if suit_of(card) else "none"
        for card in cards
    }
    return len(colours) == 1 and colours != {"none"}


def test_dur_03_hands_of_one_colour_are_dealt_again() -> None:
    lopsided = 0
    for seed in range(60):
        kept = Durak.new(Durak.options("durnius"), seats=6, seed=bytes([seed])).position()["hands"]
        dealt = Durak.new(
            Durak.options("durnius", misdeal="six-of-a-colour"), seats=6, seed=bytes([seed])
        ).position()
        assert not any(_one_colour(cards) for cards in dealt["hands"])
        if any(_one_colour(cards) for cards in kept):
            lopsided += 1
            assert dealt["hands"] != kept
        else:
            assert dealt["hands"] == kept
    assert lopsided


def asking(**options: object) -> Durak:
    return table(
        "6S 7S 8S 9S 10S 6D",
        "7D 8D 9D 7C 8C 9H",
        "6C 9C 10C JC QC 6H",
        talon="AS AH",
        phase="redeal",
        options={"misdeal": "five-of-a-suit", **options},
    )


def test_dur_04_only_who_holds_five_of_a_suit_is_asked_and_nobody_plays_before() -> None:
    game = asking()
    assert game.waiting_on == {0, 2}
    assert [moves(game, seat) for seat in range(3)] == [
        {"redeal", "keep"},
        set(),
        {"redeal", "keep"},
    ]
    assert game.view(1).facts["attacker"] is None
    play(game, "0 keep")
    assert game.waiting_on == {2}
    assert moves(game, 0) == set()
    play(game, "2 keep")
    assert game.position()["phase"] == "play"
    assert moves(game, 0) == {f"attack {card}" for card in ("6S", "7S", "8S", "9S", "10S", "6D")}


def test_dur_04_the_first_to_ask_has_all_dealt_again() -> None:
    game, again = asking(), asking()
    before = game.position()["hands"]
    events = play(game, "2 redeal")
    assert game.position()["hands"] != before
    assert [len(cards) for cards in game.position()["hands"]] == [6, 6, 6]
    assert [event["count"] for event in named(events, "dealt")] == [6, 6, 6]
    assert all("cards" not in event for event in named(events, "dealt"))
    play(again, "2 redeal")
    assert again.position() == game.position()


def test_dur_04_jokers_are_of_no_suit() -> None:
    game = table(
        "6S 7S 8S 9S RJ BJ",
        "7D 8D 9D 7C 8C 9H",
        talon="AS AH",
        phase="redeal",
        preset="paritybit",
        options={"jokers": True},
    )
    assert game.waiting_on == {0}
    assert verbs_of(game) == {"attack"}


def verbs_of(game: Durak) -> set[str]:
    return {move.verb for move in game.legal_moves(0)}


def test_dur_04_leaving_before_play_answers_too() -> None:
    game = asking()
    play(game, "0 resign", "2 keep")
    assert game.position()["attacker"] == 1
    assert game.waiting_on == {1}


@given(seeds, st.integers(2, 6))
def test_dur_05_the_lowest_trump_attacks_first(seed: bytes, seats: int) -> None:
    game = Durak.new(Durak.options("durnius"), seats=seats, seed=seed)
    position = game.position()
    trumps = {
        card: seat
        for seat, cards in enumerate(position["hands"])
        for card in cards
        if suit_of(card) == position["trump"]
    }
    ranks = [card for card in deck("6") if card in trumps]
    assert position["dealer"] == seats - 1
    assert position["attacker"] == (trumps[ranks[0]] if ranks else 0)
    assert position["defender"] == (position["attacker"] + 1) % seats


def after(fool: int | None, ranks: tuple[int, ...], dealer: int = 0) -> Outcome:
    return Outcome(ranks, "draw" if fool is None else "won", (), {"dealer": dealer, "fool": fool})


@pytest.mark.parametrize(("rule", "attacker"), [("left-of-fool", 3), ("right-of-fool", 1)])
def test_dur_05_the_fool_deals_and_a_neighbour_opens(rule: str, attacker: int) -> None:
    options = Durak.options("durnius", next_attacker=rule)
    position = Durak.new(options, seats=4, seed=b"next", previous=after(2, (1, 1, 2, 1))).position()
    assert (position["dealer"], position["attacker"]) == (2, attacker)


def test_dur_05_after_a_draw_the_same_dealer_and_the_lowest_trump() -> None:
    options = Durak.options("durnius", next_attacker="left-of-fool")
    first = Durak.new(options, seats=3, seed=b"draw", dealer=1).position()
    again = Durak.new(
        options, seats=3, seed=b"draw", previous=after(None, (1, 1, 1), dealer=1)
    ).position()
    assert again == first


@given(seeds)
def test_dur_05_the_winners_lowest_trump_opens(seed: bytes) -> None:
    options = Durak.options("durnius", teams="pairs", next_attacker="winners")
    position = Durak.new(options, seats=4, seed=seed, previous=after(1, (1, 2, 1, 2))).position()
    order = deck("6")
    trumps = [
        (order.index(card), seat)
        for seat, cards in enumerate(position["hands"])
        for card in cards
        if suit_of(card) == position["trump"]
    ]
    winners = [trump for trump in trumps if trump[1] in (0, 2)]
    expected = min(winners or trumps)[1] if trumps else 2
    assert position["attacker"] == expected


def test_dur_05_nobody_with_a_trump_the_dealers_left_opens() -> None:
    game = table("6S", "7S", "8S", dealer=1, attacker=None, defender=None)
    assert game.position()["attacker"] == 2


def test_dur_06_play_runs_clockwise_past_those_who_are_out() -> None:
    game = table("9C 6C", "KS QD", "", "7C 7D", out=[[2]], lies="8S")
    play(game, "1 take")
    assert game.position()["attacker"] == 3
    assert game.position()["defender"] == 0


def test_a_previous_game_of_other_seats_is_not_heeded() -> None:
    options = Durak.options("durnius")
    fresh = Durak.new(options, seats=3, seed=b"x").position()
    assert (
        Durak.new(options, seats=3, seed=b"x", previous=after(3, (1, 1, 1, 2))).position() == fresh
    )


def test_deals_that_cannot_be() -> None:
    with pytest.raises(OptionsError, match="deal"):
        Durak.new(seats=3, seed=b"x", dealer=3)
    with pytest.raises(OptionsError, match="handicaps"):
        Durak.new(seats=3, seed=b"x", handicaps={0: {"jinx"}})
    with pytest.raises(OptionsError, match="2 to 10"):
        Durak.new(seats=11, seed=b"x")
    with pytest.raises(OptionsError, match="9 players need 54 cards, but this deck only has 52"):
        Durak.new(seats=9, seed=b"x")


def test_the_next_game_knows_the_fool() -> None:
    game = table("9C", "6S", dealer=1)
    play(game, "0 attack 9C", "1 take")
    assert ended(game).carry["fool"] == 1
    assert hand(game, 1) == {"6S", "9C"}
    assert (
        Durak.new(Durak.options("durnius"), seats=2, seed=b"n", previous=game.outcome).position()[
            "attacker"
        ]
        == 0
    )


def test_dur_02_a_joker_turned_up_goes_back_at_random() -> None:
    """If the first card after the deal is a joker, the next card becomes the trump card. The joker
    goes to a random place in the talon above the trump card."""
    options, places = Durak.options("throw-in", deck="36", jokers=True), set()
    for number in range(900):
        seed = number.to_bytes(2, "big")
        cards = list(deck("6", jokers=True))
        Stream(seed).shuffle(cards)
        joker, turned, *rest = cards[30:]
        if rank_of(joker) != "joker" or rank_of(turned) == "joker":
            continue
        talon = Durak.new(options, seats=5, seed=seed).position()["talon"]
        assert [card for card in talon if card != joker] == [*rest, turned]
        places.add(talon.index(joker))
    assert places == set(range(7))


def test_dur_05_who_should_open_and_has_left_is_passed_over_when_cards_are_dealt_again() -> None:
    options = Durak.options("paritybit", next_attacker="left-of-fool")
    before = Outcome((2, 1, 1), carry={"fool": 0, "dealer": 2})
    deals = [
        Durak.new(options, seats=3, seed=bytes([seed]), previous=before) for seed in range(250)
    ]
    asked = [
        game for game in deals if game.waiting_on & {0, 2} and game.position()["phase"] == "redeal"
    ]
    assert asked
    for game in asked:
        assert game.position()["attacker"] == 1
        game.resign(1)
        game.play(min(game.waiting_on), "redeal")
        assert game.position()["attacker"] == 2
        assert game.position()["hands"][1] == []
