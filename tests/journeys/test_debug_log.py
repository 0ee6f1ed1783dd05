"""Test that no secret is in the log, even when the log has its lowest level."""

from __future__ import annotations

import re
from pathlib import Path

from sqlalchemy import select

from bot.db import schema
from bot.tables.store.tables import Store
from cardroom.room import Plan, Room
from cardroom.visitor import visiting
from games.record import loads
from tests.fleet import fleet
from tests.journeys.hands import dealt
from tests.postgresql import Cluster
from tests.shijo_process import PATIENT

MOVES = 4
CARD = re.compile(r"\b(?:[2-9AJQK]|10)[SHDC]\b")
"""A pattern for a card, as moves, records and views write it. The log must contain no card at all,
not even a card that lies open on the table."""


async def test_on_sqlite(tmp_path: Path) -> None:
    await look_for_secrets(tmp_path, f"sqlite:///{tmp_path}/shijo.db")


async def test_on_postgresql(tmp_path: Path, postgresql: Cluster) -> None:
    await look_for_secrets(tmp_path, postgresql.new_database())


async def look_for_secrets(folder: Path, database: str) -> None:
    """Play a game while the log has the level `debug`. Check that the log contains no secret of the
    database, no bot token and no card."""
    async with (
        Room(Plan(patience=PATIENT)) as room,
        fleet(folder, room, database) as started,
        visiting(room.page_url, "Nora") as nora,
        visiting(room.page_url, "Pavel") as pavel,
    ):
        process = await started.start(SHIJO_LOG__LEVEL="debug")
        hands = await dealt(nora, pavel)
        for _ in range(MOVES):
            await hands.move()
        secrets = await secrets_in(database)
        await process.end()
    said = "\n".join(process.said)
    assert "committed" in said, "it is the log of a game at level debug"
    assert not [each for each in (*secrets, room.plan.bot_token) if each in said]
    assert not CARD.findall(said)


async def secrets_in(database: str) -> set[str]:
    """Return the secrets, seeds and panel tokens that the database of a running game contains."""
    store = await Store.open(database)
    try:
        found = [
            [row[0] for row in await store.rows(select(column))]
            for column in (
                schema.tables.c.secret,
                schema.games.c.secret,
                schema.games.c.header,
                schema.panels.c.token,
            )
        ]
    finally:
        await store.close()
    next_secrets, secrets, headers, tokens = found
    assert all(found)
    return {
        *next_secrets,
        *secrets,
        *tokens,
        *(loads(header).header.seed.hex() for header in headers),
    }
