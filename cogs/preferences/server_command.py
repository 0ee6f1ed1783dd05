"""The server's settings: `/settings`, for members who may manage the server."""

from __future__ import annotations

import re
from collections.abc import Callable, Iterable, Mapping
from datetime import timedelta
from typing import Any, Final

from discord import app_commands, ui
from discord.app_commands import locale_str

import games
from bot.core.errors import BadChoice
from bot.core.model import Speed
from bot.preferences.model import ServerSettings
from cogs.discord.cog import ShijoCog
from cogs.discord.components import IN_SETTINGS, on_press
from cogs.discord.errors import (
    CantPostThere,
    NoSettingsHere,
    OlderShijo,
    must_manage,
    sentence,
)
from cogs.discord.interactions import Interaction, anywhere, must_reach, scope
from cogs.discord.languages import LANGUAGES
from cogs.discord.presses import Input
from cogs.discord.settings_tabs import COMMUNITY, TABLES
from cogs.preferences.evening_choices import DAYS
from cogs.preferences.server_panel import (
    FOLDING,
    HOURS,
    MINUTE,
    community_tab,
    game_panel,
    tables_tab,
)
from cogs.preferences.settings_items import SWITCHES, UNSET
from cogs.preferences.zones import zones_like
from games.players import LEVELS


class ServerChoices(ShijoCog):
    """A cog that shows and changes a server's settings."""

    @app_commands.command(
        name=locale_str("settings"), description=locale_str("Change how Shijo works on this server")
    )
    @app_commands.default_permissions(manage_guild=True)
    @app_commands.rename(time_zone=locale_str("time-zone"))
    @app_commands.describe(
        time_zone=locale_str("The server's time zone, for game nights and evening summaries")
    )
    @anywhere
    async def settings(self, interaction: Interaction, time_zone: str | None = None) -> None:
        """`/settings`: shows the panel of the server's settings. If `time_zone` is given, saves
        that time zone first."""
        if interaction.guild_id is None:
            raise NoSettingsHere
        must_manage(interaction)
        preferences, guild_id = self.bot.tables.preferences, scope(interaction)
        if time_zone is None:
            view = await self._tab(interaction, TABLES, await preferences.server(guild_id))
        else:
            by = interaction.user.id
            server = await preferences.change_server(guild_id, by=by, time_zone=time_zone)
            view = await self._tab(interaction, COMMUNITY, server)
        await interaction.response.send_message(view=view, ephemeral=True)

    @settings.autocomplete("time_zone")
    async def _zones(self, interaction: Interaction, typed: str) -> list[app_commands.Choice[str]]:
        return zones_like(typed)

    @on_press(IN_SETTINGS)
    async def pressed(self, interaction: Interaction, match: re.Match[str]) -> None:
        """Answer a press in `/settings`: a setting was changed, or a game was chosen in order to
        change the server's rules for this game."""
        must_manage(interaction)
        action, game = match["action"], match["detail"] or ""
        if action == "game":
            game = Input.by(interaction).first
        server, notice = await self._changed(interaction, action, game)
        kind = games.available().get(game)
        tab = TAB_OF.get(action, TABLES)
        view = (
            game_panel(server, kind, notice)
            if kind
            else await self._tab(interaction, tab, server, notice)
        )
        await interaction.response.edit_message(view=view)

    async def _tab(
        self, interaction: Interaction, tab: str, server: ServerSettings, notice: str = ""
    ) -> ui.LayoutView:
        changes = await self.bot.tables.preferences.last_changes(scope(interaction))
        if tab == COMMUNITY:
            guild = self.bot.get_guild(scope(interaction))
            return community_tab(server, changes, guild, notice)
        return tables_tab(server, self.bot.settings.tables.speed, changes, notice)

    async def _changed(
        self, interaction: Interaction, action: str, game: str
    ) -> tuple[ServerSettings, str]:
        """Change the setting that a press names. Return the server's settings afterwards, and the
        reason if the change was refused. If the change was made, the reason is empty."""
        preferences, guild_id = self.bot.tables.preferences, scope(interaction)
        try:
            by, entered = interaction.user.id, Input.by(interaction)
            return await self._change(guild_id, action, game, entered, by), ""
        except (BadChoice, CantPostThere) as refusal:
            return await preferences.server(guild_id), sentence(refusal)

    async def _change(
        self, guild_id: int, action: str, game: str, entered: Input, by: int
    ) -> ServerSettings:
        preferences = self.bot.tables.preferences
        match action:
            case "game" | "back" | "tables" | "community" | "nights":
                return await preferences.server(guild_id)
            case "preset":
                return await preferences.game_rules(guild_id, game, preset=entered.first, by=by)
            case "drop":
                return await preferences.drop_preset(guild_id, game, entered.first, by=by)
            case _ if action in SWITCHES:
                on = getattr(await preferences.server(guild_id), action)
                return await preferences.change_server(guild_id, by=by, **{action: not on})
            case "puzzle" | "night-channel":
                channel_id = next(iter(entered.numbers), None)
                must_reach(self.bot, guild_id, channel_id)
                changes = {POSTS_IN[action]: channel_id}
                return await preferences.change_server(guild_id, by=by, **changes)
            case _:
                return await preferences.change_server(guild_id, by=by, **_chosen(action, entered))


