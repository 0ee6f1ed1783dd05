"""Test that a process which plays through the session manager can be killed at random moments. No
acknowledged move is lost."""

from __future__ import annotations

import asyncio
import os
import random
import select
import signal
import sqlite3
import time
from collections.abc import Callable, Sequence
from contextlib import suppress
from datetime import UTC, datetime
from pathlib import Path

import pytest

from bot.core.model import Person, Phase
from bot.leaderboards.service import Boards
from bot.leaderboards.store.recount import rebuild
from bot.tables.store.tables import Store
from tests import WHOLE_GAMES
from tests.beyond import BEYOND, FEW, kills
from tests.bot.evening import ANN, BOB, CAT, one_move, play_out
from tests.bot.evening import dealt as deal
from tests.bot.subjects import tables_of
from tests.games.plugins import EXAMPLES, installed

KILLS = 100
LONGEST_LIFE = 0.1
"""The longest time in seconds that a process plays before it is killed."""


def moment() -> datetime:
    return datetime.now(UTC)


async def play_for_ever(
    url: str,
    table_id: str,
    acknowledge: Callable[[str], object],
    seed: int,
    guests: Sequence[Person],
) -> None:
    """Play one game after another at a table until the process is killed. After each save, call
    `acknowledge` with a line: `game seat move` for a move, `game lobby` for a new lobby, and
    `game joined id` for a member who joins. `game` is the game's number. `guests` join again before
    each game."""
    rng = random.Random(seed)
    store = await Store.open(url)
    tables = tables_of(store, moment)
    table = await tables.get(table_id)
    while True:
        if table.phase is Phase.PLAYING:
            update = await one_move(tables, table, rng)
            table = update.table
            acknowledge(
                f"{table.game_number} {update.happenings[0].seat} {update.happenings[0].move}"
            )
            continue
        if table.phase is Phase.OVER:
            table = (await tables.rematch(table_id, ANN, 1)).table
            acknowledge(f"{table.game_number} lobby")
        for who in guests:
            if table.phase is Phase.LOBBY and table.seat_of(who.id) is None:
                table = (await tables.join(table_id, who, 2)).table
                acknowledge(f"{table.game_number} joined {who.id}")


def life(
    url: str, table_id: str, seed: int, patience: float, guests: Sequence[Person], *, born: bool
) -> list[str]:
    """Fork a process that plays at the table, and kill the process after `patience` seconds. The
    seconds count from the first line that the process writes, or from its start if `born` is true.
    The process writes a line after each step that has been saved. Return these lines."""
    reader, writer = os.pipe()
    child = os.fork()
    if child == 0:
        # Only SIGKILL ends it; the line is in the pipe before the next move is begun.
        with suppress(BaseException):
            asyncio.run(
                play_for_ever(
                    url, table_id, lambda line: os.write(writer, f"{line}\n".encode()), seed, guests
                )
            )
        os._exit(1)
    os.close(writer)
    if not born:
        assert select.select([reader], [], [], 20)[0], "the game must replay and go on"
    time.sleep(patience)
    os.kill(child, signal.SIGKILL)
    _, status = os.waitpid(child, 0)
    assert os.WIFSIGNALED(status), "the process must play until it is killed"
    said = b""
    while chunk := os.read(reader, 1 << 16):
        said += chunk
    os.close(reader)
    return said.decode().splitlines()


def on_disk(file: Path, table_id: str) -> list[str]:
    """Read the moves of a table from the SQLite file without the bot's code, as lines `game seat
    move`. Check that their numbers have no gap."""
    with sqlite3.connect(file) as connection:
        assert connection.execute("PRAGMA integrity_check").fetchone() == ("ok",)
        rows = connection.execute(
            "SELECT game, seq, seat, move FROM moves WHERE table_id = ? ORDER BY game, seq",
            (table_id,),
        ).fetchall()
    connection.close()
    for game in {row[0] for row in rows}:
        assert [row[1] for row in rows if row[0] == game] == list(
            range(sum(row[0] == game for row in rows))
        )
    return [f"{game} {seat} {move}" for game, _, seat, move in rows]


async def _set_up(url: str, guests: Sequence[Person], game: str) -> str:
    store = await Store.open(url)
    table = await deal(tables_of(store, moment), ANN, *guests, game=game)
    await store.close()
    return table.id


in_forks = pytest.mark.skipif(
    not hasattr(os, "fork"),
    reason="the processes are forks, so that a hundred of them start at once",
)


@in_forks
@kills(KILLS)
def test_every_acknowledged_move_survives_a_hundred_kills(tmp_path: Path, kills: int) -> None:
    url, guests = f"sqlite:///{tmp_path}/shijo.db", (BOB, CAT)
    table_id = asyncio.run(_set_up(url, guests, "heaps"))
    _killed(tmp_path / "shijo.db", url, table_id, guests, kills)
    asyncio.run(_counted(url, table_id))


@in_forks
@BEYOND
@pytest.mark.parametrize("name", WHOLE_GAMES)
def test_so_does_every_move_in_a_packages_game(
    tmp_path: Path, monkeypatch: pytest.MonkeyPatch, name: str
) -> None:
    monkeypatch.undo()  # the games are those that are installed
    url, guests = f"sqlite:///{tmp_path}/shijo.db", (BOB, CAT, Person(1004, "Dan"))
    with installed(EXAMPLES / name, tmp_path):
        table_id = asyncio.run(_set_up(url, guests, name))
        _killed(tmp_path / "shijo.db", url, table_id, guests, FEW)


def _killed(file: Path, url: str, table_id: str, guests: Sequence[Person], kills: int) -> None:
    """Let `kills` processes play one after the other, and kill each. Check that the database has
    all moves that a process acknowledged, and at most one more move of that process."""
    rng = random.Random()
    moves = 0
    log: list[str] = []
    for number in range(kills):
        patience = rng.uniform(0, LONGEST_LIFE)
        said = life(url, table_id, number, patience, guests, born=number % 5 == 0)
        before, log = log, on_disk(file, table_id)
        acknowledged = [line for line in said if line.split()[1].isdigit()]
        # At most one more move than was acknowledged: the one that was saved when the process died.
        assert log[: len(before) + len(acknowledged)] == before + acknowledged
        assert len(log) <= len(before) + len(acknowledged) + 1
        moves += len(acknowledged)
    assert moves > kills


async def _counted(url: str, table_id: str) -> None:
    """Play the running game to its end, and check that every finished game of the table counts
    exactly once in the leaderboard."""
    store = await Store.open(url)
    tables = tables_of(store, moment)
    table = await tables.get(table_id)
    if table.phase is Phase.PLAYING:
        table = await play_out(tables, table)
    finished = table.game_number if table.phase is Phase.OVER else table.game_number - 1
    assert finished > 1
    boards = Boards(store, now=moment)
    assert {line.games for line in (await boards.board(table.guild_id, game="heaps")).lines} == {
        finished
    }
    assert (await rebuild(store)).changed == 0
    await store.close()
