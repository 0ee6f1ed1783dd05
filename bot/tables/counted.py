"""Whether a table's game counts, and the outcome that is kept of it."""

from __future__ import annotations

from bot.core.table_ids import sitting_of
from bot.db.rows import TableRow
from bot.tables.play import Play
from games.core import Outcome
from games.record import RESIGN


def counts(row: TableRow, play: Play) -> bool:
    """Whether the game counts for anybody: not at a learning table, and elsewhere only when
    somebody has moved. In a tournament a resignation is a loss always, or whoever dislikes a hand
    would get another one by resigning."""
    return not row.learning and _is_played(row, play)


def outcome_of(row: TableRow, play: Play) -> Outcome | None:
    """The outcome of the game that is kept, shown, and told to the next one; None while it goes on.

    A game that all have resigned before the first move is void: it names nobody, and the next game
    begins as this one did.
    """
    outcome = play.game.outcome
    if outcome is None or _is_played(row, play):
        return outcome
    before, seats = play.header.previous, len(outcome.ranks)
    known = before is not None and len(before.ranks) == seats
    return Outcome((1,) * seats, "void", carry=before.carry if before and known else {})


def is_a_loss(row: TableRow, play: Play, seat: int) -> bool:
    """Whether resigning now would count as a loss. Raises IllegalMove when the seat is out of the
    game already."""
    game = play.game.copy()
    game.resign(seat)
    return not row.learning and (game.outcome is None or _is_played(row, play))


def _is_played(row: TableRow, play: Play) -> bool:
    return sitting_of(row.id) is not None or any(line.move != RESIGN for line in play.log)
