"""`/help`, and its buttons, each of which runs a command."""

from __future__ import annotations

import re
from typing import Any

from discord import app_commands
from discord.app_commands import locale_str

from cogs.discord.away import is_away
from cogs.discord.cog import ShijoCog
from cogs.discord.components import RUN_COMMAND, on_press
from cogs.discord.errors import NotHere, OlderShijo
from cogs.discord.interactions import Interaction, everywhere, scope
from cogs.discord.tree import is_for_users
from cogs.help.message import help_message, missing_here


class Help(ShijoCog):
    """A cog that tells members what they can do now (`/help`), with a button for each command. A
    press on such a button runs its command."""

    @app_commands.command(
        name=locale_str("help"), description=locale_str("Get started, and see who runs Shijo")
    )
    @everywhere
    async def help(self, interaction: Interaction) -> None:
        """`/help`: answers the member alone."""
        tables = await self.bot.tables.where.seated(scope(interaction), interaction.user.id)
        view = help_message(
            tables, self.bot.settings.host, missing_here(interaction), away=is_away(interaction)
        )
        await interaction.response.send_message(view=view, ephemeral=True)

    @on_press(RUN_COMMAND)
    async def pressed(self, interaction: Interaction, match: re.Match[str]) -> None:
        """Run the command that the button names. If the button also names a game, run the command
        with this game, otherwise without options. Raises OlderShijo if there is no command of that
        name and with that option, and NotHere if the command can't be used in this place."""
        command: Any = self.bot.tree.get_command(match["command"])
        given = {} if match["game"] is None else {"game": match["game"]}
        if not isinstance(command, app_commands.Command) or not _takes(command, given):
            raise OlderShijo
        if is_away(interaction) and not is_for_users(command):
            raise NotHere(link=self.bot.invite_link)
        run: Any = command.callback
        await run(command.binding, interaction, **given)


def _takes(command: app_commands.Command[Any, ..., Any], given: dict[str, str]) -> bool:
    """Return whether a command has the options in `given`, and requires no others."""
    named = {parameter.name for parameter in command.parameters}
    needed = {parameter.name for parameter in command.parameters if parameter.required}
    return needed <= set(given) <= named
