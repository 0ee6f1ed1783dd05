"""The first line of a profile: what a member does besides their games."""

from __future__ import annotations

from datetime import datetime
from typing import Any

from discord.utils import utcnow
from simcord.actors import MemberActor
from sqlalchemy import insert

from bot.db import schema
from bot.db.codec import to_number
from bot.db.writer import Statement
from bot.guesses.model import Question
from tests.bot.finished import as_parts
from tests.journeys.conftest import Evening
from tests.limits import text_of
from tests.present import present
from tests.second_opinion import PlayedGame, Sat


async def first_line(evening: Evening, member: MemberActor) -> str:
    profile = present((await member.slash(evening.channel, "profile")).response)
    return text_of(profile.components).splitlines()[1]


async def test_it_tells_days_in_a_row_and_right_guesses(evening: Evening) -> None:
    """Nora has finished the deals of yesterday and today, and guessed twice; Pavel has finished
    today's, which is no row yet."""
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
            ]
        )
    for member, told in (
        (nora, "deal of the day: 2 days in a row · 🔮 guessed right: 1 of 2 · "),
        (pavel, ""),
    ):
        assert await first_line(evening, member) == f"2 games · {told}left 0% of games"


def _finished(evening: Evening, member: MemberActor, day: int) -> dict[str, Any]:
    """A deal of the day that a member has finished."""
    who = {"member_id": member.id, "name": "", "guild_id": evening.guild.id}
    return {**who, "day": day, "step": 0, "moves": "", "place": 1, "places": 3, "kind": "won"}


def _guess(evening: Evening, number: int, seat: int, at: datetime) -> dict[str, Any]:
    """Nora's guess that a seat comes last at a table."""
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
