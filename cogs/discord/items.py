"""The components that can be pressed.

An item holds nothing: its custom id leads to the cog that answers it, after a restart too. They are
discord.py's dynamic items, which check a custom id against their template when they are made; they
are never registered with the library.
"""

from __future__ import annotations

from typing import Any

from discord import ui

from cogs.discord.ids import (
    ANNUL,
    BOARD,
    CHALLENGE,
    FAIR_PLAY,
    HAND,
    HISTORY,
    LESSON,
    LESSONS,
    LOBBY,
    ME,
    NOTIFY,
    ON_TABLE,
    OPTIONS,
    OWNER,
    PICK,
    PRACTICE,
    PUZZLE,
    REPLAY,
    RULES,
    SEASONS,
    SETTINGS,
    TOURNAMENT,
    WELCOME,
)

Item = ui.DynamicItem[ui.Item[Any]]
"""Base of the components that can be pressed. The cog that answers one names its class in
`ShijoCog.items`."""


class HandItem(Item, template=HAND):
    """A button or select of a hand panel."""


class TableItem(Item, template=ON_TABLE):
    """A button of a table in play or after it."""


class LobbyItem(Item, template=LOBBY):
    """A button or select of a lobby."""


class OptionsItem(Item, template=OPTIONS):
    """A button or select of the panel of options."""


class PickItem(Item, template=PICK):
    """The select in which a member chooses one of several tables."""


class ReplayItem(Item, template=REPLAY):
    """A button or select of a replay."""


class HistoryItem(Item, template=HISTORY):
    """A button or select of a history."""


class SettingsItem(Item, template=SETTINGS):
    """A button or select of the server's settings."""


class MeItem(Item, template=ME):
    """A button or select of a member's own settings."""


class NotifyItem(Item, template=NOTIFY):
    """A button or select of `/notify`."""


class BoardItem(Item, template=BOARD):
    """A button or select of a leaderboard."""


class SeasonsItem(Item, template=SEASONS):
    """A select of a server's seasons."""


class AnnulItem(Item, template=ANNUL):
    """The button by which a moderator annuls a game."""


class ChallengeItem(Item, template=CHALLENGE):
    """A button or select of a challenge."""


class FairPlayItem(Item, template=FAIR_PLAY):
    """A button or select of `/fairplay` or `/appeal`."""


class PuzzleItem(Item, template=PUZZLE):
    """A button or select of a puzzle."""


class PracticeItem(Item, template=PRACTICE):
    """A button or select at a mistake of one's own."""


class OwnerItem(Item, template=OWNER):
    """A button of `/owner`."""


class WelcomeItem(Item, template=WELCOME):
    """A game's button in the welcome of a server."""


class RulesItem(Item, template=RULES):
    """A game's button in the list that `/rules` offers."""


class LessonsItem(Item, template=LESSONS):
    """A button of the lists of lessons."""


class LessonItem(Item, template=LESSON):
    """A button or select of a lesson."""


class TournamentItem(Item, template=TOURNAMENT):
    """A button or select of a tournament."""
