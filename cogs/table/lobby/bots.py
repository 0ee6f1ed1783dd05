"""Let a member choose a bot player by name or by strength."""

from __future__ import annotations

import contextlib
from collections.abc import Sequence
from typing import Final

import discord
from cachetools import TTLCache
from discord import ui

from bot.core.model import Table
from bot.core.people import Character, of_level
from cogs.discord.components import IN_LOBBY, Item
from cogs.discord.connection import CUT
from cogs.discord.interactions import Interaction
from cogs.discord.layout import LABEL, Block, message, rows, short
from cogs.words import _, marked
from cogs.words.cards import person_emoji
from cogs.words.load import strength_title, words_of
from cogs.words.people import habit_of
from games.players import LEVELS, offered

# Translators: How a bot of that strength plays, after its title.
CHARACTERS: Final = {
    "beginner": marked("misses cards, like a first-timer"),
    "casual": marked("plays well but forgets what's been played"),
    "skilled": marked("remembers every card"),
    "master": marked("thinks ahead and is hard to beat"),
    "greedy": marked("plays the cheapest card that will do"),
    "random": marked("plays any legal move"),
}
"""Descriptions of the strengths of Shijo's own bot players."""

ANSWERED_WITHIN: Final = 14 * 60
"""Seconds during which an open question can be deleted. Discord's tokens are valid for 15
minutes."""
MOST_OPEN: Final = 1000


class Questions:
    """Keeps the open messages that ask which bot player is to sit down. They are deleted when the
    table's game begins. After a restart, such a message stays until the member dismisses it."""

    def __init__(self) -> None:
        self._open: TTLCache[tuple[str, int], Interaction] = TTLCache(MOST_OPEN, ANSWERED_WITHIN)

    async def ask(self, interaction: Interaction, table: Table, usual: str) -> None:
        """Ask the member who pressed, in a private message, which bot player is to sit down at the
        table. `usual` is the strength that is marked as the usual one."""
        await interaction.response.send_message(view=how_well(table, usual), ephemeral=True)
        self._open[table.id, interaction.user.id] = interaction

    async def ask_again(
        self, interaction: Interaction, table: Table, usual: str, seated: str
    ) -> None:
        """Replace the question by a message that says which bot player has sat down, and asks about
        another one. `seated` is the name of this bot player. `usual` is the strength that is marked
        as the usual one."""
        await interaction.response.edit_message(view=how_well(table, usual, seated))
        self._open[table.id, interaction.user.id] = interaction

    async def put_away(self, table_id: str) -> None:
        """Delete the open messages that ask members which bot player is to sit down at a table.
        Call this method when no bot player can sit down at the table any more."""
        keys = [key for key in self._open if key[0] == table_id]
        # They are taken out first: one could expire while another is being deleted.
        for question in filter(None, [self._open.pop(key, None) for key in keys]):
            with contextlib.suppress(discord.NotFound, *CUT):  # its reader may have dismissed it
                await question.delete_original_response()


def is_asked(table: Table) -> bool:
    """Return whether the host is asked how strong a new bot player should be, because the game has
    several strengths."""
    return len(offered(table.game)) > 1


def _character(name: str, game: str) -> str:
    """Return how bot players of a strength play, in words. The text is empty when neither the
    game's own words nor the general words describe this strength."""
    own = words_of(game).strengths.get(name)
    character = own.character if own is not None else CHARACTERS.get(name, "")
    return _(character)


def how_well(table: Table, usual: str, seated: str = "") -> ui.LayoutView:
    """Return the question which bot player is to sit down. For each strength there are buttons for
    its bot players, and lines about their style. `usual` is the strength that is marked as the
    usual one, and `seated` the name of the bot player that has just sat down."""
    asked = _("Who would you like to play with?")
    if seated:
        asked = _("{name} joined. Add another?", name=seated)
    blocks: list[Block] = [asked]
    for strength in reversed(offered(table.game)):
        people = of_level(strength) if strength in LEVELS else []
        blocks.append(_about(table.game, strength, people))
        style = discord.ButtonStyle.success if strength == usual else discord.ButtonStyle.secondary
        buttons = [_button(table, each.name, each.name, style) for each in people]
        if _all_sit(table, people):  # then nameless ones come
            buttons.append(_button(table, strength, strength_title(strength, table.game), style))
        blocks += rows(buttons)
    return message(blocks)


def _all_sit(table: Table, people: Sequence[Character]) -> bool:
    """Return whether all of these bot players already sit at the table."""
    return {each.name for each in people} <= {seat.name for seat in table.seats}


def _about(game: str, strength: str, people: Sequence[Character]) -> str:
    """Return a strength in words, with the styles of its bot players."""
    title, character = strength_title(strength, game), _character(strength, game)
    head = " · ".join(filter(None, (f"**{title}**", character)))
    habits = [(each.name, habit_of(each.name, game)) for each in people]
    return "\n".join([head, *(f"-# {name} {habit}" for name, habit in habits if habit)])


def _button(table: Table, who: str, label: str, style: discord.ButtonStyle) -> Item:
    """Return the button that seats the bot player with the name `who`, or a bot player of the
    strength `who`. The button is disabled if a bot player with this name already sits at the
    table."""
    return IN_LOBBY(
        ui.Button(
            label=short(label, LABEL),
            style=style,
            custom_id=IN_LOBBY.id(table.id, "bot", who),
            disabled=any(seat.name == who for seat in table.seats),
            emoji=person_emoji(who),
        )
    )
