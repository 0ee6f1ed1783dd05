"""Cards and suits as the application's own emoji, where it has them.

A sentence is first made in words, and its cards become emoji when the message is put together. So a
message with too many cards for Discord stays in words, and no other code has to know. Labels of
buttons and lines contain no emoji, because they have a separate field for one.
"""

from __future__ import annotations

import re
from collections.abc import Mapping, Sequence
from contextvars import ContextVar
from typing import Final

from bot.core.people import PEOPLE
from bot.pictures.emoji import LETTERS, face_name, suit_name
from bot.preferences.model import Deck
from cogs.words.cards import BACK, JOINER, JOKER, SIGNS, deck, rank, text
from games.cards import JOKERS, rank_of

EmojiTexts = Mapping[str, str]
"""The emoji as Discord writes them, `<:10_spades_9f3a:123>`, by the name of the face."""

NONE: Final[EmojiTexts] = {}
"""No emoji: all cards are in words."""

emoji_texts: Final[ContextVar[EmojiTexts]] = ContextVar("emoji_texts")
"""The emoji that the reader sees for cards; none for those who want text only."""

_SUITED: Final[Mapping[str, tuple[str, str]]] = {
    **{
        f"{letter}{JOINER}{sign}": (f"{spelled}_", suit)
        for letter, spelled in LETTERS.items()
        for suit, sign in SIGNS.items()
    },
    **{f"{sign}{JOINER}": ("", suit) for suit, sign in SIGNS.items()},
}
"""Every card and suit in words, without bold type: how the name of its face begins, and its
suit."""
_LETTER: Final = "|".join(map(re.escape, LETTERS))
_SIGN: Final = "|".join(map(re.escape, SIGNS.values()))
_CARD: Final = re.compile(
    rf"\*\*(?:{_LETTER})\*\*{JOINER}(?:{_SIGN})|(?<!\w)(?:{_LETTER}){JOINER}(?:{_SIGN})"
    rf"|(?:{_SIGN}){JOINER}|\*\*{JOKER}[^\s*]+\*\*|{BACK}"
)


def emoji(card: str) -> str | None:
    """The emoji of a card in the reader's deck and letters, for a button or a line of a list; None
    where there is none."""
    letter = "" if card in JOKERS else rank(rank_of(card))
    name = face_name(card, deck.get(Deck.FOUR_COLOURS), letter)
    return None if name is None else emoji_texts.get(NONE).get(name)


def suit_emoji(suit: str) -> str | None:
    """The emoji of a suit, or None where there is none."""
    return emoji_texts.get(NONE).get(suit_name(suit, deck.get(Deck.FOUR_COLOURS)))


def person_emoji(name: str) -> str | None:
    """The face of the bot player of that name, or None where there is none."""
    return emoji_texts.get(NONE).get(name) if name in PEOPLE else None


def with_emoji(texts: Sequence[str], most: int) -> list[str]:
    """The texts of one message with emoji for their cards and suits. They are returned unchanged if
    with emoji they would have more than `most` characters together."""
    shown = emoji_texts.get(NONE)
    if not shown:
        return [*texts]
    others = {text(card): face_name(card, Deck.FOUR_COLOURS) for card in (*JOKERS, None)}

    def face(card: re.Match[str]) -> str:
        suited = _SUITED.get(card[0].replace("*", ""))
        if suited is None:
            return shown.get(others.get(card[0]) or "", card[0])
        begins, suit = suited
        return shown.get(begins + suit_name(suit, deck.get(Deck.FOUR_COLOURS)), card[0])

    pictured = [_CARD.sub(face, each) for each in texts]
    return pictured if sum(map(len, pictured)) <= most else [*texts]
