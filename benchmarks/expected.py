"""Measure how long games take and how often they are draws: `python -m benchmarks expected [GAME
…]`.

It plays games of greedy bot players, for each number of seats and each set of options that makes a
difference. It writes the table that the lobby uses, `games/GAME/told/measured.py`. The same program
always makes the same table. One processor core needs some twenty minutes for a game."""

from __future__ import annotations

import itertools
import sys
from collections.abc import Iterator
from importlib import import_module
from pathlib import Path
from types import ModuleType
from typing import Any, Final, get_args

import games
from games.core import Game, GameOptions, OptionsError, Stream
from games.expected import Rows, cell_of
from games.players import player

GAMES: Final = 80
"""The number of games that are played for each cell of the table of measurements. This number is
enough to tell whether one game in five ends in a draw or one in three."""

STRENGTH: Final = "greedy"

MEASURED: Final = ("dritzak", "tredici")
"""The games for which a table of measurements is made. Durak has no such table, because its games
are short with all options."""

WIDTH: Final = 100
"""Characters of a line at most."""

HEAD: Final = '''\
"""Measured games of {title}: the median length, and the share of draws.

Made by `python -m benchmarks expected {name}`: {count} games of greedy bot players for each cell.
"""

from __future__ import annotations

from typing import Final

from games.expected import Rows

MEASURED: Final[Rows] = {{
'''


def table_of(game: str) -> ModuleType:
    """Return the module of a game that names the relevant options and the rows of its table."""
    return import_module(f"games.{game}.told.expected")


def cells(game: str) -> Iterator[tuple[str, int, GameOptions]]:
    """Yield the cells of a game's table of measurements (lengths of games and shares of draws).
    Each cell is given as the name of its row, the number of seats, and options that belong to this
    row."""
    kind, table = games.load(game), table_of(game)
    choices = [values_of(kind, name) for name in table.FIELDS]
    seen: set[tuple[str, int]] = set()
    for values in itertools.product(*choices):
        options = kind.options(**dict(zip(table.FIELDS, values, strict=True)))
        for seats in kind.players:
            place = (table.way_of(options, seats), seats)
            if place not in seen and fits(kind, options, seats):
                seen.add(place)
                yield *place, options


def values_of(kind: type[Game], name: str) -> tuple[Any, ...]:
    """Return all values of an option that is a switch or has named values."""
    annotation = kind.Options.model_fields[name].annotation
    return (False, True) if annotation is bool else get_args(annotation)


def fits(kind: type[Game], options: GameOptions, seats: int) -> bool:
    """Return whether `seats` players can play with these options."""
    try:
        kind.check(options, seats)
    except OptionsError:
        return False
    return True


def measure(kind: type[Game], options: GameOptions, seats: int, count: int) -> tuple[int, float]:
    """Play `count` games. Returns the median number of moves, and the share of draws."""
    choose = player(kind.name, STRENGTH)
    lengths, draws = [], 0
    for number in range(count):
        game = kind.new(options, seats=seats, seed=f"expected {number}".encode())
        rng, moves = Stream(f"players {number}".encode()), 0
        while game.outcome is None:
            seat = min(game.waiting_on)
            game.play(seat, choose(game.view(seat), rng))
            moves += 1
        lengths.append(moves)
        draws += game.outcome.kind == "draw"
    return sorted(lengths)[(count - 1) // 2], draws / count


def rows_of(game: str, count: int) -> Rows:
    """Measure all cells of a game's table, with `count` games for each cell. Returns the rows of
    the table."""
    rows: dict[str, list[tuple[int, str]]] = {}
    for way, seats, options in cells(game):
        moves, draws = measure(games.load(game), options, seats, count)
        rows.setdefault(way, []).append((seats, cell_of(seats, moves, draws)))
        print(f"{game} {way} {rows[way][-1][1]}", flush=True)
    return {way: " ".join(cell for _, cell in sorted(row)) for way, row in rows.items()}


def written(game: str, rows: Rows) -> str:
    """Return the text of a game's file `measured.py`."""
    head = HEAD.format(title=games.load(game).title, name=game, count=GAMES)
    lines: list[str] = []
    for way, row in rows.items():
        line = f'    "{way}": "{row}",'
        lines += [line] if len(line) <= WIDTH else [f'    "{way}": (', *_broken(row), "    ),"]
    return head + "".join(f"{line}\n" for line in lines) + "}\n"


def _broken(row: str) -> list[str]:
    """Return a row of the table as one line of code, or as two lines if one would be too long."""
    line = f'        "{row}"'
    if len(line) <= WIDTH:
        return [line]
    cells = row.split()
    half = (len(cells) + 1) // 2
    parts = (" ".join(cells[:half]) + " ", " ".join(cells[half:]))
    return [f'        "{part}"' for part in parts]


def main(names: list[str]) -> int:
    """Measure the games `names`, or if there are none, all games that have a table. Returns 0, or 2
    for a game without a table."""
    unknown = [name for name in names if name not in MEASURED]
    if unknown:
        print(f"There is no table of {', '.join(unknown)}.", file=sys.stderr)
        return 2
    for name in names or MEASURED:
        file = Path(games.__file__).parent / name / "told" / "measured.py"
        file.write_text(written(name, rows_of(name, GAMES)), encoding="utf-8")
    return 0
