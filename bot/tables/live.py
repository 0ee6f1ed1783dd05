"""One table in memory: its row, its game replayed from the log, and the snapshot that others may
see."""

from __future__ import annotations

import json
import logging
import traceback
from collections import Counter, deque
from collections.abc import Sequence
from dataclasses import dataclass, field, replace
from datetime import datetime
from typing import Final

from bot.domain.deadlines import STAND_INS
from bot.domain.errors import NoSuchTable
from bot.domain.fairness import hash_of, printed_header
from bot.domain.model import Happening, Phase, Seat, SeatClock, Table
from bot.store import Store, StoreError
from bot.store.changes import BROKEN_OFF
from bot.store.rows import GameRow, MoveRow, TableRow
from bot.store.writer import Transaction
from bot.thinking.task import lines_of
from games.core import Deed, Event, Game, Outcome
from games.errors import GameError, Sentence
from games.players import remembers
from games.record import RESIGN, Header, Record, Step, loads, outcome_from_json, replay
from games.witness import told

log = logging.getLogger(__name__)

RECENT: Final = 40
"""The number of last happenings in a snapshot: enough for five deeds, each with an answer from
everyone at a full table."""


@dataclass(slots=True)
class Play:
    """A running or finished game: its header, the game itself, and its log."""

    header: Header
    secret: bytes
    joined: tuple[int, ...]
    game: Game
    version: int
    """The table's version after the deal. A press with an older version is about another game."""
    dealt_at: datetime
    clocks: dict[int, SeatClock] = field(default_factory=dict)
    log: list[MoveRow] = field(default_factory=list)
    recent: deque[Happening] = field(default_factory=lambda: deque(maxlen=RECENT))
    outcome: Outcome | None = None
    """The outcome, also of a game that was broken off."""
    absences: Counter[int] = field(default_factory=Counter)
    """By seat: the number of moves in a row that a bot player made for the seat's member."""
    moved_version: int = 0
    """The table's version at the last move, as far as this process knows. Later changes were no
    moves."""
    told: dict[int, bytearray] = field(default_factory=dict)
    """By seat: the events told since the deal to each bot player that remembers
    (bot.thinking.task)."""
    deeds: list[Deed] = field(default_factory=list)
    """The honours of each seat so far, from the game's events."""

    def add(self, row: MoveRow, happening: Happening) -> None:
        """Add a move, which the game has made already, to the log."""
        self.log.append(row)
        self.recent.append(happening)
        self.clocks = dict(row.clocks)
        for seat, lines in self.told.items():
            lines.extend(lines_of(told(happening.events, seat)))
        for event in happening.events:
            self.deeds.extend(_deeds(self.game, event))

    def tell_of_deal(self, seats: Sequence[Seat]) -> None:
        """Tell those bot players among `seats` that remember what they may know of the deal."""
        game = self.header.game
        for number, seat in enumerate(seats):
            if seat.is_bot and remembers(game, seat.strength):
                self.told[number] = bytearray(lines_of(told(self.game.dealt(), number)))

    def stepped(self, seat: int, *, stand_in: bool) -> None:
        """Count a move as the member's own or as a bot player's for them."""
        self.absences[seat] = self.absences[seat] + 1 if stand_in else 0

    def absent(self, seat: int) -> bool:
        """Whether a bot player keeps the seat until its member is back."""
        return self.absences[seat] >= STAND_INS

    @property
    def moved_at(self) -> datetime:
        """The time of the last move; before any, of the deal."""
        return self.log[-1].made_at if self.log else self.dealt_at

    @property
    def gone(self) -> frozenset[int]:
        """The seats that have resigned."""
        return frozenset(row.seat for row in self.log if row.move == RESIGN)

    @property
    def record(self) -> Record:
        """The record of the game, which can be replayed."""
        return Record(self.header, tuple(Step(row.seat, row.move) for row in self.log))

    def deeds_of(self, seat: int) -> list[tuple[str, int, int]]:
        """A seat's deeds: name, degree, and how many times."""
        times: Counter[tuple[str, int]] = Counter()
        for deed in self.deeds:
            if deed.seat == seat:
                times[deed.name, deed.degree] += deed.times
        return [(name, degree, count) for (name, degree), count in sorted(times.items())]

    def stand_ins(self) -> Counter[int]:
        """By seat: the number of moves that a bot player made for its member."""
        return Counter(row.seat for row in self.log if row.stand_in)


@dataclass(slots=True)
class Change:
    """The result of a command before it is saved: the new row and game, the statements to write,
    and what happened."""

    row: TableRow
    play: Play | None
    statements: Transaction
    happenings: tuple[Happening, ...] = ()
    half_time: tuple[int, ...] = ()


class Live:
    """A table in memory.

    It is changed only under its lock, by `adopt`, after the change was saved. The game is an
    exception: it is played on before the saving, and when that fails, the whole object is dropped.
    """

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
        self.table = _snapshot(row, play, previous)
        if outcome is not None:
            # A game that can't be replayed still has its stored outcome …
            self.table = replace(self.table, outcome=outcome)
        if moves is not None:
            # … or at least the number of its moves and the time of the last.
            self.table = replace(self.table, version=row.version + moves[0], moved_at=moves[1])

    def adopt(self, change: Change) -> Table:
        """Take over a saved change; returns the table after it."""
        if change.row.game_number != self.row.game_number:
            self.previous = self.table.outcome
        self.row, self.play = change.row, change.play
        self.table = _snapshot(change.row, change.play, self.previous)
        return self.table

    def moved_to(self, row: TableRow) -> Table:
        """Take over the new place of the table's message; nothing else may differ."""
        self.row = row
        self.table = replace(self.table, channel_id=row.channel_id, message_id=row.message_id)
        return self.table

    @property
    def deadline(self) -> datetime | None:
        """The table's next deadline; None when nothing is due."""
        if self.row.phase is Phase.LOBBY:
            return self.row.idle_at if self.row.again_until is None else self.row.again_until
        if self.row.phase is Phase.PLAYING and self.play is not None:
            return min((clock.next for clock in self.play.clocks.values()), default=None)
        return None


