"""Measure how long leaderboards and profiles take in databases with many results, and how the time
grows with the number of results.

The commands are run in the simulated Discord, and the whole bot answers them with pictures. Some
reads and writes of the database are also measured separately."""

from __future__ import annotations

import asyncio
import random
import sqlite3
import statistics
import tempfile
import time
from collections.abc import Awaitable, Callable, Iterator, Sequence
from contextlib import closing
from datetime import UTC, datetime, timedelta
from pathlib import Path
from typing import Any, Final

import simcord
from simcord.actors import MemberActor
from simcord.backend.models.user import User
from simcord.builders import ChannelHandle, GuildHandle, UserHandle

from benchmarks.answers import EDITED, REPLY, Answers
from bot.config import DatabaseSettings, DiscordSettings, Settings
from bot.core.model import Phase
from bot.db.rows import GameRow, TableRow, to_number
from bot.leaderboards.model import Sort
from bot.leaderboards.seasons import SeasonKind, season_at
from bot.leaderboards.service import Boards
from bot.leaderboards.store.books import booked
from bot.tables.store import changes
from bot.tables.store.tables import Store
from cogs.serving import made

SIZES = (10_000, 100_000, 1_000_000)
MEMBERS_PER_RESULT = 20
"""The number of results for each member. A database with 1,000,000 results has 50,000 members."""
RESULTS_PER_SERVER = 2_000
"""Results for each server: 1,000,000 results belong to 500 servers."""
GAMES = ("durak", "dritzak", "tredici")
SEATS = (2, 3, 4)
WITH_BOT, WITH_DEED = 0.1, 0.02
"""The share of games that have a bot player, and the share of results that have a deed (a notable
act that statistics count)."""
FIRST = datetime(2026, 1, 1, tzinfo=UTC)
YEAR = timedelta(days=365)
PATIENCE: Final = 20
"""The most seconds that the simulator waits until the bot is idle, enough for a busy machine. The
simulator also waits for all timers that go off within these seconds. The heartbeat always begins
again, so the value must be less than the heartbeat's interval."""
SEASON, DEED = "2026-06", "epaulettes-given"
ASKED, ASKING, AGAIN = 200, 80, 20
"""Numbers of repetitions. Each query is measured for `ASKED` members, and each command for `ASKING`
members. A query or command about only one server or member is repeated `AGAIN` times."""


def report(sizes: Sequence[int] = SIZES) -> None:
    """Print how long each query takes in databases of the sizes `sizes` (numbers of results), and
    how the time grows with the size."""
    print(
        "Boards and profiles (SQLite on disk; servers and members of very different size): "
        "medians in milliseconds"
    )
    print(f"  {'':44}{''.join(f'{size:>11,}' for size in sizes)}  results")
    columns = [asyncio.run(_measure(size)) for size in sizes]
    for what in columns[0]:
        figures = [column[what] for column in columns]
        told = "".join(f"{seconds * 1000:11.1f}" for seconds in figures)
        print(f"  {what:44}{told}  × {figures[-1] / figures[0]:.1f}")


async def _measure(size: int) -> dict[str, float]:
    """Create a database with `size` results, and measure operations on it. Returns the seconds that
    each operation took. The keys are the descriptions of the operations."""
    with tempfile.TemporaryDirectory(dir=".") as folder:
        file = Path(folder) / "bench.db"
        await (await Store.open(f"sqlite:///{file}")).close()
        _fill(file, size)
        store = await Store.open(f"sqlite:///{file}")
        try:
            boards = Boards(store, now=lambda: FIRST + YEAR)
            began = time.perf_counter()
            await boards.count_the_rest()
            computed = time.perf_counter() - began
            asked = await _asked(store, boards, size)
        finally:
            await store.close()
        return {**await _answers(file), **asked, "all of it computed anew": computed}


async def _answers(file: Path) -> dict[str, float]:
    """Measure the whole bot's answers to the commands for profiles and leaderboards. Returns, for
    each command, the median of the seconds until the message with the picture arrives. The keys are
    descriptions of the commands."""
    database = DatabaseSettings(url=f"sqlite+aiosqlite:///{file}")
    settings = Settings(discord=DiscordSettings(shard_count=1, card_emoji=False), database=database)
    bot = await made(settings)
    places = _players(file)
    keenest = [_keenest(file)] * AGAIN
    try:
        async with simcord.run(bot, settle_timeout=PATIENCE) as env:
            ask = _Members(env).median
            # What is drawn for the first time takes longer: letters, and above all the library for
            # charts.
            await ask("profile", keenest[:1], EDITED)
            return {
                "/profile, with its chart": await ask("profile", places, EDITED),
                "/leaderboard, with its picture": await ask("leaderboard", places, REPLY),
                "/leaderboard, of a season": await ask("leaderboard", places, REPLY, season=SEASON),
                "/leaderboard, of a deed": await ask(
                    "leaderboard", places, REPLY, game="durak", sort=f"deed-{DEED}"
                ),
                "/leaderboard, of all games": await ask("leaderboard", places, REPLY, game="all"),
                "/profile, of who plays most": await ask("profile", keenest, EDITED),
                "/leaderboard, on the biggest server": await ask("leaderboard", keenest, REPLY),
            }
    finally:
        await bot.close()


