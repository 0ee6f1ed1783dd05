"""The words about the named bot players: how each of them plays."""

from __future__ import annotations

from collections.abc import Mapping
from typing import Final

from bot.core.people import manner_of
from cogs.words import _, marked
from cogs.words.cards import person_emoji

# Translators: A bot's habit, after its name.
HABITS: Final[Mapping[str, Mapping[str, str]]] = {
    "durak": {
        "hoards-trumps": marked("hoards trumps"),
        "keeps-aces": marked("won't part with aces and kings"),
        "never-passes": marked("never passes an attack on"),
        "always-passes": marked("loves passing attacks on"),
        "piles-on": marked("never misses a chance to throw in"),
        "holds-back": marked("only throws in low cards"),
        "spares-the-lowest": marked("tends to lead with the second-lowest card"),
        "never-takes": marked("hates picking up"),
        "red-first": marked("plays red before black"),
    },
    "dritzak": {
        "one-at-a-time": marked("plays one card at a time"),
        "all-at-once": marked("never splits cards of the same rank"),
        "burns": marked("clears every big pile"),
        "keeps-hearts": marked("holds on to hearts"),
    },
    "tredici": {
        "fond-of-spades": marked("has a soft spot for spades"),
        "fond-of-hearts": marked("has a soft spot for hearts"),
        "fond-of-diamonds": marked("has a soft spot for diamonds"),
        "fond-of-clubs": marked("has a soft spot for clubs"),
    },
}
"""The words after a bot player's name, by game and manner (games.players.manners)."""


NAMELESS: Final = "🤖"
"""The sign of a bot player without a portrait."""


def bot_sign(name: str) -> str:
    """Return the sign before a bot player's name: an emoji of the bot player's portrait, or a
    symbol if there is no such emoji."""
    return person_emoji(name) or NAMELESS


def habit_of(name: str, game: str) -> str:
    """Return how a named bot player plays a game, in words that follow the name. The text is empty
    for a bot player without a known habit."""
    told = HABITS.get(game, {}).get(manner_of(name, game), "")
    return _(told) if told else ""
