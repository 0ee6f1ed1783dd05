"""Challenges of one member to another."""

from collections.abc import Sequence

import sqlalchemy as sa
from alembic import op

revision: str = "0017"
down_revision: str | None = "0016"
branch_labels: str | Sequence[str] | None = None
depends_on: str | Sequence[str] | None = None


def upgrade() -> None:
    """Takes the database from the revision before to this one."""
    op.create_table(
        "challenges",
        sa.Column("id", sa.String(length=16), nullable=False),
        sa.Column("guild_id", sa.BigInteger(), nullable=False),
        sa.Column("channel_id", sa.BigInteger(), nullable=False),
        sa.Column("message_id", sa.BigInteger(), nullable=True),
        sa.Column("by_id", sa.BigInteger(), nullable=False),
        sa.Column("by_name", sa.Text(), nullable=False),
        sa.Column("member_id", sa.BigInteger(), nullable=False),
        sa.Column("name", sa.Text(), nullable=False),
        sa.Column("game", sa.String(length=64), nullable=False),
        sa.Column("preset", sa.String(length=64), nullable=True),
        sa.Column("speed", sa.String(length=16), nullable=False),
        sa.Column("pressed", sa.BigInteger(), nullable=False),
        sa.Column("standing", sa.String(length=16), nullable=False),
        sa.Column("since", sa.BigInteger(), nullable=False),
        sa.PrimaryKeyConstraint("id", name=op.f("pk_challenges")),
    )
    with op.batch_alter_table("challenges") as batch:
        batch.create_index(
            batch.f("ix_challenges_guild_id_by_id"), ["guild_id", "by_id"], unique=False
        )
        batch.create_index(batch.f("ix_challenges_member_id"), ["member_id"], unique=False)
        batch.create_index(batch.f("ix_challenges_since"), ["since"], unique=False)
