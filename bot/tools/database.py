"""Commands for the database: rebuild, backup, restore."""

from __future__ import annotations

import argparse
import asyncio

from bot.config import Settings, load
from bot.core.errors import Refusal
from bot.db import StoreError
from bot.db.backup import back_up
from bot.db.backup import restore as put_back
from bot.leaderboards.model import Rebuilt
from bot.leaderboards.store.recount import rebuild as rebuild_all
from bot.tables.store.tables import Store


def rebuild(parsed: argparse.Namespace) -> None:
    """`shijo rebuild`: counts the finished games again, and corrects the stored ratings and
    standings. With `--server` or `--game`, this is done for that server or game alone. Raises
    Refusal when the database fails."""
    rebuilt = asyncio.run(_rebuilt(load(parsed.config), parsed.server, parsed.game))
    print(
        f"Recounted {_many(rebuilt.games, 'game')} on {_many(rebuilt.boards, 'leaderboard')} and "
        f"corrected {_many(rebuilt.changed, 'number')}."
    )


def _many(count: int, thing: str) -> str:
    return f"{count} {thing}{'' if count == 1 else 's'}"


async def _rebuilt(settings: Settings, server: int | None, game: str | None) -> Rebuilt:
    try:
        store = await Store.open(settings.database.url)
        try:
            return await rebuild_all(store, server, game)
        finally:
            await store.close()
    except StoreError as error:
        raise Refusal(error.detail) from None


def backup(parsed: argparse.Namespace) -> None:
    """`shijo backup`: writes a backup of the database into a file, and reads the file as a
    check."""
    try:
        back_up(load(parsed.config).database.url, parsed.file)
    except StoreError as error:
        raise Refusal(error.detail) from None
    print(f"Backup written to {parsed.file} and checked ({parsed.file.stat().st_size:,} bytes).")


def restore(parsed: argparse.Namespace) -> None:
    """`shijo restore`: replaces the database by a backup."""
    try:
        kept = put_back(load(parsed.config).database.url, parsed.file)
    except StoreError as error:
        raise Refusal(error.detail) from None
    print(f"Database restored from {parsed.file}.")
    if kept is not None:
        print(f"The old database is now {kept}.")
