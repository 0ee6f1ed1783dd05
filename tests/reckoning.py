"""Ratings and counts reckoned a second time, by another hand: no code of the bot, floats of
OpenSkill, plain loops.

For tests of boards and profiles: tell `reckon` which games were played, and compare.
"""

from __future__ import annotations

from collections import Counter
from collections.abc import Iterable
from dataclasses import dataclass, field
from typing import Any

from openskill.models import PlackettLuce

from tests.present import present

PL = PlackettLuce()


@dataclass(frozen=True)
class Sat:
    """Somebody at a game: a member's id, or a bot player's strength; the side, the rank, whether
    they gave up."""

    who: int | str
    rank: int
    side: int
    resigned: bool = False
    deeds: tuple[tuple[str, int, int], ...] = ()

    @property
    def is_bot(self) -> bool:
        return isinstance(self.who, str)


@dataclass(frozen=True)
class Played:
    """A game: `moved` is whether anybody had moved before it ended."""

    sats: tuple[Sat, ...]
    kind: str = "won"
    season: str | None = None
    moved: bool = True
    annulled: bool = False


@dataclass
class Numbers:
    """What a board and a profile must show of somebody."""

    mu: float = PL.mu
    sigma: float = PL.sigma
    rated: int = 0
    games: int = 0
    won: int = 0
    lost: int = 0
    drawn: int = 0
    streak: int = 0
    longest: int = 0
    places: Counter[tuple[int, bool, bool]] = field(default_factory=Counter)
    """By rank, whether somebody won, and whether it was the last of several."""
    deeds: Counter[tuple[str, int]] = field(default_factory=Counter)
    history: list[int] = field(default_factory=list)
    made_fool: Counter[int] = field(default_factory=Counter)
    made_fool_by: Counter[int] = field(default_factory=Counter)

    @property
    def figure(self) -> int | None:
        return round(1000 + 24 * (self.mu - 3 * self.sigma)) if self.rated else None


def reckon(games: Iterable[Played], season: str | None = None) -> dict[int | str, Numbers]:
    """The numbers of everybody after these games of one server and kind, or after those of one
    season."""
    people: dict[int | str, Numbers] = {}
    for game in games:
        if season is not None and game.season != season:
            continue
        if game.kind == "void" or game.annulled or not game.moved:
            continue
        for sat in game.sats:
            people.setdefault(sat.who, Numbers())
        _count(people, game)
        _rate(people, game)
    return people


def _lost(game: Played, sat: Sat) -> bool:
    worst = max(other.rank for other in game.sats)
    return sat.resigned or (game.kind == "won" and sat.rank == worst and worst > 1)


def _count(people: dict[int | str, Numbers], game: Played) -> None:
    for sat in game.sats:
        mine = people[sat.who]
        mine.games += 1
        worst = max(other.rank for other in game.sats)
        mine.places[sat.rank, game.kind == "won", sat.rank == worst > 1] += 1
        for name, degree, times in sat.deeds:
            mine.deeds[name, degree] += times
        if _lost(game, sat):
            mine.lost += 1
        elif game.kind == "draw":
            mine.drawn += 1
        if game.kind == "won" and sat.rank == 1 and not _lost(game, sat):
            mine.won += 1
            mine.streak += 1
            mine.longest = max(mine.longest, mine.streak)
        else:
            mine.streak = 0
        for other in game.sats:
            if (
                isinstance(other.who, int)
                and other.who != sat.who
                and not sat.is_bot
                and _lost(game, sat) != _lost(game, other)
            ):
                (mine.made_fool_by if _lost(game, sat) else mine.made_fool)[other.who] += 1


def _rate(people: dict[int | str, Numbers], game: Played) -> None:
    worst = max(sat.rank for sat in game.sats)
    teams: dict[tuple[int, int], list[Sat]] = {}
    for sat in game.sats:
        teams.setdefault((worst if sat.resigned else sat.rank, sat.side), []).append(sat)
    if len(teams) == 1:
        return
    asked = [
        [PL.rating(mu=people[sat.who].mu, sigma=people[sat.who].sigma) for sat in team]
        for team in teams.values()
    ]
    told = PL.rate(asked, ranks=[rank for rank, _ in teams])
    new: dict[int | str, list[Any]] = {}
    for team, ratings in zip(teams.values(), told, strict=True):
        for sat, rating in zip(team, ratings, strict=True):
            new.setdefault(sat.who, []).append(rating)
    with_bots = any(sat.is_bot for sat in game.sats)
    for who, ratings in new.items():
        if with_bots and not isinstance(who, str):
            continue
        mine = people[who]
        mine.mu = round(sum(round(rating.mu, 6) for rating in ratings) / len(ratings), 6)
        mine.sigma = round(sum(round(rating.sigma, 6) for rating in ratings) / len(ratings), 6)
        mine.rated += len(ratings)
        mine.history.append(present(mine.figure))
