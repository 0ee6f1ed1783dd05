"""The table in play and after it: its buttons, and `/table`."""

from __future__ import annotations

import re

from discord import app_commands
from discord.app_commands import locale_str

from bot.core.model import Phase, Table
from cogs.discord.cog import ShijoCog
from cogs.discord.component import on_press
from cogs.discord.components import ON_TABLE
from cogs.discord.errors import NoTableHere, OlderShijo, tell
from cogs.discord.interactions import Interaction, anywhere, link, person, pressed_table, scope
from cogs.edits.answers import answered
from cogs.edits.message_sync import MessageSync
from cogs.table.hand.command import Hands
from cogs.table.leaving import ACTIONS, Leaving
from cogs.table.lobby.command import Lobbies
from cogs.table.message.public_message import title_of
from cogs.table.message.rematch import DECLINE, REMATCH
from cogs.table.rules import rules_message
from cogs.table.upkeep import sync_of
from cogs.words import _


class Seats(ShijoCog):
    """Answers presses on a table's public message, and brings it back."""

    @property
    def sync(self) -> MessageSync:
        """What keeps the messages of tables up to date."""
        return sync_of(self.bot)

    @app_commands.command(
        name=locale_str("table"),
        description=locale_str("Bring the table back to the bottom of the channel"),
    )
    @anywhere
    async def table(self, interaction: Interaction) -> None:
        """`/table`: posts this channel's newest table anew for those who sit there; links for all
        others."""
        here = await self.bot.tables.where.open_in(interaction.channel_id or 0)
        mine = [table for table in here if table.seat_of(interaction.user.id) is not None]
        if mine:
            await self.bring(interaction, mine[0])
            return
        elsewhere = await self.bot.tables.where.seated(scope(interaction), interaction.user.id)
        if not here and not elsewhere:
            raise NoTableHere
        await tell(
            interaction,
            "\n".join(f"{title_of(table)}: {link(table)}" for table in [*here, *elsewhere]),
        )

    async def bring(self, interaction: Interaction, table: Table) -> None:
        """Posts the table's message anew as the answer, and deletes the old one, unless it is a
        result: that stays where it is."""
        async with self.sync.holding(table.id) as hold:
            drawn = await self.sync.public(table)
            shown = await answered(
                interaction,
                interaction.response.send_message(**drawn.new),
            )
            if shown is not None:
                await self.sync.placed(table, shown)
            hold.shows(table)
        if table.message_id is not None and table.phase is not Phase.OVER:
            await self.sync.remove(table.channel_id, table.message_id)

    @on_press(ON_TABLE)
    async def pressed(self, interaction: Interaction, match: re.Match[str]) -> None:
        """A press on a button of the table, or in the menus that it opens."""
        table = await pressed_table(interaction, match["table"])
        match match["action"]:
            case "hand":
                await self.bot.cog(Hands).open(interaction, table)
            case "rules":
                view = rules_message(table.game, table)
                await interaction.response.send_message(view=view, ephemeral=True)
            case "back":
                await self._back(interaction, table)
            case action if action in ACTIONS:
                await self.bot.cog(Leaving).act(interaction, table, action, match["detail"] or "")
            case "again":
                await self._again(interaction, table)
            case action if action in (REMATCH, DECLINE):
                plays = action == REMATCH
                await self.bot.cog(Hands).answer_rematch(interaction, table, plays=plays)
            case _:
                raise OlderShijo

    async def _back(self, interaction: Interaction, table: Table) -> None:
        async with self.sync.holding(table.id) as hold:
            update = await self.bot.tables.back(table.id, interaction.user.id)
            await self.sync.answer(interaction, update.table, hold)

    async def _again(self, interaction: Interaction, table: Table) -> None:
        """Another game at the table; at one that was closed meanwhile, a new table by its rules,
        for whoever may open one."""
        if table.phase is Phase.CLOSED:
            await self.bot.cog(Lobbies).begin(interaction, table.game, like=table)
            return
        hands = self.bot.cog(Hands)
        pressed = interaction.message
        in_hand = pressed is not None and pressed.flags.ephemeral and not table.is_pocket
        async with self.sync.holding(table.id) as hold:
            update = await self.bot.tables.rematch(table.id, person(interaction), interaction.id)
            if update.table.message_id is None:
                await self.sync.open(interaction, update.table, hold)
            elif in_hand:
                await hands.open(interaction, update.table)
                return
            else:
                await tell(
                    interaction, _("You're playing again: {table}", table=link(update.table))
                )
        if in_hand:
            await hands.open_below(interaction, table)
