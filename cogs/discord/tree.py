"""The slash commands and entries in menus. Each command runs in the language of the member who uses
it, if the bot's `door` (cogs.discord.admission) admits the member. A command that only older
versions had is answered with a hint to the command that replaces it."""

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
    "privacy": marked("`/privacy` has moved. Use `/me` and press *My data…*."),
    "forget-me": marked("`/forget-me` has moved. Use `/me` and press *My data…*."),
    "appeal": marked("`/appeal` has moved. Press *More…* at the table, or use `/history`."),
    "annul": marked("`/annul` has moved. Press *More…* under a result, or use `/history`."),
    "fairplay": marked(
        "`/fairplay` has moved. Use `/history`, or the *Fair play* tab of `/settings`."
    ),
    "seasons": marked("`/seasons` has moved. Use `/settings` and press *Community*."),
    "shijo": marked("`/shijo` has moved. Use `/help` and press *Ask the Shijo*."),
}
"""The sentence that says where a command's function is now, by the command's old name."""
OURS: Final = frozenset(kind.value for kind in discord.AppCommandType)
"""The kinds of command that this bot makes. The Entry Point of Activities (kind 4), which Discord
adds by itself, is not among them."""
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
"""The commands in the order of how often members want them. Discord gets them in this order.
`/owner` is not here, because it belongs to a single server."""
ENTRY_POINT: Final = 4
BY_BOT: Final = 1
"""The value of an Entry Point's field `handler` with which Discord asks the bot, and doesn't launch
the Activity by itself. So the bot knows which table is meant, and can refuse members who may not
play. If there is no table, the member gets a sentence instead of an empty Activity."""
EVERYWHERE_ONLY: Final = frozenset({"contexts", "integration_types"})
"""The fields that Discord takes only for commands everywhere, not for those of one server."""
INVALID_BODY: Final = 50035
"""Discord's error code for a request body with an invalid value. The text of the error says which
command has the invalid value."""


class MovedCommand(TableError):
    """Raised when a member uses a command that only an older version had. The error's template is
    one of the sentences in `MOVED`, which say what replaces the command."""


class SpeakingTree(app_commands.CommandTree[Any]):
    """The registered commands of the bot (discord.py's command tree). Each command and each
    suggestion for its options runs in the language of the member who asks."""

    async def _call(self, interaction: discord.Interaction[Any]) -> None:
        """Run a command, or make a suggestion, if the bot's `door` (cogs.discord.admission) admits
        the member. discord.py runs this method in a new task for each interaction, so the
        language that is set here need not be reset. Any error of a command is answered here."""
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
        """Answer the Entry Point command, which discord.py doesn't know. Discord might still send
        it after the Activity was switched off."""
        if self.client.entry_point is None:
            raise OlderCommand
        await self.client.entry_point(interaction)

    async def sync(self, *, guild: Snowflake | None = None) -> list[app_commands.AppCommand]:
        """Register the commands with Discord, instead of discord.py's own `sync`. Return the
        commands as Discord has registered them. `guild` is the server that gets the commands, or
        None for all places.

        Without a `guild`, first read the commands that are registered everywhere. Commands that
        aren't ours are sent back together with our commands. This is needed because once Activities
        are switched on, Discord refuses a list without their Entry Point (400, code 50240), a kind
        of command that discord.py doesn't know. The Entry Point is changed only if the bot answers
        it.

        Raises discord.HTTPException, CommandSyncFailure, MissingApplicationID."""
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
        to Discord. Usually this form is the command unchanged. If the command is the Entry Point
        and the bot answers it, the form says that the bot answers."""
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
    """Return the index of a command in `IN_ORDER`. For a command that is not in `IN_ORDER`, return
    an index after all others."""
    return IN_ORDER.index(command.name) if command.name in IN_ORDER else len(IN_ORDER)


def is_for_users(command: Any) -> bool:
    """Return whether users can install a command for themselves, so that the command also works in
    places without the bot. `command` is None if this version doesn't know the command. Then return
    True, because other code refuses such a command."""
    installs = None if command is None else _root(command).allowed_installs
    return command is None or (installs is not None and installs.user)


def _root(command: Any) -> Any:
    """Return the outermost group that a command belongs to. If the command belongs to no group,
    return the command itself."""
    return getattr(command, "root_parent", None) or command


def _without(payload: dict[str, Any], keys: frozenset[str]) -> dict[str, Any]:
    return {key: value for key, value in payload.items() if key not in keys}


async def passed_on(_: discord.Interaction[Any], error: app_commands.AppCommandError) -> None:
    """Raise a command's error again. This function is the tree's error handler. `SpeakingTree`
    answers the error. discord.py's own handler would only log it."""
    raise error
