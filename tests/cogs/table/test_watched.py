"""Tests of a watcher's message. If the game has bot players that can estimate each seat's chance of
winning, the message shows the chance as a bar."""

from __future__ import annotations

from collections.abc import Sequence

from bot.tables.watching import Watched
from cogs.table.message.watched import drawn_watched
from tests.cogs.words.test_alt_texts import at_table
from tests.limits import text_of
from tests.present import present


async def lines_of(chances: Sequence[int] | None, *, late: bool = False) -> list[str]:
    table = at_table("durak")
    watched = Watched(table.id, 1, 12, late, present(table.live))
    drawn = await drawn_watched(table, watched, chances, None, text_only=True)
    return text_of(drawn.view.to_components()).splitlines()


async def test_each_seat_has_a_bar_as_long_as_its_chances() -> None:
    lines = await lines_of([1000, 520, 0])
    bars = [line for line in lines if line.startswith("`")]
    assert [line.count("▰") for line in bars] == [10, 5, 0]
    assert [line.count("▱") for line in bars] == [0, 5, 10]
    for line, share, name in zip(
        bars, ("100%", "52%", "0%"), ("Nora", "Pavel", "Aiko"), strict=True
    ):
        assert share in line
        assert name in line


async def test_without_a_judge_there_are_none_and_a_rated_game_is_said_to_be_late() -> None:
    lines = await lines_of(None, late=True)
    assert not any("▱" in line or "▰" in line for line in lines)
    assert any("minute's delay" in line for line in lines)
