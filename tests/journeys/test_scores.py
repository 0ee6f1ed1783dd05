"""Test a plug-in game with points. The score is shown in the table's message, in the members' hand
messages, and in the result."""

from __future__ import annotations

import random
import re
from collections.abc import Iterator
from pathlib import Path

import pytest

from cogs.discord.languages import speaking
from tests.beyond import the_first
from tests.cogs.plugins import with_words
from tests.cogs.tables import public_of
from tests.games.plugins import EXAMPLES
from tests.journeys.conftest import Evening, action
from tests.journeys.test_languages import panel, russian_server
from tests.journeys.test_pictures import files, shown
from tests.limits import check_request, text_of
from tests.present import present

NAMES = ("Nora", "Pavel", "Aiko", "Bert")


@pytest.fixture(autouse=True)
def hearts(tmp_path: Path) -> Iterator[None]:
    site = tmp_path / "site"
    site.mkdir()
    with with_words(EXAMPLES / "hearts", site):
        yield


async def score(evening: Evening) -> list[int]:
    return list(present((await evening.table()).view(None)).facts["score"])


async def dealt(evening: Evening) -> None:
    await evening.dealt("hearts", *evening.members[1:], preset="deal")
    await evening.hand(evening.nora)


async def test_before_the_first_trick_everybody_has_nothing(evening: Evening) -> None:
    await dealt(evening)
    assert shown(evening.message)[0].count(", 0 points") == len(NAMES)
    for name in ("You", *NAMES[1:]):
        assert re.search(rf"{name}: [^.]*0 points", panel(evening, evening.nora)), "above the hand"
    for language, told in (("en", "· 0 points"), ("ru", "· 0 очков")):
        with speaking(language):
            in_words = public_of(await evening.table(), text_only=True)
        assert text_of(in_words.to_components()).count(told) == len(NAMES)


@pytest.mark.parametrize(
    ("russian", "title", "unit"),
    the_first(1, [(True, "Раздача 1 закончена", "оч"), (False, "Deal 1 is over", "p")]),
)
async def test_a_score_is_shown_at_the_table_under_hands_and_in_the_result(
    evening: Evening, rng: random.Random, russian: bool, title: str, unit: str
) -> None:
    await dealt(evening)
    if russian:
        await russian_server(evening)
    await evening.until(rng, lambda at: max(present(at.view(None)).facts["score"]) > 1)
    points = await score(evening)
    (described,) = shown(evening.message)
    for name, scored in zip(NAMES, points, strict=True):
        assert f", {scored} {unit}" in described.split(f"{name}: ")[-1].split(".")[0]
    names = ("You", *NAMES[1:])
    most = f"{names[points.index(max(points))]}: [^.]*{max(points)} "
    assert re.search(most, panel(evening, evening.nora))

    await evening.finish(rng)
    points = await score(evening)
    best = NAMES[points.index(min(points))]
    assert files(evening, evening.message) == ["result.png"]
    assert f"{title} · **{NAMES[0]}** {points[0]} · " in evening.text
    for name, scored in zip(NAMES, points, strict=True):
        assert f"**{name}** {scored}" in evening.text
    assert f"1. {best}: {min(points)} {unit}" in shown(evening.message)[0]
    for request in evening.env.http_requests:
        check_request(request.method, request.path, request.json)


async def test_a_replay_in_words_has_the_score_of_its_step(
    evening: Evening, rng: random.Random
) -> None:
    await dealt(evening)
    await evening.finish(rng)
    with evening.env.time_context():
        await evening.bot.tables.preferences.change_member(evening.nora.id, text_only=True)
    replay = present((await evening.press(evening.nora, "Replay")).response)
    together = " · ".join(f"**{name}** 0" for name in NAMES)
    assert f"Score: {together}" in text_of(replay.components)


async def test_the_lesson_that_it_brings_is_played(evening: Evening) -> None:
    shown = present((await evening.nora.slash(evening.channel, "learn")).response)
    assert "**Hearts** ▫️" in text_of(shown.components)
    for label in ("Hearts", "1. Losing tricks", "2♣\ufe0e", "Q♠︎"):
        await evening.nora.click(shown, custom_id=action(shown, label).custom_id)
    assert "🎓 **Remember:** Stay below" in text_of(shown.components)
    await evening.nora.click(shown, label="All lessons")
    assert "✅ 1. Losing tricks" in text_of(shown.components)
