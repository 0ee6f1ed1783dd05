"""What is done at a table when something is due there."""

from __future__ import annotations

from dataclasses import replace

from bot.domain.deadlines import Moment
from bot.domain.model import Phase
from bot.tables import closing, dealing, playing
from bot.tables.live import Change, Live
from games.sentences import marked


def push(live: Live, moment: Moment) -> Change | None:
    """Moves for seats whose time is up, tells of half-times, deals the next game when the time to
    confirm it is over, closes an idle lobby; None when nothing is due."""
    row = live.row
    if row.phase is not Phase.LOBBY:
        return playing.push(live, moment)
    if row.again_until is not None:
        return (
            dealing.going_on(live, replace(row, awaited=()), moment)
            if row.again_until <= moment.now
            else None
        )
    if row.idle_at is not None and row.idle_at <= moment.now:
        return closing.closed(live, marked("Nobody has done anything here for a while."), moment)
    return None
