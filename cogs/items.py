"""Everything that can be pressed. An item holds nothing: its custom id leads to its cog, after a
restart too."""

from __future__ import annotations

import re
from typing import Any, ClassVar, Final, Protocol, Self, cast

import discord
from discord import ui

from cogs.ids import (
    ANNUL,
    BOARD,
    HAND,
    HISTORY,
    LOBBY,
    ME,
    ON_TABLE,
    OPTIONS,
    PICK,
    REPLAY,
    SEASONS,
    SETTINGS,
    WELCOME,
)


class Presses(Protocol):
    """A cog that answers presses."""

    async def pressed(self, interaction: discord.Interaction[Any], match: re.Match[str]) -> None:
        """Answers a press on the item whose custom id is `match`."""


class _Found:
    """What all items share. `cog` is the name of the cog that answers."""

    cog: ClassVar[str]
    match: re.Match[str]

    @classmethod
    async def from_custom_id(
        cls, interaction: discord.Interaction[Any], item: ui.Item[Any], match: re.Match[str], /
    ) -> Self:
        """The item that was pressed."""
        found = cast("Any", cls)(item)
        found.match = match
        return cast("Self", found)

    async def callback(self, interaction: discord.Interaction[Any]) -> None:
        """Hands the press to the cog."""
        await cast("Presses", interaction.client.get_cog(self.cog)).pressed(interaction, self.match)


class HandItem(_Found, ui.DynamicItem[ui.Item[Any]], template=HAND):
    """A button or select of a hand panel."""

    cog = "Hands"


class TableItem(_Found, ui.DynamicItem[ui.Item[Any]], template=ON_TABLE):
    """A button of a table in play or after it."""

    cog = "Seats"


class LobbyItem(_Found, ui.DynamicItem[ui.Item[Any]], template=LOBBY):
    """A button or select of a lobby."""

    cog = "Lobbies"


class OptionsItem(_Found, ui.DynamicItem[ui.Item[Any]], template=OPTIONS):
    """A button or select of the panel of options."""

    cog = "GameChoices"


class PickItem(_Found, ui.DynamicItem[ui.Item[Any]], template=PICK):
    """The select by which a member says which of several tables is meant."""

    cog = "Hands"


class ReplayItem(_Found, ui.DynamicItem[ui.Item[Any]], template=REPLAY):
    """A button or select of a replay."""

    cog = "Replays"


class HistoryItem(_Found, ui.DynamicItem[ui.Item[Any]], template=HISTORY):
    """A button or select of a history."""

    cog = "Archive"


class SettingsItem(_Found, ui.DynamicItem[ui.Item[Any]], template=SETTINGS):
    """A button or select of the server's settings."""

    cog = "ServerChoices"


class MeItem(_Found, ui.DynamicItem[ui.Item[Any]], template=ME):
    """A button or select of a member's own settings."""

    cog = "MemberChoices"


class BoardItem(_Found, ui.DynamicItem[ui.Item[Any]], template=BOARD):
    """A button or select of a leaderboard."""

    cog = "Leaderboard"


class SeasonsItem(_Found, ui.DynamicItem[ui.Item[Any]], template=SEASONS):
    """A select of a server's seasons."""

    cog = "Seasons"


class AnnulItem(_Found, ui.DynamicItem[ui.Item[Any]], template=ANNUL):
    """The button by which a moderator annuls a game."""

    cog = "Annulments"


class WelcomeItem(_Found, ui.DynamicItem[ui.Item[Any]], template=WELCOME):
    """A game's button in the welcome of a server."""

    cog = "Welcome"


ALL: Final = (
    HandItem,
    TableItem,
    LobbyItem,
    OptionsItem,
    PickItem,
    ReplayItem,
    HistoryItem,
    SettingsItem,
    MeItem,
    BoardItem,
    SeasonsItem,
    AnnulItem,
    WelcomeItem,
)
"""All classes of items, for `Client.add_dynamic_items`."""
