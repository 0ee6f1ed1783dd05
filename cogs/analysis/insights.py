"""Analyses a game as soon as the game ends, if a player still has a hand message of the game or the
table's board open. Then a sentence from the analysis is added to this hand message and to the
board."""

from __future__ import annotations

from bot.core.background import Background
from bot.core.errors import TableError
from bot.core.model import News, Phase, Table, Update
from cogs.discord.client import ShijoBot
from cogs.discord.cog import ShijoCog
from cogs.discord.errors import logged
from cogs.table.upkeep import sync_of
from games.analysis import NotJudged
from games.errors import RecordError


class Insights(ShijoCog):
    """A cog that has a game analysed when the game ends, if somebody has the table's board or a
    hand message of it open. A game is not analysed if too many analyses are already running or
    waiting. When the analysis is done, the cog redraws the table's open hand messages and boards,
    unless the table's next game has begun."""

    def __init__(self, bot: ShijoBot) -> None:
        super().__init__(bot)
        self._background = Background()
        bot.tables.listen(self._game_ended, News.ENDED)

    async def cog_unload(self) -> None:
        """Stop waiting for the results of analyses."""
        self._background.cancel()

    def _game_ended(self, update: Update) -> None:
        if self.bot.analyses.takes_more:
            self._background.start(self._analyse(update.table))

    async def _analyse(self, table: Table) -> None:
        try:
            if not await self._is_looked_at(table.id):
                return
            which = table.id, table.game_number, table.guild_id
            await self.bot.analyses.of(await self.bot.analyses.finished(*which))
            now = await self.bot.tables.get(table.id)
        except (TableError, RecordError, NotJudged) as error:
            logged(error, f"the analysis of a game at table {table.id}")
            return
        if now.phase is Phase.OVER and now.game_number == table.game_number:
            for tell in tuple(self.bot.service.doors.told_more):
                tell(now)
            await sync_of(self.bot).hands.show(now, anew=True)

    async def _is_looked_at(self, table_id: str) -> bool:
        at_boards = self.bot.service.doors.present
        return at_boards.is_anybody_at(table_id) or bool(
            await self.bot.tables.shown.panels(table_id)
        )
