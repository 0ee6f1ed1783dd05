"""Speeds, votes, who is back, who plays again, and what servers and members prefer."""

from collections.abc import Sequence

import sqlalchemy as sa
from alembic import op

revision: str = "0003"
down_revision: str | None = "0002"
branch_labels: str | Sequence[str] | None = None
depends_on: str | Sequence[str] | None = None


def upgrade() -> None:
    """Takes the database from the revision before to this one."""
    op.create_table(
        "members",
        sa.Column("member_id", sa.BigInteger(), autoincrement=False, nullable=False),
        sa.Column("settings", sa.Text(), nullable=False),
        sa.PrimaryKeyConstraint("member_id", name=op.f("pk_members")),
    )
    op.create_table(
        "servers",
        sa.Column("guild_id", sa.BigInteger(), autoincrement=False, nullable=False),
        sa.Column("settings", sa.Text(), nullable=False),
        sa.Column("left_at", sa.BigInteger(), nullable=True),
        sa.PrimaryKeyConstraint("guild_id", name=op.f("pk_servers")),
    )
    with op.batch_alter_table("tables", schema=None) as batch_op:
        batch_op.add_column(
            sa.Column("speed", sa.String(length=16), nullable=False, server_default="default")
        )
        batch_op.add_column(sa.Column("house", sa.Text(), nullable=False, server_default=""))
        batch_op.add_column(sa.Column("awaited", sa.Text(), nullable=False, server_default="[]"))
        batch_op.add_column(sa.Column("again_until", sa.BigInteger(), nullable=True))
        batch_op.create_index(
            batch_op.f("ix_tables_guild_id_phase"), ["guild_id", "phase"], unique=False
        )
    with op.batch_alter_table("seats", schema=None) as batch_op:
        batch_op.add_column(sa.Column("back_at", sa.Integer(), nullable=False, server_default="0"))
        batch_op.add_column(sa.Column("votes", sa.Text(), nullable=False, server_default="[]"))
    with op.batch_alter_table("games", schema=None) as batch_op:
        batch_op.add_column(sa.Column("version", sa.Integer(), nullable=False, server_default="0"))
    # Nothing but moves has changed a table since its running game was dealt; of games that are over
    # it says nothing.
    op.execute(
        "UPDATE games SET version = (SELECT version FROM tables WHERE tables.id = games.table_id)"
    )
