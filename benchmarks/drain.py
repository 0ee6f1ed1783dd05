"""Check that a process still answers all running presses and commands after it was told to stop.

`python -m benchmarks drain [RUNS]`: a process is connected to the card room, which takes the place
of Discord. It gets SIGTERM while presses and commands are running, and one more press comes later.
The check fails in three cases: one of these presses or commands gets no answer, the log has a
traceback, or the exit status of the process isn't 0."""

from __future__ import annotations

import asyncio
import tempfile
from collections.abc import Sequence
from pathlib import Path
from typing import Final

from tests.draining import IN_FLIGHT, drained

RUNS: Final = 20


def main(arguments: Sequence[str]) -> int:
    """Print the report. `arguments` may have the number of runs. Returns 0 if no run failed (see
    the module's text), else 1."""
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
