"""Daily puzzles: answers, streaks and the board of solvers."""

from __future__ import annotations

from collections.abc import Iterable
from dataclasses import dataclass
from typing import Final

from bot.core.streaks import streaks
from games.puzzles import Puzzle

ENOUGH: Final = 5
"""Members who must have tried a puzzle before their share says how hard it is."""
EASY: Final = 70
HARD: Final = 40
"""Shares, in per cent, from which a puzzle is easy and below which it is hard."""


TRIES: Final = 3
"""How often a member may answer a puzzle."""


@dataclass(frozen=True, slots=True)
class Given:
    """A member's answers to a puzzle so far: the moves as text, and whether the last one was
    right."""

    moves: tuple[str, ...]
    right: bool

    @property
    def is_over(self) -> bool:
        """Whether the member can't answer the puzzle any more."""
        return self.right or len(self.moves) >= TRIES


@dataclass(frozen=True, slots=True)
class Solved:
    """A member who solved the puzzle of a day (its ordinal, UTC)."""

    member_id: int
    name: str
    day: int


@dataclass(frozen=True, slots=True)
class Daily:
    """A server's puzzle of a day, with how many members of all servers solved it and how many
    tried. `message_id` is the posted message; 0 while it is about to be posted, None before."""

    guild_id: int
    day: int
    puzzle: Puzzle
    solved: int
    tried: int
    message_id: int | None

    @property
    def level(self) -> int:
        """The difficulty, from 1 to 3. It follows from the share of members who solved the puzzle;
        until enough members have tried, it is the author's estimate."""
        if self.tried < ENOUGH:
            return self.puzzle.level
        share = 100 * self.solved // self.tried
        return 1 if share >= EASY else 3 if share < HARD else 2


@dataclass(frozen=True, slots=True)
class Solver:
    """A line of the board of solvers: how many puzzles a member has solved, their present streak in
    days, and their longest one."""

    member_id: int
    name: str
    solved: int
    streak: int
    longest: int


def board_of(solved: Iterable[Solved], today: int, most: int) -> list[Solver]:
    """The lines of the members who solved most puzzles, at most `most` of them. Of equals, the one
    with the longer streak is first."""
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
