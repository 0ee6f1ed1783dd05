"""The code of the worker process that analyses games."""

from __future__ import annotations

import faulthandler
import json
from functools import partial
from typing import Final, NamedTuple

from bot.thinking.progress import report
from games.analysis import AnalysisBudget, analyse, to_json
from games.record import loads

LONGEST: Final = 900.0
"""Seconds after which an analysis counts as hung and its process exits. A game of 100 decisions
takes less than ten seconds of an idle core, and the longest possible game takes minutes."""


class Job(NamedTuple):
    """A task for the worker process. `record` is a finished game's record as text, and `budget`
    limits the computation for each decision. `number` identifies the task when its progress is
    reported. `seat` is the only seat to judge (None: all seats)."""

    record: str
    budget: AnalysisBudget
    number: int = 0
    seat: int | None = None


def found_in(job: Job) -> str:
    """Analyse the game of a job, and return the analysis as JSON text. Progress is reported under
    the job's number. Raises RecordError when the record can't be replayed."""
    told = partial(report, job.number)
    found = analyse(loads(job.record), job.budget, progress=told, only=job.seat)
    return json.dumps(to_json(found), separators=(",", ":"))


def find(job: Job) -> str:
    """Analyse the game of a job, and return the analysis as JSON text. If this takes longer than
    `LONGEST` seconds, the whole worker process exits."""
    faulthandler.dump_traceback_later(LONGEST, exit=True)
    try:
        return found_in(job)
    finally:
        faulthandler.cancel_dump_traceback_later()