class _Members:
    """Lets members of the database use commands in the simulated Discord, and measures how long a
    command takes."""

    def __init__(self, env: simcord.Env) -> None:
        self._env = env
        self._answers = Answers(env)
        self._guilds: dict[int, GuildHandle] = {}

    async def median(
        self,
        command: str,
        places: Sequence[tuple[int, int]],
        answer: tuple[str, str],
        **options: str,
    ) -> float:
        """Let each member in `places` use a command once. Return the median of the seconds until
        the bot's answer. `places` has pairs of a server's id and a member's id. `options` are the
        command's options. The bot answers with a request to Discord. `answer` is the method of this
        request and the end of its path. Raises ValueError if an answer has no picture."""
        waits = []
        for guild_id, member_id in places:
            channel, member = self._member(guild_id, member_id)
            wait, result = await self._answers.waited(
                member.slash(channel, command, **options), answer
            )
            waits.append(wait)
            if result.response is None or not result.response.attachments:
                raise ValueError(f"/{command} of {member_id} in {guild_id} has no picture")
        return statistics.median(waits)

    def _member(self, guild_id: int, member_id: int) -> tuple[ChannelHandle, MemberActor]:
        if guild_id not in self._guilds:
            self._guilds[guild_id] = self._env.create_guild(id=guild_id)
            self._guilds[guild_id].create_text_channel("cards")
        guild = self._guilds[guild_id]
        users = self._env.backend.users
        if member_id not in users:
            # The simulator gives its own ids to users; these are known to the database by theirs.
            users[member_id] = User(member_id, f"member{member_id}")
        return guild.channels["cards"], guild.add_member(UserHandle(self._env, users[member_id]))


def _players(file: Path) -> list[tuple[int, int]]:
    """Return `ASKING` random pairs (server, member). Each is from a rated result of this member in
    this server."""
    asked = (
        "SELECT guild_id, member_id FROM results WHERE figure IS NOT NULL AND member_id > 0 "
        "ORDER BY table_id"
    )
    with closing(sqlite3.connect(file)) as connection:
        found: list[tuple[int, int]] = connection.execute(asked).fetchall()
    return random.Random(1).sample(found, ASKING)


def _keenest(file: Path) -> tuple[int, int]:
    """Return the member who has played the most games in one server, as a pair (server, member)."""
    asked = (
        "SELECT guild_id, member_id FROM standings WHERE member_id > 0 ORDER BY games DESC LIMIT 1"
    )
    with closing(sqlite3.connect(file)) as connection:
        found: tuple[int, int] = connection.execute(asked).fetchone()
    return found


