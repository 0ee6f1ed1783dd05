"""The Discord side of the bot: slash commands, messages and buttons. It contains no rules of games
and no SQL."""

from __future__ import annotations

from typing import Final

from discord import Object

from cogs.analysis.command import Practice
from cogs.analysis.insights import Insights
from cogs.challenges.command import Challenging
from cogs.discord.client import ShijoBot
from cogs.discord.cog import ShijoCog
from cogs.discord.languages import Translator
from cogs.discord.presses import Presses
from cogs.discord.tree import passed_on
from cogs.doors.command import BoardLinks
from cogs.doors.upkeep import Boards
from cogs.evenings.command import EveningPictures
from cogs.evenings.nights import GameNights
from cogs.evenings.upkeep import EveningUpkeep
from cogs.fair_play.command import FairPlay
from cogs.help.command import Help
from cogs.history.command import Archive
from cogs.history.folding import Folding
from cogs.history.replay import Replays
from cogs.leaderboards.annul import Annulments
from cogs.leaderboards.command import Leaderboard
from cogs.leaderboards.honours import Honours
from cogs.leaderboards.profile import Profiles
from cogs.leaderboards.seasons import Seasons
from cogs.leaderboards.title_roles import TitleRoles
from cogs.lessons.command import Lessons
from cogs.notices.command import NoticeChoices
from cogs.notices.upkeep import Announcements
from cogs.owner.command import OwnerCommands
from cogs.owner.upkeep import OrdersUpkeep
from cogs.preferences.member_command import MemberChoices
from cogs.preferences.server_command import ServerChoices
from cogs.preferences.setup import SetUp
from cogs.privacy.upkeep import Servers
from cogs.puzzles.command import DailyPuzzles
from cogs.table.access import Access
from cogs.table.hand.command import Hands
from cogs.table.leaving import Leaving
from cogs.table.lobby.command import Lobbies
from cogs.table.lobby.options import GameChoices
from cogs.table.lobby.welcome import Welcome
from cogs.table.mentions import Mentions
from cogs.table.rules import RulesCommand, offer_games
from cogs.table.seats import Seats
from cogs.table.shijo import Shijo
from cogs.table.upkeep import TableUpkeep
from cogs.teams.command import Teams
from cogs.today.command import Today
from cogs.today.duplicates import DuplicatesUpkeep
from cogs.tournaments.command import TournamentCommands
from cogs.tournaments.upkeep import TournamentUpkeep

COGS: Final[tuple[type[ShijoCog], ...]] = (
    Presses,
    TableUpkeep,
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
    BoardLinks,
    RulesCommand,
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
    Folding,
    EveningPictures,
    EveningUpkeep,
    GameNights,
    DailyPuzzles,
    Today,
    DuplicatesUpkeep,
    Teams,
    Practice,
    Insights,
    TournamentUpkeep,
    TournamentCommands,
    ServerChoices,
    SetUp,
    MemberChoices,
    NoticeChoices,
    Help,
    OwnerCommands,
    Shijo,
    Servers,
    Welcome,
    Boards,
)
"""All cogs, in the order in which they are added. The cog `OwnerCommands` is added only if the
settings name a server of the bot's owner, and its commands exist only in that server."""


async def setup(bot: ShijoBot) -> None:
    """Add all cogs to the bot, set the translator of its commands, and fill in the list of games
    that its commands offer as choices."""
    offer_games()
    await bot.tree.set_translator(Translator())
    bot.tree.error(passed_on)
    server = bot.settings.owner.server
    for cog in COGS:
        if cog is not OwnerCommands:
            await bot.add_cog(cog(bot))
        elif server is not None:
            # Plain `discord` is our own folder in this module, once `cogs.discord` is imported.
            await bot.add_cog(cog(bot), guild=Object(server))
