"""Joins the subjects, the packages of features such as puzzles or tournaments. This module lists
what data each subject keeps about members and servers, and what each subject does when a table
changes."""

from __future__ import annotations

from typing import Final

from bot.analysis import store as analysis
from bot.challenges import store as challenges
from bot.db.kept import Kept
from bot.doors import store as doors
from bot.evenings import store as evenings
from bot.fair_play.service import FairPlay
from bot.fair_play.store import removals
from bot.guesses import store as guesses
from bot.leaderboards.store import forgetting as leaderboards
from bot.leaderboards.store.books import booked
from bot.lessons import store as lessons
from bot.notices import store as notices
from bot.owner.store import orders
from bot.preferences import store as preferences
from bot.puzzles import store as puzzles
from bot.tables.hooks import Hooks
from bot.tables.store import forgetting as tables
from bot.teams import store as teams
from bot.today.store import deals, duplicates
from bot.tournaments.store import tournaments

KEPT: Final[tuple[Kept, ...]] = (
    puzzles.KEPT,
    deals.KEPT,
    duplicates.KEPT,
    teams.KEPT,
    evenings.KEPT,
    leaderboards.KEPT,
    lessons.KEPT,
    notices.KEPT,
    challenges.KEPT,
    doors.KEPT,
    removals.KEPT,
    guesses.KEPT,
    tournaments.KEPT,
    orders.KEPT,
    analysis.KEPT,
    tables.KEPT,
    preferences.KEPT,
)
"""The data that each subject keeps about members and servers, in the order of deletion. Analyses
are deleted before tables, because the tables are needed to find them."""


def hooks_of(fair_play: FairPlay) -> Hooks:
    """Return the functions of other subjects that are called by the code for tables. They are
    called when a member wants to sit down, when a game ends, and when a member is removed from a
    game."""
    return Hooks(may_sit=fair_play.may_sit, finished=booked, removed=removals.added)
