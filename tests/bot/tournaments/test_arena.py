"""Tests of arenas. An arena is a tournament in which every free member gets the next opponent
immediately. Members can come and go, and a win counts double after two wins in a row. If a process
is killed, nothing is lost."""

from __future__ import annotations

import asyncio
import os
import random
from collections import Counter
from collections.abc import AsyncIterator, Callable
from dataclasses import replace
from datetime import datetime, timedelta
from pathlib import Path

import pytest
from hypothesis import given, settings
from hypothesis import strategies as st

from bot.core.errors import EntryClosed, NotEntered, TakenOut, TooFewEntrants
from bot.core.model import Person, Phase, Table
from bot.core.scope import SittingId, sitting_of
from bot.tables.manager import Tables
from bot.tables.store.tables import Store
from bot.tournaments.arena import ON_FIRE, free, next_fixtures, scores
from bot.tournaments.model import (
    Fixture,
    Format,
    Manner,
    Tournament,
    TournamentStage,
    Verdict,
)
from bot.tournaments.service import Tournaments
from bot.tournaments.sittings import sittings
from bot.tournaments.standings import standings, winners
from bot.tournaments.store import tournaments as kept
from tests.beyond import kills
from tests.bot.conftest import Drawn, Now
from tests.bot.evening import GUILD
from tests.bot.subjects import privacy, tables_of, tournaments_of
from tests.bot.tournaments.played import begun, come, entered, heaps, open_tables, person, settled
from tests.bot.tournaments.test_kill import LONGEST_LIFE, killed_after, loser_of, moment
from tests.bot.tournaments.test_pairing import begun as computed
from tests.fresh_database import put_fresh_database
from tests.present import present

VERDICTS = st.sampled_from([Verdict.HOME, Verdict.AWAY, Verdict.DRAW, Verdict.NOBODY])


def with_next(arena: Tournament) -> Tournament:
    """Return the tournament with all pairings added that can be made now."""
    return replace(arena, fixtures=(*arena.fixtures, *next_fixtures(arena)))


def just_met(arena: Tournament, seeds: list[int]) -> bool:
    """Return whether the last games of the free members `seeds` were only among themselves: nobody
    else took part in any of these games. For example, this is true for two free members who have
    just played each other. A game against a bot player also counts, because it has no other
    member."""
    last = {seed: each for each in arena.fixtures for seed in each.seeds}
    return all(set(last[seed].seeds) <= set(seeds) for seed in seeds)


@given(size=st.integers(2, 12), draw=st.data())
@settings(max_examples=60, deadline=None)
def test_whoever_is_free_plays_whom_they_have_met_least(size: int, draw: st.DataObject) -> None:
    arena = with_next(computed(Format.ARENA, size))
    for _ in range(draw.draw(st.integers(1, 25))):
        playing = list(arena.waiting)
        ended = draw.draw(st.sampled_from(playing)) if playing else None
        verdict = draw.draw(VERDICTS)
        if ended is not None and ended.away is None and verdict is Verdict.NOBODY:
            verdict = Verdict.AWAY
        fixtures = [
            replace(each, verdict=verdict, manner=Manner.PLAYED) if each == ended else each
            for each in arena.fixtures
        ]
        entrants = list(arena.entrants)
        if draw.draw(st.booleans()):
            goes = draw.draw(st.integers(0, size - 1))
            entrants[goes] = replace(entrants[goes], gone=not entrants[goes].gone)
        arena = replace(arena, fixtures=tuple(fixtures), entrants=tuple(entrants))
        before, now_free = arena, free(arena)
        arena = with_next(arena)
        new = arena.fixtures[len(before.fixtures) :]
        busy = Counter(seed for each in arena.waiting for seed in each.seeds)
        assert set(busy.values()) <= {1}, "nobody plays two at once"
        assert all(seed in now_free for each in new for seed in each.seeds), "nobody is gone"
        assert sum(each.away is None for each in new) <= 1, "a bot player for one who is left over"
        rest = free(arena)
        for_the_bots = len(rest) == 1 and any(each.away is None for each in before.waiting)
        assert for_the_bots or just_met(before, rest), "nobody else waits"
        assert not free(arena) or before.waiting, "and they only while others play"
        if new and new[0].away is not None:
            met = Counter(frozenset(each.seeds) for each in before.fixtures)
            one = min(new[0].seeds, key=now_free.index)  # who has waited longest chooses
            others = [seed for seed in now_free if seed != one]
            last = {seed: each for each in before.fixtures for seed in each.seeds}
            if before.waiting and one in last:
                others = [seed for seed in others if last.get(seed) != last[one]]
            fewest = min(met[frozenset((one, seed))] for seed in others)
            assert met[frozenset(new[0].seeds)] == fewest


