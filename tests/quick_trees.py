"""Makes the descriptions of commands for Discord only once: a process on Discord sends them at its
start, but a test run does so some hundred times, in six languages."""

from __future__ import annotations

from typing import Any, Final

import pytest

import games
from cogs.discord.tree import SpeakingTree
from tests.quick_simulator import copied

TOLD: Final[dict[tuple[object, ...], dict[str, Any]]] = {}
"""What was told of each command, by what it calls and the games there are."""


def tell_commands_quickly(monkeypatch: pytest.MonkeyPatch) -> None:
    """From now on, the names of a command in each language are looked up only once."""
    translated = SpeakingTree._payload

    async def payload(tree: SpeakingTree, command: Any) -> dict[str, Any]:
        key = (*_called(command), tree.translator is None, *games.available())
        if key not in TOLD:
            TOLD[key] = await translated(tree, command)
        told: dict[str, Any] = copied(TOLD[key])
        return told

    monkeypatch.setattr(SpeakingTree, "_payload", payload)


def _called(command: Any) -> tuple[object, ...]:
    """The key of a command: its name and functions, which are the same for all bots of a process,
    even if they are bound to different cogs."""
    inner = [_called(each) for each in getattr(command, "commands", ())]
    return (type(command), command.name, getattr(command, "callback", None), *inner)
