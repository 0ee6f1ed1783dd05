"""The cog that answers presses in the panel where a table's options are chosen."""

from __future__ import annotations

import re
from typing import Any

import discord

from bot.core.errors import BadChoice, WrongPhase
from bot.core.model import Phase, Table
from cogs.discord.away import manages
from cogs.discord.components import IN_OPTIONS, on_press
from cogs.discord.errors import NotUnderstood, OlderShijo, must_manage, sentence
from cogs.discord.interactions import Interaction, pressed_table
from cogs.discord.presses import Input, number_of
from cogs.table.lobby.options_panel import SWITCHES, name_form, options_panel, values_of_field
from cogs.table.lobby.rulings import changed
from cogs.table.message.public_message import kind_of
from cogs.table.upkeep import TableCog
from cogs.words import _
from cogs.words.names import escaped
from games.errors import GameError


class GameChoices(TableCog):
    """A cog that answers presses in the panel of options."""

    @on_press(IN_OPTIONS)
    async def pressed(self, interaction: Interaction, match: re.Match[str]) -> None:
        """Answer a press in the panel of options: on an option (its values are then shown), on a
        value, on the button back to all options, on the button of a setting that can be on or off,
        on a seat, on a bot player to be added, or on the button that saves the rules. That button
        opens a modal, and this method answers the modal as well. A refused change is shown as a
        line in the panel. Raises WrongPhase if the table is no longer a lobby."""
        table = await pressed_table(interaction, match["table"])
        if table.phase is not Phase.LOBBY:
            raise WrongPhase
        if match["action"] == "save" and interaction.type is discord.InteractionType.component:
            must_manage(interaction)
            await interaction.response.send_modal(name_form(table))
            return
        field, notice, moving = "", "", None
        entered = Input.by(interaction)
        try:
            match match["action"]:
                case "field":
                    field = entered.first
                case "back":
                    field = ""
                case "seat":
                    moving = entered.number
                case "save":
                    notice = await self._save(interaction, table, entered.first)
                case action:
                    detail = match["detail"] or ""
                    table = await self._change(interaction, table, action, detail, entered)
        except (BadChoice, GameError) as refusal:
            notice = sentence(refusal)
        view = options_panel(
            table,
            interaction.user.id,
            field=field,
            notice=notice,
            moving=moving,
            manages=manages(interaction),
        )
        await interaction.response.edit_message(view=view)

    async def _change(
        self, interaction: Interaction, table: Table, action: str, detail: str, entered: Input
    ) -> Table:
        """Make the change that a press in the options asks for, and return the changed table.
        `action` and `detail` are parts of the custom id, and `entered` is what the member chose.
        Raises OlderShijo if this version doesn't know the `action`."""
        tables, member_id = self.bot.tables, interaction.user.id
        match action:
            case "value":
                return await self._choose(interaction, table, detail, entered.number)
            case "place":
                places = number_of(detail), entered.number
                return (await tables.move_seat(table.id, member_id, *places)).table
            case switch if switch in SWITCHES:
                field = SWITCHES[switch]
                turned: dict[str, Any] = {field: not getattr(table, field)}
                return (await tables.choose(table.id, member_id, **turned)).table
            case "bot":
                return (await tables.invite_bot(table.id, member_id, entered.first)).table
            case _:
                raise OlderShijo

    async def _save(self, interaction: Interaction, table: Table, name: str) -> str:
        """Save the table's rules as a preset of the server under this name (a house preset). Return
        the sentence that confirms this."""
        must_manage(interaction)
        kind = kind_of(table)
        changes = dict(changed(kind, table)) if kind is not None else {}
        await self.bot.tables.preferences.save_preset(
            table.guild_id,
            table.game,
            name,
            preset=table.preset,
            options=changes,
            by=interaction.user.id,
        )
        # The lobby offers it from now on.
        self.sync.show_anew(table)
        return _("Saved as {name}.", name=escaped(name))

    async def _choose(
        self, interaction: Interaction, table: Table, field: str, number: int
    ) -> Table:
        kind = kind_of(table)
        values = values_of_field(kind.Options, field) if kind else []
        if number >= len(values):
            raise NotUnderstood
        update = await self.bot.tables.choose(
            table.id, interaction.user.id, options={field: values[number]}
        )
        return update.table
