"""Delays edits of a table's message on Discord while all players of the table have its board open
in browsers. The message is then edited less often."""

from __future__ import annotations

import asyncio
from collections.abc import Callable
from dataclasses import dataclass
from typing import Final, Protocol

from bot.core.model import Phase, Table, Update

SELDOM: Final = 5.0
"""The least seconds between two edits of a message that is held back. A message is held back while
all players of the table have its board open in browsers. The end of a chapter (a part of a game,
such as a bout) is shown at once."""


class Boards(Protocol):
    """Knows which members have which table's board open in a browser."""

    left: list[Callable[[str], None]]
    """Functions that are called with the id of a table when a member no longer looks at its
    board."""

    def all_at(self, table: Table) -> bool:
        """Return whether all members who play at a table have its board open."""
        ...

    def pressed(self, table_id: str, member_id: int) -> None:
        """Remember that a member has pressed a button of this table on Discord. From then on,
        `all_at` counts this member as absent from the board."""
        ...


@dataclass(slots=True)
class _Shown:
    """The state of a table that was last shown. `at` is the time when it was shown, in seconds of
    the event loop. `game` is the number of the game, and `chapters` the number of chapters (parts
    of a game, such as a bout or a deal) that had ended. `waiting` is a newer state, which is shown
    when `timer` ends."""

    at: float
    game: int
    chapters: int
    waiting: Table | None = None
    timer: asyncio.TimerHandle | None = None


class HeldBack:
    """Calls `show` with each changed table, now or later. While all players have the board open,
    the newest state waits a few seconds. It does not wait if a chapter of the game (such as a bout)
    has ended, or if the change isn't a move. If a player closes the board, a waiting state is shown
    at once."""

    def __init__(self, show: Callable[[Table], None], boards: Boards) -> None:
        self._show = show
        self._boards = boards
        self._tables: dict[str, _Shown] = {}
        boards.left.append(self._let_go)

    def changed(self, update: Update) -> None:
        """Call `show` with the changed table: at once, or later if the change may wait."""
        table, now = update.table, asyncio.get_running_loop().time()
        shown = self._forget(table.id)
        if shown is not None and shown.waiting is not None:
            table = max(table, shown.waiting, key=lambda each: each.version)
        if not self._may_wait(update):
            self._show(table)
            return
        due = now if shown is None or _is_further(table, shown) else shown.at + SELDOM
        if shown is None or due <= now:
            self._tables[table.id] = _Shown(now, table.game_number, table.chapters)
            self._show(table)
            return
        shown.waiting = table
        shown.timer = asyncio.get_running_loop().call_later(due - now, self._let_go, table.id)
        self._tables[table.id] = shown

    def close(self) -> None:
        """Show all waiting states now. After this call, no change is delayed any more."""
        self._boards.left.remove(self._let_go)
        for table_id in tuple(self._tables):
            self._let_go(table_id)
        self._tables.clear()

    def _may_wait(self, update: Update) -> bool:
        table = update.table
        between_moves = bool(update.happenings) and table.phase is Phase.PLAYING
        pauses = table.live is not None and table.live.pause
        return between_moves and not pauses and self._boards.all_at(table)

    def _let_go(self, table_id: str) -> None:
        """Show the newest state of a table now, if its edit is delayed. Do nothing if no edit of
        the table is delayed."""
        shown = self._forget(table_id)
        if shown is not None and shown.waiting is not None:
            self._tables[table_id] = _Shown(
                asyncio.get_running_loop().time(), shown.waiting.game_number, shown.waiting.chapters
            )
            self._show(shown.waiting)

    def _forget(self, table_id: str) -> _Shown | None:
        shown = self._tables.pop(table_id, None)
        if shown is not None and shown.timer is not None:
            shown.timer.cancel()
        return shown


def _is_further(table: Table, shown: _Shown) -> bool:
    """Return whether a chapter (such as a bout or a deal) or a game has ended at the table since
    the state `shown`."""
    return (table.game_number, table.chapters) != (shown.game, shown.chapters)
