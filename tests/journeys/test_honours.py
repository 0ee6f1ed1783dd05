"""Test walk-off Deegans, a special way to win at Dritzak (DRI-41). They are played card by card,
announced in the channel, and counted."""

from __future__ import annotations

import pytest

from tests.beyond import the_first
from tests.journeys import planned
from tests.journeys.boards import Club
from tests.journeys.conftest import Evening
from tests.limits import text_of

PRESSED = 8
"""The number of moves at the end of a game that are made by presses. All earlier moves are made
without presses."""


@pytest.mark.parametrize(
    ("degree", "headline", "praise"),
    the_first(
        1,
        [
            (1, "### 🌟 **Nora** pulls off a walk-off Deegan", "a **walk-off Deegan**"),
            (
                2,
                "## 🌟🌟 **Nora** pulls off a double walk-off Deegan",
                "a **double walk-off Deegan**",
            ),
            (3, "# 🌟🌟🌟 **Nora**: a TRIPLE walk-off Deegan", "Ten, ten, ten, and gone."),
            (
                4,
                "# 🌠 **Nora**: THE QUADRUPLE WALK-OFF DEEGAN 🌠",
                "**All four tens, one after the other",
            ),
        ],
    ),
)
async def test_a_walk_off_deegan_that_was_played_is_announced_and_counted(
    untimed: Evening, degree: int, headline: str, praise: str
) -> None:
    evening = untimed
    club = Club(evening)
    table, line = await planned.deal(evening, "dritzak", club.members[:2], planned.walk_off(degree))
    await planned.play(evening, table, line[:-PRESSED])
    await planned.show(evening, club.members[0])
    await planned.press(evening, table, line[-PRESSED:-1])
    before = {message.id for message in club.posted(evening.channel)}
    assert not [
        each for each in club.posted(evening.channel) if "alk-off" in text_of(each.components)
    ]
    table = await planned.press(evening, table, line[-1:])
    assert table.outcome is not None
    assert table.outcome.honours == (f"walk-off:0:{degree}",)
    (announced,) = [each for each in club.posted(evening.channel) if each.id not in before]
    text = text_of(announced.components)
    assert text.startswith(headline)
    assert praise in text
    assert text.endswith("-# Dritzak, game 1 at this table")
    word = {2: "double", 3: "triple", 4: "quadruple"}.get(degree)
    honour = f"Walk-off Deegans 1 ({word} 1)" if word else "Walk-off Deegans 1"
    profile = text_of((await club.profile(evening.pavel, evening.nora)).components)
    assert honour in profile
    told = [text_of(each.components) for each in club.posted(evening.channel)]
    assert sum("Badge for Nora: “Walk-off" in each for each in told) == 1
    assert "2 badges" in profile, "that one, and the first game in company"
    board = await club.board(evening.pavel, game="dritzak", sort="Walk-off Deegans")
    assert "1. Nora: 1 · " in text_of(board.components)
    club.check()
