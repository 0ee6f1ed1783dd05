"""Define the offer of a hand message, that is, the buttons and lists as plain data. Also make the
labels of moves in the offer."""

from __future__ import annotations

from collections import Counter
from collections.abc import Mapping, Sequence
from dataclasses import dataclass
from typing import Final

import discord
from discord import ui

from cogs.discord.layout import BUTTONS, OPTION_LABEL, OPTIONS, short
from cogs.discord.presses import in_modal
from cogs.words import _, counted
from cogs.words.cards import SUIT_NAMES, described, emoji, label, plain, suit_emoji
from cogs.words.cards import text as bold
from cogs.words.game import GameWords, Weight
from games.cards import JOKERS
from games.core import Move
from games.moves import ORDERED_VERBS, Amount

CHOICES_IN_ROW: Final = 5
"""A verb without cards that has more choices than this is shown as a list."""
LARGEST_PICK: Final = 8
"""The most cards that are pressed one after the other, because a custom id has no room for more
pressed cards."""
ON_BUTTON: Final = 70
"""The most characters of a move that has a button, because a custom id has no room for more."""
IN_LIST: Final = 100
"""The most characters of the value of a select's option."""
STYLES: Final[Mapping[Weight, discord.ButtonStyle]] = {
    Weight.USUAL: discord.ButtonStyle.primary,
    Weight.PLAIN: discord.ButtonStyle.secondary,
    Weight.GRAVE: discord.ButtonStyle.secondary,
}
"""The style of a move's button. The style depends on the verb's weight, which says how prominent
the button is. Buttons of cards that aren't chosen are grey, because the colours of suits are easy
to see on grey."""
CHOSEN: Final = discord.ButtonStyle.success
SURE: Final = discord.ButtonStyle.danger
"""The style of the button that confirms a move which can't be undone."""
MOST_CARDS: Final = 15
"""The most buttons of cards: three rows."""
MOST_ACTIONS: Final = 10
"""The most buttons of moves without cards: two rows."""
FEW_ACTIONS: Final = 5
"""The most buttons of moves without cards, if the buttons of cards take three rows. With so few
buttons, the message also has room for three lists."""
TITLE: int = 45
"""The most characters of a form's title, and of a field's title."""
DIGITS: int = 13
"""The most characters that a member can type: a sign and twelve digits."""


@dataclass(frozen=True, slots=True)
class VerbMoves:
    """The moves of a verb, grouped by how a member chooses them. In each group, the moves are in
    the game's order. `actions` name no card and have a button each. `singles` play one card each,
    perhaps onto another card. `sets` play several cards each, in any order. If a verb has only one
    set and no singles, this set is among the singles, unless it is too long for a button. `lines`
    are the moves in none of these groups, which are offered only in a list."""

    actions: tuple[Move, ...]
    singles: tuple[Move, ...]
    sets: tuple[Move, ...]
    lines: tuple[Move, ...]

    @classmethod
    def of(cls, moves: Sequence[Move]) -> VerbMoves:
        """Group the moves of one verb by how a member chooses them."""
        few = len(moves) <= CHOICES_IN_ROW and not any(move.cards for move in moves)
        actions = [move for move in moves if few or move == move.verb]
        rest = [move for move in moves if not few and move != move.verb]
        sets = [move for move in rest if _is_set(move)]
        singles = [move for move in rest if _is_single(move)]
        if len(sets) == 1 and not singles and len(sets[0]) <= ON_BUTTON:
            # All that is left goes at one press.
            sets, singles = [], sets
        known = {*sets, *singles}
        lines = [move for move in rest if move not in known]
        return cls(tuple(actions), tuple(singles), tuple(sets), tuple(lines))

    @property
    def is_picked(self) -> bool:
        """Return whether a member presses the cards of a set (several cards that one move plays
        together) one after the other. This is possible if all sets have the same number of cards,
        at most 8, and no move of the verb plays a single card. Then the last pressed card completes
        the move."""
        sizes = {len(move.cards) for move in self.sets}
        return not self.singles and len(sizes) == 1 and max(sizes) <= LARGEST_PICK


def copies(moves: Sequence[Move]) -> Counter[str]:
    """Return how many copies of each card a member needs in order to choose any of these moves. For
    each card, this is the largest number of copies that one move has."""
    found: Counter[str] = Counter({card for move in moves for card in move.cards})
    for move in moves:
        # Three of 52 cards are 22,100 sets: only those that hold a card twice are counted.
        if len(set(move.cards)) < len(move.cards):
            found |= Counter(move.cards)
    return found


