"""The choice of a bot player's strength."""

from __future__ import annotations

from typing import Final

import discord
from discord import ui

from bot.domain.model import Table
from cogs.gateway.ids import in_lobby
from cogs.gateway.items import LobbyItem
from cogs.gateway.layout import LABEL, message, rows, short
from cogs.words import _, marked
from cogs.words.game import strength_title
from games.players import offered

CHARACTERS: Final = {
    "beginner": marked("overlooks cards, as on a first evening"),
    "casual": marked("plays well and forgets what was played"),
    "skilled": marked("remembers every card"),
    "master": marked("thinks ahead; hard to beat"),
    "greedy": marked("plays the cheapest card that fits"),
    "random": marked("plays anything that is allowed"),
}
"""Descriptions of the strengths of our own players."""


def is_asked(table: Table) -> bool:
    """Whether the game offers a choice of strengths."""
    return len(offered(table.game)) > 1


def how_well(table: Table, usual: str, seated: str = "") -> ui.LayoutView:
    """The question about the strength of a bot player. `usual` is the strength without a choice,
    `seated` the name of the bot player that has just sat down."""
    known = list(reversed(offered(table.game)))
    lines = []
    for name in known:
        title = strength_title(name)
        lines.append(
            _("**{title}** {character}", title=title, character=_(CHARACTERS[name]))
            if name in CHARACTERS
            else f"**{title}**"
        )
    buttons: list[LobbyItem] = []
    for name in known:
        button: ui.Button[ui.LayoutView] = ui.Button(
            label=short(strength_title(name), LABEL),
            style=discord.ButtonStyle.success if name == usual else discord.ButtonStyle.secondary,
            custom_id=in_lobby(table.id, "bot", name),
        )
        buttons.append(LobbyItem(button))
    asked = _("How well is the bot player to play?")
    if seated:
        asked = _("{name} sits at the table. Another one?", name=seated)
    return message([asked, "\n".join(lines), *rows(buttons)])
