"""Run a process that is told to stop while it is answering presses and commands."""

from __future__ import annotations

import asyncio
import signal
import time
from dataclasses import dataclass
from pathlib import Path
from typing import Final

from cardroom.people import Opening, Person
from cardroom.room import Plan, Room
from cardroom.visitor import Seen, visiting
from tests.cut_line import CutLine
from tests.shijo_process import PATIENT, log_of, shijo_process

IN_FLIGHT: Final = 20
"""The number of presses and commands that are being answered when SIGTERM comes."""

RESTARTS: Final = "I'm restarting. Please try again in a moment."


@dataclass(frozen=True)
class Drained:
    """What happened when a process was told to stop (by SIGTERM) while it was answering presses and
    commands. One more press, the late press, came after SIGTERM. `answered` has the outcome of each
    press and command that got an answer, including the late press. `late_was_told` is true if the
    member of the late press was told of the restart and hasn't joined the table.

    `said` is the process's log. `status` is the process's exit status. `took` is the time from
    SIGTERM to the end of the process, in seconds."""

    answered: list[str]
    late_was_told: bool
    said: str
    status: int
    took: float


async def drained(folder: Path) -> Drained:
    """Stop a process that is answering several interactions. When the process has logged that it
    stops, press once more. Return what happened.

    Half of the interactions are presses of **Join** at one lobby, half are commands. When SIGTERM
    comes, the process has sent its answers, but a server on the way to Discord holds them back."""
    names = [f"Member {number}" for number in range(1, IN_FLIGHT + 2)]
    people = tuple(map(Person, ("Member 0", *names)))
    async with (
        Room(Plan(opening=Opening(people=people), patience=PATIENT)) as room,
        CutLine(room.api_url) as line,
        visiting(room.page_url, "Member 0") as host,
        visiting(room.page_url, names[-1]) as last,
        shijo_process(folder, room, SHIJO_DISCORD__API_URL=line.api_url) as process,
    ):
        await host.until(lambda: host.online and host.commands)
        lobby = (await host.slash("play", game="durak")).seen
        join = next(part for part in lobby.parts if part.get("label") == "Join")
        table = next(each["id"] for each in host.commands if each["name"] == "rules")
        line.answers.clear()
        line.passing.clear()
        answered: list[str] = []
        room.interactions.listeners.append(lambda _, status, __: answered.append(status))
        here = {"channel_id": host.channel, "message_id": lobby.id}
        *members, late = [each["id"] for each in host.users if each["global_name"] in names]
        for number, member in enumerate(members):
            if number % 2:
                room.deeds.press(member, {**here, "custom_id": join["custom_id"]})
            else:
                asked = {**here, "command_id": table, "name": "rules", "options": []}
                room.deeds.command(member, asked)
        async with asyncio.timeout(PATIENT):
            await line.until_tried(len(members))
            process.send_signal(signal.SIGTERM)
            began = time.monotonic()
            told = await log_of(process).readuntil(b"are answered before that")
        room.deeds.press(late, {**here, "custom_id": join["custom_id"]})
        line.passing.set()
        async with asyncio.timeout(PATIENT):
            told += await log_of(process).read()
            status = await process.wait()
        took = time.monotonic() - began
        await last.until(lambda: [key for key in last.messages if RESTARTS in Seen(last, key).text])
        told_so = not any(f"**{last.name}**" in Seen(host, key).text for key in host.messages)
        return Drained(answered, told_so, told.decode(), status, took)
