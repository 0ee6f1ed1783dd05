"""The lessons that members have finished."""

from collections.abc import Sequence

import sqlalchemy as sa
from alembic import op

revision: str = "0012"
down_revision: str | None = "0011"
branch_labels: str | Sequence[str] | None = None
depends_on: str | Sequence[str] | None = None


def upgrade() -> None:
    """Takes the database from the revision before to this one."""
    op.create_table(
        "learned",
        sa.Column("member_id", sa.BigInteger(), autoincrement=False, nullable=False),
        sa.Column("game", sa.String(length=64), nullable=False),
        sa.Column("lesson", sa.String(length=64), nullable=False),
        sa.PrimaryKeyConstraint("member_id", "game", "lesson", name=op.f("pk_learned")),
    )
