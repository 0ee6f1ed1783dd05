"""Moves that members choose before it is their turn.

Nobody else learns of this choice. The table's version and the clocks stay the same, so no message
is edited. When it is the member's turn and the chosen move is legal, the move is made
automatically. There is a pause before it, as if a quick member had moved."""

from __future__ import annotations

from collections.abc import Sequence
from dataclasses import replace
from datetime import datetime, timedelta
from hashlib import sha256
from typing import Final

from bot.core.errors import NotAhead
from bot.core.model import Ahead, Happening, Seat
from bot.db.rows import TableRow
from bot.tables.play import Play

SHORTEST: Final = timedelta(seconds=2)
LONGEST: Final = timedelta(seconds=5)
"""The pause before a move that was chosen ahead."""


def chosen(row: TableRow, play: Play, seat: int, moves: Sequence[str]) -> TableRow:
    """Return the table's row with `moves` as the seat's choice for its next turn. Empty `moves`
    delete an earlier choice. Raises NotAhead when the game doesn't offer this choice now. On the
    seat's own turn the game offers no choice."""
    wanted = tuple(moves)
    offered = [tuple(map(str, plan)) for plan in play.game.ahead(seat)]
    if wanted and (wanted not in offered or play.absent(seat)):
        raise NotAhead
    held = replace(row.seats[seat], ahead=Ahead(wanted) if wanted else None)
    return replace(row, seats=(*row.seats[:seat], held, *row.seats[seat + 1 :]))


def first_due(row: TableRow, play: Play) -> tuple[datetime, int, str] | None:
    """Find the move that is to be made first among the moves that members chose before their turn
    and that are legal now. Return the time of this move, its seat, and the move itself. The time
    might be in the future, because there is a pause before each such move. Return None when there
    is no such move."""
    if play.game.pause:
        return None
    due = [
        (play.moved_at + _pause(play, seat), seat, move)
        for seat, each in enumerate(row.seats)
        if each.ahead is not None and not each.ahead.dropped
        if seat in play.game.waiting_on and not play.absent(seat)
        if (move := _legal(play, seat, each.ahead)) is not None
    ]
    return min(due, default=None)


def _legal(play: Play, seat: int, ahead: Ahead) -> str | None:
    legal = play.game.legal_moves(seat)
    return next((move for move in ahead.moves if move in legal), None)


def _pause(play: Play, seat: int) -> timedelta:
    """Return the pause before a move that was chosen before its turn. It is derived from the game's
    secret, so that nobody else can compute it during the game."""
    place = len(play.log).to_bytes(4, "big") + seat.to_bytes(4, "big")
    chance = int.from_bytes(sha256(b"ahead" + play.secret + place).digest()[:4], "big")
    span = (LONGEST - SHORTEST) // timedelta(milliseconds=1)
    return SHORTEST + timedelta(milliseconds=chance % span)


def after(row: TableRow, play: Play, happenings: Sequence[Happening]) -> TableRow:
    """Return the table's row after `happenings`, which are moves with their events. Each seat keeps
    the moves that it chose before its turn if they are still valid."""
    seats = (_after(number, seat, play, happenings) for number, seat in enumerate(row.seats))
    return replace(row, seats=tuple(seats))


def _after(number: int, seat: Seat, play: Play, happenings: Sequence[Happening]) -> Seat:
    if seat.ahead is None:
        return seat
    left = list(seat.ahead.moves)
    own = [happening.move for happening in happenings if happening.seat == number]
    if own and (seat.ahead.dropped or not set(own) <= set(left)):
        return replace(seat, ahead=None)
    for move in own:
        left.remove(move)
    if play.outcome is not None or not left:
        return replace(seat, ahead=None)
    ahead = replace(seat.ahead, moves=tuple(left))
    return replace(seat, ahead=replace(ahead, dropped=_is_dropped(number, ahead, play, happenings)))


def _is_dropped(seat: int, ahead: Ahead, play: Play, happenings: Sequence[Happening]) -> bool:
    """Return whether the moves `ahead`, which a seat chose before its turn, must be discarded. The
    moves are discarded if a move in `happenings` has ended a chapter of the game, such as a deal or
    a round. They are also discarded if the seat has to move now and none of these moves is legal.
    Moves that were discarded earlier stay discarded."""
    game = play.game
    asked = seat in game.waiting_on and not game.pause
    over = any(happening.ends_any_of(game.chapter_names) for happening in happenings)
    return ahead.dropped or over or (asked and _legal(play, seat, ahead) is None)
