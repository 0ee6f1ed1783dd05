"""Today's puzzle, its answers, and its daily post in servers that want one.

Puzzles are posted at a full hour (UTC). Every hour, and whenever the bot starts, the posts that are
due are sent. The database records the posts, so no post is repeated after a restart."""

from __future__ import annotations

import asyncio
import datetime
import logging
import re
from typing import Final

import discord

from bot.core.errors import PuzzleOver, TableError
from bot.puzzles.model import Daily
from cogs.discord.client import ShijoBot
from cogs.discord.components import IN_PUZZLE, on_press
from cogs.discord.connection import PASSING
from cogs.discord.errors import NotUnderstood, logged
from cogs.discord.interactions import Interaction, person, scope, wants_text
from cogs.discord.languages import to_everyone
from cogs.discord.presses import Input
from cogs.discord.upkeep import HourlyCog
from cogs.edits.answers import Drawn, answered, finished, ready
from cogs.puzzles.answer import answer_message, archive_message, hint_message, shared
from cogs.puzzles.message import drawn_puzzle
from cogs.words.names import escaped, name_of
from games.puzzles import answer_to, choices

log = logging.getLogger(__name__)

ARCHIVED: Final = 10
"""The number of past days in the archive."""


class DailyPuzzles(HourlyCog):
    """A cog that shows the puzzle of the day, takes answers, and posts the puzzle."""

    after = datetime.timedelta(seconds=30)
    """The delay after each full hour until the puzzles that are due are posted."""

    def __init__(self, bot: ShijoBot) -> None:
        super().__init__(bot)
        self._posting = asyncio.Lock()

    async def show(self, interaction: Interaction) -> None:
        """Show today's puzzle to the member only. The press is acknowledged first, because finding
        the puzzle can take time."""
        await answered(interaction, interaction.response.defer(ephemeral=True, thinking=True))
        daily = await self.bot.puzzles.of_today(scope(interaction))
        text_only = await wants_text(self.bot, interaction.user.id)

        async def draw() -> Drawn:
            return await drawn_puzzle(daily, text_only=text_only)

        await finished(interaction, draw)

    @on_press(IN_PUZZLE)
    async def pressed(self, interaction: Interaction, match: re.Match[str]) -> None:
        """Answer a press on a move in a puzzle. After a wrong move, the answer is a hint, as long
        as the member has another try. When the member has found the best move or used the last try,
        the answer is the rest of the game. Later presses show the rest of the game again."""
        puzzles = self.bot.puzzles
        if int(match["day"]) != puzzles.today:
            raise PuzzleOver
        chosen = match["move"]
        number = Input.by(interaction).number if chosen == "any" else int(chosen)
        await answered(interaction, interaction.response.defer(ephemeral=True, thinking=True))
        daily = await puzzles.of_today(scope(interaction))
        moves = choices(daily.puzzle)
        if not 0 <= number < len(moves):
            raise NotUnderstood
        given = await puzzles.answer(daily, person(interaction), str(moves[number]))
        if not given.is_over:
            await finished(interaction, lambda: ready(hint_message(daily, given)))
            return
        answer = await asyncio.to_thread(answer_to, daily.puzzle, daily.puzzle.best)
        streak = await puzzles.streak(daily.guild_id, interaction.user.id)
        board = await puzzles.board(daily.guild_id)
        view = answer_message(daily, given, answer, streak, board)
        await finished(interaction, lambda: ready(view))

    async def share(self, interaction: Interaction) -> None:
        """Show everybody a member's result. Raises PuzzleOver before the member has finished the
        puzzle."""
        daily = await self.bot.puzzles.of_today(scope(interaction))
        given = await self.bot.puzzles.given(daily, interaction.user.id)
        if given is None or not given.is_over:
            raise PuzzleOver
        async with to_everyone(self.bot, scope(interaction)):
            view = shared(daily, given, escaped(name_of(interaction.user)))
            await answered(interaction, interaction.response.send_message(view=view))

    async def archive(self, interaction: Interaction) -> None:
        """Show the puzzles of the last days to the member only."""
        past = await self.bot.puzzles.past(scope(interaction), ARCHIVED)
        view = archive_message(past)
        await answered(interaction, interaction.response.send_message(view=view, ephemeral=True))

    # The post of the day

    async def do_due(self) -> None:
        """Post the puzzles that are due in this process's servers. Each server gets one puzzle a
        day."""
        async with self._posting:
            hour = discord.utils.utcnow().hour
            try:
                wanted = await self.bot.puzzles.wanted()
            except TableError as error:
                log.warning("puzzles wait an hour: %s", type(error).__name__)
                return
            for guild_id, server in wanted.items():
                here = self.bot.serves(guild_id)
                if here and server.puzzle_channel is not None and hour >= server.puzzle_hour:
                    await self._post_in(guild_id, server.puzzle_channel)

    async def _post_in(self, guild_id: int, channel_id: int) -> None:
        try:
            await self._post(guild_id, channel_id)
        except TableError as error:
            log.warning("the puzzle waits an hour: %s", type(error).__name__)
        # A failure at one server must not stop the others; the log has the reason.
        except Exception as error:  # noqa: BLE001
            logged(error, f"posting the puzzle of server {guild_id}")

    async def _post(self, guild_id: int, channel_id: int) -> None:
        daily = await self.bot.puzzles.of_today(guild_id)
        if daily.message_id is not None or not await self.bot.puzzles.claim(daily):
            return
        try:
            message_id = await self._sent(daily, channel_id)
        except (discord.NotFound, discord.Forbidden):
            log.info("the channel for puzzles of server %s can't be posted in", guild_id)
            await self.bot.tables.preferences.change_server(guild_id, puzzle_channel=None)
            await self.bot.puzzles.posted(daily, None)
        except (discord.HTTPException, *PASSING) as error:
            log.warning("the puzzle of server %s waits: %s", guild_id, type(error).__name__)
            await self.bot.puzzles.posted(daily, None)
        else:
            await self.bot.puzzles.posted(daily, message_id)

    async def _sent(self, daily: Daily, channel_id: int) -> int:
        channel = self.bot.get_partial_messageable(channel_id, guild_id=daily.guild_id)
        async with to_everyone(self.bot, daily.guild_id):
            drawn = await drawn_puzzle(
                daily, text_only=not self._may_attach(daily, channel_id), posted=True
            )
            return (await channel.send(**drawn.new)).id

    def _may_attach(self, daily: Daily, channel_id: int) -> bool:
        """Return whether the bot may send files in a channel. Also returns True if the server or
        the channel isn't known to this process."""
        guild = self.bot.get_guild(daily.guild_id)
        channel = None if guild is None else guild.get_channel(channel_id)
        return guild is None or channel is None or channel.permissions_for(guild.me).attach_files
