"""Test pictures in Discord. A message has one file, which shows the newest state. Members who
prefer text get no picture."""

from __future__ import annotations

import random

import pytest
from simcord.results import ResponseMessage

from bot.preferences.model import Deck
from cogs.table.upkeep import sync_of
from tests.journeys.conftest import Evening
from tests.limits import GALLERY, check_request, text_of, walk
from tests.present import present
from tests.sightings import cards_in

pytestmark = pytest.mark.painted


def files(evening: Evening, message: ResponseMessage) -> list[str]:
    """Return the names of the files that a message has now."""
    stored = evening.env.backend.get_message(message.channel_id, message.id)
    return [file["filename"] for file in stored.attachments]


def shown(message: ResponseMessage) -> list[str]:
    """Return the descriptions of the pictures in a message."""
    parts = [part for part in walk(message.components) if part["type"] == GALLERY]
    return [item["description"] for part in parts for item in part["items"]]


async def test_each_message_has_the_newest_picture_and_no_older_one(
    evening: Evening, rng: random.Random
) -> None:
    players = (evening.nora, evening.pavel)
    await evening.lobby("durak", evening.pavel)
    assert files(evening, evening.message) == ["lobby.png"]
    await evening.press(evening.nora, "Start")
    for member in players:
        await evening.hand(member)
    before = ""
    for _ in range(6):
        assert files(evening, evening.message) == ["table.png"]
        (said,) = shown(evening.message)
        assert said != before
        before = said
        for member in players:
            assert files(evening, evening.panels[member.id]) == ["hand.png"]
        assert await evening.play_on(rng, *players)
    await evening.finish(rng)
    assert files(evening, evening.message) == ["result.png"]
    (said,) = shown(evening.message)
    missing = [part for part in ("is the fool.", "1. ", "2. ", "Nora", "Pavel") if part not in said]
    assert not missing, said
    ends = [files(evening, evening.panels[member.id]) for member in players]
    assert ends == [["ending.png"], ["ending.png"]], "a picture for each"
    for request in evening.env.http_requests:
        check_request(request.method, request.path, request.json)


async def test_a_hand_is_described_to_its_owner_alone(evening: Evening) -> None:
    await evening.dealt("durak", evening.pavel)
    table = await evening.table()
    for member in (evening.nora, evening.pavel):
        panel = await evening.hand(member)
        held = set(present(table.view(table.seat_of(member.id))).hand)
        trump = present(table.view(None)).facts["trump_card"]
        assert cards_in(shown(panel)) == held | {trump}, "and the table above it"
        assert not cards_in(shown(evening.message)) & held - {trump}


async def test_a_member_who_wants_text_gets_text_also_after_a_restart(evening: Evening) -> None:
    await evening.dealt("durak", evening.pavel)
    with evening.env.time_context():
        await evening.bot.tables.preferences.change_member(evening.nora.id, text_only=True)
    for _ in range(2):
        panel = await evening.hand(evening.nora)
        table = await evening.table()
        assert (shown(panel), files(evening, panel)) == ([], [])
        assert set(present(table.view(table.seat_of(evening.nora.id))).hand) <= cards_in(
            text_of(panel.components)
        )
        assert shown(await evening.hand(evening.pavel)), "others keep their pictures"
        await evening.restart()


async def test_a_member_may_choose_two_colours(evening: Evening) -> None:
    await evening.dealt("durak", evening.pavel)

    async def drawn() -> bytes:
        panel = await evening.hand(evening.nora)
        (file,) = evening.env.backend.get_message(panel.channel_id, panel.id).attachments
        return present(evening.env.backend.cdn.get(file["url"]))

    four = await drawn()
    with evening.env.time_context():
        await evening.bot.tables.preferences.change_member(evening.nora.id, deck=Deck.TWO_COLOURS)
    two = await drawn()
    table = await evening.table()
    hand = present(table.view(table.seat_of(evening.nora.id))).hand
    assert (four != two) == any(card[-1] in "DC" for card in hand), (
        "spades are black and hearts red in both decks"
    )
    assert four.startswith(b"\x89PNG")


async def test_a_result_has_the_same_picture_after_a_restart(
    evening: Evening, rng: random.Random
) -> None:
    await evening.dealt("durak", evening.pavel)
    await evening.finish(rng)
    before = shown(evening.message)
    await evening.restart()
    with evening.env.time_context():
        sync_of(evening.bot).show_anew(await evening.table())
    await evening.env.settle()
    assert before
    assert (shown(evening.message), files(evening, evening.message)) == (before, ["result.png"])
