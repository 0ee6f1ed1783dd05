"""A table as others may hold it: made of its row and of its game in memory."""

from __future__ import annotations

from dataclasses import fields, replace
from typing import Final

from bot.core.fairness import hash_of, printed_header
from bot.core.model import Phase, Seat, Table, TableBase
from bot.db.rows import TableRow
from bot.tables.play import Play
from games.core import Outcome

SHARED: Final = tuple(each.name for each in fields(TableBase) if each.name != "seats")


def snapshot(row: TableRow, play: Play | None, previous: Outcome | None) -> Table:
    """The table as others may hold it; `previous` is the outcome of the game before."""
    table = Table(
        **{name: getattr(row, name) for name in SHARED},
        seats=_seats(row, play),
        secret_hash=hash_of(row.secret if play is None else play.secret),
        previous=previous,
    )
    if play is None:
        return table
    table = replace(
        table,
        previous=play.header.previous,
        moved_at=play.moved_at,
        recent=tuple(play.recent),
        outcome=play.outcome,
        live=play.game.copy(),
    )
    if row.phase is Phase.PLAYING:
        table = _with_clocks(table, row, play)
    return table if play.outcome is None else _laid_open(table, row, play)


def _with_clocks(table: Table, row: TableRow, play: Play) -> Table:
    """The table while its game is played: each move counts for its version."""
    reminded = frozenset(
        seat
        for seat, clock in play.clocks.items()
        if clock.half is None and not (row.seats[seat].is_bot or play.absent(seat))
    )
    return replace(
        table,
        version=row.version + len(play.log),
        clocks={seat: clock.up for seat, clock in play.clocks.items()},
        reserves={
            seat: row.speed.reserve - row.seats[seat].spent
            for seat in play.clocks
            if not (row.seats[seat].is_bot or play.absent(seat))
        },
        reminded=reminded,
    )


def _laid_open(table: Table, row: TableRow, play: Play) -> Table:
    """The table with all that was secret of its game, which is over."""
    is_next = row.phase is Phase.OVER and has_next_secret(row, play)
    return replace(
        table,
        next_hash=hash_of(row.secret) if is_next else None,
        secret=play.secret.hex(),
        seed=play.header.seed.hex(),
        record=play.record,
        deal_header=printed_header(play.header, play.secret, play.joined),
    )


def has_next_secret(row: TableRow, play: Play | None) -> bool:
    """Whether the table has a secret for its next game that nobody has been shown. Unknown unless
    its game is in memory."""
    return play is not None and row.secret != play.secret


def _seats(row: TableRow, play: Play | None) -> tuple[Seat, ...]:
    missed = play.stand_ins() if play is not None else None
    if play is None or not missed:
        return row.seats
    playing = row.phase is Phase.PLAYING
    return tuple(
        replace(seat, missed=missed[number], absent=playing and play.absent(number))
        for number, seat in enumerate(row.seats)
    )
