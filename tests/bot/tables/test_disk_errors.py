"""Test every write of a game with a disk error. The caller gets an error, and nothing changes. The
same command succeeds when the disk works again."""

from __future__ import annotations

import asyncio
import random
import sqlite3
from collections.abc import Awaitable, Callable, Sequence
from pathlib import Path
from threading import Event
from typing import Any

import pytest
from sqlalchemy import PoolProxiedConnection, event

from bot.core.errors import NotSaved
from bot.core.model import Panel, Phase, Table, Update
from bot.core.shards import ALL
from bot.db import NotWritten
from bot.db.sqlite_connection import CommitFailed, Connection
from bot.leaderboards.service import Boards
from bot.tables.manager import Tables
from bot.tables.store import changes
from bot.tables.store.tables import Store
from bot.tables.timer import Timer
from tests.beyond import BEYOND
from tests.bot.conftest import Drawn, Now
from tests.bot.evening import (
    ANN,
    BOB,
    CAT,
    CHANNEL,
    GUILD,
    dealt,
    lobby,
    log_of,
    replays,
    same_from_disk,
    some_move,
    standings,
    waited_on,
)
from tests.bot.finished import derived
from tests.bot.subjects import history, privacy, tables_of
from tests.looked_at import next_deadline
from tests.present import present


class Disk:
    """A simulated disk that can fail. If a test sets `left` to n, the n-th write from then on
    fails. Each statement of a transaction counts as a write, and so does its commit."""

    def __init__(self, store: Store, monkeypatch: pytest.MonkeyPatch) -> None:
        self.left: int | None = None
        self.failed = 0
        engine = store.engine.sync_engine
        event.listen(engine, "do_execute", self._execute)
        event.listen(engine, "do_executemany", self._execute)
        self._commit = engine.dialect.do_commit
        setattr(engine.dialect, "do_commit", self._do_commit)  # noqa: B010 - mypy: a method
        monkeypatch.setattr(Connection, "_written", self._written(Connection._written))

    def _execute(self, cursor: object, statement: str, parameters: object, context: object) -> None:
        if not statement.startswith(("SELECT", "PRAGMA")):
            self._write()

    def _do_commit(self, connection: PoolProxiedConnection) -> None:
        self._write()
        self._commit(connection)

    def _written(self, write: Callable[..., None]) -> Callable[..., None]:
        """Return a replacement for `write`, the method that writes to SQLite without SQLAlchemy.
        The replacement fails as the disk fails. A call counts as two writes, the statements and the
        commit."""

        def failing(connection: Connection, statements: Sequence[Any], given_up: Event) -> None:
            self._write()
            try:
                self._write()
            except sqlite3.OperationalError as error:
                raise CommitFailed(error) from error
            write(connection, statements, given_up)

        failing.__name__ = write.__name__
        return failing

    def _write(self) -> None:
        if self.left is None:
            return
        self.left -= 1
        if self.left == 0:
            self.left = None
            self.failed += 1
            raise sqlite3.OperationalError("disk I/O error")


@pytest.fixture
def disk(file: Path, store: Store, monkeypatch: pytest.MonkeyPatch) -> Disk:
    return Disk(store, monkeypatch)


class Trial:
    """A session manager whose disk fails. Each command is tried with an error at its first write,
    then at its second, and so on."""

    def __init__(self, store: Store, disk: Disk, now: Now) -> None:
        self.store, self.disk, self.now = store, disk, now
        self.tables = tables_of(store, now, entropy=Drawn())
        self.told: list[Update] = []
        self.tables.listen(self.told.append)
        self.table: Table | None = None

    async def do(
        self, command: Callable[..., Awaitable[Any]], *arguments: Any, **options: Any
    ) -> Any:
        """Give a command to the session manager, first with an error at its first write, then at
        its second, and so on, until the command succeeds. Check that each failed try has changed
        nothing. Return the result of the successful try."""
        for write in range(1, 20):
            before, heard = self.table, len(self.told)
            before_it = await derived(self.store)
            self.disk.left = write
            try:
                update = await command(*arguments, **options)
            except NotSaved:
                assert len(self.told) == heard
                assert await derived(self.store) == before_it
                await self.is_still(before)
                continue
            assert self.disk.left is not None, "the failure was hidden from the caller"
            assert write > 1
            self.disk.left = None
            self.table = (
                update.table
                if isinstance(update, Update)
                else await self.tables.get(present(self.table).id)
            )
            return update
        raise AssertionError("the command never works")

    async def is_still(self, before: Table | None) -> None:
        if before is None:
            return
        for tables in (self.tables, tables_of(self.store, self.now)):
            after = await tables.get(before.id)
            assert after == before
            assert (after.live and after.live.position()) == (
                before.live and before.live.position()
            )

    async def play_out(self) -> None:
        rng = random.Random(2)
        while present(self.table).phase is Phase.PLAYING:
            if waited_on(present(self.table)):
                update = await self.do(
                    self.tables.move,
                    present(self.table).id,
                    *some_move(present(self.table), rng),
                    present(self.table).version,
                )
            else:
                self.now.pass_by(seconds=1.125)
                update = await self.do(self.tables.run_due, present(self.table).id)
            assert len(update.happenings) == 1


