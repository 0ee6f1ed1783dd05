"""Fixtures of the card room's tests: a room, its simulated users, and a bot."""

from __future__ import annotations

from collections.abc import AsyncIterator

import aiohttp
import pytest

from cardroom.room import Plan, Room
from cardroom.visitor import Visitor, visiting
from guests import Bot


@pytest.fixture
async def room() -> AsyncIterator[Room]:
    async with Room(Plan(patience=10)) as opened:
        yield opened


@pytest.fixture
async def nora(room: Room) -> AsyncIterator[Visitor]:
    """Yield Nora, the first user of the room, who is a moderator."""
    async with visiting(room.page_url, "Nora") as visitor:
        yield visitor


@pytest.fixture
async def pavel(room: Room) -> AsyncIterator[Visitor]:
    async with visiting(room.page_url, "Pavel") as visitor:
        yield visitor


@pytest.fixture
async def bot(room: Room) -> AsyncIterator[Bot]:
    headers = {"Authorization": f"Bot {room.plan.bot_token}"}
    async with aiohttp.ClientSession(headers=headers) as session:
        yield Bot(session, room)
