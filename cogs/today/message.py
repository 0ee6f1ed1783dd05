"""The deal of the day as a message: the table and the member's hand, and at the end the result."""

from __future__ import annotations

from collections.abc import Sequence
from functools import partial
from typing import Final

import discord
from discord import ui

import games
from bot.core.model import Table
from bot.preferences.model import MemberSettings
from bot.today.duplicate import DEALS, place_of
from bot.today.model import MEMBER, DayGame, Sitting
from bot.today.sitting_table import table_of
from cogs.discord.components import IN_DAY, IN_DEAL, Item
from cogs.discord.layout import Block, clip, line, message, rows
from cogs.discord.presses import MoveWords
from cogs.edits.answers import Drawn
from cogs.table.drawn import with_picture
from cogs.table.hand.choices import offer
from cogs.table.hand.controls import USUAL, Pressable, to_press
from cogs.table.hand.panel import own_blocks
from cogs.table.hand.partial_move import NOTHING, PartialMove
from cogs.table.message.look import Look, own_look
from cogs.table.message.menu import board_button
from cogs.today.lines import day_line, told_result
from cogs.words import _
from cogs.words.seats import listed
from games.players import TITLES

HEAD_TEXT: Final = 500
NOTICE_TEXT: Final = 400

FRAME: Final = 12
"""The number of components in a deal's message besides the buttons and selects of moves. These
components are the container, texts, pictures and a line."""

BLUE: Final = discord.ButtonStyle.primary
GREY: Final = discord.ButtonStyle.secondary


async def drawn_deal(
    sitting: Sitting,
    *,
    wanted: MemberSettings = USUAL,
    notice: str = "",
    page: int = 0,
    partial_move: PartialMove = NOTHING,
    judging: bool = False,
    has_board: bool = False,
) -> Drawn:
    """Draw the message of a deal as its member sees it, with a picture. `notice` is a line about
    the last press, `page` the page of moves to show (from 0), and `partial_move` the move that the
    member has begun. After the end the message shows the result. With `judging`, it then says that
    the deal is being analysed. With `has_board`, the message has the button *Open the table* during
    the deal."""
    table = table_of(sitting)
    if sitting.game.outcome is not None:
        show = partial(_ended, sitting, table, judging=judging)
    else:
        show = partial(
            playing,
            _head(sitting),
            table,
            _to_press(sitting),
            notice=notice,
            page=page,
            partial_move=partial_move,
            beside=[board_button(table.id, "deal", sitting.deal.day)] if has_board else [],
        )
    return await with_picture(own_look(table, MEMBER, wanted), show, table.id)


def playing(
    head: str,
    table: Table,
    item: Pressable,
    look: Look | None,
    *,
    notice: str,
    page: int,
    partial_move: PartialMove,
    beside: Sequence[Item] = (),
) -> ui.LayoutView:
    """Return the message of a running deal (a deal of the day, or a deal of a duplicate or a team
    match): the `head`, the table and the member's hand, a line about the last press (`notice`), and
    the moves. If the moves don't fit, only the moves of this `page` (from 0) are shown.
    `partial_move` is the move that the member has begun. `item` gives the buttons of moves their
    custom ids. `beside` are further buttons, which play no move."""
    pressable: list[Block] = []
    if look is not None:
        offered = offer(look.view, look.words, partial_move)
        pressable = list(to_press(offered, look.words, item, page, frame=FRAME + 2 * len(beside)))
    return message(
        [
            clip(head, HEAD_TEXT),
            *own_blocks(table, look),
            f"> {clip(notice, NOTICE_TEXT)}" if notice else None,
            line(),
            *pressable,
            *rows(list(beside)),
        ]
    )


def _head(sitting: Sitting) -> str:
    game = _(games.load(sitting.game.name).title)
    place = place_of(sitting.deal.day)
    title = (
        _("{game} duplicate match, deal {number} of {of}", game=game, number=place, of=DEALS)
        if place
        else _("Today's deal: {game}", game=game)
    )
    bots = [sitting.deal.bot(seat) for seat in range(1, sitting.game.seats)]
    told = listed([f"{each.name} ({_(TITLES[each.level])})" for each in bots])
    against = _("You're playing against {bots}. There's no clock, so take your time.", bots=told)
    return f"## 🗓️ {title}\n-# {against}"


def _to_press(sitting: Sitting) -> Pressable:
    day, done = sitting.deal.day, len(sitting.played.steps)
    return Pressable(
        IN_DEAL,
        lambda words, what, number: IN_DEAL.id(day, done, MoveWords(words, what, number)),
    )


def _ended(sitting: Sitting, table: Table, look: Look | None, *, judging: bool) -> ui.LayoutView:
    played = sitting.played
    head = f"## {told_result(played, sitting.game)}"
    told = _("⏳ Looking at your moves…") if judging else day_line(played)
    buttons = [
        day_button("share", _("Show everyone"), BLUE, played.day),
        day_button("home", _("Everyone's results"), GREY, played.day),
    ]
    place = place_of(played.day)
    if place:
        # Other members must not know the result before they have played the deal.
        buttons = [day_button("play", _("Next deal"), BLUE, played.day)] if place < DEALS else []
    return message([head, *own_blocks(table, look), told, *rows(buttons)])


def shared(played: DayGame, name: str) -> ui.LayoutView:
    """Return a message that shows everybody a member's result, without any card."""
    told = _("{name} played today's deal.", name=name)
    return message(
        [
            f"**{told}**\n{day_line(played)}",
            *rows([day_button("play", _("Play today's deal"), BLUE, played.day)]),
        ]
    )


def day_button(action: str, label: str, style: discord.ButtonStyle, day: int) -> Item:
    """Return a button about the deal of a day. `action` becomes part of the custom id, and says
    what a press does. `day` is the number of the day."""
    return IN_DAY(ui.Button(label=label, style=style, custom_id=IN_DAY.id(day, action)))
