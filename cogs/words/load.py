"""Finds the words of a game by its name."""

from __future__ import annotations

from collections.abc import Mapping
from dataclasses import replace
from functools import cache
from typing import Final

from bot.preferences import Order
from cogs.words.cards import Order as CardOrder
from cogs.words.dritzak import WORDS as DRITZAK
from cogs.words.durak import WORDS as DURAK
from cogs.words.game import GENERIC, GameWords
from cogs.words.tredici import WORDS as TREDICI

ORDERS: Final[Mapping[Order, CardOrder]] = {
    Order.SUIT: "suit",
    Order.RANK: "rank",
    Order.TRUMPS_LAST: "trumps-last",
}
"""How a hand is sorted for a member who wants it otherwise than as usual in the game."""


@cache
def words_of(game: str) -> GameWords:
    """The words of that game; generic ones for a game that has none here."""
    return {"durak": DURAK, "dritzak": DRITZAK, "tredici": TREDICI}.get(game, GENERIC)


@cache
def words_for(game: str, order: Order) -> GameWords:
    """The same, with hands in the order that a member wants."""
    words = words_of(game)
    return replace(words, order=ORDERS[order]) if order in ORDERS else words