def _is_single(move: Move) -> bool:
    return len(move.cards) == 1 or (move.verb in ORDERED_VERBS and len(move.cards) == 2)  # noqa: PLR2004 — one card and what goes on it


def _is_set(move: Move) -> bool:
    return move.verb not in ORDERED_VERBS and len(move.cards) > 1 and not move.other


@dataclass(frozen=True, slots=True)
class Press:
    """A button of an offer, with a label, a symbol before it (`mark`), or both. `words` are the
    parts of the move that the button plays. If the button `begins` a move, they are only the first
    parts. If the button `asks` for a number in a form, they are only the verb. `copy` tells the
    buttons of equal cards apart, from 0."""

    label: str
    words: tuple[str, ...]
    style: discord.ButtonStyle = discord.ButtonStyle.secondary
    mark: str | None = None
    begins: bool = False
    copy: int = 0
    disabled: bool = False
    asks: bool = False


@dataclass(frozen=True, slots=True)
class SelectLine:
    """A line of a list in a hand message. A member chooses the line in order to make or continue a
    move. `label` is the text of the line, `description` a smaller text below the label, and `mark`
    an emoji before the label. `value` has the words that the choice adds to the move."""

    label: str
    value: str
    description: str | None = None
    mark: str | None = None

    def option(self) -> discord.SelectOption:
        """Return this line of a list as an option of a Discord select. The label is shortened to
        Discord's limit."""
        return discord.SelectOption(
            label=short(self.label, OPTION_LABEL),
            value=self.value,
            description=self.description,
            emoji=self.mark,
        )


@dataclass(frozen=True, slots=True)
class Group:
    """A list in an offer, from which a member chooses a move. All its moves have the verb `verb`,
    except if `verb` is `cogs.discord.presses.ANY`, which stands for several verbs.

    `choices` are the lines of the list, which become options of a select. Usually a line stands for
    a whole move, and `least` and `most` are 1. In other lists a line stands for a card, and the
    member chooses from `least` to `most` lines, which make one move together.

    `cards` is the smallest and the largest number of cards in a move of the list, if the moves are
    sets (several cards that one move plays together). In other lists, `cards` is None."""

    verb: str
    choices: tuple[SelectLine, ...]
    least: int = 1
    most: int = 1
    cards: tuple[int, int] | None = None

    @property
    def is_set(self) -> bool:
        """Return whether a member may choose several lines of the list (options of its select) for
        one move."""
        return self.most > 1

    @property
    def is_large(self) -> bool:
        """Return whether the cards of this list must be picked in a modal, because the list has
        more cards than one select can hold."""
        return self.is_set and len(self.choices) > OPTIONS


@dataclass(frozen=True, slots=True)
class Offer:
    """What a hand message offers: `cards` are buttons in rows below the `title`, `groups` are
    lists, and `actions` are buttons for moves without cards."""

    title: str = ""
    cards: tuple[Press, ...] = ()
    groups: tuple[Group, ...] = ()
    actions: tuple[Press, ...] = ()

    @property
    def most_actions(self) -> int:
        """Return how many buttons for moves without cards fit below the buttons of cards."""
        return FEW_ACTIONS if len(self.cards) > 2 * BUTTONS else MOST_ACTIONS

    @property
    def large(self) -> tuple[Group, ...]:
        """Return the lists from which cards are picked in a modal, because one select can't hold
        all the cards. Each of these lists needs a button that opens its modal. Below the cards
        there is room for `most_actions` buttons, so at most this many lists are returned."""
        return tuple(group for group in self.groups if group.is_large)[: self.most_actions]


def needs_form(amount: Amount) -> bool:
    """Return whether some of the allowed numbers have no button, so that a form is needed."""
    return len(amount.offered) < len(amount.numbers)


