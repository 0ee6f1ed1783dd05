"""Tests of leaderboards with games that are played at real tables. The longest test plays thirty
games in two seasons, January and February. Five members take part, with up to two bot players at a
table. A second, simpler program computes every number again."""

from __future__ import annotations

import asyncio
import random
from datetime import UTC, datetime
from pathlib import Path
from typing import cast

import pytest

from bot.core.errors import NotSaved
from bot.core.model import Person, Phase, Table
from bot.leaderboards.model import Sort
from bot.leaderboards.service import Boards
from bot.leaderboards.store.recount import rebuild
from bot.tables.manager import Tables
from bot.tables.store.tables import Store
from tests.beyond import BEYOND
from tests.bot.conftest import Now
from tests.bot.evening import ANN, BOB, CAT, GUILD, one_move, waited_on
from tests.bot.evening import dealt as deal
from tests.bot.finished import agrees, derived
from tests.bot.heaps import Heaps
from tests.bot.subjects import tables_of
from tests.bot.tables.test_disk_errors import Disk
from tests.present import present
from tests.second_opinion import PlayedGame, Sat, compute

DAN, EVE = Person(1004, "Dan"), Person(1005, "Eve")
MEMBERS = (ANN, BOB, CAT, DAN, EVE)
MODERATOR = 77


@pytest.fixture
def boards(store: Store, now: Now) -> Boards:
    return Boards(store, now=now)


async def play(
    tables: Tables, now: Now, table: Table, rng: random.Random, resigns: bool = False
) -> Table:
    """Play `table` to its end and return it. Members move at random. A bot player moves when its
    pause is over. If `resigns`, a random member gives up after one to four moves."""
    leaves_at = rng.randint(1, 4) if resigns else 0
    made = 0
    while table.phase is Phase.PLAYING:
        now.pass_by(seconds=2)
        if made and made == leaves_at:
            who = rng.choice([seat for seat in table.seats if not seat.is_bot])
            table = (await tables.resign(table.id, present(who.member_id))).table
            leaves_at = 0
        elif waited_on(table):
            table = (await one_move(tables, table, rng)).table
        else:
            table = present(await tables.run_due(table.id)).table
        made += 1
    return table


def heaps(table: Table) -> Heaps:
    return cast("Heaps", table.live)


def told(table: Table, season: str) -> PlayedGame:
    """Return the finished game of `table` in the form that the second program
    (tests/second_opinion.py) reads. It has each seat's player, rank and deeds (special feats)."""
    left = {
        seat
        for seat, move in ((step.seat, step.move) for step in present(table.record).steps)
        if move == "resign"
    }
    sats = tuple(
        Sat(
            seat.member_id or present(seat.strength),
            present(table.outcome).ranks[number],
            number,
            number in left,
            (("heap", 1, heaps(table).won[number]),) if heaps(table).won[number] else (),
        )
        for number, seat in enumerate(table.seats)
    )
    return PlayedGame(
        sats,
        present(table.outcome).kind,
        season,
        moved=len(present(table.record).steps) > len(left),
    )


async def evening(tables: Tables, now: Now, rng: random.Random, number: int) -> Table:
    people = rng.sample(MEMBERS, rng.randint(2, 4))
    bots = rng.choice((0, 0, 0, 1)) if len(people) < 4 else 0
    if len(people) == 2 and number % 10 == 5:
        bots = 2
    table = await deal(tables, *people, bots=bots)
    if number == 7:
        return (await tables.close(table.id, MODERATOR, moderator=True)).table
    if number == 11:
        while table.phase is Phase.PLAYING:
            first = next(seat for seat in range(len(people)) if seat not in heaps(table).gone)
            table = (await tables.resign(table.id, people[first].id)).table
        return table
    return await play(tables, now, table, rng, resigns=number % 6 == 0)


@BEYOND
async def test_a_season_of_thirty_games(
    store: Store, tables: Tables, boards: Boards, now: Now
) -> None:
    rng = random.Random(5)
    games: list[PlayedGame] = []
    for number in range(30):
        if number == 20:
            now.moment = datetime(2026, 2, 1, tzinfo=UTC)
        season = f"2026-{now.moment.month:02}"
        table = await evening(tables, now, rng, number)
        games.append(told(table, season))
        now.pass_by(minutes=10)
    assert {sat.who for game in games for sat in game.sats} > {member.id for member in MEMBERS}
    await agrees(boards, compute(games, kind="heaps"), game="heaps")
    await agrees(boards, compute(games, "2026-01", "heaps"), game="heaps", season="2026-01")
    await agrees(boards, compute(games, "2026-02", "heaps"), game="heaps", season="2026-02")
    assert [season.name for season in await boards.seasons(GUILD)] == ["2026-02", "2026-01"]
    for who in MEMBERS:
        numbers = compute(games, kind="heaps")[who.id]
        profile = present(await boards.profile(GUILD, who.id))
        assert profile.name == who.name
        assert profile.games[0].places == numbers.places
        assert profile.games[0].longest == numbers.longest
        assert profile.games[0].deeds == numbers.deeds
        history = (await boards.history(GUILD, who.id))["heaps"]
        assert [point.figure for point in history] == numbers.history
        assert [point.at for point in history] == sorted(point.at for point in history)
    assert (await rebuild(store)).changed == 0


