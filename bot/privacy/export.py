"""The export of all data about one member as a file."""

from __future__ import annotations

import asyncio
import json
import logging
from collections.abc import Callable, Iterable, Mapping, Sequence
from datetime import datetime
from typing import Any, Final

from bot.db import unhurried
from bot.db.database import Database
from bot.db.kept import Kept
from bot.privacy.store import export

log = logging.getLogger(__name__)

TOGETHER: Final = 1_000
"""Games that are read by one query."""


class Export:
    """Collects the data about a member. Methods raise NotSaved when the database fails."""

    def __init__(self, store: Database, now: Callable[[], datetime], kept: Sequence[Kept]) -> None:
        self._store = store
        self._kept = kept
        self._now = now

    async def of(self, member_id: int) -> str:
        """Return all data about a member as JSON text. It has the rows of database tables that name
        the member, with times in milliseconds since 1970, and the moves that the member made. It
        names nobody else, and contains no card that the member has not played."""
        with unhurried():
            parts: dict[str, Any] = {
                name: await export.rows_of(self._store, part, member_id)
                for each in self._kept
                for name, part in each.parts.items()
            }
            seats = await export.played(self._store, member_id)
            games: list[str] = []
            for first in range(0, len(seats), TOGETHER):
                logs = await export.logs(self._store, seats[first : first + TOGETHER])
                games += await asyncio.to_thread(_games, logs)
        told = {"member_id": member_id, "at": self._now().isoformat(), **parts}
        return await asyncio.to_thread(_text, told, games)


def _games(logs: Iterable[export.Log]) -> list[str]:
    """Return the games in which the member made moves, each as JSON text."""
    return [game for log in logs if (game := _game(log))]


def _game(stored: export.Log) -> str:
    table_id, number, _ = stored.seat
    try:
        moves = stored.moves()
    except (ValueError, TypeError) as error:
        log.error("A game of table %s can't be read: %s", table_id, type(error).__name__)
        return ""
    return _json({"table_id": table_id, "number": number, "moves": moves}) if moves else ""


def _text(told: Mapping[str, Any], games: Iterable[str]) -> str:
    """Return the whole exported file as JSON text, with one line for each row and each game. `told`
    maps the names of the file's parts to the parts. `games` are the member's games, each as JSON
    text. The text is put together here, because the module `json` would take a hundred times longer
    to indent it."""
    parts = [
        f"{_json(name)}: {_lines(map(_json, part)) if isinstance(part, list) else _json(part)}"
        for name, part in told.items()
    ]
    parts.append(f'"moves": {_lines(games)}')
    return "{\n" + ",\n".join(parts) + "\n}\n"


def _lines(items: Iterable[str]) -> str:
    lines = ",\n ".join(items)
    return f"[\n {lines}\n]" if lines else "[]"


def _json(value: object) -> str:
    return json.dumps(value, ensure_ascii=False)
