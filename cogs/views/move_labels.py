"""What moves are called on buttons and in lists."""

from __future__ import annotations

from cogs.words import _
from cogs.words.cards import described, label, plain
from cogs.words.game import GameWords
from games.cards import JOKERS
from games.core import Move
from games.moves import ORDERED_VERBS


def card_of(move: Move) -> str:
    """The card that its player lays with this move, which must name one."""
    return move.cards[-1] if move.verb in ORDERED_VERBS else move.cards[0]


def target_of(move: Move) -> str:
    """The card on the table that another one is laid on; empty for a move that names none."""
    return move.cards[0] if move.verb in ORDERED_VERBS and len(move.cards) > 1 else ""


def face(card: str) -> str:
    """A card on a button or in a list, a joker by its name: `10♥️`, `🃏 red joker`."""
    return f"🃏 {described(card)}" if card in JOKERS else label(card)


def other_label(move: Move, words: GameWords) -> str:
    """What a move names beside cards, as people read it."""
    if not move.other:
        return ""
    say = words.others.get(move.verb)
    return say(move.other) if say else plain(move.other)


def named(move: Move, words: GameWords) -> str:
    """What a move without cards is called: `Take`, `Collect: ♥ hearts`."""
    text, name = other_label(move, words), _(words.verb(move.verb).name)
    return f"{name}: {text}" if text else name


def laid(move: Move, words: GameWords, *, on: bool = True) -> str:
    """What a move does with its cards: `9♠`, `9♠ on 7♠`, `8♠ · ♥ hearts`. `on` says whether to
    name the card that is beaten."""
    target = target_of(move)
    if target:
        card = face(card_of(move))
        text = _("{card} on {other}", card=card, other=face(target)) if on else card
    else:
        text = " ".join(map(face, move.cards))
    return " · ".join(filter(None, (text, other_label(move, words))))
