"""The work at a table whose deadline has come."""

from __future__ import annotations

from collections.abc import Mapping
from dataclasses import replace
from datetime import datetime, timedelta

from bot.core.model import FORGOTTEN, Phase
from bot.core.table_ids import sitting_of
from bot.tables import closing, dealing, playing
from bot.tables.deadlines import CommandContext
from bot.tables.live import Change, Live
from bot.tables.store import changes
from bot.tables.thoughts import Thoughts
from games.sentences import marked


def run_due(
    live: Live, context: CommandContext, thoughts: Thoughts, away: Mapping[int, datetime]
) -> Change | None:
    """The change that is due now; None when nothing is. `away` says until when members are on
    vacation.

    Moves for seats whose time is up, tells of half-times, deals the next game when the time to
    confirm it is over, closes an idle lobby, or that of a tournament to which not all came in time:
    a member who was on vacation then has a whole move's time to come once they are back.
    """
    row = live.row
    if row.phase is not Phase.LOBBY:
        return playing.run_due(live, context, thoughts, away)
    if row.again_until is not None and sitting_of(row.id) is not None:
        if row.again_until > context.now:
            return None
        returns = [away.get(seat.member_id or FORGOTTEN, context.now) for seat in row.awaited]
        back = max(returns, default=context.now)
        return closing.too_late(live) if back <= context.now else _awaited(live, back)
    if row.again_until is not None:
        return (
            dealing.going_on(live, replace(row, awaited=()), context)
            if row.again_until <= context.now
            else None
        )
    if row.idle_at is not None and row.idle_at <= context.now:
        return closing.closed(live, marked("Nobody has done anything here for a while."), context)
    return None


def _awaited(live: Live, back: datetime) -> Change:
    """The lobby waits on for members who are on vacation until `back`."""
    later = back + (live.row.speed.limit or timedelta())
    row = replace(live.row, again_until=later, version=live.row.version + 1)
    return Change(row, live.play, changes.table_changed(live.row, row))
