"""Lists all commands of the cogs, also those in groups."""

from __future__ import annotations

from collections.abc import Iterator
from typing import Any

from discord.app_commands import Command, Group

import cogs


def all_commands() -> Iterator[Command[Any, Any, Any] | Group]:
    """Yield every command and every group of commands. A group comes before its commands."""
    for cog in cogs.COGS:
        for command in cog.__cog_app_commands__:
            assert isinstance(command, (Command, Group)), "a context menu"
            yield command
            if isinstance(command, Group):
                yield from command.walk_commands()


def parameters_of(command: Command[Any, Any, Any] | Group) -> list[Any]:
    """Return the parameters of a command, or an empty list for a group."""
    return list(command.parameters) if isinstance(command, Command) else []
