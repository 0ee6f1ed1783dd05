"""Test presses that Discord delivers to the bot very late. Discord has already told the members
that these presses failed."""

from __future__ import annotations

from collections.abc import Callable
from typing import Any

import pytest
from simcord import interactions
from simcord.backend import serializers
from simcord.results import InteractionResult

from cogs.discord.admission import IN_TIME
from tests.beyond import the_first
from tests.journeys.conftest import Click, Evening, actions
from tests.present import present

BY_RESUME = 12.0
"""The seconds that a press can wait until a cut session is resumed."""
Deliver = Callable[[], None]


def pressed(evening: Evening, click: Click) -> tuple[Deliver, InteractionResult]:
    """Make a press that isn't delivered yet. Return a function that delivers the press to the bot,
    and the object that will hold the press's answer."""
    backend = evening.env.backend
    stored = backend.get_message(click.message.channel_id, click.message.id)
    record, payload = interactions.base_payload(
        backend,
        type=3,
        channel_id=stored.channel_id,
        guild_id=evening.guild.id,
        user_id=click.member.id,
        data={"custom_id": click.custom_id, "component_type": 2},
    )
    record.source_message_id = stored.id
    event: Any = {**payload, "message": dict(serializers.message_payload(backend, stored))}
    return lambda: backend.emit("INTERACTION_CREATE", event), InteractionResult(evening.env, record)


@pytest.mark.parametrize("late", the_first(2, [IN_TIME - 0.5, IN_TIME + 0.5, 1.0, BY_RESUME]))
@pytest.mark.parametrize("ahead", the_first(2, [-3600, 3600, 0]), ids=["behind", "ahead", "right"])
async def test_a_press_that_comes_late_does_nothing(
    evening: Evening, late: float, ahead: float, monkeypatch: pytest.MonkeyPatch
) -> None:
    """A press that is delivered after Discord's time for an answer makes no move. A press that is
    delivered in time makes its move. This is so even if the machine's clock is `ahead` seconds
    off."""
    lateness = evening.bot.lateness
    even = lateness._even
    monkeypatch.setattr(lateness, "_even", lambda: even() + ahead)
    await evening.dealt("durak", evening.pavel)
    table = await evening.table()
    mover = evening.member_at(table, present(table.view(None)).waiting_on[0])
    hand = await evening.hand(mover)
    deliver, _ = pressed(evening, Click(mover, hand, next(actions(hand)).custom_id))
    await evening.env.advance_time(late)
    deliver()
    await evening.env.settle()
    moved = (await evening.table()).version > table.version
    assert moved == (late <= IN_TIME)
    if not moved:
        await evening.do(mover, next(actions(hand)))
        assert (await evening.table()).version > table.version, "the next press is in time again"


async def test_its_member_is_told_where_discord_still_takes_an_answer(evening: Evening) -> None:
    await evening.dealt("durak", evening.pavel)
    message = evening.message
    custom_id = next(each.custom_id for each in actions(message) if each.label == "Rules")
    deliver, answer = pressed(evening, Click(evening.pavel, message, custom_id))
    answer._interaction.initial_response_deadline = None
    await evening.env.advance_time(BY_RESUME)
    deliver()
    await evening.env.settle()
    assert "too long to reach me" in present(answer.response).content
