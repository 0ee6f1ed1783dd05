"""Tests of leaderboards, with their order, their pages, and the members who are hidden from
others."""

from __future__ import annotations

from collections.abc import Sequence

import pytest

from bot.core.levels import fixed_rating
from bot.db import schema
from bot.leaderboards.model import Board, Sort
from bot.leaderboards.service import Boards
from bot.leaderboards.store import forgetting
from bot.tables.store.tables import Store
from tests.bot.finished import START, finish
from tests.present import present
from tests.second_opinion import PlayedGame, Sat

GUILD = 10


@pytest.fixture
def boards(store: Store) -> Boards:
    return Boards(store, now=lambda: START)


def won(
    winner: int | str,
    *losers: int | str,
    deeds: Sequence[tuple[str, int, int]] = (),
    kind: str = "won",
    season: str | None = None,
) -> PlayedGame:
    """Return a finished game that `winner` won and `losers` lost. `deeds` are the winner's feats,
    each as (name, degree, times). With `kind="draw"` nobody lost."""
    people = (winner, *losers)
    sats = tuple(
        Sat(who, 1 if kind == "draw" or not seat else 2, seat, deeds=() if seat else tuple(deeds))
        for seat, who in enumerate(people)
    )
    return PlayedGame(sats, kind, season)


def members(board: Board) -> list[int | None]:
    return [line.member_id for line in board.lines]


async def test_each_sort_has_its_own_order(store: Store, boards: Boards) -> None:
    games = [won(1, 2)] * 3 + [won(3, 2)] * 2 + [won(2, 4), won(4, 1)] + [won(5, 4, kind="draw")]
    await finish(store, games)
    by = {
        sort: await boards.board(GUILD, game="durak", sort=sort)
        for sort in (Sort.WINS, Sort.GAMES, Sort.LOST)
    }
    assert members(by[Sort.WINS]) == [1, 3, 4, 2, 5]
    assert members(by[Sort.GAMES]) == [2, 1, 4, 3, 5]
    assert members(by[Sort.LOST]) == [3, 5, 1, 4, 2]
    figures = [present(line.figure) for line in (await boards.board(GUILD, game="durak")).lines]
    assert figures == sorted(figures, reverse=True)


async def test_the_smallest_part_of_games_lost_counts_after_ten_games(
    store: Store, boards: Boards
) -> None:
    await finish(store, [won(1, 2)] * 10 + [won(2, 1)] + [won(3, 4)])
    assert members(await boards.board(GUILD, game="durak", sort=Sort.LOST)) == [1, 2, 3, 4]


async def test_a_board_of_a_deed_lists_those_who_did_it(store: Store, boards: Boards) -> None:
    single, double = ("walk-off", 1, 1), ("walk-off", 2, 1)
    await finish(
        store,
        [
            won(1, 2, deeds=[single]),
            won(3, 2, deeds=[double]),
            won(3, 1, deeds=[single]),
            won(2, 1),
        ],
    )
    board = await boards.board(GUILD, game="durak", sort=Sort.DEED, deed="walk-off", asker=2)
    assert [(line.member_id, line.deed) for line in board.lines] == [(3, 2), (1, 1)]
    assert (present(board.own).place, present(board.own).deed, board.own_hidden) == (None, 0, False)
    assert (
        await boards.board(GUILD, game="durak", sort=Sort.DEED, deed="kische-right")
    ).lines == ()


async def test_pages_and_the_askers_own_line(store: Store, boards: Boards) -> None:
    await finish(store, [won(number, 100) for number in range(1, 8)])
    first = await boards.board(GUILD, game="durak", size=3, asker=100)
    assert (first.page, first.pages, first.total) == (0, 3, 8)
    assert [line.place for line in first.lines] == [1, 2, 3]
    assert present(first.own).place == 8
    last = await boards.board(GUILD, game="durak", size=3, page=99, asker=100)
    assert (last.page, [line.place for line in last.lines]) == (2, [7, 8])
    assert last.own == last.lines[-1]
    everyone = [
        line
        for page in range(3)
        for line in (await boards.board(GUILD, game="durak", size=3, page=page)).lines
    ]
    assert sorted(present(line.member_id) for line in everyone) == [1, 2, 3, 4, 5, 6, 7, 100]


async def test_an_empty_board_and_a_stranger(store: Store, boards: Boards) -> None:
    board = await boards.board(GUILD, game="durak", asker=1)
    assert (board.lines, board.own, board.pages, board.total, board.bots) == ((), None, 1, 0, ())
    await finish(store, [won(1, 2)])
    assert (await boards.board(GUILD + 1, game="durak")).lines == ()
    assert (await boards.board(GUILD, game="durak", season="2025-12")).lines == ()


