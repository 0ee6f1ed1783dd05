"""Puts together all parts of Shijo that need no Discord, among them the database, the tables, the
leaderboards and the timer."""

from __future__ import annotations

from contextlib import AsyncExitStack
from datetime import timedelta
from typing import NamedTuple

from bot.achievements.service import Achievements
from bot.analysis.open_hands import OpenChances
from bot.analysis.service import ANALYST, Analyses
from bot.challenges.service import Challenges
from bot.config import Settings
from bot.core.clock import DAY, Allowance, Clock, TooManyAnalyses
from bot.core.errors import CannotStart
from bot.core.shards import Shards
from bot.db import StoreError, unhurried
from bot.db.doctor_queries import DoctorFindings, examine
from bot.db.engine import may_be_shared
from bot.db.file_lock import FileLock
from bot.doors.service import Doors
from bot.evenings.nights import GameNights
from bot.evenings.service import Evenings
from bot.fair_play.service import FairPlay
from bot.guesses.service import Guesses
from bot.history.folding import Folding
from bot.history.records import Records
from bot.history.service import Archive
from bot.leaderboards.service import Boards
from bot.leaderboards.titles import Titles
from bot.leases.service import Leases
from bot.lessons.service import Learned
from bot.notices.service import Notices
from bot.owner.service import Orders
from bot.owner.store.counts import Counts, counts
from bot.privacy.export import Export
from bot.privacy.service import Privacy
from bot.puzzles.service import Puzzles
from bot.subjects import KEPT, hooks_of
from bot.tables.capacity import usual_live_tables
from bot.tables.deadlines import TableRules
from bot.tables.manager import Tables
from bot.tables.store.tables import Store
from bot.tables.timer import Timer
from bot.teams.service import TeamMatches
from bot.thinking.workers import Workers, usual_processes
from bot.today.duplicates import Duplicates
from bot.today.service import Today
from bot.tournaments.service import Tournaments


class ProcessCounts(NamedTuple):
    """Counts of this process for the bot's owner. `answers` says whether the database answers.
    `commits` and `failed_commits` count the transactions since the start, and `commit_seconds` is
    the time that they took together. `live_tables` counts the tables in memory. `evicted` counts
    the tables that were dropped from memory to make room."""

    answers: bool
    commits: int
    commit_seconds: float
    failed_commits: int
    live_tables: int
    evicted: int


