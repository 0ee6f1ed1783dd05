"""Leaving and closing a table, and removing a player: the *Resign* and *More…* buttons, `/remove`
and `/close`."""

from __future__ import annotations

from collections.abc import Sequence
from typing import Final

import discord
from discord import app_commands, ui
from discord.app_commands import locale_str

from bot.core.errors import NotDesertedByPost, NotSeated, StaleTable, TableError
from bot.core.model import Phase, Seat, Speed, Table
from bot.core.scope import is_private
from bot.core.table_ids import sitting_of
from cogs.discord.cog import ShijoCog
from cogs.discord.component import Item
from cogs.discord.components import ON_TABLE
from cogs.discord.errors import NoTableHere
from cogs.discord.input import Input
from cogs.discord.interactions import Interaction, anywhere, scope
from cogs.discord.layout import LABEL, OPTIONS, Block, line, message, rows, short
from cogs.edits.message_sync import MessageSync
from cogs.table.message.seal import whole_seal
from cogs.table.upkeep import sync_of
from cogs.words import _, marked
from cogs.words.names import escaped, name_of

ACTIONS: Final = frozenset({"resign", "resign-yes", "more", "remove", "close", "close-yes"})
"""The actions of table buttons that this cog answers."""


class NotSeatedHere(NotSeated):
    """The member to remove sits at no table of this channel."""

    template = marked("{name} isn't at any table in this channel.")


class Leaving(ShijoCog):
    """Handles members who leave, and votes about those who don't come back."""

    @property
    def sync(self) -> MessageSync:
        """What keeps the messages of tables up to date."""
        return sync_of(self.bot)

    @app_commands.command(
        name=locale_str("remove"), description=locale_str("Vote to remove someone from the table")
    )
    @app_commands.rename(member=locale_str("member"))
    @app_commands.describe(member=locale_str("The player to remove (moderators don't need a vote)"))
    @app_commands.guild_only()
    async def remove(self, interaction: Interaction, member: discord.User) -> None:
        """`/remove member`: a vote at the newest table of this channel where the member sits; a
        moderator decides."""
        tables = await self.bot.tables.where.open_in(interaction.channel_id or 0)
        seated = [
            table
            for table in tables
            if table.phase is not Phase.OVER and table.seat_of(member.id) is not None
        ]
        if not seated:
            raise NotSeatedHere(name=name_of(member))
        said = await self._vote(interaction, seated[0], member.id)
        await interaction.response.send_message(view=said, ephemeral=True)

    @app_commands.command(
        name=locale_str("close"), description=locale_str("Close this channel's table")
    )
    @anywhere
    async def close(self, interaction: Interaction) -> None:
        """`/close`: asks once; of several tables, about the newest that the member may close, those
        where they sit before others. Says why when there is none."""
        tables = await self.bot.tables.where.closable_in(interaction.channel_id or 0)
        if not tables:
            raise NoTableHere
        member_id = interaction.user.id
        table = await self._closable(
            interaction, sorted(tables, key=lambda each: each.seat_of(member_id) is None)
        )
        view = closing_question(table)
        await interaction.response.send_message(view=view, ephemeral=True)

    async def act(self, interaction: Interaction, table: Table, action: str, detail: str) -> None:
        """One of `ACTIONS`. Raises TableErrors."""
        match action:
            case "resign":
                loses = await self.bot.tables.resigning_is_a_loss(table.id, interaction.user.id)
                view = resigning_question(table, loses=loses)
                await interaction.response.send_message(view=view, ephemeral=True)
            case "more":
                view = more_menu(table, interaction.user.id)
                await interaction.response.send_message(view=view, ephemeral=True)
            case "close":
                view = closing_question(await self._closable(interaction, [table]))
                if interaction.message is not None and interaction.message.flags.ephemeral:
                    await interaction.response.edit_message(view=view)
                else:
                    await interaction.response.send_message(view=view, ephemeral=True)
            case _:
                _must_be_about(table, detail)
                async with self.sync.holding(table.id):
                    view = await self._done(interaction, table, action)
                    await interaction.response.edit_message(view=view)

    async def _closable(self, interaction: Interaction, tables: Sequence[Table]) -> Table:
        """The first of these tables that the member may close. Raises the refusal for the first
        table when there is none."""
        refusals: list[TableError] = []
        for table in tables:
            try:
                await self.bot.tables.check_closing(
                    table.id, interaction.user.id, moderator=moderates(interaction)
                )
            except TableError as refusal:
                refusals.append(refusal)
            else:
                return table
        raise refusals[0]

    async def _done(self, interaction: Interaction, table: Table, action: str) -> ui.LayoutView:
        """Run a confirmed action, and tell the member."""
        if action == "resign-yes":
            await self.bot.tables.resign(table.id, interaction.user.id)
            return message([_("You've resigned.")])
        if action == "remove":
            return await self._vote(interaction, table, Input.by(interaction).number)
        moderator = moderates(interaction)
        await self.bot.tables.close(table.id, interaction.user.id, moderator=moderator)
        return message([_("Table closed.")])

    async def _vote(self, interaction: Interaction, table: Table, member_id: int) -> ui.LayoutView:
        seat = table.seat_of(member_id)
        if seat is None:
            raise StaleTable
        name = f"**{escaped(table.seats[seat].name)}**"
        update = await self.bot.tables.vote_out(
            table.id, interaction.user.id, seat, moderator=moderates(interaction)
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
                        "You've voted to remove {name}. More than half of the others "
                        "have to agree.",
                        name=name,
                    )
                ]
            )
        return message([_("{name} has been removed.", name=name)])


