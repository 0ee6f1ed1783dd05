"""Tests of the words about a voided game."""

from __future__ import annotations

from bot.leaderboards.model import Line
from cogs.leaderboards.annul import changes


def test_a_bots_rating_stands_beside_the_title_of_its_level() -> None:
    nora = Line(1, 7, None, "Nora", 1010, 3, {"games": 3})
    bot = Line(1, None, "beginner", "beginner", 990, 3, {"games": 3})
    text = changes([nora, bot], [], "durak")
    assert [line.partition(":")[0] for line in text.splitlines()] == ["Nora", "Beginner"]
