"""Commands that play on: analyse, check."""

from __future__ import annotations

import argparse
import json

import games
from bot.analysis.text import lines_of
from bot.core.errors import Refusal
from bot.tools.files import text_of
from games.analysis import analyse as analysed
from games.analysis import to_json
from games.contract import ContractBroken, check_case_whole, every_case
from games.errors import GameError
from games.record import loads


def analyse(parsed: argparse.Namespace) -> None:
    """Print what each seat of a record could have done at each of its decisions, as text or as
    JSON."""
    try:
        found = analysed(loads(text_of(parsed.record)))
    except GameError as error:
        raise Refusal(str(error)) from None
    if parsed.json:
        print(json.dumps(to_json(found), indent=2))
    else:
        print("\n".join(lines_of(found)))


def check(parsed: argparse.Namespace) -> None:
    """Plays a game by the contract suite."""
    try:
        kind = games.load(parsed.game)
        for preset, case in every_case(kind):
            check_case_whole(case)
            print(f"{kind.title}, {preset}, {case.seats} players: every promise is kept")
    except (GameError, ContractBroken) as error:
        raise Refusal(str(error)) from None