async def test_a_game_whose_deeds_fail_counts_nevertheless(
    tables: Tables,
    boards: Boards,
    now: Now,
    heaps: type[Heaps],
    monkeypatch: pytest.MonkeyPatch,
    caplog: pytest.LogCaptureFixture,
) -> None:
    def fail(event: object) -> None:
        raise RuntimeError("6S")

    monkeypatch.setattr(heaps, "deeds", staticmethod(fail))
    table = await play(tables, now, await deal(tables, ANN, BOB), random.Random(1))
    assert table.phase is Phase.OVER
    assert [line.games for line in (await boards.board(GUILD, game="heaps")).lines] == [1, 1]
    assert "heaps can't tell what an event is worth: RuntimeError" in caplog.text
    assert "6S" not in caplog.text


async def test_a_stand_in_plays_for_the_members_rating(
    store: Store, tables: Tables, boards: Boards, now: Now
) -> None:
    table = await deal(tables, ANN, BOB)
    while table.phase is Phase.PLAYING:
        now.pass_by(minutes=5)
        table = present(await tables.run_due(table.id)).table
    assert all(line.rated == 1 for line in (await boards.board(GUILD, game="heaps")).lines)
    await agrees(boards, compute([told(table, "2026-01")], kind="heaps"), game="heaps")


async def test_leaving_before_the_first_move_is_no_game(tables: Tables, boards: Boards) -> None:
    table = await deal(tables, ANN, BOB)
    assert (await tables.resign(table.id, BOB.id)).table.phase is Phase.OVER
    assert (await boards.board(GUILD, game="heaps")).lines == ()
    assert await boards.profile(GUILD, BOB.id) is None
    assert [game.kind for game in await boards.recent_games(GUILD)] == ["void"]


async def test_what_a_game_counts_is_there_when_its_last_move_is(
    tables: Tables, boards: Boards, now: Now
) -> None:
    seen = []
    tables.listen(lambda update: seen.append(update.table.phase))
    table = await play(tables, now, await deal(tables, ANN, BOB), random.Random(1))
    board = await boards.board(GUILD, game="heaps", sort=Sort.GAMES)
    assert seen[-1] is table.phase is Phase.OVER
    assert [line.games for line in board.lines] == [1, 1]


async def test_a_game_is_booked_once_whatever_statement_fails(
    file: Path, store: Store, now: Now, monkeypatch: pytest.MonkeyPatch
) -> None:
    disk, rng = Disk(store, monkeypatch), random.Random(3)
    tables = tables_of(store, now)
    boards = Boards(store, now=now)
    table = await deal(tables, ANN, BOB, CAT)
    while (
        len(present(table.live).waiting_on) > 1 or sum(len(hand) for hand in heaps(table).hands) > 1
    ):
        table = (await one_move(tables, table, rng)).table
    failures = 0
    while table.phase is Phase.PLAYING:
        disk.left = failures + 1
        try:
            table = (await one_move(tables, table, rng)).table
        except NotSaved:
            failures += 1
            assert await derived(store) == []
            continue
        disk.left = None
    assert failures > 8
    await agrees(boards, compute([told(table, "2026-01")], kind="heaps"), game="heaps")
    assert (await rebuild(store)).changed == 0


async def test_games_that_end_at_the_same_moment_are_counted_one_after_the_other(
    store: Store, tables: Tables, boards: Boards, now: Now
) -> None:
    playing = [await deal(tables, ANN, BOB) for _ in range(6)]
    ended = await asyncio.gather(
        *(play(tables, now, table, random.Random(number)) for number, table in enumerate(playing))
    )
    assert all(table.phase is Phase.OVER for table in ended)
    assert [line.games for line in (await boards.board(GUILD, game="heaps")).lines] == [6, 6]
    assert (await rebuild(store)).changed == 0


async def test_a_board_is_computed_anew_while_games_end(
    store: Store, tables: Tables, boards: Boards, now: Now
) -> None:
    rng = random.Random(9)
    for _ in range(3):
        await play(tables, now, await deal(tables, ANN, BOB, CAT), rng)
    last = await deal(tables, ANN, BOB)
    first = (await boards.recent_games(GUILD))[-1]
    await asyncio.gather(
        play(tables, now, last, rng),
        boards.annul(GUILD, first.table_id, first.number, 7),
        rebuild(store),
    )
    before = await derived(store)
    assert (await rebuild(store)).games == 4
    assert await derived(store) == before
    assert (await boards.board(GUILD, game="heaps", sort=Sort.GAMES)).lines[0].games == 3


async def test_two_moderators_annul_at_the_same_time(
    store: Store, tables: Tables, boards: Boards, now: Now
) -> None:
    rng = random.Random(9)
    for _ in range(3):
        await play(tables, now, await deal(tables, ANN, BOB), rng)
    one, two, three = await boards.recent_games(GUILD)
    await asyncio.gather(
        boards.annul(GUILD, one.table_id, one.number, 7),
        boards.annul(GUILD, two.table_id, two.number, 8),
    )
    assert (await rebuild(store)).changed == 0
    assert [line.games for line in (await boards.board(GUILD, game="heaps")).lines] == [1, 1]
    both = await asyncio.gather(
        boards.annul(GUILD, three.table_id, three.number, 7),
        boards.annul(GUILD, three.table_id, three.number, 8),
        return_exceptions=True,
    )
    assert sorted(type(answer).__name__ for answer in both) == ["AlreadyAnnulled", "FinishedGame"]
    assert (await boards.board(GUILD, game="heaps")).lines == ()


async def test_standings_survive_a_restart(
    url: str, store: Store, tables: Tables, boards: Boards, now: Now
) -> None:
    await play(tables, now, await deal(tables, ANN, BOB), random.Random(1))
    before = await boards.board(GUILD, game="heaps", asker=BOB.id)
    other = await Store.open(url)
    assert await Boards(other, now=now).board(GUILD, game="heaps", asker=BOB.id) == before
    await other.close()
