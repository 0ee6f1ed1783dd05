"""Correspondence games, in which a move can take days. Each seat has a reserve of time for the
whole game, members can take vacations, and the clocks stop when all members are away."""

from __future__ import annotations

from collections.abc import Mapping
from dataclasses import replace
from datetime import datetime, timedelta

from bot.core.model import FORGOTTEN, Phase, SeatClock, Speed
from bot.db.rows import TableRow
from bot.tables.deadlines import CommandContext, shifted, spent_after
from bot.tables.live import Change, Live
from bot.tables.play import Play, keeps
from bot.tables.store import changes


def after_turn(row: TableRow, play: Play, seat: int, context: CommandContext) -> TableRow:
    """Return the table's row after a seat's turn has ended now (`context.now`). In it, the seat's
    `spent` says how much it has used of its reserve of time for the whole game. The row stays the
    same for a seat for which a bot player moves, and while the game pauses."""
    held = row.seats[seat]
    if held.is_bot or play.game.pause or keeps(row, play, seat):
        return row
    spent = spent_after(row.speed, held, play.clocks.get(seat), context.now)
    return row if spent == held.spent else _with(row, seat, spent=spent)


def all_away(row: TableRow, play: Play, seat: int) -> bool:
    """Return whether all members who still play this correspondence game are away. The time of the
    seat `seat` is up now, so its member counts as away. The other members are away if they missed
    their last turn."""
    if row.speed is not Speed.BY_POST or row.seats[seat].is_bot or keeps(row, play, seat):
        return False
    view = play.game.view(None)
    return all(
        other.is_bot
        or other.member_id == FORGOTTEN
        or play.absences[number]
        or view.seats[number].out
        or view.seats[number].resigned
        for number, other in enumerate(row.seats)
        if number != seat
    )


def asleep(row: TableRow, play: Play) -> bool:
    """Return whether clocks of this correspondence game are stopped, because all members were
    away."""
    return row.speed is Speed.BY_POST and bool(play.game.waiting_on - play.clocks.keys())


def asleep_from_now(live: Live, play: Play, before: Mapping[int, SeatClock], seat: int) -> Change:
    """Return the change that stops the clock of `seat` until a member comes back, because all
    members are away. `before` maps each seat to its clock. All seats get their whole reserve of
    time back, so that nobody loses by the wait."""
    play.clocks = {number: clock for number, clock in before.items() if number != seat}
    seats = tuple(replace(each, spent=timedelta()) for each in live.row.seats)
    return _change(live, play, before, replace(live.row, seats=seats, version=live.row.version + 1))


def on_vacation(live: Live, away: Mapping[int, datetime], context: CommandContext) -> Change | None:
    """Return the change that moves the clocks of members on vacation, so that they stand still
    until the times in `away`. If a vacation was ended early, the clock is moved back. Returns None
    when nothing changes."""
    play, row, now = live.play, live.row, context.now
    if row.phase is not Phase.PLAYING or play is None or row.speed is not Speed.BY_POST:
        return None
    before = play.clocks
    clocks = dict(before)
    for number, seat in enumerate(row.seats):
        until = away.get(seat.member_id or FORGOTTEN)
        if until is None or seat.is_bot or until == seat.vacation:
            continue
        old, new = max(seat.vacation or now, now), max(until, now)
        if old == new:
            continue
        row = _with(row, number, vacation=until)
        if number in clocks and not keeps(row, play, number):
            clocks[number] = shifted(clocks[number], new - old)
    if row is live.row:
        return None
    play.clocks = clocks
    return _change(live, play, before, row)


def _change(live: Live, play: Play, before: Mapping[int, SeatClock], row: TableRow) -> Change:
    statements = changes.table_changed(live.row, row)
    if play.clocks != before:
        statements += changes.clocks_changed(live.row, len(play.log), before, play.clocks)
    return Change(row, play, statements)


def _with(
    row: TableRow,
    seat: int,
    *,
    spent: timedelta | None = None,
    vacation: datetime | None = None,
) -> TableRow:
    held = row.seats[seat]
    held = replace(
        held,
        spent=held.spent if spent is None else spent,
        vacation=held.vacation if vacation is None else vacation,
    )
    seats = (*row.seats[:seat], held, *row.seats[seat + 1 :])
    return replace(row, seats=seats, version=row.version + 1)
