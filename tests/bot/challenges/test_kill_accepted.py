"""Test that a process can be killed while a challenge is accepted. Afterwards there is either the
unanswered challenge or its game."""

from __future__ import annotations

import asyncio
import os
import random
import signal
import time
from collections.abc import Callable
from contextlib import suppress
from datetime import UTC, datetime
from pathlib import Path

import pytest

from bot.challenges import store as kept
from bot.challenges.model import Challenge, Standing
from bot.core.model import Phase
from bot.tables.store.tables import Store
from tests.bot.evening import ANN, BOB, CHANNEL, GUILD
from tests.bot.subjects import challenges, tables_of
from tests.fresh_database import put_fresh_database
from tests.present import present

KILLS = 14
LONGEST = 0.02
"""The longest time in seconds before a process is killed. To accept takes a few thousandths of a
second."""

pytestmark = pytest.mark.skipif(not hasattr(os, "fork"), reason="the processes are forks")


def moment() -> datetime:
    return datetime.now(UTC)


async def asked(url: str, pressed: int) -> str:
    """Store a challenge of Ann to Bob that waits for an answer, and return its id."""
    store = await Store.open(url)
    asking = challenges(tables_of(store, moment))
    draft = await asking.make_up(
        guild_id=GUILD,
        channel_id=CHANNEL,
        parent_id=None,
        by=ANN,
        whom=BOB,
        game="heaps",
        pressed=pressed,
    )
    await asking.ask(draft.id)
    await store.close()
    return draft.id


async def found(url: str, challenge_id: str) -> str:
    """Open the database after the kill. Check that the challenge is either unanswered, or accepted
    and its game begun. Return the challenge's standing (its state as text). Close the game, or take
    back the challenge."""
    store = await Store.open(url)
    tables = tables_of(store, moment)
    stored: Challenge = present(await kept.challenge(store, challenge_id))
    games = [each for each in await tables.where.open_in(CHANNEL) if each.phase is Phase.PLAYING]
    lobbies = [each for each in await tables.where.open_in(CHANNEL) if each.phase is Phase.LOBBY]
    assert not lobbies, "nobody waits alone"
    if stored.standing is Standing.ACCEPTED:
        (table,) = games
        assert [seat.member_id for seat in table.seats] == [ANN.id, BOB.id]
        await tables.close(table.id, 0, moderator=True)
    else:
        assert (stored.standing, games) == (Standing.ASKED, [])
        await challenges(tables).answer(challenge_id, ANN.id, Standing.TAKEN_BACK)
    await store.close()
    return stored.standing.value


async def accept(url: str, challenge_id: str, begin: Callable[[Store], object]) -> None:
    store = await Store.open(url)
    tables = tables_of(store, moment)
    begin(store)
    await challenges(tables).accept(challenge_id, BOB.id, 77)


def life(url: str, challenge_id: str, begin: Callable[[Store], object]) -> int:
    """Fork a process that accepts the challenge, and return its process id. Before the process
    accepts, it calls `begin` with its store."""
    child = os.fork()
    if child == 0:
        with suppress(BaseException):
            asyncio.run(accept(url, challenge_id, begin))
        os._exit(0)
    return child


def dies_after(commits: int) -> Callable[[Store], object]:
    """Return a function for `life` that makes the process kill itself right after commit number
    `commits`."""

    def begin(store: Store) -> None:
        made, write = 0, store.write

        async def counted(*transaction: object) -> None:
            nonlocal made
            await write(*transaction)  # type: ignore[arg-type]
            made += 1
            if made == commits:
                os.kill(os.getpid(), signal.SIGKILL)

        store.write = counted  # type: ignore[method-assign]

    return begin


def test_a_kill_after_each_commit_loses_nothing(tmp_path: Path) -> None:
    put_fresh_database(tmp_path / "shijo.db")
    url = f"sqlite:///{tmp_path}/shijo.db"
    killed = 0
    for commits in range(1, 9):
        challenge_id = asyncio.run(asked(url, 500 + commits))
        _, status = os.waitpid(life(url, challenge_id, dies_after(commits)), 0)
        assert asyncio.run(found(url, challenge_id)) == Standing.ACCEPTED.value
        killed += os.WIFSIGNALED(status)
        if not os.WIFSIGNALED(status):
            break
    assert killed == 1, "all of it is one commit"


def test_kills_at_any_moment_leave_the_challenge_or_the_game(tmp_path: Path) -> None:
    put_fresh_database(tmp_path / "shijo.db")
    url = f"sqlite:///{tmp_path}/shijo.db"
    rng = random.Random()
    for number in range(KILLS):
        challenge_id = asyncio.run(asked(url, 500 + number))
        reader, writer = os.pipe()
        child = life(url, challenge_id, lambda _store, writer=writer: os.write(writer, b"."))  # type: ignore[misc]
        os.read(reader, 1)
        time.sleep(rng.uniform(0, LONGEST))
        os.kill(child, signal.SIGKILL)
        os.waitpid(child, 0)
        for end in (reader, writer):
            os.close(end)
        assert asyncio.run(found(url, challenge_id)) in {"asked", "accepted"}
