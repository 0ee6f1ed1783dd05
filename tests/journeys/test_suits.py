"""The signs of suits: the colours of the reader's own deck."""

from __future__ import annotations

from bot.preferences.model import Deck
from cogs.words.cards import SIGNS
from tests.journeys.conftest import Evening
from tests.limits import text_of
from tests.present import present


async def test_a_member_sees_their_own_decks_signs_and_everyone_those_of_four_colours(
    evening: Evening,
) -> None:
    with evening.env.time_context():
        await evening.bot.tables.preferences.change_member(
            evening.nora.id, deck=Deck.TWO_COLOURS, text_only=True
        )
        await evening.bot.tables.preferences.change_member(evening.pavel.id, text_only=True)
    await evening.dealt("dritzak", evening.pavel)
    two, four = SIGNS[Deck.TWO_COLOURS], SIGNS[Deck.FOUR_COLOURS]
    differ = [suit for suit in "SHDC" if two[suit] != four[suit]]
    table = await evening.table()
    for member, own, others in ((evening.nora, two, four), (evening.pavel, four, two)):
        shown = text_of((await evening.hand(member)).components)
        hand = present(table.view(table.seat_of(member.id) or 0)).hand
        assert {card[-1] for card in hand} & {*differ}, "the deal has one of them"
        for card in hand:
            assert f"**{card[:-1]}**{own[card[-1]]}" in shown
        assert not any(others[suit] in shown for suit in differ)
    for member in (evening.nora, evening.pavel):
        for _ in range(3):
            panel = evening.panels[member.id]
            button = next(
                part
                for row in panel.components[0]["components"]
                for part in row.get("components", ())
                if part["style"] == 2
            )
            await member.click(panel, custom_id=button["custom_id"])
    await evening.find_message()
    assert not any(two[suit] in evening.text for suit in differ)
