"""Measure how long a member waits from a press to its answer, and the CPU time of a press with all
that follows from it. The bot runs in the simulated Discord, on a real database file."""

from __future__ import annotations

import asyncio
import random
import statistics
import tempfile
import time
from collections.abc import Coroutine
from pathlib import Path
from typing import Any, Final, cast

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
from bot.core.model import Speed
from cogs.serving import made

PRESSES = 300
A_GAME = 25
"""Presses in one game. They are too few to end it, because the simulator would wait some seconds
for the analysis of an ended game."""
A_PRESS = 6
"""Seconds of simulated time that pass before each press. In these seconds, timers that are due soon
go off, and are not measured with the press. During a press, the simulator waits in real time for
all timers of the next five seconds. The simulator fails if a timer goes off just before the end of
the five seconds."""
PATIENT: Final = 60.0
"""The most seconds of real time that the simulator may take to let simulated time pass. All work
that is due in the simulated time must be done within these seconds."""
Press = Coroutine[Any, Any, InteractionResult]
Measured = tuple[float, float]
"""The measurements of one press: the seconds until its answer, and the CPU seconds of all that
follows from it."""


def report() -> None:
    """Prints the median and the 99th percentile of the time from a press to its answer, and the CPU
    time of a press. On a busy machine, only the CPU time can be compared with other runs."""
    measured = asyncio.run(_measured())
    waits = sorted(wait for wait, _ in measured)
    median, slowest = statistics.median(waits), waits[int(len(waits) * 0.99)]
    spent = statistics.mean(spent for _, spent in measured)
    print("From a press in a hand panel to its answer (simulated Discord, SQLite on disk)")
    print(
        f"  {len(waits)} presses: p50 {median * 1000:.1f} ms, p99 {slowest * 1000:.1f} ms; "
        f"{spent * 1000:.1f} ms of CPU a press, the simulator's and all edits among them"
    )


async def _measured() -> list[Measured]:
    with tempfile.TemporaryDirectory(dir=".") as folder:
        settings = Settings(
            discord=DiscordSettings(shard_count=1, card_emoji=False),
            database=DatabaseSettings(url=f"sqlite+aiosqlite:///{Path(folder) / 'bench.db'}"),
            # Left tables stay still, and there may be any number of them.
            tables=TableSettings(bot_pause=0, speed=Speed.NONE, most_tables=0),
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


async def _play(env: simcord.Env) -> list[Measured]:
    guild = env.create_guild()
    channel = guild.create_text_channel("cards")
    answers, measured = Answers(env), list[Measured]()
    rng = random.Random(1)
    while len(measured) < PRESSES:
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
            await _passed(env, A_PRESS)
            if len(measured) == PRESSES or (press := _something(panels, rng)) is None:
                break
            began = time.process_time()
            wait, _ = await answers.waited(press)
            measured.append((wait, time.process_time() - began))
    return measured


async def _passed(env: simcord.Env, seconds: float) -> None:
    """Let `seconds` of simulated time pass. The simulator gets more real time for this than usual,
    because a busy machine might need that time for all the work that is due."""
    ahead, env.settle_timeout = env.settle_timeout, PATIENT
    await env.advance_time(seconds)
    env.settle_timeout = ahead


def _something(panels: dict[MemberActor, ResponseMessage], rng: random.Random) -> Press | None:
    """Return the press of a random button or list in the panel of a member who can move. The press
    is made only when the caller awaits it. Returns None when nobody can move any more."""
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
