"""Makes the result of a finished game again for a member who asks for it. The table might be in any
state by now."""

from __future__ import annotations

from dataclasses import replace
from typing import Final

from discord import ui

from bot.core.model import OpenedGame, Table
from bot.history.moments import moment_at, table_at
from bot.leaderboards.model import Booked
from cogs.discord.layout import line, message, rows
from cogs.edits.answers import Drawn
from cogs.table.drawn import with_picture
from cogs.table.message.look import Look, table_look
from cogs.table.message.over import of_result, result_blocks
from cogs.table.message.public_message import title_of

ASKED: Final = ("open", "analyse", "check")
"""What can be asked about a result: its replay, its analysis, and the check of its shuffle."""


def as_it_ended(table: Table, finished: OpenedGame) -> Table:
    """Return the table as it was at the end of the game `finished`. Raises RecordError if the
    game's moves can't be replayed."""
    moment = moment_at(finished, len(finished.record.steps))
    ended = table_at(table, finished, moment)
    return replace(ended, version=table.version, recent=moment.recent[-1:], remarks=table.remarks)


async def drawn_result(ended: Table, booked: Booked, *, text_only: bool) -> Drawn:
    """Draw the full result of a game that is over, with buttons for the game's replay, its proof
    and other questions. `booked` are the effects of the game on the leaderboards (ratings, titles
    and badges)."""

    def whole(look: Look | None) -> ui.LayoutView:
        about = (of_result(ended.id, ended.game_number, each) for each in ASKED)
        blocks = result_blocks(ended, title_of(ended), (), look, booked)
        return message([*blocks, line(), *rows(list(about))])

    look = table_look(ended, text_only=text_only, booked=booked)
    return await with_picture(look, whole, ended.id)
