"""A shelf writes each title whole, in every language."""

from __future__ import annotations

import pytest

from bot.achievements.model import ACHIEVEMENTS
from bot.pictures.scene import WIDTH, Text
from bot.pictures.shelf import LAYOUTS, Shelved, shelf_scene
from cogs.discord.languages import LANGUAGES, speaking
from cogs.words import _


@pytest.mark.parametrize("language", LANGUAGES)
def test_titles_are_not_cut(language: str) -> None:
    with speaking(language):
        titles = [_(each.title) for each in ACHIEVEMENTS]
    scene = shelf_scene([Shelved("star", title) for title in titles])
    written = [thing for thing in scene.things if isinstance(thing, Text)]
    assert {each.size for each in written} <= {size for _across, size in LAYOUTS}
    assert all(0 <= each.x < WIDTH for each in written)
    words = {word for each in written for word in each.text.split()}
    assert {word for title in titles for word in title.split()} <= words
