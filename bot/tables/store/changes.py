"""The SQL statements with which commands at tables store their changes. Callers combine those of
several functions into one transaction."""

from __future__ import annotations

import json
from collections.abc import Iterable, Mapping, Sequence
from datetime import datetime, timedelta
from typing import Any, Final

from sqlalchemy import Delete, Integer, bindparam, case, delete, insert, or_, select, update

from bot.core.model import FOLDS_AFTER, Mention, Panel, Phase, SeatClock
from bot.core.scope import is_private
from bot.core.shards import Shards
from bot.db import schema
from bot.db.rows import (
    MILLISECOND,
    SEAT,
    TABLE,
    GameRow,
    MoveRow,
    TableRow,
    clocks_to_text,
    to_number,
)
from bot.db.sqlite_connection import OFTEN
from bot.db.writer import Statement, Work
from bot.tables.hooks import Finished

BROKEN_OFF: Final = -1
"""The seat number of the last entry in the stored moves of a game that was broken off. The entry is
no move of a seat and only marks the end."""

ONCE: Final = frozenset(
    {"id", "guild_id", "channel_id", "message_id", "downtime", "opened_by", "created_at"}
)
"""The columns that `table_changed` doesn't write with the others: where the table is, and what is
known from its opening. Of these columns it writes only `message_id`, and only if it has changed."""

_ADD_TABLE: Final = insert(schema.tables)
_ADD_SEATS: Final = insert(schema.seats)
_ADD_GAME: Final = insert(schema.games)
_ADD_MOVES: Final = (
    insert(schema.moves)
    .values(
        {
            **{column.name: bindparam(f"the_{column.name}") for column in schema.moves.columns},
            # None, which is refused, when the game is packed: its moves have given their places
            # in the log free, and a process that has not heard of its end must not take one. The
            # lock is that of the foreign key, taken before the place.
            "seat": select(
                case((schema.games.c.packed.is_(None), bindparam("the_seat", type_=Integer)))
            )
            .where(
                schema.games.c.table_id == bindparam("the_table_id"),
                schema.games.c.number == bindparam("the_game"),
                # Another one once a move was taken back.
                schema.games.c.version == bindparam("the_version"),
            )
            .with_for_update(read=True, key_share=True)
            .scalar_subquery(),
        }
    )
    .execution_options(**OFTEN)
)
_ADD_PANEL: Final = insert(schema.panels)
_ADD_MENTION: Final = insert(schema.mentions)


def table_added(table: TableRow) -> list[Statement]:
    """Return the statements that store a new table and its seats."""
    values = {**TABLE.write(table, table.downtime), "downtime": 0}
    return [Statement(_ADD_TABLE, [values]), *_seats_added(table)]


def table_changed(old: TableRow, new: TableRow) -> list[Statement]:
    """Return the statements that change a stored table from the row `old` to `new`. Executing them
    raises Conflict when the stored version isn't the version of `old`."""
    change = update(schema.tables).where(
        schema.tables.c.id == old.id, schema.tables.c.version == old.version
    )
    values = TABLE.write(new, new.downtime, but=ONCE)
    if new.message_id != old.message_id:
        values["message_id"] = new.message_id
    statements = [Statement(change.values(values), expected=1)]
    if old.message_id is not None and new.message_id is None:  # it stays, and shows the result
        games = schema.games
        last = (games.c.table_id == old.id) & (games.c.number == old.game_number)
        statements.append(Statement(update(games).where(last).values(message_id=old.message_id)))
    if new.seats != old.seats:
        statements.append(Statement(delete(schema.seats).where(schema.seats.c.table_id == new.id)))
        statements.extend(_seats_added(new))
    return statements


def table_shut(old: TableRow, new: TableRow) -> list[Statement]:
    """Return a list of one SQL statement, which closes a table whose game can't be replayed. Only
    phase, reason and version change. Executing it raises Conflict when the stored version isn't the
    version of `old`."""
    change = update(schema.tables).where(
        schema.tables.c.id == old.id, schema.tables.c.version == old.version
    )
    return [
        Statement(
            change.values(phase=new.phase.value, reason=new.reason, version=new.version), expected=1
        ),
    ]


def table_placed(table_id: str, channel_id: int, message_id: int | None) -> list[Statement]:
    """Return a list of one SQL statement, which stores in which channel and message a table is
    shown. If `message_id` is None, no message shows the table."""
    change = update(schema.tables).where(schema.tables.c.id == table_id)
    return [Statement(change.values(channel_id=channel_id, message_id=message_id))]


