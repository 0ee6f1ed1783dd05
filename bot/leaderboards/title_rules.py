"""Titles of a season, and the roles that servers give for them."""

from __future__ import annotations

from collections.abc import Collection, Iterable, Sequence
from dataclasses import dataclass
from datetime import datetime
from enum import StrEnum

import games


class TitleKind(StrEnum):
    """What a title is for: the first place on a game's board, the most lost games of a game whose
    loser is called the fool, or the most puzzles solved."""

    CHAMPION = "champion"
    FOOL = "fool"
    SOLVER = "solver"


@dataclass(frozen=True, slots=True)
class Title:
    """A title for a season; `game` is the name of its game, or "" for the title that belongs to no
    game."""

    kind: TitleKind
    game: str = ""

    @property
    def key(self) -> str:
        """The title's name in the database and in custom ids."""
        return f"{self.kind}:{self.game}" if self.game else self.kind.value

    @classmethod
    def of(cls, key: str) -> Title:
        """The title whose `key` this is. Raises ValueError when no title has it."""
        kind, _, game = key.partition(":")
        return cls(TitleKind(kind), game)


def all_titles() -> list[Title]:
    """The titles of all games that can be played, and the title for solved puzzles."""
    kinds = games.available()
    champions = [Title(TitleKind.CHAMPION, name) for name in kinds]
    fools = [Title(TitleKind.FOOL, name) for name, kind in kinds.items() if kind.loser_is_fool]
    return [*champions, *fools, Title(TitleKind.SOLVER)]


@dataclass(frozen=True, slots=True)
class TitleRole:
    """A server's role for a title. `settled` is the end of the last season for which it was given,
    or the time when the role was chosen; `season` is the name of that season, "" before the first
    one. `note` is the last reported reason why the role could not be given or taken."""

    guild_id: int
    title: Title
    role_id: int
    settled: datetime
    season: str = ""
    note: str = ""


class RoleStage(StrEnum):
    """The state of a role for a member: to be given, held, to be taken, or the member is not in the
    server."""

    GIVE = "give"
    HELD = "held"
    TAKE = "take"
    GONE = "gone"


@dataclass(frozen=True, slots=True)
class Wearer:
    """A member who holds a role for a title, or is about to get it."""

    guild_id: int
    title: Title
    role_id: int
    member_id: int
    stage: RoleStage


def first_present(groups: Iterable[Sequence[int]], gone: Collection[int]) -> list[int]:
    """The members of the first group in which somebody is still in the server; empty when there is
    no such group. `groups` are groups of equals, the best first; `gone` are the members who left
    the server, who are left out."""
    for group in groups:
        left = [member for member in group if member not in gone]
        if left:
            return left
    return []


def resettled(
    before: Sequence[Wearer], title: Title, guild_id: int, role_id: int, members: Collection[int]
) -> list[Wearer]:
    """All members with a title's role (a `Wearer` each) once exactly `members` are to have it: who
    is to get it, has it, or is to lose it. A role that is already held is not given again, and one
    that was never given is not taken. Members who have left the server stay marked as gone."""
    kept = {(each.role_id, each.member_id): each.stage for each in before}
    wanted = {(role_id, member) for member in members}
    after: dict[tuple[int, int], RoleStage] = {}
    for pair, stage in kept.items():
        if stage is RoleStage.GONE:
            after[pair] = stage
        elif pair in wanted:
            after[pair] = RoleStage.HELD if stage is RoleStage.TAKE else stage
        elif stage is not RoleStage.GIVE:
            after[pair] = RoleStage.TAKE
    for pair in wanted - kept.keys():
        after[pair] = RoleStage.GIVE
    return [Wearer(guild_id, title, *pair, stage) for pair, stage in sorted(after.items())]
