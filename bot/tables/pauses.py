"""How long a bot player pauses before its move, so that people can follow."""

from __future__ import annotations

from collections.abc import Iterable, Mapping
from datetime import timedelta
from hashlib import sha256
from itertools import takewhile
from typing import Final

from bot.core.model import Speed
from bot.db.codec import MILLISECOND
from bot.db.rows import TableRow
from bot.tables.deadlines import HURRY
from bot.tables.play import Play

SHARES: Final[Mapping[Speed, int]] = {Speed.QUICK: 2, Speed.RELAXED: 3}
"""Thirds of the usual pause by the speed of the table; at all other tables it is the usual one."""
THIRDS: Final = 3
FORCED: Final = 2
"""The pause is divided by this before a move that everybody saw coming (Game.forced)."""
SWAY: Final = 4
"""A bot player's longest pause is longer than its shortest by a quarter of the usual one."""
WHOLE: Final = 1 << 32


def pauses(
    row: TableRow,
    play: Play,
    seats: Iterable[int],
    usual: timedelta,
    *,
    moved: int | None,
    alone: bool,
) -> dict[int, timedelta]:
    """By seat: the pause of the bot players in `seats` after the seat that `moved` (None: after
    the deal), whose move isn't in the log yet. `alone`: no member plays on."""
    share = usual * SHARES.get(row.speed, THIRDS) / THIRDS / (HURRY if alone else 1)
    return {
        seat: timedelta()
        if seat == moved and _is_second(play, seat)
        else swaying(share / (FORCED if play.game.forced(seat) else 1), row, play, seat)
        for seat in seats
    }


def _is_second(play: Play, seat: int) -> bool:
    """Whether the next move is the second one of two that a seat makes in a row: they are shown
    together (Update.goes_on)."""
    before = sum(1 for _ in takewhile(lambda line: line.seat == seat, reversed(play.log)))
    return before % 2 == 0 and play.game.waiting_on == {seat}


def swaying(pause: timedelta, row: TableRow, play: Play, seat: int) -> timedelta:
    """A pause that is up to an eighth longer or shorter, by table, version and seat. So tables
    that were dealt together do not go on moving together, which would keep everybody's presses
    waiting at once."""
    name = f"{row.id} {row.version + len(play.log)} {seat}"
    chance = int.from_bytes(sha256(name.encode()).digest()[:4], "big")
    swayed = pause + pause * (2 * chance - WHOLE) // (2 * SWAY * WHOLE)
    return swayed // MILLISECOND * MILLISECOND  # as moments are stored