def _deeds(game: Game, event: Event) -> tuple[Deed, ...]:
    try:
        return game.deeds(event)
    # A plug-in's rules may raise anything, and a missing honour must not stop a game. The message
    # could hold a card.
    except Exception as error:  # noqa: BLE001
        log.error("%s can't tell what an event is worth: %s", game.name, type(error).__name__)
        return ()


async def read(store: Store, table_id: str) -> Live:
    """Reads a table and replays its game.

    A running game that can't be replayed gives a table set aside, with the reason; of one that is
    over, only the cards are missing then. Raises NoSuchTable, and StoreUnusable when the database
    fails.
    """
    row = await store.table(table_id)
    if row is None:
        raise NoSuchTable
    if row.phase is Phase.ASIDE:
        log.error("Table %s is set aside: %s", table_id, row.reason)
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
        return Live(row, _replayed(row, stored) if stored is not None else None)
    except StoreError:
        raise
    # A plug-in's rules, or damaged text, may raise anything, and must not take other tables along.
    except Exception as error:  # noqa: BLE001
        return _without_game(row, stored, error)


def _replayed(row: TableRow, stored: GameRow) -> Play:
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
    for move, (_, _, events) in zip(moves, moments, strict=True):
        play.stepped(move.seat, stand_in=move.stand_in)
        play.add(move, Happening(move.seat, move.move, move.stand_in, tuple(events)))
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
        return Live(replace(row, phase=Phase.ASIDE, reason=reason), moves=_moves_of(row, stored))
    try:
        outcome = _outcome_from(stored.outcome) if stored is not None else None
    except (ValueError, LookupError, TypeError):
        outcome = None
    return Live(row, outcome=outcome)


def _moves_of(row: TableRow, stored: GameRow | None) -> tuple[int, datetime]:
    """The number of moves of a game that can't be replayed, and the time of the last one, if
    known."""
    if stored is None:
        return 0, row.created_at
    return len(stored.moves), stored.moves[-1].made_at if stored.moves else stored.started_at


def _reason(error: Exception) -> Sentence:
    """The reason why a record can't be replayed. It leaves out moves and error messages, which
    could hold a card."""
    if not isinstance(error, GameError):
        return Sentence("Its record is damaged ({fault}).", fault=type(error).__name__)
    params = error.reason.params
    if "move" in params:
        return Sentence(
            "Step {number} of its record can't be replayed.", number=params.get("number")
        )
    return error.reason


def _outcome_from(text: str | None) -> Outcome | None:
    return outcome_from_json(json.loads(text)) if text else None


async def _outcome_before(store: Store, row: TableRow) -> Outcome | None:
    return _outcome_from(await store.outcome(row.id, row.game_number - 1))


def _snapshot(row: TableRow, play: Play | None, previous: Outcome | None) -> Table:
    """The table as others may hold it; `previous` is the outcome of the game before."""
    table = Table(
        id=row.id,
        guild_id=row.guild_id,
        channel_id=row.channel_id,
        message_id=row.message_id,
        host_id=row.host_id,
        phase=row.phase,
        game=row.game,
        preset=row.preset,
        options=row.options,
        seats=_seats(row, play),
        version=row.version,
        game_number=row.game_number,
        secret_hash=hash_of(row.secret if play is None else play.secret),
        reason=row.reason,
        speed=row.speed,
        house=row.house,
        learning=row.learning,
        steady=row.steady,
        awaited=row.awaited,
        again_until=row.again_until,
        previous=previous,
    )
    if play is None:
        return table
    table = replace(
        table,
        previous=play.header.previous,
        moved_at=play.moved_at,
        recent=tuple(play.recent),
        outcome=play.outcome,
        live=play.game.copy(),
    )
    if row.phase is Phase.PLAYING:
        table = _with_clocks(table, row, play)
    return table if play.outcome is None else _laid_open(table, row, play)


def _with_clocks(table: Table, row: TableRow, play: Play) -> Table:
    """The table while its game is played: each move counts for its version."""
    reminded = frozenset(
        seat
        for seat, clock in play.clocks.items()
        if clock.half is None and not (row.seats[seat].is_bot or play.absent(seat))
    )
    return replace(
        table,
        version=row.version + len(play.log),
        clocks={seat: clock.up for seat, clock in play.clocks.items()},
        reserves={
            seat: row.speed.reserve - row.seats[seat].spent
            for seat in play.clocks
            if not (row.seats[seat].is_bot or play.absent(seat))
        },
        reminded=reminded,
    )


def _laid_open(table: Table, row: TableRow, play: Play) -> Table:
    """The table with all that was secret of its game, which is over."""
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
    """Whether the table has a secret for its next game that nobody has been shown. Unknown unless
    its game is in memory."""
    return play is not None and row.secret != play.secret


def _seats(row: TableRow, play: Play | None) -> tuple[Seat, ...]:
    missed = play.stand_ins() if play is not None else None
    if play is None or not missed:
        return row.seats
    playing = row.phase is Phase.PLAYING
    return tuple(
        replace(seat, missed=missed[number], absent=playing and play.absent(number))
        for number, seat in enumerate(row.seats)
    )
