"""Checks whether this bot can play a game that another package offers. This is checked once, when
the game is loaded. Only what the bot needs to start and to open a table is checked. Whether the
game keeps its promises is checked by the contract suite (`shijo check`)."""

from __future__ import annotations

from collections.abc import Collection, Mapping
from typing import Any, Final

from games.core import DailyDeal, Game, Move, OptionsError
from games.guarded import contract_of, guarded
from games.lessons import Lesson
from games.options import GameOptions
from games.plugins import NAME, must
from games.view import View

LONGEST_TITLE: Final = 100
"""The most characters of a game's title. It is Discord's limit for a choice of a command."""
LONGEST_LINE: Final = 100
"""The most characters of a game's `gist` (what the game is about) and of its `kin` (the most
similar known games). Each of them is one line."""
PAIRED: Final = 4
"""The number of seats with which two pairs play."""
MOST_MINUTES: Final = 24 * 60
"""The most minutes that a game may state as its duration."""
FARTHEST_RATED: Final = 100
"""The greatest distance of a bot player's rating from 0. No measured rating is so far from 0."""

WORN: Final[Mapping[str, tuple[type, type | None, str]]] = {
    "handicaps": (frozenset, str, "a frozenset of texts"),
    "secret_verbs": (frozenset, str, "a frozenset of texts"),
    "revealing": (frozenset, str, "a frozenset of texts"),
    "forgetting": (frozenset, str, "a frozenset of texts"),
    "chapter_names": (frozenset, str, "a frozenset of texts"),
    "seat_fields": (frozenset, str, "a frozenset of texts"),
    "deed_names": (tuple, str, "a tuple of texts"),
    "lessons": (tuple, Lesson, "a tuple of lessons"),
    "loser_is_fool": (bool, None, "True or False"),
}
"""For each class variable of a game that is checked: the type of its value, the type of the items
in this value (None: no items), and a text that describes both types."""


def playable(name: str, offered: Any, titles: Collection[str]) -> type[Game]:
    """Check the game that a package offers under this name. `titles` has the titles of all other
    games. Returns the game's class in a guarded form (games.guarded). No exception in a guarded
    class can end the process.

    Raises NotUsable. The check also deals a first game. Errors that the game's own code raises
    during the check are not caught."""
    must(
        isinstance(offered, type)
        and issubclass(offered, Game)
        and getattr(offered, "name", None) == name,
        "it is no Game, or names itself differently",
    )
    kind: type[Game] = offered
    must(NAME.fullmatch(name), "a name is 1 to 32 letters, digits, hyphens and underscores")
    missing = ", ".join(sorted(kind.__abstractmethods__))
    must(not missing, f"it has no {missing}")
    _must_be_named(kind, titles)
    version, players = getattr(kind, "version", None), getattr(kind, "players", None)
    must(type(version) is int, f"its version is no whole number: {version!r}")
    must(
        isinstance(players, range) and len(players) and min(players) > 0,
        f"its players are no range of numbers of seats: {players!r}",
    )
    for variable, (whole, item, words) in WORN.items():
        worn = getattr(kind, variable)
        sound = isinstance(worn, whole) and all(
            item is None or isinstance(i, item) for i in _in(worn)
        )
        must(sound, f"its {variable} are not {words}: {worn!r}")
    must(
        kind.daily is None or isinstance(kind.daily, DailyDeal),
        f"its daily is no DailyDeal: {kind.daily!r}",
    )
    must(
        kind.hands_seen_by in {"holder", "others"},
        f"its hands are seen by holder or others, not by {kind.hands_seen_by!r}",
    )
    _must_be_introduced(kind)
    _must_be_rated(kind)
    presets = _presets(kind)
    guarded(kind.Options, contract_of(GameOptions))
    if kind.daily is not None:
        kind.check(kind.options(kind.daily.preset), kind.daily.seats)
        if kind.partners is not None:
            _must_make_pairs(kind, kind.options(kind.daily.preset, **kind.partners))
    _must_be_dealt(kind, presets)
    return guarded(kind, contract_of(Game))


