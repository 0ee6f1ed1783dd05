"""Makes the rules of a new tournament, by a moderator's choices and the server's settings."""

from __future__ import annotations

from typing import Final

from bot.core.errors import NoClock, NoDuplicateArena, NotForTwo
from bot.core.model import Speed
from bot.preferences.house_rules import TableChoice, kind_of, seats_allowed, speed_of
from bot.preferences.model import ServerSettings
from bot.today.model import NothingToDeal
from bot.tournaments.model import Format, TournamentRules

MINUTES: Final = 60
"""How many minutes an arena lasts by default."""
AT_A_TABLE: Final = 2
"""The number of seats at a tournament's table. Tournaments give points to pairs of players only."""


def rules_of(
    server: ServerSettings,
    kind: Format,
    game: str,
    *,
    preset: str | None = None,
    speed: Speed | str | None = None,
    usual: Speed = Speed.RELAXED,
    games: int = 1,
    threads: bool = False,
    minutes: int = MINUTES,
) -> TournamentRules:
    """Return the rules of a tournament, with the server's defaults where nothing is chosen. `usual`
    is the speed in the bot's settings. A fixture has at most `games` games. In an arena, a fixture
    has one game, and the arena lasts for `minutes`. If no speed is chosen, an arena is quick where
    the server allows this. Raises BadChoice for an unknown game, preset or speed, NotForTwo when
    two can't play by these rules, and NoClock when there is no time limit."""
    arena = kind is Format.ARENA
    first = Speed.QUICK if arena else server.first_speed(usual)
    chosen = _timed(server, first) if speed is None else speed_of(speed, server)
    if chosen.limit is None:
        raise NoClock
    base, house, options = TableChoice(server, preset).at_first(kind_of(game))
    told = options.model_dump(mode="json")
    allowed = seats_allowed(kind_of(game), told)
    if AT_A_TABLE not in allowed:
        raise NotForTwo(least=allowed[0])
    return TournamentRules(
        kind,
        game,
        base,
        house,
        told,
        chosen,
        games=1 if arena else games,
        threads=threads,
        minutes=minutes if arena else 0,
    )


def _timed(server: ServerSettings, first: Speed) -> Speed:
    """Return a speed that has a time limit and that the server allows. `first` is preferred. If the
    server allows no speed with a time limit, return `first`."""
    wanted = (first, Speed.RELAXED, *server.allowed_speeds)
    timed = (each for each in wanted if each.limit and each in server.allowed_speeds)
    return next(timed, first)


def duplicate_rules(kind: Format, game: str, games: int, hours: int) -> TournamentRules:
    """Return the rules of a tournament that is played in duplicates. Each fixture has at most
    `games` duplicates. Each duplicate is open for `hours` hours, and there is no time limit for a
    move. Raises BadChoice for an unknown game, NothingToDeal for a game without duplicates, and
    NoDuplicateArena for an arena."""
    played = kind_of(game)
    about = played.daily
    if kind is Format.ARENA:
        raise NoDuplicateArena
    if about is None:
        raise NothingToDeal
    preset = about.preset or next(iter(played.Options.presets))
    options = played.options(preset).model_dump(mode="json")
    return TournamentRules(
        kind,
        game,
        preset,
        "",
        options,
        Speed.NONE,
        games=games,
        minutes=60 * hours,
        duplicate=True,
    )
