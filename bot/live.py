"""One table in memory: its row, its game replayed from the log, and the snapshot that others may see."""

from __future__ import annotations

import json
import logging
import traceback
from collections import Counter, deque
from dataclasses import dataclass, field, replace
from datetime import datetime
from typing import Final

from bot.errors import NoSuchTable
from bot.fairness import hash_of, printed_header
from bot.model import Happening, Phase, Table
from bot.store import Store, StoreError
from bot.store.changes import BROKEN_OFF
from bot.store.rows import GameRow, MoveRow, TableRow
from bot.store.writer import Transaction
from games.core import Deed, Event, Game, Outcome
from games.errors import GameError
from games.record import Header, Record, Step, loads, outcome_from_json, replay

log = logging.getLogger(__name__)

RECENT: Final = 8
"""How many of the last happenings a snapshot holds."""


@dataclass(slots=True)
class Play:
    """A game under way or over: what it was dealt from, the game itself, and its log so far."""

    header: Header
    secret: bytes
    joined: tuple[int, ...]
    game: Game
    clocks: dict[int, datetime] = field(default_factory=dict)
    log: list[MoveRow] = field(default_factory=list)
    recent: deque[Happening] = field(default_factory=lambda: deque(maxlen=RECENT))
    outcome: Outcome | None = None
    """How it ended, also when it was broken off."""
    deeds: list[Deed] = field(default_factory=list)
    """What the game's events have added to the honours of its seats."""

    def add(self, row: MoveRow, happening: Happening) -> None:
        """Notes a move that the game has made."""
        self.log.append(row)
        self.recent.append(happening)
        self.clocks = dict(row.clocks)
        for event in happening.events:
            self.deeds.extend(_deeds(self.game, event))

    @property
    def record(self) -> Record:
        """The game as it can be played again."""
        return Record(self.header, tuple(Step(row.seat, row.move) for row in self.log))

    def deeds_of(self, seat: int) -> list[tuple[str, int, int]]:
        """A seat's deeds: name, degree, and how many times."""
        times: Counter[tuple[str, int]] = Counter()
        for deed in self.deeds:
            if deed.seat == seat:
                times[deed.name, deed.degree] += deed.times
        return [(name, degree, count) for (name, degree), count in sorted(times.items())]

    def stand_ins(self) -> Counter[int]:
        """How often a bot player has moved for each seat's member."""
        return Counter(row.seat for row in self.log if row.stand_in)


@dataclass(slots=True)
class Change:
    """What a command makes of a table: the row and the game after it, what is written, and what came of it."""

    row: TableRow
    play: Play | None
    statements: Transaction
    happenings: tuple[Happening, ...] = ()


class Live:
    """A table in memory. Changed only under its lock, and only by `adopt`, after the change was saved.

    A game is the exception: it is played on before the saving. When that fails, the whole object is thrown away.
    """

    def __init__(
        self,
        row: TableRow,
        play: Play | None = None,
        *,
        previous: Outcome | None = None,
        outcome: Outcome | None = None,
    ) -> None:
        self.row = row
        self.play = play
        self.previous = previous
        """The outcome of the table's game before the one that is set up or played."""
        self.table = _snapshot(row, play)
        if outcome is not None:
            # Of a game that can't be replayed any more, the outcome at least is known.
            self.table = replace(self.table, outcome=outcome)

    def adopt(self, change: Change) -> Table:
        """Takes over a change that was saved, and returns the table after it."""
        if change.row.game_number != self.row.game_number:
            self.previous = self.play.outcome if self.play else None
        self.row, self.play = change.row, change.play
        self.table = _snapshot(change.row, change.play)
        return self.table

    def moved_to(self, row: TableRow) -> Table:
        """Takes over where the table's message is now; nothing else may differ."""
        self.row = row
        self.table = replace(self.table, channel_id=row.channel_id, message_id=row.message_id)
        return self.table

    @property
    def deadline(self) -> datetime | None:
        """When something is due at this table next."""
        if self.row.phase is Phase.LOBBY:
            return self.row.idle_at
        if self.row.phase is Phase.PLAYING and self.play is not None:
            return min(self.play.clocks.values(), default=None)
        return None


def _deeds(game: Game, event: Event) -> tuple[Deed, ...]:
    try:
        return game.deeds(event)
    # A plug-in's rules may raise anything; a game must not fail for want of an honour. The message could hold a card.
    except Exception as error:  # noqa: BLE001
        log.error("%s can't tell what an event is worth: %s", game.name, type(error).__name__)
        return ()


async def read(store: Store, table_id: str) -> Live:
    """Reads a table and replays its game.

    A running game that can't be replayed gives a table set aside, with the reason; of one that is over, only the cards
    are missing then. Raises NoSuchTable, and StoreUnusable when the database fails.
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
    play = Play(header, stored.secret, stored.joined, game, dict(stored.clocks))
    for move, (_, _, events) in zip(moves, moments, strict=True):
        play.add(move, Happening(move.seat, move.move, move.stand_in, tuple(events)))
    play.outcome = _outcome_from(stored.outcome) or game.outcome
    return play


def _without_game(row: TableRow, stored: GameRow | None, error: Exception) -> Live:
    reason = _reason(error)
    places = "".join(traceback.format_tb(error.__traceback__))
    log.error("Table %s can't be replayed: %s\n%s", row.id, reason, places)
    if row.phase in (Phase.LOBBY, Phase.PLAYING):
        return Live(replace(row, phase=Phase.ASIDE, reason=reason))
    try:
        outcome = _outcome_from(stored.outcome) if stored is not None else None
    except (ValueError, LookupError, TypeError):
        outcome = None
    return Live(row, outcome=outcome)


def _reason(error: Exception) -> str:
    """Why a record can't be replayed, without what could hold a card: a move, or the message of a fault."""
    if not isinstance(error, GameError):
        return f"Its record is damaged ({type(error).__name__})."
    if "move" in error.params:
        return f"Step {error.params.get('number')} of its record does not replay."
    return str(error)


def _outcome_from(text: str | None) -> Outcome | None:
    return outcome_from_json(json.loads(text)) if text else None


async def _outcome_before(store: Store, row: TableRow) -> Outcome | None:
    return _outcome_from(await store.outcome(row.id, row.game_number - 1))


def _snapshot(row: TableRow, play: Play | None) -> Table:
    over = play is not None and play.outcome is not None
    missed = play.stand_ins() if play is not None else Counter[int]()
    return Table(
        id=row.id, guild_id=row.guild_id, channel_id=row.channel_id, message_id=row.message_id, host_id=row.host_id,
        phase=row.phase, game=row.game, preset=row.preset, options=row.options,
        seats=tuple(replace(seat, missed=missed[number]) for number, seat in enumerate(row.seats)),
        version=row.version + (len(play.log) if play is not None and row.phase is Phase.PLAYING else 0),
        game_number=row.game_number, secret_hash=hash_of(row.secret), reason=row.reason,
        secret=row.secret.hex() if over else None,
        seed=play.header.seed.hex() if play is not None and over else None,
        clocks=dict(play.clocks) if play is not None and row.phase is Phase.PLAYING else {},
        recent=tuple(play.recent) if play is not None else (),
        outcome=play.outcome if play is not None else None,
        record=play.record if play is not None and over else None,
        deal_header=printed_header(play.header, play.secret, play.joined) if play is not None and over else None,
        live=play.game.copy() if play is not None else None,
    )  # fmt: skip
