"""The fixed ratings of the bot players' levels: `python -m benchmarks levels play LOG GAME PRESET
SEATS DEALS [STRENGTH …]`, then `… levels fit LOG [anew]`.

`play` is a round robin of all strengths of a game, the anchors greedy and random among them, or of
those that are named: every SEATS of them play every deal once from each seat. What has been played
is kept in the file LOG, a line a game; what stands there is not played again, so that it may be
stopped at any time, and a longer run goes on where a shorter one ended.

`fit` looks for the ratings that make all games of a log likeliest (benchmarks/plackett_luce.py) and
writes bot/core/levels.toml and the table of docs/ratings.md. It holds greedy where it is, or, if
that is to be done `anew`, casual where a new member begins.
"""

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
from bot.core.levels import FILE, MEASURED, Level, Measured
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

FEWEST: Final = 3
"""The seats of a rated game with bot players: two members, and one of them. Games for two are not
fitted, as the model spreads the same skills much wider there."""

Log = list[dict[str, Any]]


def played(file: Path) -> Log:
    """The games of a log that today's bot players have played."""
    if not file.exists():
        return []
    lines = [json.loads(line) for line in file.read_text(encoding="utf-8").splitlines()]
    return [line for line in lines if line["players"] == VERSION]


def to_play(
    game: str, preset: str, seats: int, deals: int, strengths: Sequence[str]
) -> Iterator[dict[str, Any]]:
    """The games of a round robin, deal by deal, so that all have played alike whenever it ends."""
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
    """Plays what of a round robin is not in the log yet, and notes it there."""
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
    """Games of a log as they are fitted, without those that are void."""
    return [
        Ranked(
            tuple(line["names"]),
            tuple(line["ranks"]),
            (line["preset"], line["deal"], *sorted(line["names"])),
        )
        for line in lines
        if line["kind"] != "void"
    ]


def measured(game: str, lines: Log, *, anew: bool) -> Measured:
    """A game's levels, from the games of a log.

    The first time, and when it is to be done `anew`, the level that plays for absent members is
    held where a new member begins. Else greedy is held where it is: its play never changes, so a
    level that is tuned anew moves no other one's rating.
    """
    of_game = [line for line in lines if line["game"] == game and len(line["names"]) >= FEWEST]
    anchor, at = players.stand_in(game), MODEL.mu
    if game in MEASURED and not anew:
        anchor = ANCHORS[0]
        at = MEASURED[game].levels[anchor].mu / MILLION
    fit = fitted(ranked(of_game), anchor, at)
    best_first = sorted(fit.mu, key=lambda name: -fit.mu[name])
    sat = Counter(name for line in of_game for name in line["names"])
    return Measured(
        anchor=anchor,
        players=VERSION,
        games=Counter(f"{line['preset']}-{len(line['names'])}" for line in of_game),
        levels={
            name: Level(round(fit.mu[name] * MILLION), round(fit.error[name] * MILLION), sat[name])
            for name in best_first
        },
    )


def as_toml(all_measured: Mapping[str, Measured]) -> str:
    """The file of data."""
    lines = [HEAD]
    for game, of in all_measured.items():
        kinds = ", ".join(f'"{kind}" = {number}' for kind, number in sorted(of.games.items()))
        lines += [
            f"[{game}]",
            f'anchor = "{of.anchor}"',
            f"players = {of.players}",
            f"games = {{ {kinds} }}",
            "",
            f"[{game}.levels]",
            *(_level(name, of) for name in of.levels),
            "",
        ]
    return "\n".join(lines)


def _level(name: str, of: Measured) -> str:
    level = of.levels[name]
    return f"{name} = {{ mu = {level.mu}, error = {level.error}, games = {level.games} }}"


def as_table(all_measured: Mapping[str, Measured]) -> str:
    """The table of docs/ratings.md."""
    lines = ["| game | level | mu | standard error | figure | games |", "|---|---|---|---|---|---|"]
    for game, of in all_measured.items():
        lines += [_row(game, name, of) for name in of.levels]
    told = [
        f"{game}: "
        + ", ".join(
            f"{number:,} games of {kind.rpartition('-')[0]} with {kind.rpartition('-')[2]}"
            for kind, number in sorted(of.games.items())
        )
        for game, of in all_measured.items()
    ]
    return "\n".join([*lines, "", "Played were, in " + "; in ".join(told) + "."])


def _row(game: str, name: str, of: Measured) -> str:
    level = of.levels[name]
    error = "held" if name == of.anchor else f"{level.error / MILLION:.1f}"
    figure = f"{level.rating.figure:,}"
    return f"| {game} | {name} | {level.mu / MILLION:.1f} | {error} | {figure} | {level.games:,} |"


def in_page(page: str, table: str) -> str:
    """The page with this table in the place of the old one."""
    before, _, rest = page.partition(BEGIN)
    return f"{before}{BEGIN}\n\n{table}\n\n{END}{rest.partition(END)[2]}"


def fit(file: Path, *, anew: bool) -> None:
    """Measures each game of a log, and keeps those of others."""
    log = played(file)
    new = {game: measured(game, log, anew=anew) for game in players.BUILT_IN if _in(log, game)}
    everything = {game: new.get(game, MEASURED[game]) for game in {**MEASURED, **new}}
    DATA.write_text(as_toml(everything), encoding="utf-8")
    page = PAGE.read_text(encoding="utf-8")
    PAGE.write_text(in_page(page, as_table(everything)), encoding="utf-8")
    print(as_table(everything))


def _in(log: Log, game: str) -> bool:
    return any(line["game"] == game for line in log)


def main(arguments: list[str]) -> int:
    """Plays, or fits. Returns 2, with the usage, for arguments that say nothing."""
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
