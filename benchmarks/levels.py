"""Measure the fixed ratings of the bot players' levels: `python -m benchmarks levels play LOG GAME
PRESET SEATS DEALS [STRENGTH …]`, then `… levels fit LOG [anew]`.

`play` lets all strengths of a game play against each other, or only the named strengths. The
strengths include greedy and random, the anchors against which others are measured. Every group of
SEATS strengths plays every deal once from each seat. Played games are stored in the file LOG, one
line for each, and are not played again. So a run can be stopped at any time, and a longer run
continues a shorter one.

`fit` finds, for each number of seats, the ratings that make all games of a log most likely
(benchmarks/plackett_luce.py). It writes them to bot/core/levels.toml and to the table of
docs/ratings.md. The rating of greedy keeps its present value. With `anew`, the rating of casual is
fixed at a new member's rating instead. For a package's game, `fit` prints the table for the game's
README and the text for the game's class (`Game.ratings`). If that game has no greedy player, the
rating of random is fixed."""

from __future__ import annotations

import json
import sys
from collections import Counter
from collections.abc import Iterable, Iterator, Mapping, Sequence
from itertools import combinations
from pathlib import Path
from typing import Any, Final

import games
from benchmarks.arena import Result, play_one
from benchmarks.plackett_luce import Ranked, fitted
from bot.core.levels import FILE, MEASURED, SHOWN, Level, Measured, tables_of
from bot.core.ratings import MILLION, MODEL
from games import players
from games.players import ANCHORS, VERSION

USAGE: Final = """python -m benchmarks levels play LOG GAME PRESET SEATS DEALS [STRENGTH …]
python -m benchmarks levels fit LOG [anew]"""
ROOT: Final = Path(__file__).parents[1]
DATA: Final = ROOT / "bot" / "core" / FILE
PAGE: Final = ROOT / "docs" / "ratings.md"
BEGIN: Final = "<!-- made by python -m benchmarks levels -->"
END: Final = "<!-- end of what is made -->"
HEAD: Final = "# Made by `python -m benchmarks levels`; docs/ratings.md says how. In millionths.\n"

Log = list[dict[str, Any]]
Tables = Mapping[str, Mapping[int, Measured]]
"""What was measured, by game and then by number of seats."""


def played(file: Path) -> Log:
    """Return the games in a log that were played by today's version of the bot players."""
    if not file.exists():
        return []
    lines = [json.loads(line) for line in file.read_text(encoding="utf-8").splitlines()]
    return [line for line in lines if line["players"] == VERSION]


def to_play(
    game: str, preset: str, seats: int, deals: int, strengths: Sequence[str]
) -> Iterator[dict[str, Any]]:
    """Yield the games to play, each as a dict. A dict has the version of the bot players, the game,
    the preset, the deal's number and the strength in each seat. Each group of `seats` strengths
    plays every deal `seats` times, and each strength sits once in each seat. All games of a deal
    come before the games of the next deal. So at any time all strengths have played about equally
    often."""
    for deal in range(deals):
        for group in combinations(strengths, seats):
            for turn in range(seats):
                yield {
                    "players": VERSION,
                    "game": game,
                    "preset": preset,
                    "deal": deal,
                    "names": [*group[turn:], *group[:turn]],
                }


def play(
    file: Path, game: str, preset: str, seats: int, deals: int, strengths: Sequence[str]
) -> None:
    """Play those games of `to_play` that are not in the log `file` yet, and add them to the log.
    Raises ValueError if the game has teams with this preset and number of seats."""
    known = {_key(line) for line in played(file)}
    kind = games.load(game)
    options = kind.options(preset)
    if len(set(kind.sides_of(options, seats))) < seats:
        raise ValueError(f"In {preset} with {seats} seats not everybody plays alone.")
    with file.open("a", encoding="utf-8") as log:
        for line in to_play(game, preset, seats, deals, strengths):
            if _key(line) in known:
                continue
            end = play_one(kind, options, line["names"], line["deal"], Result(), 0).outcome
            assert end is not None
            log.write(json.dumps({**line, "ranks": end.ranks, "kind": end.kind}) + "\n")
            log.flush()


def _key(line: Mapping[str, Any]) -> tuple[Any, ...]:
    return line["game"], line["preset"], line["deal"], *line["names"]


def ranked(lines: Iterable[Mapping[str, Any]]) -> list[Ranked]:
    """Return the games of a log in the form that `fitted` needs. Void games, which ended without a
    result, are left out."""
    return [
        Ranked(
            tuple(line["names"]),
            tuple(line["ranks"]),
            (line["preset"], line["deal"], *sorted(line["names"])),
        )
        for line in lines
        if line["kind"] != "void"
    ]


