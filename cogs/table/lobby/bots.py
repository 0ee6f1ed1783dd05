"""The choice of a bot player's strength."""

from __future__ import annotations

import contextlib
from typing import Final

import discord
from cachetools import TTLCache
from discord import ui

from bot.core.model import Table
from cogs.discord.component import Item
from cogs.discord.components import IN_LOBBY
from cogs.discord.connection import CUT
from cogs.discord.interactions import Interaction
from cogs.discord.layout import LABEL, message, rows, short
from cogs.words import _, marked
from cogs.words.load import strength_title, words_of
from games.players import offered

CHARACTERS: Final = {
    "beginner": marked("misses cards, like a first-timer"),
    "casual": marked("plays well but forgets what's been played"),
    "skilled": marked("remembers every card"),
    "master": marked("thinks ahead and is hard to beat"),
    "greedy": marked("plays the cheapest card that fits"),
    "random": marked("plays anything legal"),
}
"""Descriptions of the strengths of our own players."""

ANSWERED_WITHIN: Final = 14 * 60
"""Seconds for which an open question can be taken away; Discord's tokens live 15 minutes."""
MOST_OPEN: Final = 1000


class Questions:
    """The questions about bot players that members have before them. Each is put away when its
    game begins; after a restart it stays until its reader dismisses it."""

    def __init__(self) -> None:
        self._open: TTLCache[tuple[str, int], Interaction] = TTLCache(MOST_OPEN, ANSWERED_WITHIN)

    async def ask(self, interaction: Interaction, table: Table, usual: str) -> None:
        """Asks the member who pressed how well a bot player is to play, in a message of their
        own."""
        await interaction.response.send_message(view=how_well(table, usual), ephemeral=True)
        self._open[table.id, interaction.user.id] = interaction

    async def ask_again(
        self, interaction: Interaction, table: Table, usual: str, seated: str
    ) -> None:
        """Replaces the message by one that says which bot player sits down, and asks about another
        one."""
        await interaction.response.edit_message(view=how_well(table, usual, seated))
        self._open[table.id, interaction.user.id] = interaction

    async def put_away(self, table_id: str) -> None:
        """Deletes the questions of a table at which no bot player can sit down any more."""
        for key in [key for key in self._open if key[0] == table_id]:
            with contextlib.suppress(discord.NotFound, *CUT):  # its reader may have dismissed it
                await self._open.pop(key).delete_original_response()


def is_asked(table: Table) -> bool:
    """Whether the game offers a choice of strengths."""
    return len(offered(table.game)) > 1


def _character(name: str, game: str) -> str:
    """How the bot players of a strength play; empty where nobody says."""
    own = words_of(game).strengths.get(name)
    character = own.character if own is not None else CHARACTERS.get(name, "")
    return _(character)


def how_well(table: Table, usual: str, seated: str = "") -> ui.LayoutView:
    """The question about the strength of a bot player. `usual` is the strength without a choice,
    `seated` the name of the bot player that has just sat down."""
    known = list(reversed(offered(table.game)))
    lines = []
    for name in known:
        title, character = strength_title(name, table.game), _character(name, table.game)
        lines.append(
            _("**{title}** {character}", title=title, character=character)
            if character
            else f"**{title}**"
        )
    buttons: list[Item] = []
    for name in known:
        button: ui.Button[ui.LayoutView] = ui.Button(
            label=short(strength_title(name, table.game), LABEL),
            style=discord.ButtonStyle.success if name == usual else discord.ButtonStyle.secondary,
            custom_id=IN_LOBBY.id(table.id, "bot", name),
        )
        buttons.append(IN_LOBBY(button))
    asked = _("How strong should the bot be?")
    if seated:
        asked = _("{name} joined. Add another?", name=seated)
    return message([asked, "\n".join(lines), *rows(buttons)])
