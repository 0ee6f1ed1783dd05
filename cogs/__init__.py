"""Discord in and out: slash commands, messages, panels. No rules, no SQL."""

from __future__ import annotations

import logging
from typing import TYPE_CHECKING, Final

from cogs.access import Access
from cogs.annul import Annulments
from cogs.archive import Archive
from cogs.errors import command_failed
from cogs.hand import Hands
from cogs.honours import Honours
from cogs.languages import Translator
from cogs.leaderboard import Leaderboard
from cogs.leaving import Leaving
from cogs.lobby import Lobbies
from cogs.me import MemberChoices
from cogs.mentions import Mentions
from cogs.messages import Messages
from cogs.options import GameChoices
from cogs.presses import Presses
from cogs.profile import Profiles
from cogs.replays import Replays
from cogs.rules import Rules
from cogs.seasons import Seasons
from cogs.seats import Seats
from cogs.servers import Servers
from cogs.settings import ServerChoices
from cogs.shijo import Shijo
from cogs.welcome import Welcome
from cogs.words.load import found

if TYPE_CHECKING:
    from bot.client import ShijoBot


log = logging.getLogger(__name__)

COGS: Final = (
    Presses,
    Messages,
    Access,
    Mentions,
    Lobbies,
    GameChoices,
    Seats,
    Leaving,
    Hands,
    Rules,
    Leaderboard,
    Profiles,
    Seasons,
    Annulments,
    Honours,
    Archive,
    Replays,
    ServerChoices,
    MemberChoices,
    Shijo,
    Servers,
    Welcome,
)
"""All cogs, in the order in which they are added."""


async def setup(bot: ShijoBot) -> None:
    """Adds all cogs and follows the changes of `bot.tables`."""
    for game, reason in found().broken.items():
        log.warning("The words of the plug-in %s can't be used: %s", game, reason)
    await bot.tree.set_translator(Translator())
    bot.tree.error(command_failed)
    for cog in COGS:
        await bot.add_cog(cog(bot))


async def post_again(bot: ShijoBot, table_id: str) -> None:
    """Posts a table's message anew when the old one is known to be gone. Raises TableErrors."""
    messages = bot.get_cog("Messages")
    if isinstance(messages, Messages):
        await messages.post_again(table_id)
