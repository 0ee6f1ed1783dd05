"""The bot as a process of its own, against a stand-in for Discord on real sockets: gateway and
REST."""

from __future__ import annotations

import asyncio
import json
import os
import signal
import sys
from collections.abc import AsyncIterator
from contextlib import asynccontextmanager
from pathlib import Path

from tests.standin import StandIn
from tests.standin.server import CHANNEL_MESSAGE, EPHEMERAL, UPDATE_MESSAGE, walk

ROOT = Path(__file__).parents[2]
NORA, PAVEL = 11, 12
STRING_SELECT = 3


@asynccontextmanager
async def bot_process(folder: Path, discord: StandIn) -> AsyncIterator[asyncio.subprocess.Process]:
    """`shijo run` in `folder`, connected to the stand-in; ended by SIGTERM, as a supervisor
    does."""
    process = await asyncio.create_subprocess_exec(
        sys.executable,
        "-m",
        "bot",
        "run",
        cwd=folder,
        env={
            **os.environ,
            "PYTHONPATH": str(ROOT),
            "SHIJO_DISCORD__TOKEN": discord.token,
            "SHIJO_DISCORD__API_URL": discord.api_url,
            "SHIJO_DISCORD__GATEWAY_URL": discord.gateway_url,
            "SHIJO_TABLES__BOT_PAUSE": "0",
        },
        stderr=asyncio.subprocess.PIPE,
    )
    try:
        async with asyncio.timeout(20):
            await discord.identified.wait()
        yield process
    finally:
        if process.returncode is None:
            process.send_signal(signal.SIGTERM)
        async with asyncio.timeout(20):
            await process.wait()


def labels(components: list[dict[str, object]]) -> set[object]:
    return {part["label"] for part in walk(components) if "label" in part}


async def test_from_start_to_ready_to_a_move_answered(tmp_path: Path) -> None:
    async with StandIn() as discord, bot_process(tmp_path, discord) as process:
        assert {"play", "hand", "table", "rules", "leaderboard"} <= {
            command["name"] for command in discord.commands
        }

        lobby = await discord.slash(NORA, "play", game="durak")
        assert lobby.kind == CHANNEL_MESSAGE
        assert {"Join", "Leave", "Add bot", "Start"} <= labels(lobby.answer["components"])

        await discord.click(PAVEL, lobby.answer, label="Join")
        await discord.click(NORA, lobby.answer, label="Start")

        hand = await discord.click(NORA, lobby.answer, label="My hand")
        assert hand.kind == CHANNEL_MESSAGE
        assert hand.answer["flags"] & EPHEMERAL
        async with asyncio.timeout(10):
            greeting = await process.stderr.readuntil(b"oauth2/authorize")  # type: ignore[union-attr]

    assert b"The Card Room" in greeting
    said = (greeting + await process.stderr.read()).decode()  # type: ignore[union-attr]
    assert discord.token not in said
    assert "Traceback" not in said
    assert process.returncode == 0


async def test_a_table_goes_on_in_the_next_process(tmp_path: Path) -> None:
    async with StandIn() as discord:
        async with bot_process(tmp_path, discord):
            lobby = await discord.slash(NORA, "play", game="durak")
            await discord.click(PAVEL, lobby.answer, label="Join")
            await discord.click(NORA, lobby.answer, label="Start")
            panels = {
                who: await discord.click(who, lobby.answer, label="My hand")
                for who in (NORA, PAVEL)
            }
        discord.identified.clear()
        async with bot_process(tmp_path, discord):
            selects = [
                (who, panel.answer, part)
                for who, panel in panels.items()
                for part in walk(panel.answer["components"])
                if part.get("type") == STRING_SELECT
            ]
            assert selects, "the one who attacks has a card to pick"
            who, panel, select = selects[0]
            discord.edited.clear()
            press = await discord.select(
                who, panel, select["custom_id"], [select["options"][0]["value"]]
            )
            assert press.kind == UPDATE_MESSAGE
            async with asyncio.timeout(10):
                await discord.edited.wait()
            assert "attacks with" in json.dumps(lobby.answer)
            assert press.answer["flags"] & EPHEMERAL, "the hand stays the member's own"
