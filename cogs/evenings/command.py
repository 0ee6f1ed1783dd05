"""Shows an evening as one picture. An evening is the games that followed each other in a server
without a long break. The picture is shown to a member who presses the button at a result."""

from __future__ import annotations

import re
from contextlib import nullcontext
from typing import Final

from bot.core.errors import NoFinishedGame
from bot.evenings.model import LEAST_GAMES, QuietEvening
from cogs.discord.cog import ShijoCog
from cogs.discord.components import IN_EVENING, Item, on_press
from cogs.discord.interactions import Interaction, all_may_see, may_see, scope, wants_text
from cogs.discord.languages import to_everyone
from cogs.discord.layout import loud
from cogs.edits.answers import Drawn, answered, finished
from cogs.evenings.message import evening_message
from cogs.words import _

SHOW: Final = "show"


class EveningPictures(ShijoCog):
    """A cog that shows the evening to which a finished game belongs."""

    @on_press(IN_EVENING)
    async def pressed(self, interaction: Interaction, match: re.Match[str]) -> None:
        """Answer a press that asks for the evening to which a finished game belongs. The answer is
        a message for the member alone or for everyone. Games in channels that the message's readers
        can't see are left out. Raises QuietEvening if too few games or players remain, and
        NoFinishedGame outside of servers."""
        table_id, number = match["table"], int(match["number"])
        everyone = match["action"] == SHOW
        evenings, here = self.bot.service.evenings, scope(interaction)
        if interaction.guild_id is None:
            raise NoFinishedGame
        whole = await evenings.of_game(here, table_id, number)
        sees = all_may_see if everyone else may_see
        channels = {game.channel_id for game in whole.games}
        evening = whole.within(
            each for each in channels if _is_awake(interaction, each) and sees(interaction, each)
        )
        if not evening.is_worth_showing:
            raise QuietEvening(least=LEAST_GAMES)
        await answered(
            interaction, interaction.response.defer(ephemeral=not everyone, thinking=True)
        )
        text_only = await wants_text(self.bot, interaction.user.id) and not everyone
        buttons = [] if everyone else [_show(table_id, number)]
        judged, zone = await evenings.with_chances(evening), await evenings.zone(here)

        async def draw() -> Drawn:
            async with to_everyone(self.bot, here) if everyone else nullcontext():
                return await evening_message(judged, zone, buttons, text_only=text_only)

        await finished(interaction, draw)


def _is_awake(interaction: Interaction, channel_id: int) -> bool:
    """Return whether the bot knows the channel `channel_id`, or the press was made in this channel.
    A channel that the bot doesn't know may be an archived thread, and the bot can't tell who may
    see that thread."""
    known = interaction.guild and interaction.guild.get_channel_or_thread(channel_id)
    return known is not None or channel_id == interaction.channel_id


def _show(table_id: str, number: int) -> Item:
    return IN_EVENING(loud(_("Show everyone"), IN_EVENING.id(table_id, number, SHOW)))
