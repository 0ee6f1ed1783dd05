"""The slash commands and entries in menus. Each runs in the language of the member who uses it, if
the bot's `door` (cogs.discord.admission) admits it. A command that only older versions had is
answered with a hint to its replacement."""

from __future__ import annotations

from collections.abc import Mapping
from typing import Any, Final

import discord
from discord import app_commands
from discord.abc import Snowflake

from bot.core.errors import TableError
from cogs.discord.away import is_away
from cogs.discord.errors import NotHere, NotUnderstood, OlderCommand, answering
from cogs.discord.languages import speak_to
from cogs.words import marked

MOVED: Final[Mapping[str, str]] = {
    "table": marked("`/table` has moved. Use `/hand` and press *Show the table*."),
    "watch": marked(
        "`/watch` has moved. Use `/play` without choosing a game to see the open tables."
    ),
    "close": marked(
        "`/close` has moved. Press *More…* at the table, or pick the table in `/play`."
    ),
    "remove": marked(
        "`/remove` has moved. Press *More…* at the table, or pick the table in `/play`."
    ),
    "replay": marked("`/replay` has moved. Press *Replay* under a result, or use `/history`."),
    "verify": marked(
        "`/verify` has moved. Press *Check the shuffle* under a result, or use `/history`."
    ),
    "notify": marked("`/notify` has moved. Use `/me` and press *Pings for new tables…*."),
    "privacy": marked("`/privacy` has moved. Use `/me` and press *Your data…*."),
    "forget-me": marked("`/forget-me` has moved. Use `/me` and press *Your data…*."),
    "appeal": marked("`/appeal` has moved. Press *More…* at the table, or use `/history`."),
    "annul": marked("`/annul` has moved. Press *More…* under a result, or use `/history`."),
    "fairplay": marked(
        "`/fairplay` has moved. Use `/history`, or the *Fair play* tab of `/settings`."
    ),
    "seasons": marked("`/seasons` has moved. Use `/settings` and press *Community*."),
    "shijo": marked("`/shijo` has moved. Use `/help` and press *Ask the Shijo*."),
}
"""By the command's old name: where its function is now."""
OURS: Final = frozenset(kind.value for kind in discord.AppCommandType)
"""The kinds of command that this bot makes. What Discord adds by itself is of another kind: the
Entry Point of Activities (4)."""
IN_ORDER: Final = (
    "play",
    "hand",
    "learn",
    "puzzle",
    "leaderboard",
    "profile",
    "history",
    "challenge",
    "tournament",
    "rules",
    "me",
    "settings",
    "help",
)
"""The commands by how often they are wanted, as Discord is told them; the owner's is of one
server."""
ENTRY_POINT: Final = 4
BY_BOT: Final = 1
"""Discord's handler of an Entry Point that asks the bot, in place of launching by itself. So
whoever may not play is told so, the bot knows which table is meant, and without a table there is a
sentence in the place of an empty frame."""
EVERYWHERE_ONLY: Final = frozenset({"contexts", "integration_types"})
"""What Discord takes of commands alone that are not one server's."""
INVALID_BODY: Final = 50035
"""Discord's code for a body in which something is wrong; the answer says of which command."""


class MovedCommand(TableError):
    """A command of an older version has another name now. The error's template is one of the
    sentences in `MOVED`, which name the new command."""


