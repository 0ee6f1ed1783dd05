"""The deals of a match of two teams, the seating, the winner of each game, and the ratings."""

from __future__ import annotations

from collections.abc import Iterable, Mapping, Sequence
from dataclasses import dataclass, replace
from datetime import datetime
from hashlib import sha256
from typing import Final

import games
from bot.core.model import FORGOTTEN, Seat, Table
from bot.core.ratings import Rating, rate
from bot.teams.model import (
    POINTS,
    SIZES,
    TABLES,
    TEAMS,
    NoTeamMatch,
    NotInMatch,
    Player,
    TeamGame,
    TeamMatch,
    Winner,
)
from bot.today.model import Deal
from bot.today.sitting_table import as_table
from games.core import Game, Outcome
from games.errors import Sentence
from games.options import GameOptions
from games.record import Header, Record, replay
from games.teaching import Made

MOST_STEPS: Final = 10_000
"""More steps than a deal has."""
ALONE: Final = 2
"""A table of two, where nobody has a partner."""


@dataclass(frozen=True, slots=True)
class TeamSitting:
    """A member's game in its present state: `seats` are the players by seat, `seat` is the member's
    own seat."""

    match: TeamMatch
    deal: Deal
    played: TeamGame
    seats: tuple[Player, ...]
    seat: int
    game: Game
    made: tuple[Made, ...]

    @property
    def awaited(self) -> list[Player]:
        """The players that the game waits for, in the order of their seats."""
        return [self.seats[seat] for seat in sorted(self.game.waiting_on)]


# What is dealt


def options_of(kind: type[Game], size: int) -> GameOptions:
    """The options with which teams of that size play a game: one against one, or in pairs. Raises
    NoTeamMatch."""
    chosen = {} if size == ALONE else kind.partners
    about = kind.daily
    if about is None or chosen is None or size not in SIZES:
        raise NoTeamMatch(game=Sentence(kind.title), size=size)
    options = kind.options(about.preset, **chosen)
    if size not in kind.players or len(set(kind.sides_of(options, size))) != len(TEAMS):
        raise NoTeamMatch(game=Sentence(kind.title), size=size)
    return options


def dealt_for(kind: type[Game], number: int, size: int, secret: bytes, players: int) -> Deal:
    """The deal with that number, for two teams. Raises NoTeamMatch."""
    options = options_of(kind, size).model_dump(mode="json")
    seed = sha256(b"team match" + secret + number.to_bytes(4, "big")).digest()
    header = Header(kind.name, kind.version, options, size, seed)
    return Deal(number, header, secret, (), players)


def seated_for(match: TeamMatch, deal: Deal, played: TeamGame) -> tuple[Player, ...]:
    """The player in each seat of a game."""
    kind = games.load(deal.header.game)
    options = kind.Options.model_validate(deal.header.options)
    sides = kind.sides_of(options, deal.header.seats)
    return tuple(match.seated(played.deal, played.table, sides))


def sitting_of(match: TeamMatch, deal: Deal, played: TeamGame, member_id: int) -> TeamSitting:
    """A member's game of a deal in a match, after its stored steps. Raises NotInMatch,
    RecordError."""
    seats = seated_for(match, deal, played)
    seat = next((seat for seat, one in enumerate(seats) if one.person.id == member_id), None)
    if seat is None:
        raise NotInMatch
    game, made = replayed(deal, played)
    return TeamSitting(match, deal, played, seats, seat, game, made)


def table_of(sitting: TeamSitting) -> Table:
    """A member's game as a table in play. The table's version rises through the deals of the match;
    the number of its game is the deal's number."""
    seats = [Seat(one.person.name, one.person.id) for one in sitting.seats]
    table = as_table(sitting.deal, seats, sitting.game, sitting.made, sitting.seat)
    deal = sitting.played.deal
    return replace(table, version=deal * MOST_STEPS + table.version, game_number=deal + 1)


def steps_at(version: int) -> tuple[int, int]:
    """What a version of `table_of` means: the deal's place in its match, and the number of steps
    made in it."""
    return divmod(version, MOST_STEPS)


