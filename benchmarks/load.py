"""Measure the whole cost of a press for the bot's process. At 200 tables, members press 20 times a
second, with real sockets and a real database file.

Only the CPU time of the bot is counted; the card room and the members are in another process. A
press is a move in an open hand of Durak. Its consequences are counted too: the answer with the
hand's new picture, the edit of the table's message with its picture, and the edit of the other
member's open hand."""

from __future__ import annotations

import asyncio
import json
import random
import sys
import tempfile
import time
from contextlib import AsyncExitStack
from dataclasses import dataclass
from pathlib import Path
from typing import Final

import chess

import games
from benchmarks.crowd import HAND, filled
from benchmarks.floor import A_PRESS
from benchmarks.sampled import FILE
from bot.core.model import Person
from bot.pictures.hand import hand_picture
from bot.pictures.table import table_picture
from cardroom.people import Opening
from cardroom.people import Person as People
from cardroom.room import Plan, Room
from cardroom.visitor import Done, Seen, Visitor, visiting
from cogs.table.message.captions import captions_for
from cogs.words.load import words_of
from tests.journeys.hands import STRING_SELECT, is_move
from tests.shijo_process import shijo_process

TABLES: Final = 200
PAIRS: Final = 10
"""The number of pairs of members. Each pair has tables in a channel of its own, because the presses
of one member wait for each other, and the room keeps only forty hand messages of one reader in a
channel."""
OPENING: Final = Opening(
    channels=tuple((f"card-table-{number}", "") for number in range(PAIRS)),
    people=tuple(People(f"Member {number}") for number in range(2 * PAIRS)),
)
A_SECOND: Final = 20
"""Presses a second at all tables together. At most this many presses wait for their answers at the
same time, so a slow machine gets fewer presses a second."""
WARMING: Final = 300
"""Presses before the measured ones. They make the bot draw everything that is drawn only once."""
PRESSES: Final = 800
SETTLED: Final = 3.0
"""Seconds after the last press until its consequences are done."""
PATIENT: Final = 60.0
AIM: Final = 6.0
"""Milliseconds that a press is to cost at most."""
CHESS_MOVES: Final = 3000
TEXT: Final = 0
"""Discord's number for text channels."""
MOVES: Final = 12
"""Moves in a game before its pictures are drawn."""
DRAWN: Final = 50


def report() -> None:
    """Print the CPU time of a press and the share of each part of the program. Compares it with
    python-chess."""
    spent, presses, took = asyncio.run(_loaded())
    sending, drawing = asyncio.run(_alone()), _drawing()
    total = spent.pop("all") / presses * 1000
    unit = _chess_move()
    print(f"CPU of the bot's process for a press ({TABLES} tables, {presses / took:.1f} a second)")
    for part, seconds in sorted(spent.items(), key=lambda each: -each[1]):
        each = seconds / presses * 1000
        print(f"  {part:24} {each:6.2f} ms {each / total:6.0%}")
    print(
        f"  {'all in':24} {total:6.2f} ms, as much as {total / unit:,.0f} random moves of "
        f"python-chess; {'kept' if total <= AIM else 'missed'}: {AIM:.0f} ms at most"
    )
    print(
        f"  {'at least':24} {sending + drawing:6.2f} ms: {A_PRESS} edits by discord.py with "
        f"nothing of Shijo around them {sending:.2f}, {A_PRESS} pictures {drawing:.2f}"
    )


async def _alone() -> float:
    """Return the milliseconds of CPU time that discord.py alone takes for the edits of one
    press."""
    async with Room(Plan(opening=OPENING)) as room:
        channel = next(each["id"] for each in room.world.channels.all() if each["type"] == TEXT)
        arguments = (room.api_url, room.plan.bot_token, str(channel))
        process = await asyncio.create_subprocess_exec(
            *(sys.executable, "-m", "benchmarks.floor", *arguments), stdout=asyncio.subprocess.PIPE
        )
        said, _ = await process.communicate()
    return float(said)


def _drawing() -> float:
    """Return the milliseconds of CPU time for drawing a table and two hands in the middle of a
    game."""
    durak = games.load("durak")
    game, rng = durak.new(durak.options("durnius"), seats=2, seed=b"load"), random.Random(1)
    for _ in range(MOVES):
        seat = min(game.waiting_on)
        game.play(seat, rng.choice(game.legal_moves(seat)))
    captions = captions_for(("Nora", "Pavel"), words_of("durak"))
    hands = [game.view(seat) for seat in range(game.seats)]

    def draw() -> None:
        table_picture(game.view(None), captions)
        for view in hands:
            hand_picture(view, view.hand, captions)

    draw()
    began = time.process_time()
    for _ in range(DRAWN):
        draw()
    return (time.process_time() - began) / DRAWN * 1000


