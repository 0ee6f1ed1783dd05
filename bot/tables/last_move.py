"""Whether the last move of a member can be taken back."""

from __future__ import annotations

from typing import Final

from bot.core.model import Happening, Phase
from bot.core.table_ids import sitting_of
from bot.db.rows import TableRow
from bot.tables.play import RECENT, Play
from games.core import Event, Game, Move, View
from games.record import RESIGN

TAKEN_BACK: Final = "taken-back"
"""The event that tells that a move was taken back: its `seat`, and the `cards` that it named."""


def takes_back(row: TableRow, play: Play) -> int | None:
    """The seat whose last move can be taken back with what bot players answered to it; None: none.

    The table's games don't count, the game goes on, and nothing hidden was seen since: nobody drew,
    turned up or was told anything in private, no part of the game ended, no view shows a card
    that it didn't show before, save those of the move itself, and no member is out for good, who
    may see all hands since.
    """
    if row.phase is not Phase.PLAYING or play.before is None or play.outcome is not None:
        return None
    if not _counts_for_nothing(row) or not _is_last(row, play):
        return None
    first, before = play.before
    made = play.log[first]
    since = len(play.log) - first
    moves = [each for each in play.recent if not _is_told(each)]
    events = [event for happening in moves[-since:] for event in happening.events]
    own = set(Move.parse(made.move).cards)
    hidden = any(_tells_more(play.game, event) for event in events)
    hidden = hidden or _opens_hands(row, before, play.game)
    return None if hidden or _shows_more(before, play.game, own) else made.seat


def _is_told(happening: Happening) -> bool:
    """Whether it tells that a move was taken back, and is none itself."""
    return any(event.name == TAKEN_BACK for event in happening.events)


def _counts_for_nothing(row: TableRow) -> bool:
    members = sum(not seat.is_bot for seat in row.seats)
    return sitting_of(row.id) is None and (row.learning or members == 1 < len(row.seats))


def _is_last(row: TableRow, play: Play) -> bool:
    """Whether only bot players have moved since, and nobody has left the game."""
    first, _ = play.before or (0, None)
    since = play.log[first:]
    return (
        not since[0].stand_in
        and len(since) < RECENT
        and all(line.move != RESIGN for line in since)
        and all(row.seats[line.seat].is_bot for line in since[1:])
    )


def _tells_more(game: Game, event: Event) -> bool:
    ends = event.name in game.chapter_names | game.forgetting | game.revealing
    return ends or event.secret is not None


def _opens_hands(row: TableRow, before: Game, now: Game) -> bool:
    """Whether a member is out for good who wasn't before."""
    return any(
        not seat.is_bot and now.has_finished(number) and not before.has_finished(number)
        for number, seat in enumerate(row.seats)
    )


def _shows_more(before: Game, now: Game, own: set[str]) -> bool:
    viewers = (None, *range(now.seats))
    return any(_shown(now.view(each)) - _shown(before.view(each)) - own for each in viewers)


def _shown(view: View) -> set[str | None]:
    return {card for zone in view.zones for card in (*zone.cards, *zone.covers)} - {None}
