"""Analysis of finished games: what each seat could have done at each of its decisions.

Each decision is judged twice. The first judgement uses only what the seat knew then: its View and
the events that it was told. The second judgement uses all hands.

Budgets count deals and nodes, never time. All random numbers come from the record itself. So the
same record always gives the same analysis."""

from __future__ import annotations

from games.analysis.findings import (
    FULL,
    MISTAKE,
    VERSION,
    Analysis,
    Decision,
    Judgement,
    accuracy_of,
    from_json,
    to_json,
)
from games.analysis.judges import NotJudged, judge_of
from games.analysis.kinds import kinds_of
from games.analysis.runs import AnalysisBudget
from games.analysis.walk import analyse

__all__ = [
    "FULL",
    "MISTAKE",
    "VERSION",
    "Analysis",
    "AnalysisBudget",
    "Decision",
    "Judgement",
    "NotJudged",
    "accuracy_of",
    "analyse",
    "from_json",
    "judge_of",
    "kinds_of",
    "to_json",
]
