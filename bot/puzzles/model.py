"""Daily puzzles: answers, streaks and the board of solvers."""

from __future__ import annotations

from collections.abc import Iterable
from dataclasses import dataclass
from typing import Final

from bot.core.streaks import streaks
from games.puzzles import Puzzle

ENOUGH: Final = 5
"""The fewest members who must have tried a puzzle before its difficulty follows from the share of
those who solved it."""
EASY: Final = 70
HARD: Final = 40
"""Shares of members who solved a puzzle, in per cent. A puzzle is easy if the share is at least
`EASY`, and hard if the share is below `HARD`."""


TRIES: Final = 3
"""How often a member may answer a puzzle."""


@dataclass(frozen=True, slots=True)
class Given:
    """A member's answers to a puzzle so far. `moves` are the answers as text, and `right` says
    whether the last answer was right."""

    moves: tuple[str, ...]
    right: bool

    @property
    def is_over(self) -> bool:
        """Return whether the member can't answer this puzzle any more."""
        return self.right or len(self.moves) >= TRIES


@dataclass(frozen=True, slots=True)
class Solved:
    """One member's right answer to the puzzle of a day. `day` counts days in UTC, as in
    `date.toordinal`."""

    member_id: int
    name: str
    day: int


@dataclass(frozen=True, slots=True)
class Daily:
    """The puzzle of one server and day. `solved` and `tried` count the members of all servers who
    solved this puzzle and who tried it. `message_id` is the message that shows it (0: a process is
    about to post it, None: it isn't posted yet)."""

    guild_id: int
    day: int
    puzzle: Puzzle
    solved: int
    tried: int
    message_id: int | None

    @property
    def level(self) -> int:
        """The difficulty of the puzzle, from 1 (easy) to 3. It depends on the share of members who
        solved it. Until enough members have tried, it is the estimate stored with the puzzle."""
        if self.tried < ENOUGH:
            return self.puzzle.level
        share = 100 * self.solved // self.tried
        return 1 if share >= EASY else 3 if share < HARD else 2


@dataclass(frozen=True, slots=True)
class Solver:
    """A row of the leaderboard of daily puzzles. `solved` counts the puzzles that the member has
    solved. `streak` is the number of days in a row up to now on which the member has solved a
    puzzle. `longest` is the length of the member's longest streak."""

    member_id: int
    name: str
    solved: int
    streak: int
    longest: int


def board_of(solved: Iterable[Solved], today: int, most: int) -> list[Solver]:
    """Return the leaderboard's rows for the members who solved the most puzzles, at most `most`
    rows. If two members solved equally many puzzles, the member with the longer present streak
    comes first. `today` is the present day's number (as in `date.toordinal`)."""
    days: dict[int, list[int]] = {}
    names: dict[int, str] = {}
    for each in solved:
        days.setdefault(each.member_id, []).append(each.day)
        names[each.member_id] = each.name
    lines = [
        Solver(member, names[member], len(own), *streaks(own, today))
        for member, own in days.items()
    ]
    lines.sort(key=lambda line: (-line.solved, -line.streak, line.member_id))
    return lines[:most]
