"""What members prefer, as far as boards and profiles go by it."""

from __future__ import annotations

from cogs.gateway.client import ShijoBot


async def wants_text(bot: ShijoBot, member_id: int) -> bool:
    """Whether a member chose words in the place of pictures. Raises NotSaved when the database
    fails."""
    return (await bot.tables.preferences.member(member_id)).text_only