class SpeakingTree(app_commands.CommandTree[Any]):
    """The registered commands of the bot (discord.py's command tree). Each command and each
    suggestion for its options runs in the language of the member who asks."""

    async def _call(self, interaction: discord.Interaction[Any]) -> None:
        """Run a command, or a suggestion, if the bot's `door` (cogs.discord.admission) admits it.
        Each runs in a task of its own, so the language that is set here need not be reset. Any
        error of a command is answered here."""
        if not await interaction.client.door.lets_in(interaction):
            interaction.command_failed = True
            return
        await speak_to(interaction)
        suggests = interaction.type is discord.InteractionType.autocomplete
        if suggests and interaction.command is None:
            await interaction.response.autocomplete([])
        elif is_away(interaction) and not is_for_users(interaction.command):
            if suggests:
                await interaction.response.autocomplete([])
                return
            async with answering(interaction):
                raise NotHere(link=interaction.client.invite_link)
        elif suggests:
            await super()._call(interaction)
        else:
            async with answering(interaction):
                await self._run(interaction)

    async def _run(self, interaction: discord.Interaction[Any]) -> None:
        data: Any = interaction.data or {}
        if data.get("type") == ENTRY_POINT:
            await self._enter(interaction)
            return
        try:
            await super()._call(interaction)
        except app_commands.CommandInvokeError as error:
            raise error.original from None
        except app_commands.CommandNotFound as error:
            if error.name in MOVED:
                raise MovedCommand(MOVED[error.name]) from error
            raise OlderCommand from error
        except app_commands.CommandSignatureMismatch as error:
            raise OlderCommand from error
        except app_commands.TransformerError as error:
            raise NotUnderstood from error

    async def _enter(self, interaction: discord.Interaction[Any]) -> None:
        """Answer the Entry Point command, which discord.py doesn't know. Discord may still send it
        after the Activity was switched off."""
        if self.client.entry_point is None:
            raise OlderCommand
        await self.client.entry_point(interaction)

    async def sync(self, *, guild: Snowflake | None = None) -> list[app_commands.AppCommand]:
        """Register the commands with Discord, instead of discord.py's own `sync`; returns them as
        Discord has them.

        The global commands are read first, and those that aren't ours are sent back with ours. This
        is needed because once Activities are switched on, Discord refuses a list without their
        Entry Point (400, code 50240), a kind of command that discord.py doesn't know. The Entry
        Point is changed only if the bot answers it. Raises discord.HTTPException,
        CommandSyncFailure, MissingApplicationID."""
        application_id, http = self.client.application_id, self.client.http
        if application_id is None:
            raise app_commands.MissingApplicationID
        commands = sorted(self.get_commands(guild=guild), key=_place)
        told = [await self._payload(command) for command in commands]
        try:
            if guild is None:
                known: list[Any] = list(await http.get_global_commands(application_id))
                others = [self._kept(each) for each in known if each.get("type", 1) not in OURS]
                taken = await http.bulk_upsert_global_commands(application_id, [*told, *others])
            else:
                bare = [_without(payload, EVERYWHERE_ONLY) for payload in told]
                taken = await http.bulk_upsert_guild_commands(application_id, guild.id, bare)
        except discord.HTTPException as error:
            if error.code == INVALID_BODY:
                raise app_commands.CommandSyncFailure(error, commands) from None
            raise
        return [app_commands.AppCommand(data=each, state=self._state) for each in taken]

    def _kept(self, other: dict[str, Any]) -> dict[str, Any]:
        """Return a registered command that is not one of ours, in the form in which it is sent back
        to Discord. If it is the Entry Point command and the bot answers it, this is noted in it."""
        if other.get("type") == ENTRY_POINT and self.client.entry_point is not None:
            return {**other, "handler": BY_BOT}
        return other

    async def _payload(self, command: Any) -> dict[str, Any]:
        translator = self.translator
        payload: dict[str, Any] = (
            command.to_dict(self)
            if translator is None
            else await command.get_translated_payload(self, translator)
        )
        return payload


def _place(command: Any) -> int:
    """The index of a command in `IN_ORDER`; commands that are not in it come after all others."""
    return IN_ORDER.index(command.name) if command.name in IN_ORDER else len(IN_ORDER)


def is_for_users(command: Any) -> bool:
    """Return whether users can install a command for themselves, so that it also works in places
    without the bot. True for a command that isn't known here, which is refused elsewhere."""
    installs = None if command is None else _root(command).allowed_installs
    return command is None or (installs is not None and installs.user)


def _root(command: Any) -> Any:
    """The outermost group that a command belongs to, or else the command itself."""
    return getattr(command, "root_parent", None) or command


def _without(payload: dict[str, Any], keys: frozenset[str]) -> dict[str, Any]:
    return {key: value for key, value in payload.items() if key not in keys}


async def passed_on(_: discord.Interaction[Any], error: app_commands.AppCommandError) -> None:
    """The tree's error handler: it raises errors again, so that `SpeakingTree` answers them;
    discord.py's own handler would only log them."""
    raise error