def moderates(interaction: Interaction) -> bool:
    """Whether the member may manage messages in this channel, and so tables too. In their own
    direct messages or pocket they always may."""
    return is_private(scope(interaction)) or interaction.permissions.manage_messages


def _must_be_about(table: Table, detail: str) -> None:
    if detail != str(table.game_number):
        raise StaleTable(_("That was for an earlier game, which is over."))


def resigning_question(table: Table, *, loses: bool) -> ui.LayoutView:
    """Asks whether to resign; `loses`: it would count as a loss."""
    yes = _danger(table, "resign-yes", _("Yes, resign"))
    asked = _("Resign? It counts as a loss.") if loses else _("Resign? It won't count for anyone.")
    return message([asked, *rows([yes])])


def closing_question(table: Table) -> ui.LayoutView:
    """Asks whether to close the table."""
    asked = {
        Phase.PLAYING: _("Close this table? The current game won't count."),
        Phase.QUARANTINED: _(
            "Close this table? You won't be able to reopen it, even once what's missing is back."
        ),
    }.get(table.phase, _("Close this table?"))
    return message([asked, *rows([_danger(table, "close-yes", _("Yes, close the table"))])])


def more_menu(table: Table, member_id: int) -> ui.LayoutView:
    """The menu *More…*: remove a player, close the table, the host's actions, and the whole seal of
    the shuffle. Of a table in the member's pocket: what they can do there."""
    if table.is_pocket:
        choices = (("rules", _("Rules")), ("resign", _("Resign")), ("close", _("Close the table…")))
        buttons = [_plain(table, action, label) for action, label in choices]
        return message([f"-# {whole_seal(table.secret_hash)}", *rows(buttons)])
    host = next((seat for seat in table.seats if seat.member_id == table.host_id), None)
    rights = (
        _(
            "{name} is the host. They choose the rules, start the game and can close the lobby.",
            name=f"**{escaped(host.name)}**",
        )
        if host is not None
        else _("The host has left.")
    )
    if sitting_of(table.id) is not None:
        rights = _("This is a tournament table, so it has no host.")
    others = [
        seat
        for seat in table.seats
        if seat.member_id is not None and seat.member_id > 0 and seat.member_id != member_id
    ]
    blocks: list[Block] = [
        f"-# {rights}",
        f"-# {whole_seal(table.secret_hash)}",
        _(
            "To remove someone, more than half of the others must agree. Moderators "
            "can do it right away."
        ),
    ]
    if others:
        blocks.append(ui.ActionRow(_removable(table, others)))
    return message(
        [
            *blocks,
            line(),
            _(NotDesertedByPost.template)
            if table.speed is Speed.BY_POST
            else _("If nobody moves for a day, any player can close the table."),
            *rows([_plain(table, "close", _("Close the table…"))]),
        ]
    )


def _removable(table: Table, others: list[Seat]) -> Item:
    options = [
        discord.SelectOption(label=short(seat.name, LABEL), value=str(seat.member_id))
        for seat in others[:OPTIONS]
    ]
    select: ui.Select[ui.LayoutView] = ui.Select(
        custom_id=ON_TABLE.id(table.id, "remove", table.game_number),
        placeholder=_("Remove…"),
        options=options,
    )
    return ON_TABLE(select)


def _plain(table: Table, action: str, label: str) -> Item:
    grey, custom_id = discord.ButtonStyle.secondary, ON_TABLE.id(table.id, action)
    return ON_TABLE(ui.Button(label=label, style=grey, custom_id=custom_id))


def _danger(table: Table, action: str, label: str) -> Item:
    custom_id = ON_TABLE.id(table.id, action, table.game_number)
    return ON_TABLE(ui.Button(label=label, style=discord.ButtonStyle.danger, custom_id=custom_id))
