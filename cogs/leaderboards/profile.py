"""`/profile`: a member's numbers on this server.

The answer is for everyone, unless the member hides from boards: then they see it alone, and nobody
else at all.
"""

from __future__ import annotations

from contextlib import nullcontext

import discord
from discord import app_commands
from discord.app_commands import locale_str

from bot.leaderboards.model import Profile
from cogs.discord.cog import ShijoCog
from cogs.discord.interactions import Interaction, anywhere, scope, wants_text
from cogs.discord.languages import to_everyone
from cogs.edits.answers import answered, finished
from cogs.edits.drawn import Drawn
from cogs.leaderboards.errors import Hidden, NothingPlayed
from cogs.leaderboards.names import games_with_fools
from cogs.leaderboards.profile_message import profile_message
from cogs.words.names import name_of


class Profiles(ShijoCog):
    """Shows members' profiles."""

    @app_commands.command(
        name=locale_str("profile"),
        description=locale_str("See a member's ratings, places and honours"),
    )
    @app_commands.rename(member=locale_str("member"))
    @app_commands.describe(member=locale_str("The member (default: you)"))
    @anywhere
    async def profile(self, interaction: Interaction, member: discord.User | None = None) -> None:
        """`/profile [member]`. It is acknowledged before the chart is drawn, since that may take a
        second."""
        whose = member or interaction.user
        profile = await self._profile(interaction, whose)
        await answered(
            interaction,
            interaction.response.defer(ephemeral=profile.hidden, thinking=True),
        )
        history = await self.bot.boards.history(scope(interaction), whose.id)
        judged = await self.bot.analyses.judged(scope(interaction), whose.id)
        shelf = await self.bot.service.achievements.shelf(scope(interaction), whose.id)
        own = whose.id == interaction.user.id
        text_only = await wants_text(self.bot, interaction.user.id)

        async def draw() -> Drawn:
            reader = to_everyone(self.bot, scope(interaction))
            async with nullcontext() if profile.hidden else reader:
                return await profile_message(
                    profile, history, judged, shelf, own=own, text_only=text_only
                )

        await finished(interaction, draw)

    async def _profile(self, interaction: Interaction, whose: discord.abc.User) -> Profile:
        """The numbers that the asker may see. Raises Hidden, or NothingPlayed."""
        fools = games_with_fools()
        profile = await self.bot.boards.profile(scope(interaction), whose.id, fools)
        if whose.id != interaction.user.id and await self.bot.boards.is_hidden(whose.id):
            raise Hidden(name=name_of(whose))
        if profile is None:
            raise NothingPlayed(name=name_of(whose))
        return profile
