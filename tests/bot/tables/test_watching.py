"""Tests of watching a game with open hands: who is allowed to watch, and how late the hands are
shown. A member who still plays doesn't see them."""

from __future__ import annotations

import itertools
import random
from datetime import timedelta
from typing import Any

import pytest

import games
from bot.core.errors import HandsClosed, PlaysOn, TooEarly, WrongPhase
from bot.core.model import Person, Phase, Table
from bot.tables.manager import Tables
from bot.tables.store.tables import Store
from bot.tables.watching import LATE
from games.record import Record, replay
from tests.bot.conftest import Now
from tests.bot.evening import ANN, BOB, CAT, dealt, lobby, one_move, play_out
from tests.bot.subjects import tables_of
from tests.present import present

WATCHER = 4711


async def watched_table(tables: Tables, *people: Person, bots: int = 0, **options: Any) -> Table:
    """Return a table with a just dealt game of Durak, which others can watch with open hands."""
    table = await lobby(tables, *people, bots=bots, game="durak", **options)
    await tables.choose(table.id, people[0].id, open_hands=True)
    return (await tables.start(table.id, people[0].id)).table


async def test_whoever_plays_on_sees_no_hands_and_whoever_is_out_does(
    tables: Tables, now: Now
) -> None:
    rng = random.Random(5)
    table = await watched_table(tables, ANN, BOB, CAT)
    saw = set()
    while table.phase is Phase.PLAYING:
        now.pass_by(seconds=61)
        for seat, each in enumerate((ANN, BOB, CAT)):
            if present(table.view(None)).seats[seat].out:
                assert (await tables.watching.of(table.id, each.id)).late
                saw.add(each.id)
            else:
                with pytest.raises(PlaysOn):
                    await tables.watching.of(table.id, each.id)
        table = (await one_move(tables, table, rng)).table
    assert saw
    with pytest.raises(WrongPhase):
        await tables.watching.of(table.id, WATCHER)
    # In the next game at this table, all who sit there play again.
    table = (await tables.rematch(table.id, ANN, 601)).table
    await tables.join(table.id, BOB, 602)
    table = (await tables.join(table.id, CAT, 603)).table
    assert table.phase is Phase.PLAYING
    now.pass_by(seconds=61)
    for each in (ANN, BOB, CAT):
        with pytest.raises(PlaysOn):
            await tables.watching.of(table.id, each.id)


async def test_a_rated_game_is_seen_as_it_was_a_minute_ago_after_a_restart_too(
    tables: Tables, store: Store, now: Now
) -> None:
    rng, table = random.Random(6), await watched_table(tables, ANN, BOB)
    with pytest.raises(TooEarly):
        await tables.watching.of(table.id, WATCHER)
    now.pass_by(seconds=60)
    steps, times = [], []
    for _ in range(12):
        update = await one_move(tables, table, rng)
        table = update.table
        steps += [(each.seat, each.move) for each in update.happenings]
        times.append(now.moment)
        now.pass_by(seconds=13)
        old = [at for at in times if at <= now.moment - LATE]
        for process in (tables, tables_of(store, now)):
            seen = await process.watching.of(table.id, WATCHER)
            assert (seen.late, seen.moves) == (True, len(old))
            assert seen.game.position() == await position_after(process, table.id, len(old))


async def test_those_who_watch_a_rated_game_know_when_the_next_move_is_old_enough(
    tables: Tables, now: Now
) -> None:
    rng, table = random.Random(6), await watched_table(tables, ANN, BOB)
    times = [now.moment]
    assert await tables.watching.next_at(table.id, now()) == times[0] + LATE
    for _ in range(3):
        now.pass_by(seconds=7)
        table = (await one_move(tables, table, rng)).table
        times.append(now.moment)
    for seen, new in itertools.pairwise(times):
        assert await tables.watching.next_at(table.id, seen + LATE) == new + LATE
    assert await tables.watching.next_at(table.id, times[-1] + LATE) is None
    await tables.resign(table.id, ANN.id)
    assert await tables.watching.next_at(table.id, times[0]) is None, "the game is over"


