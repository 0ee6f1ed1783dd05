"""The question to a player of a table's last game, in their open hand message, whether they play
the next game."""

from __future__ import annotations

from typing import Final

import discord
from discord import ui

from bot.core.model import Table
from bot.core.scope import sitting_of
from cogs.discord.components import ON_TABLE
from cogs.discord.layout import message, rows
from cogs.words import _
from cogs.words.names import escaped

REMATCH: Final = "rematch"
DECLINE: Final = "decline"
"""The action of the button with which a player says no to the next game. `REMATCH` is the action of
the other button."""


def is_asked_again(table: Table, member_id: int) -> bool:
    """Return whether this member, a player of the table's last game, is being asked whether they
    play the next game. This is so when somebody else has asked for another game."""
    awaited = any(seat.member_id == member_id for seat in table.awaited)
    return awaited and sitting_of(table.id) is None


def rematch_question(table: Table) -> ui.LayoutView:
    """Return the message that asks a player of the last game whether they play the next one, with a
    button for each answer."""
    names = (each.name for each in table.seats if each.member_id == table.host_id)
    asked = _("**{name}** wants a rematch. Play again?", name=escaped(next(names, "?")))
    green, grey = discord.ButtonStyle.success, discord.ButtonStyle.secondary
    buttons = [
        ON_TABLE(ui.Button(label=label, style=style, custom_id=ON_TABLE.id(table.id, action)))
        for action, label, style in (
            (REMATCH, _("Play again"), green),
            (DECLINE, _("Not this time"), grey),
        )
    ]
    return message([asked, *rows(buttons)])
