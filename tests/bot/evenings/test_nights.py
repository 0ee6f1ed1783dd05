"""Tests of game nights. A game night begins at the same local time each week, also when the clocks
change to summer time. Each step of a night is done once."""

from __future__ import annotations

from datetime import UTC, date, datetime, timedelta
from zoneinfo import ZoneInfo

import pytest
from hypothesis import given
from hypothesis import strategies as st

from bot.core.model import Phase
from bot.evenings.nights import OPENS_FOR, GameNights, next_night
from bot.notices.service import Notices
from bot.preferences.model import ServerSettings
from bot.tables.manager import Tables
from bot.tables.store.tables import Store
from tests.bot.conftest import Now
from tests.bot.evening import ANN, BOB, CHANNEL, GUILD
from tests.bot.finished import finish
from tests.present import present
from tests.second_opinion import PlayedGame, Sat

ZONES = ("UTC", "Europe/Vilnius", "America/New_York", "Asia/Kathmandu", "Australia/Lord_Howe")

WEEK = timedelta(days=7)


@given(
    st.integers(0, 2 * 366 * 24 * 60),
    st.sampled_from(ZONES),
    st.integers(0, 6),
    st.integers(0, 23),
)
def test_the_next_night_is_the_first_of_its_hour(
    minutes: int, zone: str, day: int, hour: int
) -> None:
    now = datetime(2026, 1, 1, tzinfo=UTC) + timedelta(minutes=minutes)
    server = ServerSettings(time_zone=zone, night_day=day, night_hour=hour, night_channel=1)
    at = present(next_night(server, now))
    assert now - OPENS_FOR < at <= now + WEEK + timedelta(hours=1)
    local = at.astimezone(ZoneInfo(zone))
    gap = datetime(local.year, local.month, local.day, hour, tzinfo=ZoneInfo(zone))
    exists = gap.astimezone(UTC).astimezone(ZoneInfo(zone)).hour == hour
    assert not exists or (local.weekday(), local.hour, local.minute) == (day, hour, 0)
    again = present(next_night(server, at + timedelta(minutes=30)))
    assert again == at, "while it may still open it is the one"
    assert present(next_night(server, at + OPENS_FOR)) > at


def test_summer_time_moves_no_night() -> None:
    server = ServerSettings(time_zone="Europe/Vilnius", night_day=5, night_hour=20, night_channel=1)
    nights = [
        present(next_night(server, datetime(2026, 3, day, 12, tzinfo=UTC))) for day in (27, 31)
    ]
    assert [night.hour for night in nights] == [18, 17]
    assert next_night(ServerSettings(night_day=5), nights[0]) is None


@pytest.fixture
def server() -> ServerSettings:
    friday = date(2026, 1, 2)
    return ServerSettings(night_day=friday.weekday(), night_hour=20, night_channel=CHANNEL)


async def test_it_opens_the_favourite_games_once(
    store: Store, tables: Tables, now: Now, server: ServerSettings
) -> None:
    for number, (game, times) in enumerate({"heaps": 1, "durak": 2, "gone": 3}.items()):
        played = PlayedGame((Sat(1, 1, 0), Sat(2, 2, 1)))
        await finish(store, [played] * times, guild=GUILD, game=game, first=1 + 10 * number)
    now.moment = datetime(2026, 1, 2, 19, tzinfo=UTC)

    def process() -> GameNights:
        return GameNights(store, tables, Notices(store, tables.preferences, now), now)

    night = present(await process().next(GUILD, server))
    assert night.at == datetime(2026, 1, 2, 20, tzinfo=UTC)
    assert await process().open(night) == []
    now.moment = night.at + timedelta(minutes=5)
    opened = await process().open(night)
    assert [(table.game, table.phase, table.seats) for table in opened] == [
        ("durak", Phase.LOBBY, ()),
        ("heaps", Phase.LOBBY, ()),
    ]
    assert await process().open(night) == [], "also by a process that was killed before it noted it"
    noted = present(await process().next(GUILD, server))
    assert noted.opened
    first = (await tables.join(opened[0].id, BOB, 801)).table
    assert first.host_id == BOB.id
    assert (await tables.join(opened[0].id, ANN, 802)).table.host_id == BOB.id
    now.moment = night.at + OPENS_FOR
    later = present(await process().next(GUILD, server))
    assert later.at == night.at + WEEK
    assert not later.opened


async def test_its_event_is_made_by_one_process_and_withdrawn_when_it_moves(
    store: Store, tables: Tables, now: Now, server: ServerSettings
) -> None:
    nights = GameNights(store, tables, Notices(store, tables.preferences, now), now)
    night = present(await nights.next(GUILD, server))
    assert await nights.note_event(night, 0)
    assert not await nights.note_event(night, 0)
    claimed = present(await nights.next(GUILD, server))
    assert await nights.note_event(claimed, 77)
    assert await nights.outdated(GUILD, night.at) == []
    moved = server.model_copy(update={"night_hour": 21})
    other = present(await nights.next(GUILD, moved))
    assert await nights.outdated(GUILD, other.at) == [77]
    assert await nights.outdated(GUILD, other.at) == []


async def test_whoever_asked_is_called_once_in_the_hour_before(
    store: Store, tables: Tables, now: Now, server: ServerSettings
) -> None:
    notices = Notices(store, tables.preferences, now)
    nights = GameNights(store, tables, notices, now)
    await notices.wish(GUILD, ANN.id, ["game-night"])
    await notices.wish(GUILD, BOB.id, ["durak"])
    for week in range(2):
        night = present(await nights.next(GUILD, server))
        now.moment = night.at - timedelta(minutes=61)
        assert await nights.to_call(night) == []
        now.moment = night.at - timedelta(minutes=60)
        assert await nights.to_call(night) == [ANN.id], week
        assert await nights.to_call(night) == []
        now.moment = night.at + OPENS_FOR
