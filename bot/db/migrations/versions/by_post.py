"""Games by post: time in reserve, and vacations."""

from collections.abc import Sequence

import sqlalchemy as sa
from alembic import op

revision: str = "0022"
down_revision: str | None = "0021"
branch_labels: str | Sequence[str] | None = None
depends_on: str | Sequence[str] | None = None

THREE_DAYS = 3 * 24 * 3600 * 1000


def upgrade() -> None:
    """Takes the database from the revision before to this one. The clocks of running games were set
    without a reserve, so nothing of it is left there."""
    with op.batch_alter_table("seats") as batch:
        batch.add_column(sa.Column("spent", sa.BigInteger(), server_default="0", nullable=False))
        batch.add_column(sa.Column("vacation", sa.BigInteger(), nullable=True))
    seats = sa.table("seats", sa.column("table_id"), sa.column("spent"))
    tables = sa.table("tables", sa.column("id"), sa.column("phase"), sa.column("speed"))
    running = sa.select(tables.c.id).where(tables.c.phase == "playing", tables.c.speed == "by-post")
    op.execute(seats.update().where(seats.c.table_id.in_(running)).values(spent=THREE_DAYS))
