"""What can be picked in a hand panel: the legal moves of a view, sorted into buttons, single
choices and sets."""

from __future__ import annotations

from collections import Counter
from collections.abc import Iterable, Sequence
from dataclasses import dataclass
from typing import Final

import discord

from bot.preferences import Order
from cogs.ids import ANY
from cogs.layout import OPTION_LABEL, OPTIONS, short
from cogs.words import _
from cogs.words.cards import described, in_hand, label, plain
from cogs.words.game import GameWords
from cogs.words.load import words_for
from games.cards import JOKERS, SUITS
from games.core import Move, View
from games.moves import ORDERED_VERBS, by_verb

MOST_BUTTONS: Final = 10
"""Two rows of them."""
CHOICES_IN_ROW: Final = 5
"""A verb without cards that has more choices than this is a select."""


@dataclass(frozen=True, slots=True)
class Choice:
    """A line of a select: what stands there, the rest of the move that it stands for, and a second
    line."""

    label: str
    value: str
    description: str | None = None

    def option(self) -> discord.SelectOption:
        """The line as Discord takes it."""
        return discord.SelectOption(
            label=short(self.label, OPTION_LABEL), value=self.value, description=self.description
        )


@dataclass(frozen=True, slots=True)
class Group:
    """All moves of one verb, or whole moves of several (`ANY`). `least` and `most` say how many
    choices go together; both 1 for single moves."""

    verb: str
    choices: tuple[Choice, ...]
    least: int = 1
    most: int = 1

    @property
    def is_set(self) -> bool:
        """Whether several choices may go together."""
        return self.most > 1

    @property
    def is_large(self) -> bool:
        """Whether it takes a modal: a set can't be picked in two selects."""
        return self.is_set and len(self.choices) > OPTIONS


@dataclass(frozen=True, slots=True)
class Offer:
    """What a panel offers: moves that are a button each, and groups of choices."""

    buttons: tuple[Move, ...]
    groups: tuple[Group, ...]

    @property
    def large(self) -> tuple[Group, ...]:
        """The groups that open a modal by a button: as many as there is room for among the
        buttons."""
        return tuple(group for group in self.groups if group.is_large)[:MOST_BUTTONS]


def trump_of(view: View) -> str | None:
    """The trump suit, if the game has one."""
    trump = view.facts.get("trump")
    return trump if trump in SUITS else None


def held(view: View, words: GameWords) -> list[str]:
    """The viewer's hand in the order it is shown in."""
    return in_hand(view.hand, words.order, trump_of(view))


def offer(view: View, order: Order = Order.GAME) -> Offer:
    """The legal moves of a view, in the order that the game lists them; the cards among the choices
    are in the viewer's own order.

    A move that names nothing is a button, as are the moves of a verb without cards that has few of
    them. What has no room among the buttons is one more select, of whole moves.
    """
    words, trump = words_for(view.game, order), trump_of(view)
    bare: list[list[Move]] = []
    groups: list[Group] = []
    for verb, moves in by_verb(view.moves).items():
        alone, rest = _parted(moves)
        bare.append(alone)
        if rest:
            groups.append(_group(verb, rest, words, trump))
    room = MOST_BUTTONS - sum(group.is_large for group in groups)
    buttons: list[Move] = []
    left: list[Move] = []
    for moves in bare:
        (buttons if len(buttons) + len(moves) <= room else left).extend(moves)
    if left:
        groups.append(Group(ANY, tuple(Choice(named(move, words), str(move)) for move in left)))
    return Offer(tuple(buttons), tuple(groups))


def _parted(moves: Sequence[Move]) -> tuple[list[Move], list[Move]]:
    """The moves of a verb that may be buttons, and the rest."""
    if len(moves) <= CHOICES_IN_ROW and not any(move.cards for move in moves):
        return list(moves), []
    return [move for move in moves if move == move.verb], [
        move for move in moves if move != move.verb
    ]


def _group(verb: str, moves: Sequence[Move], words: GameWords, trump: str | None) -> Group:
    if _are_sets(verb, moves):
        return _set_group(verb, moves, words, trump)
    return Group(verb, tuple(_sorted_choices(moves, words, trump)))


def _are_sets(verb: str, moves: Sequence[Move]) -> bool:
    return (
        verb not in ORDERED_VERBS
        and not any(move.other for move in moves)
        and max(len(m.cards) for m in moves) > 1
    )


def _set_group(verb: str, moves: Sequence[Move], words: GameWords, trump: str | None) -> Group:
    """The cards that occur in any of the sets, each as often as in the set that holds most copies
    of it."""
    copies: Counter[str] = Counter({card for move in moves for card in move.cards})
    for move in moves:
        # Three of 52 cards are 22,100 sets: only those that hold a card twice are counted.
        if len(set(move.cards)) < len(move.cards):
            copies |= Counter(move.cards)
    choices = [
        Choice(label(card), card if copy == 1 else f"{card}#{copy}", described(card))
        for card in in_hand(copies, words.order, trump)
        for copy in range(1, copies[card] + 1)
    ]
    sizes = [len(move.cards) for move in moves]
    return Group(verb, tuple(choices), min(sizes), min(max(sizes), len(choices)))


def _sorted_choices(moves: Iterable[Move], words: GameWords, trump: str | None) -> list[Choice]:
    """A line for each move; sorted as a hand is, by the first card and then the second."""
    cards = in_hand({card for move in moves for card in move.cards}, words.order, trump)
    place = {card: number for number, card in enumerate(cards)}
    ordered = sorted(moves, key=lambda move: [place[card] for card in move.cards])
    return [_choice(move, words) for move in ordered]


def _choice(move: Move, words: GameWords) -> Choice:
    """What a select says of a move: `9♠`, `7♠ with 9♠`, `8♠ · ♥ hearts`; a joker is named in full
    below that."""
    value = str(move).removeprefix(move.verb).strip()
    cards = [label(card) for card in move.cards]
    if move.verb in ORDERED_VERBS and len(cards) == 2:  # noqa: PLR2004 — one card and what goes on it
        text = _("{card} with {over}", card=cards[0], over=cards[1])
    else:
        text = " ".join(cards)
    jokers = ", ".join(described(card) for card in move.cards if card in JOKERS)
    return Choice(" · ".join(filter(None, (text, other_label(move, words)))), value, jokers or None)


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