def amount_form(amount: Amount, words: GameWords, custom_id: str) -> ui.Modal:
    """Return the form in which a member enters the number of a move."""
    form = ui.Modal(
        title=short(_(words.verb(amount.verb).ask), TITLE), custom_id=custom_id, timeout=None
    )
    field: ui.TextInput[ui.Modal] = ui.TextInput(
        custom_id=in_modal(0),
        default=str(amount.offered[len(amount.offered) // 2]),
        min_length=1,
        max_length=DIGITS,
    )
    form.add_item(ui.Label(text=short(_range(amount), TITLE), component=field))
    form.stop()
    return form


def _range(amount: Amount) -> str:
    low, high = amount.low, amount.numbers[-1]
    if amount.step == 1:
        # Translators: Above a field for a number that belongs to a move.
        return _("A number from {low} to {high}", low=low, high=high)
    return _(
        "A number from {low} to {high}, in steps of {step}", low=low, high=high, step=amount.step
    )


def card_of(move: Move) -> str:
    """Return the card that this move plays. The move must name a card."""
    return move.cards[-1] if move.verb in ORDERED_VERBS else move.cards[0]


def target_of(move: Move) -> str:
    """Return the card on the table onto which this move plays a card. Returns an empty text if the
    move names no such card."""
    return move.cards[0] if move.verb in ORDERED_VERBS and len(move.cards) > 1 else ""


def face(card: str) -> str:
    """Return the text of a card on a button or in a list, such as `10♥`. A joker is shown by its
    name, such as `🃏 red joker`."""
    return f"🃏 {described(card)}" if card in JOKERS else label(card)


def mark_of(move: Move) -> str | None:
    """Return the emoji of the card that a move plays. For a move that names only a suit, return the
    emoji of the suit. Returns None for any other move, or when there are no emoji."""
    if move.cards:
        return emoji(card_of(move))
    return suit_emoji(move.other) if move.other in SUIT_NAMES else None


def other_label(move: Move, words: GameWords, *, pictured: bool = False) -> str:
    """Return the part of a move that is not a card, in words. With `pictured`, an emoji of the suit
    is shown before the label, so the label leaves the suit's symbol out."""
    if not move.other:
        return ""
    if pictured and move.other in SUIT_NAMES:
        return _(SUIT_NAMES[move.other])
    say = words.others.get(move.verb)
    return say(move.other, words.names) if say else plain(move.other)


def named(move: Move, words: GameWords, *, pictured: bool = False) -> str:
    """Return the label of a move without cards, such as `Take` or `Collect: ♥ hearts`. With
    `pictured`, the suit's symbol is left out: `Collect: hearts`."""
    text, name = other_label(move, words, pictured=pictured), _(words.verb(move.verb).name)
    return f"{name}: {text}" if text else name


def laid(move: Move, words: GameWords, *, on: bool = True, pictured: bool = False) -> str:
    """Return the label of the cards in a move. If the move plays a card onto another card, the
    label also names the other card, unless `on` is False: `9♠ on 7♠`. A declared suit is added: `8♠
    · ♥ hearts`. With `pictured`, an emoji of the played card is shown before the label, so the
    label leaves this card out: `on 7♠`."""
    target = target_of(move)
    if target:
        card = "" if pictured else face(card_of(move))
        # Translators: A move: the card that beats, and the one that it beats.
        text = _("{card} on {other}", card=card, other=face(target)).strip() if on else card
    else:
        text = " ".join(map(face, move.cards[pictured:]))
    return " · ".join(filter(None, (text, other_label(move, words))))


def move_in_sentence(move: Move, words: GameWords) -> str:
    """Return the words for a move inside a sentence. If the move only plays a single card, the
    words are the card, such as `9♠`. Otherwise they are the move's label in quotation marks, such
    as `the move “Pick up”`. A label begins with a verb, so it can't be part of a sentence without
    quotation marks."""
    if _is_single(move) and not move.other:
        return bold(card_of(move))
    # Translators: The name of a move in a sentence. Leave “the move” out where it would have to be
    # declined.
    return _("the move “{move}”", move=move_label(move, words))


def move_label(move: Move, words: GameWords) -> str:
    """Return the label of a whole move in a few words, such as `Beat 7♠ with 9♠` or `Take`."""
    verb, target = words.verb(move.verb), target_of(move)
    if not move.cards:
        return named(move, words)
    if verb.whole and target:
        return _(verb.whole, card=face(card_of(move)), other=face(target))
    if verb.played is None or target:
        return f"{_(verb.name)} {laid(move, words)}"
    cards = " ".join(map(face, move.cards))
    told = counted(*verb.played, len(move.cards), cards=cards)
    return " · ".join(filter(None, (told, other_label(move, words))))
