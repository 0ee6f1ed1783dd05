"""What a command writes: each function gives the statements of one change, to be put together into a transaction."""

from __future__ import annotations

import json
from collections.abc import Iterable, Mapping, Sequence
from datetime import datetime, timedelta
from typing import Any, Final

from sqlalchemy import bindparam, delete, insert, update

from bot.model import Panel, Phase
from bot.store import schema
from bot.store.books import Ladder, book
from bot.store.rows import GameRow, MoveRow, TableRow, clocks_to_text, to_number
from bot.store.writer import Statement, Work

BROKEN_OFF: Final = -1
"""The seat of the mark that ends the log of a game that was broken off."""

_ADD_TABLE: Final = insert(schema.tables)
_ADD_SEATS: Final = insert(schema.seats)
_ADD_GAME: Final = insert(schema.games)
_ADD_MOVES: Final = insert(schema.moves)
_ADD_PANEL: Final = insert(schema.panels)


def table_added(table: TableRow) -> list[Statement]:
    """A new table with its seats."""
    values = {
        **_values(table), "id": table.id, "guild_id": table.guild_id, "channel_id": table.channel_id,
        "message_id": table.message_id, "away": 0, "created_at": to_number(table.created_at),
    }  # fmt: skip
    return [Statement(_ADD_TABLE, [values]), *_seats_added(table)]


def table_changed(old: TableRow, new: TableRow) -> list[Statement]:
    """A table's change from one version to the next. Conflicts when the stored one isn't `old`."""
    change = update(schema.tables).where(schema.tables.c.id == old.id, schema.tables.c.version == old.version)
    statements = [Statement(change.values(_values(new)), expected=1)]
    if new.seats != old.seats:
        statements.append(Statement(delete(schema.seats).where(schema.seats.c.table_id == new.id)))
        statements.extend(_seats_added(new))
    return statements


def table_placed(table_id: str, channel_id: int, message_id: int | None) -> list[Statement]:
    """Where the public message of a table is."""
    change = update(schema.tables).where(schema.tables.c.id == table_id)
    return [Statement(change.values(channel_id=channel_id, message_id=message_id))]


def game_started(table: TableRow, game: GameRow, at: datetime) -> list[Statement]:
    """A new game of a table, without moves yet."""
    return [
        Statement(
            _ADD_GAME,
            [{
                "table_id": table.id, "number": table.game_number, "header": game.header, "secret": game.secret.hex(),
                "joined": json.dumps(game.joined), "clocks": clocks_to_text(game.clocks, table.away),
                "started_at": to_number(at), "ended_at": None, "outcome": None,
            }],
        )
    ]  # fmt: skip


def moves_made(table: TableRow, first: int, moves: Iterable[MoveRow]) -> list[Statement]:
    """Moves of the table's game, counted from `first`. Conflicts when their places in the log are taken."""
    rows = [
        {
            "table_id": table.id, "game": table.game_number, "seq": seq, "seat": row.seat, "move": row.move,
            "stand_in": row.stand_in, "made_at": to_number(row.made_at),
            "clocks": clocks_to_text(row.clocks, table.away),
        }
        for seq, row in enumerate(moves, first)
    ]  # fmt: skip
    return [Statement(_ADD_MOVES, rows)] if rows else []


def game_ended(
    table: TableRow, outcome: Mapping[str, Any], results: Sequence[Mapping[str, Any]], at: datetime
) -> list[Statement | Work]:
    """The end of the table's game: its outcome, a result for each seat, and what follows from it for the standings.

    Results have the columns of `results`, honours as texts, deeds as lists of name, degree and times.
    """
    change = update(schema.games).where(
        schema.games.c.table_id == table.id,
        schema.games.c.number == table.game_number,
        schema.games.c.ended_at.is_(None),
    )
    common = {
        "table_id": table.id, "number": table.game_number, "guild_id": table.guild_id, "game": table.game,
        "ended_at": to_number(at),
    }  # fmt: skip
    rows = [
        {**common, **result, "honours": json.dumps(result["honours"]), "deeds": json.dumps(result["deeds"])}
        for result in results
    ]
    ladder = Ladder(table.guild_id, table.game)
    return [
        Statement(change.values(ended_at=to_number(at), outcome=json.dumps(dict(outcome))), expected=1),
        Work(lambda connection: book(connection, ladder, rows)),
    ]


def panel_opened(panel: Panel) -> list[Statement]:
    """An open panel in the place of the member's last one at this table."""
    row = {
        "table_id": panel.table_id, "member_id": panel.member_id, "token": panel.token,
        "message_id": panel.message_id, "expires": to_number(panel.expires),
    }  # fmt: skip
    return [*panel_gone(panel.table_id, panel.member_id), Statement(_ADD_PANEL, [row])]


def panel_gone(table_id: str, member_id: int) -> list[Statement]:
    """A panel that can't be edited any more."""
    panels = schema.panels
    return [Statement(delete(panels).where(panels.c.table_id == table_id, panels.c.member_id == member_id))]


def alive(process: str, at: datetime) -> list[Statement]:
    """The bot was there at this moment."""
    beats = schema.heartbeat
    row = {"process": process, "seen_at": to_number(at)}
    return [Statement(delete(beats).where(beats.c.process == process)), Statement(insert(beats), [row])]


def pushed_on(away: timedelta) -> list[Statement]:
    """All clocks of open tables stand still for that long."""
    tables = schema.tables
    change = update(tables).where(tables.c.phase.in_([Phase.LOBBY.value, Phase.PLAYING.value]))
    return [
        Statement(change.values(away=tables.c.away + bindparam("more")), [{"more": away // timedelta(milliseconds=1)}])
    ]


def _values(table: TableRow) -> dict[str, Any]:
    return {
        "host_id": table.host_id, "phase": table.phase.value, "game": table.game, "preset": table.preset,
        "options": json.dumps(dict(table.options)), "version": table.version, "game_number": table.game_number,
        "secret": table.secret.hex(), "seating": json.dumps(table.seating), "reason": table.reason,
        "idle_at": None if table.idle_at is None else to_number(table.idle_at, table.away),
    }  # fmt: skip


def _seats_added(table: TableRow) -> list[Statement]:
    rows = [
        {
            "table_id": table.id, "number": number, "name": seat.name, "member_id": seat.member_id,
            "strength": seat.strength, "joined_by": seat.joined_by, "handicaps": json.dumps(sorted(seat.handicaps)),
        }
        for number, seat in enumerate(table.seats)
    ]  # fmt: skip
    return [Statement(_ADD_SEATS, rows)] if rows else []
