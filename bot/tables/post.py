"""Correspondence games, in which a move can take days. Each seat has a reserve of time for the
whole game, members can take vacations, and the clocks stop when all members are away."""

from __future__ import annotations

from collections.abc import Mapping
from dataclasses import replace
from datetime import datetime, timedelta
from typing import NamedTuple

from bot.core.model import FORGOTTEN, Phase, Seat, SeatClock, Speed
from bot.db.rows import TableRow
from bot.tables.deadlines import CommandContext, shifted, spent_after, turn_began
from bot.tables.live import Change, Live
from bot.tables.play import Play, keeps
from bot.tables.store import changes


def after_turn(row: TableRow, play: Play, seat: int, context: CommandContext) -> TableRow:
    """Return the table's row after the turn of `seat`, which ends now (`context.now`). Only the
    seat's `spent` changes: the time that the seat has used of its reserve for the whole game. The
    row stays the same if a bot player moves for the seat, or while the game pauses."""
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


class Away(NamedTuple):
    """A vacation, as a table hears of it: from when, and until when a member is away."""

    since: datetime
    until: datetime


def on_vacation(live: Live, away: Mapping[int, Away], context: CommandContext) -> Change | None:
    """Return the change that moves the clocks of members on vacation, so that they stand still for
    the times in `away`. A table may hear of a vacation only after it has begun, or when it is over.
    If a vacation was ended early, the clock is moved back. Returns None when nothing changes."""
    play, row, now = live.play, live.row, context.now
    if row.phase is not Phase.PLAYING or play is None or row.speed is not Speed.BY_POST:
        return None
    before = play.clocks
    clocks = dict(before)
    for number, seat in enumerate(row.seats):
        each = away.get(seat.member_id or FORGOTTEN)
        if each is None or seat.is_bot or each.until == seat.vacation:
            continue
        clock = None if keeps(row, play, number) else clocks.get(number)
        by = timedelta() if clock is None else _stands_still(row.speed, seat, clock, each)
        if not by and max(each.until, seat.vacation or now) <= now:
            continue  # it's over, and took no time from this turn
        row = _with(row, number, vacation=each.until)
        if clock is not None:
            clocks[number] = shifted(clock, by)
    if row is live.row:
        return None
    play.clocks = clocks
    return _change(live, play, before, row)


def _stands_still(speed: Speed, seat: Seat, clock: SeatClock, away: Away) -> timedelta:
    """Return by how much a seat's clock must be moved so that it stands still during the vacation
    `away`. The clock already stands still until `seat.vacation`. If that is later than the end of
    the vacation, the result is negative."""
    known = seat.vacation or away.since
    if away.until < known:
        return away.until - known
    start = max(known, away.since, turn_began(speed, seat, clock))
    return max(away.until - start, timedelta())


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
