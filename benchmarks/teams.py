"""Measure how much luck a match of two teams removes: `python -m benchmarks teams GAME SIZE A B N`.

N deals are played at two tables, with the sides exchanged. A team of SIZE members has strength A,
the other team has strength B, and half of each team sits at each table. The variance of a deal's
result is compared with the variance if the two tables had different cards. The same arguments give
the same games."""

from __future__ import annotations

import sys
from collections.abc import Sequence
from hashlib import sha256
from statistics import fmean, pvariance

import games
from benchmarks.duplicates import played_out, told_apart
from bot.teams.deals import dealt_for
from bot.teams.model import TABLES
from games import players
from games.record import Header, Step, replay

USAGE = "python -m benchmarks teams GAME SIZE A B N"
ARGUMENTS = 5


def main(arguments: list[str]) -> int:
    """Play the matches and print the figures. Returns 0, or 2 for invalid arguments."""
    if len(arguments) != ARGUMENTS or not (arguments[1] + arguments[-1]).isdigit():
        print(USAGE, file=sys.stderr)
        return 2
    name, size, one, other, number = arguments
    tables = []
    for count in range(int(number)):
        secret = sha256(b"team match %d" % count).digest()
        header = dealt_for(games.load(name), count, int(size), secret, players.VERSION).header
        tables.append([_ahead(header, one, other, secret, table) for table in TABLES])
    first, second = ([pair[table] for pair in tables] for table in TABLES)
    sums = [sum(pair) for pair in tables]
    same, apart = pvariance(sums), pvariance(first) + pvariance(second)
    print(f"{name}, teams of {size}: {one} against {other} in {len(tables)} deals")
    print(f"ahead in a deal by {fmean(sums):.3f} ± {(same / len(sums)) ** 0.5:.3f} games")
    print(f"variance of a deal: {same:.2f} with the same cards, {apart:.2f} with others")
    print(f"so the same certainty takes {same / apart:.0%} of the deals")
    told_apart(fmean(sums), same, apart)
    return 0


def _ahead(header: Header, one: str, other: str, secret: bytes, table: int) -> int:
    """Play the deal at the table `table` (0 or 1). `one` and `other` are the strengths of the two
    teams, and `secret` is the seed of chance. Returns 1 if the first team is ahead there, -1 if the
    other team is, and 0 for neither."""
    kind = games.load(header.game)
    options = kind.Options.model_validate(header.options)
    sides = kind.sides_of(options, header.seats)
    firsts = [(side == sides[0]) == (table == 0) for side in sides]
    names = [one if mine else other for mine in firsts]

    def chance(_: Sequence[Step], seat: int) -> bytes:
        return secret + f"{names[seat]} at {table}".encode()

    *_, (game, _step, _events) = replay(played_out(header, names, chance))
    assert game.outcome is not None
    by_seat = list(zip(game.outcome.ranks, firsts, strict=True))
    mine = min(rank for rank, own in by_seat if own)
    theirs = min(rank for rank, own in by_seat if not own)
    return (mine < theirs) - (theirs < mine)
