"""Tests of how a finished game changed its players' ratings. The change is stored with the game's
last move, and computed anew when an earlier game is annulled."""

from __future__ import annotations

import pytest

from bot.core.ratings import START
from bot.leaderboards.model import Booked, Moved
from bot.leaderboards.service import Boards
from bot.leaderboards.store.recount import rebuild
from bot.tables.manager import Tables
from bot.tables.store.tables import Store
from tests.bot.conftest import Now
from tests.bot.evening import ANN, BOB, GUILD, dealt, play_out
from tests.bot.finished import finish
from tests.present import present
from tests.second_opinion import PlayedGame, Sat, compute


def game(*people: int | str, kind: str = "won") -> PlayedGame:
    """Return a finished game of `people`, who are ids of members and levels of bot players. The
    first of them won, and all others share the second place. With `kind="void"`, the game doesn't
    count."""
    sats = tuple(Sat(who, 1 if not seat else 2, seat) for seat, who in enumerate(people))
    return PlayedGame(sats, kind)


@pytest.fixture
def boards(store: Store, now: Now) -> Boards:
    return Boards(store, now=now)


def after(games: list[PlayedGame], who: int) -> int:
    numbers = compute(games).get(who)
    return START if numbers is None or numbers.figure is None else numbers.figure


async def test_each_game_leads_from_the_figure_before_to_the_one_after(
    store: Store, boards: Boards
) -> None:
    games = [game(1, 2), game(3, 2, 1), game(2, "greedy"), game(2, 3), game(1, 3, kind="void")]
    await finish(store, games)
    await finish(store, [game(2, 1)], game="tredici")
    await finish(store, [game(2, 1)], guild=11)
    for number, played in enumerate(games, 1):
        booked = await boards.booked(10, f"10-du-{number}", 1)
        rated = played.kind == "won" and not any(sat.is_bot for sat in played.sats)
        assert booked.moved == tuple(
            Moved(after(games[: number - 1], int(sat.who)), after(games[:number], int(sat.who)))
            if rated
            else None
            for sat in played.sats
        )
        assert not booked.annulled
        assert booked.of(len(played.sats)) is None
    assert await boards.booked(10, "10-du-1", 2) == Booked()
    assert await boards.booked(11, "10-du-1", 1) == Booked(), "another server's"


async def test_an_annulled_game_moved_nobody_and_those_after_it_are_computed_anew(
    store: Store, boards: Boards
) -> None:
    games = [game(1, 2), game(1, 2)]
    await finish(store, games)
    await boards.annul(10, "10-du-1", 1, by=7)
    assert await boards.booked(10, "10-du-1", 1) == Booked((None, None), annulled=True)
    first = await boards.booked(10, "10-du-2", 1)
    assert first.moved == tuple(Moved(START, after(games[:1], who)) for who in (1, 2))
    await rebuild(store)
    assert await boards.booked(10, "10-du-2", 1) == first


async def test_whoever_came_first_in_the_season_before_is_its_champion(
    store: Store, boards: Boards
) -> None:
    """A game whose result is stored names its champion. This is the player who came first in the
    previous season, in the same game and the same server. If this player isn't at the table, or is
    hidden from leaderboards, the game names no champion."""
    january, february, march = 1, 31 * 24, 59 * 24
    await finish(store, [game(1, 2), game(1, 3)], first=january)
    await finish(store, [game(2, 1), game(2, 3)], first=february)
    await finish(store, [game(3, 1)], first=march)
    await finish(store, [game(3, 1)], game="tredici", first=february)

    async def champion(played: str, guild: int = 10) -> int | None:
        return (await boards.booked(guild, played, 1)).champion

    assert await champion(f"10-du-{january}") is None, "no season before"
    assert await champion(f"10-du-{february}") == 1, "member 1, in the second seat"
    assert await champion(f"10-du-{february + 1}") is None, "not at that table"
    assert await champion(f"10-du-{march}") is None, "2 was first in February"
    assert await champion(f"10-tr-{february}") is None, "another game's"
    await boards.hide(1, hidden=True)
    assert await champion(f"10-du-{february}") is None


async def test_it_is_booked_with_the_last_move(
    tables: Tables, store: Store, boards: Boards
) -> None:
    table = await play_out(tables, await dealt(tables, ANN, BOB))
    ranks = present(table.outcome).ranks
    booked = await boards.booked(GUILD, table.id, 1)
    gains = [present(moved).after - present(moved).before for moved in booked.moved]
    assert {present(moved).before for moved in booked.moved} == {START}
    assert (gains[0] > gains[1]) == (ranks[0] < ranks[1])
