"""Tests of the edits that keep messages up to date. For each message, only one request is sent at a
time, and in the end the newest state is shown. The simulator answers every request at once, so
these tests use a slow Discord of their own."""

from __future__ import annotations

import asyncio
import contextlib
import time
from collections.abc import AsyncIterator
from datetime import timedelta
from types import SimpleNamespace
from typing import Any, cast

import aiohttp
import pytest
from discord.ui import LayoutView
from discord.utils import time_snowflake, utcnow

from bot.core.model import Happening, Panel, Table, Update
from bot.doors.service import Present
from cogs.discord.budget import AT_ONCE, RequestBudget
from cogs.discord.client import ShijoBot
from cogs.edits.answers import Drawn
from cogs.edits.message_sync import MessageSync
from cogs.edits.messages import SELDOM
from tests.cogs.tables import table
from tests.present import present

JUST_NOW = time_snowflake(utcnow())
"""The id of a message that has just been posted. The bot posts a table's message again when the
message is old, but this message is too new."""


class SlowDiscord:
    """A bot that takes the place of `discord.Client`. An edit of a message ends only when the test
    lets it."""

    def __init__(self) -> None:
        self.now = table(version=1, message_id=JUST_NOW)
        self.others: dict[str, Table] = {}
        self.edits: list[int] = []
        self.waiting: list[asyncio.Future[None]] = []
        self.failures: list[Exception] = []
        self.budget = RequestBudget(lambda: AT_ONCE, time.monotonic)
        self.tables = SimpleNamespace(get=self._get, shown=SimpleNamespace(panels=self._panels))
        self.service = SimpleNamespace(now=utcnow)

    async def _get(self, table_id: str) -> Table:
        return self.others.get(table_id, self.now)

    async def _panels(self, _: str) -> list[Any]:
        return []

    def get_partial_messageable(self, *_: Any, **__: Any) -> SlowDiscord:
        return self

    def get_partial_message(self, _: int) -> SlowDiscord:
        return self

    async def edit(self, *, view: int, **_: Any) -> None:
        self.edits.append(view)
        if self.failures:
            raise self.failures.pop(0)
        gate = asyncio.get_running_loop().create_future()
        self.waiting.append(gate)
        await gate

    async def answers(self) -> None:
        """End the edit that has waited longest."""
        await ticks()
        self.waiting.pop(0).set_result(None)
        await ticks()

    def change(self, sync: MessageSync, version: int) -> None:
        self.now = table(version=version, message_id=JUST_NOW)
        sync.changed(Update(self.now))


async def ticks() -> None:
    for _ in range(20):
        await asyncio.sleep(0)


@pytest.fixture
def slow() -> SlowDiscord:
    return SlowDiscord()


@pytest.fixture
async def sync(slow: SlowDiscord) -> AsyncIterator[MessageSync]:
    async def public(each: Table) -> Drawn:
        return Drawn(cast("LayoutView", each.version))

    async def private(each: Table, _: Panel) -> Drawn:
        return Drawn(cast("LayoutView", each.version))

    sync = MessageSync(cast("ShijoBot", slow), public, public, private, Present())
    yield sync
    sync.queue._background.cancel()
    await ticks()


async def test_a_burst_of_changes_is_one_more_edit(slow: SlowDiscord, sync: MessageSync) -> None:
    slow.change(sync, 2)
    await ticks()
    for version in range(3, 40):
        slow.change(sync, version)
        await ticks()
    assert slow.edits == [2]
    await slow.answers()
    assert slow.edits == [2, 39]
    await slow.answers()
    assert slow.edits == [2, 39]
    assert not slow.waiting


@pytest.mark.parametrize("second", [True, False])
async def test_two_moves_of_a_bot_player_in_a_row_are_one_edit(
    slow: SlowDiscord, sync: MessageSync, monkeypatch: pytest.MonkeyPatch, second: bool
) -> None:
    """If a bot player will move again immediately, one edit shows both moves. If the second move
    doesn't come, the first one is shown alone."""
    monkeypatch.setattr("cogs.edits.message_sync.TOGETHER", 0)
    slow.now = table(version=2, message_id=JUST_NOW)
    moved = Update(slow.now, (Happening(1, "lay 9S", stand_in=False, events=()),))
    monkeypatch.setattr(Update, "goes_on", property(lambda update: update.happenings != ()))
    sync.changed(moved)
    if second:
        slow.change(sync, 3)
    await ticks()
    assert slow.edits == [3 if second else 2]
    await slow.answers()
    assert len(slow.edits) == 1


