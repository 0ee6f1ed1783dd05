"""The puzzle of each day, and who solved it."""

from collections.abc import Sequence

import sqlalchemy as sa
from alembic import op

revision: str = "0014"
down_revision: str | None = "0013"
branch_labels: str | Sequence[str] | None = None
depends_on: str | Sequence[str] | None = None


def upgrade() -> None:
    """Takes the database from the revision before to this one."""
    op.create_table(
        "puzzles",
        sa.Column("guild_id", sa.BigInteger(), autoincrement=False, nullable=False),
        sa.Column("day", sa.Integer(), autoincrement=False, nullable=False),
        sa.Column("key", sa.String(length=16), nullable=False),
        sa.Column("puzzle", sa.Text(), nullable=False),
        sa.Column("table_id", sa.String(length=16)),
        sa.Column("number", sa.Integer()),
        sa.Column("message_id", sa.BigInteger()),
        sa.PrimaryKeyConstraint("guild_id", "day", name=op.f("pk_puzzles")),
    )
    op.create_table(
        "answers",
        sa.Column("guild_id", sa.BigInteger(), autoincrement=False, nullable=False),
        sa.Column("day", sa.Integer(), autoincrement=False, nullable=False),
        sa.Column("member_id", sa.BigInteger(), autoincrement=False, nullable=False),
        sa.Column("name", sa.Text(), nullable=False),
        sa.Column("key", sa.String(length=16), nullable=False),
        sa.Column("move", sa.Text(), nullable=False),
        sa.Column("right", sa.Boolean(), nullable=False),
        sa.PrimaryKeyConstraint("guild_id", "day", "member_id", name=op.f("pk_answers")),
    )
    op.create_index(op.f("ix_answers_key"), "answers", ["key"])
    op.create_index(op.f("ix_answers_member_id"), "answers", ["member_id"])