def game_started(table: TableRow, game: GameRow) -> list[Statement]:
    """Return a list of one SQL statement, which stores a new game of a table, without moves."""
    return [
        Statement(
            _ADD_GAME,
            [
                {
                    "table_id": table.id,
                    "number": table.game_number,
                    "header": game.header,
                    "secret": game.secret.hex(),
                    "joined": json.dumps(game.joined),
                    "clocks": clocks_to_text(game.clocks, table.downtime),
                    "version": game.version,
                    "started_at": to_number(game.started_at),
                    "players": game.players,
                    "ended_at": None,
                    "outcome": None,
                }
            ],
        )
    ]


def moves_made(
    table: TableRow, version: int, first: int, moves: Iterable[MoveRow]
) -> list[Statement]:
    """Return a list of one SQL statement, which stores moves of the table's game. The first of
    `moves` has the number `first`. `version` is the table's version after the deal. Executing the
    statement raises Conflict when other moves have these numbers, a move was taken back, or the
    game is over and packed. The list is empty without moves."""
    rows = [
        {
            "the_table_id": table.id,
            "the_game": table.game_number,
            "the_version": version,
            "the_seq": seq,
            "the_seat": row.seat,
            "the_move": row.move,
            "the_stand_in": row.stand_in,
            "the_made_at": to_number(row.made_at),
            "the_clocks": clocks_to_text(row.clocks, table.downtime),
        }
        for seq, row in enumerate(moves, first)
    ]
    return [Statement(_ADD_MOVES, rows)] if rows else []


def moves_taken_back(
    table: TableRow, first: int, moves: int, version: int, clocks: Mapping[int, SeatClock]
) -> list[Statement]:
    """Return the statements that delete the moves from number `first` on, and store the clocks
    after that. `moves` is the number of moves stored before. The game gets the new `version`, so
    that presses on older buttons are refused and other processes read the table again. Executing
    the statements raises Conflict when the stored moves have changed."""
    log, games = schema.moves, schema.games
    mine = log.c.table_id == table.id, log.c.game == table.game_number
    dealt = games.c.table_id == table.id, games.c.number == table.game_number
    text = clocks_to_text(clocks, table.downtime)
    taken = Statement(delete(log).where(*mine, log.c.seq >= first), expected=moves - first)
    new: dict[str, Any] = {"version": version} if first else {"version": version, "clocks": text}
    changed = Statement(update(games).where(*dealt).values(new), expected=1)
    if not first:
        return [taken, changed]
    last = update(log).where(*mine, log.c.seq == first - 1).values(clocks=text)
    return [taken, changed, Statement(last, expected=1)]


def clocks_changed(
    table: TableRow, moves: int, old: Mapping[int, SeatClock], new: Mapping[int, SeatClock]
) -> list[Statement]:
    """Return a list of one SQL statement, which replaces the seats' clocks. `moves` is the number
    of the game's moves. The clocks are stored with the last move, or with the game itself before
    the first move. Executing the statement raises Conflict when the stored clocks aren't `old`."""
    if moves:
        log = schema.moves
        change = update(log).where(
            log.c.table_id == table.id, log.c.game == table.game_number, log.c.seq == moves - 1
        )
        column = log.c.clocks
    else:
        dealt = schema.games
        change = update(dealt).where(
            dealt.c.table_id == table.id, dealt.c.number == table.game_number
        )
        column = dealt.c.clocks
    change = change.where(column == clocks_to_text(old, table.downtime))
    return [Statement(change.values(clocks=clocks_to_text(new, table.downtime)), expected=1)]


def game_ended(
    table: TableRow,
    outcome: Mapping[str, Any],
    results: Sequence[Mapping[str, Any]],
    at: datetime,
    finished: Finished,
) -> list[Statement | Work]:
    """Return the statements that store the end of a game. They store the outcome and the time of
    the end, and include the statements that `finished` returns for the results. `results` has a
    dict for each seat, from the name of a database column to its value. In this dict, `honours` are
    texts, and `deeds` are lists of a deed's name, its degree and how often it was done."""
    change = update(schema.games).where(
        schema.games.c.table_id == table.id,
        schema.games.c.number == table.game_number,
        schema.games.c.ended_at.is_(None),
    )
    common = {
        "table_id": table.id,
        "number": table.game_number,
        "guild_id": table.guild_id,
        "game": table.game,
        "ended_at": to_number(at),
    }
    rows = [
        {
            **common,
            **result,
            "honours": json.dumps(result["honours"]),
            "deeds": json.dumps(result["deeds"]),
        }
        for result in results
    ]
    return [
        Statement(
            change.values(
                ended_at=to_number(at),
                outcome=json.dumps(dict(outcome)),
                folds_at=None if is_private(table.guild_id) else to_number(at + FOLDS_AFTER),
            ),
            expected=1,
        ),
        *finished(table, rows),
    ]


