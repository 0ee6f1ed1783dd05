"""Notices of new tables: who wants them, and who got one lately."""

from collections.abc import Sequence

import sqlalchemy as sa
from alembic import op

revision: str = "0016"
down_revision: str | None = "0015"
branch_labels: str | Sequence[str] | None = None
depends_on: str | Sequence[str] | None = None


def upgrade() -> None:
    """Takes the database from the revision before to this one."""
    op.create_table(
        "notice_wishes",
        sa.Column("guild_id", sa.BigInteger(), autoincrement=False, nullable=False),
        sa.Column("game", sa.String(length=64), nullable=False),
        sa.Column("member_id", sa.BigInteger(), autoincrement=False, nullable=False),
        sa.PrimaryKeyConstraint("guild_id", "game", "member_id", name=op.f("pk_notice_wishes")),
    )
    with op.batch_alter_table("notice_wishes") as batch:
        batch.create_index(batch.f("ix_notice_wishes_member_id"), ["member_id"], unique=False)
    op.create_table(
        "notices",
        sa.Column("table_id", sa.String(length=32), nullable=False),
        sa.Column("member_id", sa.BigInteger(), autoincrement=False, nullable=False),
        sa.Column("at", sa.BigInteger(), nullable=False),
        sa.PrimaryKeyConstraint("table_id", "member_id", name=op.f("pk_notices")),
    )
    with op.batch_alter_table("notices") as batch:
        batch.create_index(batch.f("ix_notices_member_id_at"), ["member_id", "at"], unique=False)
