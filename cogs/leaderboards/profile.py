"""`/profile`: a member's numbers on this server. Only the member who asked sees the answer, until
they show it to everyone. Only the profile's own member ever sees the member's mistakes. The profile
of a member who is hidden from leaderboards is shown to nobody else."""

from __future__ import annotations

import re
from contextlib import nullcontext

import discord
from discord import app_commands
from discord.app_commands import locale_str

from bot.fair_play.model import Left
from bot.leaderboards.model import Profile
from cogs.discord.cog import ShijoCog
from cogs.discord.components import IN_PROFILE, on_press
from cogs.discord.interactions import Interaction, anywhere, scope, wants_text
from cogs.discord.languages import to_everyone
from cogs.discord.presses import number_of
from cogs.edits.answers import Drawn, answered, finished
from cogs.leaderboards.errors import Hidden, NothingPlayed, NothingPlayedByYou
from cogs.leaderboards.names import games_with_fools
from cogs.leaderboards.profile_message import Besides, profile_message
from cogs.words.names import name_of


class Profiles(ShijoCog):
    """A cog that shows members' profiles."""

    @app_commands.command(
        name=locale_str("profile"),
        description=locale_str("See a member's ratings, rankings and honours"),
    )
    @app_commands.rename(member=locale_str("member"))
    @app_commands.describe(member=locale_str("The member (default: you)"))
    @anywhere
    async def profile(self, interaction: Interaction, member: discord.User | None = None) -> None:
        """`/profile [member]`: answers the asking member alone with the profile of `member`.
        Without `member`, the profile is the asking member's own."""
        whose = member or interaction.user
        await self._answer(interaction, whose.id, name_of(whose), everyone=False)

    @on_press(IN_PROFILE)
    async def shown(self, interaction: Interaction, match: re.Match[str]) -> None:
        """Show everyone the profile that a member has looked at. Raises Hidden if the profile's
        member is hidden from leaderboards, and NothingPlayed if the profile is empty."""
        whose = number_of(match["member"])
        await self._answer(interaction, whose, "?", everyone=True)

    async def _answer(
        self, interaction: Interaction, whose: int, name: str, *, everyone: bool
    ) -> None:
        """Answer a press or a command with the profile of the member `whose`, for everyone or for
        the asking member alone. The press is acknowledged first, because drawing the chart can take
        a second."""
        here, asker = scope(interaction), interaction.user.id
        profile = await self._profile(interaction, whose, name, everyone=everyone)
        await answered(
            interaction, interaction.response.defer(ephemeral=not everyone, thinking=True)
        )
        history = await self.bot.boards.history(here, whose)
        judged = await self.bot.analyses.judged(here, whose)
        besides = await self._besides(here, whose)
        if not profile.games and not besides:
            raise NothingPlayedByYou if whose == asker else NothingPlayed(name=name)
        # The button holds a member's number alone; their name is that of their games.
        shows = interaction.guild_id is not None and not profile.hidden and profile.games
        to_show = None if everyone or not shows else IN_PROFILE.id(whose, "show")
        text_only = await wants_text(self.bot, asker)

        async def draw() -> Drawn:
            async with to_everyone(self.bot, here) if everyone else nullcontext():
                return await profile_message(
                    profile,
                    besides,
                    history,
                    judged,
                    own=whose == asker and not everyone,
                    to_show=to_show,
                    text_only=text_only,
                )

        await finished(interaction, draw)

    async def _profile(
        self, interaction: Interaction, whose: int, name: str, *, everyone: bool
    ) -> Profile:
        """Return the profile of the member with the id `whose`. It is empty if this member has not
        finished a game here. (The member might have badges, but these are not part of it.)

        Raises Hidden if the member is hidden from leaderboards, unless the member asks for their
        own profile and nobody else sees the answer. Raises NothingPlayed if the profile is empty
        and is to be shown to everyone."""
        profile = await self.bot.boards.profile(scope(interaction), whose, games_with_fools())
        hidden = await self.bot.boards.is_hidden(whose)
        if (everyone or whose != interaction.user.id) and hidden:
            raise Hidden(name=name if profile is None else profile.name)
        if profile is None and everyone:
            raise NothingPlayed(name=name)
        return profile or Profile(whose, name, hidden, (), None, None, Left(0, 0))

    async def _besides(self, here: int, whose: int) -> Besides:
        service = self.bot.service
        dealt, _ = await service.today.streak(whose)
        return Besides(
            shelf=await service.achievements.shelf(here, whose),
            dealt=dealt,
            guessed=await service.guesses.tally(here, whose),
            duplicates=await service.duplicates.ratings_of(here, whose),
            teams=await service.team_matches.ratings_of(here, whose),
        )
