"""The deals of a match of two teams, who sits in which seat, who wins each game, and the
ratings."""

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
"""A number greater than the steps of any deal. The version of a match's table is this number times
the deal's index, plus the table's own version in the deal."""
ALONE: Final = 2
"""The size of teams in which nobody has a partner. Each team then has one seat at each table."""


@dataclass(frozen=True, slots=True)
class TeamSitting:
    """A member's game in a team match, in its present state. `seats` has the player of each seat,
    and `seat` is the member's own seat. `made` are the steps so far with their events."""

    match: TeamMatch
    deal: Deal
    played: TeamGame
    seats: tuple[Player, ...]
    seat: int
    game: Game
    made: tuple[Made, ...]

    @property
    def awaited(self) -> list[Player]:
        """The players that the game waits for, ordered by their seats."""
        return [self.seats[seat] for seat in sorted(self.game.waiting_on)]


# What is dealt


def options_of(kind: type[Game], size: int) -> GameOptions:
    """Return the options with which two teams of `size` members play a game at one table. Each team
    has one seat or two partners there. Raises NoTeamMatch when the game can't be played in this
    way."""
    chosen = {} if size == ALONE else kind.partners
    about = kind.daily
    if about is None or chosen is None or size not in SIZES:
        raise NoTeamMatch(game=Sentence(kind.title), size=size)
    options = kind.options(about.preset, **chosen)
    if size not in kind.players or len(set(kind.sides_of(options, size))) != len(TEAMS):
        raise NoTeamMatch(game=Sentence(kind.title), size=size)
    return options


def dealt_for(kind: type[Game], number: int, size: int, secret: bytes, players: int) -> Deal:
    """Return the deal with the number `number` in a match of teams of `size` members. Its cards
    follow from `secret` and `number`. `players` is the version of the bot players. Raises
    NoTeamMatch when the game can't be played by teams of this size."""
    options = options_of(kind, size).model_dump(mode="json")
    seed = sha256(b"team match" + secret + number.to_bytes(4, "big")).digest()
    header = Header(kind.name, kind.version, options, size, seed)
    return Deal(number, header, secret, (), players)


def seated_for(match: TeamMatch, deal: Deal, played: TeamGame) -> tuple[Player, ...]:
    """Return the player in each seat of a game in a team match, ordered by seat."""
    kind = games.load(deal.header.game)
    options = kind.Options.model_validate(deal.header.options)
    sides = kind.sides_of(options, deal.header.seats)
    return tuple(match.seated(played.deal, played.table, sides))


def sitting_of(match: TeamMatch, deal: Deal, played: TeamGame, member_id: int) -> TeamSitting:
    """Replay the stored steps of a member's game in a match, and return the game after them. Raises
    NotInMatch when the member doesn't play in this game, and RecordError when the steps can't be
    replayed."""
    seats = seated_for(match, deal, played)
    seat = next((seat for seat, one in enumerate(seats) if one.person.id == member_id), None)
    if seat is None:
        raise NotInMatch
    game, made = replayed(deal, played)
    return TeamSitting(match, deal, played, seats, seat, game, made)


def table_of(sitting: TeamSitting) -> Table:
    """Present a member's game in a team match as a table, so that it can be shown like a table. The
    table's version rises from deal to deal of the match. Its game number is the number of the deal,
    from 1."""
    seats = [Seat(one.person.name, one.person.id) for one in sitting.seats]
    table = as_table(sitting.deal, seats, sitting.game, sitting.made, sitting.seat)
    deal = sitting.played.deal
    return replace(table, version=deal * MOST_STEPS + table.version, game_number=deal + 1)


def steps_at(version: int) -> tuple[int, int]:
    """Return the two numbers from which `table_of` has made the version of a table. The first
    number is the index of the deal in its match (from 0). The second number is how many steps were
    made in the deal."""
    return divmod(version, MOST_STEPS)


def replayed(deal: Deal, played: TeamGame) -> tuple[Game, tuple[Made, ...]]:
    """Replay the stored steps of a game in a team match. Returns the game, and each step with its
    events. Raises RecordError when the steps can't be replayed."""
    moments = replay(Record(deal.header, played.steps))
    game, _, _ = next(moments)
    made = [
        Made(step.seat, step.move, tuple(events)) for _, step, events in moments if step is not None
    ]
    return game, tuple(made)


# How it ends


def winner_of(outcome: Outcome, seats: Sequence[Player]) -> Winner:
    """Return the team that has won a finished game, or Winner.NOBODY for a draw or a void game."""
    if outcome.kind != "won":
        return Winner.NOBODY
    best = {
        team: min(rank for rank, one in zip(outcome.ranks, seats, strict=True) if one.team == team)
        for team in TEAMS
    }
    return _ahead(best[1] - best[0])


def _ahead(of_first: int) -> Winner:
    """Return the team that is ahead. `of_first` is the lead of the first team, and is negative if
    the second team leads."""
    if not of_first:
        return Winner.NOBODY
    return Winner.FIRST if of_first > 0 else Winner.SECOND


def current(played: Iterable[TeamGame], table: int) -> TeamGame | None:
    """Return the game that a table of the match plays now, or None when that table has played all
    its games."""
    own = sorted((one for one in played if one.table == table), key=_deal)
    return next((one for one in own if one.winner is None), None)


def without(players: Iterable[Player]) -> Winner:
    """Return the team that wins a game because `players` have left the match or did not move in
    time. If all of `players` belong to one team, the other team wins. Returns Winner.NOBODY if they
    belong to both teams, or if `players` is empty."""
    teams = {each.team for each in players}
    return Winner.NOBODY if len(teams) != 1 else _ahead(2 * teams.pop() - 1)


def decided(
    match: TeamMatch, played: Sequence[TeamGame], awaited: Mapping[int, list[Player]], now: datetime
) -> list[TeamGame]:
    """Return all games of the match. Games that are decided without being played to the end get a
    winner. If a player has left the match, the other team wins the open games at that player's
    table. If the match's time is over, the game that a table plays now is lost by the team for
    which the table waits. The games that this table has not reached yet get Winner.NOBODY.
    `awaited` maps each table to the players for whom it waits."""
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
    """Return the points that the first and the second team have from these games, or None when
    nobody has made a move."""
    if not any(each.steps for each in played):
        return None
    got = [POINTS[each.winner] for each in played if each.winner is not None]
    return sum(first for first, _ in got), sum(second for _, second in got)


# Ratings


@dataclass(frozen=True, slots=True)
class TeamRated:
    """The ratings of all players before and after a team match. `before` and `after` each have a
    list for each team, with the ratings of the team's players in their order."""

    before: list[list[Rating]]
    after: list[list[Rating]]


def team_ratings(finished: Iterable[TeamMatch]) -> list[TeamRated]:
    """Return the ratings of the players before and after each of these team matches of one server
    and game. `finished` has the matches from the oldest to the newest. Returns one entry for each
    match. A match without points changes no rating."""
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
    """Return a member's rating after these team matches of one server and game. `finished` has the
    matches from the oldest to the newest. Returns None when the member took part in no match with
    points."""
    moved = [
        rated.after[one.team][one.place]
        for match, rated in zip(finished, team_ratings(finished), strict=True)
        for one in match.players
        if one.person.id == member_id and match.points is not None
    ]
    return moved[-1] if moved else None


def _deal(played: TeamGame) -> int:
    return played.deal
