"""Test the Activity with several processes. When a member opens the Activity by a button, every
process is told. So any of the processes can open the right table."""

from __future__ import annotations

import asyncio
from contextlib import AsyncExitStack

import pytest

from bot.doors.model import ACTIVITY_LASTS, Door, LinkUsed, Sight
from bot.doors.service import Doors
from bot.leases.service import Leases
from bot.tables.store.tables import Store
from tests.bot.conftest import Now
from tests.postgresql import Cluster

HERE, NORA = 10, 1001


async def test_what_one_process_launches_all_hear_of_and_read(
    postgresql: Cluster, now: Now
) -> None:
    url, heard = postgresql.new_database(), asyncio.Event()
    async with AsyncExitStack() as opened:
        doors: list[Doors] = []
        for _ in range(2):
            store = await Store.open(url)
            opened.push_async_callback(store.close)
            leases = await Leases.open(url)
            opened.push_async_callback(leases.close)
            doors.append(Doors(store, now))
            leases.heard.append(doors[-1].heard)
        one, other = doors
        other.launched.append(lambda member: heard.set() if member == NORA else None)

        async def entered(table: str) -> Door:
            made = await other.enter_at_once(Sight(table), HERE, NORA, "en", ACTIVITY_LASTS)
            return made.door

        page = await entered("old")
        now.pass_by(seconds=1)
        link = await one.link_to(Sight("new"), HERE, NORA, "en")
        assert not await other.launch_since(page), "a link that was given is no launch"
        await one.launch(link, NORA)
        async with asyncio.timeout(20):
            await heard.wait()
        assert await other.launch_since(page)
        asked = await other.asked_for(NORA, [HERE])
        assert asked is not None
        assert asked.sight == Sight("new")
        with pytest.raises(LinkUsed):
            await other.open(link)
        now.pass_by(seconds=1)
        assert not await other.launch_since(await entered("new")), "it is there"
        assert not await other.launch_since(await entered("old")), "it was led on once"
