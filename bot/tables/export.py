"""The file with everything that is kept of one member."""

from __future__ import annotations

import json
import logging
from collections.abc import Callable
from datetime import datetime
from typing import Any

from bot.store import Store, export, unhurried

log = logging.getLogger(__name__)


class Export:
    """Gathers what is kept of members. Raises NotSaved."""

    def __init__(self, store: Store, now: Callable[[], datetime]) -> None:
        self._store = store
        self._now = now

    async def of(self, member_id: int) -> str:
        """All that is kept of a member, as JSON text: the rows of each table that name them, with
        times in milliseconds since 1970 as they are stored, and the moves that they made. It names
        nobody else, and holds no card that they have not played."""
        with unhurried():
            parts: dict[str, Any] = await export.rows_of(self._store, member_id)
            moves = [
                await self._moves(seat) for seat in await export.played(self._store, member_id)
            ]
        told = {
            "member_id": member_id,
            "at": self._now().isoformat(),
            **parts,
            "moves": [each for each in moves if each["moves"]],
        }
        return json.dumps(told, ensure_ascii=False, indent=1)

    async def _moves(self, sat: export.Seat) -> dict[str, Any]:
        table = await self._store.table(sat.table_id)
        try:
            game = None if table is None else await self._store.game(table, sat.number)
        except (ValueError, TypeError, AttributeError) as error:
            log.error("A game of table %s can't be read: %s", sat.table_id, type(error).__name__)
            game = None
        made = [] if game is None else [move for move in game.moves if move.seat == sat.seat]
        return {
            "table_id": sat.table_id,
            "number": sat.number,
            "moves": [[move.made_at.isoformat(), move.move] for move in made if not move.stand_in],
        }
