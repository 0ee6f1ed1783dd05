"""Standings, seasons, and what results must tell for them."""

from collections.abc import Sequence

import sqlalchemy as sa
from alembic import op

revision: str = "0002"
down_revision: str | None = "0001"
branch_labels: str | Sequence[str] | None = None
depends_on: str | Sequence[str] | None = None


def upgrade() -> None:
    """Takes the database from the revision before to this one."""
    op.create_table(
        "deeds",
        sa.Column("guild_id", sa.BigInteger(), autoincrement=False, nullable=False),
        sa.Column("game", sa.String(length=64), nullable=False),
        sa.Column("season", sa.String(length=16), nullable=False),
        sa.Column("member_id", sa.BigInteger(), autoincrement=False, nullable=False),
        sa.Column("strength", sa.String(length=64), nullable=False),
        sa.Column("name", sa.String(length=64), nullable=False),
        sa.Column("degree", sa.Integer(), autoincrement=False, nullable=False),
        sa.Column("times", sa.Integer(), nullable=False),
        sa.PrimaryKeyConstraint(
            "guild_id",
            "game",
            "season",
            "member_id",
            "strength",
            "name",
            "degree",
            name=op.f("pk_deeds"),
        ),
        sqlite_with_rowid=False,
    )
    with op.batch_alter_table("deeds", schema=None) as batch_op:
        batch_op.create_index(
            batch_op.f("ix_deeds_guild_id_season_name"),
            ["guild_id", "season", "name"],
            unique=False,
        )
        batch_op.create_index(batch_op.f("ix_deeds_member_id"), ["member_id"], unique=False)

    op.create_table(
        "hidden",
        sa.Column("member_id", sa.BigInteger(), autoincrement=False, nullable=False),
        sa.PrimaryKeyConstraint("member_id", name=op.f("pk_hidden")),
    )
    op.create_table(
        "ladders",
        sa.Column("guild_id", sa.BigInteger(), autoincrement=False, nullable=False),
        sa.Column("game", sa.String(length=64), nullable=False),
        sa.Column("seq", sa.Integer(), nullable=False),
        sa.Column("counted", sa.Integer(), nullable=False),
        sa.Column("revision", sa.Integer(), nullable=False),
        sa.PrimaryKeyConstraint("guild_id", "game", name=op.f("pk_ladders")),
    )
    op.create_table(
        "season_settings",
        sa.Column("guild_id", sa.BigInteger(), autoincrement=False, nullable=False),
        sa.Column("kind", sa.String(length=16), nullable=False),
        sa.Column("podium_channel_id", sa.BigInteger(), nullable=True),
        sa.Column("podium_since", sa.BigInteger(), nullable=True),
        sa.PrimaryKeyConstraint("guild_id", name=op.f("pk_season_settings")),
    )
    op.create_table(
        "seasons",
        sa.Column("guild_id", sa.BigInteger(), autoincrement=False, nullable=False),
        sa.Column("name", sa.String(length=16), nullable=False),
        sa.Column("ends", sa.BigInteger(), nullable=False),
        sa.Column("claimed_at", sa.BigInteger(), nullable=True),
        sa.Column("message_id", sa.BigInteger(), nullable=True),
        sa.PrimaryKeyConstraint("guild_id", "name", name=op.f("pk_seasons")),
    )
    with op.batch_alter_table("seasons", schema=None) as batch_op:
        batch_op.create_index(batch_op.f("ix_seasons_ends"), ["ends"], unique=False)

    op.create_table(
        "standings",
        sa.Column("guild_id", sa.BigInteger(), autoincrement=False, nullable=False),
        sa.Column("game", sa.String(length=64), nullable=False),
        sa.Column("season", sa.String(length=16), nullable=False),
        sa.Column("member_id", sa.BigInteger(), autoincrement=False, nullable=False),
        sa.Column("strength", sa.String(length=64), nullable=False),
        sa.Column("name", sa.Text(), nullable=False),
        sa.Column("seen_at", sa.BigInteger(), nullable=False),
        sa.Column("mu", sa.BigInteger(), nullable=False),
        sa.Column("sigma", sa.BigInteger(), nullable=False),
        sa.Column("figure", sa.Integer(), nullable=False),
        sa.Column("rated", sa.Integer(), nullable=False),
        sa.Column("games", sa.Integer(), nullable=False),
        sa.Column("won", sa.Integer(), nullable=False),
        sa.Column("lost", sa.Integer(), nullable=False),
        sa.Column("drawn", sa.Integer(), nullable=False),
        sa.Column("streak", sa.Integer(), nullable=False),
        sa.Column("longest", sa.Integer(), nullable=False),
        sa.PrimaryKeyConstraint(
            "guild_id", "game", "season", "member_id", "strength", name=op.f("pk_standings")
        ),
        sqlite_with_rowid=False,
    )
    with op.batch_alter_table("standings", schema=None) as batch_op:
        batch_op.create_index(
            batch_op.f("ix_standings_guild_id_season_member_id"),
            ["guild_id", "season", "member_id"],
            unique=False,
        )
        batch_op.create_index(batch_op.f("ix_standings_member_id"), ["member_id"], unique=False)

    with op.batch_alter_table("results", schema=None) as batch_op:
        batch_op.add_column(sa.Column("seq", sa.Integer(), nullable=False, server_default="0"))
        batch_op.add_column(sa.Column("season", sa.String(length=16), nullable=True))
        batch_op.add_column(sa.Column("side", sa.Integer(), nullable=False, server_default="0"))
        batch_op.add_column(sa.Column("deeds", sa.Text(), nullable=False, server_default="[]"))
        batch_op.add_column(sa.Column("annulled_by", sa.BigInteger(), nullable=True))
        batch_op.add_column(sa.Column("figure", sa.Integer(), nullable=True))
    _number_the_results()
    with op.batch_alter_table("results", schema=None) as batch_op:
        batch_op.drop_index(batch_op.f("ix_results_guild_id_game"))
        batch_op.drop_index(batch_op.f("ix_results_member_id"))
        batch_op.create_index(
            batch_op.f("ix_results_annulled_by"),
            ["annulled_by"],
            unique=False,
            sqlite_where=sa.text("annulled_by IS NOT NULL"),
            postgresql_where=sa.text("annulled_by IS NOT NULL"),
        )
        batch_op.create_index(
            batch_op.f("ix_results_guild_id_ended_at"), ["guild_id", "ended_at"], unique=False
        )
        batch_op.create_index(
            batch_op.f("ix_results_guild_id_game_seq_seat"),
            ["guild_id", "game", "seq", "seat"],
            unique=True,
        )
        batch_op.create_index(
            batch_op.f("ix_results_member_id_guild_id_game_seq"),
            ["member_id", "guild_id", "game", "seq"],
            unique=False,
        )


def _number_the_results() -> None:
    """Results from before are in the order of their ends, of no season, and everybody played alone.

    None of them is counted yet: that is done when the database is next opened.
    """
    op.execute("UPDATE results SET side = seat")
    op.execute(
        "UPDATE results SET seq = numbered.place FROM ("
        "SELECT DISTINCT table_id, number,"
        " DENSE_RANK() OVER (PARTITION BY guild_id, game ORDER BY ended_at, table_id, number) AS "
        "place FROM results"
        ") AS numbered WHERE results.table_id = numbered.table_id AND results.number = "
        "numbered.number"
    )
    op.execute(
        "INSERT INTO ladders (guild_id, game, seq, counted, revision)"
        " SELECT guild_id, game, MAX(seq), 0, 0 FROM results GROUP BY guild_id, game"
    )
