"""The message of a tournament: who has entered; the standings and this round's tables; who won."""

from __future__ import annotations

import io
from functools import partial
from typing import Final

import discord
from discord import ui
from discord.utils import format_dt

from bot.core.fairness import hash_of
from bot.core.table_ids import SittingId
from bot.pictures.sheet import Mark, Row, Section, Sheet, sheet_picture
from bot.tournaments.model import LEAST, MOST, Fixture, Format, Tournament, TournamentStage
from bot.tournaments.pairing import rounds_of
from bot.tournaments.standings import Standing, standings, winners
from cogs.discord.component import Item
from cogs.discord.components import IN_TOURNAMENT
from cogs.discord.layout import ACCENT, QUIET, Block, clip, line, message, picture
from cogs.edits.drawn import Drawn, png_or_none
from cogs.table.message.seal import short_seal
from cogs.tournaments.words import (
    NO_POSTING,
    NOTES,
    fixture_line,
    name_of,
    points,
    rules_line,
    title_of,
)
from cogs.words import _, counted
from cogs.words.names import escaped
from cogs.words.seats import listed

FILE: Final = "standings.png"
NAMES_TEXT: Final = 1800
ROUND_TEXT: Final = 1800
ALT_TEXT: Final = 1000
STANDINGS_TEXT: Final = 1200


async def tournament_message(
    tournament: Tournament, links: dict[str, str], *, text_only: bool, may_post: bool
) -> Drawn:
    """The message with its picture; in words where no files may be sent or it can't be drawn.
    `links` are those to tables by their ids; it says so where the bot may not post them."""
    table = standings(tournament) if tournament.fixtures else []
    png = None
    if table and not text_only:
        sheet = _sheet(tournament, table)
        png = await png_or_none(partial(sheet_picture, sheet), f"tournament {tournament.id}")
    shown: list[Block] = []
    if png is not None:
        shown.append(picture(FILE, clip(_spoken(tournament, table), ALT_TEXT)))
    elif table:
        shown.append(clip(_spoken(tournament, table), STANDINGS_TEXT))
    blocks = [*_head(tournament), *shown, *_body(tournament, links), *_notes(tournament, may_post)]
    colour = QUIET if tournament.stage is TournamentStage.OFF else ACCENT
    view = message([*blocks, *_items(tournament)], colour=colour)
    return Drawn(view, () if png is None else (discord.File(io.BytesIO(png), FILE),))


def won_line(tournament: Tournament) -> str:
    """Who has won."""
    won = [f"**{name_of(tournament, seed)}**" for seed in winners(tournament)]
    if not won:
        return _("🏆 Nobody won the tournament.")
    return counted(
        "🏆 {names} won the tournament!",
        "🏆 {names} won the tournament!",
        len(won),
        names=listed(won),
    )


def _head(tournament: Tournament) -> list[Block]:
    return [
        f"## 🏆 {escaped(title_of(tournament.rules))}",
        f"-# {rules_line(tournament.rules)}",
    ]


def _body(tournament: Tournament, links: dict[str, str]) -> list[Block]:
    match tournament.stage:
        case TournamentStage.ENTRY:
            return _entry(tournament)
        case TournamentStage.PLAYING:
            return [_round(tournament, links)]
        case TournamentStage.OVER:
            lots = _("The draw came from {secret}", secret=f"`{tournament.secret.hex()}`")
            return [won_line(tournament), f"-# {lots}"]
        case TournamentStage.OFF:
            return [_("This tournament was called off.")]


