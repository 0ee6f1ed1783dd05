"""Databases of older versions: what stood in them is found again after the upgrade."""

from __future__ import annotations

import json
from collections.abc import Iterator
from contextlib import contextmanager
from datetime import timedelta
from pathlib import Path

from alembic import command
from sqlalchemy import Connection, create_engine, insert

from bot.domain.model import Speed
from bot.domain.shards import Shards
from bot.store import Store, migrate, schema
from bot.store.rows import to_number
from bot.tables.manager import TableRules, Tables
from tests.bot.conftest import Now
from tests.looked_at import next_deadline


@contextmanager
def at_revision(file: Path, revision: str) -> Iterator[Connection]:
    """A new database as an older version made it, to be filled."""
    engine = create_engine(f"sqlite:///{file}")
    with engine.begin() as connection:
        command.upgrade(migrate.config(connection), revision)
        yield connection
    engine.dispose()


def add_table(connection: Connection, table_id: str, speed: str) -> None:
    connection.exec_driver_sql(
        "INSERT INTO tables (id, guild_id, channel_id, host_id, phase, game, preset, options, "
        "seating, version,"
        " game_number, secret, away, reason, speed, house, awaited, created_at)"
        f" VALUES ('{table_id}', 10, 20, 1, 'lobby', 'durak', 'classic', '{{}}', '[]', 1, 1, "
        f"'00', 0, '',"
        f" '{speed}', '', '[]', 5)"
    )


async def test_what_was_played_at_the_bots_own_limit_is_relaxed_from_now_on(
    tmp_path: Path, now: Now
) -> None:
    chosen = {
        1: {"speeds": ["quick", "default"], "threads": True},
        2: {"speeds": ["relaxed", "default", "none"]},
        3: {"speed": "default", "games": {"durak": {"options": {"deck": "default"}}}},
        4: {"speed": "quick"},
    }
    with at_revision(tmp_path / "shijo.db", "0005") as connection:
        add_table(connection, "old", "default")
        add_table(connection, "new", "by-post")
        for guild_id, settings in chosen.items():
            connection.execute(
                insert(schema.servers).values(guild_id=guild_id, settings=json.dumps(settings))
            )
    store = await Store.open(f"sqlite:///{tmp_path}/shijo.db")
    tables = Tables(store, now=now, rules=TableRules())
    assert [(await tables.get(table_id)).speed for table_id in ("old", "new")] == [
        Speed.RELAXED,
        Speed.BY_POST,
    ]
    servers = [await tables.preferences.server(guild_id) for guild_id in chosen]
    assert servers[0].speeds == (Speed.QUICK, Speed.RELAXED)
    assert servers[1].speeds == (Speed.RELAXED, Speed.NONE)
    assert [server.speed for server in servers] == [None, None, None, Speed.QUICK]
    assert servers[0].threads
    assert servers[2].games["durak"].options == {"deck": "default"}
    await store.close()


async def test_the_heartbeat_of_the_one_process_is_that_of_all_servers(
    tmp_path: Path, now: Now
) -> None:
    file = tmp_path / "shijo.db"
    with at_revision(file, "0007") as connection:
        connection.exec_driver_sql(
            f"INSERT INTO heartbeat (process, seen_at) VALUES ('bot', {to_number(now())})"
        )
        add_table(connection, "old", "relaxed")
        idle_at = to_number(now() + timedelta(minutes=10))
        connection.exec_driver_sql(f"UPDATE tables SET idle_at = {idle_at}")
    now.pass_by(hours=3)
    store = await Store.open(f"sqlite:///{file}")
    tables = Tables(store, now=now, rules=TableRules(), shards=Shards(2, (0, 1)))
    assert await tables.timing.postpone() == timedelta(hours=3)
    assert await next_deadline(tables) == now() + timedelta(minutes=10)
    await store.close()
