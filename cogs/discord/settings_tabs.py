"""The tabs of `/settings`; below them, each subject shows its own settings."""

from __future__ import annotations

from typing import Any, Final

import discord
from discord import ui

from cogs.discord.components import IN_FAIR_PLAY, IN_SETTINGS
from cogs.discord.layout import rows
from cogs.words import _, marked

TABLES: Final = "tables"
COMMUNITY: Final = "community"
FAIR_PLAY: Final = "fair-play"

# Translators: A tab of the server's settings.
TABS: Final = (
    (TABLES, "🃏", marked("Tables"), IN_SETTINGS, IN_SETTINGS.id(TABLES)),
    (COMMUNITY, "📣", marked("Community"), IN_SETTINGS, IN_SETTINGS.id(COMMUNITY)),
    (FAIR_PLAY, "⚖️", marked("Fair play"), IN_FAIR_PLAY, IN_FAIR_PLAY.id("all")),
)
"""Each tab: its name, symbol and title, the component that shows it, and its custom id."""


def settings_tabs(shown: str) -> list[ui.ActionRow[Any]]:
    """Return the row of tabs. The tab `shown` is highlighted."""
    primary, grey = discord.ButtonStyle.primary, discord.ButtonStyle.secondary
    return rows(
        [
            component(
                ui.Button(
                    label=_(title),
                    emoji=sign,
                    style=primary if name == shown else grey,
                    custom_id=custom_id,
                )
            )
            for name, sign, title, component, custom_id in TABS
        ]
    )
