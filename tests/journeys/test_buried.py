"""The table's message among others: posted anew at the bottom when it can't be seen any more, and not too often."""

from __future__ import annotations

import random
from typing import Any

from sqlalchemy import event

from tests.journeys.conftest import Evening, actions


async def chatter(evening: Evening, messages: int) -> None:
    for number in range(messages):
        await evening.aiko.send(evening.channel, f"message {number}")


async def message_id(evening: Evening) -> int | None:
    return (await evening.table()).message_id


async def ids(evening: Evening) -> list[int]:
    return [message.id for message in evening.channel.history()]


async def one_press(evening: Evening) -> None:
    table = await evening.table()
    member = evening.member_at(table, table.view(None).waiting_on[0])
    panel = await evening.hand(member)
    await evening.do(member, next(actions(panel)))


async def test_a_table_under_twenty_messages_is_posted_anew_and_the_old_one_goes(evening: Evening) -> None:
    await evening.dealt("durak", evening.pavel)
    await evening.env.advance_time(61)
    old = evening.message.id
    await chatter(evening, 19)
    assert await message_id(evening) == old
    await chatter(evening, 1)
    new = await message_id(evening)
    assert new != old
    assert (await ids(evening))[-1] == new
    assert old not in await ids(evening)


async def test_it_is_not_posted_anew_more_often_than_once_a_minute(evening: Evening) -> None:
    await evening.dealt("durak", evening.pavel)
    old = evening.message.id
    await chatter(evening, 45)
    assert await message_id(evening) == old
    await evening.env.advance_time(61)
    new = await message_id(evening)
    assert new != old
    assert (await ids(evening))[-1] == new


async def test_messages_that_were_deleted_do_not_bury_it(evening: Evening) -> None:
    await evening.dealt("durak", evening.pavel)
    await evening.env.advance_time(61)
    old = evening.message.id
    await chatter(evening, 15)
    for message in evening.channel.history()[-10:]:
        evening.env.backend.delete_message(evening.channel.id, message.id)
    await evening.env.settle()
    await chatter(evening, 14)
    assert await message_id(evening) == old
    await chatter(evening, 1)
    assert await message_id(evening) != old


async def test_after_forty_five_minutes_the_next_change_is_a_new_message(evening: Evening) -> None:
    evening.settings = evening.settings.model_copy(
        update={"tables": evening.settings.tables.model_copy(update={"turn_limit": 0})}
    )
    await evening.restart()
    await evening.dealt("durak", evening.pavel)
    old = evening.message.id
    await evening.env.advance_time(44 * 60)
    await one_press(evening)
    assert await message_id(evening) == old
    await evening.env.advance_time(2 * 60)
    assert await message_id(evening) == old, "an idle table stays where it is"
    await one_press(evening)
    new = await message_id(evening)
    assert new != old
    assert old not in await ids(evening)


async def test_a_result_is_left_where_it_is(evening: Evening, rng: random.Random) -> None:
    await evening.dealt("durak", evening.pavel)
    await evening.play_out(rng, evening.nora, evening.pavel)
    old = await message_id(evening)
    await evening.env.advance_time(61)
    await chatter(evening, 25)
    assert await message_id(evening) == old


async def test_messages_of_other_people_cost_no_question_to_the_database(evening: Evening) -> None:
    await evening.dealt("durak", evening.pavel)
    asked: list[str] = []

    def note(*arguments: Any) -> None:
        asked.append(str(arguments[2]))

    event.listen(evening.bot.store.engine.sync_engine, "before_cursor_execute", note)
    await chatter(evening, 5)
    for message in evening.channel.history()[-5:]:
        evening.env.backend.delete_message(evening.channel.id, message.id)
    await evening.env.settle()
    assert asked == []
