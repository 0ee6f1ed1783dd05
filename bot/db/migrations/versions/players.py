"""Games note the version of their bot players."""

from collections.abc import Sequence

import sqlalchemy as sa
from alembic import op

revision: str = "0010"
down_revision: str | None = "0009"
branch_labels: str | Sequence[str] | None = None
depends_on: str | Sequence[str] | None = None


def upgrade() -> None:
    """Takes the database from the revision before to this one."""
    with op.batch_alter_table("games") as batch:
        batch.add_column(sa.Column("players", sa.Integer()))
