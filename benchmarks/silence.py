"""Measure what members notice when the database stops answering or is restarted. Shijo runs a game
against a bot player, as a separate process. The card room takes the place of Discord.

`python -m benchmarks silence postgresql [SECONDS]`: PostgreSQL doesn't answer for SECONDS seconds
(if left out, 70) while a member presses every few seconds. PostgreSQL then answers again. `…
silence sqlite [SECONDS]`: the same for SQLite, whose file another process keeps locked. `… silence
end`: Shijo gets SIGTERM while PostgreSQL doesn't answer. This is done twice: after 5 and after 40
seconds without an answer. `… silence restart [TIMES]`: PostgreSQL is restarted TIMES times (if left
out, 5) while bot players play.

A check fails, for example, if a member is told too late or a move is lost. Checks with PostgreSQL
need PostgreSQL's programs, and start their own server."""

from __future__ import annotations

import asyncio
import signal
import sqlite3
import tempfile
import time
from collections.abc import Callable, Sequence
from typing import Final

from sqlalchemy import func, make_url, select

from benchmarks.pressing import LOOKED_EVERY, MINUTE, Evening, evening, timed
from bot.db import schema
from bot.tables.store.tables import Store
from tests.fleet import replays
from tests.postgresql import Cluster
from tests.silent_line import SilentLine

SILENT: Final = 70
"""Seconds for which the database doesn't answer, unless the command line gives another number."""
TOLD_WITHIN: Final = 3.0
"""Seconds within which a member must get the answer to each press while the database doesn't
answer."""
UNREADY_WITHIN: Final = 15.0
ENDED_WITHIN: Final = 10.0
GOES_ON_WITHIN: Final = 3.0
"""Seconds after the restart in which bot players are to move."""
BETWEEN: Final = 3.0
"""Seconds between two presses."""
IN_FLIGHT: Final = 0.2
"""Seconds from a press to SIGTERM."""
ENDED_AFTER: Final = (5, 40)
"""Seconds for which the database doesn't answer before Shijo gets SIGTERM. After the first number,
Shijo still holds its leases (rights to serve shards). After the second number, the leases have run
out."""
DOWN: Final = 1.0
"""Seconds for which PostgreSQL is down in a restart."""
BOT_TABLES: Final = 5


def main(arguments: Sequence[str]) -> int:
    """Run the check whose name is given, or all checks if no name is given. Returns 0. Raises
    AssertionError when a check fails."""
    what, *more = arguments or ("all",)
    number = int(more[0]) if more else None
    if what in ("postgresql", "all"):
        asyncio.run(_silent_postgresql(number or SILENT))
    if what in ("sqlite", "all"):
        asyncio.run(_silent_sqlite(number or SILENT))
    if what in ("end", "all"):
        for after in ENDED_AFTER:
            asyncio.run(_ended(after))
    if what in ("restart", "all"):
        asyncio.run(_restarted(number or 5))
    return 0


# Silence


async def _silent_postgresql(seconds: float) -> None:
    with Cluster() as cluster:
        database = cluster.new_database()
        async with SilentLine(database) as line, evening(database, line.through) as made:
            await _silent("PostgreSQL", made, seconds, line.passing.clear, line.passing.set)


async def _silent_sqlite(seconds: float) -> None:
    database = f"sqlite:///{tempfile.mkdtemp()}/silence.db"
    async with evening(database, database) as made:
        other = sqlite3.connect(str(make_url(database).database), isolation_level=None)
        await _silent(
            "a locked SQLite file",
            made,
            seconds,
            lambda: other.execute("BEGIN EXCLUSIVE"),
            lambda: other.execute("COMMIT"),
        )
        other.close()


