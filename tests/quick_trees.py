"""What the bot tells Discord of its commands, made once: a process on Discord tells them at its
start, and a test run some hundred times, in six languages each."""

from __future__ import annotations

from typing import Any, Final

import pytest

import games
from cogs.discord.tree import SpeakingTree
from tests.quick_simulator import copied

TOLD: Final[dict[tuple[object, ...], dict[str, Any]]] = {}
"""What was told of each command, by what it calls and the games there are."""


def tell_commands_quickly(monkeypatch: pytest.MonkeyPatch) -> None:
    """From now on, what a command is called in each language is looked up once."""
    translated = SpeakingTree._payload

    async def payload(tree: SpeakingTree, command: Any) -> dict[str, Any]:
        key = (*_called(command), tree.translator is None, *games.available())
        if key not in TOLD:
            TOLD[key] = await translated(tree, command)
        told: dict[str, Any] = copied(TOLD[key])
        return told

    monkeypatch.setattr(SpeakingTree, "_payload", payload)


def _called(command: Any) -> tuple[object, ...]:
    """The functions behind a command, of which there is one of each in a process, whatever cogs
    they are bound to."""
    inner = [_called(each) for each in getattr(command, "commands", ())]
    return (type(command), command.name, getattr(command, "callback", None), *inner)
