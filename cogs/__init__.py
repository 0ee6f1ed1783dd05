"""Discord in and out: slash commands, messages, panels. No rules, no SQL."""

from __future__ import annotations

from typing import TYPE_CHECKING

from cogs.hand import Hands
from cogs.items import ALL
from cogs.leaderboard import Leaderboard
from cogs.lobby import Lobbies
from cogs.messages import Messages
from cogs.options import GameChoices
from cogs.rules import Rules
from cogs.seats import Seats
from cogs.shijo import Shijo

if TYPE_CHECKING:
    from bot.client import ShijoBot


async def setup(bot: ShijoBot) -> None:
    """Adds all cogs and everything that can be pressed, and follows the changes of `bot.tables`."""
    bot.add_dynamic_items(*ALL)
    for cog in (Messages, Lobbies, GameChoices, Seats, Hands, Rules, Leaderboard, Shijo):
        await bot.add_cog(cog(bot))


async def post_again(bot: ShijoBot, table_id: str) -> None:
    """Posts a table's message anew when the old one is known to be gone. Raises TableErrors."""
    messages = bot.get_cog("Messages")
    if isinstance(messages, Messages):
        await messages.post_again(table_id)