def _chosen(action: str, entered: Input) -> dict[str, Any]:
    """Return the settings to change after a choice in a select of `/settings`, as a mapping from
    field to new value. `action` names the setting. Raises OlderShijo for an unknown setting."""
    if action not in CHOSEN:
        raise OlderShijo
    field, read = CHOSEN[action]
    return {field: read(entered)}


def _speeds_of(entered: Input) -> tuple[Speed, ...]:
    return tuple(speed for speed in Speed if speed.value in entered.values)


def _most_of(entered: Input) -> int | None:
    return None if entered.first == UNSET else entered.number


def _day_of(entered: Input) -> int | None:
    day = entered.among([UNSET, *map(str, range(len(DAYS)))])
    return None if day == UNSET else int(day)


def _one_of(offered: Iterable[str]) -> Callable[[Input], str | None]:
    """Return a function that reads a member's choice in a select. The function returns the chosen
    value, which is one of `offered`, or None if the member chose the option for no choice. The
    function raises NotUnderstood for any other value."""

    def read(entered: Input) -> str | None:
        value = entered.among([UNSET, *offered])
        return None if value == UNSET else value

    return read


def _folding_of(entered: Input) -> timedelta | None:
    value = entered.among([UNSET, *map(str, FOLDING)])
    return None if value == UNSET else int(value) * MINUTE


CHOSEN: Final[Mapping[str, tuple[str, Callable[[Input], Any]]]] = {
    "channels": ("channels", lambda entered: entered.numbers),
    "speeds": ("speeds", _speeds_of),
    "speed": ("speed", lambda entered: entered.one_of(Speed)),
    "most": ("most_tables", _most_of),
    "folding": ("fold_after", _folding_of),
    "notices": ("notices", lambda entered: entered.number),
    "hour": ("puzzle_hour", lambda entered: int(entered.among(map(str, HOURS)))),
    "night-day": ("night_day", _day_of),
    "night-hour": ("night_hour", lambda entered: int(entered.among(map(str, HOURS)))),
    "level": ("level", _one_of(LEVELS)),
    "language": ("language", _one_of(LANGUAGES)),
}
"""The setting that a select changes, and the function that reads the new value. The key is the
select's action."""
POSTS_IN: Final[Mapping[str, str]] = {
    "puzzle": "puzzle_channel",
    "night-channel": "night_channel",
}
"""The setting that says in which channel the bot posts something. The key is the select's
action."""
TAB_OF: Final[Mapping[str, str]] = dict.fromkeys(
    (
        *(COMMUNITY, "language", "notices", "emotes", "puzzle", "hour"),
        *("nights", "evenings", "night-day", "night-hour", "night-channel"),
    ),
    COMMUNITY,
)
"""The tab that answers an action. Actions that are missing here are answered by the tab *Tables*.
`nights` was a separate tab once, and older messages still have its button."""
