"""Tests of changing the database's schema from one version to the next. The next version is made up
for these tests."""

from __future__ import annotations

import sqlite3
from contextlib import closing
from pathlib import Path
from random import Random

import pytest
from alembic.script import ScriptDirectory

from bot.db import StoreTooNew, StoreTooOld, migrate
from bot.db.doctor_queries import examine
from bot.db.revision import NEWEST
from bot.tables.manager import TableRules, Tables
from bot.tables.store.tables import Store
from tests.bot.conftest import Now
from tests.bot.evening import ANN, BOB, dealt, log_of, one_move, play_out
from tests.bot.next_version import next_version
from tests.fresh_database import put_fresh_database


def test_the_newest_revision_is_known_without_alembic() -> None:
    assert ScriptDirectory.from_config(migrate.config()).get_current_head() == NEWEST


def test_the_names_of_migrations_are_in_their_order() -> None:
    known = ScriptDirectory.from_config(migrate.config()).walk_revisions()
    names = [Path(script.path).name for script in known]
    assert names == sorted(names, reverse=True)


@pytest.mark.parametrize("revision", ["0001", "0025"])
async def test_a_database_from_before_1_0_is_left_alone(tmp_path: Path, revision: str) -> None:
    file = tmp_path / "shijo.db"
    put_fresh_database(file)
    with closing(sqlite3.connect(file)) as connection, connection:
        connection.execute("UPDATE alembic_version SET version_num = ?", (revision,))
    for opened in (Store.open, examine):  # a start, and the doctor
        with pytest.raises(StoreTooOld) as refused:
            await opened(f"sqlite:///{file}")
    assert f"before 1.0 (its revision {revision})" in refused.value.detail
    assert "point database.url at another database" in refused.value.detail
    with closing(sqlite3.connect(file)) as connection:
        assert connection.execute("SELECT version_num FROM alembic_version").fetchall() == [
            (revision,)
        ]


@pytest.fixture(params=["sqlite", "postgresql"])
def address(request: pytest.FixtureRequest, tmp_path: Path) -> str:
    """Return the address of an empty database, SQLite or PostgreSQL by the parameter."""
    if request.param == "sqlite":
        return f"sqlite:///{tmp_path}/shijo.db"
    url: str = request.getfixturevalue("postgresql").new_database()
    return url


async def test_a_process_of_the_version_before_plays_on_beside_the_next(
    address: str, tmp_path: Path, now: Now
) -> None:
    """A process of the older version still plays after a newer version has changed the schema. Only
    a new start of the older version is refused."""
    before = await Store.open(address)
    old = Tables(before, now=now, rules=TableRules())
    table = await dealt(old, ANN, BOB)
    table = (await one_move(old, table, Random(1))).table
    with next_version(tmp_path / "next"):
        after = await Store.open(address)
    new = Tables(after, now=now, rules=TableRules())
    table = (await one_move(old, table, Random(2))).table
    assert len(await log_of(after, table.id)) == 2
    over = await play_out(new, await new.get(table.id))
    assert await log_of(before, table.id) == await log_of(after, table.id)
    assert (await play_out(old, await dealt(old, ANN, BOB))).id != over.id
    with pytest.raises(StoreTooNew):
        await Store.open(address)
    for store in (before, after):
        await store.close()
