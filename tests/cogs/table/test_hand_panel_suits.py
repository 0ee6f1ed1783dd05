"""Suits in a hand panel: the same sign and colour in sentences, buttons, lists and pictures."""

from __future__ import annotations

import colorsys
from dataclasses import replace

import pytest

from bot.pictures.faces import INKS
from bot.pictures.palette import PALETTE
from bot.preferences.model import Deck, MemberSettings
from cogs.discord.languages import speaking
from cogs.words.cards import SIGNS, SYMBOLS
from tests.cogs.table.panels import built, button_rows, plain
from tests.cogs.tables import view, whole_deck
from tests.limits import (
    BUTTON,
    seen,
    text_of,
    walk,
)


@pytest.mark.parametrize("cards", list(Deck))
def test_suits_have_the_colours_of_the_drawn_cards(cards: Deck) -> None:
    for suit, ramp in INKS[cards].items():
        ink = PALETTE[3 * ramp.ink : 3 * ramp.ink + 3]
        assert COLOURS[SIGNS[cards][suit]] == hue(*ink), suit
    assert {suit: plain(sign) for suit, sign in SIGNS[cards].items()} == SYMBOLS


COLOURS = {
    "♠\ufe0e": "black",
    "♣\ufe0e": "black",
    "♥\ufe0f": "red",
    "♦\ufe0f": "red",
    "🔷": "blue",
    "☘\ufe0f": "green",
}
"""What colour each sign has: a letter that of the text around it, an emoji the same on every
platform."""


def hue(red: int, green: int, blue: int) -> str:
    """What an ink is called."""
    _, saturation, _ = colorsys.rgb_to_hsv(red / 255, green / 255, blue / 255)
    strongest = max((red, "red"), (green, "green"), (blue, "blue"))[1]
    return "black" if saturation < 0.4 else strongest


@pytest.mark.parametrize("cards", list(Deck))
def test_a_suit_has_the_same_sign_in_sentences_buttons_and_lists(cards: Deck) -> None:
    few, many = view(*(f"attack 6{suit}" for suit in "SHDC"), "target D"), whole_deck()[:40]
    wanted = MemberSettings(deck=cards, text_only=True)
    with speaking("en", cards):
        panel = built(replace(few, zones=view(hand=("6S", "6H", "6D", "6C")).zones), wanted=wanted)
        long = built(view(*(f"attack {card}" for card in many), hand=many))
    signs = SIGNS[cards]
    buttons = [seen(part["label"]) for part in walk(panel) if part["type"] == BUTTON]
    assert set(buttons) == {
        *(f"6{sign}" for sign in signs.values()),
        f"Target: {signs['D']} diamonds",
    }
    lines = {seen(option["label"]) for part in walk(long) for option in part.get("options", ())}
    assert lines == {card[:-1] + signs[card[-1]] for card in many}
    for sign in signs.values():
        assert f"**6**{sign}" in text_of(panel), "in the hand's sentence"


def test_the_two_jokers_are_told_apart() -> None:
    panel = built(view("attack RJ", "attack BJ", hand=("RJ", "BJ")))
    assert button_rows(panel) == [["🃏 red joker", "🃏 black joker"]]
    assert "red joker" in text_of(built(view(hand=("RJ", "BJ")))), (
        "and in the description of the picture"
    )
