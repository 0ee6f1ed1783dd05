"""Test what happens when the bot is stopped and started again. Presses, messages, deadlines and
finished games from before the restart aren't lost."""

from __future__ import annotations

import asyncio
import random
import re
from typing import cast

import pytest

from bot.core.model import Person, Phase
from cogs.table.upkeep import TableUpkeep
from tests.journeys.conftest import Evening, actions
from tests.limits import text_of
from tests.present import present


async def test_in_the_lobby(evening: Evening) -> None:
    await evening.lobby("durak")
    await evening.restart()
    await evening.press(evening.pavel, "Join")
    assert "**Pavel**" in evening.text
    await evening.press(evening.nora, "Start")
    assert "Trump" in evening.text


async def test_in_the_middle_of_a_bout_panels_and_buttons_work_and_follow(
    evening: Evening, rng: random.Random
) -> None:
    nora, pavel = evening.nora, evening.pavel
    await evening.dealt("durak", pavel)
    await evening.until(
        rng, lambda table: bool(present(present(table.view(None)).zone("table")).cards)
    )
    for member in (nora, pavel):
        await evening.hand(member)
    before = await evening.table()
    await evening.restart()

    table = await evening.table()
    assert table == before
    mover, other = (nora, pavel) if 0 in present(table.live).waiting_on else (pavel, nora)
    await evening.do(mover, next(actions(evening.panels[mover.id])))
    assert (await evening.table()).version == before.version + 1
    now = await evening.table()
    for member in (mover, other):
        shown = text_of(evening.panels[member.id].components)
        assert f"{len(present(now.view(now.seat_of(member.id))).hand)} card" in shown
    # The other's panel was redrawn by its stored token: its ids carry the new version.
    ids = [
        each.custom_id for member in (mover, other) for each in actions(evening.panels[member.id])
    ]
    assert ids
    assert all(f":{now.version}:" in each for each in ids)
    await evening.play_out(rng, nora, pavel)


async def test_a_table_whose_last_edit_was_lost_is_put_right_after_the_start(
    evening: Evening,
) -> None:
    await evening.dealt("durak", evening.pavel)
    table = await evening.table()
    first = evening.member_at(table, present(table.view(None)).waiting_on[0])
    await evening.hand(first)
    cast("TableUpkeep", evening.bot.get_cog("TableUpkeep")).sync.queue.retries = ()
    evening.env.inject_error("PATCH", "/channels/*/messages/*", status=500, times=1)
    await evening.do(first, next(actions(evening.panels[first.id])))
    assert "attacks with" not in evening.text
    await evening.restart()
    assert "attacks with" in evening.text


async def test_a_table_that_is_gone_hides_no_result_of_another(
    evening: Evening, rng: random.Random
) -> None:
    await evening.dealt("durak", evening.pavel)
    await evening.play_out(rng, evening.nora, evening.pavel)
    table, upkeep = await evening.table(), evening.bot.get_cog("TableUpkeep")
    assert isinstance(upkeep, TableUpkeep)
    upkeep._unsettled |= {"!gone", table.id}
    await upkeep._show_results()
    assert table.id not in upkeep._unsettled


async def test_an_open_hand_whose_last_edit_was_lost_is_put_right_after_the_start(
    evening: Evening,
) -> None:
    await evening.dealt("durak", evening.pavel)
    hands = {member.id: await evening.hand(member) for member in (evening.nora, evening.pavel)}
    table = await evening.table()
    first = evening.member_at(table, present(table.view(None)).waiting_on[0])
    other = next(hand for who, hand in hands.items() if who != first.id)
    cast("TableUpkeep", evening.bot.get_cog("TableUpkeep")).sync.queue.retries = ()
    evening.env.inject_error("PATCH", "/webhooks/*/messages/*", status=500, times=1)
    await evening.do(first, next(actions(evening.panels[first.id])))
    assert "attacks with" not in text_of(other.components)
    await evening.restart()
    assert "attacks with" in text_of(other.components)


