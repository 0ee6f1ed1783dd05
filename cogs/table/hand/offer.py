"""The offer of a hand panel: buttons and lists, as plain data."""

from __future__ import annotations

from collections.abc import Mapping
from dataclasses import dataclass
from typing import Final

import discord

from cogs.discord.layout import BUTTONS, OPTION_LABEL, OPTIONS, short
from cogs.words.game import Weight

STYLES: Final[Mapping[Weight, discord.ButtonStyle]] = {
    Weight.USUAL: discord.ButtonStyle.primary,
    Weight.PLAIN: discord.ButtonStyle.secondary,
    Weight.GRAVE: discord.ButtonStyle.secondary,
}
"""The style of a move's button by the weight of its verb. Cards are grey, so that the colours of
suits stay visible."""
CHOSEN: Final = discord.ButtonStyle.success
SURE: Final = discord.ButtonStyle.danger
"""The yes to the question before a move that can't be undone."""

MOST_CARDS: Final = 15
"""Buttons of cards: three rows."""
MOST_ACTIONS: Final = 10
"""Buttons of moves without cards: two rows."""
FEW_ACTIONS: Final = 5
"""Buttons of moves without cards below three rows of cards: the message then has room for three
lists as well.
"""


@dataclass(frozen=True, slots=True)
class Press:
    """A button: a label, a mark before it, or both.

    `words` are the parts of a move; of a move that it only `begins`, the first ones, and of one
    whose number it `asks` for in a form, the verb. `copy` tells the buttons of equal cards apart,
    from 0.
    """

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
    """A line of a list: its label, the rest of the move that it stands for, a second line, and an
    emoji before them."""

    label: str
    value: str
    description: str | None = None
    mark: str | None = None

    def option(self) -> discord.SelectOption:
        """The line as Discord takes it."""
        return discord.SelectOption(
            label=short(self.label, OPTION_LABEL),
            value=self.value,
            description=self.description,
            emoji=self.mark,
        )


@dataclass(frozen=True, slots=True)
class Group:
    """A list of moves of one verb, or of whole moves of several (`cogs.ids.ANY`).

    `least` and `most` say how many lines go together, both 1 when each line is a move. `cards` says
    how many cards the moves have, at least and at most, when that isn't one.
    """

    verb: str
    choices: tuple[SelectLine, ...]
    least: int = 1
    most: int = 1
    cards: tuple[int, int] | None = None

    @property
    def is_set(self) -> bool:
        """Whether several lines may go together."""
        return self.most > 1

    @property
    def is_large(self) -> bool:
        """Whether the offer needs a modal, because a set can't be picked in two selects."""
        return self.is_set and len(self.choices) > OPTIONS


@dataclass(frozen=True, slots=True)
class Offer:
    """What a panel offers: `cards` as buttons, in rows below the `title`; lists; and `actions`,
    buttons of moves without cards."""

    title: str = ""
    cards: tuple[Press, ...] = ()
    groups: tuple[Group, ...] = ()
    actions: tuple[Press, ...] = ()

    @property
    def most_actions(self) -> int:
        """The most buttons below the others."""
        return FEW_ACTIONS if len(self.cards) > 2 * BUTTONS else MOST_ACTIONS

    @property
    def large(self) -> tuple[Group, ...]:
        """The groups with a button that opens a modal, as many as there is room for."""
        return tuple(group for group in self.groups if group.is_large)[: self.most_actions]
