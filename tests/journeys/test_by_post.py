"""Test games by post (with a day for each move): reminders, vacations, and a server in which all
members are away."""

from __future__ import annotations

import random
from datetime import timedelta

import pytest
from simcord.actors import MemberActor

from bot.core.model import Phase
from bot.preferences.model import Mentions
from tests.journeys.conftest import Evening, actions
from tests.limits import check_request, text_of
from tests.present import present

HOUR = 3600
DAY = 24 * HOUR


@pytest.fixture(autouse=True)
def nothing_by_the_hour(monkeypatch: pytest.MonkeyPatch) -> None:
    """Let the bot do its work of each minute and each hour only once in 365 days, so that a
    simulated month passes quickly."""
    for name in ("bot.tables.timer.HEARTBEAT", "cogs.discord.upkeep.HOUR"):
        monkeypatch.setattr(name, timedelta(days=365))


async def by_post(evening: Evening, *others: MemberActor) -> None:
    await evening.lobby("durak", *others)
    await evening.choose(evening.nora, "speed", "by-post")
    assert "Correspondence: 24 hours per move, 3 days in reserve" in evening.text
    await evening.press(evening.nora, "Start")


async def waited_for(evening: Evening) -> MemberActor:
    table = await evening.table()
    return evening.member_at(table, min(present(table.live).waiting_on))


@pytest.mark.parametrize("wish", [Mentions.ON, Mentions.DIRECT, Mentions.OFF])
async def test_after_half_a_day_they_are_reminded_in_the_way_they_chose(
    evening: Evening, wish: Mentions
) -> None:
    await by_post(evening, evening.pavel)
    member = await waited_for(evening)
    await evening.bot.tables.preferences.change_member(member.id, mentions=wish)
    await evening.env.advance_time(12 * HOUR - 60)
    assert not told(evening)
    await evening.env.advance_time(120)
    sent = told(evening)
    assert len(sent) == (wish is not Mentions.OFF)
    if sent:
        path, text = sent[0]
        assert (str(evening.channel.id) in path) is (wish is Mentions.ON)
        assert "You also have 72 hours in reserve." in text
    await evening.env.advance_time(DAY)
    assert len(told(evening)) == len(sent), "once for each turn"


def told(evening: Evening) -> list[tuple[str, str]]:
    return [
        (request.path, str(request.json))
        for request in evening.env.http_requests
        if "Your move at" in str(request.json)
    ]


async def test_a_vacation_is_taken_by_me_and_announced_at_the_table(
    evening: Evening, rng: random.Random
) -> None:
    await by_post(evening, evening.pavel)
    member = await waited_for(evening)
    before = (await evening.table()).clocks
    panel = present((await member.slash(evening.channel, "me")).response)
    assert "Vacation: 14 days left this year" in text_of(panel.components)
    await member.select(panel, ["10"], custom_id="m:vacation")
    assert "You're on vacation until" in text_of(panel.components)
    await evening.find_message()
    assert f"🏖️ **{member.name.capitalize()}** is on vacation until" in evening.text
    (seat,) = before
    assert ((await evening.table()).clocks[seat] - before[seat]).total_seconds() == 10 * DAY
    await evening.restart(away=HOUR)
    await evening.env.advance_time(9 * DAY)
    assert not told(evening)
    await member.click(panel, label="I'm back")
    assert "Vacation: 4 days left this year" in text_of(panel.components)
    await evening.find_message()
    assert "is on vacation" not in evening.text
    for request in evening.env.http_requests:
        check_request(request.method, request.path, request.json)


async def test_a_server_that_is_away_for_a_month_finds_its_game_again(
    evening: Evening, rng: random.Random
) -> None:
    await by_post(evening, evening.pavel)
    await evening.env.advance_time(31 * DAY)
    table = await evening.table()
    assert (table.phase, table.asleep) == (Phase.PLAYING, True)
    assert not any(seat.absent for seat in table.seats)
    await evening.restart(away=DAY)
    await evening.find_message()
    assert "😴 Nobody's been here for a while" in evening.text
    version = (await evening.table()).version
    waited = await waited_for(evening)
    other = evening.pavel if waited is evening.nora else evening.nora
    await evening.press(other, "I'm back")
    await evening.find_message()
    assert "😴" not in evening.text
    table = await evening.table()
    assert table.version > version
    assert table.clocks
    member = await waited_for(evening)
    await evening.hand(member)
    await evening.do(member, next(actions(evening.panels[member.id])))
    assert (await evening.table()).version > table.version


@pytest.fixture
def rng() -> random.Random:
    return random.Random(4)
