"""Everything that can be pressed. An item holds nothing: its custom id leads to its cog, after a
restart too.

They are discord.py's dynamic items because those check a custom id against its template when they
are made; the library is never told of them.
"""

from __future__ import annotations

from typing import Any, ClassVar, Final

from discord import ui

from cogs.gateway.ids import (
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


class _Answered:
    """What all items share: the name of the cog that answers them."""

    cog: ClassVar[str]


class HandItem(_Answered, ui.DynamicItem[ui.Item[Any]], template=HAND):
    """A button or select of a hand panel."""

    cog = "Hands"


class TableItem(_Answered, ui.DynamicItem[ui.Item[Any]], template=ON_TABLE):
    """A button of a table in play or after it."""

    cog = "Seats"


class LobbyItem(_Answered, ui.DynamicItem[ui.Item[Any]], template=LOBBY):
    """A button or select of a lobby."""

    cog = "Lobbies"


class OptionsItem(_Answered, ui.DynamicItem[ui.Item[Any]], template=OPTIONS):
    """A button or select of the panel of options."""

    cog = "GameChoices"


class PickItem(_Answered, ui.DynamicItem[ui.Item[Any]], template=PICK):
    """The select by which a member says which of several tables is meant."""

    cog = "Hands"


class ReplayItem(_Answered, ui.DynamicItem[ui.Item[Any]], template=REPLAY):
    """A button or select of a replay."""

    cog = "Replays"


class HistoryItem(_Answered, ui.DynamicItem[ui.Item[Any]], template=HISTORY):
    """A button or select of a history."""

    cog = "Archive"


class SettingsItem(_Answered, ui.DynamicItem[ui.Item[Any]], template=SETTINGS):
    """A button or select of the server's settings."""

    cog = "ServerChoices"


class MeItem(_Answered, ui.DynamicItem[ui.Item[Any]], template=ME):
    """A button or select of a member's own settings."""

    cog = "MemberChoices"


class BoardItem(_Answered, ui.DynamicItem[ui.Item[Any]], template=BOARD):
    """A button or select of a leaderboard."""

    cog = "Leaderboard"


class SeasonsItem(_Answered, ui.DynamicItem[ui.Item[Any]], template=SEASONS):
    """A select of a server's seasons."""

    cog = "Seasons"


class AnnulItem(_Answered, ui.DynamicItem[ui.Item[Any]], template=ANNUL):
    """The button by which a moderator annuls a game."""

    cog = "Annulments"


class WelcomeItem(_Answered, ui.DynamicItem[ui.Item[Any]], template=WELCOME):
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
"""All classes of items; `cogs.presses` finds the one that was pressed."""
