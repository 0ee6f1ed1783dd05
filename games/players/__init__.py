"""Bot players. A player gets a View (what one seat sees of a game) and a random source that no
other player uses. It answers with one of the legal moves in the view.

There are two kinds of players. A plain function chooses by the view alone. A player that remembers
is an object for one seat of one game; it is told everything that its seat may know. Players of both
kinds can be used in both forms: `seated` returns a player as an object, and `player` returns it as
a function.

A strength is the name of a player of a game, such as `greedy` or one of `LEVELS`."""

from __future__ import annotations

from collections.abc import Callable, Mapping
from functools import cache
from importlib import import_module
from typing import Any, Final, Protocol

from games.core import Chance, Move, View
from games.guarded import entered, guarded
from games.players.finding import Finding
from games.players.manners import Manner, Mannered
from games.players.random import choose as random_player
from games.plugins import NAME, loaded, must
from games.sentences import marked

Player = Callable[[View, Chance], Move]
"""Chooses one of `view.moves`, of which there is at least one."""


class Adviser(Protocol):
    """A seated player that can give reasons: `explain` returns the move that `choose` would make,
    and the player's findings about the moves that it tried."""

    def watch(self, name: str, fields: Mapping[str, Any], /) -> None:
        """Take note of the event `name`. `fields` are those of its fields that the seat may
        know."""
        ...

    def explain(self, view: View, rng: Chance, /) -> Finding:
        """Return the move that `choose` would make, together with the player's findings about the
        moves that it tried."""
        ...


class SeatedPlayer(Protocol):
    """A player of one seat in one game.

    Its moves depend only on the views that it is given, the events that it was told, its strength
    and the random source. So a player makes the same moves on every machine."""

    def watch(self, name: str, fields: Mapping[str, Any], /) -> None:
        """Take note of the event `name`. `fields` are those of its fields that the seat may know
        (`Event.seen_by`).

        The caller tells all events that the seat may know of (`Event.tells`), in the order in which
        they happen, beginning with the events of the deal (`Game.dealt`). If the caller leaves some
        events out, the player uses what it knows."""
        ...

    def choose(self, view: View, rng: Chance, /) -> Move:
        """Choose one of the legal moves in `view.moves`, of which there is at least one. `view` is
        the view of the player's own seat."""
        ...


ENTRY_POINTS: Final = "shijo.players"
"""The group of entry points in which a package offers bot players for its game. An entry point is
written `"game.strength" = "module:name"`. The object `name` is a plain function, or a class without
parameters whose objects are seated players."""

VERSION: Final = 15
"""The version of our players. It is raised whenever one of them would choose another move than
before in the same situation. Then moves of older players are not computed again."""

RANDOM: Final = "random"
LEVELS: Final = ("master", "skilled", "casual", "beginner")
"""The strengths of bot players that people can choose in our own games, from the strongest to the
weakest."""

ANCHORS: Final = ("greedy", RANDOM)
"""The strengths with which others are compared. In a game with levels, no lobby offers them."""

DEFAULT: Final = "skilled"
"""The level of a bot player unless somebody asks for another."""

STAND_IN: Final = "casual"
"""The level of the bot player that plays for an absent member."""

# Translators: How well a bot plays.
TITLES: Final[Mapping[str, str]] = {
    RANDOM: marked("Random"),
    "greedy": marked("Greedy"),
    "beginner": marked("Beginner"),
    "casual": marked("Casual"),
    "skilled": marked("Skilled"),
    "master": marked("Master"),
}
"""The names of our own players' strengths."""

BUILT_IN: Final[Mapping[str, Mapping[str, str]]] = {
    "durak": {
        "master": "games.players.durak.levels:Master",
        "skilled": "games.players.durak.levels:Skilled",
        "casual": "games.players.durak.slips:casual",
        "beginner": "games.players.durak.slips:beginner",
        "greedy": "games.players.durak.greedy:choose",
    },
    "dritzak": {
        "master": "games.players.dritzak.levels:Master",
        "skilled": "games.players.dritzak.levels:Skilled",
        "casual": "games.players.dritzak.slips:casual",
        "beginner": "games.players.dritzak.slips:beginner",
        "greedy": "games.players.dritzak.greedy:choose",
    },
    "tredici": {
        "master": "games.players.tredici.levels:Master",
        "skilled": "games.players.tredici.levels:Skilled",
        "casual": "games.players.tredici.slips:casual",
        "beginner": "games.players.tredici.slips:beginner",
        "greedy": "games.players.tredici.greedy:choose",
    },
}
"""For each game, its strengths from the strongest to the weakest, and the place of each player in
the code."""

MANNERED: Final[Mapping[str, str]] = {
    "durak": "games.players.durak.manners",
    "dritzak": "games.players.dritzak.manners",
    "tredici": "games.players.tredici.manners",
}
"""For each game, the module whose `MANNERS` are the habits that our own players may have."""


ENTERED: Final = ("__init__", "watch", "choose", "explain", "at_sight")
"""The methods that `guarded` wraps in a package's class of players."""


class Forgetful:
    """A seated player made of a plain function. The function chooses by the view alone, so the
    player ignores all events."""

    def __init__(self, choose: Player) -> None:
        self._choose = choose

    def watch(self, name: str, fields: Mapping[str, Any], /) -> None:
        """Ignore the event."""

    def choose(self, view: View, rng: Chance, /) -> Move:
        """The move that the plain function chooses."""
        return self._choose(view, rng)


Found = Player | type[SeatedPlayer]


