"""The lines about a table that don't concern its cards: the score of the match, what the host has
chosen, and the members who are away or were removed."""

from __future__ import annotations

from discord.utils import format_dt, utcnow

from bot.core.model import Speed, Table
from cogs.words import _
from cogs.words.load import words_of
from cogs.words.seats import Names
from games.core import View


def score_line(table: Table) -> str:
    """Return the line with the score of the match (several games of the same players) after the
    previous game. The line is empty if there was no previous game, or if the previous game had
    another number of seats."""
    if table.previous is None or len(table.previous.ranks) != len(table.seats):
        return ""
    names = Names(tuple(seat.name for seat in table.seats), None, table.sides)
    return words_of(table.game).score(table.previous, names)


def learning_line(table: Table) -> list[str]:
    """Return the line that explains a learning table (where players can ask for hints). The list is
    empty for any other table."""
    if not table.learning:
        return []
    told = _("At a learning table, everyone can ask for hints, and the game doesn't count.")
    return [f"-# 🎓 {told}"]


def watching_line(table: Table) -> list[str]:
    """Return the line that tells what spectators can see of the game. The list is empty if the host
    doesn't let spectators see the hands."""
    if not table.open_hands:
        return []
    told = (
        _("Spectators see all hands, with a minute's delay.")
        if table.is_watched_late
        else _("Spectators see all hands.")
    )
    return [f"-# 👀 {told}"]


def removed_lines(table: Table, view: View, names: Names) -> list[str]:
    """Return the line about members who were removed from this game, and how they can appeal. The
    list is empty if nobody was removed."""
    gone = [
        number
        for number, seat in enumerate(table.seats)
        if seat.votes and view.seats[number].resigned
    ]
    if not gone:
        return []
    told = _(
        "Removed: {names}. If that was unfair, you can appeal under *More…*.",
        names=names.listed(gone),
    )
    return [f"🚪 {told}"]


def vacation_lines(table: Table, names: Names) -> list[str]:
    """Return a line for each member who is on vacation, at a table with a correspondence game. The
    list is empty at other tables."""
    if table.speed is not Speed.BY_POST:
        return []
    now = utcnow()
    return [
        _("🏖️ {name} is on vacation until {day}", name=names[number], day=format_dt(until, "D"))
        for number, seat in enumerate(table.seats)
        if (until := seat.vacation) is not None and until > now
    ]
