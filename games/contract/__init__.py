"""The contract suite: checks of everything that a game promises. They work for any game, built in
or from another package.

>>> from games.contract import check_game
>>> check_game(CrazyEights)  # raises ContractBroken, which names the promise and has the record

Each check is a function of its own, so it can also be called alone or on other positions. The
functions need no test framework, so they can be called from any tests."""

from __future__ import annotations

from games.contract.check import check_case, check_case_whole, check_game, every_case, every_chooser
from games.contract.endings import (
    check_ending,
    check_everyone_leaves,
    check_outcome,
    check_resignations,
    check_sequel,
)
from games.contract.judges import check_judge
from games.contract.lessons import check_lesson, check_lessons
from games.contract.opened import check_opened
from games.contract.players import check_player, check_players
from games.contract.playing import (
    Case,
    ContractBroken,
    Sitting,
    cards_first_player,
    random_player,
    worst_player,
)
from games.contract.refusals import check_refusals
from games.contract.samples import check_samples
from games.contract.secrecy import check_deal, check_events, check_hidden_swaps, check_views
from games.contract.state import (
    check_conservation,
    check_copy,
    check_determinism,
    check_moves,
    check_record,
    check_round_trip,
)

__all__ = [
    "Case",
    "ContractBroken",
    "Sitting",
    "cards_first_player",
    "check_case",
    "check_case_whole",
    "check_conservation",
    "check_copy",
    "check_deal",
    "check_determinism",
    "check_ending",
    "check_events",
    "check_everyone_leaves",
    "check_game",
    "check_hidden_swaps",
    "check_judge",
    "check_lesson",
    "check_lessons",
    "check_moves",
    "check_opened",
    "check_outcome",
    "check_player",
    "check_players",
    "check_record",
    "check_refusals",
    "check_resignations",
    "check_round_trip",
    "check_samples",
    "check_sequel",
    "check_views",
    "every_case",
    "every_chooser",
    "random_player",
    "worst_player",
]
