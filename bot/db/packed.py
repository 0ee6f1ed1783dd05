"""Packs the record of a finished game into one small value: JSON compressed by zlib, a few bytes
per move."""

from __future__ import annotations

import json
import zlib
from collections.abc import Iterable, Sequence
from itertools import accumulate, pairwise
from typing import Any, Final, NamedTuple

from sqlalchemy import Row

from bot.db.rows import MoveRow, to_moment

FORM: Final = b"\x01"
"""The first byte of a packed game. It says how the rest is written."""
DROPPED: Final = b""
"""Stands in place of a record that was deleted."""
TICK: Final = 1000
"""The number of milliseconds in a second. A packed game keeps the times of its moves in whole
seconds, because fractions would take up a fifth of the packed value."""
LEVEL: Final = 9
RAW: Final = -zlib.MAX_WBITS
"""Makes zlib leave out its own header and checksum, because the database has checks of its own."""

MOST: Final = 1 << 24
"""The most bytes of an unpacked record, enough for more than a hundred thousand moves. A damaged or
forged value might unpack to thousands of times its stored size."""


class PackedGame(NamedTuple):
    """The record of a finished game after unpacking. `header` is text, `secret` is in hexadecimal,
    and `joined` is JSON text, as in the columns of the database. `moves` are the moves in order."""

    header: str
    secret: str
    joined: str
    moves: tuple[MoveRow, ...]


NO_RECORD: Final = PackedGame("", "", "[]", ())


def pack(game: Row[Any], log: Sequence[Row[Any]]) -> bytes:
    """Pack a finished game into one value. `game` is the game's row in the database, and `log` are
    the rows of its moves. The seats' clocks are left out, because no clock runs after the game."""
    times = [row.made_at // TICK for row in log]
    parts = [
        game.header,
        game.secret,
        game.joined,
        "\n".join(row.move for row in log),
        [row.seat for row in log],
        [number for number, row in enumerate(log) if row.stand_in],
        # The times since the moves before: few digits.
        times[:1] + [later - earlier for earlier, later in pairwise(times)],
    ]
    text = json.dumps(parts, ensure_ascii=False, separators=(",", ":"))
    return FORM + zlib.compress(text.encode(), LEVEL, RAW)


def unpack(value: bytes) -> PackedGame:
    """Return the record from a value that `pack` made. Raises ValueError or TypeError for any other
    value."""
    header, secret, joined, moves, seats, stand_ins, times = _parts(value)
    rows = _rows(seats, moves.split("\n"), frozenset(stand_ins), accumulate(times))
    return PackedGame(header, secret, joined, tuple(rows) if seats else ())


def own_moves(value: bytes, own: int) -> list[tuple[int, str]]:
    """Return the moves that the member at seat `own` made themselves. Each move is a pair: the time
    in milliseconds since 1970, and the move as text. Moves that a bot player made for the member
    are left out. Raises ValueError or TypeError if `value` was not made by `pack`."""
    *_, moves, seats, stand_ins, times = _parts(value)
    others = frozenset(stand_ins)
    made = zip(seats, moves.split("\n"), accumulate(times), strict=True) if seats else ()
    return [
        (at * TICK, move)
        for number, (seat, move, at) in enumerate(made)
        if seat == own and number not in others
    ]


def _parts(value: bytes) -> list[Any]:
    if not value.startswith(FORM):
        raise ValueError("no packed record")
    reader = zlib.decompressobj(RAW)
    try:
        text = reader.decompress(value[len(FORM) :], MOST)
    except zlib.error as error:
        raise ValueError("damaged record") from error
    if not reader.eof:
        raise ValueError("a record that is cut off, or too long")
    parts = json.loads(text)
    if not isinstance(parts, list):
        raise TypeError("no record")
    return parts


def _rows(
    seats: Iterable[int], moves: Iterable[str], stand_ins: frozenset[int], times: Iterable[int]
) -> Iterable[MoveRow]:
    for number, (seat, move, made_at) in enumerate(zip(seats, moves, times, strict=True)):
        yield MoveRow(seat, move, number in stand_ins, to_moment(made_at * TICK), {})
