"""Test that a process can be killed while members choose moves ahead of their turn. Afterwards, a
confirmed choice is still stored, or its move was made once, or the choice was dropped and the
member was told."""

from __future__ import annotations

import asyncio
import os
import select
import signal
import time
from collections.abc import Callable
from contextlib import suppress
from datetime import timedelta
from pathlib import Path

import pytest

from bot.core.model import Phase, Speed, Table
from bot.tables.deadlines import TableRules
from bot.tables.store.tables import Store
from games.shuffle import Stream
from tests.beyond import kills as killed
from tests.bot.conftest import Now
from tests.bot.evening import ANN, BOB
from tests.bot.evening import dealt as deal
from tests.bot.subjects import tables_of
from tests.bot.tables.test_kill import on_disk
from tests.fresh_database import put_fresh_database
from tests.present import present

KILLS = 60
LONGEST_LIFE = 0.05
"""The longest time in seconds that a process lives after its first answer."""
STEP = timedelta(seconds=10)
"""A time that is longer than the pause before a move that was chosen ahead."""
TOGETHER = 40
"""The most answers that a process gives before it stops playing and waits to be killed. Without
this limit, one process could play the whole game, and few kills would hit a running game."""


async def play(
    url: str, table_id: str, now: Now, answered: Callable[[str], object], most: int
) -> Table:
    """Play at most `most` steps at a table, and return the table. In each step, a seat chooses
    moves ahead, or the timer makes a chosen move, or a member moves. Each step depends on the table
    alone. `answered` gets a line for each step, such as `chose 1 17` (seat and version)."""
    store = await Store.open(url)
    rules = TableRules(speed=Speed.NONE)
    tables = tables_of(store, now, rules=rules)
    table = await tables.get(table_id)
    while table.phase is Phase.PLAYING and most:
        now.moment += STEP
        most -= 1
        choice = choice_of(table)
        if choice is not None:
            seat, moves = choice
            table = await tables.choose_ahead(table_id, member(table, seat), moves)
            answered(f"chose {seat} {table.version}")
        elif (made := await tables.run_due(table_id)) is not None:
            table = made.table
            answered(f"made {table.version}")
        else:
            seat = min(present(table.live).waiting_on)
            legal = present(table.view(seat)).moves
            move = legal[Stream(b"%d" % table.version).randrange(len(legal))]
            table = (await tables.move(table_id, member(table, seat), move, table.version)).table
            answered(f"moved {table.version}")
    await store.close()
    return table


def member(table: Table, seat: int) -> int:
    return present(table.seats[seat].member_id)


def choice_of(table: Table) -> tuple[int, list[str]] | None:
    """Return the seat that chooses moves ahead at this version of the table, and the moves that the
    seat chooses. Return None if no seat chooses. The random choice depends on version and seat
    alone."""
    game = present(table.live)
    for seat, each in enumerate(table.seats):
        offers = game.ahead(seat)
        chance = Stream(b"%d %d" % (table.version, seat))
        if offers and each.ahead is None and chance.randrange(2):
            return seat, [str(move) for move in offers[chance.randrange(len(offers))]]
    return None


def killed_after(url: str, table_id: str, now: Now, life: float) -> list[str]:
    """Fork a process that runs `play`, and kill it `life` seconds after its first line. Return all
    lines of the process that aren't empty."""
    reader, writer = os.pipe()
    child = os.fork()
    if child == 0:
        with suppress(BaseException):
            asyncio.run(
                play(
                    url, table_id, now, lambda line: os.write(writer, b"%a\n" % line), most=TOGETHER
                )
            )
            os.write(writer, b"\n")
        signal.pause()
    os.close(writer)
    assert select.select([reader], [], [], 20)[0], "it must find its way back and go on"
    time.sleep(life)
    os.kill(child, signal.SIGKILL)
    os.waitpid(child, 0)
    with os.fdopen(reader) as answers:
        return [line.strip("'") for line in answers.read().split("\n") if line]


async def begun(file: Path, now: Now) -> tuple[str, str]:
    """Deal a game of Durak on a fresh database in `file`. Return the database's address and the
    table's id."""
    put_fresh_database(file)
    url = f"sqlite:///{file}"
    store = await Store.open(url)
    table = await deal(
        tables_of(store, now, rules=TableRules(speed=Speed.NONE)), ANN, BOB, game="durak"
    )
    await store.close()
    return url, table.id


async def read(url: str, table_id: str, now: Now) -> Table:
    store = await Store.open(url)
    table = await tables_of(store, now).get(table_id)
    await store.close()
    return table


@killed(KILLS)
async def test_a_choice_survives_or_is_made_once(
    tmp_path: Path, now: Now, monkeypatch: pytest.MonkeyPatch, kills: int
) -> None:
    monkeypatch.setattr("bot.tables.dealing.seed_of", lambda *_: bytes(32))
    once, often = tmp_path / "once" / "shijo.db", tmp_path / "often" / "shijo.db"
    url, first = await begun(once, now)
    await play(url, first, now, lambda _: None, most=10_000)
    url, table_id = await begun(often, now)
    chance, chosen = Stream(b"ahead"), 0
    table = await read(url, table_id, now)
    for _ in range(kills):
        if table.phase is not Phase.PLAYING:
            break
        life = LONGEST_LIFE * chance.randrange(100) / 100
        now.moment += timedelta(hours=1)
        answers = await asyncio.to_thread(killed_after, url, table_id, now, life)
        table = await read(url, table_id, now)
        if answers and answers[-1].startswith("chose"):
            _, seat, version = answers[-1].split()
            assert table.seats[int(seat)].ahead or table.version > int(version), "it is not lost"
        chosen += sum(line.startswith("chose") for line in answers)
    now.moment += timedelta(hours=1)
    await play(url, table_id, now, lambda _: None, most=10_000)
    assert chosen
    assert on_disk(often, table_id) == on_disk(once, first), "none is made twice"