def after(*games: tuple[int, int | None, Verdict]) -> Tournament:
    fixtures = tuple(
        Fixture(1, board, home, away, 1, verdict, Manner.PLAYED)
        for board, (home, away, verdict) in enumerate(games, 1)
    )
    return replace(computed(Format.ARENA, 3), fixtures=fixtures)


def test_points_double_after_two_wins_in_a_row_until_one_isnt_won() -> None:
    won, lost, drawn, void = Verdict.HOME, Verdict.AWAY, Verdict.DRAW, Verdict.NOBODY
    assert ON_FIRE == 2
    cases: list[tuple[list[tuple[int | None, Verdict]], int]] = [
        ([(2, won), (2, won), (2, won)], 2 + 2 + 4),
        ([(2, won), (2, won), (2, drawn), (2, won)], 2 + 2 + 2 + 2),
        ([(2, won), (2, won), (2, lost), (2, won)], 2 + 2 + 0 + 2),
        ([(2, won), (2, won), (None, lost), (2, won)], 2 + 2 + 0 + 4),
        ([(2, won), (2, won), (None, won), (2, won)], 2 + 2 + 2 + 4),
        ([(None, won), (None, won), (2, won)], 2 + 2 + 2),
        ([(2, won), (2, won), (2, void), (2, won)], 2 + 2 + 0 + 4),
    ]
    for games, points in cases:
        arena = after(*((1, away, verdict) for away, verdict in games))
        assert scores(arena)[1].points == points, games
        assert winners(arena) == [1]
        assert standings(arena)[0].points == points


@pytest.fixture
async def tournaments(store: Store, tables: Tables, now: Now) -> AsyncIterator[Tournaments]:
    made = tournaments_of(store, tables, now, entropy=Drawn())
    yield made
    await made.close()


async def test_members_come_and_go_for_an_hour(
    tables: Tables, tournaments: Tournaments, now: Now
) -> None:
    lonely = await entered(tournaments, heaps(Format.ARENA), 1)
    with pytest.raises(TooFewEntrants):
        await tournaments.start(lonely.id)
    arena = await begun(tournaments, heaps(Format.ARENA), 3)
    assert arena.ends_at == now() + timedelta(hours=1)
    pair, alone = await open_tables(tables, arena)
    assert len(pair.awaited) == 2
    assert [seat.is_bot for seat in alone.seats] == [True], "a bot player fills an odd number"

    table = await come(tables, alone)
    assert table.phase is Phase.PLAYING
    assert table.is_practice, "so it isn't rated"
    arena = await tournaments.enter(arena.id, person(4))
    assert len(arena.waiting) == 2, "they wait for whoever plays the bot"

    # One doesn't come: the game is lost, and they are gone until they come back.
    absent, came = (present(each.member_id) for each in pair.awaited)
    await come(tables, pair, absent=[absent])
    now.pass_by(minutes=2, seconds=1)
    await tables.run_due(pair.id)
    await settled(tournaments)
    arena = await tournaments.get(arena.id)
    assert {each.member_id for each in arena.entrants if each.gone} == {absent}
    assert scores(arena)[present(arena.entrant_of(came)).seed].points == 2
    third = (await open_tables(tables, arena))[-1]
    assert {seat.member_id for seat in third.awaited} == {came, person(4).id}, "paired at once"
    back = Person(absent, "A new name")
    arena = await tournaments.enter(arena.id, back)
    assert present(arena.entrant_of(absent)).name == back.name
    assert sorted(arena.seeded) == [1, 2, 3, 4]

    # Whoever takes a break plays to the end what they have begun.
    arena = await tournaments.leave(arena.id, present(table.seats[0].member_id))
    assert (await tables.get(table.id)).phase is Phase.PLAYING
    await tables.resign(table.id, present(table.seats[0].member_id))
    await settled(tournaments)
    arena = await tournaments.get(arena.id)
    one = present(sitting_of(table.id))
    assert present(arena.fixture(one.round, one.board)).manner is Manner.PLAYED

    # When the hour is over nobody is paired any more, and what is played counts.
    number = len(arena.fixtures)
    assert arena.waiting
    now.moment = present(arena.ends_at)
    for table in await open_tables(tables, arena):
        dealt = await come(tables, table)
        await tables.resign(dealt.id, present(dealt.seats[0].member_id))
    await settled(tournaments)
    over = await tournaments.get(arena.id)
    assert (over.stage, len(over.fixtures)) == (TournamentStage.OVER, number)
    assert winners(over)
    with pytest.raises(EntryClosed):
        await tournaments.enter(over.id, person(5))


