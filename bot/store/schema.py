"""The tables of the database.

Moments are milliseconds since 1970 (UTC); JSON is kept as text, so that one damaged row can't spoil the reading of
others.
"""

from __future__ import annotations

from typing import Final

from sqlalchemy import (
    BigInteger,
    Boolean,
    Column,
    ForeignKey,
    ForeignKeyConstraint,
    Index,
    Integer,
    MetaData,
    String,
    Table,
    Text,
)

metadata: Final = MetaData(
    naming_convention={
        "pk": "pk_%(table_name)s",
        "fk": "fk_%(table_name)s_%(referred_table_name)s",
        "ix": "ix_%(table_name)s_%(column_0_N_name)s",
        "uq": "uq_%(table_name)s_%(column_0_N_name)s",
        "ck": "ck_%(table_name)s_%(constraint_name)s",
    }
)

tables: Final = Table(
    "tables",
    metadata,
    Column("id", String(16), primary_key=True),
    Column("guild_id", BigInteger, nullable=False),
    Column("channel_id", BigInteger, nullable=False),
    Column("message_id", BigInteger),
    Column("host_id", BigInteger, nullable=False),
    Column("phase", String(16), nullable=False),
    Column("game", String(64), nullable=False),
    Column("preset", String(64), nullable=False),
    Column("options", Text, nullable=False),
    # While a game is played, the table's version is this and the number of the game's moves.
    Column("version", Integer, nullable=False),
    Column("game_number", Integer, nullable=False),
    Column("secret", String(64), nullable=False),
    # Who sat where in the last game: a JSON list of keys (see bot.seating).
    Column("seating", Text, nullable=False),
    # When an idle lobby closes, less `away`.
    Column("idle_at", BigInteger),
    # How long the bot was away while the table was open. Clocks are stored less this, so that one statement pushes all
    # of them on.
    Column("away", BigInteger, nullable=False),
    Column("reason", Text, nullable=False),
    Column("created_at", BigInteger, nullable=False),
    Index(None, "channel_id", "phase"),
    Index(None, "phase"),
)

seats: Final = Table(
    "seats",
    metadata,
    Column("table_id", ForeignKey("tables.id"), primary_key=True),
    Column("number", Integer, primary_key=True, autoincrement=False),
    Column("name", Text, nullable=False),
    Column("member_id", BigInteger),
    Column("strength", String(64)),
    Column("joined_by", BigInteger),
    Column("handicaps", Text, nullable=False),
    Index(None, "member_id"),
)

games: Final = Table(
    "games",
    metadata,
    Column("table_id", ForeignKey("tables.id"), primary_key=True),
    Column("number", Integer, primary_key=True, autoincrement=False),
    # A record without moves (games.record): all that the deal follows from.
    Column("header", Text, nullable=False),
    Column("secret", String(64), nullable=False),
    Column("joined", Text, nullable=False),
    # The seats' clocks after the deal, as in `moves`.
    Column("clocks", Text, nullable=False),
    Column("started_at", BigInteger, nullable=False),
    Column("ended_at", BigInteger),
    Column("outcome", Text),
)

moves: Final = Table(
    "moves",
    metadata,
    Column("table_id", String(16), primary_key=True),
    Column("game", Integer, primary_key=True, autoincrement=False),
    Column("seq", Integer, primary_key=True, autoincrement=False),
    # -1 for the mark that a game was broken off: it takes the place of a move, so that no move can come after it.
    Column("seat", Integer, nullable=False),
    Column("move", Text, nullable=False),
    Column("stand_in", Boolean, nullable=False),
    Column("made_at", BigInteger, nullable=False),
    # JSON: each waited-on seat's moment, less the table's `away`.
    Column("clocks", Text, nullable=False),
    ForeignKeyConstraint(["table_id", "game"], ["games.table_id", "games.number"]),
)

results: Final = Table(
    "results",
    metadata,
    Column("table_id", String(16), primary_key=True),
    Column("number", Integer, primary_key=True, autoincrement=False),
    Column("seat", Integer, primary_key=True, autoincrement=False),
    Column("guild_id", BigInteger, nullable=False),
    Column("game", String(64), nullable=False),
    Column("name", Text, nullable=False),
    Column("member_id", BigInteger),
    Column("strength", String(64)),
    Column("kind", String(16), nullable=False),
    Column("rank", Integer, nullable=False),
    Column("last_rank", Integer, nullable=False),
    Column("honours", Text, nullable=False),
    Column("resigned", Boolean, nullable=False),
    Column("moves", Integer, nullable=False),
    Column("stand_ins", Integer, nullable=False),
    Column("ended_at", BigInteger, nullable=False),
    ForeignKeyConstraint(["table_id", "number"], ["games.table_id", "games.number"]),
    Index(None, "guild_id", "game"),
    Index(None, "member_id"),
)

panels: Final = Table(
    "panels",
    metadata,
    Column("table_id", ForeignKey("tables.id"), primary_key=True),
    Column("member_id", BigInteger, primary_key=True, autoincrement=False),
    Column("token", Text, nullable=False),
    Column("message_id", BigInteger),
    Column("expires", BigInteger, nullable=False),
)

heartbeat: Final = Table(
    "heartbeat",
    metadata,
    Column("process", String(64), primary_key=True),
    Column("seen_at", BigInteger, nullable=False),
)
