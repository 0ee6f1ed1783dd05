"""The single entry for presses. It finds the cog that answers a press, and reads the values that
the member chose or typed.

discord.py's own dispatch isn't used, because it doesn't answer an unknown press, nor a press whose
message has changed since. A forged press can hold anything. The values of selects and modals are
therefore read only here. A value that is not a number, is too large for the database or was not
offered raises NotUnderstood, with a sentence for the member.

A move consists of words, such as `beat 7S 9S`, and its first word is the verb. The custom id of a
button or select in a hand message begins with `h:<table>:<version>:`. The rest of the custom id has
one of these forms, where `<words>` are the first words of a move, joined by colons:

- `<words>` is a button that plays the whole move
- `<words>:*<n>` is a select with number n, in which one choice completes the move
- `<words>:+<n>` is a select with number n, in which several cards for one move are chosen
- `<words>:!<n>` is a button that opens a modal for a number, or for more cards than a select holds
- `<words>:?<n>` is a button that begins or continues a move
- `@any:*<n>` is a select whose values are whole moves
- `@page` is the select that turns the message's pages

The custom ids of lessons end in the same forms."""

from __future__ import annotations

import logging
import re
from collections.abc import Callable, Coroutine, Iterable
from dataclasses import dataclass
from enum import Enum
from typing import Any, Final, Self, TypeVar

import discord
from discord.ext import commands

from bot.core.errors import TableError
from cogs.discord.admission import Turns
from cogs.discord.client import PRESSES, ShijoBot
from cogs.discord.cog import ShijoCog
from cogs.discord.components import IN_HAND
from cogs.discord.errors import NotUnderstood, NotYourPanel, OlderShijo, answering, context
from cogs.discord.interactions import Interaction
from cogs.discord.layout import walk

log = logging.getLogger(__name__)

Answer = Callable[[Interaction, re.Match[str]], Coroutine[Any, Any, None]]

E = TypeVar("E", bound=Enum)
LARGEST: Final = 2**63 - 1
"""The largest number that the database can store. Discord's ids are never larger."""
NUMBER: Final = re.compile(r"[0-9]{1,19}")
UNSENDABLE: Final = re.compile("[\0\ud800-\udfff]")

PRESET_NAME: Final = "name"
"""The custom id of the text field in which a member types the name of a house preset. The field is
in a modal."""

SINGLE: Final = "*"
SET: Final = "+"
MODAL: Final = "!"
BEGIN: Final = "?"
NUMBERED: Final = re.compile(r"[*+!?][0-9]{1,6}")
"""The ending that numbers one of several similar selects or buttons."""
PAGE: Final = "@page"
TALK: Final = "@talk"
"""Stands for a verb. Alone, it is the button that offers emotes. Before the name of an emote, it is
the button that shows this emote."""
AHEAD: Final = "@ahead"
"""The word in place of the verb in custom ids about a plan (moves that a member chooses before the
member's turn). A button with this word and a plan, such as `throw 9S + throw 9H`, chooses the plan.
A select with this word has plans as values. A button with this word alone withdraws the chosen
plan."""
BACKWARDS: Final = "@undo"
"""The word in place of a move in the custom id of a button. The button takes the member's last move
back, or agrees that another member takes a move back."""
ADVICE: Final = "@advice"
"""The word in place of a move in the custom id of the button *Hint*. The button asks for advice."""
ANY: Final = "@any"
"""Stands for a verb in a select that holds whole moves."""


class Presses(ShijoCog):
    """A cog that passes each press on to the cog that answers it. Presses finds the right cog by
    the press's custom id alone, so presses work after a restart, too."""

    def __init__(self, bot: ShijoBot) -> None:
        super().__init__(bot)
        self.turns = Turns()
        """The order in which presses are answered."""

    @commands.Cog.listener()
    async def on_interaction(self, interaction: Interaction) -> None:
        """Answer a press on a button, a choice in a select, or a submitted modal."""
        if interaction.type not in PRESSES or not await self.bot.door.lets_in(interaction):
            return
        async with self.turns.turn(interaction.user.id) as in_time:
            if in_time and not self.bot.lateness.is_too_old(interaction):
                await self._answer(interaction)
            else:
                log.info("%s waited too long for others of its member", context(interaction))

    async def _answer(self, interaction: Interaction) -> None:
        data: Any = interaction.data or {}
        found = self.found_by(data.get("custom_id"))
        if found is None:
            await tell_of_refusal(interaction, OlderShijo())
            return
        answer, match = found
        async with answering(interaction):
            await answer(interaction, match)

    def found_by(self, custom_id: object) -> tuple[Answer, re.Match[str]] | None:
        """Return the method that answers presses with this custom id, and the match of the id's
        fields. Return None if no component of this version has such an id."""
        if not isinstance(custom_id, str) or not is_text(custom_id):
            return None
        for cog in self.bot.cogs.values():
            if isinstance(cog, ShijoCog):
                for component, name in cog.answers.items():
                    match = component.match(custom_id)
                    if match is not None:
                        return getattr(cog, name), match
        return None


async def tell_of_refusal(interaction: Interaction, refusal: TableError) -> None:
    """Tell the member who pressed why nothing was done."""
    async with answering(interaction):
        raise refusal


