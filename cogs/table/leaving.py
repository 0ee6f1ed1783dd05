"""Leaving and closing a table, and removing a player, by the buttons *Resign* and *More…*."""

from __future__ import annotations

import re
from typing import Final

import discord
from discord import ui

from bot.core.errors import NoSuchTable, StaleTable
from bot.core.model import Phase, Table
from cogs.discord.components import ON_TABLE, PICK_MORE, Item, on_press
from cogs.discord.interactions import Interaction, may_see, permissions_in, pressed_table
from cogs.discord.layout import message, rows
from cogs.discord.presses import Input
from cogs.table.message.menu import more_menu
from cogs.table.upkeep import TableCog
from cogs.words import _
from cogs.words.names import escaped

ACTIONS: Final = frozenset({"resign", "resign-yes", "more", "remove", "close", "close-yes"})
"""The actions of table buttons that this cog answers."""


class Leaving(TableCog):
    """A cog that handles members who leave a table, and votes about members who don't come back."""

    @on_press(PICK_MORE)
    async def picked(self, interaction: Interaction, _match: re.Match[str]) -> None:
        """Answer the choice of a table from the list of open tables: show the table's menu. Raises
        NoSuchTable if the table doesn't exist any more, or is in a channel that the member may not
        see. Also raises NoSuchTable if the table belongs neither to this server or chat nor to the
        member's pocket."""
        table = await pressed_table(interaction, Input.by(interaction).first)
        if not may_see(interaction, table.channel_id):
            raise NoSuchTable
        await self._more(interaction, table)

    async def _more(self, interaction: Interaction, table: Table, about: str = "") -> None:
        """Show the menu behind the button *More…*. `about` is the last part of the pressed button's
        custom id. In the message of a result, it is the number of the finished game, a dot, and the
        beginning of the next shuffle's hash. In other messages, it is empty."""
        number = about.partition(".")[0]
        view = more_menu(
            table,
            interaction.user.id,
            moderates=moderates(interaction, table),
            has_board=self.bot.has_board,
            result=int(number) if number.isdecimal() else None,
        )
        await interaction.response.send_message(view=view, ephemeral=True)

    async def act(self, interaction: Interaction, table: Table, action: str, detail: str) -> None:
        """Carry out `action`, which a button in `ACTIONS` asks for, such as `resign` or `close`.
        `detail` is the last part of the button's custom id. Raises TableErrors."""
        match action:
            case "resign":
                loses = await self.bot.tables.resigning_is_a_loss(table.id, interaction.user.id)
                view = resigning_question(table, loses=loses)
                await interaction.response.send_message(view=view, ephemeral=True)
            case "more":
                await self._more(interaction, table, detail)
            case "close":
                await self.bot.tables.check_closing(
                    table.id, interaction.user.id, moderator=moderates(interaction, table)
                )
                view = closing_question(table)
                if interaction.message is not None and interaction.message.flags.ephemeral:
                    await interaction.response.edit_message(view=view)
                else:
                    await interaction.response.send_message(view=view, ephemeral=True)
            case _:
                _must_be_about(table, detail)
                async with self.sync.messages.holding(table.id):
                    view = await self._done(interaction, table, action)
                    await interaction.response.edit_message(view=view)

    async def _done(self, interaction: Interaction, table: Table, action: str) -> ui.LayoutView:
        """Carry out an action that the member has confirmed. Return the message that says that it
        was done."""
        if action == "resign-yes":
            await self.bot.tables.resign(table.id, interaction.user.id)
            return message([_("You've resigned.")])
        if action == "remove":
            return await self._vote(interaction, table, Input.by(interaction).number)
        moderator = moderates(interaction, table)
        await self.bot.tables.close(table.id, interaction.user.id, moderator=moderator)
        return message([_("Table closed.")])

    async def _vote(self, interaction: Interaction, table: Table, member_id: int) -> ui.LayoutView:
        seat = table.seat_of(member_id)
        if seat is None:
            raise StaleTable
        name = f"**{escaped(table.seats[seat].name)}**"
        update = await self.bot.tables.vote_out(
            table.id, interaction.user.id, seat, moderator=moderates(interaction, table)
        )
        now = update.table.seat_of(member_id)
        votes = (
            update.table.seats[now].votes
            if now is not None and not update.happenings
            else frozenset()
        )
        if votes and update.table.phase is not Phase.OVER:
            return message(
                [
                    _(
                        "You've voted to remove {name}. More than half of the other "
                        "players have to agree.",
                        name=name,
                    )
                ]
            )
        return message([_("{name} has been removed.", name=name)])


def moderates(interaction: Interaction, table: Table) -> bool:
    """Return whether the member may moderate this table. In a server this needs the permission to
    manage messages in the table's channel, wherever the member presses. In their direct messages
    and in their pocket (where they play alone) members always may."""
    return table.is_private or permissions_in(interaction, table.channel_id).manage_messages


def _must_be_about(table: Table, detail: str) -> None:
    if detail != str(table.game_number):
        raise StaleTable(_("That button is from a game that's already over."))


def resigning_question(table: Table, *, loses: bool) -> ui.LayoutView:
    """Return the question whether to resign. With `loses`, the question says that resigning counts
    as a loss."""
    yes = _danger(table, "resign-yes", _("Yes, resign"))
    asked = (
        _("Resign? It'll count as a loss.")
        if loses
        else _("Resign? The game won't count for anyone.")
    )
    return message([asked, *rows([yes])])


def closing_question(table: Table) -> ui.LayoutView:
    """Return the question whether to close the table."""
    asked = {
        Phase.PLAYING: _("Close this table? The current game won't count."),
        Phase.QUARANTINED: _(
            "Close this table for good? It won't come back, even if the problem gets fixed."
        ),
    }.get(table.phase, _("Close this table?"))
    return message([asked, *rows([_danger(table, "close-yes", _("Yes, close the table"))])])


def _danger(table: Table, action: str, label: str) -> Item:
    custom_id = ON_TABLE.id(table.id, action, table.game_number)
    return ON_TABLE(ui.Button(label=label, style=discord.ButtonStyle.danger, custom_id=custom_id))
