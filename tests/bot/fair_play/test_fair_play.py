"""Tests of fair play on a real database: unusual pairs of members, games that members left,
removals and appeals."""

from __future__ import annotations

import asyncio
import itertools
import random
from datetime import timedelta

import pytest

from bot.core.errors import BadChoice, OwnGame
from bot.core.model import Person, Phase
from bot.fair_play.model import (
    LOOKED_BACK,
    LeavesTooOften,
    Left,
    NothingToAppeal,
    NothingUnusual,
    RemovalState,
    Sign,
)
from bot.leaderboards.service import Boards
from bot.tables.manager import Tables
from bot.tables.store.tables import Store
from tests.bot.conftest import Now
from tests.bot.evening import ANN, BOB, CAT, GUILD, dealt, lobby, play_out
from tests.bot.finished import START, finish
from tests.bot.subjects import fair_play, member_forgotten
from tests.present import present
from tests.second_opinion import PlayedGame, Sat

DAN = Person(1004, "Dan")
MODERATOR = 4711


def game(*who: int, resigned: int = 0) -> PlayedGame:
    """Return a finished game of the members whose ids are `who`. The ids are in the order of the
    members' ranks, so the first member won. `resigned` is the id of the member who gave up, or 0 if
    nobody did."""
    sats = [
        Sat(each, rank, rank - 1, resigned=each == resigned) for rank, each in enumerate(who, 1)
    ]
    return PlayedGame(tuple(sats))


def evenly(members: int, times: int) -> list[PlayedGame]:
    """Return games of two among `members` members. Each pair plays `times` games, and the wins
    alternate."""
    pairs = list(itertools.combinations(range(1, members + 1), 2))
    return [game(*(pair if turn % 2 else pair[::-1])) for pair in pairs for turn in range(times)]


@pytest.fixture
def boards(store: Store) -> Boards:
    return Boards(store, now=lambda: START + timedelta(days=30))


async def test_members_who_all_play_each_other_are_not_unusual(
    boards: Boards, store: Store
) -> None:
    await finish(store, evenly(5, 12))
    assert await boards.suspicions(GUILD) == []


async def test_pairs_that_are_unusual_are_found_with_their_games(
    boards: Boards, store: Store
) -> None:
    usual = evenly(6, 2)
    often = [game(1, 2) if turn % 2 else game(2, 1) for turn in range(10)]
    early = [game(4, 3, resigned=3) for _ in range(3)]
    sided = [game(5, 6) for _ in range(16)]
    await finish(store, [*usual, *often, *early, *sided])
    found = {(each.sign, each.first, each.second): each for each in await boards.suspicions(GUILD)}
    assert set(found) == {
        (Sign.OFTEN, 1, 2),
        (Sign.OFTEN, 5, 6),
        (Sign.EARLY, 3, 4),
        (Sign.ONE_SIDED, 5, 6),
    }
    first = len(usual) + 1
    pair = found[Sign.OFTEN, 1, 2]
    assert (pair.times, pair.of) == (12, 2)
    newest = [(f"{GUILD}-du-{number}", 1) for number in range(first + 9, first - 1, -1)]
    assert list(pair.games[:10]) == newest
    assert found[Sign.EARLY, 3, 4].games == tuple(
        (f"{GUILD}-du-{first + 10 + number}", 1) for number in (2, 1, 0)
    )
    ahead = found[Sign.ONE_SIDED, 5, 6]
    assert (ahead.times, ahead.of) == (17, 18)


async def test_partners_are_not_told_to_have_played_against_each_other(
    boards: Boards, store: Store
) -> None:
    won = (Sat(1, 1, 0, resigned=True), Sat(2, 3, 1), Sat(3, 1, 0), Sat(4, 3, 1))
    apart = (Sat(1, 2, 0), Sat(2, 3, 1), Sat(3, 1, 0), Sat(4, 3, 1))
    await finish(store, [PlayedGame(won)] * 3 + [PlayedGame(apart)] * 10)
    found = {(each.sign, each.first, each.second) for each in await boards.suspicions(GUILD)}
    assert found == {(Sign.ONE_SIDED, *pair) for pair in ((1, 2), (1, 4), (3, 2), (3, 4))}


