"""A cache for the descriptions of commands that are sent to Discord. On Discord, a process
translates and sends the descriptions once, at its start. A test run starts the bot hundreds of
times. With this cache, it translates each description only once."""

from __future__ import annotations

from typing import Any, Final

import pytest

import games
from cogs.discord.tree import SpeakingTree
from tests.quick_simulator import copied

TOLD: Final[dict[tuple[object, ...], dict[str, Any]]] = {}
"""The translated descriptions of commands. A key has the values by which `_called` identifies the
command. A key also has a flag that is true if there is no translator, and the names of the
available games."""


def tell_commands_quickly(monkeypatch: pytest.MonkeyPatch) -> None:
    """From now on, translate the description of each command only once."""
    translated = SpeakingTree._payload

    async def payload(tree: SpeakingTree, command: Any) -> dict[str, Any]:
        key = (*_called(command), tree.translator is None, *games.available())
        if key not in TOLD:
            TOLD[key] = await translated(tree, command)
        told: dict[str, Any] = copied(TOLD[key])
        return told

    monkeypatch.setattr(SpeakingTree, "_payload", payload)


def _called(command: Any) -> tuple[object, ...]:
    """Return a key for a command: its type, its name and its functions. The key is the same for all
    bots of a process, even if the commands belong to different cogs."""
    inner = [_called(each) for each in getattr(command, "commands", ())]
    return (type(command), command.name, getattr(command, "callback", None), *inner)