async def test_nobody_comes_when_the_time_is_up(
    tables: Tables, tournaments: Tournaments, now: Now
) -> None:
    arena = await begun(tournaments, heaps(Format.ARENA), 2)
    (pair,) = await open_tables(tables, arena)
    await come(tables, pair)
    arena = await tournaments.leave(arena.id, person(1).id)
    told: list[Tournament] = []
    tournaments.listeners.append(told.append)
    now.moment = present(arena.ends_at)
    await tournaments.go_on()
    assert told == [arena], "its message promises no more games"
    for who in (person(1), person(3)):
        with pytest.raises(EntryClosed):
            await tournaments.enter(arena.id, who)
    assert (await tournaments.get(arena.id)).stage is TournamentStage.PLAYING


async def test_games_of_two_rounds_are_played_at_one_time(
    tables: Tables, store: Store, tournaments: Tournaments
) -> None:
    """In an arena, a long game of an earlier round can still be running at a board when a game of
    the next round is opened there. The two tables are kept apart."""
    arena = await begun(tournaments, heaps(Format.ARENA), 4)
    long, short = arena.fixtures
    decided = replace(short, verdict=Verdict.DRAW, manner=Manner.PLAYED)
    later = Fixture(2, long.board, short.home, short.away)
    changed = replace(arena, version=arena.version + 1, fixtures=(long, decided, later))
    await store.write(kept.changed(arena, changed))
    arena = await tournaments.advance(arena.id)
    (table,) = await open_tables(tables, arena)
    assert present(sitting_of(table.id)).round == later.round
    await resigned(tables, table)
    await settled(tournaments)
    arena = await tournaments.get(arena.id)
    assert present(arena.fixture(2, long.board)).verdict is not None
    assert present(arena.fixture(1, long.board)).verdict is None, "nobody has played there"


async def test_a_game_of_long_ago_is_opened_and_closed_as_any_other(
    tables: Tables, store: Store, tournaments: Tournaments
) -> None:
    """A table of the first round wasn't opened because of a crash. The table is opened later,
    although later rounds have begun. When a moderator decides its game, the table is closed."""
    arena = await begun(tournaments, heaps(Format.ARENA), 4)
    long, short = arena.fixtures
    decided = replace(short, verdict=Verdict.DRAW, manner=Manner.PLAYED)
    since = [replace(decided, round=number, board=1) for number in range(2, 6)]
    missed = replace(long, board=90)
    fixtures = (replace(long, verdict=Verdict.DRAW), missed, decided, *since)
    changed = replace(arena, version=arena.version + 1, fixtures=fixtures)
    await store.write(kept.changed(arena, changed))
    arena = await tournaments.advance(arena.id)
    (old,) = sittings(arena.id, missed)
    assert (await tables.get(old)).phase is Phase.LOBBY
    await tournaments.decide(arena.id, 1, 90, Verdict.HOME)
    assert (await tables.get(old)).phase is Phase.CLOSED


async def test_whom_a_moderator_takes_out_does_not_come_back(
    tables: Tables, tournaments: Tournaments
) -> None:
    arena = await begun(tournaments, heaps(Format.ARENA), 2)
    (pair,) = await open_tables(tables, arena)
    out, stays = (present(seat.member_id) for seat in pair.awaited)
    arena = await tournaments.leave(arena.id, out)
    assert present(arena.fixture(1, 1)).verdict is None, "a break ends nothing"
    arena = await tournaments.remove(arena.id, out)
    lost = present(arena.fixture(1, 1))
    assert lost.manner is Manner.LEFT
    assert lost.winner == present(arena.entrant_of(stays)).seed
    assert (await tables.get(pair.id)).phase is Phase.CLOSED
    assert winners(arena) == [lost.winner]
    with pytest.raises(TakenOut):
        await tournaments.enter(arena.id, Person(out, "Again"))
    with pytest.raises(NotEntered):
        await tournaments.remove(arena.id, out)


async def test_who_is_forgotten_wins_no_arena_unless_it_was_over_before(
    tables: Tables, tournaments: Tournaments, now: Now
) -> None:
    arena = await begun(tournaments, heaps(Format.ARENA), 2)
    (pair,) = await open_tables(tables, arena)
    await resigned(tables, pair)
    await settled(tournaments)
    (won,) = winners(await tournaments.get(arena.id))
    now.moment = present(arena.ends_at)

    async def forgotten(seed: int) -> Tournament:
        gone = arena.seeded[seed].member_id
        await tournaments.forget(gone)
        await privacy(tables).forget(gone)
        return await tournaments.advance(arena.id)

    other = 3 - won
    assert winners(await forgotten(other)) == [won]
    over = await tournaments.get(arena.id)
    assert over.stage is TournamentStage.OVER
    assert over.is_out(other)
    over = await forgotten(won)
    assert winners(over) == [won]


