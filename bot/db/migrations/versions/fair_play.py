"""Removals with their appeals, and tables for members who leave few games."""

from collections.abc import Sequence

import sqlalchemy as sa
from alembic import op

revision: str = "0020"
down_revision: str | None = "0019"
branch_labels: str | Sequence[str] | None = None
depends_on: str | Sequence[str] | None = None


def upgrade() -> None:
    """Takes the database from the revision before to this one."""
    op.create_table(
        "removals",
        sa.Column("table_id", sa.String(length=16), nullable=False),
        sa.Column("number", sa.Integer(), autoincrement=False, nullable=False),
        sa.Column("member_id", sa.BigInteger(), autoincrement=False, nullable=False),
        sa.Column("name", sa.Text(), nullable=False),
        sa.Column("guild_id", sa.BigInteger(), nullable=False),
        sa.Column("at", sa.BigInteger(), nullable=False),
        sa.Column("state", sa.String(length=16), nullable=False),
        sa.PrimaryKeyConstraint("table_id", "number", "member_id", name=op.f("pk_removals")),
    )
    with op.batch_alter_table("removals") as batch:
        batch.create_index(
            batch.f("ix_removals_guild_id_member_id"), ["guild_id", "member_id"], unique=False
        )
        batch.create_index(batch.f("ix_removals_member_id"), ["member_id"], unique=False)
    with op.batch_alter_table("tables") as batch:
        batch.add_column(sa.Column("steady", sa.Boolean(), server_default="0", nullable=False))
