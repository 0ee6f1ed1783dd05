"""Check that a process which is told to stop still answers all presses and commands that have
begun.

`python -m benchmarks drain [RUNS]`: a process is connected to the card room, which takes the place
of Discord. It gets SIGTERM while presses and commands are running. The check fails in three cases:
a running press or command gets no answer, a later press or command isn't answered with the news
that the bot restarts, or the log has a traceback."""

from __future__ import annotations

import asyncio
import tempfile
from collections.abc import Sequence
from pathlib import Path
from typing import Final

from tests.draining import IN_FLIGHT, drained

RUNS: Final = 20


def main(arguments: Sequence[str]) -> int:
    """Print the report; returns 0 if every press and command was answered in each run, else 1."""
    return asyncio.run(_report(int(arguments[0]) if arguments else RUNS))


async def _report(runs: int) -> int:
    failed, took = 0, []
    for run in range(1, runs + 1):
        with tempfile.TemporaryDirectory() as folder:
            ended = await drained(Path(folder))
        took.append(ended.took)
        tracebacks = ended.said.count("Traceback")
        print(
            f"  run {run:2}: {ended.answered.count('done')} of {len(ended.answered)} answers were "
            f"taken, {tracebacks} tracebacks, ended with {ended.status} after {ended.took:.2f} s",
            flush=True,
        )
        if ended.answered != ["done"] * (IN_FLIGHT + 1) or tracebacks or ended.status:
            failed += 1
            print(ended.said)
    print(
        f"{IN_FLIGHT} in flight at SIGTERM and one later, {runs} times: all answered, without a "
        f"traceback, in {runs - failed} of them; ended after {max(took):.2f} s at most"
    )
    return 1 if failed else 0