def _entry(tournament: Tournament) -> list[Block]:
    starts = (
        _("It starts when a moderator says so.")
        if tournament.starts_at is None
        else _("It starts {when}.", when=format_dt(tournament.starts_at, "R"))
    )
    entered = counted(
        "{number} player has entered. {least} to {most} can play.",
        "{number} players have entered. {least} to {most} can play.",
        len(tournament.entrants),
        least=LEAST,
        most=MOST,
    )
    told = _(
        "The best-rated player is the top seed, and ties are broken by lot. You get a "
        "ping when your table opens, and lose on time if you don't turn up."
    )
    names = ", ".join(escaped(each.name) for each in tournament.entrants)
    role = tournament.role_id
    prize = [_("The winner gets {role}.", role=f"<@&{role}>")] if role else []
    return [
        "\n".join([f"{entered} {starts}", *prize]),
        clip(names, NAMES_TEXT),
        f"-# {told}",
        "-# " + _("🔒 Draw code: {seal}", seal=short_seal(hash_of(tournament.secret))),
    ]


def _round(tournament: Tournament, links: dict[str, str]) -> str:
    number = tournament.round
    of = rounds_of(tournament.rules.format, len(tournament.entrants))
    head = _("Round {number} of {of}", number=number, of=of)
    lines = [_with_link(tournament, each, links) for each in tournament.in_round(number)]
    return clip("\n".join([f"### {head}", *lines]), ROUND_TEXT)


def _with_link(tournament: Tournament, fixture: Fixture, links: dict[str, str]) -> str:
    told = f"{fixture.board}. {fixture_line(tournament, fixture)}"
    sitting = SittingId(tournament.id, fixture.round, fixture.board, fixture.games).table_id
    where = links.get(sitting)
    table = _("table")
    return f"{told} · [{table}]({where})" if fixture.verdict is None and where else told


def _notes(tournament: Tournament, may_post: bool) -> list[Block]:
    notes = [NOTES[note] for note in tournament.notes if note in NOTES]
    if not may_post and tournament.stage is TournamentStage.PLAYING:
        notes.append(NO_POSTING)
    told = [f"-# ⚠️ {_(note)}" for note in notes]
    return ["\n".join(told)] if told else []


def _items(tournament: Tournament) -> list[Block]:
    grey = discord.ButtonStyle.secondary
    match tournament.stage:
        case TournamentStage.ENTRY:
            buttons = [
                _button(tournament, "enter", _("Enter"), discord.ButtonStyle.success),
                _button(tournament, "leave", _("Withdraw"), grey),
                _button(tournament, "manage", _("For moderators…"), grey),
            ]
        case TournamentStage.PLAYING:
            buttons = [
                _button(tournament, "give-up", _("Leave the tournament…"), grey),
                _button(tournament, "manage", _("For moderators…"), grey),
            ]
        case _:
            return []
    return [line(), ui.ActionRow(*buttons)]


def _button(tournament: Tournament, action: str, label: str, style: discord.ButtonStyle) -> Item:
    return IN_TOURNAMENT(
        ui.Button(label=label, style=style, custom_id=IN_TOURNAMENT.id(tournament.id, action))
    )


# The standings


def _sheet(tournament: Tournament, table: list[Standing]) -> Sheet:
    record, broken, got = _("Won – drawn – lost"), _("Tie-break"), _("Points")
    knockout = tournament.rules.format is Format.KNOCKOUT
    columns = (record, got) if knockout else (record, broken, got)
    seeds = tournament.seeded

    def row(each: Standing) -> Row:
        broken_by = [] if knockout else [points(each.tiebreak)]
        numbers = (f"{each.won}–{each.drawn}–{each.lost}", *broken_by, points(each.points))
        name = seeds[each.seed].name
        gone = seeds[each.seed].gone
        mark = Mark.FIRST if each.place == 1 and each.points and not gone else Mark.NONE
        return Row(f"{each.place}.", f"{name} ✗" if gone else name, numbers, mark)

    title = _("Standings")
    return Sheet(title, columns, len(columns) - 1, (Section("", tuple(map(row, table))),))


def _spoken(tournament: Tournament, table: list[Standing]) -> str:
    lines = (
        f"{each.place}. {name_of(tournament, each.seed)}: {points(each.points)}" for each in table
    )
    return "\n".join([_("Standings"), *lines])
