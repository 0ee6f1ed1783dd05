"""Who sits at the board of which table, in this process."""

from __future__ import annotations

from collections import Counter
from collections.abc import Callable

from bot.core.model import Table
from bot.doors.model import Door

Place = tuple[str, int]
"""A table and a member there."""


class Present:
    """Members with open boards. One who has pressed something on Discord since is not at the board
    until they do something there."""

    def __init__(self) -> None:
        self.left: list[Callable[[str], None]] = []
        """Called with the id of a table when somebody is at its board no more."""
        self._open: Counter[Place] = Counter()
        self._on_discord: set[Place] = set()

    def came(self, door: Door) -> None:
        """A board was opened."""
        self._open[_place(door)] += 1

    def acted(self, door: Door) -> None:
        """A member has done something at a board."""
        self._on_discord.discard(_place(door))

    def went(self, door: Door) -> None:
        """A board was closed."""
        place = _place(door)
        self._open[place] -= 1
        if self._open[place] <= 0:
            del self._open[place]
            self._on_discord.discard(place)
            self._tell(door.table_id)

    def pressed(self, table_id: str, member_id: int) -> None:
        """A member has pressed something at a table on Discord."""
        place = table_id, member_id
        if place in self._open and place not in self._on_discord:
            self._on_discord.add(place)
            self._tell(table_id)

    def all_at(self, table: Table) -> bool:
        """Whether all members who sit at a table are at its board; no, if none sits there."""
        members = [seat.member_id for seat in table.seats if seat.member_id is not None]
        return bool(members) and all(self._is_at((table.id, each)) for each in members)

    def _is_at(self, place: Place) -> bool:
        return place in self._open and place not in self._on_discord

    def _tell(self, table_id: str) -> None:
        for heard in tuple(self.left):
            heard(table_id)


def _place(door: Door) -> Place:
    return door.table_id, door.member_id
