"""The page that an open hand shows, so that it is kept when others move, after a restart too."""

from collections.abc import Sequence

import sqlalchemy as sa
from alembic import op

revision: str = "0007"
down_revision: str | None = "0006"
branch_labels: str | Sequence[str] | None = None
depends_on: str | Sequence[str] | None = None


def upgrade() -> None:
    """Takes the database from the revision before to this one."""
    with op.batch_alter_table("panels", schema=None) as batch_op:
        batch_op.add_column(sa.Column("page", sa.Integer(), nullable=False, server_default="0"))
