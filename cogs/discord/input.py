"""Checked input from selects and modals, and the owner of a pressed panel.

A forged press can hold anything, so input is read only here: a value that is not a number, too
large for the database or not among the offered ones raises NotUnderstood with a sentence for the
member.
"""

from __future__ import annotations

import re
from collections.abc import Iterable
from dataclasses import dataclass
from enum import Enum
from typing import Any, Final, Self, TypeVar

import discord

from cogs.discord.errors import NotUnderstood, NotYourPanel
from cogs.discord.ids import PAGE
from cogs.discord.interactions import Interaction
from cogs.discord.layout import walk

E = TypeVar("E", bound=Enum)

LARGEST: Final = 2**63 - 1
"""The largest number that the database can store; Discord's ids are no larger."""
NUMBER: Final = re.compile(r"[0-9]{1,19}")
UNSENDABLE: Final = re.compile("[\0\ud800-\udfff]")


def number_of(text: str) -> int:
    """A whole number from 0 to `LARGEST`, in ASCII digits. Raises NotUnderstood."""
    if not NUMBER.fullmatch(text) or int(text) > LARGEST:
        raise NotUnderstood
    return int(text)


def is_text(text: object) -> bool:
    """Whether a text can be stored and sent: no half of a surrogate pair, no NUL."""
    return isinstance(text, str) and not UNSENDABLE.search(text)


@dataclass(frozen=True, slots=True)
class Input:
    """The values of a select or of all fields of a modal; empty for a button."""

    values: tuple[str, ...] = ()

    @classmethod
    def by(cls, interaction: Interaction) -> Self:
        """The input of an interaction. Raises NotUnderstood when it is no text."""
        data: Any = interaction.data or {}
        try:
            found = list(data.get("values") or ())
            for part in data.get("components") or ():
                field = part.get("component") or {}
                found.extend(field.get("values") or ())
                found.extend([field["value"]] if "value" in field else [])
        except (AttributeError, TypeError) as error:
            raise NotUnderstood from error
        if not all(map(is_text, found)):
            raise NotUnderstood
        return cls(tuple(found))

    @property
    def first(self) -> str:
        """The first value. Raises NotUnderstood when there is none."""
        if not self.values:
            raise NotUnderstood
        return self.values[0]

    @property
    def number(self) -> int:
        """The first value as a number. Raises NotUnderstood."""
        return number_of(self.first)

    @property
    def numbers(self) -> tuple[int, ...]:
        """All values as numbers. Raises NotUnderstood."""
        return tuple(map(number_of, self.values))

    def among(self, offered: Iterable[str]) -> str:
        """The first value, if it is among the offered ones. Raises NotUnderstood."""
        if self.first not in offered:
            raise NotUnderstood
        return self.first

    def one_of(self, kind: type[E]) -> E:
        """The first as a member of an enum, by its value. Raises NotUnderstood."""
        try:
            return kind(self.first)
        except ValueError as error:
            raise NotUnderstood from error


def own_message(interaction: Interaction) -> discord.Message:
    """The pressed panel. Raises NotYourPanel unless it is an ephemeral message shown to the member
    who pressed.

    The answer to the press is that member's hand, so it must never get into another message.
    """
    panel = interaction.message
    if panel is None or not panel.flags.ephemeral:
        raise NotYourPanel
    shown = panel.interaction_metadata
    if shown is not None and shown.user.id != interaction.user.id:
        raise NotYourPanel
    return panel


def page_of(panel: discord.Message) -> int:
    """The page that a panel shows, from 0: its select of pages has it chosen."""
    for part in walk(panel.components):
        if isinstance(part, discord.SelectMenu) and part.custom_id.endswith(f":{PAGE}"):
            return next((int(option.value) for option in part.options if option.default), 0)
    return 0
