"""The ids of a tournament's tables.

They follow from the tournament and the game, so that a table that may have been opened before a
crash is opened once: `k3f9ab-2-5-1` is the first game at board 5 of round 2. Other tables have no
hyphen in their id.
"""

from __future__ import annotations

import re
from typing import Final, NamedTuple

_FORM: Final = re.compile(r"([0-9a-z]{6})-([0-9]{1,2})-([0-9]{1,2})-([0-9]{1,2})")


class SittingId(NamedTuple):
    """A game of a tournament: its round, its board in that round, and which game of the match; all
    from 1."""

    tournament: str
    round: int
    board: int
    game: int

    @property
    def table_id(self) -> str:
        """The id of its table, at most 15 characters."""
        return "-".join(map(str, self))


def sitting_of(table_id: str) -> SittingId | None:
    """The game of a tournament that a table was opened for; None for any other table."""
    found = _FORM.fullmatch(table_id)
    if found is None:
        return None
    tournament, *numbers = found.groups()
    return SittingId(tournament, *map(int, numbers))
