"""Tests of suits in hand messages. A suit has the same symbol and colour in sentences, buttons,
lists and pictures."""

from __future__ import annotations

from dataclasses import replace

import pytest

from bot.pictures.emoji import FACES, drawn_face, suit_name
from bot.pictures.faces import INKS
from bot.preferences.model import Deck, MemberSettings
from cogs.discord.languages import speaking
from cogs.words.cards import SIGNS, SUIT_NAMES, SYMBOLS
from tests.cogs.table.panels import built, button_rows, plain
from tests.cogs.tables import view, whole_deck
from tests.cogs.words.test_emoji_text import EMOJI
from tests.limits import (
    BUTTON,
    seen,
    text_of,
    walk,
)


@pytest.mark.parametrize("cards", list(Deck))
def test_suits_have_the_colours_of_the_drawn_cards(cards: Deck) -> None:
    for suit, ramp in INKS[cards].items():
        chip = FACES[suit_name(suit, cards)]
        assert (chip.shape, chip.ramp, chip.is_chip) == (suit, ramp, True)
    images = {drawn_face(suit_name(suit, cards)).tobytes() for suit in SIGNS}
    assert len(images) == len(SIGNS)


def test_a_suit_has_the_same_sign_in_sentences_buttons_and_lists() -> None:
    assert {suit: plain(sign) for suit, sign in SIGNS.items()} == SYMBOLS
    few, many = view(*(f"attack 6{suit}" for suit in "SHDC"), "target D"), whole_deck()[:40]
    wanted = MemberSettings(text_only=True)
    panel = built(replace(few, zones=view(hand=("6S", "6H", "6D", "6C")).zones), wanted=wanted)
    long = built(view(*(f"attack {card}" for card in many), hand=many))
    buttons = [seen(part["label"]) for part in walk(panel) if part["type"] == BUTTON]
    assert set(buttons) == {
        *(f"6{sign}" for sign in SIGNS.values()),
        f"Target: {SIGNS['D']} diamonds",
    }
    lines = {seen(option["label"]) for part in walk(long) for option in part.get("options", ())}
    assert lines == {card[:-1] + SIGNS[card[-1]] for card in many}
    for sign in SIGNS.values():
        assert f"**6**{sign}" in text_of(panel), "in the hand's sentence"


@pytest.mark.parametrize("targets", [4, 40])
def test_where_a_suit_is_drawn_its_sign_does_not_stand_beside_it(targets: int) -> None:
    """If a button or a line of a list has the emoji of a suit, its label doesn't also have the
    suit's symbol."""
    verbs = [f"target{number or ''}" for number in range(targets // 4)]
    with speaking("en", pictured=EMOJI):
        panel = built(view(*(f"{verb} {suit}" for verb in verbs for suit in "SHDC")))
    offered = [
        (each["emoji"]["name"], plain(each["label"]).split(": ")[1])
        for part in walk(panel)
        for each in ([part] if part["type"] == BUTTON else part.get("options", ()))
    ]
    names = {SUIT_NAMES[suit]: suit_name(suit, Deck.FOUR_COLOURS) for suit in SUIT_NAMES}
    assert {*offered} == {(f"{face}_9f3a", name) for name, face in names.items()}


def test_the_two_jokers_are_told_apart() -> None:
    panel = built(view("attack RJ", "attack BJ", hand=("RJ", "BJ")))
    assert button_rows(panel) == [["🃏 red joker", "🃏 black joker"]]
    assert "red joker" in text_of(built(view(hand=("RJ", "BJ")))), (
        "and in the description of the picture"
    )
