"""The expected length of a game of Dritzak and its expected share of draws. Only the options in
`FIELDS` make a difference to these numbers."""

from __future__ import annotations

from typing import Final

from games.dritzak.rules.options import DritzakOptions, rules_of
from games.dritzak.told.measured import MEASURED
from games.expected import Expected, expected_in

FIELDS: Final = ("decks", "set_rule", "play_on")
"""The options on which the expected length of a game depends. Every other option changes the length
by a tenth at most."""


def way_of(options: DritzakOptions, seats: int) -> str:
    """Return the key of the row in `MEASURED` that belongs to these options and `seats` seats."""
    decks = rules_of(options, seats).decks
    set_rule = "any-four" if decks == 1 else options.set_rule  # DRI-25: the same thing
    places = options.play_on and seats > 2  # noqa: PLR2004 - DRI-40: with two, all is said
    return f"{decks} {set_rule}{' play-on' if places else ''}"


def expected(options: DritzakOptions, seats: int) -> Expected | None:
    """Return the measured length and share of draws of games with these options. Returns None if
    nothing was measured."""
    return expected_in(MEASURED, way_of(options, seats), seats)
