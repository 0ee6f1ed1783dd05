"""Test the parts of a profile that aren't about games at tables."""

from __future__ import annotations

from datetime import datetime
from typing import Any

from discord.utils import utcnow
from simcord.actors import MemberActor
from sqlalchemy import insert

from bot.db import schema
from bot.db.rows import to_number
from bot.db.writer import Statement
from bot.guesses.model import Question
from tests.bot.finished import as_parts
from tests.journeys.conftest import Evening
from tests.limits import text_of
from tests.present import present
from tests.second_opinion import PlayedGame, Sat


async def lines_of(evening: Evening, member: MemberActor) -> list[str]:
    profile = present((await member.slash(evening.channel, "profile")).response)
    return text_of(profile.components).splitlines()


async def test_it_tells_days_in_a_row_right_guesses_and_the_ratings_apart(
    evening: Evening,
) -> None:
    """A profile shows days in a row, right guesses, and the rating for duplicate matches. Nora has
    finished the deals of two days, guessed twice and won a duplicate match. Pavel has finished one
    deal, and one day is not shown as days in a row."""
    nora, pavel = evening.nora, evening.pavel
    played = PlayedGame((Sat(pavel.id, 1, 0), Sat(nora.id, 2, 1)))
    with evening.env.time_context():
        store, now, today = evening.bot.service.store, utcnow(), evening.bot.service.today.day
        for number in (1, 2):
            await store.write(as_parts(evening.guild.id, "durak", number, played, now))
        days = ((nora, today), (nora, today - 1), (pavel, today))
        finished = [_finished(evening, *each) for each in days]
        guesses = [_guess(evening, number, seat, now) for number, seat in ((1, 1), (2, 0))]
        await store.write(
            [
                Statement(insert(schema.day_games), finished),
                Statement(insert(schema.guesses), guesses),
                Statement(insert(schema.duplicates), [_duplicate(evening, now)]),
            ]
        )
        rated = {
            who: (await evening.bot.service.duplicates.ratings_of(evening.guild.id, who.id))[
                "durak"
            ]
            for who in (nora, pavel)
        }
    assert rated[nora].figure > rated[pavel].figure
    for member, told in (
        (nora, "daily deal: 2 days in a row · 🔮 1 of 2 guesses right · "),
        (pavel, ""),
    ):
        lines = await lines_of(evening, member)
        assert lines[1] == f"2 games · {told}left 0% of games early"
        assert f"⚔️ Duplicate rating · Durak {rated[member].figure}" in lines
        assert not any("Team rating" in each for each in lines)


async def test_badges_are_shown_before_the_first_game_and_to_nobody_if_hidden(
    evening: Evening,
) -> None:
    """Nora has finished the deal of the day on seven days in a row, but no game. Her profile shows
    this and one badge. If she hides her profile, nobody else sees it."""
    nora, pavel = evening.nora, evening.pavel
    with evening.env.time_context():
        store, today = evening.bot.service.store, evening.bot.service.today.day
        days = [_finished(evening, nora, today - number) for number in range(7)]
        await store.write([Statement(insert(schema.day_games), days)])
    lines = await lines_of(evening, nora)
    assert lines[:2] == ["## Nora", "daily deal: 7 days in a row"]
    assert any("1 badge" in each for each in lines)
    refused = await pavel.slash(evening.channel, "profile")
    assert "haven't finished a game" in present(refused.response).content
    seen = await pavel.slash(evening.channel, "profile", member=nora.user)
    assert "1 badge" in text_of(present(seen.response).components)
    with evening.env.time_context():
        await evening.bot.boards.hide(nora.id, hidden=True)
    hidden = await pavel.slash(evening.channel, "profile", member=nora.user)
    assert "keeps their stats private" in present(hidden.response).content


def _finished(evening: Evening, member: MemberActor, day: int) -> dict[str, Any]:
    """Return a database row for the deal of day `day`, which the member has finished."""
    who = {"member_id": member.id, "name": "", "guild_id": evening.guild.id}
    return {**who, "day": day, "step": 0, "moves": "", "place": 1, "places": 3, "kind": "won"}


def _duplicate(evening: Evening, at: datetime) -> dict[str, Any]:
    """Return a database row for a duplicate match that Nora has won against Pavel."""
    return {
        "number": 0,
        "guild_id": evening.guild.id,
        "channel_id": evening.channel.id,
        "game": "durak",
        "by_id": evening.nora.id,
        "by_name": "Nora",
        "member_id": evening.pavel.id,
        "name": "Pavel",
        "began": to_number(at),
        "until": to_number(at),
        "over": True,
        "broken_off": False,
        "by_points": 4,
        "points": 2,
        "told": True,
    }


def _guess(evening: Evening, number: int, seat: int, at: datetime) -> dict[str, Any]:
    """Return a database row for Nora's guess that the player in `seat` comes last. The guess is
    about the first game of the table whose id ends with `number`."""
    return {
        "table_id": f"{evening.guild.id}-du-{number}",
        "number": 1,
        "member_id": evening.nora.id,
        "guild_id": evening.guild.id,
        "name": "Nora",
        "seat": seat,
        "question": Question.LAST.value,
        "at": to_number(at),
    }
