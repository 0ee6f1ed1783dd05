"""Emotes. An emote is a symbol that a member shows at their seat until the seat's next move."""

from __future__ import annotations

from dataclasses import replace
from datetime import timedelta
from typing import Final

from bot.core.errors import NoEmotes, TooManyEmotes, WrongPhase
from bot.core.model import Emote, Said
from bot.tables.deadlines import CommandContext
from bot.tables.live import Change, Live
from bot.tables.play import Play, seat_of
from bot.tables.playing import under_way
from bot.tables.store import changes

APART: Final = timedelta(seconds=10)
"""The least time between two emotes of a seat."""
MOST: Final = 3
"""The most emotes of a seat in one chapter of a game, such as a bout."""


def show(live: Live, member_id: int, emote: Emote, context: CommandContext) -> Change:
    """Return the change with which a member shows an emote at their seat. An emote isn't a move, so
    moves that others chose before stay valid. Raises NoEmotes where the table allows no emotes,
    TooManyEmotes, NotSeated, WrongPhase when no game is going on or the member has left it, and
    TableQuarantined when the game can't be replayed."""
    play, row = under_way(live), live.row
    number = seat_of(row, member_id)
    if not row.emotes:
        raise NoEmotes
    if number in play.gone:
        raise WrongPhase
    said = _next(row.seats[number].said, emote, play, context)
    seats = (
        *row.seats[:number],
        replace(row.seats[number], said=said),
        *row.seats[number + 1 :],
    )
    after = replace(row, version=row.version + 1, seats=seats)
    return Change(after, play, changes.table_changed(row, after))


def _next(last: Said | None, emote: Emote, play: Play, context: CommandContext) -> Said:
    new = Said(emote, play.chapters, len(play.log), context.now)
    if last is None:
        return new
    if timedelta() <= context.now - last.at < APART:  # below 0 where the clock was set back
        raise TooManyEmotes
    if last.chapters != play.chapters:
        return new
    if last.nth >= MOST:
        raise TooManyEmotes
    return new._replace(nth=last.nth + 1)
