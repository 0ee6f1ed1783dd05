"""Test what goes wrong around tournaments: members who go, missing permissions, refusals by
Discord, deleted threads and games that end late."""

from __future__ import annotations

from sqlalchemy import update

from bot.db import schema
from bot.db.writer import Statement
from bot.tournaments.standings import winners
from tests.journeys.conftest import Evening
from tests.journeys.test_tournaments import Cup, cup

__all__ = ["cup"]


async def test_a_winner_whose_data_are_deleted_is_nobody_else(evening: Evening, cup: Cup) -> None:
    prize = evening.guild.create_role("champion")
    await cup.begin(role=prize)
    over = await cup.to_the_end()
    given = len(cup.sent("PUT", f"/roles/{prize.id}"))
    assert given == len(winners(over))
    with evening.env.time_context():
        for seed in winners(over):
            await evening.bot.service.privacy.forget(over.seeded[seed].member_id)
        again = update(schema.tournaments).values(crowned=False)
        await evening.bot.service.store.write([Statement(again)])
    await evening.restart()
    await cup.settle()
    assert "🏆 **?**" in cup.text
    assert "✗" not in cup.text
    assert (await cup.now()).crowned
    assert len(cup.sent("PUT", f"/roles/{prize.id}")) == given, "nobody else is crowned"