async def test_a_move_that_has_waited_does_not_take_open_hands_back(
    slow: SlowDiscord, sync: MessageSync, monkeypatch: pytest.MonkeyPatch
) -> None:
    """A change that arrives after a newer change doesn't bring hand messages back to the older
    state."""
    shown: list[int] = []

    async def show(each: Table, **_: Any) -> None:
        shown.append(each.version)

    monkeypatch.setattr(sync.hands, "show", show)
    async with sync.messages.holding(slow.now.id):
        slow.change(sync, 3)
        sync.changed(Update(table(version=2, message_id=JUST_NOW + 1)))
    await ticks()
    assert shown == [3]
    assert present(sync.positions.of(slow.now.id)).message_id == JUST_NOW


async def test_a_change_that_is_told_late_does_not_hide_a_newer_one(
    slow: SlowDiscord, sync: MessageSync
) -> None:
    slow.change(sync, 2)
    await ticks()
    slow.change(sync, 4)
    sync.changed(Update(table(version=2, message_id=JUST_NOW)))
    await slow.answers()
    assert slow.edits == [2, 4]


async def test_an_answer_that_shows_the_change_saves_the_edit(
    slow: SlowDiscord, sync: MessageSync
) -> None:
    async with sync.messages.holding("k3f9") as hold:
        slow.change(sync, 2)
        await ticks()
        assert slow.edits == [], "the answer goes out first"
        assert not hold.outdated(slow.now)
        hold.shows(slow.now)
    await ticks()
    assert slow.edits == []


async def test_an_answer_that_comes_during_an_edit_leaves_the_newest_state_to_the_edits(
    slow: SlowDiscord, sync: MessageSync
) -> None:
    slow.change(sync, 2)
    await ticks()
    async with sync.messages.holding("k3f9") as hold:
        slow.change(sync, 3)
        assert hold.outdated(slow.now), "an older state may arrive after this answer"
        hold.shows(slow.now)
    await slow.answers()
    assert slow.edits == [2, 3]


async def test_pictures_that_nobody_waits_for_are_drawn_one_at_a_time_beside_those_of_presses(
    slow: SlowDiscord,
) -> None:
    begun, pens = list[str](), dict[str, asyncio.Event]()

    async def public(each: Table) -> Drawn:
        begun.append(each.id)
        await pens.setdefault(each.id, asyncio.Event()).wait()
        return Drawn(cast("LayoutView", each.version))

    async def private(each: Table, _: Panel) -> Drawn:
        return await public(each)

    async def said(**_: Any) -> None:
        pass

    sync = MessageSync(cast("ShijoBot", slow), public, public, private, Present())
    tables = {
        each: table(id=each, version=2, message_id=JUST_NOW, channel_id=channel)
        for channel, each in enumerate(("a", "b", "mine"))
    }
    slow.others = tables
    for name in ("a", "b"):
        sync.changed(Update(tables[name]))
    await ticks()
    assert begun == ["a"]
    pressed = SimpleNamespace(id=JUST_NOW)
    response = SimpleNamespace(edit_message=said)
    press = cast("Any", SimpleNamespace(response=response, message=pressed))
    async with sync.messages.holding("mine") as hold:
        answer = asyncio.create_task(sync.answer(press, tables["mine"], hold))
        await ticks()
        assert begun == ["a", "mine"], "a press draws at once"
        pens["mine"].set()
        await answer
    assert begun == ["a", "mine"]
    pens["a"].set()
    await ticks()
    assert begun == ["a", "mine", "b"]
    sync.queue._background.cancel()
    await ticks()


