"""Test the application's own emoji of the cards. Each is uploaded once, and is then shown wherever
a card is named."""

from __future__ import annotations

import logging
import re
from collections.abc import Iterator, Sequence
from dataclasses import replace
from typing import Any

import pytest
from simcord.results import ResponseMessage

from bot.core.people import PEOPLE
from bot.pictures import emoji as drawing
from bot.pictures.emoji import FACE_NAMES, FACES, face_name
from bot.pictures.palette import Ramp
from bot.preferences.model import Deck
from cogs.discord import card_emoji
from cogs.discord.card_emoji import AGAIN_AFTER, face_of
from tests.journeys.conftest import Evening
from tests.limits import check_request, walk
from tests.present import present

EMOJI = "/emojis"
FEW = FACE_NAMES[-12:]


@pytest.fixture
def few(monkeypatch: pytest.MonkeyPatch) -> None:
    """Let the bot have only twelve emoji (the last twelve of `FACE_NAMES`), so that uploading them
    takes little time."""
    monkeypatch.setattr(card_emoji, "FACE_NAMES", FEW)


async def start_anew(evening: Evening, **discord: Any) -> int:
    """Restart the bot with card emoji. `discord` are further settings that are changed in the
    section `discord`. Return how many emoji the bot tried to upload."""
    changed = evening.settings.discord.model_copy(update={"card_emoji": True, **discord})
    evening.settings = evening.settings.model_copy(update={"discord": changed})
    before = asked(evening, "POST")
    await evening.restart()
    await evening.env.settle()
    return asked(evening, "POST") - before


def asked(evening: Evening, method: str) -> int:
    return sum(
        request.method == method and EMOJI in request.path for request in evening.env.http_requests
    )


def put(evening: Evening, faces: Sequence[str] = FACE_NAMES) -> None:
    """Add the emoji of `faces` to the application, as if the bot had uploaded them at an earlier
    start."""
    for face in faces:
        evening.env.backend.create_application_emoji(f"{face}_{drawing.fingerprint(face)}")


def kept(evening: Evening) -> list[str]:
    """Return the names of all emoji that the application has now."""
    return [each.name for each in evening.env.backend.application_emojis.values()]


def emoji_in(message: ResponseMessage) -> Iterator[str]:
    """Yield the names of the application's own emoji that are on the message's buttons and options.
    An emoji shows a card or the face of a bot player. The fingerprint at the end of each name is
    left out."""
    for part in walk(message.components):
        for each in (part, *part.get("options", ())):
            if (each.get("emoji") or {}).get("id"):
                yield face_of(each["emoji"]["name"])


def sentences(message: ResponseMessage) -> str:
    return "\n".join(part["content"] for part in walk(message.components) if "content" in part)


@pytest.mark.usefixtures("few")
async def test_each_face_is_uploaded_once(evening: Evening) -> None:
    assert await start_anew(evening) == len(FEW)
    assert sorted(map(face_of, kept(evening))) == sorted(FEW)
    assert await start_anew(evening) == 0
    assert evening.bot.card_emoji.texts.keys() == {*FEW}


async def test_cards_are_emoji_in_the_colours_that_their_reader_chose(evening: Evening) -> None:
    await evening.dealt("durak", evening.pavel)
    put(evening)
    assert await start_anew(evening) == 0
    await evening.find_message()
    table = await evening.table()
    (attacker,) = present(table.view(None)).waiting_on
    member = evening.member_at(table, attacker)
    with evening.env.time_context():
        await evening.bot.tables.preferences.change_member(member.id, deck=Deck.TWO_COLOURS)
    panel = await evening.hand(member)
    hand = present(table.view(attacker)).hand
    own = {face_name(card, Deck.TWO_COLOURS) for card in hand}
    assert {*emoji_in(panel)} == own, "the cards of the hand, in the colours of the member's deck"
    button = next(part for part in walk(panel.components) if part.get("emoji"))
    played = button["custom_id"].split(":")[-1]
    await member.click(panel, custom_id=button["custom_id"])
    await evening.find_message()
    # In sentences: everyone sees four colours, the member their own.
    four, two = (face_name(played, deck) for deck in Deck)
    assert f"attacks with <:{four}_" in sentences(evening.message)
    assert f"<:{two}_" in sentences(panel)
    for request in evening.env.http_requests:
        check_request(request.method, request.path, request.json)


