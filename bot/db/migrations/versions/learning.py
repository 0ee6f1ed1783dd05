"""Tables at which members may ask for advice."""

from collections.abc import Sequence

import sqlalchemy as sa
from alembic import op

revision: str = "0015"
down_revision: str | None = "0014"
branch_labels: str | Sequence[str] | None = None
depends_on: str | Sequence[str] | None = None


def upgrade() -> None:
    """Takes the database from the revision before to this one."""
    with op.batch_alter_table("tables") as batch:
        batch.add_column(sa.Column("learning", sa.Boolean(), nullable=False, server_default="0"))