async def test_a_clock_that_was_set_back_shuts_nobody_out_for_long(
    tables: Tables, now: Now
) -> None:
    """After the first move, the machine's clock is set back by an hour. So the deal and the first
    move seem to be an hour later than the second move. Watchers can see the game one minute after
    the second move all the same."""
    rng, table = random.Random(6), await watched_table(tables, ANN, BOB)
    table = (await one_move(tables, table, rng)).table
    now.moment -= timedelta(hours=1)
    with pytest.raises(TooEarly):
        await tables.watching.of(table.id, WATCHER)
    table = (await one_move(tables, table, rng)).table
    now.pass_by(seconds=30)
    await one_move(tables, table, rng)
    now.pass_by(seconds=29)
    with pytest.raises(TooEarly):
        await tables.watching.of(table.id, WATCHER)
    now.pass_by(seconds=1)
    seen = await tables.watching.of(table.id, WATCHER)
    assert (seen.moves, seen.more_at) == (2, now() + timedelta(seconds=30))


async def position_after(tables: Tables, table_id: str, moves: int) -> object:
    """Return the position of a running game as it was after its first `moves` moves."""
    found: list[Record] = []
    await tables.registry.change(table_id, lambda live: found.append(present(live.play).record))
    record = Record(found[0].header, found[0].steps[:moves])
    *_, (game, _step, _events) = replay(record)
    return game.position()


async def test_without_rating_it_is_seen_at_once_and_only_where_the_host_lets_it(
    tables: Tables,
) -> None:
    practice = await watched_table(tables, ANN, bots=1)
    assert not (await tables.watching.of(practice.id, WATCHER)).late
    closed = await dealt(tables, BOB, CAT, game="durak")
    with pytest.raises(HandsClosed):
        await tables.watching.of(closed.id, WATCHER)


async def test_who_gave_up_or_was_removed_sees_none(tables: Tables, now: Now) -> None:
    table = await watched_table(tables, ANN, BOB, CAT)
    await tables.resign(table.id, ANN.id)
    now.pass_by(seconds=120)
    with pytest.raises(PlaysOn):
        await tables.watching.of(table.id, ANN.id)
    table = await watched_table(tables, ANN, BOB, CAT)
    await tables.vote_out(table.id, ANN.id, 1)
    await tables.vote_out(table.id, CAT.id, 1)
    now.pass_by(seconds=120)
    with pytest.raises(PlaysOn):
        await tables.watching.of(table.id, BOB.id)


async def test_a_partner_who_plays_on_keeps_the_hands_closed(tables: Tables, now: Now) -> None:
    dan, rng = Person(1004, "Dan"), random.Random(1)
    table = await watched_table(tables, ANN, BOB, CAT, dan, teams="pairs")
    people, some_out = (ANN, BOB, CAT, dan), False
    while table.phase is Phase.PLAYING:
        seats = present(table.view(None)).seats
        now.pass_by(seconds=61)
        for number, each in enumerate(people):
            side = [seat for seat in seats if seat.side == seats[number].side]
            if not all(seat.out for seat in side):
                some_out |= seats[number].out
                with pytest.raises(PlaysOn):
                    await tables.watching.of(table.id, each.id)
        table = (await one_move(tables, table, rng)).table
    assert some_out
    await play_out(tables, table)


def test_a_seat_that_may_still_accuse_has_not_finished() -> None:
    durak = games.load("durak")
    for cheating in (False, True):
        game, rng = (
            durak.new(durak.options(cheating=cheating), seats=3, seed=b"a" * 32),
            random.Random(2),
        )
        finished = False
        while game.outcome is None:
            seat = rng.choice(sorted(game.waiting_on))
            game.play(seat, rng.choice(game.legal_moves(seat)))
            finished |= any(map(game.has_finished, range(3))) and game.outcome is None
        assert finished is not cheating
