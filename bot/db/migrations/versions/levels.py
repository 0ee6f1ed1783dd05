"""Results tell which games were practice. Ladders note the bot players' fixed ratings by which they
were counted: none yet, so that all of them are counted anew at the next start."""

from collections.abc import Sequence

import sqlalchemy as sa
from alembic import op

revision: str = "0013"
down_revision: str | None = "0012"
branch_labels: str | Sequence[str] | None = None
depends_on: str | Sequence[str] | None = None


def upgrade() -> None:
    """Takes the database from the revision before to this one."""
    with op.batch_alter_table("ladders") as batch:
        batch.add_column(sa.Column("levels", sa.BigInteger(), nullable=False, server_default="0"))
    with op.batch_alter_table("results") as batch:
        batch.add_column(sa.Column("practice", sa.Boolean(), nullable=False, server_default="0"))
    op.execute(
        "UPDATE results SET practice = TRUE FROM ("
        "SELECT table_id, number FROM results GROUP BY table_id, number"
        " HAVING COUNT(member_id) = 1 AND COUNT(*) > 1"
        ") AS alone WHERE results.table_id = alone.table_id AND results.number = alone.number"
    )