async def test_a_member_who_wants_text_only_has_no_emoji(evening: Evening) -> None:
    put(evening)
    await start_anew(evening)
    with evening.env.time_context():
        await evening.bot.tables.preferences.change_member(evening.nora.id, text_only=True)
    await evening.dealt("durak", evening.pavel)
    panel = await evening.hand(evening.nora)
    assert not [*emoji_in(panel)]
    assert "<:" not in sentences(panel)
    with evening.env.time_context():
        await evening.bot.tables.preferences.change_member(evening.nora.id, text_only=False)
    assert [*emoji_in(await evening.hand(evening.nora))], "on the buttons, for one"


@pytest.mark.usefixtures("few")
async def test_a_face_that_is_drawn_otherwise_is_renewed_alone(
    evening: Evening, monkeypatch: pytest.MonkeyPatch
) -> None:
    evening.env.backend.create_application_emoji("our_logo")
    await start_anew(evening)
    before = {*kept(evening)}
    changed = {**FACES, "red_joker": replace(FACES["red_joker"], ramp=Ramp.BLUE)}
    monkeypatch.setattr(drawing, "FACES", changed)
    assert await start_anew(evening) == 1
    (renewed,) = {*kept(evening)} - before
    assert face_of(renewed) == "red_joker"
    assert renewed in evening.bot.card_emoji.texts["red_joker"]
    assert before < {*kept(evening)}, "other processes may show the old one still"
    assert await start_anew(evening) == 0
    assert asked(evening, "DELETE") == 1
    assert sorted(map(face_of, {*kept(evening)} - {"our_logo"})) == sorted(FEW)
    assert {renewed, "our_logo"} <= {*kept(evening)}, "what others made is left alone"


@pytest.mark.usefixtures("few")
async def test_uploads_that_fail_leave_cards_in_words_and_go_on_later(
    untimed: Evening, caplog: pytest.LogCaptureFixture
) -> None:
    evening = untimed
    put(evening, FEW[:4])
    evening.env.inject_error("POST", "/applications/*/emojis", status=403, times=2)
    assert await start_anew(evening) == 1, "the one that was refused"
    await evening.dealt("durak", evening.pavel)
    assert "<:" not in sentences(await evening.hand(evening.nora))
    await evening.env.advance_time(AGAIN_AFTER)
    assert not evening.bot.card_emoji.texts
    await evening.env.advance_time(AGAIN_AFTER)
    assert sorted(map(face_of, kept(evening))) == sorted(FEW), "none of them twice"
    assert evening.bot.card_emoji.texts.keys() == {*FEW}
    warned = [each.getMessage() for each in caplog.records if each.levelno == logging.WARNING]
    assert [each for each in warned if "emoji" in each] == [
        "The emoji of cards can't be seen to now: HTTP 403, code 0"
    ]


@pytest.mark.usefixtures("few")
async def test_what_was_uploaded_before_a_start_was_cut_short_is_not_uploaded_again(
    evening: Evening,
) -> None:
    put(evening, FEW[:4])
    assert await start_anew(evening) == len(FEW) - 4
    assert len(kept(evening)) == len(FEW)


@pytest.mark.usefixtures("few")
async def test_a_process_that_does_not_tell_the_commands_waits_for_the_one_that_does(
    evening: Evening,
) -> None:
    assert await start_anew(evening, sync_commands=False) == 0
    assert not evening.bot.card_emoji.texts
    put(evening, FEW)
    await evening.env.advance_time(AGAIN_AFTER)
    assert evening.bot.card_emoji.texts.keys() == {*FEW}
    assert asked(evening, "POST") == 0


async def test_bot_players_have_their_faces_where_they_are_named(evening: Evening) -> None:
    put(evening)
    await start_anew(evening)
    await evening.lobby("durak")
    question = present((await evening.press(evening.nora, "Add bot")).response)
    assert {*emoji_in(question)} == set(PEOPLE)
    await evening.nora.click(question, label="Berta")
    assert re.search(r"2\. <:Berta_[0-9a-f]{4}:[0-9]+> \*\*Berta\*\* · Skilled", evening.text)
    with evening.env.time_context():
        await evening.bot.tables.preferences.change_member(evening.pavel.id, text_only=True)
    await evening.press(evening.pavel, "Join")
    plain = present((await evening.press(evening.pavel, "Add bot")).response)
    assert not [*emoji_in(plain)]