async def test_an_annulled_game_or_an_old_one_is_not_unusual(boards: Boards, store: Store) -> None:
    await finish(store, [game(2, 1, resigned=1) for _ in range(3)])
    assert [each.sign for each in await boards.suspicions(GUILD)] == [Sign.EARLY]
    later = Boards(store, now=lambda: START + LOOKED_BACK + timedelta(days=1))
    assert await later.suspicions(GUILD) == []
    await boards.annul(GUILD, f"{GUILD}-du-1", 1, MODERATOR)
    assert await boards.suspicions(GUILD) == []


async def test_two_who_resign_late_or_alone_with_bots_are_not_unusual(
    boards: Boards, store: Store
) -> None:
    practice = PlayedGame((Sat("casual", 1, 0), Sat(1, 2, 1, resigned=True)))
    await finish(store, [practice] * 5)
    assert await boards.suspicions(GUILD) == []
    assert present(await boards.profile(GUILD, 1)).left == Left(0, 0)


async def test_the_share_of_games_left_stands_in_the_profile(boards: Boards, store: Store) -> None:
    played = [game(1, 2)] * 6 + [game(2, 1, resigned=1)] * 2
    await finish(store, [*played, PlayedGame(game(2, 1, resigned=1).sats, kind="void")])
    left = present(await boards.profile(GUILD, 1)).left
    assert left == Left(2, 8)
    assert left.share == 0.25
    assert present(await boards.profile(GUILD, 2)).left == Left(0, 8)
    await boards.annul(GUILD, f"{GUILD}-du-7", 1, MODERATOR)
    assert present(await boards.profile(GUILD, 1)).left == Left(1, 7)


async def test_who_leaves_much_can_not_sit_where_the_host_asks_for_less(
    tables: Tables, store: Store
) -> None:
    await finish(store, [game(BOB.id, CAT.id)] * 4 + [game(BOB.id, CAT.id, resigned=CAT.id)])
    table = await lobby(tables, ANN)
    table = (await tables.choose(table.id, ANN.id, reliable_only=True)).table
    assert table.reliable_only
    with pytest.raises(LeavesTooOften) as caught:
        await tables.join(table.id, CAT, 700)
    assert "rarely leave early (under 20%). You've left 1 of 5 games early here." in str(
        caught.value
    )
    await tables.join(table.id, BOB, 701)
    await finish(store, [game(BOB.id, CAT.id)], first=6)
    await tables.join(table.id, CAT, 702)


async def test_of_few_games_nobody_knows_how_many_one_leaves(tables: Tables, store: Store) -> None:
    await finish(store, [game(BOB.id, CAT.id, resigned=CAT.id)] * 4)
    table = await lobby(tables, ANN)
    await tables.choose(table.id, ANN.id, reliable_only=True)
    await tables.join(table.id, CAT, 700)


async def test_who_played_the_last_game_there_may_play_the_next(
    tables: Tables, store: Store
) -> None:
    table = await lobby(tables, ANN, BOB)
    await tables.choose(table.id, ANN.id, reliable_only=True)
    table = (await tables.start(table.id, ANN.id)).table
    table = await play_out(tables, table)
    await finish(store, [game(CAT.id, BOB.id, resigned=BOB.id)] * 5, game="heaps", first=9)
    await tables.rematch(table.id, ANN, 800)
    assert (await tables.rematch(table.id, BOB, 801)).table.phase is Phase.PLAYING


