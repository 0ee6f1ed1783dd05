"""Test random histories of games. The ratings updated game by game must be the same as those
computed anew from all results, and as those of a second, simpler program."""

from __future__ import annotations

import asyncio
import random
from collections.abc import Coroutine, Iterator
from itertools import count
from pathlib import Path
from typing import Any

import pytest
from hypothesis import HealthCheck, given, settings
from hypothesis import strategies as st
from sqlalchemy import delete, update

from bot.core.errors import AlreadyAnnulled, NoFinishedGame
from bot.db import schema
from bot.db.writer import Statement
from bot.leaderboards.service import Boards
from bot.leaderboards.store import recount
from bot.leaderboards.store.recount import rebuild
from bot.tables.store.tables import Store
from tests.bot.finished import DERIVED, START, agrees, derived, finish
from tests.fresh_database import put_fresh_database
from tests.present import present
from tests.second_opinion import PlayedGame, Sat, compute

MEMBERS = (101, 102, 103, 104, 105)
BOTS = ("greedy", "master", "clever")
GUILDS = count(1000)


@st.composite
def games(draw: st.DrawFn) -> PlayedGame:
    """Draw a game of two to five players, who are members or bot players, sometimes in two teams.
    In some games players tie, players leave, or the game doesn't count."""
    rng = random.Random(draw(st.integers(0, 2**32)))
    seats = rng.randint(2, 5)
    people: list[int | str] = [*rng.sample(MEMBERS, seats)]
    for seat in range(1, seats):
        if rng.random() < 0.4:
            people[seat] = rng.choice(BOTS)
    sides = [seat % 2 for seat in range(seats)] if rng.random() < 0.25 else list(range(seats))
    places = {side: rng.randint(1, 3) for side in sides}
    order = sorted(set(places.values()))
    ranks = [order.index(places[side]) + 1 for side in sides]
    left = [seat for seat in range(seats) if rng.random() < 0.1]
    for seat in left:
        ranks[seat] = max(ranks)
    deeds = [
        ((rng.choice(("walk-off", "kische-right")), rng.randint(1, 2), 1),)
        if rng.random() < 0.3
        else ()
        for _ in sides
    ]
    sats = tuple(
        Sat(people[seat], ranks[seat], sides[seat], seat in left, deeds[seat])
        for seat in range(seats)
    )
    kind = rng.choice(("won",) * 8 + ("draw", "void")) if max(ranks) > 1 else "draw"
    return PlayedGame(sats, kind, "2026-01", moved=rng.random() > 0.05)


HISTORIES = st.lists(games(), min_size=1, max_size=14)


class Here:
    """One database for all generated examples. Each example is played in a server of its own."""

    def __init__(self, folder: Path) -> None:
        self.loop = asyncio.new_event_loop()
        put_fresh_database(Path(folder) / "shijo.db")
        self.store = self.run(Store.open(f"sqlite:///{folder}/shijo.db"))
        self.boards = Boards(self.store, now=lambda: START)

    def run(self, work: Coroutine[Any, Any, Any]) -> Any:
        return self.loop.run_until_complete(work)

    def close(self) -> None:
        self.run(self.store.close())
        self.loop.close()


@pytest.fixture(scope="module")
def here(tmp_path_factory: pytest.TempPathFactory) -> Iterator[Here]:
    here = Here(tmp_path_factory.mktemp("histories"))
    with pytest.MonkeyPatch.context() as patch:
        patch.setattr(recount, "GAMES_AT_ONCE", 3)
        yield here
    here.close()


few = settings(max_examples=12, deadline=None, suppress_health_check=list(HealthCheck))


@few
@given(HISTORIES)
def test_running_numbers_are_those_computed_by_another_hand_and_anew(
    here: Here, history: list[PlayedGame]
) -> None:
    async def check() -> None:
        guild = next(GUILDS)
        await finish(here.store, history, guild=guild)
        await agrees(here.boards, compute(history), guild=guild)
        await agrees(here.boards, compute(history, "2026-01"), guild=guild, season="2026-01")
        running = await derived(here.store, guild=guild)
        rebuilt = await rebuild(here.store, guild)
        assert (rebuilt.boards, rebuilt.games, rebuilt.changed) == (1, len(history), 0)
        await here.store.write(await _spoiled(guild))
        assert await derived(here.store, guild=guild) != running
        await rebuild(here.store, guild)
        assert await derived(here.store, guild=guild) == running

    here.run(check())


