"""Lets moderators void a finished game, so that the game doesn't count. The code also calls this
annulling."""

from __future__ import annotations

import re
from collections.abc import Sequence
from typing import Final

import discord
from discord import ui

from bot.core.errors import AlreadyAnnulled
from bot.core.model import FinishedGame, Phase
from bot.leaderboards.model import Line
from cogs.discord.cog import ShijoCog
from cogs.discord.components import ASK_TO_ANNUL, IN_ANNULMENT, on_press
from cogs.discord.interactions import Interaction, may_moderate, person, scope
from cogs.discord.languages import to_everyone
from cogs.discord.layout import message
from cogs.edits.answers import Drawn, answered, finished
from cogs.leaderboards.errors import ModeratorsOnly
from cogs.leaderboards.names import rating
from cogs.table.upkeep import sync_of
from cogs.words import _, counted
from cogs.words.game import game_title
from cogs.words.names import escaped
from cogs.words.seats import listed

EVERYBODY: Final = 100_000
"""A page size above the length of any leaderboard."""
TOLD: Final = 10
"""The most changes of ratings that are listed one by one."""


class Annulments(ShijoCog):
    """A cog that lets moderators annul games."""

    @on_press(ASK_TO_ANNUL)
    async def asked(self, interaction: Interaction, match: re.Match[str]) -> None:
        """Ask the moderator to confirm that this game is to be voided, because a voided game can't
        be restored."""
        meant = await self._game(scope(interaction), match["table"], int(match["number"]))
        must_moderate(interaction, meant.channel_id)
        if meant.annulled:
            raise AlreadyAnnulled
        button: ui.Button[ui.LayoutView] = ui.Button(
            label=_("Yes, void the game"),
            style=discord.ButtonStyle.danger,
            custom_id=IN_ANNULMENT.id(meant.table_id, meant.number),
        )
        question = _(
            "The game won't count for anyone, and I'll recalculate all ratings from "
            "that game on. You can't undo this."
        )
        view = message([f"**{told(meant)}**\n{question}", ui.ActionRow(IN_ANNULMENT(button))])
        await interaction.response.send_message(view=view, ephemeral=True)

    @on_press(IN_ANNULMENT)
    async def pressed(self, interaction: Interaction, match: re.Match[str]) -> None:
        """Answer the moderator's confirmation: void the game, and tell the channel how this changes
        the ratings. First acknowledge the press, because counting all later ratings again takes
        seconds in a server with many games."""
        guild_id, table_id, number = (
            scope(interaction),
            match["table"],
            int(match["number"]),
        )
        meant = await self._game(guild_id, table_id, number)
        must_moderate(interaction, meant.channel_id)
        if meant.annulled:
            raise AlreadyAnnulled
        await answered(interaction, interaction.response.defer(thinking=True))
        before = await self._lines(guild_id, meant.game)
        await self.bot.boards.annul(guild_id, table_id, number, interaction.user.id)
        after = await self._lines(guild_id, meant.game)
        by = escaped(person(interaction).name)

        async def draw() -> Drawn:
            async with to_everyone(self.bot, guild_id):
                head = _("🚫 {moderator} voided a game: {game}", moderator=by, game=told(meant))
                return Drawn(message([f"{head}\n{changes(before, after)}"]))

        await finished(interaction, draw)
        table = await self.bot.tables.get(table_id)
        if table.phase is Phase.OVER and table.game_number == number:
            # Its result still shows what the game did to the ratings.
            sync_of(self.bot).show_anew(table)

    async def _game(self, guild_id: int, table_id: str, number: int) -> FinishedGame:
        return await self.bot.boards.finished_game(guild_id, table_id, number)

    async def _lines(self, guild_id: int, game: str) -> tuple[Line, ...]:
        board = await self.bot.boards.board(guild_id, game=game, size=EVERYBODY)
        return board.lines


def must_moderate(interaction: Interaction, channel_id: int | None) -> None:
    """Raise ModeratorsOnly unless the member may manage messages in this channel, or manage the
    server."""
    if not may_moderate(interaction, channel_id):
        raise ModeratorsOnly


def told(game: FinishedGame) -> str:
    """Return a finished game in words for a message: the game, the time, and the players."""
    when = discord.utils.format_dt(game.ended_at, "f")
    names = listed([escaped(name) for name in game.names])
    # Translators: A finished game.
    return _(
        "{game}, {when}, with {names}",
        game=escaped(game_title(game.game)),
        when=when,
        names=names,
    )


def changes(before: Sequence[Line], after: Sequence[Line]) -> str:
    """Return in words how the members' lines of a game's all-time leaderboard have changed. For
    each changed line, the text has the rating before, the rating after, and the number of games. At
    most `TOLD` lines are listed."""
    new = {line.member_id: line for line in after}
    lines = []
    for line in before:
        now = new.get(line.member_id)
        was, figure = _figure(line), _figure(now)
        if was != figure or line.games != (now.games if now else 0):
            games = counted("{number} game", "{number} games", now.games if now else 0)
            lines.append(f"{escaped(line.name)}: {was} → **{figure}** · {games}")
    if not lines:
        return _("Ratings and stats haven't changed.")
    more = len(lines) - TOLD
    # Translators: The end of a list of changed ratings.
    rest = [counted("… and {number} more", "… and {number} more", more)] if more > 0 else []
    return "\n".join([*lines[:TOLD], *rest])


def _figure(line: Line | None) -> str:
    return (
        rating(line.figure, provisional=line.provisional)
        if line is not None
        else rating(None, provisional=False)
    )
