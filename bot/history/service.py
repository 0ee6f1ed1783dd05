"""The lists of open tables and of finished games, read from the database without replaying any
game."""

from __future__ import annotations

import json
import logging

from bot.core.errors import NoFinishedGame, RecordDropped
from bot.core.fairness import printed_header
from bot.core.model import History, Listed, OpenedGame
from bot.core.people import manner_of
from bot.core.played import Bot, PlayedMoves
from bot.db.rows import GameRow
from bot.history.store import finished as past
from bot.tables.store.changes import BROKEN_OFF
from bot.tables.store.tables import Store
from games.errors import GameError
from games.record import Record, Step, loads, outcome_from_json

log = logging.getLogger(__name__)

MOST_LISTED = 50
"""The most tables of a server that are listed."""


class Archive:
    """Looks up open tables and finished games in the database. Every method raises NotSaved when
    the database fails."""

    def __init__(self, store: Store) -> None:
        self._store = store

    async def open_tables(self, guild_id: int, *, most: int | None = MOST_LISTED) -> list[Listed]:
        """Return a server's lobbies and running games. The newest table is first. At most `most`
        are returned (None: all)."""
        rows = await past.open_tables(self._store, guild_id, most)
        return [
            Listed(
                id=row.id,
                channel_id=row.channel_id,
                message_id=row.message_id,
                phase=row.phase,
                game=row.game,
                preset=row.house or row.preset,
                seats=row.seats,
                game_number=row.game_number,
                created_at=row.created_at,
            )
            for row in rows
        ]

    async def history(
        self,
        guild_id: int,
        *,
        member_id: int | None = None,
        channel_id: int | None = None,
        page: int = 0,
        size: int = 10,
    ) -> History:
        """Return one page of a server's finished games, with `size` games on each page. The newest
        game is on the first page, and `page` counts from 0. With `member_id`, only that member's
        games are listed. With `channel_id`, only the games of that channel are listed."""
        page = max(page, 0)
        found = await past.finished_games(
            self._store,
            guild_id,
            member_id=member_id,
            channel_id=channel_id,
            first=page * size,
            count=size + 1,
        )
        return History(tuple(found[:size]), page, more=len(found) > size)

    async def finished(self, table_id: str, number: int, guild_id: int) -> OpenedGame:
        """Return game `number` of a table with everything that was hidden in it. Raises
        NoFinishedGame when the server `guild_id` has no finished game `number` of this table, or
        when the stored game can't be read. Raises RecordDropped when the game's record was deleted
        and only its result is left."""
        table = await self._store.table(table_id)
        listed = await past.finished_game(self._store, guild_id, table_id, number)
        if table is None or listed is None or table.guild_id != guild_id:
            raise NoFinishedGame
        try:
            game = await self._store.game(table, number)
            if game is None or game.outcome is None:
                raise NoFinishedGame
            if not game.is_kept:
                raise RecordDropped
            outcome = outcome_from_json(json.loads(game.outcome))
            steps = tuple(
                Step(move.seat, move.move) for move in game.moves if move.seat != BROKEN_OFF
            )
            record = Record(loads(game.header).header, steps)
        except (GameError, ValueError, LookupError, TypeError, AttributeError) as error:
            log.error(
                "Game %s of table %s can't be read: %s", number, table_id, type(error).__name__
            )
            raise NoFinishedGame from error
        bots = {
            seat: Bot(player.name, player.strength, manner_of(player.name, listed.game))
            for seat, player in enumerate(listed.players)
            if player.strength is not None
        }
        made = [move for move in game.moves if move.seat != BROKEN_OFF]
        stood_in = frozenset(number for number, move in enumerate(made) if move.stand_in)
        played = PlayedMoves(bots, steps, stood_in, game.players)
        return OpenedGame(
            listed, record, _printed(game, record), outcome, played=played, secret=game.secret
        )


def _printed(game: GameRow, record: Record) -> str | None:
    try:
        return printed_header(record.header, game.secret, game.joined)
    # With other rules, or without them, the deal can't be repeated.
    except GameError:
        return None
    # A plug-in's rules may raise anything, and the record is worth showing nevertheless.
    except Exception as error:  # noqa: BLE001
        log.error("A deal of %s can't be made again: %s", record.header.game, type(error).__name__)
        return None
