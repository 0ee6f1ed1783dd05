"""The message of a tournament. Before the start it shows the entrants, during the tournament the
standings and this round's tables, and at the end the winners. It also has a picture: a knockout's
bracket, or the standings."""

from __future__ import annotations

import io
from collections.abc import Callable
from datetime import datetime
from functools import partial
from typing import Final

import discord
from discord import ui
from discord.utils import format_dt

from bot.core.fairness import hash_of
from bot.pictures.bracket import bracket_picture
from bot.pictures.sheet import Mark, Row, Section, Sheet, sheet_picture
from bot.tournaments.arena import free, scores
from bot.tournaments.model import (
    MOST,
    Fixture,
    Format,
    Tournament,
    TournamentRules,
    TournamentStage,
)
from bot.tournaments.pairing import rounds_of
from bot.tournaments.standings import Standing, standings
from cogs.discord.components import IN_TOURNAMENT, Item
from cogs.discord.layout import ACCENT, QUIET, Block, clip, line, message
from cogs.edits.answers import Drawn, Picture, png_or_none
from cogs.table.message.seal import short_seal
from cogs.tournaments.bracket import bracket_of, spoken_bracket
from cogs.tournaments.finale import won_line
from cogs.tournaments.places import Places, place_line
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

NAMES_TEXT: Final = 1800
ROUND_TEXT: Final = 2600
STANDINGS_TEXT: Final = 1200
STANDINGS: Final = "standings.png"
BRACKET: Final = "bracket.png"


