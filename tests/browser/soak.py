"""A test of many hours of play, with Shijo in the card room's page. Run `python -m
tests.browser.soak --help`. It prints counts and measurements, and ends with status 1 when a press
was lost or counted twice, when a page or the log had a complaint, or when memory kept growing."""

from __future__ import annotations

import argparse
import asyncio
import os
import re
import subprocess
import sys
import tempfile
import time
from collections import Counter
from collections.abc import AsyncIterator, Iterator
from contextlib import asynccontextmanager, contextmanager
from dataclasses import dataclass, field
from pathlib import Path
from typing import Any, Final

from playwright.async_api import Locator, expect
from playwright.async_api import TimeoutError as TooLate

from cardroom.interactions import Interaction, Kind
from cardroom.people import Opening, Person
from cardroom.room import Plan, Room
from tests.browser.chromium import PATIENCE, Window, Windows, launched
from tests.browser.players import MOVES, WAIT, one_move, open_table
from tests.shijo_process import Process, shijo_process

GAMES: Final = ("Durak", "Dritzak", "Tredici")
OVER: Final = "Again"
RUNNING: Final = "Resign"
HOSTS: Final = ("Nora", "Aiko", "Ines", "Oskar", "Tilda", "Vera", "Emil", "Yusuf")
BUSY: Final = "while True: pass"
GROWTH: Final = 1.15
"""The highest factor by which the average memory may grow from the middle third to the last third
of an evening."""
READINGS: Final = 30
COUNT: Final = """
window.pressed = 0;
addEventListener("click", ({ target }) => {
  const button = target.closest("[data-component=button][data-custom-id]");
  if (button && !button.disabled && !button.hasAttribute("aria-busy")) window.pressed += 1;
}, true);
"""
"""Counts the presses of buttons in a page, before the page hears of them."""
BUTTON: Final = 2
"""The number that Discord uses for a component that is a button."""


@dataclass
class Presses:
    """Counts presses of buttons by the way in which they ended in the card room."""

    ended: Counter[str] = field(default_factory=Counter)

    def note(self, interaction: Interaction, status: str, _: Any) -> None:
        """Count an interaction under its `status` if it is a press of a button. The status
        `thinking` isn't counted, because the press hasn't ended."""
        if interaction.kind == Kind.COMPONENT and interaction.data["component_type"] == BUTTON:
            self.ended[status] += status != "thinking"


@dataclass
class Evening:
    """A card room, Shijo as a separate process, and a browser with windows of the room. `places`
    are the ids of the room's channels."""

    windows: Windows
    places: list[str]
    process: Process
    presses: Presses
    log: list[str] = field(default_factory=list)
    """The lines that the bot has logged. The bot logs only warnings and errors here."""

    def complaints(self, *windows: Window) -> list[str]:
        """Return the errors in the pages' consoles and in the bot's log."""
        return [*self.log, *(error for window in windows for error in window.errors)]


@asynccontextmanager
async def evening(tables: int, **settings: str) -> AsyncIterator[Evening]:
    """Open a card room with `tables` channels, Shijo and a browser, and yield them as an Evening.
    `settings` are environment variables of Shijo."""
    opening = Opening(
        bot="Shijo",
        channels=tuple((f"table-{n}", "") for n in range(tables)),
        people=tuple(map(Person, HOSTS)),
    )
    with tempfile.TemporaryDirectory() as data:
        async with (
            Room(Plan(opening=opening)) as room,
            shijo_process(Path(data), room, SHIJO_LOG__LEVEL="warning", **settings) as process,
            launched() as browser,
        ):
            presses = Presses()
            room.interactions.listeners.append(presses.note)
            places = [str(each["id"]) for each in room.world.channels.all() if each["type"] == 0]
            made = Evening(Windows(browser, room), places, process, presses)
            reading = asyncio.create_task(_read(process, made.log))
            yield made
            reading.cancel()


async def _read(process: Process, lines: list[str]) -> None:
    assert process.stderr is not None
    while line := await process.stderr.readline():
        lines.append(line.decode().rstrip())


@contextmanager
def busy(loops: int) -> Iterator[None]:
    """Run `loops` endless loops inside the block, each of which keeps a processor core busy."""
    running = [subprocess.Popen([sys.executable, "-c", BUSY]) for _ in range(loops)]
    try:
        yield
    finally:
        for each in running:
            each.kill()
            each.wait()


