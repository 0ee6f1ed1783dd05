"""The message at the end of a tournament: the winners, the winner's games from round to round, and
the greatest comeback."""

from __future__ import annotations

import io
from collections.abc import Iterable
from dataclasses import dataclass
from functools import partial
from typing import Final

import discord

from bot.core.errors import NoFinishedGame, RecordDropped
from bot.core.model import OpenedGame
from bot.core.placing import LAST_MEDAL
from bot.pictures.champions import Placed, champions_picture
from bot.tournaments.model import Fixture, Format, Tournament
from bot.tournaments.pairing import rounds_of
from bot.tournaments.sittings import sittings
from bot.tournaments.standings import standings, winners
from cogs.discord.client import ShijoBot
from cogs.discord.layout import Block, clip, message
from cogs.edits.answers import Drawn, Picture, png_or_none
from cogs.table.hand.offer import move_in_sentence
from cogs.tournaments.bracket import round_title
from cogs.tournaments.words import fixture_line, name_of, title_of
from cogs.words import _, counted
from cogs.words.figures import share
from cogs.words.load import words_of
from cogs.words.names import escaped
from cogs.words.seats import Names, listed
from games.analysis import FULL, Analysis, Decision
from games.moves import Move

FILE: Final = "podium.png"
PATH_TEXT: Final = 1800
LOST_CAUSE: Final = FULL // 2
"""A right decision of a game's winner is a comeback only if the winner's chance before the decision
was below this limit, which is one half."""


@dataclass(frozen=True, slots=True)
class Comeback:
    """A comeback in a game. `decision` is a right decision of the member who won the game, made
    when this member's chance of winning was below one half."""

    game: OpenedGame
    decision: Decision


async def finale(bot: ShijoBot, tournament: Tournament, *, text_only: bool, mark: int) -> Drawn:
    """Draw the message that announces the end of a tournament in its channel. `mark` is a number
    that is put into the message, so that the message can be found again. Raises TableErrors."""
    comeback = await _comeback(bot, tournament)
    shown, png = podium(tournament), None
    if winners(tournament) and not text_only:
        png = await png_or_none(shown.draw, f"the podium of tournament {tournament.id}")
    blocks: list[Block] = [f"## {won_line(tournament)}"]
    if png is not None:
        blocks.append(shown.block)
    blocks += [*_path(tournament), *([] if comeback is None else [_told(comeback)])]
    view = message(blocks, mark=mark)
    return Drawn(view, () if png is None else (discord.File(io.BytesIO(png), FILE),))


def podium(tournament: Tournament) -> Picture:
    """Return the picture of a tournament's first three places."""
    title, placed = title_of(tournament.rules), _placed(tournament)
    places = (f"{each.rank}. {each.name}" for each in placed if each.rank <= LAST_MEDAL)
    return Picture(FILE, "\n".join([title, *places]), partial(champions_picture, title, placed))


def won_line(tournament: Tournament) -> str:
    """Return the line that names the winners."""
    won = [f"**{name_of(tournament, seed)}**" for seed in winners(tournament)]
    if not won:
        return _("🏆 Nobody won the tournament.")
    return counted(
        "🏆 {names} won the tournament!",
        "🏆 {names} won the tournament!",
        len(won),
        names=listed(won),
    )


def _placed(tournament: Tournament) -> list[Placed]:
    """Return the entrants who have points and have not left the tournament. Their places are
    counted anew, among these entrants only."""
    seeds = tournament.seeded
    stayed = [
        each for each in standings(tournament) if each.points and not tournament.is_out(each.seed)
    ]
    return [
        Placed(seeds[each.seed].name or "?", 1 + sum(other.place < each.place for other in stayed))
        for each in stayed
    ]


def _path(tournament: Tournament) -> list[str]:
    """Return the lines about the winner's games from round to round. The list is empty unless there
    is exactly one winner."""
    won = winners(tournament)
    if len(won) != 1:
        return []
    mine = [each for each in tournament.fixtures if won[0] in each.seeds]
    lines = [_round(tournament, each) for each in mine]
    # Translators: Above the winner's matches in a tournament.
    head = _("The road to the title")
    return [clip("\n".join([f"**{head}**", *lines]), PATH_TEXT)]


def _round(tournament: Tournament, fixture: Fixture) -> str:
    if tournament.rules.is_arena:
        return f"-# {fixture_line(tournament, fixture)}"
    if tournament.rules.format is Format.KNOCKOUT:
        last = rounds_of(tournament.rules.format, len(tournament.entrants))
        title = round_title(fixture.round, last)
    else:
        title = _("Round {number}", number=fixture.round)
    return f"-# {title} · {fixture_line(tournament, fixture)}"


def _told(comeback: Comeback) -> str:
    about, decision = comeback.game.about, comeback.decision
    sides = tuple(seat.side for seat in comeback.game.record.header.deal().view(None).seats)
    names = Names(about.names, None, sides)
    return _(
        "🔥 Comeback of the tournament: {name}'s chances were down to {share}, but they "
        "played {move} and won.",
        name=f"**{escaped(about.names[decision.seat])}**",
        share=share(decision.known.before * 100 / FULL),
        move=move_in_sentence(Move.parse(decision.move), words_of(about.game).at(names)),
    )


# The comeback


async def _comeback(bot: ShijoBot, tournament: Tournament) -> Comeback | None:
    """Return the greatest comeback in the analysed games of a tournament. Returns None if these
    games have no comeback."""
    tables = [each for fixture in tournament.fixtures for each in sittings(tournament.id, fixture)]
    analyses = await bot.analyses.kept_at(tables)
    games = {}
    for table_id in analyses:
        try:
            games[table_id] = await bot.analyses.finished(table_id, 1, tournament.guild_id)
        except (NoFinishedGame, RecordDropped):
            continue  # it was annulled, or only its result is kept
    return greatest((games[table_id], analyses[table_id]) for table_id in games)


def greatest(games: Iterable[tuple[OpenedGame, Analysis]]) -> Comeback | None:
    """Return the greatest comeback in these games. A comeback is a right decision between several
    moves by a member who won the game, made when this member's chance of winning was below one
    half. The comeback with the lowest chance is the greatest. Returns None if there is no
    comeback."""
    found = [
        Comeback(game, each)
        for game, analysis in games
        for each in analysis.decisions
        if each.known.before < LOST_CAUSE
        and not each.known.loss
        and each.choices > 1
        and _is_of_winner(game, each)
    ]
    return min(found, key=lambda each: each.decision.known.before, default=None)


def _is_of_winner(game: OpenedGame, decision: Decision) -> bool:
    """Return whether a member won the game and made this decision themselves."""
    about, played = game.about, game.played
    player = about.players[decision.seat]
    by_itself = decision.step in played.stood_in or player.strength is not None
    return about.kind == "won" and player.rank == 1 and not by_itself
