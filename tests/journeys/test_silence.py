"""Test a process on real sockets whose database can't be reached for a while."""

from __future__ import annotations

import asyncio

from sqlalchemy import Integer, func, literal, select

from bot.core.errors import NotSaved
from bot.db.engine import make_engine, read_url
from bot.db.locks import Kind
from cogs.discord.languages import catalogue_of
from tests.fleet import Member, evening, moves_of, pressed_until_done, replays
from tests.postgresql import Cluster, disconnect_leases
from tests.shijo_process import PATIENT

NOT_SAVED = {catalogue_of(each).gettext(NotSaved.template) for each in ("en", "ru")}
"""What Nora or Pavel is told when nothing could be saved, in English and in Russian."""


async def test_presses_and_commands_are_told_while_the_database_is_gone(
    postgresql: Cluster,
) -> None:
    async with evening(postgresql, processes=1, shards=1) as made:
        before = await moves_of(made.database)
        (process,) = made.fleet.members
        await asyncio.to_thread(postgresql.stop)
        try:
            await until_said(process, "nobody is served")
            member, press = await made.hands.next()
            answers = [await press, await member.slash("hand")]
        finally:
            await asyncio.to_thread(postgresql.start)
        assert {each.seen.text for each in answers} <= NOT_SAVED
        await pressed_until_done(made.hands, 30)
        assert (await moves_of(made.database))[: len(before)] == before
        await replays(made.database)
        assert not any("begins anew" in each for each in process.said)


async def test_a_process_whose_shard_another_had_stands_by_and_serves_again(
    postgresql: Cluster,
) -> None:
    async with evening(postgresql, processes=1, shards=1) as made:
        engine = make_engine(read_url(made.database))
        async with engine.connect() as other:
            shard = select(func.pg_advisory_lock(literal(int(Kind.SHARD), Integer), 0))
            taking = asyncio.ensure_future(other.execute(shard))
            (process,) = made.fleet.members
            await disconnect_leases(made.database)
            async with asyncio.timeout(PATIENT):
                await taking
            await until_said(process, "begins anew")
        await engine.dispose()
        await pressed_until_done(made.hands, 60)
        assert process.leased == {(0, 1)}, "since it began anew"
        await replays(made.database)
        assert "Traceback" not in "\n".join(process.said)


async def until_said(process: Member, words: str) -> None:
    """Wait until a line in the process's log contains `words`. Raise TimeoutError after `PATIENT`
    seconds."""
    async with asyncio.timeout(PATIENT):
        while True:
            if any(words in each for each in process.said):
                return
            await asyncio.sleep(0.1)
