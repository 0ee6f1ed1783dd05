"""What members decide about a team match, such as joining it. Most functions take the match and
return it as it is after the decision."""

from __future__ import annotations

from collections.abc import Iterable
from dataclasses import replace
from datetime import datetime

from bot.core.model import Person
from bot.teams.model import (
    TEAMS,
    CaptainStays,
    InMatch,
    MatchBegun,
    MatchOver,
    MatchStage,
    NotBegun,
    NotCaptain,
    Player,
    TeamFull,
    TeamMatch,
)


def joined(old: TeamMatch, who: Person, team: int, now: datetime) -> TeamMatch:
    """Return the match after the member `who` has joined the team `team` (0 or 1), or changed to it
    from the other. The match begins when both teams are full. Raises MatchOver, MatchBegun,
    TeamFull, and InMatch when the member is in this team already or leads the other one."""
    _must_wait(old)
    mine = [one for one in old.players if one.person.id == who.id]
    if any(one.team == team or not one.place for one in mine):
        raise InMatch
    new = _with(old, [one for one in old.players if one not in mine])
    if len(new.team(team)) >= old.size:
        raise TeamFull
    new = _with(new, [*new.players, Player(who, team, len(new.team(team)))])
    return replace(new, stage=MatchStage.PLAYING, since=now) if new.is_full else new


def left(old: TeamMatch, member_id: int) -> TeamMatch:
    """Return the match after a member has left it while it still needed members. Raises MatchOver,
    MatchBegun, NotInMatch, and CaptainStays for the leader of a team."""
    _must_wait(old)
    mine = old.player(member_id)
    if not mine.place:
        raise CaptainStays
    return _with(old, [one for one in old.players if one != mine])


def called_off(old: TeamMatch, member_id: int, now: datetime) -> TeamMatch:
    """Return the match as called off by the leader of a team, while it still needs members. Raises
    MatchOver, MatchBegun and NotCaptain."""
    _must_wait(old)
    first, second = (old.team(team)[0].person for team in TEAMS)
    if member_id not in (first.id, second.id):
        raise NotCaptain(first=first.name, second=second.name)
    return off(old, now)


def off(old: TeamMatch, now: datetime) -> TeamMatch:
    """Return the match as called off at `now`. It must not have begun."""
    return replace(old, stage=MatchStage.OFF, since=now)


def resigned(old: TeamMatch, member_id: int, now: datetime) -> TeamMatch:
    """Return the match after a member has resigned from it. A second resignation changes nothing.
    Raises MatchOver, NotBegun and NotInMatch."""
    must_be_played(old, now)
    mine = old.player(member_id)
    rest = [one for one in old.players if one != mine]
    return replace(old, players=(*rest, replace(mine, gone=True)))


def withdrawn(old: TeamMatch, member_id: int, now: datetime) -> TeamMatch:
    """Return the match without a member who can't play any more. If the match has begun, the member
    resigns. If it still needs members, the member leaves it, and if the member leads a team, the
    match is called off. Raises MatchOver and NotInMatch."""
    if old.stage is not MatchStage.LOBBY:
        return resigned(old, member_id, now)
    return left(old, member_id) if old.player(member_id).place else off(old, now)


def must_be_played(match: TeamMatch, now: datetime) -> None:
    """Check that the match is being played at `now`. Raises NotBegun or MatchOver."""
    if match.stage is MatchStage.LOBBY:
        raise NotBegun
    if not match.is_open or match.until <= now:
        raise MatchOver


def _must_wait(match: TeamMatch) -> None:
    """Check that the match still needs members. Raises MatchOver or MatchBegun."""
    if not match.is_open:
        raise MatchOver
    if match.stage is MatchStage.PLAYING:
        raise MatchBegun


def _with(match: TeamMatch, players: Iterable[Player]) -> TeamMatch:
    """Return the match with these players instead of its own. Each team's players are numbered anew
    without gaps."""
    those = list(players)
    moved = [
        replace(one, place=place)
        for team in TEAMS
        for place, one in enumerate(replace(match, players=tuple(those)).team(team))
    ]
    return replace(match, players=tuple(moved))