async def many_presses(wanted: int, loops: int) -> list[str]:
    """Let two windows play game after game until they have made `wanted` presses, while `loops`
    busy loops run. Returns the faults, each as a line."""
    with busy(loops):
        async with evening(1 + wanted // 20, SHIJO_TABLES__BOT_PAUSE="0") as held:
            made, pressed, table = 0, 0, 0
            slowest, begun = 0.0, time.monotonic()
            complaints: list[str] = []
            failed = 0
            while pressed < wanted:
                place, game = held.places[table], GAMES[table % len(GAMES)]
                table += 1
                nora = await held.windows.window("Nora", channel=place)
                aiko = await held.windows.window("Aiko", channel=place)
                for window in (nora, aiko):
                    await window.run(COUNT)
                await open_table(nora, game, aiko, bots=1)
                counts = await asyncio.gather(*(_game(each) for each in (nora, aiko)))
                made += sum(moves for moves, _ in counts)
                slowest = max(slowest, *(longest for _, longest in counts))
                for window in (nora, aiko):
                    pressed += int(await window.run("() => window.pressed"))
                    failed += await window.page.get_by_text("This interaction failed").count()
                complaints += held.complaints(nora, aiko)
                held.log.clear()
                await held.windows.close()
                print(f"{pressed} pressed in {table} games, {held.presses.ended}", flush=True)
            took = time.monotonic() - begun
    print(f"{pressed} presses, {made} moves, {took:.0f} s, slowest move {slowest:.2f} s")
    if dict(+held.presses.ended) != {"done": pressed}:
        complaints.append(f"{pressed} presses in the pages, and in the room {held.presses.ended}")
    if failed:
        complaints.append(f"{failed} presses failed in the page")
    return complaints


async def _game(window: Window) -> tuple[int, float]:
    """Play a game to its end in one window. Return the number of moves, and the seconds that the
    slowest move took."""
    made, slowest = 0, 0.0
    while True:
        arguments = [MOVES, OVER]
        found = await window.page.wait_for_function(WAIT, arg=arguments, timeout=6 * PATIENCE)
        if await found.json_value() == "over":
            return made, slowest
        begun = time.monotonic()
        made += await one_move(window)
        slowest = max(slowest, time.monotonic() - begun)


async def long_evening(minutes: float, tables: int, loops: int) -> list[str]:
    """Let a member sit at each of `tables` tables of bot players for `minutes` minutes, while
    `loops` busy loops run. Returns the faults, each as a line."""
    with busy(loops):
        async with evening(tables) as held:
            seats = []
            for number, (host, place) in enumerate(zip(HOSTS, held.places, strict=False)):
                seats.append(await held.windows.window(host, channel=place))
                await open_table(seats[-1], GAMES[number % len(GAMES)], bots=3)
            begun = time.monotonic()
            ends = begun + minutes * 60
            readings = []
            async with asyncio.TaskGroup() as group:  # which ends at the first who can't go on
                sitting = [group.create_task(_stay(seat, ends)) for seat in seats]
                for number in range(READINGS):
                    due = begun + (number + 1) * minutes * 60 / READINGS
                    await asyncio.sleep(due - time.monotonic())
                    readings.append(await _memory(held, seats))
                    pressed = held.presses.ended
                    print(f"{number + 1}/{READINGS}: {readings[-1]}, {pressed}", flush=True)
            games = sum(each.result() for each in sitting)
            print(f"{games} games begun, {held.presses.ended}")
            return [*held.complaints(*seats), *_grown(readings)]


async def _stay(window: Window, ends: float) -> int:
    """Play game after game at an open table of bot players until the time `ends`. Return the number
    of games begun."""
    begun = 1
    await _until_over(window, ends)
    while time.monotonic() < ends:
        await window.button(OVER).click()
        await expect(_newest(window)).to_have_text(RUNNING)  # bot players are ready at once
        await window.button("My hand").click()
        begun += 1
        await _until_over(window, ends)
    return begun


def _newest(window: Window) -> Locator:
    """Return the button that says, in the message of the newest game, whether the game is running
    or over. Earlier games have messages of their own."""
    either = re.compile(f"^({OVER}|{RUNNING})$")
    return window.messages.get_by_role("button", name=either).last


async def _until_over(window: Window, ends: float) -> None:
    result = _newest(window).filter(has_text=OVER)
    moves = window.page.locator(f"{MOVES}:not(:disabled):not([aria-busy])").first
    while time.monotonic() < ends and not await result.count():
        try:
            await expect(moves.or_(result)).to_be_visible(timeout=PATIENCE)
        except (AssertionError, TooLate):
            continue  # the bot players are at it
        if not await result.count():
            await one_move(window)


def _resident(process_id: int) -> float:
    """Return the memory of a process in MiB."""
    status = Path(f"/proc/{process_id}/status").read_text(encoding="ascii")
    line = next(each for each in status.splitlines() if each.startswith("VmRSS"))
    return int(line.split()[1]) / 1024


async def _memory(held: Evening, windows: list[Window]) -> dict[str, float]:
    """Return the memory in MiB of three things, by name: the bot's process, this process (with the
    card room), and the scripts of all pages."""
    pages = 0.0
    for window in windows:
        session = await window.page.context.new_cdp_session(window.page)
        await session.send("HeapProfiler.collectGarbage")
        pages += (await session.send("Runtime.getHeapUsage"))["usedSize"]
        await session.detach()
    bot, room = _resident(held.process.pid), _resident(os.getpid())
    return {"bot": round(bot, 1), "room": round(room, 1), "pages": round(pages / 2**20, 1)}


def _grown(readings: list[dict[str, float]]) -> list[str]:
    third = len(readings) // 3
    grown = []
    for name in readings[0]:
        values = [reading[name] for reading in readings]
        before = sum(values[third : 2 * third]) / third
        after = sum(values[2 * third :]) / len(values[2 * third :])
        if after > before * GROWTH:
            grown.append(f"the memory of {name} grew from {before:.1f} to {after:.1f} MiB")
    return grown


def main() -> int:
    """Do what the command line asks for, and return the exit status."""
    parser = argparse.ArgumentParser(prog="python -m tests.browser.soak", description=__doc__)
    parser.add_argument("--busy", type=int, default=4, help="endless loops beside it (%(default)s)")
    what = parser.add_subparsers(required=True, metavar="WHAT")
    presses = what.add_parser("presses", help="two windows and many presses")
    presses.add_argument("wanted", type=int, nargs="?", default=1000)
    presses.set_defaults(run=lambda asked: many_presses(asked.wanted, asked.busy))
    hour = what.add_parser("hour", help="tables of bot players for a long time")
    hour.add_argument("minutes", type=float, nargs="?", default=60)
    hour.add_argument("--tables", type=int, default=5, choices=range(1, len(HOSTS) + 1))
    hour.set_defaults(run=lambda asked: long_evening(asked.minutes, asked.tables, asked.busy))
    asked = parser.parse_args()
    wrong = asyncio.run(asked.run(asked))
    print("\n".join(wrong) or "nothing was wrong")
    return 1 if wrong else 0


if __name__ == "__main__":
    sys.exit(main())
