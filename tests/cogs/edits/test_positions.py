"""Tests of what is remembered about the positions of tables' messages in their channels."""

from __future__ import annotations

from dataclasses import replace

import pytest
from discord.utils import time_snowflake, utcnow

from bot.core.model import Phase, Table
from cogs.edits import messages
from cogs.edits.messages import DEEP, Positions
from tests.cogs.tables import table
from tests.present import present

FIRST = time_snowflake(utcnow())


def game(number: int, phase: Phase = Phase.PLAYING) -> Table:
    return replace(
        table(version=1, message_id=FIRST + number), id=f"table{number}", phase=phase, channel_id=7
    )


def finish(positions: Positions, number: int) -> None:
    for phase in (Phase.PLAYING, Phase.OVER):
        positions.note(game(number, phase))


def test_messages_after_a_result_are_not_counted() -> None:
    positions = Positions()
    finish(positions, 0)
    positions.note(game(1))
    for after in range(2, 2 + DEEP):
        buried = positions.came(7, FIRST + after)
    assert [each.table_id for each in buried] == ["table1"]
    assert present(positions.of("table0")).after == 0


def test_only_the_newest_results_are_remembered(monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr(messages, "RESULTS", 2)
    positions = Positions()
    positions.note(game(9))
    for number in range(4):
        finish(positions, number)
    known = [number for number in range(10) if positions.of(f"table{number}") is not None]
    assert known == [2, 3, 9], "games that are still played stay, however many end"


def test_a_deleted_result_is_found() -> None:
    positions = Positions()
    finish(positions, 0)
    finish(positions, 1)
    positions.note(game(2))
    positions.came(7, FIRST + 3)
    assert positions.went(7, [FIRST, FIRST + 2, FIRST + 3]) == ["table2", "table0"]
    assert present(positions.of("table2")).after == 0
    positions.note(game(0, Phase.CLOSED))
    assert positions.of("table0") is None
    assert positions.went(7, [FIRST]) == []
