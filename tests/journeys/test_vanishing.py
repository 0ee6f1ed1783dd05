"""Test messages that don't stay as they are. The bot deletes a refusal after the member has had
time to read it. When a member opens a new hand, the bot edits the older hand message: its cards go,
and it says that the hand has moved."""

from __future__ import annotations

import asyncio

import aiohttp
import pytest
from simcord.results import ResponseMessage

from tests.journeys.conftest import Evening, actions
from tests.limits import text_of
from tests.present import present

MOVED = "Your hand has moved to a newer message below."


def deleted(evening: Evening) -> int:
    """Return how many requests the bot has made to delete its answers to presses and commands. A
    request counts even if the message was already gone."""
    return sum(
        request.method == "DELETE" and "/webhooks/" in request.path
        for request in evening.env.http_requests
    )


def waiting() -> list[asyncio.Task[object]]:
    """Return the asyncio tasks that wait to delete refusals."""
    return [each for each in asyncio.all_tasks() if each.get_name() == "_deleted_when_read"]


async def refused(evening: Evening) -> ResponseMessage:
    """Let Aiko, who is not at the table, press *My hand*. Return the refusal."""
    said = present((await evening.press(evening.aiko, "My hand")).response)
    assert said.content == "You're not at this table."
    return said


async def test_a_refusal_deletes_itself_after_a_quarter_of_a_minute(evening: Evening) -> None:
    await evening.dealt("durak", evening.pavel)
    await refused(evening)
    await evening.env.advance_time(14)
    assert deleted(evening) == 0
    await evening.env.advance_time(2)
    assert deleted(evening) == 1
    assert not waiting()


async def test_each_of_many_refusals_is_deleted_in_its_time(evening: Evening) -> None:
    await evening.dealt("durak", evening.pavel)
    for _ in range(3):
        await refused(evening)
        await evening.env.advance_time(5)
    gone = []
    for _ in range(3):
        gone.append(deleted(evening))
        await evening.env.advance_time(5)
    assert gone == [1, 2, 3]
    assert not waiting()


async def test_a_refusal_that_was_dismissed_costs_nothing(evening: Evening) -> None:
    await evening.dealt("durak", evening.pavel)
    said = await refused(evening)
    evening.env.backend.delete_message(said.channel_id, said.id)
    await evening.env.advance_time(16)
    assert deleted(evening) == 1
    assert not waiting()


async def test_a_refusal_that_discord_does_not_hear_of_stays(
    evening: Evening, caplog: pytest.LogCaptureFixture, monkeypatch: pytest.MonkeyPatch
) -> None:
    await evening.dealt("durak", evening.pavel)
    await refused(evening)

    async def cut(*_: object, **__: object) -> None:
        raise aiohttp.ServerDisconnectedError

    monkeypatch.setattr(evening.env._webhook_adapter, "request", cut)
    with caplog.at_level("INFO"):
        await evening.env.advance_time(16)
    assert not waiting()
    told = [each.getMessage() for each in caplog.records if each.name.startswith("cogs")]
    assert told == ["a refusal stays: ServerDisconnectedError"]
    assert not [each for each in caplog.records if each.levelname == "ERROR"]


async def test_a_refused_command_vanishes_and_an_answer_does_not(evening: Evening) -> None:
    await evening.aiko.slash(evening.channel, "hand")
    await evening.aiko.slash(evening.channel, "rules", game="durak")
    await evening.env.advance_time(60)
    assert deleted(evening) == 1


async def test_what_went_wrong_stays_to_be_reported(
    evening: Evening, monkeypatch: pytest.MonkeyPatch
) -> None:
    await evening.dealt("durak", evening.pavel)

    async def broken(*_: object) -> None:
        raise LookupError

    monkeypatch.setattr(evening.bot.tables, "get", broken)
    said = present((await evening.press(evening.nora, "My hand")).response)
    assert "Something went wrong" in said.content
    monkeypatch.undo()
    await evening.env.advance_time(60)
    assert deleted(evening) == 0


async def test_nothing_waits_any_more_when_the_bot_has_stopped(evening: Evening) -> None:
    await evening.dealt("durak", evening.pavel)
    await refused(evening)
    assert waiting()
    await evening.restart()
    await evening.env.advance_time(60)
    assert not waiting()
    assert deleted(evening) == 0


async def test_a_new_hand_takes_the_place_of_the_older_one(evening: Evening) -> None:
    await evening.dealt("durak", evening.pavel)
    older = await evening.hand(evening.nora)
    newer = await evening.hand(evening.nora)
    assert text_of(older.components) == MOVED
    assert not list(actions(older))
    assert "Your hand, 6 cards" in text_of(newer.components)
    newest = await evening.hand(evening.nora)
    assert [text_of(each.components) == MOVED for each in (older, newer, newest)] == [
        True,
        True,
        False,
    ]
    patched = [r for r in evening.env.http_requests if r.method == "PATCH" and MOVED in str(r.json)]
    assert [present(request.json)["attachments"] for request in patched] == [[], [], []], (
        "the cards are gone"
    )


async def test_an_older_hand_is_replaced_after_a_restart_too(evening: Evening) -> None:
    await evening.dealt("durak", evening.pavel)
    older = await evening.hand(evening.nora)
    await evening.restart()
    await evening.find_message()
    await evening.hand(evening.nora)
    assert text_of(older.components) == MOVED


async def test_a_hand_whose_token_is_over_stays_as_it_is(evening: Evening) -> None:
    await evening.dealt("durak", evening.pavel)
    older = await evening.hand(evening.nora)
    await evening.env.advance_time(16 * 60)
    await evening.find_message()
    before = text_of(older.components)
    await evening.hand(evening.nora)
    assert text_of(older.components) == before != MOVED


async def test_an_older_hand_that_can_not_be_edited_disturbs_nobody(evening: Evening) -> None:
    await evening.dealt("durak", evening.pavel)
    older = await evening.hand(evening.nora)
    evening.env.backend.delete_message(older.channel_id, older.id)
    newer = await evening.hand(evening.nora)
    assert "Your hand, 6 cards" in text_of(newer.components)
