"""Cards, suits and names as people read them, in words or as the application's own emoji.

A sentence is first made in words, and the cards in it become emoji when the message is put
together. So a message with too many cards for Discord stays in words, and no other code needs to
handle this. Labels of buttons and lines contain no emoji, because Discord has a separate field for
the emoji there."""

from __future__ import annotations

import re
from collections.abc import Iterable, Mapping, Sequence
from contextvars import ContextVar
from typing import Final, Literal

from bot.core.people import PEOPLE
from bot.pictures.emoji import LETTERS, face_name, suit_name
from bot.preferences.model import Deck
from cogs.words import _, marked
from cogs.words.names import escaped
from games.cards import JOKERS, NUMBER, is_card, rank_of, suit_of
from games.errors import Sentence

Order = Literal["suit", "rank", "trumps-last"]
"""The order of a hand: by suit and then rank, by rank and then suit, or by suit with the trumps
last."""

SYMBOLS: Final[Mapping[str, str]] = {"S": "♠", "H": "♥", "D": "♦", "C": "♣"}
"""The symbols of suits in descriptions of pictures, which are read aloud."""

SIGNS: Final[Mapping[str, str]] = {
    suit: f"{symbol}\N{VARIATION SELECTOR-15}" for suit, symbol in SYMBOLS.items()
}
"""The symbols of suits in messages, buttons and lists, where no emoji of this application is used.
A variation selector makes them text in the colour of the surrounding text. Without it, some
platforms would show their own emoji, which look different from the cards of this application."""

deck: Final[ContextVar[Deck]] = ContextVar("deck")
"""The reader's deck. Public messages have four colours."""

# Translators: A suit.
SUIT_NAMES: Final[Mapping[str, str]] = {
    "S": marked("spades"),
    "H": marked("hearts"),
    "D": marked("diamonds"),
    "C": marked("clubs"),
}

# Translators: The short form of a card: jack, queen, king, ace, red joker, black joker.
RANK_LETTERS: Final[Mapping[str, str]] = {
    "J": marked("J"),
    "Q": marked("Q"),
    "K": marked("K"),
    "A": marked("A"),
    "RJ": marked("JR"),
    "BJ": marked("JB"),
}
"""The letters of court cards, aces and jokers. Other languages translate these letters."""
JOKER: Final = "🃏"
JOKER_NAMES: Final[Mapping[str, str]] = {"RJ": marked("red joker"), "BJ": marked("black joker")}

JOINER: Final = "\N{WORD JOINER}"
"""An invisible character that keeps a card's rank and suit on one line. Every card and suit in
words has it, so that they can be found again in a sentence."""
BACK: Final = f"▒{JOINER}"
"""The back of a card."""
EmojiTexts = Mapping[str, str]
"""The emoji in the form that Discord writes them, `<:10_spades_9f3a:123>`. The key is the emoji's
name without fingerprint."""
NONE: Final[EmojiTexts] = {}
"""No emoji. All cards are shown in words."""
emoji_texts: Final[ContextVar[EmojiTexts]] = ContextVar("emoji_texts")
"""The emoji that the reader sees for cards. There are none for a reader who wants text only."""
_SUITED: Final[Mapping[str, tuple[str, str]]] = {
    **{
        f"{letter}{JOINER}{sign}": (f"{spelled}_", suit)
        for letter, spelled in LETTERS.items()
        for suit, sign in SIGNS.items()
    },
    **{f"{sign}{JOINER}": ("", suit) for suit, sign in SIGNS.items()},
}
"""The texts of all cards with a suit (all but jokers), and of all suits alone. The texts are
without bold type. The value is a pair: the first part of the emoji's name (empty for a suit alone),
and the suit."""
_LETTER: Final = "|".join(map(re.escape, LETTERS))
_SIGN: Final = "|".join(map(re.escape, SIGNS.values()))
_CARD: Final = re.compile(
    rf"\*\*(?:{_LETTER})\*\*{JOINER}(?:{_SIGN})|(?<!\w)(?:{_LETTER}){JOINER}(?:{_SIGN})"
    rf"|(?:{_SIGN}){JOINER}|\*\*{JOKER}[^\s*]+\*\*|{BACK}"
)


def label(card: str) -> str:
    """Return the text of a card for a button or a select, such as `10♥`. Such text can't be
    formatted."""
    if card in JOKERS:
        return JOKER + rank(card)
    return rank(rank_of(card)) + JOINER + SIGNS[card[-1]]


def rank(name: str) -> str:
    """Return a rank in the letters of the reader's language, such as `10`, `Q` or `Д`."""
    return _(RANK_LETTERS[name]) if name in RANK_LETTERS else name


def rank_letters() -> dict[str, str]:
    """Return the letters of court cards, aces and jokers in the reader's language, by rank."""
    return {name: _(letter) for name, letter in RANK_LETTERS.items()}


