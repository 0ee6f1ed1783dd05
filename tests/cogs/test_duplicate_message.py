"""Test the message about the end of a duplicate, in which two members play the same deals. It tells
both players who won and by how many points."""

from __future__ import annotations

from datetime import UTC, datetime

import pytest

from bot.core.model import Person
from bot.today.duplicate import Duplicate
from cogs.today.duplicate_message import ended

BEGAN = datetime(2026, 1, 1, tzinfo=UTC)


@pytest.mark.parametrize(
    ("points", "told"),
    [
        ((5, 2), "🏆 **Nora** wins 5–2!"),
        ((2, 5), "🏆 **Pavel** wins 5–2!"),
        ((3, 3), "🤝 A draw, 3 each."),
        (None, "Nobody played, so this match doesn't count."),
    ],
)
def test_the_higher_total_wins(points: tuple[int, int] | None, told: str) -> None:
    duplicate = Duplicate(
        number=0,
        guild_id=1,
        channel_id=2,
        game="durak",
        first=Person(1, "Nora"),
        second=Person(2, "Pavel"),
        began=BEGAN,
        until=BEGAN,
        over=True,
        points=points,
    )
    assert ended(duplicate, "https://there") == f"⚔️ [Durak duplicate match](https://there) · {told}"
