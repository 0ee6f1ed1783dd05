"""Test that the symbols of suits look the same in text and in pictures."""

from __future__ import annotations

import re

from bot.pictures.emoji import suit_name
from bot.preferences.model import Deck
from cogs.words.cards import JOINER, SIGNS, SUIT_NAMES
from tests.journeys.conftest import Evening
from tests.journeys.test_card_emoji import emoji_in, put, sentences, start_anew
from tests.limits import text_of, walk
from tests.present import present

PLATFORMS = re.compile("[♠♥♦♣❤](?!\ufe0e)|[☘🔷🍀💙]")
"""Symbols of suits that each platform would draw in its own way."""


async def test_who_wants_text_only_sees_the_same_signs_whatever_their_deck(
    evening: Evening,
) -> None:
    with evening.env.time_context():
        for member, deck in ((evening.nora, Deck.TWO_COLOURS), (evening.pavel, Deck.FOUR_COLOURS)):
            await evening.bot.tables.preferences.change_member(member.id, deck=deck, text_only=True)
    await evening.dealt("dritzak", evening.pavel)
    table = await evening.table()
    for member in (evening.nora, evening.pavel):
        panel = await evening.hand(member)
        for card in present(table.view(table.seat_of(member.id) or 0)).hand:
            assert f"**{card[:-1]}**{SIGNS[card[-1]]}" in text_of(panel.components)
        labels = [part.get("label", "") for part in walk(panel.components)]
        assert not PLATFORMS.search("\n".join([sentences(panel), *labels]))


async def test_a_suit_is_chosen_and_told_as_it_is_drawn_on_the_cards(evening: Evening) -> None:
    await evening.dealt("tredici", evening.pavel)
    put(evening)
    await start_anew(evening)
    with evening.env.time_context():
        await evening.bot.tables.preferences.change_member(evening.nora.id, deck=Deck.TWO_COLOURS)
    await evening.find_message()
    for member, deck in ((evening.nora, Deck.TWO_COLOURS), (evening.pavel, Deck.FOUR_COLOURS)):
        panel = await evening.hand(member)
        drawn = {suit: suit_name(suit, deck) for suit in SIGNS}
        assert {*drawn.values()} <= {*emoji_in(panel)}
        diamonds = next(
            part
            for part in walk(panel.components)
            if (part.get("emoji") or {}).get("name", "").startswith(drawn["D"])
        )
        assert diamonds["label"] == f"Collect: {SUIT_NAMES['D']}"
        await member.click(panel, custom_id=diamonds["custom_id"])
        told = sentences(panel)
        assert re.search(rf"Your suit: <:{drawn['D']}_\w+:\d+> {SUIT_NAMES['D']}", told)
        assert not PLATFORMS.search(told.replace(JOINER, ""))