async def test_all_games_together_have_no_rating(store: Store, boards: Boards) -> None:
    await finish(store, [won(1, 2), won(2, 1), won(1, 3)])
    await finish(store, [won(2, 1, deeds=[("walk-off", 1, 1)])] * 2, game="dritzak")
    board = await boards.board(GUILD, game=None, asker=3)
    assert board.sort is Sort.WINS
    assert [(line.member_id, line.won, line.games, line.figure) for line in board.lines] == [
        (2, 3, 4, None),
        (1, 2, 5, None),
        (3, 0, 1, None),
    ]
    assert present(board.own).place == 3
    deed = await boards.board(GUILD, game=None, sort=Sort.DEED, deed="walk-off")
    assert [(line.member_id, line.deed) for line in deed.lines] == [(2, 2)]
    assert await boards.games(GUILD) == ["durak", "dritzak"]


async def test_bot_players_are_listed_apart(store: Store, boards: Boards) -> None:
    """A leaderboard lists bot players apart from members. Bot players are sorted by their fixed
    ratings, not by their wins. A level without a fixed rating comes last. A member's line doesn't
    count games in which all other players were bot players."""
    await finish(store, [won(1, "master"), won("random", 2), won("clever", 1, 2), won(1, 2)])
    board = await boards.board(GUILD, game="durak")
    assert members(board) == [1, 2]
    master, random = (present(fixed_rating("durak", name)) for name in ("master", "random"))
    assert [
        (line.place, line.strength, line.name, line.games, line.figure) for line in board.bots
    ] == [
        (1, "master", "master", 1, master.figure),
        (2, "random", "random", 1, random.figure),
        (3, "clever", "clever", 1, None),
    ]
    assert not any(line.provisional for line in board.bots)
    assert (board.lines[0].games, board.lines[0].rated, board.lines[0].provisional) == (2, 2, True)
    season = await boards.board(GUILD, game="durak", season="2026-01")
    assert [line.figure for line in season.bots] == [line.figure for line in board.bots]


async def test_practice_stands_in_the_profile_alone_by_the_best_of_the_bot_players(
    store: Store, boards: Boards
) -> None:
    walk_off = [("walk-off", 1, 1)]
    await finish(
        store,
        [
            won(1, "casual", deeds=walk_off),
            won("master", 1),
            won("casual", "master", 1),
            won(1, "beginner", "casual"),
            won(1, "clever"),
        ],
    )
    assert not (await boards.board(GUILD, game="durak")).lines
    assert not (await boards.board(GUILD, game=None)).lines
    await finish(store, [won(2, 1)], game="dritzak")
    profile = present(await boards.profile(GUILD, 1))
    dritzak, durak = profile.games
    assert (profile.favourite, dritzak.practice) == ("dritzak", ())
    assert (durak.figure, durak.games, durak.longest, durak.places, durak.deeds) == (
        None,
        0,
        0,
        {},
        {},
    )
    assert [(each.strength, each.games, each.won, each.lost) for each in durak.practice] == [
        ("master", 2, 0, 2),
        ("casual", 2, 2, 0),
        ("clever", 1, 1, 0),
    ]
    assert list(await boards.history(GUILD, 1)) == ["dritzak"]
    await finish(store, [won(1, 2)], first=10)
    deed = await boards.board(GUILD, game="durak", sort=Sort.DEED, deed="walk-off")
    assert not deed.lines
    await boards.annul(GUILD, "10-du-2", 1, by=7)
    durak = present(await boards.profile(GUILD, 1)).games[0]
    assert durak.game == "durak"
    assert [(each.strength, each.games) for each in durak.practice] == [
        ("master", 1),
        ("casual", 2),
        ("clever", 1),
    ]


async def test_bot_players_have_their_deeds_and_one_line_for_all_games_together(
    store: Store, boards: Boards
) -> None:
    single, double = ("walk-off", 1, 1), ("walk-off", 2, 2)
    await finish(
        store,
        [won("greedy", 1, deeds=[single]), won("greedy", 2, deeds=[double]), won(1, "random")],
    )
    await finish(
        store, [won("greedy", 1, deeds=[single]), won(1, "random", deeds=[single])], game="dritzak"
    )
    deed = await boards.board(GUILD, game="durak", sort=Sort.DEED, deed="walk-off")
    assert {line.strength: line.deed for line in deed.bots} == {"greedy": 3, "random": 0}
    everything = await boards.board(GUILD, game=None, sort=Sort.DEED, deed="walk-off")
    assert [
        (line.strength, line.games, line.won, line.figure, line.deed) for line in everything.bots
    ] == [("greedy", 3, 3, None, 4), ("random", 2, 0, None, 0)]
    assert everything.lines == (), "what is done in practice is on no board"


