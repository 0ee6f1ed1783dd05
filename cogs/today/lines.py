"""The text about a member's result in a deal that they played alone. The text never names a card,
so others may read it before they play the deal."""

from __future__ import annotations

from datetime import UTC, date, datetime, time
from typing import Final

from discord.utils import format_dt

import games
from bot.today.duplicate import place_of
from bot.today.model import DayGame, Deal
from cogs.words import _
from cogs.words.figures import share
from cogs.words.names import escaped
from games.core import Game

MEDALS: Final = ("🥇", "🥈", "🥉")


def noon(day: int) -> datetime:
    """Return noon of a day in UTC. At this time it is the same date nearly everywhere. `day` is a
    date's ordinal number."""
    return datetime.combine(date.fromordinal(day), time(12), UTC)


def day_line(played: DayGame) -> str:
    """Return a line about a member's deal. It has the date (not in a duplicate), the place that the
    member reached, a coloured square for each part of the game (such as a bout), and the
    accuracy."""
    if place_of(played.day):
        return "⚔️ " + " · ".join(went(played))
    parts = [format_dt(noon(played.day), "D"), *went(played)]
    return "🗓️ " + " · ".join(parts)


def board_line(number: int, played: DayGame) -> str:
    """Return a member's line in the list of results of a day's deal. `number` is the position of
    the line in the list, from 0."""
    mark = MEDALS[number] if number < len(MEDALS) else f"{number + 1}."
    return " · ".join([f"{mark} **{escaped(played.name)}**", *went(played)])


def went(played: DayGame) -> list[str]:
    """Return the parts of a line about a member's deal: the place that the member reached, a
    coloured square for each part of the game (such as a bout), and the accuracy in per cent. Parts
    that aren't known are left out."""
    told: list[str] = []
    if played.result is not None:
        # Translators: A place: “#3 of 4”.
        told.append(_("#{place} of {of}", place=played.result.place, of=played.result.of))
    if played.judged is not None:
        if played.judged.squares:
            told.append(played.judged.shown)
        if played.judged.accuracy is not None:
            # Translators: How well a deal was played; {share} is a percentage.
            told.append(_("{share} accuracy", share=share(played.judged.accuracy)))
    return told


def told_result(played: DayGame, game: Game) -> str:
    """Return the sentence that tells the member how the deal ended for them."""
    result = played.result
    if result is None or result.kind == "void":
        return _("This deal doesn't count.")
    if result.kind == "draw":
        # Translators: How a deal ended for the reader.
        return _("A draw.")
    if result.place == 1:
        return _("You got out first!") if game.loser_is_fool else _("You won!")
    if result.place < result.of:
        return _("You finished #{place} of {of}.", place=result.place, of=result.of)
    return _("You're the fool… this time.") if game.loser_is_fool else _("Last place… this time.")


def title_of(deal: Deal) -> str:
    """Return the title of the game that is dealt."""
    return _(games.load(deal.header.game).title)
