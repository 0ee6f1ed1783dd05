"""The service for lessons. It stores which lessons of the games each member has finished."""

from __future__ import annotations

from bot.db.database import Database
from bot.lessons import store as kept


class Learned:
    """Stores and returns the lessons that members have finished. Every method raises NotSaved when
    the database fails."""

    def __init__(self, store: Database) -> None:
        self._store = store

    async def by(self, member_id: int) -> dict[str, frozenset[str]]:
        """Return the names of the lessons that a member has finished. The keys are the games'
        names, and each value is the set of that game's lessons."""
        return await kept.done_by(self._store, member_id)

    async def finished(self, member_id: int, game: str, lesson: str) -> None:
        """Store that a member has finished a lesson of a game."""
        await self._store.write(kept.finished(member_id, game, lesson))

    async def begin_anew(self, member_id: int) -> None:
        """Delete a member's progress in all lessons of all games."""
        await self._store.write(kept.member_forgotten(member_id))