async def test_a_message_deleted_after_a_restart_is_posted_anew(evening: Evening) -> None:
    await evening.dealt("durak", evening.pavel)
    old = evening.message.id
    await evening.restart()
    evening.env.backend.delete_message(evening.channel.id, old)
    await evening.env.settle()
    await evening.find_message()
    assert evening.message.id != old
    assert "Trump" in evening.text


async def test_after_the_end(evening: Evening, rng: random.Random) -> None:
    await evening.dealt("durak", evening.pavel)
    await evening.finish(rng)
    await evening.restart()
    await evening.press(evening.pavel, "Again")
    assert "**Pavel** · host" in evening.text
    board = text_of(
        present((await evening.nora.slash(evening.channel, "leaderboard")).response).components
    )
    assert "1 game" in board


async def test_deadlines_are_postponed_by_the_downtime(evening: Evening) -> None:
    await evening.dealt("durak", evening.pavel)
    version = (await evening.table()).version
    await evening.env.advance_time(60)
    await evening.restart(away=3600)
    assert (await evening.table()).version == version, (
        "nobody's time ran out while the bot was down"
    )
    await evening.env.advance_time(190)
    after = await evening.table()
    assert after.version > version
    await evening.find_message()
    assert "a bot moved" in evening.text or after.phase is Phase.OVER


async def test_a_bot_player_moves_when_the_time_is_up_and_the_table_says_so(
    evening: Evening,
) -> None:
    await evening.dealt("durak", evening.pavel)
    await evening.env.advance_time(181)
    assert "time ran out, so a bot moved" in evening.text


async def test_an_idle_lobby_closes(evening: Evening) -> None:
    await evening.lobby("durak")
    await evening.env.advance_time(1801)
    assert "This table is closed" in evening.text
    listed = present((await evening.nora.slash(evening.channel, "play")).response)
    assert "no table here yet" in text_of(listed.components)


async def test_whoever_closes_the_bot_too_waits_until_it_is_closed(
    evening: Evening, monkeypatch: pytest.MonkeyPatch
) -> None:
    """A second call of `Bot.close` returns only when the first call is done. The owner's order
    closes the bot, and the end of the bot's connection to Discord closes it once more."""
    service = evening.bot.service
    close, closing, may_end = service.close, asyncio.Event(), asyncio.Event()

    async def slow() -> None:
        if not closing.is_set():
            closing.set()
            await may_end.wait()
        await close()

    monkeypatch.setattr(service, "close", slow)
    first = asyncio.ensure_future(evening.bot.close())
    await closing.wait()
    second = asyncio.ensure_future(evening.bot.close())
    await asyncio.wait({second}, timeout=0.1)
    assert not second.done(), "the process would end, and break the first one off"
    may_end.set()
    await asyncio.gather(first, second)


async def test_a_table_where_nobody_did_anything_for_long_shows_its_new_deadline(
    evening: Evening,
) -> None:
    await evening.dealt("durak", evening.pavel)
    await evening.env.advance_time(170)
    assert "⏳ <t:" in evening.text
    before = evening.text
    await evening.restart(away=3600)
    assert evening.text != before
    now = evening.bot.service.now
    with evening.env.time_context():
        due = present(re.search(r"⏳ <t:(\d+):R>", evening.text))[1]
        assert 0 < int(due) - now().timestamp() <= 15


async def test_a_table_that_was_never_posted_is_posted_however_old_it_is(
    evening: Evening,
) -> None:
    with evening.env.time_context():
        # As a process leaves it that ends between its commit and its answer.
        await evening.bot.tables.opening.create(
            guild_id=evening.guild.id,
            channel_id=evening.channel.id,
            host=Person(evening.nora.id, "Nora"),
            game="durak",
            interaction_id=900,
        )
    await evening.env.advance_time(600)
    await evening.restart()
    await evening.find_message()
    assert "**Nora**" in evening.text
