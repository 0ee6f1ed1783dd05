"""The panels of `/settings`: the server's choices, each with an item that changes it."""

from __future__ import annotations

from datetime import timedelta
from functools import partial
from typing import Final

import discord
from discord import ui

import games
from bot.core.model import Speed
from bot.notices.model import MOST_AN_HOUR
from bot.preferences.model import ServerSettings
from cogs.discord.components import IN_SEASONS, IN_SETTINGS, Item
from cogs.discord.languages import LANGUAGES
from cogs.discord.layout import LABEL, OPTIONS, Block, channel_select, line, message, rows, short
from cogs.discord.settings_tabs import COMMUNITY, TABLES, settings_tabs
from cogs.preferences.evening_choices import evening_choices
from cogs.preferences.settings_items import (
    UNSET,
    Changes,
    described,
    lines_with_unset,
    noticed,
    select_of,
    switch,
)
from cogs.table.lobby.rulings import presets_of
from cogs.table.lobby.speeds import TITLES, speed_line, speed_time
from cogs.words import _, counted, marked
from cogs.words.figures import time_in_utc
from cogs.words.load import strength_title
from games.core import Game
from games.players import LEVELS

# Translators: A setting of the server, or a line about it.

MOST: Final = (1, 2, 3, 5, 8, 12, 20, 50, 100)
"""The numbers that a server can choose as the most open tables at the same time."""
MINUTE: Final = timedelta(minutes=1)
FOLDING: Final = {
    10: marked("Results collapse after 10 minutes"),
    60: marked("Results collapse after an hour"),
    24 * 60: marked("Results collapse after a day"),
}
"""The times after which a result can collapse (from then on it is shown only in short). The server
chooses one of them. The key is the time in minutes, and the value is the text of the choice."""
HOURS: Final = range(24)
"""The hours (UTC) at which the daily puzzle may be posted."""
POSTS: Final = (discord.ChannelType.text, discord.ChannelType.news)
"""The kinds of channels where the daily puzzle may be posted."""
PLACES: Final = (
    discord.ChannelType.text,
    discord.ChannelType.news,
    discord.ChannelType.voice,
    discord.ChannelType.stage_voice,
    discord.ChannelType.forum,
    discord.ChannelType.public_thread,
)
"""The kinds of channels where tables may be opened: all channels that members can write in, and
forums, because members can write in their posts."""


def tables_tab(
    server: ServerSettings, usual: Speed, changes: Changes, notice: str = ""
) -> ui.LayoutView:
    """Return the tab of the settings about a server's tables. `usual` is the speed of new tables in
    the bot's own settings, and `changes` says who changed which setting last. `notice` is the
    reason why the last choice was refused (empty: the last choice was accepted)."""
    choice = partial(described, changes)
    return message(
        [
            *settings_tabs(TABLES),
            *noticed(notice),
            *choice(
                ("channels",),
                _("Channels"),
                _("Channels where tables can open. Leave this empty to allow every channel."),
                _channels(server),
            ),
            *choice(
                ("threads",),
                _("Threads"),
                _("Each table can have its own thread."),
                switch(server, "threads"),
            ),
            *choice(
                ("speeds", "speed"),
                _("Speeds"),
                _("Choose the time limits hosts can pick, and the default."),
                _speeds(server),
                _first_speed(server, usual),
            ),
            *choice(
                ("most_tables",),
                _("Number of tables"),
                _("Choose how many tables can be open at the same time."),
                _most(server),
            ),
            *choice(
                ("level", "remarks"),
                _("Bots"),
                _("Choose the bots' usual strength, and whether they chat."),
                _level(server),
                switch(server, "remarks"),
            ),
            *choice(
                ("fold_after",),
                _("Results"),
                _("Pick a time, and finished games collapse to one line.")
                if server.fold_after is None
                else _(
                    "Finished games collapse to one line. Press *Show result* to see them in full."
                ),
                _folding(server),
            ),
            *choice(
                ("games",),
                _("Rules"),
                _("Each game's usual rules, and your house presets."),
                _games(),
            ),
        ]
    )


def community_tab(
    server: ServerSettings, changes: Changes, guild: discord.Guild | None, notice: str = ""
) -> ui.LayoutView:
    """Return the tab of the settings about languages, announcements and evenings, with the button
    that leads to the server's seasons. `changes` says who changed which setting last. `notice` is
    the reason why the last choice was refused (empty: the last choice was accepted)."""
    seasons: ui.Button[ui.LayoutView] = ui.Button(
        label=_("Seasons and titles…"), emoji="🏆", custom_id=IN_SEASONS.id("open")
    )
    choice = partial(described, changes)
    return message(
        [
            *settings_tabs(COMMUNITY),
            *noticed(notice),
            *choice(
                ("language",),
                _("Language"),
                _("The language of messages everyone sees."),
                _language(server),
            ),
            *choice(
                ("notices",),
                _("Pings"),
                _("Members use `/me` to choose which new tables they hear about.")
                if server.notices
                else _("Pick a number, and members can choose in `/me` what they hear about."),
                _notices(server),
            ),
            *choice(
                ("emotes",),
                _("Emotes"),
                _("Players can react with emotes, which stay at their seat until their next move.")
                if server.emotes
                else _("Turn this on, and players can react with emotes at their seat."),
                switch(server, "emotes"),
            ),
            *choice(
                ("puzzle_channel", "puzzle_hour"),
                _("Daily puzzle"),
                _(
                    "I'll post the daily puzzle in the channel and at the time you choose. "
                    "Without a channel, it's only in `/puzzle`."
                ),
                _puzzle_channel(server),
                _puzzle_hour(server),
            ),
            *evening_choices(server, changes, guild),
            *choice(
                (),
                _("Seasons"),
                _("Season length, a channel for podiums, and roles for titles."),
                IN_SEASONS(seasons),
            ),
        ]
    )


