"""What is said of bot players with names."""

from __future__ import annotations

from bot.core.people import PEOPLE
from cogs.words.people import HABITS, habit_of
from games.players import BUILT_IN, manners


def test_every_habit_is_put_in_words() -> None:
    assert {game: set(told) for game, told in HABITS.items()} == {
        game: set(manners(game)) for game in BUILT_IN
    }


def test_the_words_follow_a_name_and_a_nameless_one_has_none() -> None:
    assert habit_of("Berta", "durak") == "hoards trumps"
    assert habit_of("Cleo", "durak") == "never passes an attack on"
    assert all(habit_of(name, game) for name in PEOPLE for game in BUILT_IN)
    assert habit_of("Bot 1", "durak") == habit_of("Berta", "hearts") == ""
