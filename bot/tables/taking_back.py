"""Takes back a member's last move. This is possible only in games that count for nothing, and only
if the move has shown nobody a hidden card or other secret.

The move is deleted from the log. Records, proofs and replays then look as if the move had never
been made. The message shows once that a move was taken back, and this isn't stored."""

from __future__ import annotations

from dataclasses import replace

from bot.core.errors import CannotTakeBack, StaleTable
from bot.core.model import FORGOTTEN, Happening, Seat
from bot.db.rows import GameRow, TableRow
from bot.tables.deadlines import CommandContext, clocks_of
from bot.tables.live import Change, Live, replayed
from bot.tables.play import TAKEN_BACK, Play, seat_of
from bot.tables.playing import under_way
from bot.tables.store import changes
from games.core import Event, Move
from games.record import Record, dumps


def take_back(live: Live, member_id: int, version: int, context: CommandContext) -> Change:
    """Return the change with which a member asks to take back their last move, or agrees to another
    member's request. `version` is the version of the table that the member saw. The move is taken
    back once all members who play have agreed. Bot players and absent members don't have to agree.
    Raises StaleTable when somebody has moved since. Raises CannotTakeBack when no move can be taken
    back now, or when the member who made the move hasn't asked for it. Also raises NotSeated,
    WrongPhase when no game is going on, and TableQuarantined when the game can't be replayed."""
    play, row = under_way(live), live.row
    seat, mover = seat_of(row, member_id), live.table.takes_back
    moves = len(play.log)
    if version < play.moved_version:
        raise StaleTable
    if mover is None or (seat != mover and row.seats[mover].gives_back != moves):
        raise CannotTakeBack
    held = replace(row.seats[seat], gives_back=moves)
    seats = (*row.seats[:seat], held, *row.seats[seat + 1 :])
    row = replace(row, version=row.version + 1, seats=seats)
    if any(row.seats[other].gives_back != moves for other in _asked(row, play)):
        return Change(row, play, changes.table_changed(live.row, row))
    return _without_last_move(live, row, play, context)


def _asked(row: TableRow, play: Play) -> list[int]:
    """Return the seats whose members must agree before a move is taken back. They are the members
    who have not resigned and are not absent."""
    return [
        number
        for number, seat in enumerate(row.seats)
        if seat.member_id not in (None, FORGOTTEN)
        if number not in play.gone and not play.absent(number)
    ]


def _without_last_move(live: Live, row: TableRow, play: Play, context: CommandContext) -> Change:
    """Return the change that takes back the last move of a member, together with the bot players'
    answers to it."""
    first, _ = play.before or (0, None)
    taken = play.log[first]
    told = _told(play, first)
    seats = tuple(_with_log_of(first, seat) for seat in row.seats)
    # Each move counts for the table's version, which must rise all the same.
    row = replace(row, version=row.version + len(play.log) - first, seats=seats)
    version = row.version + first
    header = dumps(Record(play.header))
    log = tuple(play.log[:first])
    stored = GameRow(header, play.secret, play.joined, {}, None, log, version, play.dealt_at)
    again = replayed(row, stored)
    again.clocks = {}
    again.clocks = clocks_of(row, again, context, None)
    happening = Happening(taken.seat, taken.move, stand_in=False, events=(told,))
    again.recent.append(happening)
    statements = [
        *changes.table_changed(live.row, row),
        *changes.moves_taken_back(row, first, len(play.log), version, again.clocks),
    ]
    return Change(row, again, statements, (happening,))


def _with_log_of(moves: int, seat: Seat) -> Seat:
    """Return the seat for a game from which moves were taken back and which has only `moves` moves
    now. A seat stores how many moves the game had when its member came back, and when the member
    showed an emote. Numbers greater than `moves` become `moves`, because they count moves that no
    longer exist. Moves that the seat chose in advance, and its consent to take back a move, are
    dropped."""
    said = seat.said
    if said is not None:
        said = said._replace(moves=min(said.moves, moves))
    back_at = min(seat.back_at, moves)
    return replace(seat, ahead=None, gives_back=None, back_at=back_at, said=said)


def _told(play: Play, first: int) -> Event:
    taken = play.log[first]
    move = Move.parse(taken.move)
    cards = [] if move.verb in play.game.secret_verbs else list(move.cards)
    return Event(TAKEN_BACK, {"seat": taken.seat, "cards": cards})