@pytest.mark.parametrize("fails", [False, True])
async def test_a_hand_drawn_before_a_press_does_not_replace_the_answer_to_it(
    slow: SlowDiscord, sync: MessageSync, monkeypatch: pytest.MonkeyPatch, fails: bool
) -> None:
    drawn, pen = list[int](), asyncio.Event()

    async def private(each: Table, _: Panel) -> Drawn:
        drawn.append(each.version)
        await pen.wait()
        return Drawn(cast("LayoutView", each.version))

    async def edit_message(_id: int, *, view: int, **_: Any) -> None:
        slow.edits.append(view)

    monkeypatch.setattr(sync.hands, "private", private)
    webhook = SimpleNamespace(edit_message=edit_message)
    monkeypatch.setattr(sync.hands, "_webhook", lambda _: webhook)
    message = sync.messages.of("k3f9", 101)
    message.panel = Panel("k3f9", 101, "token", 7, utcnow() + timedelta(minutes=9), "en")
    sync.queue.want(message, table(version=2))
    await ticks()
    with contextlib.suppress(RuntimeError):
        async with sync.messages.holding("k3f9", 101):
            if fails:
                raise RuntimeError
    pen.set()
    await ticks()
    assert drawn == ([2, 2] if fails else [2])
    assert slow.edits == ([2] if fails else [])


async def test_an_answer_that_fails_is_made_good_by_an_edit(
    slow: SlowDiscord, sync: MessageSync
) -> None:
    async def press() -> None:
        async with sync.messages.holding("k3f9"):
            slow.change(sync, 2)
            raise RuntimeError

    with pytest.raises(RuntimeError):
        await press()
    await ticks()
    assert slow.edits == [2]


async def test_a_cut_connection_is_tried_again_with_the_newest_state(
    slow: SlowDiscord, sync: MessageSync
) -> None:
    sync.queue.retries = (0.0,)
    slow.failures = [aiohttp.ServerDisconnectedError()]
    slow.change(sync, 2)
    await ticks()
    await slow.answers()
    assert slow.edits == [2, 2]


async def test_tries_come_to_an_end(slow: SlowDiscord, sync: MessageSync) -> None:
    sync.queue.retries = (0.0, 0.0)
    slow.failures = [aiohttp.ServerDisconnectedError() for _ in range(10)]
    slow.change(sync, 2)
    await ticks()
    assert slow.edits == [2, 2, 2]
    slow.failures.clear()
    slow.change(sync, 3)
    await slow.answers()
    assert slow.edits[-1] == 3


async def test_a_message_that_can_not_be_made_stops_nothing(
    slow: SlowDiscord, sync: MessageSync
) -> None:
    slow.failures = [KeyError("no such thing")]
    slow.change(sync, 2)
    await ticks()
    slow.change(sync, 3)
    await slow.answers()
    assert slow.edits == [2, 3]


async def test_at_the_end_an_edit_under_way_is_waited_for_but_not_for_ever(
    slow: SlowDiscord, sync: MessageSync, monkeypatch: pytest.MonkeyPatch
) -> None:
    slow.change(sync, 2)
    ending = asyncio.ensure_future(sync.queue.finish())
    await ticks()
    assert not ending.done()
    await slow.answers()
    assert ending.done()
    monkeypatch.setattr("cogs.edits.edit_queue.LAST_EDITS", 0)
    slow.change(sync, 3)
    await sync.queue.finish()
    assert slow.waiting


async def test_after_the_end_nothing_is_sent(slow: SlowDiscord, sync: MessageSync) -> None:
    sync.close()
    slow.change(sync, 2)
    await ticks()
    assert slow.edits == []


async def test_a_message_that_was_edited_instead_of_posted_again_can_be_posted_again_later(
    slow: SlowDiscord, sync: MessageSync
) -> None:
    """The clock was set back meanwhile, so that the message counts as posted just now."""
    sync.positions.note(slow.now)
    position = present(sync.positions.of(slow.now.id))
    slow.service.now = lambda: position.posted_at + SELDOM
    sync.dig_up(position)
    slow.service.now = lambda: position.posted_at
    await ticks()
    assert slow.edits == [1]
    assert position.moving
    await slow.answers()
    assert not position.moving


async def test_who_shows_one_message_after_the_other_waits_for_each(
    slow: SlowDiscord, sync: MessageSync
) -> None:
    sync.make_sure(slow.now)
    waiting = asyncio.ensure_future(sync.queue.sent(slow.now.id))
    await ticks()
    assert slow.edits == [1]
    assert not waiting.done()
    await slow.answers()
    assert waiting.done()
    await sync.queue.sent(slow.now.id)
