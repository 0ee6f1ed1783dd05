"""`/leaderboard`: who has played, won and lost how often on this server."""

from __future__ import annotations

from collections.abc import Sequence
from typing import TYPE_CHECKING

from discord import app_commands, ui
from discord.app_commands import Choice, locale_str
from discord.ext import commands

import games
from bot.model import Standing
from cogs.errors import answering
from cogs.layout import NO_MENTIONS, message
from cogs.press import Interaction
from cogs.rules import game_named, suggested_games
from cogs.words import _, counted
from cogs.words.cards import escaped

if TYPE_CHECKING:
    from bot.client import ShijoBot


class Leaderboard(commands.Cog):
    """Shows the server's standings."""

    def __init__(self, bot: ShijoBot) -> None:
        self.bot = bot

    @app_commands.command(name=locale_str("leaderboard"), description=locale_str("Who has won how often here"))
    @app_commands.describe(game=locale_str("Which game; without one, all games together"))
    @app_commands.guild_only()
    async def leaderboard(self, interaction: Interaction, game: str | None = None) -> None:
        """`/leaderboard [game]`."""
        async with answering(interaction):
            name = game_named(game) if game is not None else None
            standings = await self.bot.tables.standings(interaction.guild_id or 0, name)
            title = games.load(name).title if name else _("All games")
            await interaction.response.send_message(view=board(title, standings), allowed_mentions=NO_MENTIONS)

    @leaderboard.autocomplete("game")
    async def _games(self, interaction: Interaction, typed: str) -> list[Choice[str]]:
        return suggested_games(typed)


def board(title: str, standings: Sequence[Standing]) -> ui.LayoutView:
    """The standings as a message."""
    lines = [_line(place, standing) for place, standing in enumerate(standings, 1)]
    return message(
        [
            f"## {_('Leaderboard')} · {title}",
            "\n".join(lines) or _("Nobody has finished a game here yet. `/play` begins one."),
        ]
    )


def _line(place: int, standing: Standing) -> str:
    won = _("won {number}", number=standing.won)
    lost = _("lost {number}", number=standing.lost)
    played = counted("{number} game", "{number} games", standing.played)
    return f"{place}. **{escaped(standing.name)}** · {won} · {lost} · {played}"
