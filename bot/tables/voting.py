"""Votes to remove a player from the table."""

from __future__ import annotations

from dataclasses import replace

from bot.core.errors import AlreadyVoted, BadChoice, OpponentPresent, WrongPhase
from bot.core.model import FORGOTTEN, Phase
from bot.db.rows import TableRow
from bot.tables import dealing, playing, seating
from bot.tables.deadlines import CommandContext
from bot.tables.live import Change, Live
from bot.tables.play import must_be, seat_of
from bot.tables.seating import held, plays
from bot.tables.store import changes
from games.sentences import marked


def vote(live: Live, by: int, seat: int, context: CommandContext, *, moderator: bool) -> Change:
    """Return the change with which a member votes to remove the player in `seat`. The vote of a
    moderator decides alone, unless they play in that game themselves. With enough votes, the player
    resigns, which counts as their loss, or leaves the lobby. Raises the errors of `voted`."""
    if moderator and not plays(live.row, by):
        must_be_removable(live, seat)
        row = with_vote(live.row, by, seat)
    else:
        row = voted(live, by, seat)
        if not decided(live, row, seat):
            return Change(row, live.play, changes.table_changed(live.row, row))
    if row.phase is Phase.PLAYING:
        change = playing.put_out(live, seat, context, row)
        forgotten = row.seats[seat].member_id == FORGOTTEN
        noted = [] if forgotten else context.hooks.removed(row, seat, context.now)
        return replace(change, statements=[*change.statements, *noted])
    return dealing.going_on(
        live, seating.leave(live.row, live.row.seats[seat].member_id or 0, context), context
    )


def voted(live: Live, by: int, seat: int) -> TableRow:
    """Return the table's row after the vote of the member `by` to remove the player in `seat`.

    Raises NotSeated when `by` has no seat at the table, AlreadyVoted when they have voted already,
    and BadChoice when no vote is possible, for example against a bot player. Raises WrongPhase when
    the member or the player has left the game, and when the table has neither a lobby nor a running
    game. Raises TableQuarantined when the table's game can't be replayed."""
    row = live.row
    must_be(row, Phase.LOBBY, Phase.PLAYING)
    own = seat_of(row, by)
    must_be_removable(live, seat)
    if own == seat:
        raise BadChoice(marked("You can't vote yourself out. Press “Leave” or “Resign” instead."))
    if by not in _others(live, row, seat):
        raise WrongPhase(marked("You've left this game, so it's up to the others."))
    if by in row.seats[seat].votes:
        raise AlreadyVoted
    if (
        row.phase is Phase.PLAYING
        and len(_others(live, row, seat)) == 1
        and not _absent(live, seat)
    ):
        raise OpponentPresent
    return with_vote(row, by, seat)


def with_vote(row: TableRow, by: int, seat: int) -> TableRow:
    """Return the table's row with the vote of the member `by` to remove the player in `seat`."""
    after = replace(row.seats[seat], votes=row.seats[seat].votes | {by})
    return replace(
        row, version=row.version + 1, seats=(*row.seats[:seat], after, *row.seats[seat + 1 :])
    )


def decided(live: Live, row: TableRow, seat: int) -> bool:
    """Return whether more than half of the other members have voted to remove the player in `seat`.
    `row` is the table's row after the last vote."""
    others = _others(live, row, seat)
    return 2 * len(row.seats[seat].votes & others) > len(others)


def must_be_removable(live: Live, seat: int) -> None:
    """Check that a member sits in the seat and still plays. Raises BadChoice if it is a bot
    player's seat. Raises WrongPhase if the member is out of the game or has resigned, and unless
    the table has a lobby or a running game."""
    row = live.row
    must_be(row, Phase.LOBBY, Phase.PLAYING)
    if held(row, seat).is_bot:
        raise BadChoice(marked("There's a bot in that seat."))
    if row.phase is Phase.PLAYING:
        play = playing.under_way(live)
        if seat in play.gone or play.game.view(None).seats[seat].out:
            raise WrongPhase


def _others(live: Live, row: TableRow, seat: int) -> frozenset[int]:
    """Return the ids of the members who may vote to remove the player in `seat`. They are all other
    members at the table who haven't resigned."""
    gone = live.play.gone if live.play is not None and row.phase is Phase.PLAYING else frozenset()
    return frozenset(
        other.member_id
        for number, other in enumerate(row.seats)
        if number != seat and number not in gone and other.member_id not in (None, FORGOTTEN)
        if other.member_id is not None
    )


def _absent(live: Live, seat: int) -> bool:
    return live.play is not None and live.play.absent(seat)
