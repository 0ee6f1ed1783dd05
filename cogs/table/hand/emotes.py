"""Emotes in a hand: the button that offers them, and the four of them."""

from __future__ import annotations

from dataclasses import replace

import discord
from discord import ui

from bot.core.model import FORGOTTEN, Table
from bot.preferences.model import MemberSettings
from cogs.discord.component import Item
from cogs.discord.components import IN_HAND
from cogs.discord.ids import TALK, HandId
from cogs.discord.layout import message, rows
from cogs.words import _
from cogs.words.emotes import SIGNS
from games.core import View


def are_offered(table: Table, view: View, wanted: MemberSettings) -> bool:
    """Whether the hand of a seat with this view offers emotes: to members who want them, where
    another member sits at the table."""
    seat = view.seat or 0
    others = {each.member_id for place, each in enumerate(table.seats) if place != seat}
    return (
        table.emotes
        and wanted.emotes
        and not view.seats[seat].resigned
        and bool(others - {None, FORGOTTEN})
    )


def without(table: Table) -> Table:
    """The table as those see it who want no emotes."""
    return replace(table, seats=tuple(replace(seat, said=None) for seat in table.seats))


def talk_button(table: Table) -> Item:
    """The button that offers the emotes."""
    return _button(table, "💬", TALK)


def emotes_message(table: Table) -> ui.LayoutView:
    """The four emotes, for the member who asked for them."""
    told = _("Everyone sees it at your seat until your next move.")
    return message(
        [f"-# {told}", *rows([_button(table, SIGNS[each], TALK, each) for each in SIGNS])]
    )


def _button(table: Table, sign: str, *words: str) -> Item:
    return IN_HAND(
        ui.Button(
            emoji=sign,
            style=discord.ButtonStyle.secondary,
            custom_id=str(HandId(table.id, table.version, words)),
        )
    )
