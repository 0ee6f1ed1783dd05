"""The picture in a tournament's message: a knockout's bracket, or the standings."""

from __future__ import annotations

from functools import partial
from typing import Final

from bot.pictures.bracket import bracket_picture
from bot.pictures.sheet import Mark, Row, Section, Sheet, sheet_picture
from bot.tournaments.arena import scores
from bot.tournaments.model import Format, Tournament
from bot.tournaments.standings import Standing, standings
from cogs.edits.answers import Picture
from cogs.tournaments.bracket import bracket_of, spoken_bracket
from cogs.tournaments.places import Places
from cogs.tournaments.words import name_of, points
from cogs.words import _

STANDINGS: Final = "standings.png"
BRACKET: Final = "bracket.png"


def pictured(tournament: Tournament, places: Places) -> Picture:
    """The picture of a tournament that has begun; `places` are where it is played."""
    if tournament.rules.format is Format.KNOCKOUT:
        bracket = bracket_of(tournament, places)
        return Picture(BRACKET, spoken_bracket(tournament), partial(bracket_picture, bracket))
    table = standings(tournament)
    draw = partial(sheet_picture, _sheet(tournament, table))
    return Picture(STANDINGS, _spoken(tournament, table), draw)


def _sheet(tournament: Tournament, table: list[Standing]) -> Sheet:
    record, got = _("Won – drawn – lost"), _("Points")
    arena = tournament.rules.is_arena
    columns = (record, _("Streak") if arena else _("Tie-break"), got)
    seeds = tournament.seeded
    in_a_row = {seed: score.in_a_row for seed, score in scores(tournament).items()}

    def row(each: Standing) -> Row:
        numbers = (
            f"{each.won}–{each.drawn}–{each.lost}",
            str(in_a_row[each.seed]) if arena else points(each.tiebreak),
            points_in(tournament, each.points),
        )
        name = seeds[each.seed].name
        gone = tournament.is_out(each.seed)
        mark = Mark.FIRST if each.place == 1 and each.points and not gone else Mark.NONE
        return Row(f"{each.place}.", f"{name} ✗" if gone else name, numbers, mark)

    title = _("Standings")
    return Sheet(title, columns, len(columns) - 1, (Section("", tuple(map(row, table))),))


def points_in(tournament: Tournament, number: int) -> str:
    """The points of an entrant: an arena counts whole ones, all else half ones."""
    return str(number) if tournament.rules.is_arena else points(number)


def _spoken(tournament: Tournament, table: list[Standing]) -> str:
    lines = (
        f"{each.place}. {name_of(tournament, each.seed)}: {points_in(tournament, each.points)}"
        for each in table
    )
    return "\n".join([_("Standings"), *lines])
