"""A member's hand in a match of two teams, and the messages that replace it after a deal."""

from __future__ import annotations

from functools import partial

from discord import ui

import games
from bot.preferences.model import MemberSettings
from bot.teams.deals import TeamSitting, table_of
from bot.teams.model import AllPlayed, TeamMatch, board_of
from bot.today.duplicate import DEALS
from cogs.discord.components import IN_TEAM_DEAL
from cogs.discord.layout import QUIET, message, rows
from cogs.discord.presses import MoveWords
from cogs.edits.answers import Drawn
from cogs.table.drawn import with_picture
from cogs.table.hand.controls import USUAL, Pressable
from cogs.table.hand.partial_move import NOTHING, PartialMove
from cogs.table.message.look import hand_look
from cogs.table.message.menu import board_button
from cogs.teams.message import BLUE, button, named
from cogs.today.message import playing
from cogs.words import _
from cogs.words.seats import listed


async def drawn_hand(
    sitting: TeamSitting,
    *,
    wanted: MemberSettings = USUAL,
    notice: str = "",
    page: int = 0,
    partial_move: PartialMove = NOTHING,
    has_board: bool = False,
) -> Drawn:
    """Draw the message with a member's hand in a running deal, with a picture. `notice` is a line
    about the last press, `page` the page of moves to show (from 0), and `partial_move` the move
    that the member has begun. With `has_board`, the message has the button *Open the table*."""
    table, number = table_of(sitting), sitting.match.number
    day, done = sitting.deal.day, len(sitting.made)
    item = Pressable(
        IN_TEAM_DEAL,
        lambda words, what, number: IN_TEAM_DEAL.id(day, done, MoveWords(words, what, number)),
    )
    to_board = [board_button(board_of(number), "match", number)] if has_board else []
    show = partial(
        playing,
        _head(sitting),
        table,
        item,
        notice=notice,
        page=page,
        partial_move=partial_move,
        beside=to_board,
    )
    return await with_picture(hand_look(table, sitting.seat, wanted), show, table.id)


def deals_played() -> ui.LayoutView:
    """Return the message for a member whose table has played all its deals."""
    return message([_(AllPlayed.template)], colour=QUIET)


def next_message(match: TeamMatch) -> ui.LayoutView:
    """Return the message for a member who has finished a deal when another deal follows."""
    told = _("That deal is over. Here's the next one.")
    return message([told, *rows([button(match, "hand", _("Next deal"), BLUE)])])


def _head(sitting: TeamSitting) -> str:
    match = sitting.match
    me = sitting.seats[sitting.seat]
    game = _(games.load(match.game).title)
    title = _(
        "{game} team match, deal {number} of {of}",
        game=game,
        number=sitting.played.deal + 1,
        of=DEALS,
    )
    own = [named(one) for one in sitting.seats if one.team == me.team and one != me]
    others = listed([named(one) for one in sitting.seats if one.team != me.team])
    if own:
        # Translators: A player's teammates and opponents in a match of two teams.
        told = _("With {partners}, against {others}.", partners=listed(own), others=others)
    else:
        # Translators: The opponents in a match of two teams.
        told = _("Against {others}.", others=others)
    return f"## ⚔️ {title}\n-# {told}"
