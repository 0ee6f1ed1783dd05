"""Roles for titles: those that a server gives, and who has them."""

from collections.abc import Sequence

import sqlalchemy as sa
from alembic import op

revision: str = "0024"
down_revision: str | None = "0023"
branch_labels: str | Sequence[str] | None = None
depends_on: str | Sequence[str] | None = None


def upgrade() -> None:
    """Takes the database from the revision before to this one."""
    op.create_table(
        "title_roles",
        sa.Column("guild_id", sa.BigInteger(), autoincrement=False, nullable=False),
        sa.Column("title", sa.String(length=128), nullable=False),
        sa.Column("role_id", sa.BigInteger(), nullable=False),
        sa.Column("settled", sa.BigInteger(), nullable=False),
        sa.Column("season", sa.String(length=16), nullable=False),
        sa.Column("note", sa.String(length=16), nullable=False),
        sa.PrimaryKeyConstraint("guild_id", "title", name=op.f("pk_title_roles")),
    )
    op.create_table(
        "title_wearers",
        sa.Column("guild_id", sa.BigInteger(), autoincrement=False, nullable=False),
        sa.Column("title", sa.String(length=128), nullable=False),
        sa.Column("role_id", sa.BigInteger(), autoincrement=False, nullable=False),
        sa.Column("member_id", sa.BigInteger(), autoincrement=False, nullable=False),
        sa.Column("stage", sa.String(length=16), nullable=False),
        sa.PrimaryKeyConstraint(
            "guild_id", "title", "role_id", "member_id", name=op.f("pk_title_wearers")
        ),
    )
    with op.batch_alter_table("title_wearers") as batch:
        batch.create_index(batch.f("ix_title_wearers_stage"), ["stage"], unique=False)
