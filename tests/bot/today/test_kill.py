"""Test that a process in which a deal of the day is played can be killed before or after any press.
No answered move is lost or made twice, and the deal goes on as if nothing had happened."""

from __future__ import annotations

import asyncio
import os
import select
import signal
import time
from collections.abc import Callable
from contextlib import suppress
from pathlib import Path

import pytest

from bot.core.model import Person
from bot.tables.store.tables import Store
from bot.today.model import MEMBER
from bot.today.service import Today
from games.record import Step
from games.shuffle import Stream
from tests.beyond import kills as killed
from tests.bot.conftest import Now
from tests.fresh_database import put_fresh_database
from tests.present import present

NORA = Person(1, "Nora")
HERE = 7
KILLS = 100
LONGEST_LIFE = 0.03
"""The longest time in seconds that a process lives after its first answer."""


async def play(
    url: str, now: Now, answered: Callable[[int], object], *, most: int = 1000
) -> tuple[Step, ...]:
    """Begin or continue today's deal as Nora, and make at most `most` moves. Return all steps of
    the game. Each move depends only on the number of steps before it. `answered` gets the number of
    steps after each answer of the bot."""
    store = await Store.open(url)
    today = Today(store, now, entropy=bytes)
    sitting = await today.begin(HERE, NORA)
    answered(len(sitting.played.steps))
    while sitting.game.outcome is None and most:
        seen = len(sitting.played.steps)
        moves = sitting.game.legal_moves(MEMBER)
        move = moves[Stream(b"%d" % seen).randrange(len(moves))]
        sitting = await today.move(NORA.id, today.day, str(move), seen)
        answered(len(sitting.played.steps))
        most -= 1
    steps = sitting.played.steps
    await store.close()
    return steps


def killed_after(url: str, now: Now, life: float) -> int:
    """Fork a process that runs `play` for at most two moves, and kill it `life` seconds after its
    first answer. Return the number of steps in its last answer."""
    reader, writer = os.pipe()
    child = os.fork()
    if child == 0:
        with suppress(BaseException):
            asyncio.run(play(url, now, lambda steps: os.write(writer, b"%d\n" % steps), most=2))
        signal.pause()
    os.close(writer)
    assert select.select([reader], [], [], 20)[0], "it must find its way back and go on"
    time.sleep(life)
    os.kill(child, signal.SIGKILL)
    os.waitpid(child, 0)
    with os.fdopen(reader) as answers:
        return int(answers.read().split()[-1])


@killed(KILLS)
async def test_it_goes_on_as_if_nothing_had_been(
    tmp_path: Path, now: Now, monkeypatch: pytest.MonkeyPatch, kills: int
) -> None:
    monkeypatch.setattr("bot.today.model.LEVELS", ("casual", "beginner"))
    once, often = tmp_path / "once" / "shijo.db", tmp_path / "often" / "shijo.db"
    for file in (once, often):
        put_fresh_database(file)
    whole = await play(f"sqlite:///{once}", now, lambda _: None)
    url = f"sqlite:///{often}"
    chance = Stream(b"kills")
    for _ in range(kills):
        life = LONGEST_LIFE * chance.randrange(100) / 100
        answered = await asyncio.to_thread(killed_after, url, now, life)
        store = await Store.open(url)
        today = Today(store, now, entropy=bytes)
        played = present(await today.sitting(NORA.id, today.day)).played
        await store.close()
        assert len(played.steps) >= answered, "an answered move is on the disk"
        assert played.steps == whole[: len(played.steps)], "and none is there twice"
    assert await play(url, now, lambda _: None) == whole
