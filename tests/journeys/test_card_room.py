"""Test `shijo demo`, which runs the card room and the bot as two processes. Either process can die
at any moment."""

from __future__ import annotations

import asyncio
import contextlib
import os
import signal
import sys
from collections.abc import AsyncIterator
from contextlib import asynccontextmanager
from dataclasses import dataclass, field
from pathlib import Path

import pytest

from cardroom.pair import PATIENCE_VARIABLE
from cardroom.visitor import Seen, Visitor, visiting
from tests.journeys.hands import Hands, dealt
from tests.shijo_process import PATIENT, ROOT, STARTING

EPHEMERAL = 1 << 6


@dataclass
class Evening:
    """A running `shijo demo`, with the address of its card room and the lines that it has
    printed."""

    process: asyncio.subprocess.Process
    url: str = ""
    said: list[str] = field(default_factory=list)

    def children(self) -> dict[str, int]:
        """Return the process id of the card room and of the bot, if they run. The keys are the
        names of their Python modules."""
        found = {}
        for folder in Path("/proc").glob("[0-9]*"):
            try:
                parent = (folder / "stat").read_text().rpartition(")")[2].split()[1]
                command = (folder / "cmdline").read_bytes().split(b"\0")
            except OSError:
                continue  # it has ended meanwhile
            if int(parent) == self.process.pid and b"-m" in command:
                found[command[command.index(b"-m") + 1].decode()] = int(folder.name)
        return found


@asynccontextmanager
async def evening(folder: Path) -> AsyncIterator[Evening]:
    """Run `shijo demo` in `folder`. Yield the Evening as soon as the card room has an address. At
    the end, stop the command as Ctrl-C does."""
    process = await asyncio.create_subprocess_exec(
        *(sys.executable, "-m", "bot", "demo"),
        cwd=folder,
        env={
            **os.environ,
            "PYTHONPATH": str(ROOT),
            "SHIJO_DEMO__PORT": "0",
            "SHIJO_DISCORD__CARD_EMOJI": "false",
            "SHIJO_TABLES__BOT_PAUSE": "0",
            PATIENCE_VARIABLE: str(PATIENT),
        },
        stdout=asyncio.subprocess.PIPE,
        stderr=asyncio.subprocess.STDOUT,
    )
    begun = Evening(process)
    reading = asyncio.create_task(_read(begun))
    try:
        async with asyncio.timeout(STARTING):
            while not begun.url:
                await asyncio.wait([reading], timeout=0.05)
                assert not reading.done(), begun.said
        yield begun
    finally:
        if process.returncode is None:
            process.send_signal(signal.SIGINT)
        async with asyncio.timeout(20):
            await process.wait()
            await reading


async def _read(begun: Evening) -> None:
    assert begun.process.stdout is not None
    async for line in begun.process.stdout:
        begun.said.append(line.decode())
        if "http://127.0.0.1" in begun.said[-1]:
            begun.url = begun.said[-1].strip()


async def killed(begun: Evening, *names: str, seen_by: tuple[Visitor, ...]) -> None:
    """Kill the child processes whose names are in `names`. Wait until the windows of the members in
    `seen_by` have lost the card room or the bot, and until new processes run."""
    before = begun.children()
    for name in names:
        os.kill(before[name], signal.SIGKILL)
    # A busy room needs its time to hear of it; whoever presses meanwhile asks a bot that is dead.
    for member in seen_by:
        await member.until(lambda member=member: not member.online, patience=STARTING)  # type: ignore[misc]
    async with asyncio.timeout(STARTING):
        for name in names:
            await again(begun, name, before[name])


async def again(begun: Evening, name: str, before: int) -> None:
    """Wait until the child process `name` has a process id other than `before`."""
    nothing = asyncio.Event()
    while begun.children().get(name, before) == before:
        with contextlib.suppress(TimeoutError):
            async with asyncio.timeout(0.05):
                await nothing.wait()


async def back(*members: Visitor) -> None:
    """Wait until the members' windows are connected to the card room again and show that the bot is
    online."""
    for member in members:
        await present(member)


async def present(member: Visitor) -> None:
    await member.until(lambda: member.online, patience=STARTING)
    await member.open()


@pytest.mark.beyond
async def test_either_process_may_die_in_the_middle_of_a_game(tmp_path: Path) -> None:
    async with (
        evening(tmp_path) as begun,
        visiting(begun.url, "Nora") as nora,
        visiting(begun.url, "Pavel") as pavel,
    ):
        await nora.until(lambda: nora.online and nora.commands, patience=STARTING)
        await nora.until(lambda: nora.find("Play Durak"))
        hands = await dealt(nora, pavel)
        for names in (("bot",), ("cardroom",), ("bot", "cardroom")):
            await moves(hands, 3)
            await killed(begun, *names, seen_by=(nora, pavel))
            await back(nora, pavel)
        await moves(hands, 3)
        shown = [Seen(nora, key) for key in nora.messages]
        public = [each for each in shown if not each.data["flags"] & EPHEMERAL]
        assert [each.id for each in public if "My hand" in each.labels] == [hands.table.id]
        assert len([each for each in public if "Play Durak" in each.labels]) == 1
    assert begun.process.returncode == 0
    assert not [line for line in begun.said if "Traceback" in line], "".join(begun.said)


async def moves(hands: Hands, number: int) -> None:
    for _ in range(number):
        await hands.move()
