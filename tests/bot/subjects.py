"""Build the subjects around tables (history, leaderboards and so on) for tests of bot/. The
subjects are joined in the same way as in bot/service.py."""

from __future__ import annotations

from datetime import timedelta
from typing import Any

from bot.challenges.service import Challenges
from bot.db.writer import Statement, Work
from bot.fair_play.service import FairPlay
from bot.history.records import Records
from bot.history.service import Archive
from bot.lessons.service import Learned
from bot.privacy.export import Export
from bot.privacy.service import Privacy
from bot.subjects import KEPT, hooks_of
from bot.tables.deadlines import TableRules
from bot.tables.manager import Tables
from bot.tables.store.tables import Store
from bot.today.duplicates import Duplicates
from bot.today.service import Today
from bot.tournaments.service import Tournaments


def tables_of(store: Store, now: Any, **more: Any) -> Tables:
    """Return a session manager on `store`, with the hooks of all other subjects."""
    return Tables(
        store,
        now=now,
        **{"rules": TableRules(), "hooks": hooks_of(FairPlay(store, now)), **more},
    )


def history(tables: Tables) -> Archive:
    return Archive(tables._store)


def privacy(tables: Tables) -> Privacy:
    return Privacy(tables._store, tables, tables._now, KEPT)


def export(tables: Tables) -> Export:
    return Export(tables._store, tables._now, KEPT)


def records(tables: Tables, keeps: timedelta | None = None) -> Records:
    return Records(tables._store, tables._now, tables.served, keeps)


def challenges(tables: Tables) -> Challenges:
    return Challenges(tables._store, tables, tables._now, tables._rules.speed)


def lessons(tables: Tables) -> Learned:
    return Learned(tables._store)


def fair_play(tables: Tables) -> FairPlay:
    return FairPlay(tables._store, tables._now)


def member_forgotten(member_id: int) -> list[Statement | Work]:
    """Return the statements by which all subjects delete the data of a member."""
    return [gone for kept in KEPT for gone in kept.member_forgotten(member_id)]


def server_forgotten(guild_id: int) -> list[Statement | Work]:
    """Return the statements by which all subjects delete the data of a server."""
    return [gone for kept in KEPT for gone in kept.server_forgotten(guild_id)]


def tournaments_of(store: Store, tables: Tables, now: Any, **more: Any) -> Tournaments:
    """Return the service for tournaments, whose games are played at `tables` or as duplicates. In
    duplicates, bot players choose their moves in this process."""
    return Tournaments(store, tables, Duplicates(store, Today(store, now), now), now, **more)
