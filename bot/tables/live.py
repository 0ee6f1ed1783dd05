"""A table in memory. It consists of its row (its stored data), its game, which is replayed from the
stored moves, and a snapshot for other code."""

from __future__ import annotations

import json
import logging
import traceback
from dataclasses import dataclass, fields, replace
from datetime import datetime
from typing import Any, Final

from bot.core.errors import NoSuchTable
from bot.core.fairness import hash_of, printed_header
from bot.core.model import Happening, Phase, Seat, Table, TableBase
from bot.db import StoreError
from bot.db.rows import GameRow, TableRow
from bot.db.writer import Transaction
from bot.tables.ahead import first_due
from bot.tables.play import Play, takes_back
from bot.tables.store.changes import BROKEN_OFF
from bot.tables.store.tables import Store
from games.core import Outcome
from games.errors import GameError, Sentence
from games.record import Record, Step, loads, outcome_from_json, replay

log = logging.getLogger(__name__)


@dataclass(slots=True)
class Change:
    """The result of a command at a table before it is saved. It has the new row and game (`play`),
    the `statements` to write, and the moves that were made (`happenings`). `half_time` has the
    seats for which half of the time for a move is over. With `untold`, no listener is called,
    because the change concerns one member alone and nobody else may learn of it."""

    row: TableRow
    play: Play | None
    statements: Transaction
    happenings: tuple[Happening, ...] = ()
    half_time: tuple[int, ...] = ()
    untold: bool = False
    """Whether no listener is told of the change, because the change concerns one member alone and
    no other member may learn of it."""


class Live:
    """A table in memory. Moves are made in its game (`play`) before they are saved. Its row and its
    snapshot change only after the new state was saved. The method `adopt` then changes them, under
    the table's lock. If saving fails, the whole object is dropped, and the table is read again."""

    def __init__(
        self,
        row: TableRow,
        play: Play | None = None,
        *,
        previous: Outcome | None = None,
        outcome: Outcome | None = None,
        moves: tuple[int, datetime] | None = None,
    ) -> None:
        self.row = row
        self.play = play
        self.previous = previous
        """The outcome of the table's game before the one that is set up or played."""
        self.table = snapshot(row, play, previous)
        if outcome is not None:
            # A game that can't be replayed still has its stored outcome, or at least the number of
            # its moves and the time of the last move.
            self.table = replace(self.table, outcome=outcome)
        if moves is not None:
            # Without an outcome, the number of moves and the time of the last one are known.
            self.table = replace(self.table, version=row.version + moves[0], moved_at=moves[1])

    def adopt(self, change: Change) -> Table:
        """Take over a change that was saved, and return the table's snapshot after it."""
        if change.row.game_number != self.row.game_number:
            self.previous = self.table.outcome
        self.row, self.play = change.row, change.play
        self.table = snapshot(change.row, change.play, self.previous)
        return self.table

    def move_to(self, row: TableRow) -> None:
        """Take over `row`, which differs from the present row only in the channel and message of
        the table."""
        self.row = row
        self.table = replace(self.table, channel_id=row.channel_id, message_id=row.message_id)

    @property
    def deadline(self) -> datetime | None:
        """The table's next deadline, or None when nothing is due."""
        if self.row.phase is Phase.LOBBY:
            return self.row.idle_at if self.row.again_until is None else self.row.again_until
        if self.row.phase is Phase.PLAYING and self.play is not None:
            due = [clock.next for clock in self.play.clocks.values()]
            ahead = first_due(self.row, self.play) if self.row.chose_ahead else None
            if ahead is not None:
                due.append(ahead[0])
            return min(due, default=None)
        return None


async def read(store: Store, table_id: str) -> Live:
    """Read a table from the database and replay its game.

    If a running game can't be replayed, the table is quarantined, so that nobody can play there,
    and the reason is put into its row. If a finished game can't be replayed, the table is read with
    the game's outcome, but without its cards. Raises NoSuchTable, and StoreUnusable when the
    database fails."""
    row = await store.table(table_id)
    if row is None:
        raise NoSuchTable
    if row.phase is Phase.QUARANTINED:
        log.error("Table %s is quarantined: %s", table_id, row.reason)
        return Live(row)
    stored: GameRow | None = None
    try:
        if row.phase is Phase.LOBBY:
            return Live(row, previous=await _outcome_before(store, row))
        stored = await store.game(row)
        if stored is not None and not stored.is_kept:
            return Live(row, outcome=_outcome_from(stored.outcome))
        if stored is None and row.phase is Phase.PLAYING:
            raise ValueError("its game is missing")
        return Live(row, replayed(row, stored) if stored is not None else None)
    except StoreError:
        raise
    # A plug-in's rules, or damaged text, may raise anything, and must not take other tables along.
    except Exception as error:  # noqa: BLE001
        return _without_game(row, stored, error)


def replayed(row: TableRow, stored: GameRow) -> Play:
    """Replay a stored game from its header and moves, and return it. Raises GameError when the
    rules refuse the header or a move."""
    header = loads(stored.header).header
    moves = [move for move in stored.moves if move.seat != BROKEN_OFF]
    moments = replay(Record(header, tuple(Step(move.seat, move.move) for move in moves)))
    game, _, _ = next(moments)
    play = Play(
        header,
        stored.secret,
        stored.joined,
        game,
        stored.version,
        stored.started_at,
        dict(stored.clocks),
    )
    play.tell_of_deal(row.seats)
    last = max((n for n, move in enumerate(moves) if not row.seats[move.seat].is_bot), default=-1)
    for number, move in enumerate(moves):
        if number == last:
            play.before = number, game.copy()
        paused = game.pause
        _, _, events = next(moments)
        if not paused:
            play.stepped(move.seat, stand_in=move.stand_in)
        play.add(move, events)
        _note_those_back(row, play)
    play.moved_version = row.version + len(play.log)
    play.outcome = _outcome_from(stored.outcome) or game.outcome
    return play