def _must_make_pairs(kind: type[Game], options: GameOptions) -> None:
    kind.check(options, PAIRED)
    sides = kind.sides_of(options, PAIRED)
    pairs = sorted(sides.count(side) for side in set(sides))
    must(pairs == [2, 2], f"its partners are no two pairs: {sides!r}")


def _in(worn: Any) -> Collection[Any]:
    return worn if isinstance(worn, (frozenset, tuple)) else ()


def _must_be_named(kind: type[Game], titles: Collection[str]) -> None:
    title = getattr(kind, "title", None)
    must(isinstance(title, str), f"its title is no text: {title!r}")
    title = str(title)
    must(
        title.strip() and title.isprintable() and len(title) <= LONGEST_TITLE,
        f"its title is not one line of 1 to {LONGEST_TITLE} characters, but {len(title)}: "
        f"{title!r}",
    )
    known = {each.casefold() for each in titles}
    must(title.casefold() not in known, f"a game of the title {title} is already there")


def _must_be_introduced(kind: type[Game]) -> None:
    """Check the texts that introduce the game in lists and in `/learn`, and its duration in
    minutes. A game may leave out any of them. Raises NotUsable."""
    for variable in ("gist", "kin"):
        line: Any = getattr(kind, variable)
        must(
            isinstance(line, str)
            and len(line) <= LONGEST_LINE
            and line.isprintable()
            and line == line.strip(),
            f"its {variable} is not one line of at most {LONGEST_LINE} characters: {line!r}",
        )
    minutes: Any = kind.minutes
    must(
        type(minutes) is int and 0 <= minutes <= MOST_MINUTES,
        f"its minutes are no whole number from 0 to {MOST_MINUTES}: {minutes!r}",
    )


def _must_be_rated(kind: type[Game]) -> None:
    """Check the ratings that the game states for its bot players. A game needn't state any. Raises
    NotUsable."""
    for seats, ratings in _items(kind.ratings):
        must(seats in kind.players, f"its ratings are of tables for {seats!r}, which it hasn't")
        for strength, rating in _items(ratings):
            must(
                isinstance(strength, str)
                and type(rating) in {int, float}
                and abs(rating) <= FARTHEST_RATED,
                f"its ratings are no numbers up to {FARTHEST_RATED}: {strength!r}, {rating!r}",
            )


def _items(rated: Any) -> Collection[tuple[Any, Any]]:
    must(isinstance(rated, Mapping), f"its ratings are no mappings: {rated!r}")
    return list(rated.items())


def _presets(kind: type[Game]) -> list[GameOptions]:
    """Return the options of every preset. Raises NotUsable when the class of options or its presets
    are not usable."""
    model = getattr(kind, "Options", None)
    must(
        isinstance(model, type) and issubclass(model, GameOptions),
        f"its Options are none: {model!r}",
    )
    must(isinstance(kind.Options.presets, Mapping) and kind.Options.presets, "it has no preset")
    for preset in kind.Options.presets:
        must(isinstance(preset, str) and preset, f"a preset's name is no text: {preset!r}")
    return [kind.options(preset) for preset in kind.Options.presets]


def _must_be_dealt(kind: type[Game], presets: list[GameOptions]) -> None:
    """Check that a game can state its rules with each of these presets. After that, deal one game
    and check its views. The deal uses the first preset that some number of seats can play, and the
    first such number. Raises NotUsable."""
    for options in presets:
        told = kind.rules_told(options)
        must(
            isinstance(told, (tuple, list)) and all(isinstance(line, str) for line in told),
            f"its rules are not told in texts: {told!r}",
        )
    for options in presets:
        for seats in kind.players:
            try:
                kind.check(options, seats)
            except OptionsError:
                continue
            _must_be_seen(kind.new(options, seats=seats, seed=bytes(32)))
            return
    must(False, "no number of players can play any of its presets")


def _must_be_seen(game: Game) -> None:
    for seat in (None, *range(game.seats)):
        view = game.view(seat)
        must(isinstance(view, View), f"its view is no View, but {view!r}")
        must(all(isinstance(move, Move) for move in view.moves), f"no moves: {view.moves!r}")
    must(
        game.outcome is not None or set(game.waiting_on) & set(range(game.seats)),
        "it is dealt and waits on nobody",
    )
