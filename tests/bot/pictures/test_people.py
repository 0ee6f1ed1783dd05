"""Tests of the bot players who have names, and of their faces in pictures."""

from __future__ import annotations

from itertools import combinations

from PIL import ImageChops

from bot.core.people import PEOPLE, next_free, of_level
from bot.pictures.paint import painted
from bot.pictures.palette import Ramp
from bot.pictures.people import face
from bot.pictures.scene import Face, Scene
from bot.preferences.model import Deck
from games.players import BUILT_IN, LEVELS, manners


def test_each_level_has_three_people() -> None:
    assert {level: len(of_level(level)) for level in LEVELS} == dict.fromkeys(LEVELS, 3)
    assert len(PEOPLE) == 12
    assert of_level("random") == list(PEOPLE.values())


def test_everybody_has_a_habit_in_each_of_our_games_and_each_habit_somebody() -> None:
    for game in BUILT_IN:
        assert {each.manners[game] for each in PEOPLE.values()} == set(manners(game))
        for level in LEVELS:
            assert len({each.manners[game] for each in of_level(level)}) == 3, "no two are alike"
    assert manners("heaps") == []


def test_nobody_sits_at_a_table_twice_and_tables_differ() -> None:
    taken: list[str] = []
    while (found := next_free("casual", taken, 1)) is not None:
        taken.append(found.name)
    assert sorted(taken) == ["Bruno", "Farah", "Zita"]
    first = {str(next_free("casual", (), turn)) for turn in range(3)}
    assert len(first) == 3


def test_faces_are_told_apart_at_32_pixels_without_colours() -> None:
    grey = {}
    for name in PEOPLE:
        drawn = face(name, 32)
        assert drawn is not None
        grey[name] = drawn.convert("L")
    for one, two in combinations(PEOPLE, 2):
        far = ImageChops.difference(grey[one], grey[two]).histogram()
        assert sum(far[48:]) > 32 * 32 // 8, f"{one} and {two} look alike"


def test_a_face_is_part_of_a_picture_and_a_nameless_bot_player_has_none() -> None:
    empty = painted(Scene(80, 80, ()), Deck.FOUR_COLOURS)
    for name in ("Berta", "Bot 1"):
        seen = painted(Scene(80, 80, (Face(8, 8, name, 64),)), Deck.FOUR_COLOURS)
        assert seen.getpalette() == empty.getpalette()
        assert (seen.tobytes() != empty.tobytes()) is (name in PEOPLE)
        assert seen.getpixel((9, 9)) == Ramp.TITLE.ground, "a face is round"