async def _silent(
    name: str,
    made: Evening,
    seconds: float,
    silence: Callable[[], object],
    speak: Callable[[], object],
) -> None:
    """Let the database be silent for `seconds` seconds, by calling `silence`, while a member
    presses. Then call `speak`, after which the database answers again. Prints what the member
    noticed."""
    before, heard = await made.moves(), len(made.process.said)
    silence()
    began = time.monotonic()
    waits: list[float] = []
    while time.monotonic() - began < seconds:
        took, done = await made.pressed(len(waits))
        assert done.status == "done", f"not told after {time.monotonic() - began:.0f} s"
        waits.append(took)
        await asyncio.sleep(max(BETWEEN - took, 0))
    said = made.process.said[heard:]
    unready = await made.readiness.until(began, is_ready=False)
    speak()
    spoke = time.monotonic()
    took, presses = await made.until_done()
    is_ready = await made.readiness.until(spoke, is_ready=True)
    after = await made.moves()
    print(
        f"{name}, silent for {seconds:.0f} s: {len(waits)} presses, each told after "
        f"{max(waits):.1f} s at most; not ready after {unready:.1f} s; {len(said)} lines in the "
        f"log; when it was heard again, press number {presses} was done after {took:.1f} s, and "
        f"it was ready after {is_ready:.1f} s"
    )
    for line in said:
        print("   ", line)
    assert max(waits) <= TOLD_WITHIN, waits
    assert unready <= UNREADY_WITHIN
    # One of them is about the leases.
    assert 1 <= len(said) <= 2 + seconds // MINUTE, said
    assert after[: len(before)] == before, "a move is lost"
    assert len(after) <= len(before) + 1, "a press that was refused is done"
    await replays(made.database)


# The end in the middle of silence


async def _ended(after: float) -> None:
    with Cluster() as cluster:
        database = cluster.new_database()
        async with SilentLine(database) as line, evening(database, line.through) as made:
            line.passing.clear()
            await asyncio.sleep(after)
            pressing = asyncio.create_task(made.pressed(1))
            await asyncio.sleep(IN_FLIGHT)
            made.process.process.send_signal(signal.SIGTERM)
            began = time.monotonic()
            async with asyncio.timeout(MINUTE):
                status = await made.process.process.wait()
            took = time.monotonic() - began
            await made.process.end()
            _, done = await pressing
    print(
        f"SIGTERM after {after} s of silence: ended with {status} after {took:.1f} s; the press in "
        f"flight: {done.status}"
    )
    assert took <= ENDED_WITHIN
    assert (status, done.status) == (0, "done")
    assert "Traceback" not in "\n".join(made.process.said)


# A restart


async def _restarted(times: int) -> None:
    with Cluster() as cluster:
        database = cluster.new_database()
        async with evening(database, database, BOT_TABLES) as made:
            rows = [await _restarted_once(cluster, made) for _ in range(times)]
            await replays(database)
            assert "Traceback" not in "\n".join(made.process.said)
    down, waited, moved = zip(*rows, strict=True)
    print(
        f"PostgreSQL was started again {times} times, and down for {min(down):.1f} to "
        f"{max(down):.1f} s: a press meanwhile was done after {max(waited):.1f} s at most; each "
        f"of {BOT_TABLES} tables of bot players had its next move {max(moved):.1f} s after the "
        f"start at most"
    )
    assert max(moved) <= GOES_ON_WITHIN


async def _restarted_once(cluster: Cluster, made: Evening) -> tuple[float, float, float]:
    """Stop PostgreSQL for some seconds, and start it again. Returns the seconds that it was down,
    the seconds that a press in this time took, and the seconds until all bot players' tables had
    moved on."""
    before = await made.moves()
    _, press = await made.hands.next()
    began = time.monotonic()
    await asyncio.to_thread(cluster.stop, "fast")
    pressing = asyncio.create_task(timed(press))
    await asyncio.sleep(max(DOWN - (time.monotonic() - began), 0))
    await asyncio.to_thread(cluster.start)
    up, down = time.time(), time.monotonic() - began
    waited, done = await pressing
    moved = await _went_on(made, up)
    print(f"  down for {down:.1f} s: press after {waited:.1f} s, bot players after {moved:.1f} s")
    assert made.is_done(done), done
    after = await made.moves()
    assert after[: len(before)] == before
    assert len(after) <= len(before) + 1
    return down, waited, moved


async def _went_on(made: Evening, up: float) -> float:
    """Wait until each table of bot players has had a new move since the database was back. `up` is
    the time when the database was back, in seconds since 1970. Return the seconds from `up` until
    the last of these tables had its first new move."""
    moves = schema.moves.c
    question = (
        select(func.min(moves.made_at))
        .where(moves.made_at > up * 1000, moves.table_id != made.table_id)
        .group_by(moves.table_id)
    )
    store = await Store.open(made.database)
    found: list[float] = []
    try:
        async with asyncio.timeout(MINUTE):
            while len(found) < BOT_TABLES:
                await asyncio.sleep(LOOKED_EVERY)
                found = [row[0] / 1000 for row in await store.rows(question)]
    finally:
        await store.close()
    return max(found) - up
