"""Closing a table for good. The table's host or a moderator may do this. If nobody has moved for
long, any player of the game may do it."""

from __future__ import annotations

from dataclasses import replace
from datetime import timedelta
from typing import Final

from bot.core.errors import NotDeserted, NotDesertedByPost, OwnGame
from bot.core.model import Phase, Speed
from bot.db.rows import MoveRow, TableRow
from bot.tables import seating
from bot.tables.deadlines import CommandContext
from bot.tables.live import Change, Live
from bot.tables.play import must_be, seat_of
from bot.tables.playing import results_of, under_way
from bot.tables.seating import closed as closed_row
from bot.tables.store import changes
from bot.tables.store.changes import BROKEN_OFF
from games.core import Outcome
from games.record import outcome_as_json
from games.sentences import marked

NOBODY: Final = -1
"""A number in place of a member's id, used when the bot closes a table and no member asked for
this."""

DESERTED: Final = timedelta(days=1)
"""After this time without a move, anyone who sits at the table may close it."""
DESERTED_BY_POST: Final = timedelta(days=31)
"""The time after the last move of a correspondence game after which anyone who sits at the table
may close it. The time is long, and so a member still finds the game after a vacation."""


def close(live: Live, by: int, reason: str, context: CommandContext, *, moderator: bool) -> Change:
    """Return the change with which the member `by` closes the table. With `moderator`, the member
    does this as a moderator. `reason` is shown to the table's players. Raises the errors of
    `must_be_closable`."""
    must_be_closable(live, by, context, moderator=moderator)
    if live.row.phase is Phase.QUARANTINED:
        return _shut(live, reason)
    return closed(live, reason, context)


def must_be_closable(live: Live, by: int, context: CommandContext, *, moderator: bool) -> None:
    """Check that the member `by` may close the table.

    Without `moderator`, only the host may close a table before or after a game, and any of its
    players may close a deserted game. With `moderator`, the member acts as a moderator and may
    close any table. There is one exception: if this member plays in a running game that could
    change ratings, they may close the table only when the game is deserted (see
    `_must_be_deserted`).

    Raises HostOnly, SetByTournament, NotSeated, NotDeserted, OwnGame, or WrongPhase for a table
    that is already closed."""
    phase = live.row.phase
    if phase is not Phase.QUARANTINED:
        must_be(live.row, Phase.LOBBY, Phase.PLAYING, Phase.OVER)
    if moderator and seating.plays(live.row, by) and _counts(live.row):
        try:
            _must_be_deserted(live, by, context)
        except NotDeserted:
            raise OwnGame from None
    elif not moderator:
        if phase in (Phase.PLAYING, Phase.QUARANTINED):
            _must_be_deserted(live, by, context)
        else:
            seating.must_be_host(live.row, by)


def _counts(row: TableRow) -> bool:
    """Return whether the table's game could change ratings. It can if it has at least two members
    and isn't for learning."""
    return not row.learning and sum(not seat.is_bot for seat in row.seats) > 1


def closed(live: Live, reason: str, context: CommandContext) -> Change:
    """Return the change that closes a table for good. A running game becomes void, so it counts for
    nobody. A message that shows the result of a game stays as it is."""
    if live.row.phase is Phase.PLAYING:
        return _broken_off(live, reason, context)
    row = replace(closed_row(live.row, reason), version=live.row.version + 1)
    if live.row.phase is Phase.OVER:
        row = replace(row, message_id=None)
    return Change(row, live.play, changes.table_changed(live.row, row))


def too_late(live: Live) -> Change:
    """Return the change that closes the lobby of a tournament's game, because not all of its
    players came in time. The missing players stay stored in `awaited`. From this the tournament
    knows who loses."""
    late = live.row.awaited
    row = replace(
        closed_row(live.row, marked("Not everyone turned up in time.")),
        awaited=late,
        version=live.row.version + 1,
    )
    return Change(row, live.play, changes.table_changed(live.row, row))


def _must_be_deserted(live: Live, by: int, context: CommandContext) -> None:
    """Check that the game at this table is deserted. Raises NotSeated when the member `by` has no
    seat there. Raises NotDeserted while a clock is running, and until a day has passed since the
    last move (31 days in games by correspondence)."""
    seat_of(live.row, by)
    running = live.play is not None and any(
        clock.up > context.now for clock in live.play.clocks.values()
    )
    post = live.row.speed is Speed.BY_POST
    least = DESERTED_BY_POST if post else DESERTED
    if running or live.table.moved_at is None or context.now - live.table.moved_at < least:
        raise NotDesertedByPost if post else NotDeserted


def _broken_off(live: Live, reason: str, context: CommandContext) -> Change:
    """Return the change that closes a table during its game, which becomes void. The change adds an
    entry to the stored moves that says that the game was broken off. So no other process can store
    a move in the place of this entry."""
    play = under_way(live)
    play.outcome = Outcome(ranks=(1,) * len(live.row.seats), kind="void")
    after = closed_row(replace(live.row, version=live.table.version + 1), reason)
    play.clocks = {}
    mark = MoveRow(BROKEN_OFF, "", stand_in=False, made_at=context.now, clocks={})
    results = results_of(live.row, play, play.outcome)
    statements = [
        *changes.moves_made(live.row, play.version, len(play.log), [mark]),
        *changes.table_changed(live.row, after),
        *changes.game_ended(
            live.row, outcome_as_json(play.outcome), results, context.now, context.hooks.finished
        ),
    ]
    return Change(after, play, statements)


def _shut(live: Live, reason: str) -> Change:
    """Return the change that closes a table whose game can't be replayed. The stored game stays as
    it is. `reason` is shown to the players. If `reason` is empty, the players see why the game
    can't be replayed."""
    row = replace(closed_row(live.row, reason or live.row.reason), version=live.table.version + 1)
    return Change(row, None, changes.table_shut(live.row, row))
