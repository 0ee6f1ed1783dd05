"""The expected length of a game of Tredici and its expected share of draws. Only the options in
`FIELDS` make a difference to these numbers."""

from __future__ import annotations

from typing import Final

from games.expected import Expected, expected_in
from games.tredici.rules.options import TrediciOptions
from games.tredici.told.measured import MEASURED

FIELDS: Final = ("teams", "reshuffle")
"""The options that change the expected length of a game or the expected share of draws. The option
`call` changes neither, because a side of bot players calls `tredici` at its next move anyway."""


def way_of(options: TrediciOptions, seats: int) -> str:
    """Return the key of the row in `MEASURED` that belongs to these options. The number of seats
    makes no difference for the key."""
    teams = f"{options.teams} teams" if options.teams else "alone"
    return teams if options.reshuffle else f"{teams} turned-over"


def expected(options: TrediciOptions, seats: int) -> Expected | None:
    """Return the measured length and share of draws of games with these options. Returns None if
    nothing was measured for `seats` seats."""
    return expected_in(MEASURED, way_of(options, seats), seats)
