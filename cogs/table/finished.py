"""Reads the facts about a table's finished game that aren't in the game itself: whether its result
is folded, its effects on the leaderboards, and a sentence from its analysis."""

from __future__ import annotations

from dataclasses import replace

from bot.core.errors import TableError
from bot.core.model import Phase, Table
from bot.leaderboards.model import Booked
from bot.pictures.ending import Tone
from cogs.discord.client import ShijoBot
from cogs.discord.errors import logged
from cogs.table.drawn import NO_AFTERMATH, Aftermath
from cogs.table.message.headline import tone_of
from cogs.table.message.own_ending import insight
from cogs.table.message.result import UNBOOKED
from cogs.words.load import words_of
from games.core import Outcome


async def is_folded(bot: ShijoBot, table: Table) -> bool:
    """Return whether a table's result is folded into a few lines. Returns False if the database
    can't be read."""
    if table.phase is not Phase.OVER:
        return False
    try:
        return await bot.service.folding.is_folded(table.id, table.game_number)
    except TableError as error:
        logged(error, f"whether the result of table {table.id} is folded")
        return False


async def aftermath_of(bot: ShijoBot, table: Table, seat: int | None) -> Aftermath:
    """Return the consequences of a table's finished game, with the sentence from the analysis for
    this seat. The sentence is empty without a seat (None), and for a player who left the game."""
    if table.phase is not Phase.OVER or table.outcome is None:
        return NO_AFTERMATH
    told = ""
    if seat is not None and not _has_left(table, seat):
        told = await _insight(bot, table, table.outcome, seat)
    return Aftermath(await booked_of(bot, table), told)


def _has_left(table: Table, seat: int) -> bool:
    view = table.view(None)
    return view is not None and view.seats[seat].resigned


async def _insight(bot: ShijoBot, table: Table, outcome: Outcome, seat: int) -> str:
    """Return a sentence from the game's analysis for the player in this seat. The sentence is empty
    while there is no analysis, or if the analysis can't be read."""
    try:
        which = table.id, table.game_number, table.guild_id
        analysis = await bot.analyses.kept(await bot.analyses.finished(*which))
    except TableError as error:
        logged(error, f"the analysis of a game at table {table.id}")
        return ""
    if analysis is None:
        return ""
    tone = tone_of(outcome, seat)
    won, lost = tone is Tone.FIRST, tone is Tone.LAST
    return insight(analysis, seat, words_of(table.game), won=won, lost=lost)


async def booked_of(bot: ShijoBot, table: Table) -> Booked:
    """Return the effects of a table's finished game on the leaderboards (ratings, titles and
    badges). The result is empty if the game isn't over or the database can't be read."""
    if table.phase is not Phase.OVER:
        return UNBOOKED
    try:
        which = table.guild_id, table.id, table.game_number
        booked = await bot.boards.booked(*which)
        earned = await bot.service.achievements.earned_in(*which)
        final = await bot.tournaments.is_final(table.id)
        guessed = await bot.service.guesses.right(table)
    except TableError as error:
        logged(error, f"the ratings after a game at table {table.id}")
        return UNBOOKED
    badges = [
        (seat, each.achievement.name)
        for seat, sat in enumerate(table.seats)
        for each in earned.get(sat.member_id or 0, ())
    ]
    return replace(booked, badges=tuple(badges), final=final, guessed=guessed)