def _chess_move() -> float:
    """Return the milliseconds of CPU time that python-chess takes for a move of a random game, on
    this machine now."""
    rng, board, began = random.Random(1), chess.Board(), time.process_time()
    for _ in range(CHESS_MOVES):
        if board.is_game_over():
            board = chess.Board()
        board.push(rng.choice(list(board.legal_moves)))
    return (time.process_time() - began) / CHESS_MOVES * 1000


@dataclass
class Sitting:
    """A table, and the open hands of its two members."""

    table: Seen
    hands: dict[Visitor, Seen]

    async def move(self, rng: random.Random) -> Done | None:
        """Press a button that makes a move or leads to a move, and return the result. Returns None
        when neither member has such a button."""
        for who, hand in self.hands.items():
            parts = [part for part in hand.parts if is_move(part)]
            if parts:
                part = rng.choice(parts)
                values = [part["options"][0]["value"]] if part["type"] == STRING_SELECT else []
                return await who.press(hand, part, values)
        return None


async def _loaded() -> tuple[dict[str, float], int, float]:
    """Run the bot, and press buttons at all tables. Returns the CPU seconds of each part of the
    program, the number of presses, and the seconds that the presses took."""
    with tempfile.TemporaryDirectory(dir=".") as name:
        folder = Path.cwd() / name
        address, samples = f"sqlite+aiosqlite:///{folder}/load.db", folder / "samples.json"
        async with (
            Room(Plan(opening=OPENING, patience=PATIENT)) as room,
            AsyncExitStack() as windows,
        ):
            members = [
                await windows.enter_async_context(visiting(room.page_url, each.name))
                for each in OPENING.people
            ]
            people = [Person(int(member.me["id"]), member.name) for member in members]
            pairs = list(zip(people[::2], people[1::2], strict=True))
            channels = list(members[0].channels.values())
            await filled(address, room, channels, pairs * (TABLES // PAIRS))
            settings = {
                "SHIJO_DATABASE__URL": address,
                "SHIJO_TABLES__MOST_TABLES": "0",
                "SHIJO_LOG__LEVEL": "warning",
                FILE: str(samples),
            }
            async with shijo_process(folder, room, "benchmarks.sampled", **settings):
                sittings = await _sat_down(members)
                await _pressed(sittings, WARMING)
                before = json.loads(samples.read_text())
                presses, took = await _pressed(sittings, PRESSES)
                after = json.loads(samples.read_text())
    return {part: after[part] - before.get(part, 0.0) for part in after}, presses, took


async def _sat_down(members: list[Visitor]) -> list[Sitting]:
    """Open the hands of both members at each table. Returns the tables with these hands."""
    first = members[0]
    await first.until(lambda: len(_tables(first)) == TABLES, patience=10 * PATIENT)
    sittings = []
    for number, key in enumerate(_tables(first)):
        pair = number % PAIRS * 2
        hands = {
            member: (await member.click(Seen(member, key), label=HAND)).seen
            for member in members[pair : pair + 2]
        }
        sittings.append(Sitting(Seen(first, key), hands))
    return sittings


def _tables(member: Visitor) -> list[str]:
    """Return the ids of the tables' messages, from the oldest to the newest."""
    return sorted(key for key in member.messages if HAND in Seen(member, key).labels)


async def _pressed(sittings: list[Sitting], number: int) -> tuple[int, float]:
    """Press `number` times, at one table after the other. Returns how many presses found a button,
    and the seconds that all presses took. Raises RuntimeError if a press failed."""
    rng, room, began = random.Random(number), asyncio.Semaphore(A_SECOND), time.time()

    async def press(sitting: Sitting) -> Done | None:
        async with room:
            return await sitting.move(rng)

    presses = []
    for turn in range(number):
        presses.append(asyncio.create_task(press(sittings[turn % len(sittings)])))
        await asyncio.sleep(began + (turn + 1) / A_SECOND - time.time())
    done = [done for done in await asyncio.gather(*presses) if done is not None]
    took = time.time() - began
    await asyncio.sleep(SETTLED)
    failed = [each for each in done if each.status != "done"]
    if failed:
        raise RuntimeError(f"{len(failed)} of {len(done)} presses failed: {failed[0]}")
    return len(done), took
