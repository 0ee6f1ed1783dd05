"""Tests of plug-in games that differ from the three built-in games. In Stakes, members type bids
into a form, the winner takes the pot, and the game pauses after each deal. The log of Stakes has a
chapter for each deal. In Lanterns, players see only the hands of the others, and all players win or
lose together."""

from __future__ import annotations

import random
from collections.abc import Iterator
from datetime import timedelta
from pathlib import Path

import pytest
from simcord.results import ResponseMessage

from bot.core.model import Phase
from cogs.words.cards import spoken
from tests.cogs.plugins import with_words
from tests.games.plugins import PLUGINS
from tests.journeys.conftest import Evening
from tests.journeys.test_pictures import shown
from tests.limits import text_of, walk
from tests.present import present


@pytest.fixture
def stakes(tmp_path: Path) -> Iterator[None]:
    yield from installed_for_a_test("stakes", tmp_path)


@pytest.fixture
def lanterns(tmp_path: Path) -> Iterator[None]:
    yield from installed_for_a_test("lanterns", tmp_path)


def installed_for_a_test(name: str, folder: Path) -> Iterator[None]:
    site = folder / "site"
    site.mkdir()
    with with_words(PLUGINS / name, site):
        yield


def labels(message: ResponseMessage) -> list[str]:
    return [part["label"] for part in walk(message.components) if part.get("label")]


@pytest.mark.usefixtures("stakes")
async def test_a_bid_has_three_buttons_and_a_form_for_every_other_number(evening: Evening) -> None:
    await evening.dealt("stakes", evening.pavel)
    hand = await evening.hand(evening.nora)
    assert labels(hand)[:5] == ["Bid: 1", "Bid: 10", "Bid: 19", "Bid…", "Fold"]
    asked = await evening.nora.click(hand, label="Bid…")
    (field,) = [part for part in walk(present(asked.modal)["components"]) if part.get("value")]
    assert field["value"] == "10"
    await evening.nora.submit_modal(asked, {field["custom_id"]: "25"})
    assert "Choose a whole number from 1 to 19." in text_of(hand.components)
    asked = await evening.nora.click(hand, label="Bid…")
    await evening.nora.submit_modal(asked, {field["custom_id"]: "7"})
    assert "**Nora** bids 7" in evening.text
    assert "Pot: 9" in shown(evening.message)[0]
    assert "Nora: 1 card, score 12; Bid: 7" in shown(evening.message)[0]


@pytest.mark.usefixtures("stakes")
async def test_a_deal_stays_to_be_seen_and_is_a_chapter_of_the_log(evening: Evening) -> None:
    await evening.dealt("stakes", evening.pavel)
    for member in (evening.nora, evening.pavel):
        await evening.hand(member)
        await member.click(evening.panels[member.id], label="Bid: 10")
    table = await evening.table()
    lying = present(table.view(None))
    assert all(lying.hand_of(seat) for seat in (0, 1)), "both cards lie open"
    taker = next(name for name, score in zip("NP", lying.facts["score"], strict=True) if score > 9)
    name = "Nora" if taker == "N" else "Pavel"
    scores = " · ".join(
        f"**{who}** {score}"
        for who, score in zip(("Nora", "Pavel"), lying.facts["score"], strict=True)
    )
    assert f"🏁 **{name}** takes the pot · {scores}" in evening.text
    assert "carries on by itself" in evening.text
    assert "Waiting for" not in evening.text
    assert labels(evening.panels[evening.pavel.id])[0] == "Carry on"
    await evening.env.advance_time(5)
    assert present((await evening.table()).view(None)).pause, "there is still time to look"
    await evening.env.advance_time(5)
    table = await evening.table()
    assert not present(table.view(None)).pause
    assert [seat.spent for seat in table.seats] == [timedelta(), timedelta()]


@pytest.mark.usefixtures("stakes")
async def test_whoever_has_seen_enough_goes_on(evening: Evening) -> None:
    await evening.dealt("stakes", evening.pavel)
    for member in (evening.nora, evening.pavel):
        await evening.hand(member)
        await member.click(evening.panels[member.id], label="Bid: 10")
    await evening.pavel.click(evening.panels[evening.pavel.id], label="Carry on")
    table = await evening.table()
    assert not present(table.view(None)).pause
    assert present(table.view(None)).facts["deal"] == 2


@pytest.mark.usefixtures("lanterns")
async def test_each_sees_the_others_hands_called_by_their_owners_and_never_their_own(
    evening: Evening,
) -> None:
    await evening.dealt("lanterns", evening.pavel, evening.aiko)
    table = await evening.table()
    hands = present(table.view(None)), [present(table.view(seat)) for seat in range(3)]
    assert not any(hands[0].hand_of(seat) for seat in range(3))
    for member, seat in ((evening.nora, 0), (evening.pavel, 1), (evening.aiko, 2)):
        told = text_of((await evening.hand(member)).components)
        for owner, name in enumerate(("Nora", "Pavel", "Aiko")):
            held = hands[1][(owner + 1) % 3].hand_of(owner)
            assert (f"{name}'s hand: " in told) == (owner != seat)
            for card in held:
                assert (spoken(card) in told) == (owner != seat), (member, owner, card)


@pytest.mark.usefixtures("lanterns")
async def test_a_game_that_all_lose_is_told_counted_and_not_rated(evening: Evening) -> None:
    rng = random.Random(1)
    await evening.dealt("lanterns", evening.pavel)
    table = await evening.table()
    while table.phase is Phase.PLAYING:
        (seat,) = present(table.live).waiting_on
        await evening.hand(evening.member_at(table, seat))
        member = evening.member_at(table, seat)
        moves = labels(evening.panels[member.id])
        lights = [label for label in moves if label.startswith("Light")]
        hand = present(table.view(1 - seat)).hand_of(seat)
        twos = [f"Light: {place}" for place, card in enumerate(hand, 1) if card.startswith("2")]
        hints = [label for label in moves if label.startswith("Name")]
        light = rng.choice(twos or hints or lights)
        await member.click(evening.panels[member.id], label=light)
        table = await evening.table()
    assert present(table.outcome).kind == "lost"
    assert "You all lost this one." in evening.text
    assert "🥇" not in evening.text
    profile = text_of(
        present((await evening.nora.slash(evening.channel, "profile")).response).components
    )
    assert "lost 1" in profile
    assert "💥 1" in profile
    lit = present(table.opened()).facts["score"][0]
    asked = await evening.nora.slash(evening.channel, "leaderboard", game="lanterns")
    board = text_of(present(asked.response).components)
    assert "Best score" in board
    assert f"best score {lit}" in board
    assert "Rating" not in board
