"""The commands: each passes the door, and runs in the language of the member who asks."""

from __future__ import annotations

from typing import Any, Final

import discord
from discord import app_commands
from discord.abc import Snowflake

from cogs.discord.errors import NotUnderstood, OlderCommand, answering
from cogs.discord.languages import speak_to

OURS: Final = frozenset(kind.value for kind in discord.AppCommandType)
"""The kinds of command that this bot makes. What Discord adds by itself is of another kind: the
Entry Point of Activities (4)."""


class SpeakingTree(app_commands.CommandTree[Any]):
    """The commands. Each command and suggestion runs in the language of the member who asks."""

    async def _call(self, interaction: discord.Interaction[Any]) -> None:
        """Run a command, or a suggestion, that the door lets in. Each is a task of its own, so the
        language need not be reset. Whatever a command raises is answered here."""
        if not await interaction.client.door.lets_in(interaction):
            interaction.command_failed = True
            return
        await speak_to(interaction)
        if interaction.type is discord.InteractionType.autocomplete:
            await super()._call(interaction)
            return
        async with answering(interaction):
            try:
                await super()._call(interaction)
            except app_commands.CommandInvokeError as error:
                raise error.original from None
            except (app_commands.CommandNotFound, app_commands.CommandSignatureMismatch) as error:
                raise OlderCommand from error
            except app_commands.TransformerError as error:
                raise NotUnderstood from error

    async def on_error(
        self, _: discord.Interaction[Any], error: app_commands.AppCommandError, /
    ) -> None:
        """Raises the error once more, for `_call`: discord.py alone would only log it."""
        raise error

    async def sync(self, *, guild: Snowflake | None = None) -> list[app_commands.AppCommand]:
        """Tell Discord the commands, in place of discord.py's own `sync`; returns them as Discord
        has them.

        Those everywhere are read first, and what is not ours is sent back as it is: once Activities
        are switched on, Discord refuses a list without their Entry Point (400, code 50240), a kind
        of command that discord.py doesn't know. Raises discord.HTTPException, CommandSyncFailure,
        MissingApplicationID.
        """
        if guild is not None:
            return await super().sync(guild=guild)
        application_id, http = self.client.application_id, self.client.http
        if application_id is None:
            raise app_commands.MissingApplicationID
        known: list[Any] = list(await http.get_global_commands(application_id))
        commands = self.get_commands()
        told = [await self._payload(command) for command in commands]
        others = [each for each in known if each.get("type", 1) not in OURS]
        try:
            taken = await http.bulk_upsert_global_commands(application_id, [*told, *others])
        except discord.HTTPException as error:
            if error.code == INVALID_BODY:
                raise app_commands.CommandSyncFailure(error, commands) from None
            raise
        return [app_commands.AppCommand(data=each, state=self._state) for each in taken]

    async def _payload(self, command: Any) -> dict[str, Any]:
        translator = self.translator
        payload: dict[str, Any] = (
            command.to_dict(self)
            if translator is None
            else await command.get_translated_payload(self, translator)
        )
        return payload


INVALID_BODY: Final = 50035
"""Discord's code for a body in which something is wrong; the answer says of which command."""
