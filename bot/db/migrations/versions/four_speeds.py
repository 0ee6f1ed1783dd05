"""Each table has one of four speeds: what was played at the bot's own limit is relaxed from now
on."""

import json
from collections.abc import Sequence
from typing import Any

import sqlalchemy as sa
from alembic import op

revision: str = "0006"
down_revision: str | None = "0005"
branch_labels: str | Sequence[str] | None = None
depends_on: str | Sequence[str] | None = None

servers = sa.table(
    "servers", sa.column("guild_id", sa.BigInteger()), sa.column("settings", sa.Text())
)


def upgrade() -> None:
    """Takes the database from the revision before to this one."""
    op.execute("UPDATE tables SET speed = 'relaxed' WHERE speed = 'default'")
    connection = op.get_bind()
    for row in connection.execute(
        sa.select(servers).where(servers.c.settings.contains('"default"'))
    ).all():
        mine = sa.update(servers).where(servers.c.guild_id == row.guild_id)
        connection.execute(mine.values(settings=json.dumps(_with_four(json.loads(row.settings)))))


def _with_four(settings: dict[str, Any]) -> dict[str, Any]:
    """A server's settings, relaxed standing where the fifth speed stood; as the first speed it said
    nothing."""
    renamed = dict(settings)
    if renamed.get("speed") == "default":
        del renamed["speed"]
    if "speeds" in renamed:
        allowed = ["relaxed" if speed == "default" else speed for speed in renamed["speeds"]]
        renamed["speeds"] = list(dict.fromkeys(allowed))
    return renamed
