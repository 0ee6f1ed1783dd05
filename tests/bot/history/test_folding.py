"""Test when the messages of results fold (become short). Each server chooses the time."""

from __future__ import annotations

from datetime import timedelta

import pytest

from bot.core.shards import Served
from bot.history.folding import AT_ONCE, Folding
from bot.preferences.service import Preferred
from bot.tables.store.tables import Store
from tests.bot.conftest import Now
from tests.bot.finished import START, finish
from tests.second_opinion import PlayedGame, Sat

HOUR = timedelta(hours=1)
GUILD = 10
WON = PlayedGame((Sat(1, 1, 0), Sat(2, 2, 1)))


@pytest.mark.parametrize(
    ("wanted", "after"), [(timedelta(minutes=10), 600), (HOUR, 3600), (24 * HOUR, 86_400)]
)
async def test_a_result_folds_once_after_the_time_that_its_server_wants(
    store: Store, now: Now, wanted: timedelta, after: int
) -> None:
    preferences = Preferred(store, now)
    await preferences.change_server(GUILD, fold_after=wanted)
    folding = Folding(store, preferences, now, Served())
    await finish(store, [WON], guild=GUILD)
    ended = START + HOUR
    for early in (after // 2, after - 1):
        now.moment = ended + timedelta(seconds=early)
        assert not await folding.due()
    now.moment = ended + timedelta(seconds=after)
    (found,) = await folding.due()
    assert (found.table_id, found.is_shown) == ("10-du-1", True)
    assert not await folding.is_folded("10-du-1", 1)
    await folding.done(found)
    assert await folding.is_folded("10-du-1", 1)
    assert not await folding.due()


async def test_a_server_may_want_none_and_after_a_night_a_few_fold_at_a_time(
    store: Store, now: Now
) -> None:
    preferences = Preferred(store, now)
    folding = Folding(store, preferences, now, Served())
    await preferences.change_server(GUILD, fold_after=None)
    await finish(store, [WON], guild=GUILD)
    await finish(store, [WON] * (AT_ONCE + 1), guild=11)
    now.moment = START + timedelta(days=9)
    seen = []
    for _ in range(4):
        for each in await folding.due():
            seen.append(each.table_id)
            await folding.done(each)
    assert len(seen) == len(set(seen)) == AT_ONCE + 1
    assert not [each for each in seen if each.startswith("10-")]