async def test_a_vote_counts_as_the_loss_of_who_is_removed(
    tables: Tables, boards: Boards, rng: random.Random
) -> None:
    table = await dealt(tables, ANN, BOB, CAT)
    table = (await tables.move(table.id, ANN.id, present(table.view(0)).moves[0])).table
    await tables.vote_out(table.id, ANN.id, 2)
    table = (await tables.vote_out(table.id, BOB.id, 2)).table
    table = await play_out(tables, table, rng)
    [numbers] = present(await boards.profile(GUILD, CAT.id)).games
    assert (numbers.counts["games"], numbers.counts["lost"]) == (1, 1)
    booked = await boards.booked(GUILD, table.id, 1)
    assert present(booked.of(2)).points < 0
    assert present(await boards.profile(GUILD, CAT.id)).left == Left(1, 1)


async def test_a_moderator_who_plays_has_one_vote_like_everybody(tables: Tables) -> None:
    two = await dealt(tables, ANN, BOB)
    with pytest.raises(BadChoice, match="With two players"):
        await tables.vote_out(two.id, ANN.id, 1, moderator=True)
    three = await dealt(tables, ANN, BOB, CAT)
    assert (await tables.vote_out(three.id, ANN.id, 2, moderator=True)).happenings == ()
    waiting = await lobby(tables, ANN, BOB)
    assert len((await tables.vote_out(waiting.id, ANN.id, 1, moderator=True)).table.seats) == 1


async def test_a_moderator_can_not_close_the_rated_game_they_play(tables: Tables, now: Now) -> None:
    table = await dealt(tables, ANN, BOB)
    with pytest.raises(OwnGame):
        await tables.close(table.id, ANN.id, moderator=True)
    alone = await dealt(tables, ANN, bots=1)
    assert (await tables.close(alone.id, ANN.id, moderator=True)).table.phase is Phase.CLOSED
    closed = await tables.close(table.id, MODERATOR, moderator=True)
    assert closed.table.phase is Phase.CLOSED


async def test_who_was_removed_may_appeal_and_a_moderator_decides(
    tables: Tables, boards: Boards, store: Store, now: Now
) -> None:
    fair = fair_play(tables)
    with pytest.raises(NothingToAppeal):
        await fair.removals(GUILD, CAT.id)
    table = await dealt(tables, ANN, BOB, CAT, DAN)
    table = (await tables.move(table.id, ANN.id, present(table.view(0)).moves[0])).table
    for seat in (2, 3):
        await tables.vote_out(table.id, MODERATOR, seat, moderator=True)
    for who in (CAT, DAN):
        (removal,) = await fair.removals(GUILD, who.id)
        assert (removal.state, removal.game, removal.name) == (
            RemovalState.REMOVED,
            "heaps",
            who.name,
        )
        await asyncio.gather(*(fair.appeal(GUILD, who.id, table.id, 1) for _ in range(2)))
        await fair.appeal(GUILD, who.id, table.id, 1)
    appeals = await fair.appeals(GUILD)
    assert [each.member_id for each in appeals] == [CAT.id, DAN.id]
    await fair.turn_down(appeals[1])
    with pytest.raises(NothingUnusual):
        await fair.turn_down(appeals[1])
    await play_out(tables, await tables.get(table.id))
    await boards.annul(GUILD, table.id, 1, MODERATOR)
    assert await fair.appeals(GUILD) == []
    assert (await fair.removals(GUILD, CAT.id))[0].state is RemovalState.ANNULLED
    with pytest.raises(NothingToAppeal):
        await fair.appeal(GUILD, ANN.id, table.id, 1)
    now.pass_by(days=31)
    with pytest.raises(NothingToAppeal):
        await fair.removals(GUILD, CAT.id)
    now.pass_by(days=-31)
    await store.write(member_forgotten(CAT.id))
    with pytest.raises(NothingToAppeal):
        await fair.removals(GUILD, CAT.id)


async def test_who_resigns_was_not_removed(tables: Tables) -> None:
    table = await dealt(tables, ANN, BOB, CAT, DAN)
    await tables.vote_out(table.id, ANN.id, 3)
    table = (await tables.resign(table.id, DAN.id)).table
    assert table.seats[3].votes == frozenset()
    with pytest.raises(NothingToAppeal):
        await fair_play(tables).removals(GUILD, DAN.id)


@pytest.fixture
def rng() -> random.Random:
    return random.Random(3)
