"""The welcome in a server that has added the bot: a few words, and buttons that open a first table,
one for each game."""

from __future__ import annotations

import re
from typing import Final

import discord
from discord import ui
from discord.ext import commands

import games
from cogs.discord.cog import ShijoCog
from cogs.discord.components import IN_SETUP, IN_WELCOME, Item, on_press
from cogs.discord.connection import PASSING
from cogs.discord.errors import logged
from cogs.discord.interactions import Interaction
from cogs.discord.languages import to_everyone
from cogs.discord.layout import BUTTONS, even_rows, message, rows, short
from cogs.table.lobby.command import Lobbies
from cogs.words import _
from cogs.words.game import game_line

OFFERED: Final = 2 * BUTTONS
"""The most games that have a button. The other games are found by `/play`."""


class Welcome(ShijoCog):
    """A cog that greets new servers, and opens their first tables."""

    @commands.Cog.listener()
    async def on_guild_join(self, guild: discord.Guild) -> None:
        """Post the welcome in a server that has added the bot, in a channel where the bot may
        write."""
        channel = place_in(guild)
        if channel is None:
            return
        try:
            async with to_everyone(self.bot, guild.id):
                view = welcome()
            await channel.send(view=view)
        except (discord.HTTPException, *PASSING) as error:
            logged(error, f"the welcome in server {guild.id}")

    @on_press(IN_WELCOME)
    async def pressed(self, interaction: Interaction, match: re.Match[str]) -> None:
        """Answer a press on a game's button in the same way as `/play`."""
        await self.bot.cog(Lobbies).begin(interaction, games.load(match["game"]).name)


def place_in(guild: discord.Guild) -> discord.TextChannel | None:
    """Return the channel for the welcome. This is the channel in which Discord announces new
    members, if the bot may write there. Otherwise it is the first text channel where the bot may
    write. Returns None when there is no such channel."""
    here = [guild.system_channel, *guild.text_channels]
    return next((each for each in here if each is not None and _may_write(each)), None)


def _may_write(channel: discord.TextChannel) -> bool:
    allowed = channel.permissions_for(channel.guild.me)
    return allowed.view_channel and allowed.send_messages


def welcome() -> ui.LayoutView:
    """Return the welcome message."""
    buttons = [
        IN_WELCOME(
            ui.Button(
                label=short(_("Play {game}", game=_(kind.title))),
                style=discord.ButtonStyle.success,
                custom_id=IN_WELCOME.id(name),
            )
        )
        for name, kind in list(games.available().items())[:OFFERED]
    ]
    lines = "\n".join(game_line(kind) for kind in list(games.available().values())[:OFFERED])
    # Translators: A greeting for a server that has just added Shijo; “##” makes a heading.
    text = _(
        "## Shijo deals\n"
        "Pick a game and a table opens for you and a bot. Others can join until you "
        "press *Start*."
    )
    commands = _("`/play` opens a table, `/learn` teaches you a game and `/rules` explains it.")
    return message(
        [f"{text}\n{lines}", *even_rows(buttons), "-# " + commands, *rows([setup_button()])]
    )


def setup_button() -> Item:
    """Return the button with which a member who may manage the server begins to set the bot up."""
    return IN_SETUP(
        ui.Button(
            label=_("Set up Shijo"),
            style=discord.ButtonStyle.secondary,
            emoji="⚙️",
            custom_id=IN_SETUP.id("language", "ask"),
        )
    )
