"""Test what goes wrong around tournaments: members who go, missing permissions, refusals by
Discord, deleted threads and games that end late."""

from __future__ import annotations

import pytest
from sqlalchemy import update

from bot.db import schema
from bot.db.writer import Statement
from bot.tournaments.model import TournamentStage, Verdict
from bot.tournaments.standings import winners
from tests.journeys.conftest import Evening
from tests.journeys.test_tournaments import Cup, cup

__all__ = ["cup"]


async def all_equal(evening: Evening, cup: Cup) -> None:
    """Let a moderator decide every match as a draw, so that everybody wins."""
    with evening.env.time_context():
        while (now := await cup.now()).stage is TournamentStage.PLAYING:
            first = now.waiting[0]
            await evening.bot.tournaments.decide(now.id, first.round, first.board, Verdict.DRAW)
    await cup.settle()


@pytest.mark.parametrize("gone", [1, 4])
async def test_winners_get_their_role_although_others_have_left(
    evening: Evening, cup: Cup, gone: int
) -> None:
    prize = evening.guild.create_role("champion")
    await cup.begin(role=prize)
    left = [each.member_id for each in (await cup.now()).seeded.values()][:gone]
    for member_id in left:
        evening.env.backend.remove_member(evening.guild.id, member_id)
    await evening.env.settle()
    await all_equal(evening, cup)
    assert len(winners(await cup.now())) == 4
    stayed = [each for each in evening.members if each.id not in left]
    for member in stayed:
        stored = evening.env.backend.get_member(evening.guild.id, member.id)
        assert prize.id in stored.role_ids
    assert ("so nobody got the role" in cup.text) == (not stayed)


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