class _World:
    """Chooses which members play in which servers, and how often they play. Most servers are small,
    and most members play little. A few servers are large, and a few members play much."""

    def __init__(self, size: int) -> None:
        self.rng = random.Random(size)
        members = max(50, size // MEMBERS_PER_RESULT)
        servers = max(5, size // RESULTS_PER_SERVER)
        self.guilds = list(range(1, servers + 1))
        self.guild_weights = [1 / (place + 5) for place in range(servers)]
        self.of_guild: dict[int, list[int]] = {guild: [] for guild in self.guilds}
        for member, guild in enumerate(
            self.rng.choices(self.guilds, self.guild_weights, k=members), 1000
        ):
            self.of_guild[guild].append(member)
        for guild in self.guilds:
            self.of_guild[guild] += range(10**6 + 5 * guild, 10**6 + 5 * guild + 5)

    def guild(self) -> int:
        return self.rng.choices(self.guilds, self.guild_weights)[0]

    def people(self, guild: int, seats: int) -> list[int]:
        """Choose `seats` different members of a server, in random order. Members at the beginning
        of the server's list are chosen more often."""
        there = self.of_guild[guild]
        found: set[int] = set()
        while len(found) < seats:
            found.add(there[int(len(there) * self.rng.random() ** 2)])
        return sorted(found, key=lambda _: self.rng.random())


def _fill(file: Path, size: int) -> None:
    """Write `size` results of finished games into the database, in the order in which the games
    ended. The results are not counted in the ratings yet."""
    world = _World(size)
    connection = sqlite3.connect(file)
    connection.execute("PRAGMA synchronous=OFF")
    connection.execute("PRAGMA foreign_keys=OFF")
    seqs: dict[tuple[int, str], int] = {}
    columns = (
        "table_id, number, seat, guild_id, game, seq, season, name, member_id, strength, kind, "
        "side, rank, last_rank,"
        " honours, deeds, resigned, moves, stand_ins, ended_at"
    )
    marks = ", ".join("?" * 20)
    connection.executemany(
        f"INSERT INTO results ({columns}) VALUES ({marks})", _results(world, size, seqs)
    )
    connection.executemany(
        "INSERT INTO ladders (guild_id, game, seq, counted, revision) VALUES (?, ?, ?, 0, 0)",
        [(guild, game, seq) for (guild, game), seq in seqs.items()],
    )
    seasons = {
        season_at(SeasonKind.MONTHLY, FIRST + YEAR * month / 12 + timedelta(days=9))
        for month in range(12)
    }
    connection.executemany(
        "INSERT INTO seasons (guild_id, name, ends) VALUES (?, ?, ?)",
        [
            (guild, season.name, to_number(season.ends))
            for guild in world.guilds
            for season in seasons
            if season
        ],
    )
    connection.commit()
    connection.close()


def _results(
    world: _World, size: int, seqs: dict[tuple[int, str], int]
) -> Iterator[tuple[Any, ...]]:
    made = number = 0
    while made < size:
        rng, guild = world.rng, world.guild()
        game = rng.choices(GAMES, (6, 2, 1))[0]
        at = FIRST + YEAR * made / size
        season = season_at(SeasonKind.MONTHLY, at)
        seq = seqs[guild, game] = seqs.get((guild, game), 0) + 1
        people = world.people(guild, rng.choice(SEATS))
        fool = rng.randrange(len(people))
        with_bot = rng.random() < WITH_BOT
        number += 1
        for seat, member in enumerate(people):
            bot = with_bot and seat == 0
            deeds = f'[["{DEED}", 1, 1]]' if rng.random() < WITH_DEED else "[]"
            yield (
                f"t{number}",
                1,
                seat,
                guild,
                game,
                seq,
                season and season.name,
                f"Member {member}",
                None if bot else member,
                "greedy" if bot else None,
                "won",
                seat,
                2 if seat == fool else 1,
                2,
                "[]",
                deeds,
                0,
                10,
                0,
                to_number(at),
            )
        made += len(people)


async def _asked(store: Store, boards: Boards, size: int) -> dict[str, float]:
    world = _World(size)
    rng = random.Random(1)
    places = [(guild := world.guild(), world.people(guild, 1)[0]) for _ in range(ASKED)]
    biggest, keenest = world.guilds[0], world.of_guild[world.guilds[0]][0]
    by_deed = {"game": "durak", "sort": Sort.DEED, "deed": DEED}
    return {
        "a board is read": await _each(
            boards.board, [((guild,), {"game": "durak", "asker": who}) for guild, who in places]
        ),
        "a board of a deed is read": await _each(
            boards.board, [((guild,), by_deed) for guild, _ in places]
        ),
        "the biggest server's board is read": await _each(
            boards.board, [((biggest,), {"game": "durak", "page": 7, "asker": keenest})] * AGAIN
        ),
        "a profile is read": await _each(boards.profile, [(place, {}) for place in places]),
        "a finished game is booked": await _each(
            _book,
            [((store, guild, world.people(guild, 4), rng.random()), {}) for guild, _ in places],
        ),
        "the biggest server's game is booked": await _each(
            _book,
            [((store, biggest, world.people(biggest, 4), rng.random()), {}) for _ in range(AGAIN)],
        ),
    }


async def _each(
    ask: Callable[..., Awaitable[Any]], questions: Sequence[tuple[Sequence[Any], dict[str, Any]]]
) -> float:
    waits = []
    for arguments, options in questions:
        began = time.perf_counter()
        await ask(*arguments, **options)
        waits.append(time.perf_counter() - began)
    return statistics.median(waits)


async def _book(store: Store, guild: int, people: Sequence[int], name: float) -> None:
    """Write a table with a finished game into the database, and book the game's results in the same
    transaction. `guild` is the server's id, and `people` are the ids of the members who played.
    `name` is a random number that becomes part of the table's id."""
    at = FIRST + YEAR
    table = TableRow(
        id=f"b{name}"[:16],
        guild_id=guild,
        channel_id=1,
        message_id=None,
        host_id=1,
        phase=Phase.OVER,
        game="durak",
        preset="classic",
        options={},
        seats=(),
        version=1,
        game_number=1,
        secret=b"",
        created_at=at,
    )
    results = [
        {
            "seat": seat,
            "name": f"Member {who}",
            "member_id": who,
            "strength": None,
            "kind": "won",
            "side": seat,
            "rank": 1 if seat else 2,
            "last_rank": 2,
            "honours": (),
            "deeds": (),
            "resigned": False,
            "moves": 5,
            "stand_ins": 0,
        }
        for seat, who in enumerate(people)
    ]
    await store.write(
        changes.table_added(table),
        changes.game_started(table, GameRow("", b"", (), {}, None, (), version=1, started_at=at)),
        changes.game_ended(table, {}, results, at, booked),
    )