class Service:
    """All parts of Shijo that need no Discord, for one process.

    Takes the settings, the open database `store`, and the clock `now`. `leases` are the leases on
    shards, and `file_lock` is the lock on a SQLite file (None: there are none). `close` closes the
    database, the leases and the lock.

    Most attributes are the services of the subjects in docs/architecture.md, and have the subject's
    name. Some have other names. `boards` are the leaderboards, and `titles` stores who must have a
    role on Discord for a title. `records`, `history` and `folding` are about finished games, where
    folding shortens old results. `duplicates` are contests of two members who play the same deals,
    each alone. `analyses` judges the moves of finished games. `nights` are game nights. `orders`
    are the orders of the bot's owner. `export` collects the data of members, and `privacy` deletes
    it. `timer` does what is due at tables."""

    def __init__(
        self,
        settings: Settings,
        store: Store,
        now: Clock,
        *,
        leases: Leases | None = None,
        file_lock: FileLock | None = None,
    ) -> None:
        self.store = store
        self.now = now
        self.leases = leases
        self._file_lock = file_lock
        self.workers = _workers(settings.players.processes)
        self.fair_play = FairPlay(store, now)
        self.tables = Tables(
            store,
            now=now,
            rules=TableRules(
                speed=settings.tables.speed,
                bot_pause=timedelta(seconds=settings.tables.bot_pause),
                lobby_idle=timedelta(seconds=settings.tables.lobby_idle),
                confirm=timedelta(seconds=settings.tables.confirm),
                most_tables=settings.tables.most_tables or None,
                level=settings.players.level,
                lobbies_an_hour=settings.limits.lobbies_an_hour,
            ),
            shards=settings.discord.served,
            workers=self.workers,
            live_tables=settings.limits.live_tables or usual_live_tables(),
            hooks=hooks_of(self.fair_play),
        )
        preferences = self.tables.preferences
        self.lessons = Learned(store)
        self.guesses = Guesses(store, now)
        self.notices = Notices(store, preferences, now)
        self.challenges = Challenges(store, self.tables, now, settings.tables.speed)
        self.doors = Doors(store, now)
        self.history = Archive(store)
        self.privacy = Privacy(store, self.tables, now, KEPT)
        self.export = Export(store, now, KEPT)
        keeps = timedelta(days=settings.tables.keep_games) or None
        self.records = Records(store, now, self.tables.served, keeps)
        self.folding = Folding(store, preferences, now, self.tables.served)
        self.boards = Boards(store, now=now)
        self.titles = Titles(store, now=now)
        analyst = None if self.workers is None else Workers(1, ANALYST)
        analyses = Allowance(settings.limits.analyses_a_day, DAY, TooManyAnalyses)
        self.analyses = Analyses(store, analyst, lambda member: analyses.use(member, now()))
        self.open_chances = OpenChances(analyst)
        self.puzzles = Puzzles(store, now, analyst, settings.limits.puzzles_a_day)
        self.today = Today(store, now, self.workers, analyst)
        self.duplicates = Duplicates(store, self.today, now)
        self.team_matches = TeamMatches(store, self.today, now)
        self.achievements = Achievements(store, self.lessons, self.today)
        self.evenings = Evenings(store, preferences, now)
        self.nights = GameNights(store, self.tables, self.notices, now)
        self.tournaments = Tournaments(store, self.tables, self.duplicates, now)
        self.orders = Orders(store, self.tables, self.tournaments, now)
        self.orders.withdraw.append(self.team_matches.withdraw)
        at_work = (
            self.privacy,
            self.records,
            self.duplicates,
            self.team_matches,
            self.tournaments,
            self.orders,
            self.doors,
        )
        self.timer = Timer(self.tables, now, [each.duties for each in at_work])
        store.health.recovered.append(self.timer.database_is_back)
        if leases is not None:
            leases.heard += [self.orders.heard, self.doors.heard]
            leases.regained.append(self.orders.read_again_soon)
            self.tables.served.hold = leases.hold
            self.tables.served.shards = Shards(1, ())

    @classmethod
    async def open(cls, settings: Settings, now: Clock) -> Service:
        """Open the database that the settings name, and migrate it. Raises CannotStart with the
        reason when that fails."""
        url = settings.database.url
        fixed = None if settings.discord.shards is None else settings.discord.served
        try:
            async with AsyncExitStack() as opened:
                # First of all: a file that is opened before the lock may be another file by then.
                file_lock = None if may_be_shared(url) else FileLock.take(url)
                if file_lock is not None:
                    opened.callback(file_lock.close)
                store = await Store.open(url)
                opened.push_async_callback(store.close)
                shared = may_be_shared(url)
                leases = await Leases.open(url, fixed, settings.web.name) if shared else None
                service = cls(settings, store, now, leases=leases, file_lock=file_lock)
                opened.pop_all()
                return service
        except StoreError as error:
            raise CannotStart(error.detail) from error

    async def is_well(self) -> bool:
        """Return whether the database can be read and written. False if it hasn't shown this within
        2 seconds."""
        return await self.store.health.is_well()

    def process_counts(self) -> ProcessCounts:
        """Return the counts of this process as they are now."""
        writer = self.store.writer
        return ProcessCounts(
            self.store.health.serves,
            writer.commits,
            writer.seconds,
            writer.failed,
            len(self.tables.registry),
            self.tables.registry.evicted,
        )

    async def counts(self) -> Counts:
        """Return the counts of the whole database. Raises NotSaved when the database fails."""
        with unhurried():
            return await counts(self.store, self.now())

    async def close(self) -> None:
        """Stop the timer and close the database, because an open connection would keep the process
        alive. It is safe to call this twice."""
        self.orders.close()
        await self.tournaments.close()
        await self.duplicates.close()
        await self.team_matches.close()
        await self.timer.stop()
        self.analyses.close()
        if self.workers is not None:
            self.workers.close()
        if self.leases is not None:
            await self.leases.close()
        await self.store.close()
        if self._file_lock is not None:
            self._file_lock.close()


async def doctor_findings(settings: Settings) -> DoctorFindings:
    """Examine the database that the settings name, and return what the command `doctor` reports
    about it. Raises CannotStart with the reason when it can't be opened."""
    try:
        return await examine(settings.database.url)
    except StoreError as error:
        raise CannotStart(error.detail) from error


def _workers(processes: int | None) -> Workers | None:
    wanted = usual_processes() if processes is None else processes
    return Workers(wanted) if wanted else None
