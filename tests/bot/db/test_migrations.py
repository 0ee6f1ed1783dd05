"""Databases of older versions: what stood in them is found again after the upgrade."""

from __future__ import annotations

import json
from collections.abc import Iterator
from contextlib import contextmanager
from dataclasses import replace
from datetime import timedelta
from pathlib import Path

import pytest
from alembic import command
from alembic.script import ScriptDirectory
from sqlalchemy import Connection, create_engine, insert

from bot.core import levels
from bot.core.levels import MEASURED, Level
from bot.core.model import Speed
from bot.core.placing import Place
from bot.core.shards import Shards
from bot.db import migrate, schema
from bot.db.codec import to_number
from bot.db.revision import NEWEST
from bot.leaderboards.service import Boards
from bot.leaderboards.store import books, recount
from bot.leaderboards.store.recount import rebuild, uncounted
from bot.leaderboards.store.standings import Ladder
from bot.tables.store.tables import Store
from tests.bot.conftest import Now
from tests.bot.finished import START, agrees, finish
from tests.bot.leaderboards.test_boards import won
from tests.bot.subjects import tables_of
from tests.looked_at import next_deadline
from tests.present import present
from tests.reckoning import reckon


@contextmanager
def at_revision(file: Path, revision: str) -> Iterator[Connection]:
    """A new database as an older version made it, to be filled."""
    engine = create_engine(f"sqlite:///{file}")
    with engine.begin() as connection:
        command.upgrade(migrate.config(connection), revision)
        yield connection
    engine.dispose()


def test_the_newest_revision_is_known_without_alembic() -> None:
    assert ScriptDirectory.from_config(migrate.config()).get_current_head() == NEWEST


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
    tables = tables_of(store, now)
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
    tables = tables_of(store, now, shards=Shards(2, (0, 1)))
    assert await tables.timing.postpone() == timedelta(hours=3)
    assert await next_deadline(tables) == now() + timedelta(minutes=10)
    await store.close()


async def test_what_was_played_by_the_old_rules_is_reckoned_by_todays(tmp_path: Path) -> None:
    """Two members and a bot player, one member alone, and numbers as they were kept then: nobody
    was rated, and the bot player was. The first start counts them anew, and no other does."""
    file = tmp_path / "shijo.db"
    with at_revision(file, "0011") as connection:
        games: list[list[int | str | None]] = [[1, 2, "greedy"], [1, "greedy"], [1, None, 2]]
        for number, people in enumerate(games, 1):
            for seat, who in enumerate(people):
                member = who if isinstance(who, int) else None
                strength = f"'{who}'" if isinstance(who, str) else "NULL"
                connection.exec_driver_sql(
                    "INSERT INTO results (table_id, number, seat, guild_id, game, seq, season,"
                    " name, member_id, strength, kind, side, rank, last_rank, honours, deeds,"
                    " resigned, moves, stand_ins, ended_at)"
                    f" VALUES ('t', {number}, {seat}, 10, 'durak', {number}, NULL, 'Name {who}',"
                    f" {member or 'NULL'}, {strength}, 'won', {seat}, {1 if not seat else 2}, 2,"
                    f" '[]', '[]', 0, 5, 0, {1000 * number})"
                )
        connection.exec_driver_sql("INSERT INTO ladders VALUES (10, 'durak', 3, 3, 0)")
        for member, strength, played in ((1, "", 3), (2, "", 2), (0, "greedy", 2)):
            connection.exec_driver_sql(
                "INSERT INTO standings VALUES (10, 'durak', '', "
                f"{member}, '{strength}', 'Name', 1, 25000000, 8333333, 1000,"
                f" {2 * bool(strength)}, {played}, 0, 0, 0, 0, 0)"
            )
    store = await Store.open(f"sqlite:///{file}")
    boards = Boards(store, now=lambda: START)
    await boards.count_the_rest()
    await agrees(boards, reckon([won(1, 2, "greedy"), won(1, "greedy"), won(1, "bot", 2)]))
    [game] = present(await boards.profile(10, 1)).games
    assert game.places == {Place(1, won=True, last=False): 2}
    assert [(each.strength, each.games, each.won) for each in game.practice] == [("greedy", 1, 1)]
    assert (await rebuild(store)).changed == 0
    assert await uncounted(store) == []
    await store.close()


async def test_new_fixed_ratings_count_all_ladders_anew(
    tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    store = await Store.open(f"sqlite:///{tmp_path}/shijo.db")
    games = [won(1, 2, "master"), won("master", 1, 2)]
    await finish(store, games)
    boards = Boards(store, now=lambda: START)
    await agrees(boards, reckon(games))
    old = await boards.history(10, 1)
    assert await uncounted(store) == []
    better = {**MEASURED, "durak": replace(MEASURED["durak"], levels={"master": Level(90, 0, 1)})}
    monkeypatch.setattr(levels, "MEASURED", better)
    for module in (books, recount):
        monkeypatch.setattr(module, "EDITION", levels.EDITION + 1)
    assert await uncounted(store) == [Ladder(10, "durak")]
    await boards.count_the_rest()
    assert await uncounted(store) == []
    assert await boards.history(10, 1) != old
    await store.close()
