"""Test what happens when the connection to Discord breaks off, over real sockets. Tables and open
hands go on as if nothing had happened."""

from __future__ import annotations

import re
from pathlib import Path

from cardroom.room import Plan, Room
from cardroom.visitor import visiting
from tests.journeys.hands import dealt
from tests.shijo_process import PATIENT, shijo_process


async def test_a_cut_connection_is_resumed_and_a_lost_session_begun_anew(tmp_path: Path) -> None:
    async with (
        Room(Plan(patience=PATIENT)) as room,
        shijo_process(tmp_path, room) as process,
        visiting(room.page_url, "Nora") as nora,
        visiting(room.page_url, "Pavel") as pavel,
    ):
        hands = await dealt(nora, pavel)

        await room.gateway.cut()
        await room.gateway.resumed(timeout=20)
        await hands.move()

        room.gateway.forgets = True
        await room.gateway.cut()
        await room.gateway.identified(timeout=20)
        await nora.until(lambda: nora.online)
        assert re.search("attacks? with", (await nora.slash("hand")).seen.text)
        assert process.returncode is None