def panel_opened(panel: Panel) -> list[Statement]:
    """Return the statements that store a panel, the private message with a member's hand. It
    replaces the member's previous panel at this table."""
    row = {
        "table_id": panel.table_id,
        "member_id": panel.member_id,
        "token": panel.token,
        "message_id": panel.message_id,
        "expires": to_number(panel.expires),
        "language": panel.language,
        "page": panel.page,
        "watching": panel.watching,
    }
    return [Statement(_of_member(panel)), Statement(_ADD_PANEL, [row])]


def panel_gone(panel: Panel) -> list[Statement]:
    """Return a list of one SQL statement, which deletes a panel (private message with the hand),
    because it can't be edited any more. A newer panel of the member at this table stays."""
    return [Statement(_of_member(panel).where(schema.panels.c.token == panel.token))]


def _of_member(panel: Panel) -> Delete:
    panels = schema.panels
    return delete(panels).where(
        panels.c.table_id == panel.table_id, panels.c.member_id == panel.member_id
    )


def mentioned(mention: Mention) -> list[Statement]:
    """Return a list of one SQL statement, which stores a posted message. The message mentions a
    member because it is this member's turn."""
    row = {
        "message_id": mention.message_id,
        "table_id": mention.table_id,
        "member_id": mention.member_id,
        "channel_id": mention.channel_id,
    }
    return [Statement(_ADD_MENTION, [row])]


def mention_gone(message_id: int) -> list[Statement]:
    """Return a list of one SQL statement, which deletes a stored message that mentioned a
    member."""
    return [Statement(delete(schema.mentions).where(schema.mentions.c.message_id == message_id))]


def alive(shards: Shards, at: datetime) -> list[Statement]:
    """Return the statements that store a heartbeat, which says that these shards were served at the
    time `at`."""
    if not shards.numbers:
        return []
    beats = schema.heartbeats
    mine = beats.c.shard.in_(shards.numbers), beats.c.shard_count == shards.count
    rows = [
        {"shard": number, "shard_count": shards.count, "seen_at": to_number(at)}
        for number in shards.numbers
    ]
    return [Statement(delete(beats).where(*mine)), Statement(insert(beats), rows)]


def postpone(downtimes: Mapping[int, timedelta]) -> list[Statement]:
    """Return the statements that postpone the deadlines of all open tables of servers. `downtimes`
    maps each server's id to the time by which its deadlines are postponed."""
    tables = schema.tables
    open_ones = or_(tables.c.phase == Phase.LOBBY.value, tables.c.phase == Phase.PLAYING.value)
    change = update(tables).where(open_ones, tables.c.guild_id == bindparam("server"))
    rows = [
        {"server": guild_id, "more": time // MILLISECOND}
        for guild_id, time in downtimes.items()
        if time
    ]
    later = change.values(downtime=tables.c.downtime + bindparam("more"))
    return [Statement(later, rows)] if rows else []


def panels_last(table_ids: Iterable[str], longer: timedelta) -> list[Statement]:
    """Return the SQL statements that add the time `longer` to the expiry of all panels (private
    messages with hands) of these tables. The statements are used when the machine's clock was set
    and all stored times are moved. The list is empty without tables."""
    panels = schema.panels
    change = update(panels).where(panels.c.table_id == bindparam("at"))
    later = change.values(expires=panels.c.expires + bindparam("more"))
    rows = [{"at": table_id, "more": longer // MILLISECOND} for table_id in table_ids]
    return [Statement(later, rows)] if rows else []


def _seats_added(table: TableRow) -> list[Statement]:
    rows = [
        {"table_id": table.id, "number": number, **SEAT.write(seat)}
        for number, seat in enumerate(table.seats)
    ]
    return [Statement(_ADD_SEATS, rows)] if rows else []