def replayed(deal: Deal, played: TeamGame) -> tuple[Game, tuple[Made, ...]]:
    """A game of a deal after its stored steps, and each step with its events. Raises
    RecordError."""
    moments = replay(Record(deal.header, played.steps))
    game, _, _ = next(moments)
    made = [
        Made(step.seat, step.move, tuple(events)) for _, step, events in moments if step is not None
    ]
    return game, tuple(made)


# How it ends


def winner_of(outcome: Outcome, seats: Sequence[Player]) -> Winner:
    """The team that has won a finished game; nobody unless it was won by one team alone."""
    if outcome.kind != "won":
        return Winner.NOBODY
    best = {
        team: min(rank for rank, one in zip(outcome.ranks, seats, strict=True) if one.team == team)
        for team in TEAMS
    }
    return _ahead(best[1] - best[0])


def _ahead(of_first: int) -> Winner:
    """The team that is ahead; `of_first` is the first team's lead, below 0 when the second team
    leads."""
    if not of_first:
        return Winner.NOBODY
    return Winner.FIRST if of_first > 0 else Winner.SECOND


def current(played: Iterable[TeamGame], table: int) -> TeamGame | None:
    """The game that a table of the match plays now; None when it has played all."""
    own = sorted((one for one in played if one.table == table), key=_deal)
    return next((one for one in own if one.winner is None), None)


def without(players: Iterable[Player]) -> Winner:
    """The team that wins a game which these players have lost by leaving, or by not moving in time;
    nobody if they belong to both teams."""
    teams = {each.team for each in players}
    return Winner.NOBODY if len(teams) != 1 else _ahead(2 * teams.pop() - 1)


def decided(
    match: TeamMatch, played: Sequence[TeamGame], awaited: Mapping[int, list[Player]], now: datetime
) -> list[TeamGame]:
    """The games, some of which are now decided without being played to their end. If a player has
    left the match, the open games of their table go to the other team. When the time is over, the
    game that a table plays goes to the team that has moved: the game waits for the other one
    (`awaited`, by table). Games that haven't begun then go to nobody."""
    gone = {
        table: [one for one in match.players if one.gone and match.table_of(one) == table]
        for table in TABLES
    }
    late = match.until <= now
    found = []
    for each in played:
        winner = each.winner
        if winner is None and gone[each.table]:
            winner = without(gone[each.table])
        elif winner is None and late:
            mine = each == current(played, each.table)
            winner = without(awaited[each.table]) if mine else Winner.NOBODY
        found.append(TeamGame(each.deal, each.table, each.steps, winner))
    return found


def points_of(played: Sequence[TeamGame]) -> tuple[int, int] | None:
    """The points of both teams from these games; None when nobody has made a move."""
    if not any(each.steps for each in played):
        return None
    got = [POINTS[each.winner] for each in played if each.winner is not None]
    return sum(first for first, _ in got), sum(second for _, second in got)


# Ratings


@dataclass(frozen=True, slots=True)
class TeamRated:
    """The ratings of the players of both teams before and after a match, by team and the player's
    place in it."""

    before: list[list[Rating]]
    after: list[list[Rating]]


def team_ratings(finished: Iterable[TeamMatch]) -> list[TeamRated]:
    """The rating changes that these matches of one server and game have caused, oldest first. A
    match without points changes nothing. Ratings are computed from the results alone."""
    known: dict[int, Rating] = {}
    found = []
    for match in finished:
        teams = [match.team(team) for team in TEAMS]
        before = [[known.get(one.person.id, Rating()) for one in team] for team in teams]
        after = before
        if match.points is not None:
            after = rate(before, [1 + (own < max(match.points)) for own in match.points])
        known |= {
            one.person.id: rating
            for team, ratings in zip(teams, after, strict=True)
            for one, rating in zip(team, ratings, strict=True)
            if one.person.id != FORGOTTEN
        }
        found.append(TeamRated(before, after))
    return found


def last_rating(member_id: int, finished: Sequence[TeamMatch]) -> Rating | None:
    """A member's rating after these matches of a server and game, which are given oldest first;
    None when none of the member's matches counts."""
    moved = [
        rated.after[one.team][one.place]
        for match, rated in zip(finished, team_ratings(finished), strict=True)
        for one in match.players
        if one.person.id == member_id and match.points is not None
    ]
    return moved[-1] if moved else None


def _deal(played: TeamGame) -> int:
    return played.deal
