"""Test that a process which runs tournaments can be killed a hundred times. The pairings and
standings are the same as without any kill."""

from __future__ import annotations

import asyncio
import os
import random
import select
import signal
import time
from collections.abc import Callable, Coroutine
from contextlib import suppress
from dataclasses import replace
from datetime import UTC, datetime
from hashlib import sha256
from pathlib import Path
from typing import Any

import pytest

from bot.core.model import Person, Table
from bot.tables.manager import Tables
from bot.tables.store.tables import Store
from bot.tournaments.fixtures import End, step
from bot.tournaments.model import Fixture, Format, Tournament, TournamentStage
from bot.tournaments.pairing import next_round, seeded
from bot.tournaments.sittings import sittings
from bot.tournaments.standings import standings
from tests.beyond import kills
from tests.bot.evening import GUILD
from tests.bot.subjects import tables_of, tournaments_of
from tests.bot.tournaments.played import entered, heaps, open_tables, settled
from tests.bot.tournaments.test_pairing import IN_ROUNDS
from tests.fresh_database import put_fresh_database
from tests.present import present

KILLS = 100
LONGEST_LIFE = 0.05
"""The longest time in seconds that a process lives after it has acknowledged its start."""
SIZE = 8


def moment() -> datetime:
    return datetime.now(UTC)


async def played_on(tables: Tables, table: Table) -> None:
    """Let the awaited members come to the table and make a first move. Then let one member resign.
    The table's id alone decides which member resigns, so interruptions change nothing."""
    for seat in table.awaited:
        who = Person(present(seat.member_id), seat.name)
        table = (await tables.join(table.id, who, 700 + who.id)).table
    if not table.recent:
        view = present(table.view(present(table.view(None)).waiting_on[0]))
        mover = present(table.seats[present(view.seat)].member_id)
        await tables.move(table.id, mover, view.moves[0])
    loser = table.seats[loser_of(table.id)]
    await tables.resign(table.id, present(loser.member_id))


def loser_of(table_id: str) -> int:
    """Return the seat that has to lose at this table, 0 or 1. The table's id decides."""
    return sha256(table_id.encode()).digest()[0] % 2


async def play(url: str, acknowledge: Callable[[], object], *, for_ever: bool) -> list[Tournament]:
    """Play all tournaments in the database to their end, and return them. Call `acknowledge` when
    the tournaments' work has begun. With `for_ever`, don't return, but wait to be killed."""
    store = await Store.open(url)
    tables = tables_of(store, moment)
    tournaments = tournaments_of(store, tables, moment)
    await tournaments.go_on()
    for waiting in await tournaments.unfinished():
        if waiting.stage is TournamentStage.ENTRY:
            await tournaments.start(waiting.id)
    acknowledge()
    while True:
        going = [
            each for each in await tournaments.unfinished() if each.stage is TournamentStage.PLAYING
        ]
        if not going and not for_ever:
            break
        for each in going:
            for table in await open_tables(tables, each):
                await played_on(tables, table)
                await settled(tournaments)
        await asyncio.sleep(0 if going else 1)
    over = await tournaments.last(GUILD)
    await tournaments.close()
    await store.close()
    return over


Playing = Callable[..., Coroutine[Any, Any, object]]


def killed_after(url: str, patience: float, play: Playing = play) -> None:
    """Fork a process that runs `play`, and kill it `patience` seconds after it has acknowledged its
    start. If `patience` is below 0, kill it that many seconds after the fork."""
    reader, writer = os.pipe()
    child = os.fork()
    if child == 0:
        with suppress(BaseException):
            asyncio.run(play(url, lambda: os.write(writer, b"x"), for_ever=True))
        os._exit(1)
    os.close(writer)
    if patience >= 0:
        assert select.select([reader], [], [], 20)[0], "it must find its way back and go on"
    time.sleep(abs(patience))
    os.kill(child, signal.SIGKILL)
    _, status = os.waitpid(child, 0)
    os.close(reader)
    assert os.WIFSIGNALED(status), "it must play until it is killed"


def without_a_break(entry: Tournament) -> Tournament:
    """Return the tournament `entry` after its last round. The rounds are computed one directly
    after the other, without tables or a database."""
    now = replace(entry, entrants=seeded(entry.entrants, {}, entry.secret))
    while following := next_round(now):
        now = replace(now, fixtures=(*now.fixtures, *(decided(now, each) for each in following)))
    return replace(now, stage=TournamentStage.OVER)


def decided(tournament: Tournament, fixture: Fixture) -> Fixture:
    ends: list[End] = []
    while fixture.verdict is None:
        fixture = step(tournament.rules, fixture, ends).fixture
        if fixture.verdict is None:
            table_id = sittings(tournament.id, fixture)[-1]
            first_wins = bool(loser_of(table_id))
            ends.append(End.HOME if first_wins == bool(fixture.games % 2) else End.AWAY)
    return fixture


async def set_up(url: str) -> list[Tournament]:
    store = await Store.open(url)
    tournaments = tournaments_of(store, tables_of(store, moment), moment)
    games = {Format.ROUND_ROBIN: 1, Format.SWISS: 3, Format.KNOCKOUT: 3}
    for kind in IN_ROUNDS:
        await entered(tournaments, heaps(kind, games[kind]), SIZE)
    made = await tournaments.last(GUILD)
    await tournaments.close()
    await store.close()
    return made


@pytest.mark.skipif(not hasattr(os, "fork"), reason="the processes are forks")
@kills(KILLS)
def test_a_hundred_kills_change_no_pairing_and_no_place(tmp_path: Path, kills: int) -> None:
    put_fresh_database(tmp_path / "shijo.db")
    url = f"sqlite:///{tmp_path}/shijo.db"
    entries = asyncio.run(set_up(url))
    rng = random.Random()
    for number in range(kills):
        longest = rng.uniform(0, LONGEST_LIFE)
        killed_after(url, -longest if number % 5 == 0 else longest)
    found = asyncio.run(play(url, list, for_ever=False))
    wanted = list(map(without_a_break, entries))
    assert len(found) == len(wanted) == len(IN_ROUNDS)
    for one, other in zip(found, wanted, strict=True):
        assert one.stage is TournamentStage.OVER
        assert one.seeded == other.seeded, "the same seeds"
        assert one.fixtures == other.fixtures, "the same pairings and results"
        assert standings(one) == standings(other)
