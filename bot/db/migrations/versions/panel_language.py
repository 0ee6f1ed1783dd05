"""The language of an open hand's owner, so that it is still known after a restart."""

from collections.abc import Sequence

import sqlalchemy as sa
from alembic import op

revision: str = "0004"
down_revision: str | None = "0003"
branch_labels: str | Sequence[str] | None = None
depends_on: str | Sequence[str] | None = None


def upgrade() -> None:
    """Takes the database from the revision before to this one."""
    with op.batch_alter_table("panels", schema=None) as batch_op:
        batch_op.add_column(
            sa.Column("language", sa.String(length=16), nullable=False, server_default="")
        )
