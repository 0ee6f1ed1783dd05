"""The others want somebody out."""

from __future__ import annotations

from dataclasses import replace

from bot.domain.deadlines import CommandContext
from bot.domain.errors import AlreadyVoted, BadChoice, WrongPhase
from bot.domain.model import FORGOTTEN, Phase
from bot.store import changes
from bot.store.rows import TableRow
from bot.tables import dealing, playing, seating
from bot.tables.live import Change, Live
from bot.tables.seating import held, must_be, seat_of
from games.sentences import marked


def vote(live: Live, by: int, seat: int, context: CommandContext, *, moderator: bool) -> Change:
    """A member wants a seat out, and perhaps most of the others do now; a moderator needs no
    others.

    Its member resigns then, or before a game gets up. Raises what `voted` does.
    """
    row = live.row if moderator else voted(live, by, seat)
    if moderator:
        must_be_member(live.row, seat)
    elif not decided(live, row, seat):
        return Change(row, live.play, changes.table_changed(live.row, row))
    if row.phase is Phase.PLAYING:
        return playing.put_out(live, seat, context)
    return dealing.going_on(
        live, seating.leave(live.row, live.row.seats[seat].member_id or 0, context), context
    )


def voted(live: Live, by: int, seat: int) -> TableRow:
    """The table's row after a member's vote to have a seat out.

    Raises BadChoice when it can't be voted on, AlreadyVoted, and WrongPhase for who has left the
    game.
    """
    row = live.row
    must_be(row, Phase.LOBBY, Phase.PLAYING)
    own = seat_of(row, by)
    must_be_member(row, seat)
    if own == seat:
        raise BadChoice(marked("To leave yourself, press Leave or Resign."))
    if by not in _others(live, row, seat):
        raise WrongPhase(marked("You have left this game; the others decide."))
    if by in row.seats[seat].votes:
        raise AlreadyVoted
    if (
        row.phase is Phase.PLAYING
        and len(_others(live, row, seat)) == 1
        and not _absent(live, seat)
    ):
        # Or else anyone could win a game for two by one press.
        raise BadChoice(
            marked(
                "In a game of two, the other can only be removed while a bot player keeps their "
                "seat."
            )
        )
    after = replace(row.seats[seat], votes=row.seats[seat].votes | {by})
    return replace(
        row, version=row.version + 1, seats=(*row.seats[:seat], after, *row.seats[seat + 1 :])
    )


def decided(live: Live, row: TableRow, seat: int) -> bool:
    """Whether most of the others want the seat out."""
    others = _others(live, row, seat)
    return 2 * len(row.seats[seat].votes & others) > len(others)


def must_be_member(row: TableRow, seat: int) -> None:
    """Raises BadChoice unless a member sits there, WrongPhase unless the table is a lobby or
    playing."""
    must_be(row, Phase.LOBBY, Phase.PLAYING)
    if held(row, seat).is_bot:
        raise BadChoice(marked("A bot player sits there."))


def _others(live: Live, row: TableRow, seat: int) -> frozenset[int]:
    """The members who decide about a seat: all others who sit here and haven't given the game
    up."""
    gone = live.play.gone if live.play is not None and row.phase is Phase.PLAYING else frozenset()
    return frozenset(
        other.member_id
        for number, other in enumerate(row.seats)
        if number != seat and number not in gone and other.member_id not in (None, FORGOTTEN)
        if other.member_id is not None
    )


def _absent(live: Live, seat: int) -> bool:
    return live.play is not None and live.play.absent(seat)
