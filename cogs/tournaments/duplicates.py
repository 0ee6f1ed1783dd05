"""How the players of a tournament hear of their duplicates. Those post their own messages."""

from __future__ import annotations

from functools import partial

from discord.utils import format_dt

from bot.today.duplicate import Duplicate
from bot.tournaments.model import Tournament
from cogs.discord.client import ShijoBot
from cogs.discord.telling import tell
from cogs.tournaments.places import link_to, open_duplicates
from cogs.tournaments.words import title_of
from cogs.words import _


async def tell_of_duplicates(bot: ShijoBot, tournament: Tournament) -> None:
    """Tell the two of each duplicate that has its message, once. Raises discord.HTTPException and
    TableErrors."""
    for fixture, duplicate in await open_duplicates(bot, tournament):
        untold = duplicate.message_id is not None and fixture.told < fixture.games
        if untold and await bot.tournaments.claim_telling(tournament.id, fixture, fixture.games):
            place = bot.get_partial_messageable(duplicate.channel_id, guild_id=duplicate.guild_id)
            members = [each.id for each in duplicate.members]
            text = partial(_told, tournament, duplicate)
            await tell(bot, place, tournament.guild_id, members, text)


def _told(tournament: Tournament, duplicate: Duplicate) -> str:
    return _(
        "Your tournament match is open: {match}. Play your two deals before {when}.",
        match=f"[{title_of(tournament.rules)}]({link_to(duplicate)})",
        when=format_dt(duplicate.until, "f"),
    )
