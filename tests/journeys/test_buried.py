"""Test that the table's message is posted again at the bottom of the channel when many later
messages are below it. The message isn't posted again too often."""

from __future__ import annotations

import random
from typing import Any

import pytest
from sqlalchemy import event

from bot.core.errors import NotSaved
from bot.core.model import Table
from tests.beyond import the_first
from tests.journeys.conftest import Evening, actions
from tests.present import present


async def chatter(evening: Evening, messages: int) -> None:
    for number in range(messages):
        await evening.aiko.send(evening.channel, f"message {number}")


async def message_id(evening: Evening) -> int | None:
    return (await evening.table()).message_id


async def ids(evening: Evening) -> list[int]:
    return [message.id for message in evening.channel.history()]


async def one_press(evening: Evening) -> None:
    table = await evening.table()
    member = evening.member_at(table, present(table.view(None)).waiting_on[0])
    panel = await evening.hand(member)
    await evening.do(member, next(actions(panel)))


async def test_a_table_under_twenty_messages_is_posted_anew_and_the_old_one_goes(
    untimed: Evening,
) -> None:
    await untimed.dealt("durak", untimed.pavel)
    await untimed.env.advance_time(61)
    old = untimed.message.id
    await chatter(untimed, 19)
    assert await message_id(untimed) == old
    await chatter(untimed, 1)
    new = await message_id(untimed)
    assert new != old
    assert (await ids(untimed))[-1] == new
    assert old not in await ids(untimed)


async def test_it_is_not_posted_anew_more_often_than_once_a_minute(untimed: Evening) -> None:
    await untimed.dealt("durak", untimed.pavel)
    old = untimed.message.id
    await chatter(untimed, 45)
    assert await message_id(untimed) == old
    await untimed.env.advance_time(61)
    new = await message_id(untimed)
    assert new != old
    assert (await ids(untimed))[-1] == new


async def test_messages_that_were_deleted_do_not_bury_it(untimed: Evening) -> None:
    await untimed.dealt("durak", untimed.pavel)
    await untimed.env.advance_time(61)
    old = untimed.message.id
    await chatter(untimed, 15)
    for message in untimed.channel.history()[-10:]:
        untimed.env.backend.delete_message(untimed.channel.id, message.id)
    await untimed.env.settle()
    await chatter(untimed, 14)
    assert await message_id(untimed) == old
    await chatter(untimed, 1)
    assert await message_id(untimed) != old


async def test_after_forty_five_minutes_the_next_change_is_a_new_message(untimed: Evening) -> None:
    await untimed.dealt("durak", untimed.pavel)
    old = untimed.message.id
    await untimed.env.advance_time(44 * 60)
    await one_press(untimed)
    assert await message_id(untimed) == old
    await untimed.env.advance_time(2 * 60)
    assert await message_id(untimed) == old, "an idle table stays where it is"
    await one_press(untimed)
    new = await message_id(untimed)
    assert new != old
    assert old not in await ids(untimed)


@pytest.mark.usefixtures("long_days")
@pytest.mark.parametrize("restarted", the_first(1, [True, False]))
async def test_a_table_by_post_in_a_quiet_channel_is_not_posted_anew_before_somebody_moves(
    evening: Evening, restarted: bool
) -> None:
    await evening.lobby("durak", evening.pavel)
    await evening.choose(evening.nora, "speed", "by-post")
    await evening.press(evening.nora, "Start")
    old = await message_id(evening)
    posts = posted(evening)
    await evening.env.advance_time(6 * 3600)
    if restarted:
        await evening.restart()
        posts = posted(evening)
    # Half of the time goes by: that is told in a message of its own, which changes nothing at the
    # table.
    await evening.env.advance_time(6 * 3600 + 60)
    assert len(await evening.bot.tables.shown.mentions()) == 1
    await evening.env.advance_time(11 * 3600)
    assert await message_id(evening) == old
    assert posted(evening) == posts + 1, "the mention alone"
    await evening.find_message()
    await one_press(evening)
    assert await message_id(evening) != old, "after so long an edit would be slowed down"


@pytest.mark.usefixtures("long_days")
async def test_a_table_by_post_in_a_busy_channel_comes_back_while_nobody_moves(
    evening: Evening,
) -> None:
    await evening.lobby("durak", evening.pavel)
    await evening.choose(evening.nora, "speed", "by-post")
    await evening.press(evening.nora, "Start")
    await evening.env.advance_time(4 * 3600)
    old = await message_id(evening)
    await chatter(evening, 19)
    assert await message_id(evening) == old
    await chatter(evening, 1)
    new = await message_id(evening)
    assert new != old
    assert (await ids(evening))[-1] == new


async def test_a_table_whose_clocks_moved_at_a_restart_is_still_posted_anew(
    evening: Evening,
) -> None:
    await evening.dealt("durak", evening.pavel)
    await evening.env.advance_time(150)
    await evening.restart(away=90)
    old = evening.message.id
    assert await message_id(evening) == old, "the new deadline is shown in place"
    await chatter(evening, 20)
    new = await message_id(evening)
    assert new != old
    assert (await ids(evening))[-1] == new


async def test_a_table_that_could_not_be_read_is_posted_anew_after_the_next_message(
    untimed: Evening, monkeypatch: pytest.MonkeyPatch
) -> None:
    await untimed.dealt("durak", untimed.pavel)
    await untimed.env.advance_time(61)
    old, usual, fails = untimed.message.id, untimed.bot.tables.get, [NotSaved()]

    async def get(table_id: str) -> Table:
        if fails:
            raise fails.pop()
        return await usual(table_id)

    monkeypatch.setattr(untimed.bot.tables, "get", get)
    await chatter(untimed, 20)
    assert not fails
    assert await message_id(untimed) == old
    await chatter(untimed, 1)
    assert await message_id(untimed) != old


def posted(evening: Evening) -> int:
    """Return how many messages the bot has sent to the channel, without its answers to presses and
    commands."""
    return sum(
        request.method == "POST" and request.path == f"/channels/{evening.channel.id}/messages"
        for request in evening.env.http_requests
    )


async def test_a_result_is_left_where_it_is(untimed: Evening, rng: random.Random) -> None:
    await untimed.dealt("durak", untimed.pavel)
    await untimed.finish(rng)
    old = await message_id(untimed)
    await untimed.env.advance_time(61)
    await chatter(untimed, 25)
    assert await message_id(untimed) == old


async def test_messages_of_other_people_cost_no_question_to_the_database(untimed: Evening) -> None:
    await untimed.dealt("durak", untimed.pavel)
    asked: list[str] = []

    def note(*arguments: Any) -> None:
        asked.append(str(arguments[2]))

    event.listen(untimed.bot.service.store.engine.sync_engine, "before_cursor_execute", note)
    await chatter(untimed, 5)
    for message in untimed.channel.history()[-5:]:
        untimed.env.backend.delete_message(untimed.channel.id, message.id)
    await untimed.env.settle()
    assert asked == []


async def test_a_fault_at_a_message_ends_neither_connection_nor_counting(
    untimed: Evening, caplog: pytest.LogCaptureFixture
) -> None:
    def fails(message: object) -> None:
        raise ZeroDivisionError("7♠ is nobody's business")

    untimed.bot.heard_message.insert(0, fails)
    await untimed.dealt("durak", untimed.pavel)
    await untimed.env.advance_time(61)
    old = untimed.message.id
    await chatter(untimed, 20)
    assert await message_id(untimed) != old
    assert "A message was not heard: ZeroDivisionError" in caplog.text
    assert "7♠ is" not in caplog.text
