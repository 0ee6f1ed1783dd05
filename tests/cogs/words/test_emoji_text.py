"""Tests of cards in sentences and labels, which are shown as emoji."""

from __future__ import annotations

import re
from typing import Any

import pytest
from discord import ui

from bot.pictures.emoji import FACE_NAMES, face_name, suit_name
from bot.preferences.model import Deck, MemberSettings
from cogs.discord.languages import LANGUAGES, speaking
from cogs.discord.layout import CHARACTERS, message
from cogs.words.cards import (
    BACK,
    SIGNS,
    SUIT_NAMES,
    emoji,
    label,
    suit,
    suit_emoji,
    text,
    with_emoji,
)
from cogs.words.names import escaped
from games.cards import CARDS, JOKERS
from tests.cogs.table.panels import built, plain
from tests.cogs.tables import view, whole_deck
from tests.limits import BUTTON, TEXT, walk

EMOJI = {name: f"<:{name}_9f3a:{10**18 + n}>" for n, name in enumerate(FACE_NAMES)}


def said(components: list[dict[str, Any]]) -> str:
    return "\n".join(part["content"] for part in walk(components) if part["type"] == TEXT)


@pytest.mark.parametrize("language", LANGUAGES)
@pytest.mark.parametrize("deck", list(Deck))
def test_every_card_has_a_face_in_each_language_and_deck(language: str, deck: Deck) -> None:
    with speaking(language, deck, EMOJI):
        shown = {card: emoji(card) for card in CARDS}
        assert None not in shown.values()
        assert len(set(shown.values())) == len(CARDS)
        for card in CARDS:
            assert with_emoji([f"x {text(card)}, y"], CHARACTERS) == [f"x {shown[card]}, y"]
            if card not in JOKERS:
                best = f"**Beat {label(card)} on {label(card)}**"
                pictured = f"**Beat {shown[card]} on {shown[card]}**"
                assert with_emoji([best], CHARACTERS) == [pictured]
        assert with_emoji([f"{BACK} {BACK}"], CHARACTERS) == [f"{EMOJI['back']} {EMOJI['back']}"]


@pytest.mark.parametrize("deck", list(Deck))
def test_a_suit_alone_is_the_drawn_one_of_its_readers_deck(deck: Deck) -> None:
    with speaking("en", deck, EMOJI):
        for name in SIGNS:
            drawn = EMOJI[suit_name(name, deck)]
            assert suit_emoji(name) == drawn
            assert with_emoji([suit(name)], CHARACTERS) == [f"{drawn} {SUIT_NAMES[name]}"]


def test_a_queen_has_the_letter_of_her_readers_language() -> None:
    letters = {
        "en": "Q_hearts",
        **dict.fromkeys(("de", "lt", "pl"), "D_hearts"),
        **dict.fromkeys(("ru", "uk"), "De_hearts"),
    }
    for language, name in letters.items():
        with speaking(language, pictured=EMOJI):
            assert emoji("QH") == EMOJI[name], language


def test_what_only_looks_like_a_card_stays_as_it_is() -> None:
    for other in (escaped("K♠\ufe0e"), "**10** cards", "♥\ufe0f hearts", "DUR-20 **A** ♠\ufe0e"):
        with speaking("en", pictured=EMOJI):
            assert with_emoji([other], CHARACTERS) == [other]


def test_a_hand_of_40_cards_is_emoji_and_fits_into_its_message() -> None:
    hand, wanted = whole_deck()[:40], MemberSettings(text_only=True)
    seen = view(*(f"attack {card}" for card in hand), hand=hand)
    with speaking("en", pictured=EMOJI):
        panel = built(seen, wanted=wanted)
    faces = {card: face_name(card, Deck.FOUR_COLOURS) or "" for card in hand}
    assert all(EMOJI[face] in said(panel) for face in faces.values())
    lines = [option for part in walk(panel) for option in part.get("options", ())]
    assert {line["value"]: line["emoji"]["name"] for line in lines} == {
        card: f"{face}_9f3a" for card, face in faces.items()
    }


def test_a_message_with_too_many_cards_says_them_all_in_words() -> None:
    cards = " ".join(text(card) for card in whole_deck()[:40])
    with speaking("en", pictured=EMOJI):
        view: ui.LayoutView = message([cards, cards, cards, cards, "x" * 100])
    shown = said(view.to_components())
    assert shown == "\n".join([cards] * 4 + ["x" * 100])
    assert not re.search("<:", shown)


def test_on_a_button_the_emoji_is_the_card_and_the_label_what_is_done_with_it() -> None:
    seen = view(
        "beat 7S 9S", "beat 7S AH", "beat 8H AH", "pass 7H", "take", hand=("9S", "AH", "7H")
    )
    with speaking("en", pictured=EMOJI):
        panel = built(seen)
    shown = [
        (part.get("emoji", {}).get("name", ""), plain(part.get("label") or ""))
        for part in walk(panel)
        if part["type"] == BUTTON
    ]
    assert shown == [
        ("9_spades_9f3a", "on 7♠"),
        ("7_hearts_9f3a", "Pass it on"),
        ("A_hearts_9f3a", "on 7♠"),
        ("A_hearts_9f3a", "on 8♥"),
        ("🖐️", "Pick up"),
    ]


def test_labels_and_descriptions_hold_no_emoji() -> None:
    with speaking("en", pictured=EMOJI):
        few = built(view("beat 7S 9S", "beat 7S AH", "take", hand=("9S", "AH")))
        hand = whole_deck()[:40]
        many = built(view(*(f"attack {card}" for card in hand), hand=hand))
    for part in walk([*few, *many]):
        for each in (part, *part.get("options", ()), *part.get("items", ())):
            for key in ("label", "placeholder", "description"):
                assert "<:" not in (each.get(key) or "")
