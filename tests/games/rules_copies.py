"""The places where the rules of Shijo's games are written a second time, and the options that each
of these copies asks for. A copy asks for an option if its code uses the option or a value that
depends on the option.

Some copies are for speed (playouts, the solver), some for knowledge (imagined deals, the judge of
an analysis), and some for checking (the second implementation of the rules, with which tests
compare the first). If a copy doesn't ask for an option, the option is listed here with the reason.
If an option is added to a game, `test_rules_copies` fails until each copy asks for the option or
lists a reason. (`test_rulings` shows that the rules in short mention each option.)"""

from __future__ import annotations

import ast
import dataclasses
from collections.abc import Callable, Mapping
from dataclasses import dataclass
from pathlib import Path
from typing import Any, Final

from games.core import GameOptions
from games.dritzak.rules.options import rules_of
from games.durak.rules.rules import rules_for
from tests.games.options import values_of

ROOT: Final = Path(__file__).parents[2]


@dataclass(frozen=True, slots=True)
class Copy:
    """A second place where the rules of a game are written. `places` are the modules of this copy,
    or folders of modules. `unasked` maps each reason to the names of options, separated by spaces.
    For this reason, the code of the copy need not use these options."""

    game: str
    name: str
    places: tuple[str, ...]
    unasked: Mapping[str, str]


IN_THE_POSITION: Final = "the cards and sides come with the position or the view"
NOT_IMAGINED: Final = "such a position is not imagined on (thinkable)"
BEFORE: Final = "it is over when play begins"
AFTER: Final = "it concerns the end, which is judged elsewhere, or the next game"
ALONE: Final = "only what may be done by itself depends on it, and nothing else"
BY_PLAYOUTS: Final = "it goes by playouts and imagined deals, which have copies of their own"
BY_THE_VIEW: Final = "the view's facts and legal moves say what comes of it"
COMPARED: Final = "it makes no difference here, as the second solver of the tests shows"
NOT_READ: Final = "this copy checks the course of play, other tests the rest"
TWO_LEFT: Final = "two seats are left"

COPIES: Final = (
    Copy(
        "durak",
        "playout",
        tuple(f"games/players/durak/{name}.py" for name in ("playout", "masks", "turns")),
        {
            IN_THE_POSITION: "deck jokers",
            NOT_IMAGINED: "decks cheating",
            BEFORE: "misdeal",
            AFTER: "scoring epaulettes next_attacker",
            ALONE: "auto_done",
            "quick players throw in when all is beaten or taken, never before": "throw_from",
        },
    ),
    Copy(
        "durak",
        "solver",
        tuple(f"games/players/durak/{name}.py" for name in ("endgame", "solving")),
        {
            IN_THE_POSITION: "deck jokers",
            NOT_IMAGINED: "decks cheating",
            BEFORE: "misdeal first_bout_passing",
            AFTER: "scoring epaulettes next_attacker",
            ALONE: "auto_done",
            TWO_LEFT: "teams throwers throw_order",
            COMPARED: "throw_from",
        },
    ),
    Copy(
        "durak",
        "imagining",
        ("games/durak/belief", "games/players/durak/imagining.py", "games/players/durak/facts.py"),
        {
            BEFORE: "misdeal",
            BY_THE_VIEW: "passing first_bout_passing travel opening throw_from throw_order limit "
            "pile_on teams",
            AFTER: "last_defence scoring epaulettes next_attacker",
        },
    ),
    Copy(
        "durak",
        "analysis",
        ("games/analysis/durak.py",),
        {
            BY_PLAYOUTS: "deck decks jokers misdeal passing first_bout_passing travel opening "
            "throwers throw_from throw_order limit pile_on auto_done",
            AFTER: "last_defence scoring epaulettes next_attacker",
        },
    ),
    Copy(
        "durak",
        "second reading",
        ("tests/games/durak_by_the_book.py",),
        {NOT_READ: "deck decks jokers misdeal last_defence scoring epaulettes next_attacker"},
    ),
    Copy(
        "dritzak",
        "playout",
        ("games/players/dritzak/playout.py", "games/players/dritzak/position.py"),
        {BEFORE: "deal", "no playout asks the Shijo": "shijo"},
    ),
    Copy(
        "dritzak",
        "imagining",
        ("games/dritzak/belief", "games/players/dritzak/imagining.py"),
        {BEFORE: "deal", BY_THE_VIEW: "set_rule skip reversal play_on"},
    ),
    Copy(
        "dritzak",
        "analysis",
        ("games/analysis/dritzak.py",),
        {BY_PLAYOUTS: "decks set_rule skip sevens reversal shijo"},
    ),
    Copy("dritzak", "second reading", ("tests/games/dritzak_by_the_book.py",), {BEFORE: "deal"}),
    Copy(
        "tredici",
        "playout",
        ("games/players/tredici/playout.py", "games/players/tredici/search.py"),
        {IN_THE_POSITION: "teams", "its deck has no order": "reshuffle"},
    ),
    Copy(
        "tredici",
        "imagining",
        ("games/tredici/belief", "games/players/tredici/imagining.py"),
        {BY_THE_VIEW: "teams reshuffle"},
    ),
    Copy(
        "tredici", "analysis", ("games/analysis/tredici.py",), {BY_PLAYOUTS: "teams reshuffle call"}
    ),
    Copy(
        "tredici",
        "second reading",
        ("tests/games/tredici_by_the_book.py",),
        {IN_THE_POSITION: "teams"},
    ),
)

