"""Tests of the messages of tables whose players all sit at boards in the browser. A change of the
message waits until the bout (an attack and its defence) ends or a player leaves the board, but only
for a few seconds. The last state is always shown."""

from __future__ import annotations

import asyncio
from dataclasses import dataclass, field
from datetime import UTC, datetime
from typing import Any

import pytest

from bot.core.model import Happening, Phase, Seat, Update
from bot.doors.model import Door, Sight
from bot.doors.service import Present
from cogs.edits import held_back
from cogs.edits.held_back import HeldBack
from tests.cogs.tables import table

ADA, BERTA = 1001, 1002
SEATS = (Seat("Ada", ADA), Seat("Berta", BERTA), Seat("Otto", strength="casual"))
MOVE = (Happening(0, "take", False, ()),)


@dataclass
class Evening:
    """A table whose players open boards and leave them. `shown` are the versions that its message
    showed, from the first to the last."""

    present: Present = field(default_factory=Present)
    shown: list[int] = field(default_factory=list)
    came: asyncio.Event = field(default_factory=asyncio.Event)

    def __post_init__(self) -> None:
        self.held_back = HeldBack(lambda each: self._show(each.version), self.present)

    def _show(self, version: int) -> None:
        self.shown.append(version)
        self.came.set()

    def sit_down(self, *members: int) -> None:
        for member_id in members:
            self.present.came(door(member_id))

    def move(self, *versions: int, **fields: Any) -> None:
        for version in versions:
            made = {"phase": Phase.PLAYING, "seats": SEATS, **fields}
            self.held_back.changed(Update(table(version=version, **made), MOVE))


def door(member_id: int) -> Door:
    return Door("d", Sight(table().id), 1, member_id, "en", datetime(2026, 1, 1, tzinfo=UTC))


@pytest.fixture
async def evening() -> Evening:
    return Evening()


async def test_moves_at_boards_wait_for_the_end_of_the_bout(evening: Evening) -> None:
    evening.sit_down(ADA, BERTA)
    evening.move(2, 3, 4)
    assert evening.shown == [2]
    evening.move(5, chapters=1)
    assert evening.shown == [2, 5]
    evening.move(6, 7, chapters=1)
    evening.move(8, chapters=1, phase=Phase.OVER)
    assert evening.shown == [2, 5, 8], "a result waits for nothing"


async def test_what_waits_is_shown_after_some_seconds(
    evening: Evening, monkeypatch: pytest.MonkeyPatch
) -> None:
    monkeypatch.setattr(held_back, "SELDOM", 0.05)
    evening.sit_down(ADA, BERTA)
    evening.move(2, 3, 4)
    evening.came.clear()
    async with asyncio.timeout(10):
        await evening.came.wait()
    assert evening.shown == [2, 4]


@pytest.mark.parametrize("who_sees_it", ["leaves the board", "presses in the hand"])
async def test_who_looks_at_discord_again_sees_everything(
    evening: Evening, who_sees_it: str
) -> None:
    evening.sit_down(ADA)
    evening.move(2, 3)
    assert evening.shown == [2, 3], "Berta looks at the message"
    evening.sit_down(BERTA)
    evening.move(4, 5)
    assert evening.shown == [2, 3, 4]
    if who_sees_it == "leaves the board":
        evening.present.went(door(BERTA))
    else:
        evening.present.pressed(table().id, BERTA)
    assert evening.shown == [2, 3, 4, 5]
    evening.move(6, 7)
    assert evening.shown == [2, 3, 4, 5, 6, 7]
    evening.sit_down(BERTA)
    evening.present.acted(door(BERTA))
    evening.move(8, 9)
    assert evening.shown[-1] == 8


async def test_at_the_end_of_the_process_what_waits_is_shown(evening: Evening) -> None:
    evening.sit_down(ADA, BERTA)
    evening.move(2, 3, 4)
    evening.held_back.close()
    assert evening.shown == [2, 4]


async def test_an_older_state_never_replaces_a_newer_one(evening: Evening) -> None:
    evening.sit_down(ADA, BERTA)
    evening.move(2, 4, 3)
    evening.present.went(door(ADA))
    assert evening.shown == [2, 4]


async def test_a_table_of_bots_alone_is_shown_to_those_who_watch(evening: Evening) -> None:
    evening.move(2, 3, 4, seats=(Seat("Otto", strength="casual"),) * 2)
    assert evening.shown == [2, 3, 4]