async def test_every_write_of_an_evening_fails_in_turn(
    store: Store, now: Now, disk: Disk, caplog: pytest.LogCaptureFixture
) -> None:
    trial = Trial(store, disk, now)
    tables, do = trial.tables, trial.do
    await do(
        tables.opening.create,
        guild_id=GUILD,
        channel_id=CHANNEL,
        host=ANN,
        game="heaps",
        interaction_id=1,
    )
    table_id = present(trial.table).id
    await do(tables.join, table_id, BOB, 2)
    await do(tables.join, table_id, CAT, 3)
    await do(tables.invite_bot, table_id, ANN.id)
    await do(tables.leave, table_id, CAT.id)
    await do(tables.choose, table_id, ANN.id, options={"cards": 3})
    await do(tables.choose, table_id, ANN.id, speed="relaxed")
    await do(tables.handicap, table_id, BOB.id, "slow", True)
    await do(tables.move_seat, table_id, ANN.id, 1, 2)
    await do(tables.move_seat, table_id, ANN.id, 1, 2)
    await do(tables.registry.placed, table_id, CHANNEL, 4)
    await do(tables.start, table_id, ANN.id)
    await trial.play_out()
    replays(present(trial.table))
    assert [line.games for line in await standings(store)] == [1, 1]
    await do(tables.rematch, table_id, ANN, 5)
    await do(tables.rematch, table_id, BOB, 6)
    assert present(trial.table).phase is Phase.PLAYING
    await do(tables.resign, table_id, BOB.id)
    await do(tables.close, table_id, 4711, moderator=True)
    assert disk.failed > 60
    assert "disk I/O error" in caplog.text
    await same_from_disk(store, tables, tables_of(store, now), table_id)


@pytest.mark.parametrize("write", [1, 2])
async def test_a_failed_common_commit_is_made_good_table_by_table(
    store: Store, tables: Tables, disk: Disk, write: int
) -> None:
    playing = [await dealt(tables, ANN, BOB) for _ in range(8)]
    moves = [(table.id, ANN.id, present(table.view(0)).moves[0]) for table in playing]
    disk.left = write
    updates = await asyncio.gather(*(tables.move(*move) for move in moves))
    assert disk.failed == 1
    for table, update, (_, _, move) in zip(playing, updates, moves, strict=True):
        assert update.table.version == table.version + 1
        assert await log_of(store, table.id) == [(0, move)]


async def test_every_write_about_absent_members_fails_in_turn(
    store: Store, now: Now, disk: Disk
) -> None:
    trial = Trial(store, disk, now)
    tables, do = trial.tables, trial.do
    trial.table = await dealt(tables, ANN, BOB, CAT, cards=9)
    table_id = trial.table.id
    told: list[Update] = []
    while not trial.table.seats[0].absent:
        now.moment = present(await next_deadline(tables))
        update = await do(tables.run_due, table_id)
        told.extend(update.half_time)
    # Each stand-in had its half-time before it; nothing was told of what was not saved.
    assert len(told) == sum(seat.missed for seat in trial.table.seats)
    await do(tables.back, table_id, ANN.id)
    assert not trial.table.seats[0].absent
    await do(tables.vote_out, table_id, BOB.id, 0)
    await do(tables.vote_out, table_id, CAT.id, 0)
    assert (trial.table.recent[-1].move, trial.table.host_id) == ("resign", BOB.id)
    await same_from_disk(store, tables, tables_of(store, now), table_id)


async def test_panels_and_the_clock_when_the_disk_fails(
    store: Store, tables: Tables, now: Now, disk: Disk
) -> None:
    table = await lobby(tables)
    panel = Panel(table.id, ANN.id, "token", 5, now().replace(year=2027))
    for _ in range(2):
        disk.left = 2
        with pytest.raises(NotSaved):
            await tables.shown.panel_opened(panel)
        assert await tables.shown.panels(table.id) == []
    await tables.shown.panel_opened(panel)
    assert await tables.shown.panels(table.id) == [panel]
    disk.left = 1
    with pytest.raises(NotSaved):
        await Timer(tables, now).start()


@BEYOND
async def test_forgetting_a_member_is_made_good_when_the_disk_works_again(
    store: Store, tables: Tables, now: Now, disk: Disk
) -> None:
    table = await dealt(tables, ANN, BOB)
    await tables.resign(table.id, ANN.id)
    refused = 0
    for write in range(1, 80):
        disk.left = write
        try:
            await privacy(tables).forget(ANN.id)
        except NotSaved:
            refused += 1
        if disk.left is not None:
            break
    disk.left = None
    assert refused > 1
    kept = await tables_of(store, now).get(table.id)
    assert all((seat.member_id, seat.name) != (ANN.id, ANN.name) for seat in kept.seats)
    assert [line.member_id for line in await standings(store) if line.member_id == ANN.id] == []


