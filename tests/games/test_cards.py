from __future__ import annotations

import pytest

from games.cards import CARDS, NUMBER, RANKS, SUITS, deck, in_order, is_card, rank_of, suit_of


def test_there_are_54_cards_each_with_a_number_of_its_own() -> None:
    assert len(set(CARDS)) == 54
    assert [NUMBER[card] for card in CARDS] == list(range(54))


def test_a_number_is_13_times_the_suit_plus_the_rank() -> None:
    for suit_number, suit in enumerate("SHDC"):
        for rank_number, rank in enumerate(
            ["2", "3", "4", "5", "6", "7", "8", "9", "10", "J", "Q", "K", "A"]
        ):
            assert NUMBER[rank + suit] == 13 * suit_number + rank_number
    assert (NUMBER["RJ"], NUMBER["BJ"]) == (52, 53)


@pytest.mark.parametrize(
    ("card", "rank", "suit"),
    [("6S", "6", "S"), ("10H", "10", "H"), ("JS", "J", "S"), ("AC", "A", "C")],
)
def test_a_card_has_a_rank_and_a_suit(card: str, rank: str, suit: str) -> None:
    assert (rank_of(card), suit_of(card)) == (rank, suit)


def test_a_joker_has_no_suit() -> None:
    assert [(rank_of(joker), suit_of(joker)) for joker in ("RJ", "BJ")] == [("joker", None)] * 2


@pytest.mark.parametrize(
    "text", ["", "6", "S", "10h", "6s", "1S", "11S", "6S ", "SA", "JJ", "R", "6S6S"]
)
def test_what_is_no_card(text: str) -> None:
    assert not is_card(text)


@pytest.mark.parametrize(("lowest", "size"), [("2", 52), ("5", 40), ("6", 36), ("9", 24), ("A", 4)])
def test_a_deck_begins_with_its_lowest_rank(lowest: str, size: int) -> None:
    cards = deck(lowest)
    assert len(set(cards)) == len(cards) == size
    assert {rank_of(card) for card in cards} == set(RANKS[RANKS.index(lowest) :])
    assert {suit_of(card) for card in cards} == set(SUITS)
    assert deck(lowest, jokers=True) == [*cards, "RJ", "BJ"]


def test_cards_are_shown_by_suit_then_rank_jokers_last_doubles_kept() -> None:
    assert in_order(["BJ", "2C", "AS", "10S", "AS", "RJ", "3H"]) == (
        "10S",
        "AS",
        "AS",
        "3H",
        "2C",
        "RJ",
        "BJ",
    )
