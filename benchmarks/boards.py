"""Boards and profiles of a database with many results: how long they take, and how that grows."""

from __future__ import annotations

import asyncio
import random
import sqlite3
import statistics
import tempfile
import time
from collections.abc import Awaitable, Callable, Iterator, Sequence
from datetime import UTC, datetime, timedelta
from pathlib import Path
from typing import Any, NamedTuple

from bot.boards import Boards
from bot.boards_model import Sort
from bot.model import Phase
from bot.seasons import SeasonKind, season_at
from bot.store import Store, changes
from bot.store.rows import GameRow, TableRow, to_number

SIZES = (10_000, 100_000, 1_000_000)
MEMBERS_PER_RESULT = 20
"""Results for each member: 1,000,000 are of 50,000 members …"""
RESULTS_PER_SERVER = 2_000
"""… in 500 servers."""
GAMES = ("durak", "dritzak", "tredici")
SEATS = (2, 3, 4)
WITH_BOT, WITH_DEED = 0.1, 0.02
"""How much of all games has a bot player, and of all results a deed."""
FIRST = datetime(2026, 1, 1, tzinfo=UTC)
YEAR = timedelta(days=365)
ASKED = 200


class Figures(NamedTuple):
    """Seconds at the median, by what was asked, and how long the database took to build."""

    results: int
    built: float
    rebuilt: float
    medians: dict[str, float]


def report(sizes: Sequence[int] = SIZES) -> None:
    """Prints medians for databases of these numbers of results."""
    print("Boards and profiles (SQLite on disk; medians; servers and members of very different size)")
    for size in sizes:
        figures = asyncio.run(_measure(size))
        asked = ", ".join(f"{what} {seconds * 1000:.1f} ms" for what, seconds in figures.medians.items())
        print(f"  {size:9,} results: {asked}")
        print(f"  {'':9}  (results written in {figures.built:.0f} s, reckoned in {figures.rebuilt:.0f} s)")


async def _measure(size: int) -> Figures:
    with tempfile.TemporaryDirectory(dir=".") as folder:
        file = Path(folder) / "bench.db"
        await (await Store.open(f"sqlite:///{file}")).close()
        began = time.perf_counter()
        _fill(file, size)
        built = time.perf_counter() - began
        store = await Store.open(f"sqlite:///{file}")
        try:
            boards = Boards(store, now=lambda: FIRST + YEAR)
            began = time.perf_counter()
            await boards.count_the_rest()
            rebuilt = time.perf_counter() - began
            return Figures(size, built, rebuilt, await _medians(store, boards, size))
        finally:
            await store.close()


