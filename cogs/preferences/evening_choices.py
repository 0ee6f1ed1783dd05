"""The part of `/settings` about a server's evenings: their picture, and the weekly game night."""

from __future__ import annotations

from functools import partial
from typing import Final

import discord

from bot.evenings.model import LEAST_GAMES
from bot.preferences.model import ServerSettings
from cogs.discord.components import IN_SETTINGS, Item
from cogs.discord.layout import Block, channel_select
from cogs.preferences.settings_items import UNSET, Changes, described, select_of, switch
from cogs.words import _, marked
from cogs.words.figures import time_of_day

# Translators: A setting of the server about evenings, or a line about it.

DAYS: Final = (
    marked("Every Monday"),
    marked("Every Tuesday"),
    marked("Every Wednesday"),
    marked("Every Thursday"),
    marked("Every Friday"),
    marked("Every Saturday"),
    marked("Every Sunday"),
)
HOURS: Final = range(24)
"""The hours, by the server's clock, at which a game night may begin."""


def evening_choices(
    server: ServerSettings, changes: Changes, guild: discord.Guild | None
) -> list[Block]:
    """Return the section of the settings about evenings, with a warning for everything that the
    game night lacks, such as a permission. `changes` says who changed which setting last."""
    choice = partial(described, changes)
    night = (
        _(
            "Pick a day, and once a week I create an event, ping everyone who's opted in and open "
            "tables for the games this server plays most."
        )
        if server.night_day is None
        else _(
            "Once a week, I create an event, ping everyone who's opted in and open tables for the "
            "games this server plays most."
        )
    )
    summary = (
        _(
            "After an evening of {least} or more games, I post a picture that sums it up.",
            least=LEAST_GAMES,
        )
        if server.evenings
        else _(
            "Turn this on, and I post a picture that sums up an evening of {least} or more games.",
            least=LEAST_GAMES,
        )
    )
    return [
        *choice(
            ("evenings",),
            _("Evening summary"),
            summary,
            switch(server, "evenings"),
        ),
        *choice(
            ("time_zone",),
            _("Time zone"),
            _("{zone} (change it with `/settings time-zone`)", zone=server.time_zone),
        ),
        *choice(
            ("night_day", "night_hour", "night_channel"),
            _("Game night"),
            "\n-# ".join([night, *_lacking(server, guild)]),
            _day(server),
            _hour(server),
            _channel(server),
        ),
    ]


def _day(server: ServerSettings) -> Item:
    none = server.night_day is None
    options = [discord.SelectOption(label=_("No game night"), value=UNSET, default=none)]
    options += [
        discord.SelectOption(label=_(day), value=str(number), default=number == server.night_day)
        for number, day in enumerate(DAYS)
    ]
    return select_of(IN_SETTINGS.id("night-day"), _("No game night"), options)


def _hour(server: ServerSettings) -> Item:
    options = [
        discord.SelectOption(
            label=time_of_day(hour),
            value=str(hour),
            default=hour == server.night_hour,
        )
        for hour in HOURS
    ]
    return select_of(IN_SETTINGS.id("night-hour"), _("Start of game night"), options)


def _channel(server: ServerSettings) -> Item:
    chosen = [] if server.night_channel is None else [server.night_channel]
    asked = _("Game night channel")
    types = [discord.ChannelType.text]
    return IN_SETTINGS(channel_select(IN_SETTINGS.id("night-channel"), asked, types, chosen))


def _lacking(server: ServerSettings, guild: discord.Guild | None) -> list[str]:
    """Return a warning for everything that would keep a game night from working."""
    if server.night_day is None or guild is None:
        return []
    if server.night_channel is None:
        return ["⚠️ " + _("Pick a channel, or game night won't happen.")]
    lacks = []
    channel, allowed = guild.get_channel(server.night_channel), guild.me.guild_permissions
    if channel is not None and not channel.permissions_for(guild.me).send_messages:
        lacks.append(
            _("I can't open tables in that channel. I need the *Send Messages* permission there.")
        )
    if not server.wants_tables_in(server.night_channel):
        lacks.append(_("This server doesn't allow tables in that channel."))
    if not (allowed.create_events or allowed.manage_events):
        lacks.append(
            _("I can't create an event for game night. I need the *Create Events* permission.")
        )
    return [f"⚠️ {each}" for each in lacks]
