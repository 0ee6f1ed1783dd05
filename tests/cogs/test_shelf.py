"""Tests of a shelf, the picture of a member's badges. It writes each title in full, in every
language, large enough for a phone."""

from __future__ import annotations

import pytest

from bot.achievements.model import ACHIEVEMENTS, Earned
from bot.pictures.scene import WIDTH, Text
from bot.pictures.shelf import LAYOUTS, Shelved, shelf_scene, shelves
from cogs.achievements.shelf import drawn_shelf
from cogs.discord.languages import LANGUAGES, speaking
from cogs.words import _

PHONE = 352
HIGHEST = 480
"""The greatest height, in pixels, of a picture in a message, in a Discord window that is 400 pixels
wide."""
LEGIBLE = 11


@pytest.mark.parametrize("language", LANGUAGES)
def test_titles_are_neither_cut_nor_too_small(language: str) -> None:
    with speaking(language):
        titles = [_(each.title) for each in ACHIEVEMENTS]
    scenes = [shelf_scene(each) for each in shelves([Shelved("star", each) for each in titles])]
    words: set[str] = set()
    for scene in scenes:
        written = [thing for thing in scene.things if isinstance(thing, Text)]
        assert {each.size for each in written} <= {size for _across, size in LAYOUTS}
        assert all(0 <= each.x < WIDTH for each in written)
        shown = min(PHONE / scene.wide, HIGHEST / scene.high)
        assert min(each.size for each in written) * shown >= LEGIBLE
        words |= {word for each in written for word in each.text.split()}
    assert {word for title in titles for word in title.split()} <= words


@pytest.mark.parametrize("text_only", [False, True])
async def test_a_rare_badge_is_told_with_how_many_have_it(*, text_only: bool) -> None:
    common, rare = Earned(ACHIEVEMENTS[0]), Earned(ACHIEVEMENTS[1], (1, 40))
    blocks, files = await drawn_shelf([common, rare], text_only=text_only)
    told = str(blocks[0])
    assert (
        f"**{ACHIEVEMENTS[1].title}** · {ACHIEVEMENTS[1].told} Earned by only 1 of 40 players"
        in told
    )
    assert told.count("Earned by only") == 1
    assert (ACHIEVEMENTS[0].title in told) == text_only, "a picture shows it"
    assert bool(files) != text_only
