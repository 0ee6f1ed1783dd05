"""A shelf writes each title whole, in every language."""

from __future__ import annotations

import pytest

from bot.achievements.model import ACHIEVEMENTS
from bot.pictures.scene import LETTERING, WIDTH, Text
from bot.pictures.shelf import Shelved, shelf_scene
from cogs.discord.languages import LANGUAGES, speaking
from cogs.words import _

TOO_LONG = {"Wszechstronność"}
"""A single word that is too long for a third of the picture."""


@pytest.mark.parametrize("language", LANGUAGES)
def test_titles_are_not_cut(language: str) -> None:
    with speaking(language):
        titles = [_(each.title) for each in ACHIEVEMENTS]
    scene = shelf_scene([Shelved("star", title) for title in titles])
    written = [thing for thing in scene.things if isinstance(thing, Text)]
    assert all(each.size == LETTERING and 0 <= each.x < WIDTH for each in written)
    words = {word for each in written for word in each.text.split()}
    cut = {word for title in titles for word in title.split()} - words
    assert not cut - TOO_LONG
