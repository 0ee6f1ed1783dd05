"""The button in a hand that takes the last move back, or lets another do so."""

from __future__ import annotations

import discord
from discord import ui

from bot.core.model import Table
from cogs.discord.component import Item
from cogs.discord.components import IN_HAND
from cogs.discord.ids import BACKWARDS, HandId
from cogs.discord.layout import short
from cogs.words import _

SIGN = "↩️"


def taking_back(table: Table, seat: int) -> list[Item]:
    """The button for the member in a seat; none while there is nothing to take back, or nothing to
    agree to."""
    mover = table.takes_back
    if mover is None:
        return []
    asked, agrees = (table.seats[each].gives_back is not None for each in (mover, seat))
    if seat == mover:
        label = _("Waiting for the others") if asked else _("Take it back")
        return [_button(table, label, disabled=asked)]
    if not asked or agrees:
        return []
    return [_button(table, _("Let {name} take it back", name=table.seats[mover].name))]


def _button(table: Table, label: str, *, disabled: bool = False) -> Item:
    return IN_HAND(
        ui.Button(
            label=short(label),
            emoji=SIGN,
            style=discord.ButtonStyle.secondary,
            custom_id=str(HandId(table.id, table.version, (BACKWARDS,))),
            disabled=disabled,
        )
    )
