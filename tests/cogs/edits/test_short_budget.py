"""Tests of public messages while the budget of requests is short. Changes are merged, pictures are
left out at first and follow later, and hand messages never wait. A test sets the budget's clock,
and requests take no time."""

from __future__ import annotations

from datetime import timedelta
from types import SimpleNamespace
from typing import Any, cast

import pytest
from discord.ui import LayoutView
from discord.utils import utcnow

from bot.core.errors import NoSuchTable
from bot.core.model import Panel, Phase, Table, Update
from bot.doors.service import Present
from cogs.discord.budget import RequestBudget
from cogs.discord.client import ShijoBot
from cogs.edits.answers import Drawn
from cogs.edits.edit_queue import LATE
from cogs.edits.message_sync import MessageSync
from tests.cogs.edits.test_message_sync import JUST_NOW, ticks
from tests.cogs.tables import table

WORDS = " in words"


class BusyDiscord:
    """Takes the place of `discord.Client`, with some tables. Each edit is added to `edits`, and
    counts in a budget of `most` requests per second."""

    def __init__(self, most: int) -> None:
        self.clock = 0.0
        self.budget = RequestBudget(lambda: most, lambda: self.clock)
        self.kept: dict[str, Table] = {}
        self.edits: list[str] = []
        self.panels: list[Panel] = []
        self.application_id = 1
        self.tables = SimpleNamespace(get=self._get, shown=SimpleNamespace(panels=self._panels))
        self.service = SimpleNamespace(now=utcnow)

    async def _get(self, table_id: str) -> Table:
        if table_id not in self.kept:
            raise NoSuchTable
        return self.kept[table_id]

    async def _panels(self, table_id: str) -> list[Panel]:
        return [panel for panel in self.panels if panel.table_id == table_id]

    def get_partial_messageable(self, *_: Any, **__: Any) -> BusyDiscord:
        return self

    def get_partial_message(self, _: int) -> BusyDiscord:
        return self

    async def edit(self, *, view: str, **_: Any) -> None:
        self.budget.began()
        self.edits.append(view)
        self.budget.ended()

    async def passes(self, seconds: float) -> None:
        self.clock += seconds
        for listener in self.budget.ended_one:
            listener()
        await ticks()


class Evening:
    """Tables whose public messages a MessageSync keeps up to date. A BusyDiscord takes the place of
    Discord, with a budget of `most` requests per second."""

    def __init__(self, most: int) -> None:
        self.discord = BusyDiscord(most)
        self.sync = MessageSync(
            cast("ShijoBot", self.discord),
            self._public,
            self._in_words,
            self._private,
            Present(),
        )

    async def _public(self, each: Table) -> Drawn:
        return Drawn(cast("LayoutView", f"{each.id} {each.version}"))

    async def _in_words(self, each: Table) -> Drawn:
        said = f"{each.id} {each.version}{WORDS}"
        return Drawn(cast("LayoutView", said), left_out=True)

    async def _private(self, each: Table, _: Panel) -> Drawn:
        return Drawn(cast("LayoutView", f"hand {each.version}"))

    def change(self, table_id: str, version: int, **fields: Any) -> None:
        channel = int(table_id, 36)
        made = table(
            id=table_id, version=version, channel_id=channel, message_id=JUST_NOW, **fields
        )
        self.discord.kept[table_id] = made
        self.sync.changed(Update(made))


async def test_changes_are_merged_and_the_last_state_always_arrives() -> None:
    evening = Evening(most=2)
    for version in range(2, 12):
        for name in "abc":
            evening.change(name, version)
        await ticks()
    assert evening.discord.edits == ["a 2", "b 2"]
    await evening.discord.passes(1)
    assert evening.discord.edits[2:] == ["c 11", "a 11"]
    await evening.discord.passes(1)
    assert evening.discord.edits[4:] == ["b 11"]
    assert evening.sync.queue.unsent == 0
    assert evening.sync.queue.merged == 8 + 8 + 9


async def test_a_picture_is_left_out_of_what_is_late_and_follows_when_it_is_calm() -> None:
    evening = Evening(most=1)
    evening.change("a", 2)
    evening.change("b", 2)
    await ticks()
    evening.discord.clock += LATE
    await evening.discord.passes(0.1)
    assert evening.discord.edits == ["a 2", "b 2" + WORDS]
    assert evening.sync.queue.unsent == 0, "it shows all there is to know"
    assert evening.sync.queue.left_out == 1
    await evening.discord.passes(1)
    assert evening.discord.edits[2:] == ["b 2"]
    await evening.discord.passes(10)
    assert len(evening.discord.edits) == 3, "once"


async def test_the_next_change_brings_the_picture_by_itself() -> None:
    evening = Evening(most=1)
    evening.change("a", 2)
    evening.change("b", 2)
    await ticks()
    await evening.discord.passes(LATE + 0.1)
    evening.change("b", 3)
    await evening.discord.passes(1)
    await evening.discord.passes(1)
    assert evening.discord.edits == ["a 2", "b 2" + WORDS, "b 3"]


async def test_a_table_that_is_gone_is_no_reason_to_try_for_its_picture() -> None:
    evening = Evening(most=1)
    evening.change("a", 2)
    evening.change("b", 2)
    await ticks()
    await evening.discord.passes(LATE + 0.1)
    del evening.discord.kept["b"]
    await evening.discord.passes(1)
    await evening.discord.passes(1)
    assert evening.discord.edits == ["a 2", "b 2" + WORDS]


async def test_a_result_overtakes_running_games() -> None:
    evening = Evening(most=1)
    evening.change("a", 2)
    await ticks()
    evening.change("b", 2)
    evening.change("c", 2, phase=Phase.OVER)
    await evening.discord.passes(1)
    await evening.discord.passes(1)
    assert evening.discord.edits == ["a 2", "c 2", "b 2"]


async def test_an_answer_to_a_press_does_not_wait_and_saves_the_edit() -> None:
    evening = Evening(most=1)
    evening.change("a", 2)
    evening.change("b", 2)
    await ticks()
    async with evening.sync.messages.holding("b") as hold:
        newest = evening.discord.kept["b"]
        assert not hold.outdated(newest), "the press itself shows the table, at once"
        hold.shows(newest)
    await evening.discord.passes(1)
    assert evening.discord.edits == ["a 2"]


async def test_open_hands_do_not_wait(monkeypatch: pytest.MonkeyPatch) -> None:
    evening = Evening(most=1)
    hands: list[str] = []

    class Webhook:
        async def edit_message(self, _: int, *, view: str, **__: Any) -> None:
            hands.append(view)

    monkeypatch.setattr(evening.sync.hands, "_webhook", lambda _: Webhook())
    expires = utcnow() + timedelta(minutes=10)
    evening.discord.panels = [Panel("b", 101, "token", 7, expires, "en", 0)]
    evening.change("a", 2)
    await ticks()
    for version in (2, 3):
        evening.change("b", version)
        await ticks()
    assert hands == ["hand 2", "hand 3"]
    assert evening.discord.edits == ["a 2"]


async def test_after_the_end_nobody_is_let_in() -> None:
    evening = Evening(most=1)
    evening.change("a", 2)
    evening.change("b", 2)
    await ticks()
    evening.sync.close()
    await evening.discord.passes(1)
    assert evening.discord.edits == ["a 2"]