class _World:
    """Who plays where, with how much zeal: most servers and members are small, a few are large."""

    def __init__(self, size: int) -> None:
        self.rng = random.Random(size)
        members = max(50, size // MEMBERS_PER_RESULT)
        servers = max(5, size // RESULTS_PER_SERVER)
        self.guilds = list(range(1, servers + 1))
        self.guild_weights = [1 / (place + 5) for place in range(servers)]
        self.of_guild: dict[int, list[int]] = {guild: [] for guild in self.guilds}
        for member, guild in enumerate(self.rng.choices(self.guilds, self.guild_weights, k=members), 1000):
            self.of_guild[guild].append(member)
        for guild in self.guilds:
            self.of_guild[guild] += range(10**6 + 5 * guild, 10**6 + 5 * guild + 5)

    def guild(self) -> int:
        return self.rng.choices(self.guilds, self.guild_weights)[0]

    def people(self, guild: int, seats: int) -> list[int]:
        """Different members of a server; those at the head of its list are keen."""
        there, found = self.of_guild[guild], set()
        while len(found) < seats:
            found.add(there[int(len(there) * self.rng.random() ** 2)])
        return sorted(found, key=lambda _: self.rng.random())


def _fill(file: Path, size: int) -> None:
    """Writes so many results of finished games, in the order in which they ended, not counted yet."""
    world = _World(size)
    connection = sqlite3.connect(file)
    connection.execute("PRAGMA synchronous=OFF")
    connection.execute("PRAGMA foreign_keys=OFF")
    seqs: dict[tuple[int, str], int] = {}
    columns = (
        "table_id, number, seat, guild_id, game, seq, season, name, member_id, strength, kind, side, rank, last_rank,"
        " honours, deeds, resigned, moves, stand_ins, ended_at"
    )
    marks = ", ".join("?" * 20)
    connection.executemany(f"INSERT INTO results ({columns}) VALUES ({marks})", _results(world, size, seqs))
    connection.executemany(
        "INSERT INTO ladders (guild_id, game, seq, counted, revision) VALUES (?, ?, ?, 0, 0)",
        [(guild, game, seq) for (guild, game), seq in seqs.items()],
    )
    connection.commit()
    connection.close()


def _results(world: _World, size: int, seqs: dict[tuple[int, str], int]) -> Iterator[tuple[Any, ...]]:
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
            deeds = '[["epaulettes-given", 1, 1]]' if rng.random() < WITH_DEED else "[]"
            yield (
                f"t{number}", 1, seat, guild, game, seq, season and season.name, f"Member {member}",
                None if bot else member, "greedy" if bot else None, "won", seat, 2 if seat == fool else 1, 2,
                "[]", deeds, 0, 10, 0, to_number(at),
            )  # fmt: skip
        made += len(people)


async def _medians(store: Store, boards: Boards, size: int) -> dict[str, float]:
    world = _World(size)
    rng = random.Random(1)
    places = [(guild := world.guild(), world.people(guild, 1)[0]) for _ in range(ASKED)]
    biggest, keenest = world.guilds[0], world.of_guild[world.guilds[0]][0]
    season = "2026-06"
    return {
        "board": await _each(boards.board, [((guild,), {"game": "durak", "asker": who}) for guild, who in places]),
        "of a season": await _each(
            boards.board, [((guild,), {"game": "durak", "season": season, "asker": who}) for guild, who in places]
        ),
        "all games": await _each(boards.board, [((guild,), {"game": None, "asker": who}) for guild, who in places]),
        "of a deed": await _each(
            boards.board,
            [((guild,), {"game": "durak", "sort": Sort.DEED, "deed": "epaulettes-given"}) for guild, _ in places],
        ),
        "biggest server's": await _each(
            boards.board, [((biggest,), {"game": "durak", "page": 7, "asker": keenest})] * 20
        ),
        "profile": await _each(boards.profile, [(place, {}) for place in places]),
        "keenest member's": await _each(boards.profile, [((biggest, keenest), {})] * 20),
        "history": await _each(boards.history, [((*place, "durak"), {}) for place in places]),
        "finished game booked": await _each(
            _book, [((store, guild, world.people(guild, 4), rng.random()), {}) for guild, _ in places]
        ),
        "biggest server's game": await _each(
            _book, [((store, biggest, world.people(biggest, 4), rng.random()), {}) for _ in range(20)]
        ),
    }


async def _each(ask: Callable[..., Awaitable[Any]], questions: Sequence[tuple[Sequence[Any], dict[str, Any]]]) -> float:
    waits = []
    for arguments, options in questions:
        began = time.perf_counter()
        await ask(*arguments, **options)
        waits.append(time.perf_counter() - began)
    return statistics.median(waits)


async def _book(store: Store, guild: int, people: Sequence[int], name: float) -> None:
    """The transaction that ends a game, with a table of its own."""
    at = FIRST + YEAR
    table = TableRow(
        id=f"b{name}"[:16], guild_id=guild, channel_id=1, message_id=None, host_id=1, phase=Phase.OVER, game="durak",
        preset="classic", options={}, seats=(), version=1, game_number=1, secret=b"", created_at=at,
    )  # fmt: skip
    results = [
        {
            "seat": seat, "name": f"Member {who}", "member_id": who, "strength": None, "kind": "won", "side": seat,
            "rank": 1 if seat else 2, "last_rank": 2, "honours": (), "deeds": (), "resigned": False, "moves": 5,
            "stand_ins": 0,
        }
        for seat, who in enumerate(people)
    ]  # fmt: skip
    await store.write(
        changes.table_added(table),
        changes.game_started(table, GameRow("", b"", (), {}, None, (), version=1, started_at=at)),
        changes.game_ended(table, {}, results, at),
    )
