"""What processes share: the number of shards, their sessions, one table for each interaction."""

from collections.abc import Sequence

import sqlalchemy as sa
from alembic import op

revision: str = "0021"
down_revision: str | None = "0020"
branch_labels: str | Sequence[str] | None = None
depends_on: str | Sequence[str] | None = None


def upgrade() -> None:
    """Takes the database from the revision before to this one."""
    op.create_table(
        "sharding",
        sa.Column("id", sa.Integer(), autoincrement=False, nullable=False),
        sa.Column("shard_count", sa.Integer(), nullable=False),
        sa.PrimaryKeyConstraint("id", name=op.f("pk_sharding")),
    )
    op.create_table(
        "identified",
        sa.Column("bucket", sa.Integer(), autoincrement=False, nullable=False),
        sa.Column("at", sa.BigInteger(), nullable=False),
        sa.PrimaryKeyConstraint("bucket", name=op.f("pk_identified")),
    )
    op.add_column("tables", sa.Column("opened_by", sa.BigInteger()))
    op.create_index(op.f("ix_tables_opened_by"), "tables", ["opened_by"], unique=True)
