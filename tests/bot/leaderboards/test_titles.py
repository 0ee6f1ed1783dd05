"""Tests of the roles that a server gives for titles. At the end of each season, exactly the right
members get and keep a role, whatever happened before. This is done once for each season."""

from __future__ import annotations

import asyncio
from datetime import UTC, datetime

import pytest
from hypothesis import given
from hypothesis import strategies as st
from sqlalchemy import select

from bot.db import schema
from bot.leaderboards.seasons import SeasonKind, named
from bot.leaderboards.service import Boards
from bot.leaderboards.store import forgetting
from bot.leaderboards.title_rules import (
    RoleStage,
    Title,
    TitleKind,
    Wearer,
    all_titles,
    first_present,
    resettled,
)
from bot.leaderboards.titles import Titles
from bot.tables.store.tables import Store
from tests.bot.conftest import Now
from tests.bot.finished import as_parts
from tests.bot.leaderboards.test_boards import won

GUILD, ROLE, OTHER = 10, 70, 71
CHAMPION, FOOL = Title(TitleKind.CHAMPION, "durak"), Title(TitleKind.FOOL, "durak")
JANUARY = datetime(2026, 1, 20, tzinfo=UTC)
FEBRUARY = datetime(2026, 2, 1, tzinfo=UTC)

Pairs = st.dictionaries(
    st.tuples(st.sampled_from([ROLE, OTHER]), st.integers(1, 4)), st.sampled_from(RoleStage)
)


def everywhere(_: int) -> bool:
    return True


@pytest.fixture
def titles(store: Store, now: Now) -> Titles:
    now.moment = JANUARY
    return Titles(store, now=now)


async def play(store: Store, now: Now, number: int, *people: int) -> None:
    """Store a game of Durak that ends now and that the first of `people` won. `number` is the
    game's number in the server."""
    await store.write(as_parts(GUILD, "durak", number, won(*people), now()))


async def errands(titles: Titles) -> list[tuple[str, int, int]]:
    return [
        (each.stage.value, each.role_id, each.member_id) for each in await titles.errands(GUILD)
    ]


async def run(titles: Titles) -> None:
    for each in await titles.errands(GUILD):
        await titles.done(each)


def test_only_games_whose_loser_is_the_fool_have_one() -> None:
    found = all_titles()
    assert [title.game for title in found if title.kind is TitleKind.FOOL] == ["durak"]
    champions = {title.game for title in found if title.kind is TitleKind.CHAMPION}
    assert champions >= {"durak", "dritzak", "tredici"}
    assert [Title.of(title.key) for title in found] == found


@given(Pairs, st.sets(st.integers(1, 4)))
def test_whoever_is_wanted_ends_with_the_role_and_nobody_else(
    before: dict[tuple[int, int], RoleStage], members: set[int]
) -> None:
    gone = {member for (_, member), stage in before.items() if stage is RoleStage.GONE}
    members -= gone
    wearers = [Wearer(GUILD, CHAMPION, *pair, stage) for pair, stage in before.items()]
    after = resettled(wearers, CHAMPION, GUILD, ROLE, members)
    stages = {(each.role_id, each.member_id): each.stage for each in after}
    has = {pair for pair, stage in before.items() if stage in (RoleStage.HELD, RoleStage.TAKE)}
    for pair, stage in stages.items():
        assert stage is not RoleStage.GIVE or pair not in has, "not given again"
        assert stage not in (RoleStage.TAKE, RoleStage.HELD) or pair in has, "not taken in vain"
    has |= {pair for pair, stage in stages.items() if stage is RoleStage.GIVE}
    has -= {pair for pair, stage in stages.items() if stage is RoleStage.TAKE}
    assert has == {(ROLE, member) for member in members}
    assert resettled(after, CHAMPION, GUILD, ROLE, members) == after


def test_equals_share_and_whoever_is_gone_makes_room() -> None:
    groups = [[1, 2], [3]]
    assert first_present(groups, set()) == [1, 2]
    assert first_present(groups, {2}) == [1]
    assert first_present(groups, {1, 2}) == [3]
    assert first_present(groups, {1, 2, 3}) == []