def spoken(card: str) -> str:
    """Return the text of a card for descriptions that screen readers read aloud, such as `10♥` or
    `red joker`."""
    return _(JOKER_NAMES[card]) if card in JOKERS else rank(rank_of(card)) + SYMBOLS[card[-1]]


def text(card: str | None) -> str:
    """Return the text of a card for a message, with the rank in bold. None stands for a face-down
    card."""
    if card is None:
        return BACK
    if card in JOKERS:
        return f"**{label(card)}**"
    return f"**{rank(rank_of(card))}**{JOINER}{SIGNS[card[-1]]}"


def texts(cards: Iterable[str | None]) -> str:
    """Return the texts of several cards for a message, in the given order."""
    return " ".join(text(card) for card in cards)


def suit(name: str) -> str:
    """Return the symbol and the name of a suit, for a message or a label."""
    return f"{SIGNS[name]}{JOINER} {_(SUIT_NAMES[name])}"


def described(card: str) -> str:
    """Return the full name of a card, such as `10 of hearts`, for a select's second line."""
    if card in JOKERS:
        return _(JOKER_NAMES[card])
    # Translators: A card's full name: “10 of hearts”.
    return _("{rank} of {suit}", rank=rank(rank_of(card)), suit=_(SUIT_NAMES[card[-1]]))


def in_hand(
    cards: Iterable[str], order: Order = "trumps-last", trump: str | None = None
) -> list[str]:
    """Return the cards sorted by `order`, with jokers last. With the order `trumps-last`, cards of
    the suit `trump` come after the cards of the other suits."""

    def place(card: str) -> tuple[bool, bool, int, int]:
        if card in JOKERS:
            return True, False, 0, NUMBER[card]
        suit_number, rank_number = divmod(NUMBER[card], 13)
        first, second = (
            (rank_number, suit_number) if order == "rank" else (suit_number, rank_number)
        )
        return False, order == "trumps-last" and suit_of(card) == trump, first, second

    return sorted(cards, key=place)


def hand_text(cards: Iterable[str], order: Order = "trumps-last", trump: str | None = None) -> str:
    """Return the text of a sorted hand for a message, with a dot between the suits. If the hand is
    sorted by rank, there are no dots."""
    held = in_hand(cards, order, trump)
    if order == "rank":
        return texts(held)
    groups: dict[str | None, list[str]] = {}
    for card in held:
        groups.setdefault(suit_of(card), []).append(card)
    return " · ".join(texts(group) for group in groups.values())


def plain(word: str) -> str:
    """Return one word of a move (`beat 7S 9S` has three) for a label. A card becomes its text, such
    as `10♥`, and a suit its symbol and name. Any other word is returned with spaces instead of
    hyphens."""
    if is_card(word):
        return label(word)
    if word in SUIT_NAMES:
        return suit(word)
    return word.replace("-", " ")


def retold(text: str) -> str:
    """Return a sentence from the rules or the session manager in the reader's language. If `text`
    is a `Sentence`, its template is translated, and its values are made readable. Any other text is
    translated as a whole."""
    if not isinstance(text, Sentence):
        return _(text)
    return _(text.template, **{name: readable(value) for name, value in text.params.items()})


def readable(value: object) -> object:
    """Return a value in the form in which a sentence shows it to readers. A text that names only
    cards becomes texts of cards. Any other text loses formatting and mentions. The items of a list
    are joined by commas, and a `Sentence` is translated. Any other value is returned unchanged."""
    if isinstance(value, Sentence):
        return retold(value)
    if isinstance(value, (list, tuple)):
        return ", ".join(str(readable(item)) for item in value)
    if not isinstance(value, str):
        return value
    words = value.split()
    return texts(words) if words and all(map(is_card, words)) else escaped(value)


def emoji(card: str) -> str | None:
    """Return the emoji of a card for a button or for an option of a select. The emoji has the suit
    colours that the reader has chosen, and the rank in the reader's language, such as `Q` or `Д`
    for a queen. Returns None when there is no such emoji."""
    letter = "" if card in JOKERS else rank(rank_of(card))
    name = face_name(card, deck.get(Deck.FOUR_COLOURS), letter)
    return None if name is None else emoji_texts.get(NONE).get(name)


def suit_emoji(suit: str) -> str | None:
    """Return the emoji of a suit in the reader's deck. Returns None when there is no such emoji."""
    return emoji_texts.get(NONE).get(suit_name(suit, deck.get(Deck.FOUR_COLOURS)))


def person_emoji(name: str) -> str | None:
    """Return the emoji with the portrait of a named bot player. Returns None when there is no such
    emoji."""
    return emoji_texts.get(NONE).get(name) if name in PEOPLE else None


def with_emoji(texts: Sequence[str], most: int) -> list[str]:
    """Return the texts of one message with emoji for their cards and suits. The texts are returned
    unchanged if they would have more than `most` characters in total."""
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
