"""Fair play. Moderators see pairs of players with unusual results in rated games, and appeals. An
appeal comes from a member who was removed from a game. The member appeals with the button *Appeal
against a removal…*."""

from __future__ import annotations

import re

from discord import ui

from bot.core.errors import NoFinishedGame
from bot.core.model import FinishedGame
from bot.fair_play.model import NothingUnusual, Suspicion
from cogs.discord.away import manages
from cogs.discord.cog import ShijoCog
from cogs.discord.components import IN_FAIR_PLAY, on_press
from cogs.discord.errors import NotUnderstood, OlderShijo
from cogs.discord.interactions import Interaction
from cogs.discord.layout import message
from cogs.discord.presses import Input, number_of
from cogs.discord.settings_tabs import FAIR_PLAY, settings_tabs
from cogs.fair_play.message import PAGE, appeal_page, overview, own_removals, pair_page, value_of
from cogs.leaderboards.annul import must_moderate
from cogs.words import _


class FairPlay(ShijoCog):
    """A cog that shows moderators unusual results and appeals against removals. It also lets
    members appeal."""

    @on_press(IN_FAIR_PLAY)
    async def pressed(self, interaction: Interaction, match: re.Match[str]) -> None:
        """Answer a press about fair play. A moderator can choose a pair of players, an appeal or a
        page, or turn an appeal down. Any member can ask for the list of their own removals, or
        appeal against one of them."""
        action, detail = match["action"], match["detail"] or ""
        if action == "appeal":
            view = await self._appealed(interaction, detail)
        elif action == "mine":
            fair, guild_id = self.bot.service.fair_play, interaction.guild_id or 0
            view = own_removals(await fair.removals(guild_id, interaction.user.id))
        else:
            must_moderate(interaction, interaction.channel_id)
            view = await self._shown(interaction, action, detail)
        await interaction.response.edit_message(view=view)

    async def _shown(self, interaction: Interaction, action: str, detail: str) -> ui.LayoutView:
        match action:
            case "all":
                return await self._overview(interaction)
            case "show":
                return await self._chosen(interaction, Input.by(interaction).first)
            case "page":
                return await self._chosen(interaction, detail)
            case "down":
                words = detail.removeprefix("appeal:").split(":")
                fair = self.bot.service.fair_play
                await fair.turn_down(await fair.appeal_of(*_appeal(interaction, words)))
                return await self._overview(interaction)
            case _:
                raise OlderShijo

    async def _overview(self, interaction: Interaction) -> ui.LayoutView:
        guild_id = interaction.guild_id or 0
        return overview(
            await self.bot.boards.suspicions(guild_id),
            await self.bot.service.fair_play.appeals(guild_id),
            settings_tabs(FAIR_PLAY) if manages(interaction) else (),
        )

    async def _appealed(self, interaction: Interaction, detail: str) -> ui.LayoutView:
        table_id, _colon, number = detail.partition(":")
        fair, guild_id, member_id = (
            self.bot.service.fair_play,
            interaction.guild_id or 0,
            interaction.user.id,
        )
        await fair.appeal(guild_id, member_id, table_id, number_of(number))
        return own_removals(await fair.removals(guild_id, member_id))

    async def _chosen(self, interaction: Interaction, value: str) -> ui.LayoutView:
        """Return the page for the value of a select or a button. `value_of` or `appeal_value` made
        the value. Raises NothingUnusual if the pair's results no longer count as unusual, or if the
        appeal no longer waits for a moderator. Raises NotUnderstood if the value makes no sense."""
        match value.split(":"):
            case ["appeal", *words]:
                appeal = await self.bot.service.fair_play.appeal_of(*_appeal(interaction, words))
                game = await self._game(interaction, appeal.table_id, appeal.number)
                return appeal_page(appeal, game)
            case ["pair", sign, first, second, *rest]:
                wanted = f"pair:{sign}:{first}:{second}"
                for found in await self.bot.boards.suspicions(interaction.guild_id or 0):
                    if value_of(found) == wanted:
                        page = number_of(rest[0]) if rest else 0
                        return await self._pair(interaction, found, page)
                raise NothingUnusual
            case _:
                raise NotUnderstood

    async def _pair(self, interaction: Interaction, found: Suspicion, page: int) -> ui.LayoutView:
        named = found.games[page * PAGE : (page + 1) * PAGE]
        games = [await self._game(interaction, *each) for each in named]
        if not games:
            return message([_("There are no more games to check.")])
        return pair_page(found, [game for game in games if game is not None], page)

    async def _game(
        self, interaction: Interaction, table_id: str, number: int
    ) -> FinishedGame | None:
        try:
            return await self.bot.boards.finished_game(interaction.guild_id or 0, table_id, number)
        except NoFinishedGame:
            return None


def _appeal(interaction: Interaction, words: list[str]) -> tuple[int, str, int, int]:
    """Return the ids of an appeal: the server's id, the table's id, the number of the game and the
    member's id. `words` are the last three of these as text. Raises NotUnderstood if they make no
    sense."""
    match words:
        case [table_id, number, member_id]:
            return interaction.guild_id or 0, table_id, number_of(number), number_of(member_id)
        case _:
            raise NotUnderstood