async def tournament_message(
    tournament: Tournament, places: Places, now: datetime, *, text_only: bool, may_post: bool
) -> Drawn:
    """Draw the message of a tournament, with a picture. With `text_only`, or if the picture can't
    be drawn, the message is in words. `places` says for each fixture of this round at which table
    or duplicate the fixture is played. `now` is the time. Without `may_post`, the message says that
    the bot may not post in the channel."""
    shown = pictured(tournament, places) if tournament.fixtures else None
    png = None
    if shown is not None and not text_only:
        png = await png_or_none(shown.draw, f"tournament {tournament.id}")
    standing: list[Block] = []
    if shown is not None:
        standing = [clip(shown.alt, STANDINGS_TEXT) if png is None else shown.block]
    blocks = [*_head(tournament), *standing, *_body(tournament, places, now)]
    colour = QUIET if tournament.stage is TournamentStage.OFF else ACCENT
    view = message(
        [*blocks, *_notes(tournament, may_post), *_items(tournament, now)],
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


def _body(tournament: Tournament, places: Places, now: datetime) -> list[Block]:
    match tournament.stage:
        case TournamentStage.ENTRY:
            return _entry(tournament)
        case TournamentStage.PLAYING:
            return [_going_on(tournament, places, now)]
        case TournamentStage.OVER:
            # Translators: Shown after a tournament: players can check the code of its draw with it.
            lots = _("Proof of fair pairings: {secret}", secret=f"`{tournament.secret.hex()}`")
            return [won_line(tournament), f"-# {lots}"]
        case TournamentStage.OFF:
            return [_("This tournament was called off.")]


def _entry(tournament: Tournament) -> list[Block]:
    starts = (
        _("A moderator will start this tournament.")
        if tournament.starts_at is None
        else _("The tournament starts {when}.", when=format_dt(tournament.starts_at, "R"))
    )
    names = ", ".join(escaped(each.name) for each in tournament.entrants)
    role = tournament.role_id
    prize = [_("The winner gets {role}.", role=f"<@&{role}>")] if role else []
    return [
        "\n".join([f"{_entered(tournament)} {starts}", *prize]),
        clip(names, NAMES_TEXT),
        f"-# {_how_it_goes(tournament.rules)}",
        "-# "
        # Translators: A code that is shown before the pairings are drawn, so that players can check
        # the draw afterwards.
        + _("🔒 Pairings code: {seal}", seal=short_seal(hash_of(tournament.secret))),
    ]


def _entered(tournament: Tournament) -> str:
    """Return the sentences that say how many members have entered, and how many can."""
    number, least = len(tournament.entrants), tournament.rules.least
    if not number:
        return _("Nobody has entered yet. {least} to {most} can play.", least=least, most=MOST)
    return counted(
        "{number} player so far. {least} to {most} can play.",
        "{number} players so far. {least} to {most} can play.",
        number,
        least=least,
        most=MOST,
    )


def _how_it_goes(rules: TournamentRules) -> str:
    """Return the sentences that tell members, before they enter, how a tournament with these rules
    is played."""
    if rules.is_arena:
        return how_it_goes(rules.minutes)
    if rules.duplicate:
        return _(
            "In each match, you and your opponent play the same two deals against the "
            "same bots, separately and in your own time. The higher total wins, and a "
            "deal you don't finish in time scores nothing."
        )
    return _(
        "Players are seeded by rating, and a random draw separates equal ratings. You'll get a "
        "ping when your table opens. If you don't turn up, you lose on time."
    )


def _going_on(tournament: Tournament, places: Places, now: datetime) -> str:
    if tournament.ends_at is not None:
        told = partial(_with_place, tournament, places=places)
        lines = now_playing(tournament, tournament.ends_at, told)
        if not tournament.time_is_up(now):
            lines += playing_next(tournament)
        return clip("\n".join(lines), ROUND_TEXT)
    return _round(tournament, places)


def _round(tournament: Tournament, places: Places) -> str:
    number = tournament.round
    of = rounds_of(tournament.rules.format, len(tournament.entrants))
    head = _("Round {number} of {of}", number=number, of=of)
    # Results stand in the bracket, so that the links of a large round fit.
    bracket = tournament.rules.format is Format.KNOCKOUT
    shown = tournament.waiting if bracket and number < of else tournament.in_round(number)
    lines = [f"{each.board}. {_with_place(tournament, each, places)}" for each in shown]
    more = [] if number >= of else ["-# " + _("The next round starts once this one is over.")]
    return "\n".join([clip("\n".join([f"### {head}", *lines]), ROUND_TEXT), *more])


def _with_place(tournament: Tournament, fixture: Fixture, places: Places) -> str:
    """Return a line about a fixture. If the fixture is being played, the line has a link to the
    table or duplicate, and names the players for whom the game waits."""
    told, place = fixture_line(tournament, fixture), places.get(fixture)
    return told if place is None else f"{told} · {place_line(place)}"


def _notes(tournament: Tournament, may_post: bool) -> list[Block]:
    notes = [NOTES[note] for note in tournament.notes if note in NOTES]
    if not may_post and tournament.stage is TournamentStage.PLAYING:
        notes.append(NO_POSTING)
    told = [f"-# ⚠️ {_(note)}" for note in notes]
    return ["\n".join(told)] if told else []


def _items(tournament: Tournament, now: datetime) -> list[Block]:
    grey = discord.ButtonStyle.secondary
    manage = _button(tournament, "manage", _("For moderators…"), grey)
    match tournament.stage:
        case TournamentStage.ENTRY:
            buttons = [
                _button(tournament, "enter", _("Enter"), discord.ButtonStyle.success),
                _button(tournament, "leave", _("Withdraw"), grey),
                manage,
            ]
        case TournamentStage.PLAYING if tournament.time_is_up(now):
            buttons = [manage]
        case TournamentStage.PLAYING if tournament.rules.is_arena:
            buttons = [
                _button(tournament, "enter", _("Join in"), discord.ButtonStyle.success),
                _button(tournament, "leave", _("Take a break"), grey),
                manage,
            ]
        case TournamentStage.PLAYING:
            buttons = [
                _button(tournament, "give-up", _("Leave the tournament…"), grey),
                manage,
            ]
        case _:
            return []
    return [line(), ui.ActionRow(*buttons)]


def _button(tournament: Tournament, action: str, label: str, style: discord.ButtonStyle) -> Item:
    return IN_TOURNAMENT(
        ui.Button(label=label, style=style, custom_id=IN_TOURNAMENT.id(tournament.id, action))
    )


def how_it_goes(minutes: int) -> str:
    """Return the text that explains the rules of an arena of `minutes` minutes. It is shown before
    the arena starts."""
    return counted(
        "For {number} minute, you play whoever's free, game after game. Join in and take breaks "
        "as you like. A win is worth 2 points and a draw 1. After two wins in a row, your "
        "points count double.",
        "For {number} minutes, you play whoever's free, game after game. Join in and take "
        "breaks as you like. A win is worth 2 points and a draw 1. After two wins in a row, "
        "your points count double.",
        minutes,
    )


def now_playing(
    tournament: Tournament, ends: datetime, told: Callable[[Fixture], str]
) -> list[str]:
    """Return the lines about the games of an arena that are being played. `told` makes the line of
    a fixture. `ends` is when the arena makes its last pairings."""
    when = _("No new games after {time}", time=format_dt(ends, "t"))
    return [f"### {when}", *(f"- {told(each)}" for each in tournament.waiting)]


def playing_next(tournament: Tournament) -> list[str]:
    """Return the line about the entrants of an arena who wait for an opponent. The list is empty if
    nobody waits, or no game is being played."""
    names = [name_of(tournament, seed) for seed in free(tournament)]
    if not names or not tournament.waiting:
        return []
    waiting = counted(
        "{names} plays next, once another game ends.",
        "{names} play next, once another game ends.",
        len(names),
        names=listed(names),
    )
    return [f"-# {waiting}"]


def pictured(tournament: Tournament, places: Places) -> Picture:
    """Return the picture of a tournament that has begun. `places` says for each fixture of the
    present round at which table or duplicate the fixture is played."""
    if tournament.rules.format is Format.KNOCKOUT:
        bracket = bracket_of(tournament, places)
        return Picture(BRACKET, spoken_bracket(tournament), partial(bracket_picture, bracket))
    table = standings(tournament)
    draw = partial(sheet_picture, _sheet(tournament, table))
    return Picture(STANDINGS, _spoken(tournament, table), draw)


def _sheet(tournament: Tournament, table: list[Standing]) -> Sheet:
    # Translators: A column of a tournament's standings.
    record, got = _("Won – drawn – lost"), _("Points")
    arena = tournament.rules.is_arena
    # Translators: A column of a tournament's standings.
    columns = (record, _("Streak") if arena else _("Tie-break"), got)
    seeds = tournament.seeded
    in_a_row = {seed: score.in_a_row for seed, score in scores(tournament).items()}

    def row(each: Standing) -> Row:
        numbers = (
            f"{each.won}–{each.drawn}–{each.lost}",
            str(in_a_row[each.seed]) if arena else points(each.tiebreak),
            points_in(tournament, each.points),
        )
        name = seeds[each.seed].name or "?"
        gone = tournament.is_out(each.seed)
        mark = Mark.FIRST if each.place == 1 and each.points and not gone else Mark.NONE
        return Row(f"{each.place}.", f"{name} ✗" if gone else name, numbers, mark)

    title = _("Standings")
    return Sheet(title, columns, len(columns) - 1, (Section("", tuple(map(row, table))),))


def points_in(tournament: Tournament, number: int) -> str:
    """Return an entrant's points as text. `number` counts points in an arena, and half points in
    all other tournaments."""
    return str(number) if tournament.rules.is_arena else points(number)


def _spoken(tournament: Tournament, table: list[Standing]) -> str:
    lines = (
        f"{each.place}. {name_of(tournament, each.seed)}: {points_in(tournament, each.points)}"
        for each in table
    )
    return "\n".join([_("Standings"), *lines])
