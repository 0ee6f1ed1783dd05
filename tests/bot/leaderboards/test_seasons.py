"""Tests of seasons: when they begin and end, and which games belong to each season. The podium, the
list of a season's best players, is posted once."""

from __future__ import annotations

from datetime import UTC, datetime, timedelta, timezone

import pytest
from hypothesis import given
from hypothesis import strategies as st

from bot.leaderboards.seasons import SeasonKind, named, season_at
from bot.leaderboards.service import Boards
from bot.leaderboards.store.recount import rebuild
from bot.tables.store.tables import Store
from tests.bot.conftest import Now
from tests.bot.finished import as_parts
from tests.bot.leaderboards.test_boards import won
from tests.present import present

GUILD = 10
MOMENTS = st.integers(0, 2**32).map(lambda seconds: datetime.fromtimestamp(seconds, UTC))
KINDS = [kind for kind in SeasonKind if kind is not SeasonKind.NEVER]


@pytest.fixture
def boards(store: Store, now: Now) -> Boards:
    return Boards(store, now=now)


async def end(
    store: Store, now: Now, *people: int | str, number: int, guild: int = GUILD, game: str = "durak"
) -> None:
    """Store a game of `people` that ends now and that the first of them won. `number` is the game's
    number in the server."""
    await store.write(as_parts(guild, game, number, won(*people), now()))


@pytest.mark.parametrize(
    ("kind", "moment", "name", "begins", "ends"),
    [
        ("weekly", "2026-11-21", "2026-W47", "2026-11-16", "2026-11-23"),
        ("weekly", "2027-01-01", "2026-W53", "2026-12-28", "2027-01-04"),
        ("monthly", "2026-11-21", "2026-11", "2026-11-01", "2026-12-01"),
        ("monthly", "2026-12-31", "2026-12", "2026-12-01", "2027-01-01"),
        ("quarterly", "2026-11-21", "2026-Q4", "2026-10-01", "2027-01-01"),
        ("quarterly", "2026-02-28", "2026-Q1", "2026-01-01", "2026-04-01"),
    ],
)
def test_seasons_of_the_calendar(kind: str, moment: str, name: str, begins: str, ends: str) -> None:
    season = present(
        season_at(SeasonKind(kind), datetime.fromisoformat(moment).replace(tzinfo=UTC))
    )
    assert (season.name, season.begins.date().isoformat(), season.ends.date().isoformat()) == (
        name,
        begins,
        ends,
    )
    assert season.kind == kind


@given(st.sampled_from(KINDS), MOMENTS)
def test_every_moment_belongs_to_one_season(kind: SeasonKind, moment: datetime) -> None:
    season = present(season_at(kind, moment))
    assert season.begins <= moment < season.ends
    assert season_at(kind, season.begins) == season
    assert present(season_at(kind, season.ends)).begins == season.ends
    assert named(season.name) == season
    assert season_at(kind, moment.astimezone(timezone(timedelta(hours=9)))) == season
    assert season_at(SeasonKind.NEVER, moment) is None


async def test_the_last_moment_of_a_month_belongs_to_it(
    store: Store, boards: Boards, now: Now
) -> None:
    now.moment = datetime(2026, 2, 1, tzinfo=UTC) - timedelta(milliseconds=1)
    await end(store, now, 1, 2, number=1)
    now.pass_by(milliseconds=1)
    await end(store, now, 2, 1, number=2)
    january, february = [
        [
            line.won
            for line in (await boards.board(GUILD, game="durak", season=name)).lines
            if line.member_id == 1
        ]
        for name in ("2026-01", "2026-02")
    ]
    assert (january, february) == ([1], [0])
    assert [line.games for line in (await boards.board(GUILD, game="durak")).lines] == [2, 2]
    assert present(await boards.current_season(GUILD)).name == "2026-02"


async def test_a_server_chooses_the_length_of_its_seasons(
    store: Store, boards: Boards, now: Now
) -> None:
    await end(store, now, 1, 2, number=1)
    await boards.choose_seasons(GUILD, SeasonKind.QUARTERLY)
    await end(store, now, 1, 2, number=2)
    await boards.choose_seasons(GUILD, SeasonKind.NEVER)
    await end(store, now, 1, 2, number=3)
    assert [season.name for season in await boards.seasons(GUILD)] == ["2026-Q1", "2026-01"]
    for season, games in ((None, 3), ("2026-01", 1), ("2026-Q1", 1)):
        assert (await boards.board(GUILD, game="durak", season=season)).lines[0].games == games
    assert await boards.current_season(GUILD) is None
    assert present(await boards.current_season(GUILD + 1)).kind is SeasonKind.MONTHLY
    assert (await rebuild(store)).changed == 0


async def test_the_podium_of_an_ended_season_is_due_once(
    url: str, store: Store, boards: Boards, now: Now
) -> None:
    await boards.choose_podium_channel(GUILD, 77)
    for number, people in enumerate([(1, 2), (1, 3), (4, 2), (1, 2)], 1):
        await end(store, now, *people, number=number)
    await end(store, now, 5, "greedy", number=5)
    await end(store, now, 2, 3, number=6, game="dritzak")
    assert await boards.due_podiums() == []
    now.moment = datetime(2026, 2, 1, tzinfo=UTC)
    [podium] = await boards.due_podiums()
    assert (podium.guild_id, podium.channel_id, podium.season.name, podium.claimed) == (
        GUILD,
        77,
        "2026-01",
        False,
    )
    assert {game: [line.member_id for line in lines] for game, lines in podium.games.items()} == {
        "durak": [1, 4, 3],
        "dritzak": [2, 3],
    }
    assert await boards.claim_podium(GUILD, "2026-01")
    assert not await boards.claim_podium(GUILD, "2026-01")

    other = await Store.open(url)
    restarted = Boards(other, now=now)
    assert [podium.claimed for podium in await restarted.due_podiums()] == [True]
    await restarted.podium_posted(GUILD, "2026-01", 555)
    assert await restarted.due_podiums() == []
    await other.close()
    now.pass_by(days=400)
    assert await boards.due_podiums() == []


async def test_no_podium_of_a_season_that_ended_before_one_was_wanted(
    store: Store, boards: Boards, now: Now
) -> None:
    await end(store, now, 1, 2, number=1)
    now.moment = datetime(2026, 2, 3, tzinfo=UTC)
    await boards.choose_podium_channel(GUILD, 77)
    assert await boards.due_podiums() == []
    await end(store, now, 1, 2, number=2)
    await boards.choose_podium_channel(GUILD, 78)
    await boards.choose_seasons(GUILD, SeasonKind.MONTHLY)
    now.moment = datetime(2026, 3, 1, tzinfo=UTC)
    assert [(podium.channel_id, podium.season.name) for podium in await boards.due_podiums()] == [
        (78, "2026-02")
    ]
    await boards.choose_podium_channel(GUILD, None)
    assert await boards.due_podiums() == []
    assert (await boards.settings(GUILD)).podium_channel_id is None


async def test_servers_have_seasons_of_their_own(store: Store, boards: Boards, now: Now) -> None:
    await boards.choose_podium_channel(11, 77)
    await end(store, now, 1, 2, number=1)
    await end(store, now, 2, 1, number=1, guild=11)
    now.moment = datetime(2026, 2, 1, tzinfo=UTC)
    [podium] = await boards.due_podiums()
    assert [line.member_id for line in podium.games["durak"]] == [2, 1]
