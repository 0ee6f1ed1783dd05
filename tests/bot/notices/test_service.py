"""Test who gets a notice of a new table, on a real database."""

from __future__ import annotations

import random
from collections import defaultdict
from dataclasses import replace
from datetime import datetime, timedelta

import pytest

from bot.core.model import Phase, Table
from bot.notices.service import Notices
from bot.preferences.service import Preferred
from bot.tables.store.tables import Store
from tests.beyond import BEYOND
from tests.bot.conftest import Now
from tests.bot.evening import GUILD
from tests.bot.subjects import member_forgotten, server_forgotten
from tests.cogs.tables import table, view

pytestmark = pytest.mark.usefixtures("database_without_threads")

GAMES = ("durak", "dritzak", "tredici")


@pytest.fixture
def preferred(store: Store, now: Now) -> Preferred:
    return Preferred(store, now)


@pytest.fixture
def notices(store: Store, preferred: Preferred, now: Now) -> Notices:
    return Notices(store, preferred, now)


def lobby(number: int, game: str = "durak", guild_id: int = GUILD, host: int = 1) -> Table:
    made = table(view(game=game))
    seats = (replace(made.seats[0], member_id=host), *made.seats[1:])
    return replace(
        made, id=f"t{number}", guild_id=guild_id, game=game, seats=seats, phase=Phase.LOBBY
    )


@pytest.mark.parametrize("lobbies", [150, pytest.param(1000, marks=BEYOND)])
async def test_no_lobby_mentions_anybody_who_did_not_ask(
    notices: Notices, preferred: Preferred, now: Now, lobbies: int
) -> None:
    rng = random.Random(1)
    wishes: dict[tuple[int, int], set[str]] = defaultdict(set)
    for member in range(1, 13):
        for guild_id in (GUILD, GUILD + 1):
            wishes[guild_id, member] = set(rng.sample(GAMES, rng.randrange(3)))
            await notices.wish(guild_id, member, wishes[guild_id, member])
    night = 5
    await preferred.change_member(night, quiet_from=0, quiet_until=12)
    told: dict[int, list[datetime]] = defaultdict(list)
    for number in range(lobbies):
        now.pass_by(seconds=rng.randrange(600))
        guild_id, host = rng.choice((GUILD, GUILD + 1)), rng.randrange(1, 20)
        opened = lobby(number, rng.choice(GAMES), guild_id, host)
        members = await notices.to_tell(opened)
        assert not await notices.to_tell(opened), "once for each lobby"
        for member in members:
            assert opened.game in wishes[guild_id, member]
            assert member != host
            assert member != night or now().hour >= 12
            lately = [at for at in told[member] if at > now() - timedelta(hours=1)]
            assert len(lately) < 3
            told[member].append(now())
    assert sum(map(len, told.values())) > lobbies
    assert set(told) == {member for (_, member), games in wishes.items() if games}


async def test_moderators_may_allow_fewer_or_none(
    notices: Notices, preferred: Preferred, now: Now
) -> None:
    await notices.wish(GUILD, 7, ["durak"])
    await preferred.change_server(GUILD, notices=0)
    assert await notices.to_tell(lobby(1)) == []
    await preferred.change_server(GUILD, notices=1)
    assert await notices.to_tell(lobby(2)) == [7]
    assert await notices.to_tell(lobby(3)) == []
    now.pass_by(hours=1)
    assert await notices.to_tell(lobby(4)) == [7]


async def test_only_a_lobby_is_told_of(notices: Notices) -> None:
    await notices.wish(GUILD, 7, ["durak"])
    assert await notices.to_tell(replace(lobby(1), phase=Phase.PLAYING)) == []


async def test_who_is_forgotten_is_told_of_nothing(notices: Notices, store: Store) -> None:
    await notices.wish(GUILD, 7, ["durak"])
    assert await notices.to_tell(lobby(1)) == [7]
    await store.write(member_forgotten(7))
    assert await notices.wishes(GUILD, 7) == frozenset()
    assert await notices.to_tell(lobby(2)) == []


async def test_wishes_are_kept_for_each_server(notices: Notices, store: Store) -> None:
    await notices.wish(GUILD, 7, ["durak", "tredici"])
    await notices.wish(GUILD + 1, 7, ["dritzak"])
    await notices.wish(GUILD, 7, ["tredici"])
    assert await notices.wishes(GUILD, 7) == {"tredici"}
    assert await notices.wishes(GUILD + 1, 7) == {"dritzak"}
    await store.write(server_forgotten(GUILD))
    assert await notices.wishes(GUILD, 7) == frozenset()
    assert await notices.wishes(GUILD + 1, 7) == {"dritzak"}