RULES: Final[Mapping[str, tuple[Callable[[Any, int], Any], range]]] = {
    "durak": (rules_for, range(2, 9)),
    "dritzak": (rules_of, range(2, 7)),
}
"""For games that compute their options once for each table: the function that computes them, and
the numbers of seats for which it is called."""


def names_of(game: str, model: type[GameOptions], option: str) -> set[str]:
    """Return the names by which code asks for an option. These are its own name, and the names of
    everything that is computed from it."""
    names = {option}
    if game in RULES and option in model.model_fields:
        make, seats = RULES[game]
        default = model()
        for value in values_of(model.model_fields[option].annotation):
            changed = default.model_copy(update={option: value})
            for number in seats:
                names |= _differing(make(default, number), make(changed, number))
    return names - {"options"}


def _differing(one: Any, other: Any) -> set[str]:
    fields = [field.name for field in dataclasses.fields(one)]
    return {name for name in fields if getattr(one, name) != getattr(other, name)}


def names_in(places: tuple[str, ...]) -> set[str]:
    """Return the names of attributes and parameters, and the texts of strings, in the modules of a
    copy."""
    found = set()
    for place in places:
        path = ROOT / place
        for module in sorted(path.rglob("*.py")) if path.is_dir() else [path]:
            for node in ast.walk(ast.parse(module.read_text(encoding="utf-8"))):
                match node:
                    case ast.Attribute(attr=name) | ast.arg(arg=name) | ast.keyword(arg=str(name)):
                        found.add(name)
                    case ast.Constant(value=str(name)):
                        found.add(name)
    return found


def asked(copy: Copy, model: type[GameOptions]) -> set[str]:
    """Return the names of the options in `model` that a copy of the rules asks for. A copy asks for
    an option if its code uses the option or a value that depends on the option."""
    there = names_in(copy.places)
    return {name for name in model.model_fields if names_of(copy.game, model, name) & there}


def forgotten(copy: Copy, model: type[GameOptions]) -> set[str]:
    """Return the names of the options in `model` that a copy of the rules should ask for but
    doesn't. A copy asks for an option if its code uses the option. Options for which the copy lists
    a reason not to ask are left out."""
    return set(model.model_fields) - asked(copy, model) - excused(copy)


def excused(copy: Copy) -> set[str]:
    """Return the names of the options that the code of a copy of the rules need not use, because
    the copy lists a reason."""
    return {name for names in copy.unasked.values() for name in names.split()}