@cache
def _found() -> tuple[dict[str, dict[str, Found]], dict[str, str]]:
    found: dict[str, dict[str, Found]] = {}
    for game, players in BUILT_IN.items():
        for strength, place in players.items():
            module, name = place.split(":")
            found.setdefault(game, {})[strength] = getattr(import_module(module), name)
    taken = {f"{game}.{strength}" for game, players in found.items() for strength in players}
    others, broken = loaded(ENTRY_POINTS, taken, _fit)
    for name in sorted(others, key=_strongest_first):
        game, _, strength = name.partition(".")
        found.setdefault(game, {})[strength] = others[name]
    return found, broken


def _strongest_first(name: str) -> tuple[int, str]:
    """Return the sort key of a player that an installed package offers. `name` consists of the game
    and the player's strength (`game.strength`). Players whose strength is one of `LEVELS` come
    first, in the order of `LEVELS`. All others follow in alphabetical order of `name`."""
    strength = name.partition(".")[2]
    return LEVELS.index(strength) if strength in LEVELS else len(LEVELS), name


def _fit(name: str, offered: Any) -> Found:
    """Check the player `offered`, which a package offers under `name` (`game.strength`). Return the
    player, guarded so that none of its exceptions can end the process.

    Raises NotUsable if the name or the player isn't valid. A class of players is called once, and
    any error that this raises is passed on."""
    game, _, strength = name.partition(".")
    must(
        NAME.fullmatch(game) and NAME.fullmatch(strength) and strength != RANDOM,
        f"it must be named game.strength, both of letters, digits, hyphens and underscores, and no "
        f"other player may be named {RANDOM}",
    )
    must(callable(offered), f"it is no player, but {offered!r}")
    player: Found = offered
    if isinstance(player, type):
        seat = player()
        for method in ("watch", "choose"):
            must(callable(getattr(seat, method, None)), f"a player that remembers has no {method}")
        return guarded(player, ENTERED)
    return entered(player)


def _of(game: str) -> dict[str, Found]:
    return {**_found()[0].get(game, {}), RANDOM: random_player}


def broken() -> dict[str, str]:
    """Return the plug-in players that were found but can't be used. Each key is a player's name,
    and each value is the reason."""
    return dict(_found()[1])


def strengths(game: str) -> list[str]:
    """Return the strengths of a game's players. Our own players come first, from the strongest to
    the weakest. Players of installed packages follow, in the order of `_strongest_first`. The last
    is always `random`."""
    return list(_of(game))


def offered(game: str) -> list[str]:
    """Return the strengths that a lobby offers, in the order of `strengths`. If the game has
    levels, `greedy` and `random` are left out, because these two exist only for comparison."""
    known = strengths(game)
    if not any(level in known for level in LEVELS):
        return known
    return [strength for strength in known if strength not in ANCHORS]


def default(game: str, wanted: str = DEFAULT) -> str:
    """Return the default strength of a bot player. It is `wanted` if the game offers that strength,
    otherwise the first strength in `offered`."""
    known = offered(game)
    return wanted if wanted in known else known[0]


@cache
def _manners(game: str) -> Mapping[str, Manner]:
    return import_module(MANNERED[game]).MANNERS if game in MANNERED else {}


def manners(game: str) -> list[str]:
    """Return the names of the habits that players of a game can have. The list is empty for a
    plug-in game."""
    return list(_manners(game))


def seated(game: str, strength: str | None = None, manner: str = "") -> SeatedPlayer:
    """Make a new player for one seat of one game, with the strength `strength` and the habit
    `manner`.

    If `strength` is None or no longer exists, the player gets the default strength (`default`). If
    `manner` is empty or unknown, the player has no habit. A plain function becomes a player without
    memory."""
    players = _of(game)
    wanted = strength if strength in players else default(game)
    player = _take_a_seat(players[wanted or RANDOM])
    habit = _manners(game).get(manner)
    return player if habit is None else Mannered(player, habit)


def adviser(game: str) -> Adviser | None:
    """Return a new player, for one seat of one game, that can explain its moves. It is the
    strongest such player of the game. Return None if no player of the game can explain its
    moves."""
    able: list[Any] = [each for each in _of(game).values() if hasattr(each, "explain")]
    return able[0]() if able else None


def player(game: str, strength: str | None = None) -> Player:
    """Return the bot player with this strength, as a function of the view alone.

    A player that remembers works without its memory here. The function chooses the move by
    `at_sight` of the player's class. If the class has no `at_sight`, the function chooses each move
    as if the player had just sat down.

    If the strength is None or no longer exists, return the first player in the order of `strengths`
    that is a plain function and whose strength is not in `LEVELS`."""
    players = _of(game)
    found = players.get(strength or "")
    if found is None:
        return next(
            one for name, one in players.items() if not isinstance(one, type) and name not in LEVELS
        )
    return _without_memory(found) if isinstance(found, type) else found


def remembers(game: str, strength: str | None) -> bool:
    """Whether a player of that strength uses the events that it is told."""
    players = _of(game)
    return isinstance(players[strength if strength in players else default(game)], type)


def stand_in(game: str) -> str:
    """The strength of the bot player that plays for an absent member."""
    return STAND_IN if STAND_IN in strengths(game) else default(game)


def quick(game: str) -> Player:
    """Return one of our own players that always answers quickly. It chooses moves when there is no
    time to think."""
    known = [name for name in (STAND_IN, "greedy") if name in BUILT_IN.get(game, ())]
    return player(game, known[0]) if known else random_player


def _take_a_seat(found: Found) -> SeatedPlayer:
    return found() if isinstance(found, type) else Forgetful(found)


def _without_memory(kind: type[SeatedPlayer]) -> Player:
    at_sight: Player | None = getattr(kind, "at_sight", None)
    if at_sight is not None:
        return at_sight

    def choose(view: View, rng: Chance) -> Move:
        return kind().choose(view, rng)

    return choose