def _channels(server: ServerSettings) -> Item:
    asked = _("Tables allowed everywhere")
    custom_id = IN_SETTINGS.id("channels")
    return IN_SETTINGS(channel_select(custom_id, asked, PLACES, server.channels, most=OPTIONS))


def _speeds(server: ServerSettings) -> Item:
    options = [
        discord.SelectOption(
            label=speed_line(speed), value=speed.value, default=speed in server.speeds
        )
        for speed in Speed
    ]
    return select_of(IN_SETTINGS.id("speeds"), _("All speeds allowed"), options, most=len(options))


def _first_speed(server: ServerSettings, usual: Speed) -> Item:
    first = server.first_speed(usual)
    options = [
        discord.SelectOption(
            label=_("Default: {speed}", speed=_(TITLES[speed])),
            description=speed_time(speed) or None,
            value=speed.value,
            default=speed is first,
        )
        for speed in server.allowed_speeds
    ]
    return select_of(IN_SETTINGS.id("speed"), _("Default speed"), options)


def _most(server: ServerSettings) -> Item:
    options = [discord.SelectOption(label=_("No limit on open tables"), value=UNSET)]
    numbers = sorted({*MOST, *([server.most_tables] if server.most_tables else [])})
    options += [
        discord.SelectOption(
            label=counted("Max. {number} open table", "Max. {number} open tables", number),
            value=str(number),
            default=number == server.most_tables,
        )
        for number in numbers
    ]
    options[0].default = server.most_tables is None
    return select_of(IN_SETTINGS.id("most"), _("Max. open tables"), options)


def _folding(server: ServerSettings) -> Item:
    chosen = None if server.fold_after is None else str(server.fold_after // MINUTE)
    options = lines_with_unset(
        _("Results stay expanded"), chosen, {str(each): _(title) for each, title in FOLDING.items()}
    )
    return select_of(IN_SETTINGS.id("folding"), _("Results"), options)


def _language(server: ServerSettings) -> Item:
    options = lines_with_unset(_("Same as Discord"), server.language, LANGUAGES)
    return select_of(IN_SETTINGS.id("language"), _("Language"), options)


def _notices(server: ServerSettings) -> Item:
    options = [
        discord.SelectOption(
            label=counted(
                "Max. {number} ping an hour per member",
                "Max. {number} pings an hour per member",
                number,
            )
            if number
            else _("No pings for new tables"),
            value=str(number),
            default=number == server.notices,
        )
        for number in range(MOST_AN_HOUR, -1, -1)
    ]
    return select_of(IN_SETTINGS.id("notices"), _("Pings for new tables"), options)


def _level(server: ServerSettings) -> Item:
    titles = {name: strength_title(name) for name in reversed(LEVELS)}
    options = lines_with_unset(_("The bot owner's default"), server.level, titles)
    return select_of(IN_SETTINGS.id("level"), _("Bots"), options)


def _puzzle_channel(server: ServerSettings) -> Item:
    chosen = [] if server.puzzle_channel is None else [server.puzzle_channel]
    asked = _("Don't post the puzzle")
    return IN_SETTINGS(channel_select(IN_SETTINGS.id("puzzle"), asked, POSTS, chosen))


def _puzzle_hour(server: ServerSettings) -> Item:
    options = [
        discord.SelectOption(
            label=time_in_utc(hour),
            value=str(hour),
            default=hour == server.puzzle_hour,
        )
        for hour in HOURS
    ]
    return select_of(IN_SETTINGS.id("hour"), _("Puzzle time"), options)


def _games() -> Item:
    options = [
        discord.SelectOption(label=_(kind.title), value=name)
        for name, kind in games.available().items()
    ]
    return select_of(IN_SETTINGS.id("game"), _("Rules for a game…"), options)


def game_panel(server: ServerSettings, kind: type[Game], notice: str = "") -> ui.LayoutView:
    """Return the panel with a server's rules for a game: the preset of new tables, and the server's
    own presets. `notice` is the reason why the last choice was refused (empty: the last choice was
    accepted)."""
    own = server.game(kind.name)
    usual = own.preset or next(iter(kind.Options.presets))
    presets = [
        discord.SelectOption(label=short(title, LABEL), value=name, default=name == usual)
        for name, title in presets_of(kind, server).items()
    ]
    blocks: list[Block] = [
        f"### {_(kind.title)}",
        *noticed(notice),
        _("The default rules for new tables."),
        ui.ActionRow(select_of(IN_SETTINGS.id("preset", kind.name), _("Default rules"), presets)),
        line(),
        _(
            "House presets are this server's own rules. To make one, open a table, set "
            "its options and press “Save as house preset”."
        ),
    ]
    if own.house:
        house = [discord.SelectOption(label=short(name, LABEL), value=name) for name in own.house]
        blocks.append(
            ui.ActionRow(
                select_of(IN_SETTINGS.id("drop", kind.name), _("Delete a house preset…"), house)
            )
        )
    back: ui.Button[ui.LayoutView] = ui.Button(
        label=_("All settings"), custom_id=IN_SETTINGS.id("back")
    )
    return message([*blocks, *rows([IN_SETTINGS(back)])])
