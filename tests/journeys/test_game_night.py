"""Test a server's game night, from the settings to its tables. Each step is done once, even if the
bot restarts."""

from __future__ import annotations

from datetime import UTC, datetime, timedelta
from zoneinfo import ZoneInfo

import discord
import pytest
from simcord.actors import MemberActor
from simcord.results import ResponseMessage

from cogs.evenings.nights import GameNights
from tests.journeys import ways
from tests.journeys.conftest import Click, Evening, at_once
from tests.journeys.test_evenings import moderator
from tests.limits import check_request, text_of, walk
from tests.present import present

ZONE = "Europe/Vilnius"


@pytest.fixture(autouse=True)
def quiet(long_days: None) -> None:
    """Let simulated days pass quickly in all tests of this module."""


async def do_due(evening: Evening) -> None:
    with evening.env.time_context():
        await evening.bot.cog(GameNights).do_due()
    await evening.env.settle()


def sent(evening: Evening, path: str, method: str = "POST") -> list[str]:
    """Return the bodies of all requests with this method whose path contains `path`."""
    return [
        str(request.json)
        for request in evening.env.http_requests
        if request.method == method and path in request.path
    ]


async def chosen(evening: Evening, boss: MemberActor, at: datetime) -> ResponseMessage:
    """Let a moderator choose the server's weekly game night in the settings: the weekday and hour
    of `at`, in this channel. Return the panel of settings."""
    local = at.astimezone(ZoneInfo(ZONE))
    said = await boss.slash(evening.channel, "settings", **{"time-zone": ZONE})
    panel = present(said.response)
    await boss.select(panel, [str(local.weekday())], custom_id="s:night-day")
    await boss.select(panel, [str(local.hour)], custom_id="s:night-hour")
    await boss.select(panel, [evening.channel], custom_id="s:night-channel")
    return panel


def night_from(evening: Evening) -> datetime:
    """Return a full hour, four to five hours from now."""
    with evening.env.time_context():
        now = evening.bot.service.now()
    return now.replace(minute=0, second=0, microsecond=0) + timedelta(hours=5)


async def until(evening: Evening, at: datetime) -> None:
    with evening.env.time_context():
        left = (at - evening.bot.service.now()).total_seconds()
    await evening.env.advance_time(left)
    await evening.env.settle()


async def test_a_night_has_an_event_a_call_and_tables_each_once(evening: Evening) -> None:
    boss, at = moderator(evening), night_from(evening)
    pings = await ways.to_pings(evening.channel, evening.nora)
    await evening.nora.select(pings, ["game-night"], custom_id="n:games")
    panel = await chosen(evening, boss, at)
    assert "Create Events" not in text_of(panel.components)
    await do_due(evening)
    await do_due(evening)
    (event,) = sent(evening, "/scheduled-events")
    assert "Game night" in event
    assert at.astimezone(UTC).isoformat()[:16] in event

    await until(evening, at - timedelta(minutes=50))
    await do_due(evening)
    await evening.restart()
    await do_due(evening)
    calls = [each for each in sent(evening, "/messages") if "Game night starts" in each]
    assert len(calls) == 1
    assert f"<@{evening.nora.id}>" in calls[0]
    assert f"<@{evening.pavel.id}>" not in calls[0]

    await until(evening, at + timedelta(seconds=30))
    await do_due(evening)
    await evening.restart()
    await do_due(evening)
    table = await evening.table()
    assert (table.game, table.seats) == ("durak", ())
    assert len(await evening.bot.tables.where.open_in(evening.channel.id)) == 1
    await evening.find_message()
    await evening.press(evening.pavel, "Join")
    await evening.press(evening.aiko, "Join")
    table = await evening.table()
    assert table.host_id == evening.pavel.id, "the first to come is the host"
    await evening.press(evening.pavel, "Start")
    assert (await evening.table()).live is not None

    await until(evening, at + timedelta(minutes=61))
    await do_due(evening)
    events = sent(evening, "/scheduled-events")
    assert len(events) == 2, "the next week's event"
    for request in evening.env.http_requests:
        check_request(request.method, request.path, request.json)


async def test_without_an_event_there_is_a_night(evening: Evening) -> None:
    boss, at = moderator(evening), night_from(evening)
    pings = await ways.to_pings(evening.channel, evening.nora)
    await evening.nora.select(pings, ["game-night"], custom_id="n:games")
    await chosen(evening, boss, at)
    events = f"/guilds/{evening.guild.id}/scheduled-events"
    evening.env.inject_error("POST", events, status=400, code=30038, times=None)
    await until(evening, at - timedelta(minutes=50))
    await do_due(evening)
    (call,) = [each for each in sent(evening, "/messages") if "Game night starts" in each]
    assert f"<@{evening.nora.id}>" in call
    await until(evening, at + timedelta(seconds=30))
    await do_due(evening)
    assert len(await evening.bot.tables.where.open_in(evening.channel.id)) == 1


async def test_the_button_of_a_tab_that_older_messages_have_leads_to_the_evenings(
    evening: Evening,
) -> None:
    boss = moderator(evening)
    panel = present((await boss.slash(evening.channel, "settings")).response)
    assert "s:night-day" not in str(panel.components), "the tab *Tables*"
    (said,) = await at_once(evening, Click(boss, panel, "s:nights"))
    assert said.acknowledged
    for part in ("s:evenings", "s:night-day", "s:night-hour", "s:night-channel"):
        assert part in str(panel.components)
    (refused,) = await at_once(evening, Click(evening.nora, panel, "s:nights"))
    assert "Only people who can manage this server" in present(refused.response).content


async def test_what_is_missing_is_said_and_a_channel_that_is_gone_ends_it(
    evening: Evening, monkeypatch: pytest.MonkeyPatch
) -> None:
    boss, at = moderator(evening), night_from(evening)
    backend, everyone = evening.env.backend, evening.guild.default_role
    for role in list(backend.get_guild(evening.guild.id).roles.values()):
        if role.id != everyone.id and "boss" not in role.name:
            backend.edit_role(evening.guild.id, role.id, {"permissions": 0})
    allowed = discord.Permissions(
        view_channel=True, send_messages=True, use_application_commands=True
    )
    backend.edit_role(evening.guild.id, everyone.id, {"permissions": allowed.value})
    await evening.env.settle()
    panel = await chosen(evening, boss, at)
    assert "I need the *Create Events*" in text_of(panel.components)
    await do_due(evening)
    assert sent(evening, "/scheduled-events") == []
    back = evening.guild.create_text_channel("back-room")
    await boss.select(panel, [back], custom_id="s:night-channel")
    # Before a server has come after a start, nothing is known of its channels.
    here = present(evening.bot.get_guild(evening.guild.id))
    with monkeypatch.context() as outage:
        outage.setattr(here, "unavailable", True)
        outage.setattr(here, "_channels", {})
        await do_due(evening)
    server = await evening.bot.tables.preferences.server(evening.guild.id)
    assert server.night_channel == back.id
    backend.delete_channel(back.id)
    await evening.env.settle()
    await do_due(evening)
    panel = present((await boss.slash(evening.channel, "settings")).response)
    await boss.click(panel, label="Community")
    assert "Pick a channel" in text_of(panel.components)
    await until(evening, at + timedelta(seconds=30))
    await do_due(evening)
    with evening.env.time_context():
        assert not await evening.bot.tables.where.open_in(back.id)
    assert [part for part in walk(panel.components) if part.get("custom_id") == "s:night-day"]
