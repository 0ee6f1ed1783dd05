"""The chance of each seat to win, shown to members who watch a table with all hands open. It is
computed with a lower priority than bot players' moves."""

from __future__ import annotations

import asyncio
import json
import logging
from typing import Final, NamedTuple

from cachetools import LRUCache

import games
from bot.tables.watching import Watched
from bot.thinking.workers import Workers
from games.analysis import NotJudged, judge_of
from games.analysis.open_hands import open_chances

log = logging.getLogger(__name__)

KEPT: Final = 128
"""The number of positions whose chances are kept in memory."""
PATIENCE: Final = 1.0
"""The most seconds that a message waits for the seats' chances to win. Chances that come later are
shown in the next message."""


class Standing(NamedTuple):
    """The input of a worker process that computes winning chances: the name of the game, the
    options of the game as JSON text, and the present position of the game as JSON text."""

    game: str
    options: str
    position: str


class OpenChances:
    """Computes each seat's chance to win, for members who watch a game with open hands. Takes the
    worker processes that make the computation (None: a thread of this process makes it)."""

    def __init__(self, workers: Workers | None = None) -> None:
        self._workers = workers
        self._found: LRUCache[tuple[str, int, int], asyncio.Future[tuple[int, ...] | None]]
        self._found = LRUCache(KEPT)

    async def of(self, watched: Watched) -> tuple[int, ...] | None:
        """Return each seat's chance to win the game that a member watches, in thousandths. Return
        None when no chances can be computed for this game, or when the computation is not ready
        yet."""
        game = watched.game
        try:
            judge_of(game.name)
        except NotJudged:
            return None
        found = self._found.get(watched.which)
        if found is None:
            standing = Standing(
                game.name, game.settings.model_dump_json(), json.dumps(game.position())
            )
            found = asyncio.ensure_future(self._compute(standing))
            self._found[watched.which] = found
        done, _ = await asyncio.wait([found], timeout=PATIENCE)
        return found.result() if done else None

    async def _compute(self, standing: Standing) -> tuple[int, ...] | None:
        try:
            if self._workers is None:
                return await asyncio.to_thread(chances_in, standing)
            return await self._workers.run(chances_in, standing)
        # A plug-in's rules may raise anything. The message could hold a card.
        except Exception as error:  # noqa: BLE001
            log.error("No chances of %s: %s", standing.game, type(error).__name__)
            return None


def chances_in(standing: Standing) -> tuple[int, ...]:
    """Compute each seat's chance to win from the position `standing`. The chances are in
    thousandths, and in the order of the seats."""
    kind = games.load(standing.game)
    options = kind.Options.model_validate_json(standing.options)
    return open_chances(kind.from_position(json.loads(standing.position), options=options))
