"""Tests of the budget of requests. In no second more requests reach Discord than the budget allows,
however long the requests take to arrive. Requests that can't wait are counted too, and the other
requests wait for them."""

from __future__ import annotations

import heapq
from pathlib import Path

import aiohttp
import pytest
from aiohttp import web
from hypothesis import given
from hypothesis import strategies as st

from bot.config import ConfigError, load
from bot.core.shards import Shards
from cogs.discord.budget import RequestBudget, share


class Clock:
    now = 0.0

    def __call__(self) -> float:
        return self.now


REQUESTS = st.lists(
    st.tuples(
        st.floats(0, 0.3), st.floats(0, 0.8), st.floats(0, 1)
    ),  # wants to begin after the one before; takes; reaches Discord at that part of it
    max_size=80,
)


@given(most=st.integers(1, 9), requests=REQUESTS)
def test_in_no_second_more_requests_reach_discord(
    most: int, requests: list[tuple[float, float, float]]
) -> None:
    clock = Clock()
    budget = RequestBudget(lambda: most, clock)
    under_way: list[float] = []
    reached: list[float] = []

    def until(moment: float) -> None:
        while under_way and under_way[0] <= moment:
            clock.now = heapq.heappop(under_way)
            budget.ended()
        clock.now = max(clock.now, moment)

    for pause, takes, part in requests:
        until(clock.now + pause)
        while budget.room < 1:
            wait = budget.wait()
            until(under_way[0] if wait is None else clock.now + wait + 1e-9)
        budget.began()
        reached.append(clock.now + takes * part)
        heapq.heappush(under_way, clock.now + takes)
    reached.sort()
    assert all(
        later - earlier >= 1 for earlier, later in zip(reached, reached[most:], strict=False)
    )


def test_what_cannot_wait_is_counted_and_others_wait_for_it() -> None:
    clock = Clock()
    budget = RequestBudget(lambda: 2, clock)
    for _ in range(4):
        budget.began()
    assert (budget.room, budget.wait()) == (-2, None)
    for _ in range(4):
        budget.ended()
        clock.now += 0.25
    assert budget.wait() == pytest.approx(0.5)
    clock.now += 0.5
    assert budget.room == 1


def test_each_process_has_its_share_by_its_shards() -> None:
    shares = [share(45, Shards(7, numbers)) for numbers in [(0, 1, 2), (3,), (4, 5, 6)]]
    assert shares == [19, 6, 20]
    assert [share(45, Shards(2, (number,))) for number in range(2)] == [22, 23]
    assert share(45, Shards()) == 45
    assert share(45, Shards(100, (99,))) == 1


async def test_requests_with_the_bots_token_are_counted_and_answers_are_not() -> None:
    """Requests that carry the bot's token count in the budget, and answers to presses don't. A real
    HTTP server and a real session are used."""
    budget, trace = RequestBudget(lambda: 10, Clock()), aiohttp.TraceConfig()
    budget.watch(trace)
    rooms: list[int] = []

    async def answer(request: web.Request) -> web.Response:
        rooms.append(budget.room)
        return web.json_response({"id": "1", "type": 2})

    server = web.Application()
    server.router.add_route("*", "/{rest:.*}", answer)
    runner = web.AppRunner(server)
    await runner.setup()
    site = web.TCPSite(runner, "127.0.0.1", 0)
    await site.start()
    address = f"http://127.0.0.1:{runner.addresses[0][1]}"
    async with aiohttp.ClientSession(trace_configs=[trace]) as session:
        bot = {"Authorization": "Bot token"}
        async with session.patch(f"{address}/channels/1/messages/2", headers=bot):
            pass
        assert rooms == [9]
        async with session.post(f"{address}/interactions/1/token/callback", json={}):
            pass
        async with session.patch(f"{address}/webhooks/1/token/messages/2", json={}):
            pass
        assert rooms == [9, 9, 9]
        await runner.cleanup()
        with pytest.raises(aiohttp.ClientConnectionError):
            await session.patch(f"{address}/channels/1/messages/2", headers=bot)
    assert (budget.room, budget.wait(10)) == (8, 1.0), "a request that failed may have arrived"


def test_the_setting(tmp_path: Path) -> None:
    file = tmp_path / "config.toml"
    assert load(file).discord.requests_a_second == 47
    file.write_text("[discord]\nrequests_a_second = 0\n")
    assert load(file).discord.requests_a_second == 0
    file.write_text("[discord]\nrequests_a_second = -1\n")
    with pytest.raises(ConfigError, match="requests_a_second"):
        load(file)
