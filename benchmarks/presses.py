"""How long a member waits from a press to its answer, in the simulated Discord, on a real database
file."""

from __future__ import annotations

import asyncio
import random
import statistics
import tempfile
from collections.abc import Coroutine
from pathlib import Path
from typing import Any, cast

import simcord
from discord.utils import utcnow
from simcord.actors import MemberActor
from simcord.results import InteractionResult, ResponseMessage

from benchmarks.answers import Answers
from bot.config import (
    DatabaseSettings,
    DiscordSettings,
    LimitSettings,
    Settings,
    TableSettings,
)
from bot.core.clock import Clock
from cogs.serving import made

PRESSES = 300
A_GAME = 25
"""Presses in one game, which doesn't come to its end: its analysis takes seconds that the simulator
would wait for."""
Press = Coroutine[Any, Any, InteractionResult]


def report() -> None:
    """Prints the median and the 99th percentile of the time from a press to its answer."""
    waits = sorted(asyncio.run(_waits()))
    median, slowest = statistics.median(waits), waits[int(len(waits) * 0.99)]
    print("From a press in a hand panel to its answer (simulated Discord, SQLite on disk)")
    print(f"  {len(waits)} presses: p50 {median * 1000:.1f} ms, p99 {slowest * 1000:.1f} ms")


async def _waits() -> list[float]:
    with tempfile.TemporaryDirectory(dir=".") as folder:
        settings = Settings(
            discord=DiscordSettings(shard_count=1, card_emoji=False),
            database=DatabaseSettings(url=f"sqlite+aiosqlite:///{Path(folder) / 'bench.db'}"),
            tables=TableSettings(bot_pause=0),
            # Two members press as quickly as they are answered.
            limits=LimitSettings(presses_a_second=0, lobbies_an_hour=0),
        )
        clock = Clock(utcnow, lambda: utcnow().timestamp())
        bot = await made(settings, clock)
        try:
            async with simcord.run(bot) as env:
                return await _play(env)
        finally:
            await bot.close()


async def _play(env: simcord.Env) -> list[float]:
    guild = env.create_guild()
    channel = guild.create_text_channel("cards")
    answers, waits = Answers(env), list[float]()
    rng = random.Random(1)
    while len(waits) < PRESSES:
        members = [guild.add_member(env.create_user(name)) for name in ("nora", "pavel")]
        lobby = await members[0].slash(channel, "play", game="durak")
        table = cast("ResponseMessage", lobby.response)
        await members[1].click(table, label="Join")
        await members[0].click(table, label="Start")
        hands = [await member.click(table, label="My hand") for member in members]
        panels = {
            member: cast("ResponseMessage", hand.response)
            for member, hand in zip(members, hands, strict=True)
        }
        for _ in range(A_GAME):
            if len(waits) == PRESSES or (press := _something(panels, rng)) is None:
                break
            waits.append((await answers.waited(press))[0])
    return waits


def _something(panels: dict[MemberActor, ResponseMessage], rng: random.Random) -> Press | None:
    """A press of one thing in the panel of a member who can; None when nobody can any more."""
    for member, panel in panels.items():
        controls = list(_controls(panel.components))
        if not controls:
            continue
        control = rng.choice(controls)
        if "options" in control:
            values = [rng.choice(control["options"])["value"]]
            return member.select(panel, values, custom_id=control["custom_id"])
        return member.click(panel, custom_id=control["custom_id"])
    return None


def _controls(components: list[dict[str, Any]]) -> Any:
    for component in components:
        custom_id = component.get("custom_id", "")
        if custom_id.startswith("h:") and ":@" not in custom_id:  # those are no moves of the turn
            yield component
        yield from _controls(component.get("components", []))
