"""The message of a tournament: who has entered; the standings and this round's tables; who won."""

from __future__ import annotations

import io
from collections.abc import Mapping
from functools import partial
from typing import Final, Literal

import discord
from discord import ui
from discord.utils import format_dt

from bot.core.fairness import hash_of
from bot.core.model import Phase, Speed, Table
from bot.tournaments.model import MOST, Fixture, Format, Tournament, TournamentStage
from bot.tournaments.pairing import rounds_of
from cogs.discord.component import Item
from cogs.discord.components import IN_TOURNAMENT
from cogs.discord.interactions import link
from cogs.discord.layout import ACCENT, QUIET, Block, clip, line, message
from cogs.edits.drawn import Drawn, png_or_none
from cogs.table.message.seal import short_seal
from cogs.tournaments.arena import how_it_goes, now_playing
from cogs.tournaments.finale import won_line
from cogs.tournaments.pictured import pictured, table_at
from cogs.tournaments.words import (
    NO_POSTING,
    NOTES,
    fixture_line,
    rules_line,
    title_of,
)
from cogs.words import _, counted
from cogs.words.names import escaped
from cogs.words.seats import listed

NAMES_TEXT: Final = 1800
ROUND_TEXT: Final = 2600
STANDINGS_TEXT: Final = 1200


async def tournament_message(
    tournament: Tournament, tables: Mapping[str, Table], *, text_only: bool, may_post: bool
) -> Drawn:
    """The message with its picture; in words where no files may be sent or it can't be drawn.
    `tables` are the open ones of this round by their ids; it says so where the bot may not post
    them."""
    shown = pictured(tournament, tables) if tournament.fixtures else None
    png = None
    if shown is not None and not text_only:
        png = await png_or_none(shown.draw, f"tournament {tournament.id}")
    standing: list[Block] = []
    if shown is not None:
        standing = [clip(shown.alt, STANDINGS_TEXT) if png is None else shown.block]
    blocks = [*_head(tournament), *standing, *_body(tournament, tables)]
    colour = QUIET if tournament.stage is TournamentStage.OFF else ACCENT
    view = message(
        [*blocks, *_notes(tournament, may_post), *_items(tournament)],
        colour=colour,
    )
    if png is None or shown is None:
        return Drawn(view)
    return Drawn(view, (discord.File(io.BytesIO(png), shown.file),))


def _head(tournament: Tournament) -> list[Block]:
    return [
        f"## 🏆 {escaped(title_of(tournament.rules))}",
        f"-# {rules_line(tournament.rules)}",
    ]


def _body(tournament: Tournament, tables: Mapping[str, Table]) -> list[Block]:
    match tournament.stage:
        case TournamentStage.ENTRY:
            return _entry(tournament)
        case TournamentStage.PLAYING:
            return [_going_on(tournament, tables)]
        case TournamentStage.OVER:
            lots = _("Draw secret: {secret}", secret=f"`{tournament.secret.hex()}`")
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
        least=tournament.rules.least,
        most=MOST,
    )
    told = (
        how_it_goes(tournament.rules.minutes)
        if tournament.rules.is_arena
        else _(
            "The best-rated player is the top seed, and ties are broken by lot. You get a "
            "ping when your table opens, and lose on time if you don't turn up."
        )
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


def _going_on(tournament: Tournament, tables: Mapping[str, Table]) -> str:
    if tournament.rules.is_arena:
        told = partial(_with_table, tournament, tables=tables)
        return clip(now_playing(tournament, told), ROUND_TEXT)
    return _round(tournament, tables)


def _round(tournament: Tournament, tables: Mapping[str, Table]) -> str:
    number = tournament.round
    of = rounds_of(tournament.rules.format, len(tournament.entrants))
    head = _("Round {number} of {of}", number=number, of=of)
    # What is decided stands in the bracket, so that the links of a large round fit.
    bracket = tournament.rules.format is Format.KNOCKOUT
    shown = tournament.waiting if bracket and number < of else tournament.in_round(number)
    lines = [f"{each.board}. {_with_table(tournament, each, tables)}" for each in shown]
    more = [] if number >= of else ["-# " + _("The next round starts once these are decided.")]
    return "\n".join([clip("\n".join([f"### {head}", *lines]), ROUND_TEXT), *more])


def _with_table(tournament: Tournament, fixture: Fixture, tables: Mapping[str, Table]) -> str:
    """A fixture, where it is played, and what it waits for."""
    told = fixture_line(tournament, fixture)
    table = table_at(tournament, fixture, tables)
    if table is None:
        return told
    name = _("table")
    told = f"{told} · [{name}]({link(table)})"
    return f"{told} · {_awaited(table)}" if table.phase is Phase.LOBBY else told


def _awaited(table: Table) -> str:
    """Who has not come to a table yet, and until when they may."""
    names = listed([escaped(seat.name) for seat in table.awaited])
    if table.again_until is None:
        return _("waiting for {names}", names=names)
    style: Literal["f", "t"] = "f" if table.speed is Speed.BY_POST else "t"
    when = format_dt(table.again_until, style)
    return _("waiting for {names}, time's up {when}", names=names, when=when)


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
        case TournamentStage.PLAYING if tournament.rules.is_arena:
            buttons = [
                _button(tournament, "enter", _("Join in"), discord.ButtonStyle.success),
                _button(tournament, "leave", _("Take a break"), grey),
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