async def test_what_cant_be_read_is_refused_in_a_sentence_and_the_log_has_the_reason(
    file: Path, store: Store, tables: Tables, now: Now, caplog: pytest.LogCaptureFixture
) -> None:
    def unreadable(cursor: object, statement: str, *_: object) -> None:
        raise sqlite3.OperationalError("disk I/O error")

    boards = Boards(store, now=now)
    event.listen(store.engine.sync_engine, "do_execute", unreadable)
    for question in (
        tables.get("nobody"),
        tables.where.open_in(CHANNEL),
        tables.where.seated(GUILD, ANN.id),
        history(tables).history(GUILD),
        history(tables).finished("nobody", 1, GUILD),
        tables.preferences.server(GUILD),
        privacy(tables).servers(),
        tables.shown.mentions(),
        tables.timing.read_again(),
        boards.board(GUILD, game="durak"),
        boards.profile(GUILD, ANN.id),
        boards.booked(GUILD, "nobody", 1),
        boards.annul(GUILD, "nobody", 1, ANN.id),
        boards.count_the_rest(),
        boards.due_podiums(),
        boards.settings(GUILD),
    ):
        with pytest.raises(NotSaved) as caught:
            await question
        assert str(caught.value) == str(NotSaved())
    assert caplog.text.count("disk I/O error") == 1, "the same reason is logged once a minute"


async def test_a_damaged_page_is_named_once_and_the_bot_is_not_ready(
    file: Path, store: Store, tables: Tables, now: Now, caplog: pytest.LogCaptureFixture
) -> None:
    table = await dealt(tables)
    await store.close()
    with sqlite3.connect(file) as connection:
        connection.execute("PRAGMA wal_checkpoint(TRUNCATE)")
        (page,) = connection.execute(
            "SELECT rootpage FROM sqlite_master WHERE name = 'games'"
        ).fetchone()
        (size,) = connection.execute("PRAGMA page_size").fetchone()
    connection.close()
    with file.open("r+b") as opened:
        opened.seek((page - 1) * size)
        opened.write(b"\xff" * size)
    store = await Store.open(f"sqlite:///{file}")
    assert await store.health.is_well()
    for _ in range(3):
        with pytest.raises(NotSaved):
            await tables_of(store, now).get(table.id)
    assert not await store.health.is_well()
    assert caplog.text.count(str(file)) == caplog.text.count("it's damaged") == 1
    await store.close()


@pytest.mark.parametrize(
    ("pragma", "said"),
    [("max_page_count=1", "the disk is full"), ("query_only=ON", "it can't be written")],
)
async def test_a_full_disk_and_a_file_that_cant_be_written_are_named_until_that_is_over(
    file: Path,
    store: Store,
    tables: Tables,
    caplog: pytest.LogCaptureFixture,
    pragma: str,
    said: str,
) -> None:
    await lobby(tables)

    def poor(connection: Any, _record: object) -> None:
        connection.cursor().execute(f"PRAGMA {pragma}")

    event.listen(store.engine.sync_engine, "connect", poor)
    await store.engine.dispose()
    connection, store.writer._connection = store.writer._connection, None
    await present(connection).close()
    await store.engine.dispose()
    refused = 0
    for number in range(200):
        if refused == 3:
            break
        try:
            await tables.opening.create(
                guild_id=GUILD, channel_id=CHANNEL, host=ANN, game="heaps", interaction_id=number
            )
        except NotSaved:
            refused += 1
    assert refused == 3
    assert not store.health.serves, "the metrics say so without asking"
    assert not await store.health.is_well()
    assert caplog.text.count(said) == 1

    event.remove(store.engine.sync_engine, "connect", poor)
    await store.engine.dispose()
    await lobby(tables)
    assert store.health.serves
    assert await store.health.is_well()


@pytest.mark.parametrize("how", ["deleted", "moved", "replaced"])
async def test_a_file_that_is_not_there_any_more_is_a_silent_database(
    file: Path, store: Store, tables: Tables, caplog: pytest.LogCaptureFixture, how: str
) -> None:
    await lobby(tables)
    aside = taken_away(file, how)
    with pytest.raises(NotSaved):
        await lobby(tables)
    assert not await store.health.is_well()
    assert caplog.text.count("moved, deleted or replaced") == 1
    if how == "deleted":
        return
    again = asyncio.Event()
    store.health.recovered.append(again.set)
    put_back(aside, file)
    async with asyncio.timeout(30):
        await again.wait()
    await lobby(tables)


def taken_away(file: Path, how: str) -> Path:
    """Remove the database `file` as `how` says: delete it, move it away, or replace it by a copy of
    itself. Return the path to which the old file is moved. Nothing is at that path if `how` is
    `deleted`."""
    aside = file.with_name("elsewhere.db")
    copied = file.read_bytes()
    if how == "deleted":
        file.unlink()
    else:
        file.rename(aside)
    if how == "replaced":
        file.write_bytes(copied)
    return aside


def put_back(aside: Path, file: Path) -> None:
    aside.replace(file)


async def test_nothing_is_written_after_closing(store: Store, tables: Tables, now: Now) -> None:
    table = await lobby(tables)
    await store.close()
    with pytest.raises(NotSaved):
        await tables.leave(table.id, BOB.id)
    with pytest.raises(NotWritten):
        await store.write(changes.alive(ALL, now()))
