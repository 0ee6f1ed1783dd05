"""Tests of the pictures of badges. Each achievement has a badge of its own, whose shape differs
from all others."""

from __future__ import annotations

import io
from itertools import combinations

from PIL import Image, ImageChops

from bot.achievements.model import ACHIEVEMENTS
from bot.pictures.badges import SIGNS, badge
from bot.pictures.scene import WIDTH
from bot.pictures.shelf import MOST, Shelved, shelf_picture, shelves
from cogs.table.message.result import CHAMPION

DIFFERENT = 0.02
"""The part of a badge's pixels that must differ in grey from every other badge."""


def test_every_achievement_has_a_badge() -> None:
    assert {each.sign for each in ACHIEVEMENTS} == set(SIGNS) - {CHAMPION}


def test_badges_are_told_apart_without_colours() -> None:
    drawn = {sign: badge(sign, 64).convert("RGB").convert("L") for sign in sorted(SIGNS)}
    for (one, first), (other, second) in combinations(drawn.items(), 2):
        changed = ImageChops.difference(first, second).point(lambda grey: 255 * (grey > 60))
        assert sum(changed.histogram()[255:]) > DIFFERENT * 64 * 64, (one, other)


def test_a_shelf_grows_by_rows() -> None:
    badges = [Shelved(each.sign, each.title) for each in ACHIEVEMENTS]
    few = [shelves(badges[:count])[0] for count in (1, 4, 5)]
    sizes = [Image.open(io.BytesIO(shelf_picture(each))).size for each in few]
    assert {wide for wide, _ in sizes} == {WIDTH}
    assert sizes[0][1] <= sizes[1][1] < sizes[2][1]


def test_many_badges_are_on_several_shelves_which_are_about_as_full() -> None:
    badges = [Shelved(each.sign, each.title) for each in ACHIEVEMENTS]
    for count in range(len(badges) + 1):
        found = shelves(badges[:count])
        assert [each for shelf in found for each in shelf.badges] == badges[:count]
        assert len({(shelf.across, shelf.size) for shelf in found}) <= 1
        rows = [-(-len(shelf.badges) // shelf.across) for shelf in found]
        assert max(rows, default=0) - min(rows, default=0) <= 1
        assert all(len(shelf.badges) <= MOST for shelf in found)
