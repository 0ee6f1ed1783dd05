"""Tests of a tournament's message before the start."""

from __future__ import annotations

from dataclasses import replace
from datetime import UTC, datetime

from bot.tournaments.model import Format, TournamentStage
from cogs.tournaments.message import tournament_message
from tests.bot.tournaments.test_pairing import begun
from tests.limits import text_of

NOW = datetime(2026, 1, 1, tzinfo=UTC)


async def shown(entered: int) -> str:
    """Return the text of the message of a tournament that `entered` members have entered."""
    whole = begun(Format.SWISS, 4)
    entry = replace(
        whole,
        stage=TournamentStage.ENTRY,
        rules=replace(whole.rules, game="durak", preset="classic"),
        entrants=whole.entrants[:entered],
    )
    drawn = await tournament_message(entry, {}, NOW, text_only=True, may_post=True)
    return text_of(drawn.view.to_components())


async def test_a_tournament_that_nobody_has_entered_says_so_without_a_number() -> None:
    assert "\nNobody has entered yet. 4 to 64 can play." in await shown(0)
    assert "\n1 player so far. 4 to 64 can play." in await shown(1)
    assert "\n3 players so far. 4 to 64 can play." in await shown(3)