def measured(game: str, seats: int, lines: Log, *, anew: bool) -> Measured:
    """Compute the ratings of a game's levels at tables of `seats` seats, from the games of a log.

    One rating must be fixed. If no ratings are published yet, or with `anew`, the level that plays
    for absent members gets a new member's rating. Otherwise greedy keeps its published rating,
    which is the same for all numbers of seats. If the game has no greedy player, random keeps its
    rating instead. Greedy and random always play in the same way. So a change of one level doesn't
    move the ratings of the others."""
    of_table = [line for line in lines if line["game"] == game and len(line["names"]) == seats]
    anchor, at = players.stand_in(game), MODEL.mu
    before = tables_of(game)
    if before and not anew:
        shown = before[min(before, key=lambda size: abs(size - SHOWN))].levels
        anchor = next(name for name in ANCHORS if name in shown)
        at = shown[anchor].mu / MILLION
    fit = fitted(ranked(of_table), anchor, at)
    best_first = sorted(fit.mu, key=lambda name: -fit.mu[name])
    sat = Counter(name for line in of_table for name in line["names"])
    return Measured(
        anchor=anchor,
        players=VERSION,
        games=Counter(line["preset"] for line in of_table),
        levels={
            name: Level(round(fit.mu[name] * MILLION), round(fit.error[name] * MILLION), sat[name])
            for name in best_first
        },
    )


def as_toml(all_measured: Tables) -> str:
    """Return the text of the data file bot/core/levels.toml."""
    lines = [HEAD]
    for game, tables in all_measured.items():
        for seats, of in tables.items():
            kinds = ", ".join(f'"{kind}" = {number}' for kind, number in sorted(of.games.items()))
            lines += [
                f"[{game}.{seats}]",
                f'anchor = "{of.anchor}"',
                f"players = {of.players}",
                f"games = {{ {kinds} }}",
                "",
                f"[{game}.{seats}.levels]",
                *(_level(name, of) for name in of.levels),
                "",
            ]
    return "\n".join(lines)


def _level(name: str, of: Measured) -> str:
    level = of.levels[name]
    return f"{name} = {{ mu = {level.mu}, error = {level.error}, games = {level.games} }}"


def as_table(all_measured: Tables) -> str:
    """Return the table of docs/ratings.md as text."""
    sizes = sorted({seats for tables in all_measured.values() for seats in tables})
    heads = ["game", "level", *(f"{seats} seats" for seats in sizes)]
    lines = [f"| {' | '.join(heads)} |", "|---" * len(heads) + "|"]
    for game, tables in all_measured.items():
        for name in tables[max(tables)].levels:
            cells = (_cell(name, tables[seats]) if seats in tables else "–" for seats in sizes)
            lines.append(f"| {' | '.join([game, name, *cells])} |")
    told = [
        f"{game}: "
        + ", ".join(
            f"{number:,} games of {preset} with {seats}"
            for seats, of in tables.items()
            for preset, number in sorted(of.games.items())
        )
        for game, tables in all_measured.items()
    ]
    return "\n".join([*lines, "", "Played were, in " + "; in ".join(told) + "."])


def as_class(tables: Mapping[int, Measured]) -> str:
    """Return Python code that sets `ratings` in the class of a package's game (see `Game.ratings`).
    `tables` maps each number of seats to the measured ratings."""
    lines = [
        f"        {seats}: {{"
        + ", ".join(f'"{name}": {level.mu / MILLION:.1f}' for name, level in of.levels.items())
        + "},"
        for seats, of in tables.items()
    ]
    return "\n".join(["    ratings: ClassVar = {", *lines, "    }"])


def _cell(name: str, of: Measured) -> str:
    level = of.levels[name]
    error = "held" if name == of.anchor else f"± {level.error / MILLION:.1f}"
    told = f"{level.mu / MILLION:.1f} {error} in {level.games:,}"
    return f"{told}: {level.rating.figure:,}"


def in_page(page: str, table: str) -> str:
    """Return the page, with `table` in the place of its old table."""
    before, _, rest = page.partition(BEGIN)
    return f"{before}{BEGIN}\n\n{table}\n\n{END}{rest.partition(END)[2]}"


def fit(file: Path, *, anew: bool) -> None:
    """Compute the ratings of each game in the log `file`, for each number of seats. Writes the
    ratings of built-in games to bot/core/levels.toml and docs/ratings.md, and keeps what is stored
    there for other games. The ratings of packages' games are only printed."""
    log = played(file)
    everything = {game: dict(tables) for game, tables in MEASURED.items()}
    packages: dict[str, dict[int, Measured]] = {}
    for game, seats in sorted({(line["game"], len(line["names"])) for line in log}):
        found = everything if game in games.BUILT_IN else packages
        found.setdefault(game, {})[seats] = measured(game, seats, log, anew=anew)
    for game, tables in packages.items():
        print(as_table({game: tables}), as_class(tables), sep="\n\n", end="\n\n")
    if not any(line["game"] in games.BUILT_IN for line in log):
        return
    sorted_ = {game: dict(sorted(tables.items())) for game, tables in everything.items()}
    DATA.write_text(as_toml(sorted_), encoding="utf-8")
    page = PAGE.read_text(encoding="utf-8")
    PAGE.write_text(in_page(page, as_table(sorted_)), encoding="utf-8")
    print(as_table(sorted_))


def main(arguments: list[str]) -> int:
    """Play games or fit ratings, as the arguments say. Returns 2 for invalid arguments, after
    printing the usage."""
    match arguments:
        case ["play", log, game, preset, seats, deals, *named]:
            strengths = named or players.strengths(game)
            play(Path(log), game, preset, int(seats), int(deals), strengths)
        case ["fit", log]:
            fit(Path(log), anew=False)
        case ["fit", log, "anew"]:
            fit(Path(log), anew=True)
        case _:
            print(USAGE, file=sys.stderr)
            return 2
    return 0
