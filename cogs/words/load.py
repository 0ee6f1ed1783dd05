"""Finds the words of a game by the game's name: the words of the three games of Shijo, and the
words of games from packages (plug-ins)."""

from __future__ import annotations

from collections.abc import Iterator, Mapping
from dataclasses import dataclass, field, replace
from functools import cache, lru_cache
from gettext import GNUTranslations
from importlib import import_module
from pathlib import Path
from types import ModuleType
from typing import Any, Final

import games
import games.players
from bot.preferences.model import Order
from cogs.words import _
from cogs.words.cards import Order as CardOrder
from cogs.words.game import GENERIC, GameWords, Role, Strength, Verb
from cogs.words.generic import in_words
from cogs.words.seats import Names
from games.analysis import judges
from games.guarded import guarded_words
from games.players import TITLES
from games.plugins import loaded, must
from games.sentences import OURS

ENTRY_POINTS: Final = "shijo.words"
"""The group of entry points in which a package offers words for a game: `game = "module"`."""

BUILT_IN: Final = {
    "durak": "cogs.words.durak",
    "dritzak": "cogs.words.dritzak",
    "tredici": "cogs.words.tredici",
}

NAMED: Final[Mapping[str, type]] = {
    "verbs": Verb,
    "roles": Role,
    "zones": str,
    "strengths": Strength,
}
"""The parts of a game's words from which buttons and pictures are made, and the type of their
values."""

ORDERS: Final[Mapping[Order, CardOrder]] = {
    Order.SUIT: "suit",
    Order.RANK: "rank",
    Order.TRUMPS_LAST: "trumps-last",
}
"""The card orders of the words, by the order that a member chose. A member without a choice gets
the game's usual order."""


@dataclass(frozen=True, slots=True)
class LoadedWords:
    """The words of all games. `words` maps a game's name to its words. For games from packages
    (plug-ins), `catalogues` maps the game to the folder with its translations, and `packages` maps
    it to the Python packages whose sentences this folder translates. `broken` maps each package
    whose words can't be used to the reason in one line."""

    words: dict[str, GameWords] = field(default_factory=dict)
    catalogues: dict[str, Path] = field(default_factory=dict)
    broken: dict[str, str] = field(default_factory=dict)
    packages: dict[str, frozenset[str]] = field(default_factory=dict)
    """For each game with a catalogue: the Python packages whose sentences the catalogue
    translates."""

    def take(self, game: str, module: ModuleType) -> None:
        """Add the words of a game from the `WORDS` of a module. If there is a folder `locale`
        beside the module, also add the game's translations from this folder. Raises NotUsable if
        `WORDS` is missing or unsound, and OSError or ValueError if a translation can't be read."""
        words: Any = getattr(module, "WORDS", None)
        must(isinstance(words, GameWords), "it has no WORDS made of GameWords")
        for part, kind in NAMED.items():
            named = getattr(words, part)
            sound = isinstance(named, Mapping) and all(isinstance(w, kind) for w in named.values())
            must(sound, f"the {part} of its WORDS are no mapping of names to {kind.__name__}")
        folder = Path(getattr(module, "__file__", None) or ".").parent / "locale"
        # A damaged catalogue must be found now, not when a member's language is used.
        for file in sorted(folder.glob(f"*/LC_MESSAGES/{game}.mo")):
            with file.open("rb") as content:
                GNUTranslations(content)
        if game not in BUILT_IN:
            words = guarded_words(words)
        self.words[game] = _with_rules(words, game)
        if folder.is_dir():
            self.catalogues[game] = folder
            rules = games.available().get(game)
            places = [module.__name__, *([] if rules is None else [rules.__module__])]
            self.packages[game] = frozenset(place.partition(".")[0] for place in places) - OURS


@cache
def found() -> LoadedWords:
    """Return the words of all games. They are loaded at the first call."""
    every = LoadedWords()
    for game, module in BUILT_IN.items():
        every.take(game, import_module(module))
    every.broken.update(loaded(ENTRY_POINTS, BUILT_IN, every.take)[1])
    return every


def left_out() -> Iterator[tuple[str, str]]:
    """Yield everything in packages (plug-ins) that can't be used, as pairs of a name and a reason.
    The name is a text such as `words of the plug-in hearts`, and the reason has one line."""
    for name, reason in (*games.broken().items(), *games.players.broken().items()):
        yield f"plug-in {name}", reason
    for name, reason in judges.broken().items():
        yield f"judge of the plug-in {name}", reason
    for name, reason in found().broken.items():
        yield f"words of the plug-in {name}", reason


@cache
def words_of(game: str) -> GameWords:
    """Return the words of that game. A game without words gets generic words."""
    return found().words.get(game) or _with_rules(GENERIC, game)


def _with_rules(words: GameWords, game: str) -> GameWords:
    """Return the words of a game with two things added that the game's class knows: which fields of
    events contain seats, and which events end a chapter of the game."""
    rules = games.available().get(game)
    if rules is None:
        return words
    return replace(
        words, seat_fields=words.seat_fields | rules.seat_fields, chapters=rules.chapter_names
    )


def strength_title(name: str, game: str = "") -> str:
    """Return the title of a bot player's strength in the reader's language. If the words of `game`
    have a title for this strength, return this title. Otherwise return the title that all games
    share."""
    own = words_of(game).strengths.get(name)
    if own is not None:
        return _(own.title)
    return _(TITLES[name]) if name in TITLES else in_words(name)


@cache
def words_for(game: str, order: Order) -> GameWords:
    """Return the words of that game, changed so that hands are sorted in the `order` that a member
    wants."""
    words = words_of(game)
    return replace(words, order=ORDERS[order]) if order in ORDERS else words


@lru_cache(maxsize=1024)
def words_at(game: str, order: Order, names: Names) -> GameWords:
    """Return the words of that game for a table where seats have these names. Hands are sorted in
    the order that a member wants."""
    return words_for(game, order).at(names)
