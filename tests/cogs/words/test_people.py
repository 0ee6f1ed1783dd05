"""Tests of the words about bot players who have names."""

from __future__ import annotations

import games
from bot.core.model import Seat
from bot.core.people import PEOPLE
from bot.pictures.hand import hand_scene
from bot.pictures.scene import Face
from bot.pictures.table import table_scene
from cogs.table.message.captions import captions_of
from cogs.words.load import words_of
from cogs.words.people import HABITS, habit_of
from games.players import BUILT_IN, manners
from tests.cogs.tables import table


def test_every_habit_is_put_in_words() -> None:
    assert {game: set(told) for game, told in HABITS.items()} == {
        game: set(manners(game)) for game in BUILT_IN
    }


def test_the_words_follow_a_name_and_a_nameless_one_has_none() -> None:
    assert habit_of("Berta", "durak") == "hoards trumps"
    assert habit_of("Cleo", "durak") == "never passes an attack on"
    assert all(habit_of(name, game) for name in PEOPLE for game in BUILT_IN)
    assert habit_of("Bot 1", "durak") == habit_of("Berta", "hearts") == ""


def test_bot_players_have_their_faces_at_the_table_and_members_of_that_name_none() -> None:
    game = games.load("durak").new(seats=3, seed=b"faces")
    seats = (Seat("Berta", 7), Seat("Zita", strength="casual"), Seat("Bot 1", strength="casual"))
    captions = captions_of(table(seats=seats, live=game), words_of("durak"))
    for scene in (
        table_scene(game.view(None), captions),
        hand_scene(game.view(0), game.view(0).hand, captions),
    ):
        assert [thing.name for thing in scene.things if isinstance(thing, Face)] == ["Zita"]
