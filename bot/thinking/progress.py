"""The progress of a long job in a worker process, in memory that the bot shares with it."""

from __future__ import annotations

import multiprocessing
from typing import Final, Protocol


class Numbers(Protocol):
    """Three numbers in memory that may be shared: the job's number, how much is done, and the
    total."""

    def __getitem__(self, place: int, /) -> int: ...

    def __setitem__(self, place: int, number: int, /) -> None: ...


JOB, DONE, TOTAL = range(3)
_here: Final[list[Numbers]] = [[0, 0, 0]]
"""Where this process reports. A worker's place is given to it when it starts: shared memory can't
be sent to it with a job."""


def shared() -> Numbers:
    """A new place in shared memory for the reports of worker processes. If several report, the last
    report counts."""
    numbers: Numbers = multiprocessing.get_context("spawn").RawArray("q", 3)
    return numbers


def report_to(numbers: Numbers) -> None:
    """Make `numbers` the place to which this process reports from now on."""
    _here[0] = numbers


def report(job: int, done: int, total: int) -> None:
    """Report how much of a job is `done`, out of `total`. Jobs are numbered from 1."""
    # A reader must not take one job's numbers for another's meanwhile.
    for place, number in ((JOB, 0), (DONE, done), (TOTAL, total), (JOB, job)):
        _here[0][place] = number


def of(job: int, numbers: Numbers | None = None) -> tuple[int, int] | None:
    """How much of a job is done, and the total, by the last report in `numbers` (None: in this
    process's own memory). None when the last report was about another job."""
    told = _here[0] if numbers is None else numbers
    return (told[DONE], told[TOTAL]) if job and told[JOB] == job else None
