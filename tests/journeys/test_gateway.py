"""The connection to Discord breaks off, over real sockets: tables and open hands go on as if
nothing had happened."""

from __future__ import annotations

import asyncio
from pathlib import Path
from typing import Any

from tests.journeys.test_real_sockets import NORA, PAVEL, STRING_SELECT, bot_process
from tests.standin import StandIn
from tests.standin.server import UPDATE_MESSAGE, Press, walk


def select_in(press: Press) -> dict[str, Any] | None:
    """The select of a hand in which its owner picks a card, if it is their turn."""
    parts = walk(press.answer["components"])
    return next((part for part in parts if part.get("type") == STRING_SELECT), None)


async def move(discord: StandIn, hands: dict[int, Press]) -> int:
    """Picks the first card of whoever is called on, and returns who that was."""
    who = next(who for who, hand in hands.items() if select_in(hand))
    select = select_in(hands[who])
    assert select is not None
    press = await discord.select(
        who, hands[who].answer, select["custom_id"], [select["options"][0]["value"]]
    )
    assert press.kind == UPDATE_MESSAGE
    return who


async def test_a_cut_connection_is_resumed_and_a_lost_session_begun_anew(tmp_path: Path) -> None:
    async with StandIn() as discord, bot_process(tmp_path, discord) as process:
        lobby = await discord.slash(NORA, "play", game="durak")
        await discord.click(PAVEL, lobby.answer, label="Join")
        await discord.click(NORA, lobby.answer, label="Start")
        hands = {
            who: await discord.click(who, lobby.answer, label="My hand") for who in (NORA, PAVEL)
        }

        await discord.cut()
        async with asyncio.timeout(20):
            await discord.resumed.wait()
        attacker = await move(discord, hands)

        discord.forgets = True
        discord.identified.clear()
        await discord.cut()
        async with asyncio.timeout(20):
            await discord.identified.wait()
        table = await discord.slash(attacker, "table")
        assert "attacks with" in str(table.answer["components"])
        assert process.returncode is None
