"""How long a member waits from a press to its answer, in the simulated Discord, on a real database file."""

from __future__ import annotations

import asyncio
import random
import statistics
import tempfile
import time
from pathlib import Path
from typing import Any

import simcord

from bot.client import ShijoBot
from bot.config import Settings
from bot.store import Store

PRESSES = 300


def report() -> None:
    """Prints the median and the 99th percentile of the time from a press to its answer."""
    waits = sorted(asyncio.run(_waits()))
    median, slowest = statistics.median(waits), waits[int(len(waits) * 0.99)]
    print("From a press in a hand panel to its answer (simulated Discord, SQLite on disk)")
    print(f"  {len(waits)} presses: p50 {median * 1000:.1f} ms, p99 {slowest * 1000:.1f} ms")


async def _waits() -> list[float]:
    with tempfile.TemporaryDirectory(dir=".") as folder:
        settings = Settings(
            discord={"shard_count": 1},
            database={"url": f"sqlite+aiosqlite:///{Path(folder) / 'bench.db'}"},
            tables={"bot_pause": 0},
        )
        bot = ShijoBot(settings, await Store.open(settings.database.url))
        try:
            async with simcord.run(bot) as env:
                return await _play(env)
        finally:
            await bot.close()


async def _play(env: simcord.Env) -> list[float]:
    guild = env.create_guild()
    channel = guild.create_text_channel("cards")
    members = [guild.add_member(env.create_user(name)) for name in ("nora", "pavel")]
    answered = _Answers(env)
    rng = random.Random(1)
    while len(answered.waits) < PRESSES:
        lobby = await members[0].slash(channel, "play", game="durak")
        table = lobby.response
        await members[1].click(table, label="Join")
        await members[0].click(table, label="Start")
        panels = {member: (await member.click(table, label="My hand")).response for member in members}
        while await _press_something(panels, answered, rng) and len(answered.waits) < PRESSES:
            continue
    return answered.waits


class _Answers:
    """Notes when the bot's answer to an interaction reaches Discord."""

    def __init__(self, env: simcord.Env) -> None:
        self.waits: list[float] = []
        self._env = env

    async def time(self, press: Any) -> None:
        """Makes a press and notes how long its answer took."""
        self._env.backend.http_requests.clear()
        began = time.perf_counter()
        answer = asyncio.ensure_future(press)
        # The answer is seen where it arrives, so every turn of the loop is looked at.
        while not any(request.path.endswith("/callback") for request in self._env.backend.http_requests):  # noqa: ASYNC110
            await asyncio.sleep(0)
        self.waits.append(time.perf_counter() - began)
        await answer


async def _press_something(panels: dict[Any, Any], answered: _Answers, rng: random.Random) -> bool:
    """Presses one thing in the panel of a member who can; False when nobody can any more."""
    for member, panel in panels.items():
        controls = list(_controls(panel.components))
        if not controls:
            continue
        control = rng.choice(controls)
        if "options" in control:
            values = [rng.choice(control["options"])["value"]]
            await answered.time(member.select(panel, values, custom_id=control["custom_id"]))
        else:
            await answered.time(member.click(panel, custom_id=control["custom_id"]))
        return True
    return False


def _controls(components: list[dict[str, Any]]) -> Any:
    for component in components:
        if component.get("custom_id", "").startswith("h:"):
            yield component
        yield from _controls(component.get("components", []))
