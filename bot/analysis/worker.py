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
takes less than ten seconds of an idle core, and the longest possible game some hundred seconds."""


class Job(NamedTuple):
    """A task for the worker: a finished game's record as text, how much to compute for each
    decision, the number under which it reports progress, and the seat whose decisions are judged
    (None: all seats)."""

    record: str
    budget: AnalysisBudget
    number: int = 0
    seat: int | None = None


def found_in(job: Job) -> str:
    """The analysis of a job's record as JSON text, while its progress is reported. Raises
    RecordError when the record does not replay."""
    told = partial(report, job.number)
    found = analyse(loads(job.record), job.budget, progress=told, only=job.seat)
    return json.dumps(to_json(found), separators=(",", ":"))


def find(job: Job) -> str:
    """Do what `found_in` does; the process ends itself if this takes longer than `LONGEST`
    seconds."""
    faulthandler.dump_traceback_later(LONGEST, exit=True)
    try:
        return found_in(job)
    finally:
        faulthandler.cancel_dump_traceback_later()
