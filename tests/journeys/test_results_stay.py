"""Test that the result of a game stays as a message of its own, whatever happens to the next game
at the table."""

from __future__ import annotations

import random
from typing import cast

import pytest
from simcord.results import ResponseMessage

from bot.core.errors import NotSaved
from bot.core.model import Phase, Table
from cogs.edits.edit_queue import EditQueue
from cogs.table.upkeep import TableUpkeep
from tests.beyond import the_first
from tests.journeys.conftest import Click, Evening, at_once, custom_id
from tests.limits import check_request, text_of
from tests.present import present


def queue_of(evening: Evening) -> EditQueue:
    return cast("TableUpkeep", evening.bot.get_cog("TableUpkeep")).sync.queue


def messages(evening: Evening, word: str) -> list[ResponseMessage]:
    """Return the messages of the channel whose text contains `word`, from the first to the
    newest."""
    ids = sorted(message.id for message in evening.channel.history())
    backend, channel_id = evening.env.backend, evening.channel.id
    found = [ResponseMessage(evening.env, backend.get_message(channel_id, each)) for each in ids]
    return [message for message in found if word in text_of(message.components)]


def lobbies(evening: Evening) -> list[ResponseMessage]:
    return messages(evening, "again? Waiting for")


async def over(evening: Evening, rng: random.Random) -> tuple[Table, ResponseMessage, str]:
    """Play a game of Nora and Pavel to its end. Return the table, its message, and the text of that
    message."""
    await evening.dealt("durak", evening.pavel)
    table = await evening.finish(rng)
    await evening.edited()
    assert "result" in evening.text
    return table, evening.message, evening.text


async def test_every_game_of_a_table_leaves_its_result_where_it_was(
    evening: Evening, rng: random.Random
) -> None:
    await evening.dealt("durak", evening.pavel)
    left = []
    for _ in range(3):
        table = await evening.finish(rng)
        await evening.edited()
        assert table.message_id == evening.message.id
        left.append((evening.message.id, evening.text))
        await evening.press(evening.nora, "Again")
        await evening.press(evening.pavel, "Play again")
        assert "Trump" in evening.text
    assert [(m.id, text_of(m.components)) for m in messages(evening, "result")] == left
    table = await evening.table()
    assert table.message_id == evening.message.id > left[-1][0]
    for request in evening.env.http_requests:
        check_request(request.method, request.path, request.json)


async def test_who_presses_again_second_on_the_result_is_in_and_told_where(
    evening: Evening, rng: random.Random
) -> None:
    _, result, said = await over(evening, rng)
    await evening.press(evening.nora, "Again")
    answer = present((await evening.pavel.click(result, label="Again")).response)
    assert answer.ephemeral
    table = await evening.table()
    assert f"/{table.message_id}" in answer.content
    assert table.phase is Phase.PLAYING
    assert "Trump" in evening.text
    assert text_of(result.components) == said


async def test_two_who_press_again_in_the_same_instant_get_one_lobby(
    evening: Evening, rng: random.Random
) -> None:
    await evening.dealt("durak", evening.pavel, evening.aiko)
    await evening.finish(rng)
    await evening.edited()
    again = custom_id(evening.message, "Again")
    await at_once(
        evening,
        *(Click(member, evening.message, again) for member in (evening.nora, evening.pavel)),
    )
    (lobby,) = lobbies(evening)
    assert "Waiting for **Aiko**" in text_of(lobby.components)
    assert len(messages(evening, "result")) == 1
    assert (await evening.table()).message_id == lobby.id


@pytest.mark.parametrize("lost", the_first(1, ["the answer", "where it is"]))
async def test_a_restart_in_the_middle_of_again_doubles_nothing(
    evening: Evening, rng: random.Random, monkeypatch: pytest.MonkeyPatch, lost: str
) -> None:
    _, result, said = await over(evening, rng)

    async def not_saved(*_: object) -> None:
        raise NotSaved

    queue_of(evening).retries = ()
    queue_of(evening).closed = True  # as if the process ended right after this press
    if lost == "the answer":
        evening.env.inject_error("POST", "/interactions/*", status=500, times=2)
    else:
        monkeypatch.setattr(evening.bot.tables.registry, "placed", not_saved)
    await evening.press(evening.nora, "Again")
    assert len(lobbies(evening)) == (lost == "where it is")
    assert (await evening.table()).message_id is None
    await evening.restart()
    (lobby,) = lobbies(evening)
    assert (await evening.table()).message_id == lobby.id
    assert text_of(result.components) == said
    await evening.find_message()
    await evening.press(evening.pavel, "Play again")
    assert "Trump" in evening.text


async def test_the_table_is_posted_anew_where_the_bot_may_not_look_for_it(
    evening: Evening, rng: random.Random
) -> None:
    await over(evening, rng)
    queue_of(evening).closed = True
    evening.env.inject_error("POST", "/interactions/*", status=500, times=2)
    await evening.press(evening.nora, "Again")
    evening.env.inject_error("GET", "/channels/*/messages", status=403, times=1)
    await evening.restart()
    assert len(lobbies(evening)) == 1


async def test_an_end_that_was_saved_and_not_shown_is_shown_after_the_start(
    evening: Evening, rng: random.Random
) -> None:
    await evening.dealt("durak", evening.pavel)
    queue_of(evening).closed = True
    await evening.finish(rng)
    assert "result" not in evening.text
    await evening.restart()
    assert "result" in evening.text
    assert len(messages(evening, "result")) == 1


async def test_a_result_that_is_brought_back_stays_where_it_was_too(
    evening: Evening, rng: random.Random
) -> None:
    _, result, said = await over(evening, rng)
    menu = present((await evening.press(evening.nora, "More…")).response)
    brought = present((await evening.nora.click(menu, label="Show the table")).response)
    assert text_of(brought.components) == text_of(result.components) == said
    assert {m.id for m in messages(evening, "result")} == {brought.id, result.id}


async def test_a_result_keeps_its_place_however_old_it_is(
    evening: Evening, rng: random.Random
) -> None:
    table, result, _ = await over(evening, rng)
    await evening.env.advance_time(7200)
    sync = cast("TableUpkeep", evening.bot.get_cog("TableUpkeep")).sync
    with evening.env.time_context():
        sync.show_anew(table)
    await evening.edited()
    assert [message.id for message in messages(evening, "result")] == [result.id]
