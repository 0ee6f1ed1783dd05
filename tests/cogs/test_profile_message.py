"""Tests of the message of a member's profile."""

from __future__ import annotations

from bot.fair_play.model import Left
from bot.guesses.model import Tally
from bot.leaderboards.model import Met, Profile
from cogs.leaderboards.profile_message import Besides, profile_message
from tests.limits import text_of


async def test_only_bots_with_a_result_are_in_the_record() -> None:
    met = (Met("Emi", 0, 0), Met("Zita", 0, 1))
    profile = Profile(101, "Ada", False, (), None, None, Left(0, 0), met)
    besides = Besides((), 0, Tally(0, 0), {}, {})
    drawn = await profile_message(profile, besides, {}, [], own=True, to_show=None, text_only=True)
    told = text_of(drawn.view.to_components())
    assert "Record against bots: Zita 0–1" in told
    assert "Emi" not in told