async def _spoiled(guild: int) -> list[Any]:
    gone = [Statement(delete(table).where(table.c.guild_id == guild)) for table in DERIVED]
    results = schema.results
    return [*gone, Statement(update(results).where(results.c.guild_id == guild).values(figure=-1))]


@few
@given(HISTORIES, st.randoms(use_true_random=False))
def test_an_annulled_game_leaves_no_trace(
    here: Here, history: list[PlayedGame], rng: random.Random
) -> None:
    async def check() -> None:
        guild, gone = next(GUILDS), rng.randrange(len(history))
        await finish(here.store, history, guild=guild)
        table_id = f"{guild}-du-{gone + 1}"
        assert (await here.boards.annul(guild, table_id, 1, by=7)).annulled
        without = [game for number, game in enumerate(history) if number != gone]
        await agrees(here.boards, compute(without), guild=guild)
        await agrees(here.boards, compute(without, "2026-01"), guild=guild, season="2026-01")
        after = await derived(here.store, guild=guild)
        assert (await rebuild(here.store, guild)).changed == 0
        assert await derived(here.store, guild=guild) == after
        with pytest.raises(AlreadyAnnulled):
            await here.boards.annul(guild, table_id, 1, by=7)
        with pytest.raises(NoFinishedGame):
            await here.boards.annul(guild + 1, table_id, 1, by=7)
        await finish(here.store, history[:1], guild=guild, first=50)
        await agrees(here.boards, compute([*without, history[0]]), guild=guild)

    here.run(check())


@few
@given(HISTORIES, st.sampled_from(MEMBERS))
def test_forgetting_a_member_changes_nobodys_numbers(
    here: Here, history: list[PlayedGame], who: int
) -> None:
    async def check() -> None:
        guild = next(GUILDS)
        await finish(here.store, history, guild=guild)
        people = compute(history)
        await here.boards.forget(who)
        for _ in range(2):
            ids = [member for member in MEMBERS if member != who]
            await agrees(here.boards, people, guild=guild, ids=ids)
            assert await here.boards.profile(guild, who) is None
            rows = await derived(here.store, guild=guild)
            assert who not in {value for row in rows for value in row}
            assert f"Name {who}" not in {value for row in rows for value in row}
            assert (await rebuild(here.store, guild)).changed == 0

    here.run(check())


@few
@given(HISTORIES)
def test_profiles_are_those_computed_by_another_hand(here: Here, history: list[PlayedGame]) -> None:
    async def check() -> None:
        guild = next(GUILDS)
        await finish(here.store, history, guild=guild)
        for who, numbers in compute(history).items():
            if isinstance(who, str):
                continue
            profile = present(await here.boards.profile(guild, who))
            [game] = profile.games
            assert (profile.name, profile.favourite) == (f"Name {who}", "durak")
            assert numbers.practice == {
                each.strength: (each.games, each.won, each.lost, each.drawn)
                for each in game.practice
            }
            assert (game.figure, game.rated, game.games) == (
                numbers.figure,
                numbers.rated,
                numbers.games,
            )
            assert (game.won, game.lost, game.drawn) == (numbers.won, numbers.lost, numbers.drawn)
            assert (game.streak, game.longest) == (numbers.streak, numbers.longest)
            assert game.places == numbers.places
            assert game.deeds == numbers.deeds
            history_shown = await here.boards.history(guild, who)
            assert [point.figure for point in history_shown.get("durak", [])] == numbers.history
            for rival, times in (
                (profile.made_fool, numbers.made_fool),
                (profile.made_fool_by, numbers.made_fool_by),
            ):
                assert (rival.times if rival else 0) == max(times.values(), default=0)
                assert rival is None or times[rival.member_id] == rival.times

    here.run(check())
