"""Titles of a season (such as champion of a game), and the rules for the roles on Discord that
servers give for them."""

from __future__ import annotations

from collections.abc import Collection, Iterable, Sequence
from dataclasses import dataclass
from datetime import datetime
from enum import StrEnum

import games


class TitleKind(StrEnum):
    """The kind of a season's title. CHAMPION is for the first place on a game's leaderboard. FOOL
    is for the most lost games, in games where the loser is called the fool. SOLVER is for the most
    daily puzzles solved."""

    CHAMPION = "champion"
    FOOL = "fool"
    SOLVER = "solver"


@dataclass(frozen=True, slots=True)
class Title:
    """A title that a member can win in a season. `game` is the game's name, or "" for SOLVER."""

    kind: TitleKind
    game: str = ""

    @property
    def key(self) -> str:
        """The title's name in the database and in custom ids."""
        return f"{self.kind}:{self.game}" if self.game else self.kind.value

    @classmethod
    def of(cls, key: str) -> Title:
        """Return the title with this `key`. Raises ValueError when there is none."""
        kind, _, game = key.partition(":")
        return cls(TitleKind(kind), game)


def all_titles() -> list[Title]:
    """Return the titles of all games that can be played, and the title for solved puzzles."""
    kinds = games.available()
    champions = [Title(TitleKind.CHAMPION, name) for name in kinds]
    fools = [Title(TitleKind.FOOL, name) for name, kind in kinds.items() if kind.loser_is_fool]
    return [*champions, *fools, Title(TitleKind.SOLVER)]


@dataclass(frozen=True, slots=True)
class TitleRole:
    """The role on Discord that a server gives for a title. `settled` is the end of the last season
    for which it was decided who gets the role. Before the first decision, it is the time when the
    role was chosen. `season` is the name of that last season, and "" before the first decision.
    `note` is the last reported reason why the role could not be given or taken."""

    guild_id: int
    title: Title
    role_id: int
    settled: datetime
    season: str = ""
    note: str = ""


class RoleStage(StrEnum):
    """The stage of a title's role for one member. GIVE means that the role must be given to the
    member, and HELD that the member has it. TAKE means that it must be taken from the member. GONE
    means that the member is not in the server."""

    GIVE = "give"
    HELD = "held"
    TAKE = "take"
    GONE = "gone"


@dataclass(frozen=True, slots=True)
class Wearer:
    """A member to whom a server's role for a title matters. The member has the role, must get it,
    must lose it, or was to get it but is not in the server. `stage` says which of these is true.
    `role_id` is the id of the role on Discord."""

    guild_id: int
    title: Title
    role_id: int
    member_id: int
    stage: RoleStage


def first_present(groups: Iterable[Sequence[int]], gone: Collection[int]) -> list[int]:
    """Return the members of the first group in which somebody is still in the server, without the
    members who left. Return an empty list when everybody has left. The best members are in the
    first group, and equally good members are in the same group. `gone` are the members who left."""
    for group in groups:
        left = [member for member in group if member not in gone]
        if left:
            return left
    return []


def resettled(
    before: Sequence[Wearer], title: Title, guild_id: int, role_id: int, members: Collection[int]
) -> list[Wearer]:
    """Return the new entries of a title's role when `members` are the only members who must have
    the role `role_id`. `before` are the present entries.

    A member who already has the role keeps it (HELD), and other members in `members` must get it
    (GIVE). Anybody else who has the role must lose it (TAKE). If anybody else was still to get the
    role, their entry is left out. Members who have left the server stay marked as GONE."""
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
