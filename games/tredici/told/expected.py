"""The expected length of Tredici and its share of draws. Only the options in `FIELDS` make a
difference to these numbers."""

from __future__ import annotations

from typing import Final

from games.expected import Expected, expected_in
from games.tredici.rules.options import TrediciOptions
from games.tredici.told.measured import MEASURED

FIELDS: Final = ("teams", "reshuffle")
"""The options that matter. `call` does not: a side of bot players calls at its next move anyway."""


def way_of(options: TrediciOptions, seats: int) -> str:
    """The key of the row in the table of measurements for these options; the number of seats makes
    no difference."""
    teams = f"{options.teams} teams" if options.teams else "alone"
    return teams if options.reshuffle else f"{teams} turned-over"


def expected(options: TrediciOptions, seats: int) -> Expected | None:
    """The measured length and share of draws for a game with these options; None if this number of
    seats was not measured."""
    return expected_in(MEASURED, way_of(options, seats), seats)
