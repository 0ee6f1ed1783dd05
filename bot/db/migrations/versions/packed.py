"""The moves of a finished game as one packed value, and the games that are to be packed."""

from collections.abc import Sequence

import sqlalchemy as sa
from alembic import op

revision: str = "0018"
down_revision: str | None = "0017"
branch_labels: str | Sequence[str] | None = None
depends_on: str | Sequence[str] | None = None


def upgrade() -> None:
    """Takes the database from the revision before to this one."""
    op.add_column("games", sa.Column("packed", sa.LargeBinary()))
    for name, where in (
        ("ix_games_unpacked", "packed IS NULL AND ended_at IS NOT NULL"),
        ("ix_games_recorded", "packed IS NOT NULL AND length(packed) > 0"),
    ):
        op.create_index(
            op.f(name),
            "games",
            ["ended_at"],
            sqlite_where=sa.text(where),
            postgresql_where=sa.text(where),
        )
