"""Print the course of some deals of the day as hashes:
`python -m tests.bot.today.same_deals ADDRESS`. The address is that of an empty database
(`sqlite:////tmp/new.db`).

Two members make the same moves, one of them in a process that is restarted half-way. If two
interpreters or two databases print the same lines, their bot players made the same moves, card by
card. This module needs only the packages that the bot needs."""

from __future__ import annotations

import asyncio
import hashlib
import sys
from datetime import UTC, datetime

from bot.core.model import Person
from bot.tables.store.tables import Store
from bot.today.model import MEMBER, Sitting
from bot.today.service import Today
from games.shuffle import Stream

HERE = 7
DAYS = (5, 4, 11)
"""Days of January 2026: a Monday, a Sunday with a deal of Dritzak, and a Sunday with a deal of
Tredici."""
MOST = 12
"""The most moves that a member makes in a deal."""


async def main(address: str) -> None:
    """Play the deals of some days in the empty database at `address`. For each deal, print a line
    with the date, the number of moves and a hash of the moves. Fail if the bot players answer the
    same moves of two members differently."""
    store = await Store.open(address)
    for day in DAYS:
        moment = datetime(2026, 1, day, 12, tzinfo=UTC)
        nora = await _played(store, moment, Person(1, "Nora"), (MOST,))
        pavel = await _played(store, moment, Person(2, "Pavel"), (MOST // 2, MOST - MOST // 2))
        assert nora == pavel, "the same moves met other answers"
        told = hashlib.sha256("\n".join(nora).encode()).hexdigest()[:16]
        print(f"deal of {moment:%Y-%m-%d} {len(nora)} moves {told}")
    await store.close()


async def _played(store: Store, now: datetime, who: Person, parts: tuple[int, ...]) -> list[str]:
    """Let a member play today's deal in several parts, each in a new process. `parts` has the
    number of the member's moves in each part. Return the moves of all seats."""
    for most in parts:
        today = Today(store, lambda: now, entropy=lambda length: b"s" * length)
        sitting = await today.begin(HERE, who)
        for _ in range(most):
            if sitting.game.outcome is None:
                sitting = await _moved(today, sitting, who)
    return [f"{step.seat} {step.move}" for step in sitting.played.steps]


async def _moved(today: Today, sitting: Sitting, who: Person) -> Sitting:
    """Make one move for the member, and return the deal after it. The move depends only on the
    number of steps so far."""
    seen = len(sitting.played.steps)
    moves = sitting.game.legal_moves(MEMBER)
    move = moves[Stream(b"%d" % seen).randrange(len(moves))]
    return await today.move(who.id, today.day, str(move), seen)


if __name__ == "__main__":
    asyncio.run(main(sys.argv[1]))