def _note_those_back(row: TableRow, play: Play) -> None:
    for number, seat in enumerate(row.seats):
        if seat.back_at == len(play.log):
            play.absences[number] = 0


def _without_game(row: TableRow, stored: GameRow | None, error: Exception) -> Live:
    reason = _reason(error)
    places = "".join(traceback.format_tb(error.__traceback__))
    log.error("Table %s can't be replayed: %s\n%s", row.id, reason, places)
    if row.phase in (Phase.LOBBY, Phase.PLAYING):
        return Live(
            replace(row, phase=Phase.QUARANTINED, reason=reason), moves=_moves_of(row, stored)
        )
    try:
        outcome = _outcome_from(stored.outcome) if stored is not None else None
    except (ValueError, LookupError, TypeError):
        outcome = None
    return Live(row, outcome=outcome)


def _moves_of(row: TableRow, stored: GameRow | None) -> tuple[int, datetime]:
    """Return the number of stored moves of a game that can't be replayed, and the time of the last
    move. If there are no moves, it is the time of the deal. If no game is stored, it is the time
    when the table was opened."""
    if stored is None:
        return 0, row.created_at
    return len(stored.moves), stored.moves[-1].made_at if stored.moves else stored.started_at


def _reason(error: Exception) -> Sentence:
    """Return a sentence that says why a record can't be replayed. It leaves out moves and error
    messages, which could name a card."""
    if not isinstance(error, GameError):
        return Sentence("The game's record is damaged ({fault}).", fault=type(error).__name__)
    params = error.reason.params
    if "move" in params:
        return Sentence(
            "I can't replay step {number} of the game's record.", number=params.get("number")
        )
    return error.reason


def _outcome_from(text: str | None) -> Outcome | None:
    return outcome_from_json(json.loads(text)) if text else None


async def _outcome_before(store: Store, row: TableRow) -> Outcome | None:
    return _outcome_from(await store.outcome(row.id, row.game_number - 1))


SHARED: Final = tuple(each.name for each in fields(TableBase) if each.name != "seats")


def snapshot(row: TableRow, play: Play | None, previous: Outcome | None) -> Table:
    """Return the table's snapshot, an immutable Table for other code. `play` is the present game
    (None: no game), and `previous` is the outcome of the game before it."""
    known = {
        **{name: getattr(row, name) for name in SHARED},
        "seats": _seats(row, play),
        "secret_hash": hash_of(row.secret if play is None else play.secret),
        "previous": previous,
    }
    if play is None:
        return Table(**known)
    clocks = _clocks(row, play) if row.phase is Phase.PLAYING else {}
    table = Table(**{**known, **_game(row, play), **clocks})
    return table if play.outcome is None else _laid_open(table, row, play)


def _game(row: TableRow, play: Play) -> dict[str, Any]:
    """Return the fields of the table's snapshot (a `Table`) that describe its game, as a dict from
    the field's name to its value."""
    return {
        "previous": play.header.previous,
        "moved_at": play.moved_at,
        "recent": tuple(play.recent),
        "chapters": play.chapters,
        "outcome": play.outcome,
        "live": play.game.copy(),
        "takes_back": takes_back(row, play),
    }


def _clocks(row: TableRow, play: Play) -> dict[str, Any]:
    """Return the fields of the table's snapshot (a `Table`) that describe clocks during a game, as
    a dict from the field's name to its value. The dict also has the table's version, which grows by
    1 with each move."""
    timed = [
        (seat, clock)
        for seat, clock in play.clocks.items()
        if not (row.seats[seat].is_bot or play.absent(seat))
    ]
    return {
        "version": row.version + len(play.log),
        "clocks": {seat: clock.up for seat, clock in play.clocks.items()},
        "reserves": {seat: row.speed.reserve - row.seats[seat].spent for seat, _ in timed},
        "reminded": frozenset(seat for seat, clock in timed if clock.half is None),
    }


def _laid_open(table: Table, row: TableRow, play: Play) -> Table:
    """Return the snapshot `table` of a finished game with everything that was secret until then,
    such as the seed and the record. If the next game has a secret already, the snapshot also has
    the hash of that secret."""
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
    """Return whether the row of a table whose game is over has the secret of the next game already.
    Nobody has seen this secret. It is drawn when a game ends, so it is also there if the record of
    the last game (`play`) is gone or can't be replayed."""
    return play is None or row.secret != play.secret


def _seats(row: TableRow, play: Play | None) -> tuple[Seat, ...]:
    if play is None:
        return row.seats
    missed, playing = play.stand_ins(), row.phase is Phase.PLAYING
    return tuple(
        replace(
            seat,
            missed=missed[number],
            absent=playing and play.absent(number),
            gives_back=seat.gives_back if playing and seat.gives_back == len(play.log) else None,
            said=seat.said if playing and row.emotes and play.stands(number, seat.said) else None,
        )
        if missed or seat.said is not None or seat.gives_back is not None
        else seat
        for number, seat in enumerate(row.seats)
    )
