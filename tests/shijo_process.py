"""Run the bot as a separate process, as in production. The card room runs in the process of the
tests."""

from __future__ import annotations

import asyncio
import os
import signal
import sys
from collections.abc import AsyncIterator, Mapping, Sequence
from contextlib import asynccontextmanager
from pathlib import Path
from typing import Protocol

from bot.pictures.emoji import fingerprint
from cardroom.room import Room
from tests.present import present

ROOT = Path(__file__).parents[1]
PATIENT = 12.0
"""The seconds within which a press must be answered. A test shouldn't fail because the machine is
busy."""
PATIENT_PROGRAM = "tests.patient"
"""The module that runs a bot which answers presses up to `PATIENT` seconds late."""
STARTING = 60
"""The seconds that a start can take on a busy machine."""


class Process(Protocol):
    """A process that a test has started. This protocol has the parts of
    `asyncio.subprocess.Process` that the tests use."""

    @property
    def pid(self) -> int: ...
    @property
    def stderr(self) -> asyncio.StreamReader | None: ...
    @property
    def returncode(self) -> int | None: ...
    def send_signal(self, signal: int) -> None: ...
    def kill(self) -> None: ...
    async def wait(self) -> int: ...


async def started(folder: Path, program: str | None, environment: Mapping[str, str]) -> Process:
    """Start `shijo run` in `folder`. `program` is the module that runs it, in a new interpreter. If
    `program` is None, the patient program (tests/patient.py) runs it. tests/ready_process.py can
    replace this function to start that program faster."""
    return await asyncio.create_subprocess_exec(
        sys.executable,
        "-m",
        program or PATIENT_PROGRAM,
        "run",
        cwd=folder,
        env=environment,
        stderr=asyncio.subprocess.PIPE,
    )


async def connected(
    folder: Path, room: Room, program: str | None = None, **environment: str
) -> Process:
    """Start a process that connects to the room. Return without waiting for the connection."""
    return await started(
        folder,
        program,
        {
            **os.environ,
            "PYTHONPATH": str(ROOT),
            "SHIJO_LIMITS__PRESSES_A_SECOND": "0",
            "SHIJO_LIMITS__LOBBIES_AN_HOUR": "0",
            "SHIJO_DISCORD__TOKEN": room.plan.bot_token,
            "SHIJO_DISCORD__API_URL": room.api_url,
            "SHIJO_DISCORD__GATEWAY_URL": room.gateway_url,
            "SHIJO_DISCORD__CARD_EMOJI": "false",
            "SHIJO_TABLES__BOT_PAUSE": "0",
            "SHIJO_PLAYERS__PROCESSES": "0",
            **environment,
        },
    )


@asynccontextmanager
async def shijo_process(
    folder: Path, room: Room, program: str | None = None, **environment: str
) -> AsyncIterator[Process]:
    """Yield a process that has connected to the room. At the end, send SIGTERM to the process, as a
    supervisor does, and wait for its end. Raise TimeoutError if it doesn't connect within
    `STARTING` seconds or doesn't end within 20 seconds.

    `program` is the module that runs the bot in a new interpreter. `environment` has further
    environment variables for the process."""
    process = await connected(folder, room, program, **environment)
    try:
        await room.gateway.identified(timeout=STARTING)
        yield process
    finally:
        if process.returncode is None:
            process.send_signal(signal.SIGTERM)
        async with asyncio.timeout(20):
            await process.wait()


def made_earlier(room: Room, faces: Sequence[str]) -> None:
    """Add the emoji of `faces` to the room, as if the bot had uploaded them at an earlier start."""
    with room.world.change():
        for face in faces:
            name = f"{face}_{fingerprint(face)}"
            room.world.emojis.put({"id": room.world.ids.next(), "name": name, "animated": False})


def log_of(process: Process) -> asyncio.StreamReader:
    """Return the stream to which a process writes its log."""
    return present(process.stderr)
