"""Test that in a server that the bot's owner has blocked, the bot does nothing by itself."""

from __future__ import annotations

import re

import pytest

from bot.core.errors import NotSaved
from bot.owner.service import Orders
from bot.tournaments.model import TournamentStage
from tests.journeys.conftest import Evening
from tests.journeys.test_title_roles import Court
from tests.journeys.test_tournaments import Cup
from tests.limits import text_of

HOUR = 60 * 60
NEW = re.compile(r"/channels/\d+/(messages|threads)|/scheduled-events|/roles/")
"""A pattern for the paths of requests by which the bot can do something that members would notice:
post a message, begin a thread, create an event, or give a role to a member."""


async def block(evening: Evening) -> None:
    with evening.env.time_context():
        await evening.bot.service.orders.block_server(evening.guild.id, "Spam")


async def unblock(evening: Evening) -> None:
    with evening.env.time_context():
        await evening.bot.service.orders.unblock(evening.guild.id)


def made(evening: Evening, since: int) -> list[str]:
    """Return the requests that posted a message or created something in Discord. The first `since`
    requests are left out."""
    return [
        f"{request.method} {request.path}"
        for request in evening.env.http_requests[since:]
        if request.method in {"POST", "PUT"} and NEW.search(request.path)
    ]


async def test_its_tournaments_are_called_off_and_nothing_is_posted(evening: Evening) -> None:
    playing, waiting = Cup(evening), Cup(evening)
    await playing.begin(format="knockout")
    await waiting.open(*evening.members, starts=60)
    before = len(evening.env.http_requests)
    await block(evening)
    await playing.settle()
    for cup in (playing, waiting):
        assert "called off" in cup.text
    assert not await playing.tables()
    await evening.restart(away=2 * HOUR)
    await playing.settle()
    assert made(evening, before) == []
    await unblock(evening)
    await evening.restart(away=2 * HOUR)
    assert made(evening, before) == [], "what was called off stays so"


async def test_a_tournament_that_became_due_while_the_process_was_down_is_not_begun(
    evening: Evening, monkeypatch: pytest.MonkeyPatch
) -> None:
    """In a blocked server, a tournament became due while the process was down. The bot posts
    nothing and creates nothing in Discord for it. This is so even if the bot hasn't yet been able
    to end the server's tables."""
    carry_out = Orders.carry_out

    async def fail(_: Orders) -> None:
        raise NotSaved

    cup = Cup(evening)
    await cup.open(*evening.members, starts=60)
    before = len(evening.env.http_requests)
    evening.bot.tables.served.shards = type(evening.bot.tables.served.shards)(1, ())
    await block(evening)
    monkeypatch.setattr(Orders, "carry_out", fail)
    await evening.restart(away=2 * HOUR)
    await cup.settle()
    assert (await cup.now()).stage is TournamentStage.PLAYING
    assert made(evening, before) == []
    monkeypatch.setattr(Orders, "carry_out", carry_out)
    await evening.env.advance_time(120)
    await cup.settle()
    assert (await cup.now()).stage is TournamentStage.OFF
    assert "called off" in cup.text
    assert made(evening, before) == []


async def test_its_podium_and_roles_wait_until_the_block_is_taken_back(evening: Evening) -> None:
    court = Court(evening)
    await court.found(champion_durak=court.champion)
    nora, pavel, *_ = court.club.members
    await court.won(nora, pavel)
    await block(evening)
    before = len(evening.env.http_requests)
    await court.end_week(4)
    assert made(evening, before) == []
    await unblock(evening)
    await evening.restart(away=HOUR)
    (podium,) = court.club.posted(court.hall)
    assert "Week 1 of 2026" in text_of(podium.components)
    assert [each for each in made(evening, before) if f"/roles/{court.champion.id}" in each]
