"""The labels of moves on buttons and in lists."""

from __future__ import annotations

from cogs.words import _
from cogs.words.cards import SUIT_NAMES, described, label, plain
from cogs.words.emoji_text import emoji, suit_emoji
from cogs.words.game import GameWords
from games.cards import JOKERS
from games.core import Move
from games.moves import ORDERED_VERBS


def card_of(move: Move) -> str:
    """The card that this move lays; the move must name one."""
    return move.cards[-1] if move.verb in ORDERED_VERBS else move.cards[0]


def target_of(move: Move) -> str:
    """The card on the table that this move lays a card on; empty when it names none."""
    return move.cards[0] if move.verb in ORDERED_VERBS and len(move.cards) > 1 else ""


def face(card: str) -> str:
    """A card on a button or in a list, a joker by its name: `10♥`, `🃏 red joker`."""
    return f"🃏 {described(card)}" if card in JOKERS else label(card)


def mark_of(move: Move) -> str | None:
    """The emoji of the card that a move lays, or of the suit that it names alone; None when it does
    neither, or there are no emoji."""
    if move.cards:
        return emoji(card_of(move))
    return suit_emoji(move.other) if move.other in SUIT_NAMES else None


def other_label(move: Move, words: GameWords, *, pictured: bool = False) -> str:
    """The part of a move that is not a card, in words. `pictured`: an emoji of the suit is shown
    before the label, so the label leaves the suit's symbol out."""
    if not move.other:
        return ""
    if pictured and move.other in SUIT_NAMES:
        return _(SUIT_NAMES[move.other])
    say = words.others.get(move.verb)
    return say(move.other, words.names) if say else plain(move.other)


def named(move: Move, words: GameWords, *, pictured: bool = False) -> str:
    """The label of a move without cards: `Take`, `Collect: ♥ hearts`, and if that is `pictured`,
    `Collect: hearts`."""
    text, name = other_label(move, words, pictured=pictured), _(words.verb(move.verb).name)
    return f"{name}: {text}" if text else name


def laid(move: Move, words: GameWords, *, on: bool = True, pictured: bool = False) -> str:
    """The label of a move's cards: `9♠`, `9♠ on 7♠`, `8♠ · ♥ hearts`. `on`: whether to name the
    beaten card. `pictured`: an emoji of the played card is shown before the label, so the label
    leaves it out: `on 7♠`."""
    target = target_of(move)
    if target:
        card = "" if pictured else face(card_of(move))
        text = _("{card} on {other}", card=card, other=face(target)).strip() if on else card
    else:
        text = " ".join(map(face, move.cards[pictured:]))
    return " · ".join(filter(None, (text, other_label(move, words))))


def move_label(move: Move, words: GameWords) -> str:
    """A whole move in a few words: `Beat 7♠ with 9♠`, `Take`."""
    verb, target = words.verb(move.verb), target_of(move)
    if not move.cards:
        return named(move, words)
    if verb.whole and target:
        return _(verb.whole, card=face(card_of(move)), other=face(target))
    return f"{_(verb.name)} {laid(move, words)}"