def number_of(text: str) -> int:
    """Return the number in `text`. Raises NotUnderstood unless `text` is a whole number from 0 to
    `LARGEST` in ASCII digits."""
    if not NUMBER.fullmatch(text) or int(text) > LARGEST:
        raise NotUnderstood
    return int(text)


def is_text(text: object) -> bool:
    """Return whether `text` can be stored and sent. It must be a string, without a NUL character
    and without half of a surrogate pair."""
    return isinstance(text, str) and not UNSENDABLE.search(text)


@dataclass(frozen=True, slots=True)
class Input:
    """The values of a select, or of all fields of a modal. A button has no values."""

    values: tuple[str, ...] = ()

    @classmethod
    def by(cls, interaction: Interaction) -> Self:
        """Return the values that the member entered in this interaction. Raises NotUnderstood if
        the interaction's data is malformed, or if a value isn't text that can be stored."""
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
        """The first value. Raises NotUnderstood if there are no values."""
        if not self.values:
            raise NotUnderstood
        return self.values[0]

    @property
    def number(self) -> int:
        """The first value as a number from 0 to `LARGEST`. Raises NotUnderstood if there is no
        value, or if the first value is not such a number."""
        return number_of(self.first)

    @property
    def numbers(self) -> tuple[int, ...]:
        """All values as numbers from 0 to `LARGEST`. Raises NotUnderstood if a value is not such a
        number."""
        return tuple(map(number_of, self.values))

    def among(self, offered: Iterable[str]) -> str:
        """Return the first value. Raises NotUnderstood if there is no value, or if the first value
        is not among those `offered`."""
        if self.first not in offered:
            raise NotUnderstood
        return self.first

    def one_of(self, kind: type[E]) -> E:
        """Return the first value as a member of the enum `kind`. Raises NotUnderstood if there is
        no value, or if the enum has no such member."""
        try:
            return kind(self.first)
        except ValueError as error:
            raise NotUnderstood from error


def own_message(interaction: Interaction) -> discord.Message:
    """Return the message with the pressed component. Raises NotYourPanel unless it is an ephemeral
    message that was shown to the member who pressed. The answer to the press replaces that message
    with the member's hand, which nobody else may see."""
    panel = interaction.message
    if panel is None or not panel.flags.ephemeral:
        raise NotYourPanel
    shown = panel.interaction_metadata
    if shown is not None and shown.user.id != interaction.user.id:
        raise NotYourPanel
    return panel


def page_of(panel: discord.Message) -> int:
    """Return the page (from 0) that a hand message shows. The select of pages in the message says
    which page this is. A message without pages shows page 0."""
    for part in walk(panel.components):
        if isinstance(part, discord.SelectMenu) and part.custom_id.endswith(f":{PAGE}"):
            return next((int(option.value) for option in part.options if option.default), 0)
    return 0


@dataclass(frozen=True, slots=True)
class MoveWords:
    """The part of a custom id that holds a move. `words` are the first words of the move, and
    `kind` says how the move is completed. `SINGLE` is a select in which one choice completes the
    move. `SET` is a select in which several cards of one move can be chosen. `MODAL` is a button
    that opens a modal, and `BEGIN` a button that only begins a move. A button with a whole move has
    an empty `kind`. `number` tells several selects or buttons with the same words and kind
    apart."""

    words: tuple[str, ...]
    kind: str = ""
    number: int = 0

    def __str__(self) -> str:
        tail = f":{self.kind}{self.number}" if self.kind else ""
        return f"{':'.join(self.words)}{tail}"

    @classmethod
    def read(cls, text: str) -> MoveWords:
        """Parse the last part of a custom id."""
        *words, last = text.split(":")
        if words and NUMBERED.fullmatch(last):
            return cls(tuple(words), last[0], int(last[1:]))
        return cls((*words, last))

    def move(self, values: list[str]) -> str:
        """Return the text of the move: the words, followed by the values that the member chose in
        the select. A value can end in a mark that tells equal cards apart (`5S#2`), which is left
        out."""
        chosen = [value.partition("#")[0] for value in values]
        return " ".join((*(word for word in self.words if word != ANY), *chosen))


@dataclass(frozen=True, slots=True)
class HandId:
    """The parsed custom id of a component in a hand message: the table's id, the version of the
    table, and the move (see MoveWords)."""

    table: str
    version: int
    words: tuple[str, ...]
    kind: str = ""
    number: int = 0

    def __str__(self) -> str:
        return IN_HAND.id(self.table, self.version, self._move)

    @property
    def _move(self) -> MoveWords:
        return MoveWords(self.words, self.kind, self.number)

    @classmethod
    def read(cls, match: re.Match[str]) -> HandId:
        """Return the parts of a custom id which matched `IN_HAND`."""
        move = MoveWords.read(match["move"])
        return cls(match["table"], int(match["version"]), move.words, move.kind, move.number)

    def move(self, values: list[str]) -> str:
        """Return the text of the move, with the values that the member chose in a select."""
        return self._move.move(values)


def in_modal(number: int) -> str:
    """Return the end of the custom id of the select number `number` in a modal. A modal has several
    selects because it offers more cards than one select can."""
    return f"{SET}{number}"
