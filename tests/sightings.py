"""Find cards in data that the bot sends, in any notation."""

from __future__ import annotations

import re
from typing import Any

SYMBOLS = {"♠": "S", "♥": "H", "♦": "D", "♣": "C"}
SEEN = re.compile(rf"(?<![0-9A-Za-z])(10|[2-9JQKA])[*\u2060]*([{''.join(SYMBOLS)}])")
CODED = re.compile(r"(?<![0-9A-Za-z])((?:10|[2-9JQKA])[SHDC]|RJ|BJ)(?![0-9A-Za-z])")
FACE = re.compile(r"(10|[2-9JQKA])_(?:[a-z]+_)?(s|h|d|c)[a-z]+s_[0-9a-f]{4}")
JOKERS = {
    "red_joker_": "RJ",
    "black_joker_": "BJ",
    "🃏JR": "RJ",
    "🃏JB": "BJ",
    "🃏RJ": "RJ",
    "🃏BJ": "BJ",
    "red joker": "RJ",
    "black joker": "BJ",
}


def cards_in(data: Any) -> set[str]:
    """Return every card that a text names, or that any text inside other data names. Examples of
    the notations are `10♥`, `**10**♥`, `10H` and `<:10_hearts_9f3a:1>`."""
    if isinstance(data, str):
        named = {rank + SYMBOLS[suit] for rank, suit in SEEN.findall(data)} | set(
            CODED.findall(data)
        )
        named |= {rank + suit.upper() for rank, suit in FACE.findall(data)}
        return named | {card for sign, card in JOKERS.items() if sign in data}
    if isinstance(data, dict):
        return set().union(*map(cards_in, data.values())) if data else set()
    if isinstance(data, (list, tuple)):
        return set().union(*map(cards_in, data)) if data else set()
    return set()
