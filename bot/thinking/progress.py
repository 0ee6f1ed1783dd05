"""Reports the progress of a long job in a worker process, through memory that it shares with the
bot's process."""

from __future__ import annotations

import multiprocessing
from typing import Final, Protocol


class Numbers(Protocol):
    """Three numbers that two processes may share. They are the number of a job, how much of it is
    done, and how much there is to do."""

    def __getitem__(self, place: int, /) -> int: ...

    def __setitem__(self, place: int, number: int, /) -> None: ...


JOB, DONE, TOTAL = range(3)
_here: Final[list[Numbers]] = [[0, 0, 0]]
"""The memory into which this process writes how far its long jobs are. A worker process gets shared
memory in place of this memory when it starts, because shared memory can't be sent with a job."""


def shared() -> Numbers:
    """Return new shared memory for the reports of worker processes. If several processes report,
    the last report replaces the others."""
    numbers: Numbers = multiprocessing.get_context("spawn").RawArray("q", 3)
    return numbers


def report_to(numbers: Numbers) -> None:
    """Let this process write its reports into `numbers` from now on."""
    _here[0] = numbers


def report(job: int, done: int, total: int) -> None:
    """Report how much of a long job is `done`, out of `total` (in steps of any kind). `job` is its
    number, from 1."""
    # A reader must not take one job's numbers for another's meanwhile.
    for place, number in ((JOB, 0), (DONE, done), (TOTAL, total), (JOB, job)):
        _here[0][place] = number


def of(job: int, numbers: Numbers | None = None) -> tuple[int, int] | None:
    """Return how much of a job is done and how much there is to do, according to the last report.
    The report is read from `numbers` (None: from the memory to which this process writes). Returns
    None when the last report was about another job."""
    told = _here[0] if numbers is None else numbers
    return (told[DONE], told[TOTAL]) if job and told[JOB] == job else None
