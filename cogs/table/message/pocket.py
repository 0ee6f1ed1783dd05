"""A game in a member's pocket: the table and the member's hand in one message, which only they
see."""

from __future__ import annotations

from collections.abc import Sequence
from typing import Final

import discord
from discord import ui

from bot.core.model import Table
from cogs.discord.component import Item
from cogs.discord.components import ON_TABLE
from cogs.discord.layout import clip, message, rows
from cogs.table.hand.ahead import ahead_blocks
from cogs.table.hand.choices import offer
from cogs.table.hand.controls import at_table, to_press
from cogs.table.hand.panel import components_in, hand_blocks, noticed
from cogs.table.hand.partial_move import NOTHING, PartialMove
from cogs.table.message.look import Look
from cogs.table.message.public_message import standing, title_of
from cogs.words import _
from cogs.words.names import escaped
from games.analysis.advising import adviser_of

STANDING_TEXT: Final = 300
FRAME: Final = 10
"""Components beside what can be pressed in the hand: the container, seven texts with the title of
the cards, and a row with its button."""


def pocket_message(
    table: Table,
    look: Look,
    *,
    notice: str = "",
    page: int = 0,
    partial_move: PartialMove = NOTHING,
    beside: Sequence[Item] = (),
) -> ui.LayoutView:
    """A game being played: the member's hand as in a hand panel, and the other contents of the
    table's message. The buttons `beside` are no moves."""
    view, words, names = look.view, look.words, look.names
    head = f"## {escaped(title_of(table))}"
    offered = offer(view, words, partial_move)
    advised = table.learning and bool(view.moves) and adviser_of(table.game) is not None
    item = at_table(table)
    ahead = ahead_blocks(table, view.seat or 0, words, item)
    return message(
        [
            clip("\n".join([head, *standing(table, view, names)]), STANDING_TEXT),
            *hand_blocks(table, look),
            *noticed(notice),
            *to_press(
                offered,
                words,
                item,
                page,
                advised=advised,
                frame=FRAME + components_in(ahead),
                beside=beside,
            ),
            *ahead,
            *rows([_more(table)]),
        ]
    )


def _more(table: Table) -> Item:
    button: ui.Button[ui.LayoutView] = ui.Button(
        label=_("More…"),
        style=discord.ButtonStyle.secondary,
        custom_id=ON_TABLE.id(table.id, "more"),
    )
    return ON_TABLE(button)
