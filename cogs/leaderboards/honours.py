"""Announces walk-off Deegans in a separate message. A walk-off Deegan is a rare way to win Dritzak:
the last card was face down, and so was the ten played right before it. All other feats are shown
only in the table's message."""

from __future__ import annotations

import logging
from collections.abc import Sequence
from dataclasses import dataclass
from typing import Final

import discord
from discord import ui

from bot.core.background import Background
from bot.core.model import News, Table, Update
from bot.core.scope import server_in
from cogs.discord.client import ShijoBot
from cogs.discord.cog import ShijoCog
from cogs.discord.connection import PASSING
from cogs.discord.languages import to_everyone
from cogs.discord.layout import message
from cogs.words import _, marked
from cogs.words.game import game_title
from cogs.words.seats import Names
from games.core import Deed

# Translators: Posted for everyone when a player wins Dritzak in the grandest way.

log = logging.getLogger(__name__)


@dataclass(frozen=True, slots=True)
class Acclaim:
    """The text of an announcement of a feat: a headline in which `{name}` stands for the member, a
    sentence, and the colour of the message."""

    headline: str
    text: str
    colour: int


ACCLAIM: Final[dict[str, Sequence[Acclaim]]] = {
    "walk-off": (
        Acclaim(
            marked("### 🌟 {name} pulls off a walk-off Deegan"),
            marked(
                "A face-down ten, and the last card right after it. That's a **walk-off Deegan**."
            ),
            0xC9A227,
        ),
        Acclaim(
            marked("## 🌟🌟 {name} pulls off a double walk-off Deegan"),
            marked(
                "Two tens in a row and out: a **double walk-off Deegan**. Some play for years and "
                "never see one."
            ),
            0xE0B021,
        ),
        Acclaim(
            marked("# 🌟🌟🌟 {name}: a TRIPLE walk-off Deegan"),
            marked("Ten, ten, ten, and gone. Tell your grandchildren you sat at this table."),
            0xF2C230,
        ),
        Acclaim(
            marked("# 🌠 {name}: THE QUADRUPLE WALK-OFF DEEGAN 🌠"),
            marked(
                "**All four tens, one after the other, and the last card down.**\n"
                "There's no higher honour. All rise. 👏👏👏👏"
            ),
            0xFFD75E,
        ),
    ),
}
"""The announcements of a deed, by the deed's name. There is an announcement for each degree from 1.
Higher degrees use the last announcement."""


class Honours(ShijoCog):
    """A cog that announces the feats (*deeds* in the code) of `ACCLAIM` in the channel of the table
    where they happened."""

    def __init__(self, bot: ShijoBot) -> None:
        super().__init__(bot)
        self._background = Background()
        bot.tables.listen(self._done, News.DEED)

    async def cog_unload(self) -> None:
        """Cancel running work."""
        self._background.cancel()

    def _done(self, update: Update) -> None:
        for happening in update.happenings:
            for deed in happening.deeds:
                if deed.name in ACCLAIM:
                    self._background.start(self._announce(update.table, deed))

    async def _announce(self, table: Table, deed: Deed) -> None:
        channel = self.bot.get_partial_messageable(
            table.channel_id, guild_id=server_in(table.guild_id)
        )
        async with to_everyone(self.bot, table.guild_id):
            view = announcement(table, deed)
        try:
            await channel.send(view=view)
        except (discord.HTTPException, *PASSING) as error:
            # A failure is no loss: the table's own message tells the deed too.
            log.warning(
                "an honour at table %s is not announced: %s", table.id, type(error).__name__
            )


def announcement(table: Table, deed: Deed) -> ui.LayoutView:
    """Return the message that announces a deed (a feat of a member in a game). The text depends on
    the deed's degree, a number that grows with the size of the feat. A higher degree gets stronger
    words of praise."""
    degrees = ACCLAIM[deed.name]
    acclaim = degrees[min(deed.degree, len(degrees)) - 1]
    names = Names(tuple(seat.name for seat in table.seats))
    headline = _(acclaim.headline, name=names[deed.seat])
    beyond = f" ×{deed.degree}" if deed.degree > len(degrees) else ""
    small = _(
        "-# {game}, game {number} at this table",
        game=game_title(table.game),
        number=table.game_number,
    )
    return message(
        [headline + beyond, _(acclaim.text), small], colour=discord.Colour(acclaim.colour)
    )
