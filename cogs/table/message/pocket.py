"""A game in a member's pocket: the table and their hand in one message, which they alone see."""

from __future__ import annotations

from collections.abc import Iterator
from typing import Final

import discord
from discord import ui

from bot.core.model import Table
from cogs.discord.component import Item
from cogs.discord.components import ON_TABLE
from cogs.discord.layout import Block, clip, message, rows
from cogs.table.hand.choices import offer
from cogs.table.hand.controls import at_table, to_press
from cogs.table.hand.panel import NOTICE_TEXT, hand_lines
from cogs.table.hand.partial_move import NOTHING, PartialMove
from cogs.table.message.look import Look
from cogs.table.message.public_message import standing, title_of
from cogs.table.message.table_text import (
    middle_lines,
    recent_lines,
    seat_lines,
    unseen_facts,
    unwritten_lines,
    waited_on_line,
)
from cogs.words import _
from cogs.words.names import escaped
from games.players import adviser

TABLE_TEXT: Final = 1700
STANDING_TEXT: Final = 600
HAND_TEXT: Final = 900
NEWS_TEXT: Final = 600
NEWS: Final = 3
"""How many of the last moves are told, as the member may know them."""
FRAME: Final = 10
"""Components beside what can be pressed in the hand: the container, two pictures, five texts with
the title of the cards, and a row with its button."""


def pocket_message(
    table: Table,
    around: Look | None,
    hand: Look | None,
    *,
    notice: str = "",
    page: int = 0,
    partial_move: PartialMove = NOTHING,
) -> ui.LayoutView:
    """A game under way: `around` is the table's look, `hand` that of the member's hand. The rest is
    as in a hand panel."""
    return message(
        [
            *(_around(table, around) if around is not None else ()),
            *(_hand(table, hand, notice, page, partial_move) if hand is not None else ()),
            *rows([_more(table)]),
        ]
    )


def _around(table: Table, look: Look) -> Iterator[Block]:
    view, words, names = look.view, look.words, look.names
    head = f"## {escaped(title_of(table))}"
    told = [waited_on_line(view, names, table), *standing(table, view, names)]
    if look.picture is not None:
        yield "\n".join(filter(None, [head, unseen_facts(view, words, names)]))
        yield look.picture.block
        told += unwritten_lines(names, table)
    else:
        lines = [*middle_lines(view, words, names), *seat_lines(view, words, names, table)]
        yield f"{head}\n" + clip("\n".join(lines), TABLE_TEXT)
    yield clip("\n".join(told), STANDING_TEXT)


def _hand(
    table: Table, look: Look, notice: str, page: int, partial_move: PartialMove
) -> Iterator[Block]:
    yield clip(hand_lines(look), HAND_TEXT)
    if look.picture is not None:
        yield look.picture.block
    news = clip("\n".join(recent_lines(table, look.words, look.names, NEWS)), NEWS_TEXT)
    said = f"> {clip(notice, NOTICE_TEXT)}" if notice else ""
    yield "\n".join(filter(None, [news, said]))
    advised = table.learning and bool(look.view.moves) and adviser(table.game) is not None
    offered = offer(look.view, look.words, partial_move)
    yield from to_press(offered, look.words, at_table(table), page, advised=advised, frame=FRAME)


def _more(table: Table) -> Item:
    button: ui.Button[ui.LayoutView] = ui.Button(
        label=_("More…"),
        style=discord.ButtonStyle.secondary,
        custom_id=ON_TABLE.id(table.id, "more"),
    )
    return ON_TABLE(button)