async def test_members_without_a_rated_game_come_last(store: Store, boards: Boards) -> None:
    together = PlayedGame((Sat(1, 1, 0), Sat(4, 1, 0)), "draw")
    await finish(store, [together] * 5 + [won(3, 2, 4)])
    board = await boards.board(GUILD, game="durak")
    assert members(board) == [3, 2, 4, 1]
    assert board.lines[-1].figure is None


async def test_a_rating_is_provisional_until_ten_games(store: Store, boards: Boards) -> None:
    await finish(store, [won(1, 2)] * 9 + [won(1, "greedy")])
    assert (await boards.board(GUILD, game="durak")).lines[0].provisional
    assert present(await boards.profile(GUILD, 1)).games[0].provisional
    await finish(store, [won(1, 2)], first=11)
    assert not (await boards.board(GUILD, game="durak")).lines[0].provisional


async def test_a_hidden_member_is_seen_by_nobody_else(store: Store, boards: Boards) -> None:
    await finish(store, [won(1, 2), won(1, 3), won(3, 2)])
    before = await boards.board(GUILD, game="durak")
    await boards.hide(1, True)
    await boards.hide(1, True)
    hidden = await boards.board(GUILD, game="durak", asker=1)
    assert members(hidden) == [line.member_id for line in before.lines if line.member_id != 1]
    assert [line.place for line in hidden.lines] == [1, 2]
    assert [line.figure for line in hidden.lines] == [
        line.figure for line in before.lines if line.member_id != 1
    ]
    assert (present(hidden.own).member_id, present(hidden.own).place, hidden.own_hidden) == (
        1,
        None,
        True,
    )
    assert members(await boards.board(GUILD, game=None)) == [3, 2]
    assert present(present(await boards.profile(GUILD, 2)).made_fool_by).member_id == 3
    assert present(await boards.profile(GUILD, 1)).hidden
    await boards.hide(1, False)
    assert members(await boards.board(GUILD, game="durak")) == members(before)


async def test_the_profile_of_a_stranger_is_none(boards: Boards) -> None:
    assert await boards.profile(GUILD, 1) is None
    assert await boards.history(GUILD, 1) == {}


async def test_the_favourite_is_the_game_played_most(store: Store, boards: Boards) -> None:
    await finish(store, [won(1, 2)])
    await finish(store, [won(1, 2)] * 2, game="tredici")
    profile = present(await boards.profile(GUILD, 1))
    assert profile.favourite == "tredici"
    assert [game.game for game in profile.games] == ["tredici", "durak"]
    assert (
        present(profile.made_fool).member_id,
        present(profile.made_fool).times,
        profile.made_fool_by,
    ) == (
        2,
        3,
        None,
    )


async def test_the_last_games_are_listed_for_annulling(store: Store, boards: Boards) -> None:
    await finish(store, [won(1, 2), won(2, 1)])
    latest, first = await boards.recent_games(GUILD)
    ranks = [player.rank for player in latest.players]
    assert (latest.names, ranks, latest.kind, latest.annulled) == (
        ("Name 2", "Name 1"),
        [1, 2],
        "won",
        False,
    )
    assert await boards.annul(GUILD, first.table_id, first.number, by=7)
    assert [game.annulled for game in await boards.recent_games(GUILD)] == [False, True]
    assert len(await boards.recent_games(GUILD, limit=1)) == 1


async def test_a_moderator_who_is_forgotten_is_named_no_more(store: Store, boards: Boards) -> None:
    await finish(store, [won(1, 2)])
    [game] = await boards.recent_games(GUILD)
    await boards.annul(GUILD, game.table_id, game.number, by=7)
    await boards.forget(7)
    [row, _] = await store.rows(schema.results.select())
    assert row.annulled_by == 0
    assert (await boards.board(GUILD, game="durak")).lines == ()


async def test_a_servers_games_can_be_deleted_without_touching_others(
    store: Store, boards: Boards
) -> None:
    await finish(store, [won(1, 2)])
    await finish(store, [won(1, 2)], guild=11)
    there = await boards.board(11, game="durak")
    await store.write(forgetting.server_forgotten(GUILD))
    assert (await boards.board(GUILD, game="durak")).lines == ()
    assert await boards.recent_games(GUILD) == []
    assert await boards.board(11, game="durak") == there
