"""The Discord side: slash commands, messages, panels. No rules, no SQL."""

from __future__ import annotations

from typing import Final

import discord

from cogs.gateway.client import ShijoBot
from cogs.gateway.cog import ShijoCog
from cogs.gateway.errors import command_failed
from cogs.gateway.languages import Translator
from cogs.gateway.presses import Presses
from cogs.leaderboards.annul import Annulments
from cogs.leaderboards.boards import Leaderboard
from cogs.leaderboards.fair_play import FairPlay
from cogs.leaderboards.honours import Honours
from cogs.leaderboards.profile import Profiles
from cogs.leaderboards.seasons import Seasons
from cogs.leaderboards.title_roles import TitleRoles
from cogs.lessons.learn import Lessons
from cogs.owner.desk import OwnersDesk
from cogs.past.history import Archive
from cogs.past.practice import Practice
from cogs.past.replay import Replays
from cogs.preferences.me import MemberChoices
from cogs.preferences.notify import NoticeChoices
from cogs.preferences.settings import ServerChoices
from cogs.puzzles.daily import DailyPuzzles
from cogs.table.challenge import Challenging
from cogs.table.hand import Hands
from cogs.table.leaving import Leaving
from cogs.table.options import GameChoices
from cogs.table.play import Lobbies
from cogs.table.rules import Rules
from cogs.table.seats import Seats
from cogs.table.shijo import Shijo
from cogs.table.welcome import Welcome
from cogs.tournaments.command import TournamentDesk
from cogs.tournaments.upkeep import TournamentUpkeep
from cogs.upkeep.access import Access
from cogs.upkeep.mentions import Mentions
from cogs.upkeep.messages import Messages
from cogs.upkeep.notices import Announcements
from cogs.upkeep.orders import OrdersUpkeep
from cogs.upkeep.servers import Servers

COGS: Final[tuple[type[ShijoCog], ...]] = (
    Presses,
    Messages,
    OrdersUpkeep,
    Access,
    Mentions,
    Announcements,
    Lobbies,
    Challenging,
    GameChoices,
    Seats,
    Leaving,
    Hands,
    Rules,
    Lessons,
    Leaderboard,
    Profiles,
    Seasons,
    TitleRoles,
    Annulments,
    FairPlay,
    Honours,
    Archive,
    Replays,
    DailyPuzzles,
    Practice,
    TournamentUpkeep,
    TournamentDesk,
    ServerChoices,
    MemberChoices,
    NoticeChoices,
    OwnersDesk,
    Shijo,
    Servers,
    Welcome,
)
"""All cogs, in the order in which they are added; the owner's is added where the settings name a
server for it, and there alone."""


async def setup(bot: ShijoBot) -> None:
    """Add all cogs and the translator to the bot."""
    await bot.tree.set_translator(Translator())
    bot.tree.error(command_failed)
    server = bot.settings.owner.server
    for cog in COGS:
        if cog is not OwnersDesk:
            await bot.add_cog(cog(bot))
        elif server is not None:
            await bot.add_cog(cog(bot), guild=discord.Object(server))
