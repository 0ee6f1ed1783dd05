"""Ratings and counts, computed a second time and independently. The code uses OpenSkill with
floats, and plain loops. It uses no code of the bot.

Tests of boards and profiles call `compute` with the games that were played, and compare the
results."""

from __future__ import annotations

import tomllib
from collections import Counter
from collections.abc import Iterable
from dataclasses import dataclass, field
from pathlib import Path

from openskill.models import PlackettLuce

from tests.present import present

PL = PlackettLuce()
LEVELS = tomllib.loads(
    (Path(__file__).parents[1] / "bot" / "core" / "levels.toml").read_text(encoding="utf-8")
)


def fixed(game: str, strength: int | str, seats: int = 4) -> tuple[float, float] | None:
    """Return (mu, sigma) of bot players of the level `strength`, measured at tables with `seats`
    seats. For more than four seats, take the numbers for four. The sigma is the same for all
    levels. Return None if the level was never measured."""
    level = LEVELS.get(game, {}).get(str(min(seats, 4)), {}).get("levels", {}).get(strength)
    return None if level is None else (level["mu"] / 1e6, 2.0)


@dataclass(frozen=True)
class Sat:
    """A player of a game. `who` is a member's id, or the strength (level) of a bot player. `rank`
    is the player's rank, and 1 is the best rank. Players of one team have the same `side`.
    `resigned` says whether the player gave up. `deeds` has the player's feats, as (name, degree,
    how often)."""

    who: int | str
    rank: int
    side: int
    resigned: bool = False
    deeds: tuple[tuple[str, int, int], ...] = ()

    @property
    def is_bot(self) -> bool:
        return isinstance(self.who, str)


@dataclass(frozen=True)
class PlayedGame:
    """A finished game. `moved` says whether anybody moved before the end."""

    sats: tuple[Sat, ...]
    kind: str = "won"
    season: str | None = None
    moved: bool = True
    annulled: bool = False


@dataclass
class Numbers:
    """The numbers that a board and a profile must show for a player."""

    mu: float = PL.mu
    sigma: float = PL.sigma
    rated: int = 0
    games: int = 0
    won: int = 0
    lost: int = 0
    drawn: int = 0
    streak: int = 0
    longest: int = 0
    places: Counter[tuple[int, bool, bool, bool]] = field(default_factory=Counter)
    """How often the player had each result, as (rank, whether somebody won, whether the rank was
    the last of several ranks, whether the player got a medal). There is a medal for the ranks 1 to
    3 if somebody won. For ranks 2 and 3, a worse rank must exist among the players who didn't
    resign (or among all players, if everybody resigned)."""
    deeds: Counter[tuple[str, int]] = field(default_factory=Counter)
    history: list[int] = field(default_factory=list)
    made_fool: Counter[int] = field(default_factory=Counter)
    made_fool_by: Counter[int] = field(default_factory=Counter)
    practice: dict[str, tuple[int, int, int, int]] = field(default_factory=dict)
    """The games against bot players alone, as (games, won, lost, drawn). The keys are the levels of
    the strongest bot player at the table."""
    is_bot: bool = False
    measured: bool = False
    """Whether this is a level of bot players with a fixed rating."""

    @property
    def figure(self) -> int | None:
        shown = self.rated or self.measured
        return round(1000 + 24 * (self.mu - 3 * self.sigma)) if shown else None


def compute(
    games: Iterable[PlayedGame], season: str | None = None, kind: str = "durak"
) -> dict[int | str, Numbers]:
    """Return the numbers of each player after `games`, which are games of one server. `kind` is the
    name of the game that was played, such as durak. With `season`, count only the games of that
    season. Games that are void or annulled, or in which nobody moved, aren't counted. The keys are
    member ids and the levels of bot players."""
    people: dict[int | str, Numbers] = {}
    for game in games:
        if season is not None and game.season != season:
            continue
        if game.kind == "void" or game.annulled or not game.moved:
            continue
        for sat in game.sats:
            people.setdefault(sat.who, _begins(kind, sat.who))
        bots = {sat.who for sat in game.sats if sat.is_bot}
        alone = len({sat.who for sat in game.sats} - bots) == 1 and bool(bots)
        _count(people, game, without_members=alone)
        if alone:
            _practise(people, game, kind)
        else:
            _rate(people, game, kind)
    return people


def _begins(kind: str, who: int | str) -> Numbers:
    rating = fixed(kind, who)
    if rating is None:
        return Numbers(is_bot=isinstance(who, str))
    return Numbers(*rating, is_bot=True, measured=True)


def _practise(people: dict[int | str, Numbers], game: PlayedGame, kind: str) -> None:
    best, against = float("-inf"), ""
    for sat in game.sats:
        if isinstance(sat.who, str):
            skill = (fixed(kind, sat.who) or (float("-inf"), 0))[0]
            if not against or (skill, sat.who) > (best, against):
                best, against = skill, sat.who
    for sat in game.sats:
        if not sat.is_bot:
            lost = _lost(game, sat)
            before = people[sat.who].practice.get(against, (0, 0, 0, 0))
            more = (
                1,
                int(game.kind == "won" and sat.rank == 1 and not lost),
                int(lost),
                int(game.kind == "draw" and not lost),
            )
            people[sat.who].practice[against] = (
                before[0] + more[0],
                before[1] + more[1],
                before[2] + more[2],
                before[3] + more[3],
            )


def _lost(game: PlayedGame, sat: Sat) -> bool:
    worst = max(other.rank for other in game.sats)
    return sat.resigned or (game.kind == "won" and sat.rank == worst and worst > 1)


def _count(people: dict[int | str, Numbers], game: PlayedGame, *, without_members: bool) -> None:
    for sat in game.sats:
        if without_members and not sat.is_bot:
            continue
        mine = people[sat.who]
        mine.games += 1
        worst = max(other.rank for other in game.sats)
        stayed = [other.rank for other in game.sats if not other.resigned] or [worst]
        beaten = any(sat.rank < rank for rank in stayed)
        medal = game.kind == "won" and sat.rank <= 3 and (sat.rank == 1 or beaten)
        mine.places[sat.rank, game.kind == "won", sat.rank == worst > 1, medal] += 1
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


def _rate(people: dict[int | str, Numbers], game: PlayedGame, kind: str) -> None:
    """Rate the members of a game, and change their numbers in `people`. Bot players whose strength
    was never measured are ignored."""
    worst = max(sat.rank for sat in game.sats)
    seats = len(game.sats)
    known = [sat for sat in game.sats if not sat.is_bot or fixed(kind, sat.who, seats) is not None]
    if sum(not sat.is_bot for sat in known) == 0:
        return
    teams: dict[tuple[int, int], list[Sat]] = {}
    for sat in known:
        teams.setdefault((worst if sat.resigned else sat.rank, sat.side), []).append(sat)
    if len(teams) == 1:
        return
    asked = [
        [
            PL.rating(*(fixed(kind, sat.who, seats) or (people[sat.who].mu, people[sat.who].sigma)))
            for sat in team
        ]
        for team in teams.values()
    ]
    told = PL.rate(asked, ranks=[rank for rank, _ in teams])
    for team, ratings in zip(teams.values(), told, strict=True):
        for sat, rating in zip(team, ratings, strict=True):
            if sat.is_bot:
                continue
            mine = people[sat.who]
            mine.mu = round(rating.mu, 6)
            mine.sigma = round(rating.sigma, 6)
            mine.rated += 1
            mine.history.append(present(mine.figure))