async def test_a_season_is_settled_once_however_many_look(
    store: Store, now: Now, titles: Titles
) -> None:
    await titles.choose(GUILD, CHAMPION, ROLE)
    await titles.choose(GUILD, FOOL, OTHER)
    await play(store, now, 1, 1, 2, 3)
    await titles.settle(everywhere)
    assert await errands(titles) == [], "the season is not over"
    now.moment = FEBRUARY
    await titles.settle(lambda guild: guild != GUILD)
    assert await titles.waiting(everywhere) == [], "another process serves it"
    other = Titles(store, now=now)
    await asyncio.gather(titles.settle(everywhere), other.settle(everywhere))
    assert await titles.waiting(everywhere) == [GUILD]
    assert await errands(titles) == [("give", ROLE, 1), ("give", OTHER, 2), ("give", OTHER, 3)]
    await run(titles)
    await other.settle(everywhere)
    assert await errands(other) == []


async def test_a_process_that_is_late_changes_nothing(
    store: Store, now: Now, titles: Titles
) -> None:
    await titles.choose(GUILD, CHAMPION, ROLE)
    await play(store, now, 1, 1, 2)
    before = (await titles.roles(GUILD))[CHAMPION]
    now.moment = FEBRUARY
    await play(store, now, 2, 2, 1)
    now.moment = datetime(2026, 3, 1, tzinfo=UTC)
    await titles.settle(everywhere)
    assert await errands(titles) == [("give", ROLE, 2)]
    await titles._settle(before, named("2026-01"))
    assert await errands(titles) == [("give", ROLE, 2)]


async def test_one_role_for_two_titles_is_taken_when_the_last_is_lost(
    store: Store, now: Now, titles: Titles
) -> None:
    dritzak = Title(TitleKind.CHAMPION, "dritzak")
    for title in (CHAMPION, dritzak):
        await titles.choose(GUILD, title, ROLE)
    await play(store, now, 1, 1, 2)
    await store.write(as_parts(GUILD, "dritzak", 2, won(1, 2), now()))
    now.moment = FEBRUARY
    await titles.settle(everywhere)
    first, second = await titles.errands(GUILD)
    await titles.done(first)
    assert await titles.errands(GUILD) == [], "the second has come with it"
    assert first.member_id == second.member_id == 1
    await play(store, now, 3, 1, 2)
    now.moment = datetime(2026, 3, 1, tzinfo=UTC)
    await titles.settle(everywhere)
    assert await errands(titles) == [], "champion of one game still"
    now.moment = datetime(2026, 4, 1, tzinfo=UTC)
    await titles.settle(everywhere)
    assert await errands(titles) == [("take", ROLE, 1)]


async def test_whoever_wins_again_before_the_role_was_taken_keeps_it(
    store: Store, now: Now, titles: Titles
) -> None:
    await titles.choose(GUILD, CHAMPION, ROLE)
    await play(store, now, 1, 1, 2)
    now.moment = FEBRUARY
    await titles.settle(everywhere)
    await run(titles)
    await play(store, now, 2, 2, 1)
    now.moment = datetime(2026, 3, 1, tzinfo=UTC)
    await titles.settle(everywhere)
    assert await errands(titles) == [("take", ROLE, 1), ("give", ROLE, 2)]
    await play(store, now, 3, 1, 2)
    now.moment = datetime(2026, 4, 1, tzinfo=UTC)
    await titles.settle(everywhere)
    assert await errands(titles) == []


async def test_another_role_or_another_length_of_seasons(
    store: Store, now: Now, titles: Titles
) -> None:
    await titles.choose(GUILD, CHAMPION, ROLE)
    await play(store, now, 1, 1, 2)
    now.moment = FEBRUARY
    await titles.settle(everywhere)
    await run(titles)
    await titles.choose(GUILD, CHAMPION, OTHER)
    assert await errands(titles) == [("take", ROLE, 1), ("give", OTHER, 1)]
    await run(titles)
    now.moment = datetime(2026, 2, 11, tzinfo=UTC)
    await Boards(store, now=now).choose_seasons(GUILD, SeasonKind.WEEKLY)
    await titles.settle(everywhere)
    assert await errands(titles) == [], "the weeks before were no seasons"


async def test_what_is_forgotten_is_gone(store: Store, now: Now, titles: Titles) -> None:
    await titles.choose(GUILD, CHAMPION, ROLE)
    await play(store, now, 1, 1, 2)
    now.moment = FEBRUARY
    await titles.settle(everywhere)
    assert await store.rows(select(schema.title_wearers))
    await store.write(forgetting.member_forgotten(1))
    assert not await store.rows(select(schema.title_wearers))
    await store.write(forgetting.server_forgotten(GUILD))
    assert not await store.rows(select(schema.title_roles))
