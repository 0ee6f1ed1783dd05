"""A heartbeat for each shard: the one that there was is that of a process which served all
servers."""

from collections.abc import Sequence

import sqlalchemy as sa
from alembic import op

revision: str = "0008"
down_revision: str | None = "0007"
branch_labels: str | Sequence[str] | None = None
depends_on: str | Sequence[str] | None = None


def upgrade() -> None:
    """Takes the database from the revision before to this one."""
    op.create_table(
        "heartbeats",
        sa.Column("shard", sa.Integer(), autoincrement=False, nullable=False),
        sa.Column("shard_count", sa.Integer(), autoincrement=False, nullable=False),
        sa.Column("seen_at", sa.BigInteger(), nullable=False),
        sa.PrimaryKeyConstraint("shard", "shard_count", name=op.f("pk_heartbeats")),
    )
    op.execute(
        "INSERT INTO heartbeats (shard, shard_count, seen_at) SELECT 0, 1, seen_at FROM heartbeat "
        "WHERE process = 'bot'"
    )
    op.drop_table("heartbeat")
