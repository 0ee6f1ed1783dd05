"""The button in `/help` that asks the Shijo, a figure in the game of Dritzak who knows every
face-down card. He answers about a card when the rules allow it (DRI-60). Otherwise he answers with
one of his sayings."""

from __future__ import annotations

import re
from collections.abc import Sequence
from typing import Final

from bot.core.model import Phase, Table, Update
from cogs.discord.cog import ShijoCog
from cogs.discord.components import ASK_SHIJO, on_press
from cogs.discord.interactions import Interaction, scope
from cogs.discord.languages import to_everyone
from cogs.discord.layout import message
from cogs.table.message.table_text import names_of
from cogs.words import _
from cogs.words.load import words_of
from cogs.words.lore import ANSWERS, LORE

MOVE: Final = "shijo"
ANSWER: Final = "shijo-answer"
TIMESTAMP: Final = 22
"""The bit at which the milliseconds begin in a Discord id."""


class Shijo(ShijoCog):
    """The cog of the button *Ask the Shijo*. The Shijo is a figure in Dritzak who knows every
    face-down card."""

    @on_press(ASK_SHIJO)
    async def asked(self, interaction: Interaction, _match: re.Match[str]) -> None:
        """Answer a member who asks the Shijo, a figure in Dritzak who knows every face-down card
        and speaks in an old-fashioned voice. At a table where the rules allow the question now
        (DRI-60), the member alone gets his answer about a card. Otherwise everyone sees one of his
        sayings."""
        tables = await self.bot.tables.where.seated(scope(interaction), interaction.user.id)
        table = where_to_ask(tables, interaction.user.id, interaction.channel_id)
        if table is None:
            async with to_everyone(self.bot, scope(interaction)):
                said = message([f"🔮 *{_(picked(LORE, interaction.id))}*"])
            await interaction.response.send_message(view=said)
            return
        update = await self.bot.tables.move(table.id, interaction.user.id, MOVE, table.version)
        answer = message([answer_of(update, interaction.user.id, interaction.id)])
        await interaction.response.send_message(view=answer, ephemeral=True)


def where_to_ask(tables: Sequence[Table], member_id: int, channel_id: int | None) -> Table | None:
    """Return the table at which the rules let the member ask the Shijo now (a figure in Dritzak who
    knows every face-down card). If there are several such tables, a table in this channel is
    preferred. Returns None if there is no such table."""
    allowed = [table for table in tables if _may_ask(table, member_id)]
    return next(
        (table for table in allowed if table.channel_id == channel_id), next(iter(allowed), None)
    )


def _may_ask(table: Table, member_id: int) -> bool:
    view = table.view(table.seat_of(member_id)) if table.phase is Phase.PLAYING else None
    return view is not None and MOVE in view.moves


def answer_of(update: Update, member_id: int, number: int) -> str:
    """Return the text of an answer of the Shijo, a figure in Dritzak who knows every face-down
    card. The answer is for the member who asked. `update` is the result of the move that asked the
    Shijo. `number` is a Discord id that chooses one of several wordings."""
    table, words = update.table, words_of(update.table.game)
    seat = table.seat_of(member_id)
    names = names_of(table, table.view(seat), seat)
    told = next(
        event
        for happening in update.happenings
        for event in happening.events
        if event.name == ANSWER
    )
    kind = str(told.seen_by(seat)["answer"])
    return f"🔮 *{_(picked(ANSWERS[kind], number))}*\n{words.told(told, names)}"


def picked(lines: Sequence[str], number: int) -> str:
    """Return one of `lines`, which are sentences of the Shijo (a figure in Dritzak). The choice
    depends on the time that the Discord id `number` contains."""
    return lines[(number >> TIMESTAMP) % len(lines)]