MINUTES = 60


async def play(url: str, acknowledge: Callable[[], object], *, for_ever: bool) -> Tournament:
    """Play the arena in the database, and return the arena when it is over. Call `acknowledge` when
    the tournaments' work has begun. If `for_ever` is true, the clock has the real time, at which
    the arena isn't over, so the process can play until it is killed. Otherwise, the clock is set
    past the end of the arena."""

    def now() -> datetime:
        return moment() if for_ever else moment() + timedelta(minutes=MINUTES + 1)

    store = await Store.open(url)
    tables = tables_of(store, now)
    tournaments = tournaments_of(store, tables, now)
    (arena,) = await tournaments.last(GUILD)
    if arena.stage is TournamentStage.ENTRY:
        await tournaments.start(arena.id)
    await tournaments.go_on()
    acknowledge()
    arena = await tournaments.get(arena.id)
    while arena.stage is TournamentStage.PLAYING:
        for table in await open_tables(tables, arena):
            await resigned(tables, table)
            await settled(tournaments)
        arena = await tournaments.get(arena.id)
    await tournaments.close()
    await store.close()
    return arena


async def resigned(tables: Tables, table: Table) -> None:
    """Let all awaited members come to the table, and let one of them resign. The table's id decides
    which member resigns."""
    table = await come(tables, table)
    seats = [seat for seat in table.seats if not seat.is_bot]
    await tables.resign(table.id, present(seats[loser_of(table.id) % len(seats)].member_id))


async def made(url: str, size: int) -> None:
    store = await Store.open(url)
    tournaments = tournaments_of(store, tables_of(store, moment), moment)
    await entered(tournaments, heaps(Format.ARENA), size)
    await tournaments.close()
    await store.close()


async def ends_of(url: str, arena: Tournament) -> dict[str, list[kept.SeatEnd]]:
    """Return how each seat ended its game, for each table of the arena whose game has ended. The
    keys are table ids."""
    store = await Store.open(url)
    numbers = [(number // 99 + 1, number % 99 + 1) for number in range(len(arena.fixtures) + 20)]
    every = [SittingId(arena.id, *number, 1).table_id for number in numbers]
    found = await kept.ends(store, every)
    await store.close()
    return found


def counted_again(arena: Tournament, ends: dict[str, list[kept.SeatEnd]]) -> dict[int, int]:
    """Return the points of each member of the arena, by the member's seed (number). The points are
    computed from the results of the tables alone, to compare them with the arena's own points. A
    win against a member counts double after two wins in a row. Games against a bot player never
    count double, and they don't change the number of wins in a row."""
    points, streak = Counter[int](), Counter[int]()
    for fixture in arena.fixtures:
        home, *others = ends[sittings(arena.id, fixture)[0]]
        for seed, won in zip(fixture.seeds, (home.rank == 1, others[0].rank == 1), strict=False):
            points[seed] += (4 if fixture.away and streak[seed] >= 2 else 2) if won else 0
            if fixture.away:
                streak[seed] = streak[seed] + 1 if won else 0
    return {seed: points[seed] for seed in arena.seeded}


@pytest.mark.skipif(not hasattr(os, "fork"), reason="the processes are forks")
@kills(60)
def test_kills_lose_nothing_of_an_arena(tmp_path: Path, kills: int) -> None:
    put_fresh_database(tmp_path / "shijo.db")
    url = f"sqlite:///{tmp_path}/shijo.db"
    asyncio.run(made(url, 5))
    rng = random.Random()
    for number in range(kills):
        longest = rng.uniform(0, LONGEST_LIFE)
        killed_after(url, -longest if number % 5 == 0 else longest, play)
    over = asyncio.run(play(url, list, for_ever=False))
    assert over.stage is TournamentStage.OVER
    assert {each.manner for each in over.fixtures} == {Manner.PLAYED}
    ends = asyncio.run(ends_of(url, over))
    assert len(ends) == len(over.fixtures), "each game was played once, and each counts"
    again = counted_again(over, ends)
    assert {line.seed: line.points for line in standings(over)} == again
    assert sum(each.away is None for each in over.fixtures) >= 1, "five are an odd number"
