"""What analyses found about each member's own decisions."""

from collections.abc import Sequence

import sqlalchemy as sa
from alembic import op

revision: str = "0019"
down_revision: str | None = "0018"
branch_labels: str | Sequence[str] | None = None
depends_on: str | Sequence[str] | None = None


def upgrade() -> None:
    """Takes the database from the revision before to this one."""
    op.create_table(
        "judged",
        sa.Column("table_id", sa.String(length=16), nullable=False),
        sa.Column("number", sa.Integer(), autoincrement=False, nullable=False),
        sa.Column("seat", sa.Integer(), autoincrement=False, nullable=False),
        sa.Column("version", sa.Integer(), nullable=False),
        sa.Column("decisions", sa.Integer(), nullable=False),
        sa.Column("accuracy", sa.Integer(), nullable=False),
        sa.Column("mistakes", sa.Text(), nullable=False),
        sa.ForeignKeyConstraint(
            ["table_id", "number"], ["games.table_id", "games.number"], name=op.f("fk_judged_games")
        ),
        sa.PrimaryKeyConstraint("table_id", "number", "seat", name=op.f("pk_judged")),
    )
