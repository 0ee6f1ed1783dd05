"""Draws tables and hands as messages, with their pictures.

Pictures are drawn outside the event loop. If a picture can't be drawn, the message says the same in
words, and the game goes on."""

from __future__ import annotations

from collections.abc import Callable, Sequence
from dataclasses import dataclass, replace
from functools import partial
from typing import Final, TypeVar

import discord
from discord import ui

import games
from bot.core.model import Panel, Phase, Table
from bot.leaderboards.model import Booked
from bot.pictures.ending import OwnEnding
from bot.pictures.lobby import Cover, Sitter, cover_picture
from bot.preferences.house_rules import seats_allowed
from bot.preferences.model import MemberSettings
from cogs.discord.components import ON_TABLE, Item
from cogs.discord.layout import LOBBY_PICTURE, QUIET, clip, message, rows
from cogs.edits.answers import Drawn, Picture, file_of
from cogs.table.hand.ahead import ahead_blocks
from cogs.table.hand.choices import offer
from cogs.table.hand.controls import USUAL, at_table, to_press
from cogs.table.hand.panel import (
    hand_blocks,
    hand_panel,
    noticed,
    side_buttons,
    without_emotes,
)
from cogs.table.hand.partial_move import NOTHING, PartialMove
from cogs.table.message.alt_text import clipped
from cogs.table.message.look import Look, hand_look, table_look
from cogs.table.message.own_ending import ending_message, ending_picture, own_ending
from cogs.table.message.public_message import lobby_with_people, public, standing, title_of
from cogs.table.message.rematch import is_asked_again, rematch_question
from cogs.table.message.result import UNBOOKED
from cogs.words import _
from cogs.words.cards import rank_letters
from cogs.words.game import game_title
from cogs.words.load import words_of
from cogs.words.names import escaped
from games.analysis.advising import adviser_of

STANDING_TEXT: Final = 300
POCKET_FRAME: Final = 10
"""The number of components in the message of a table in a pocket. The buttons and lists of the hand
are not counted. The counted components are the container, seven texts (one of them above the
cards), and a row with its button. A pocket is the private place of a member who plays alone where
the bot is absent."""


@dataclass(frozen=True, slots=True)
class Aftermath:
    """The consequences of a finished game. `booked` are its effects on the leaderboards. `insight`
    is a sentence from its analysis for one player. It is empty while there is no sentence."""

    booked: Booked = UNBOOKED
    insight: str = ""


NO_AFTERMATH: Final = Aftermath()

Shown = TypeVar("Shown", Look, Look | None)


async def drawn_public(
    table: Table,
    *,
    text_only: bool = False,
    in_haste: bool = False,
    booked: Booked = UNBOOKED,
    bulletin: str = "",
    folded: bool = False,
) -> Drawn:
    """Draw the table's public message (see `public`). The message has a picture unless `text_only`.
    With `in_haste`, the picture is left out to save time. `booked` are the effects of a finished
    game on the leaderboards, and `bulletin` is the owner's notice. A `folded` result has only a few
    lines."""
    if folded:
        return Drawn(public(table, None, booked=booked, bulletin=bulletin, folded=True))
    cover = None if text_only else lobby_cover(table)
    if cover is not None:
        return await _drawn_lobby(table, cover, bulletin, in_haste=in_haste)
    look = table_look(table, text_only=text_only, booked=booked)
    show = partial(public, table, booked=booked, bulletin=bulletin)
    if in_haste and look is not None and look.picture is not None:
        return Drawn(show(look.in_words), left_out=True)
    return await with_picture(look, show, table.id)


async def _drawn_lobby(table: Table, cover: Picture, bulletin: str, *, in_haste: bool) -> Drawn:
    if in_haste:
        return Drawn(public(table, None, bulletin=bulletin), left_out=True)
    file = await file_of(cover, f"table {table.id}")
    if file is None:
        return Drawn(public(table, None, bulletin=bulletin))
    return Drawn(public(table, None, bulletin=bulletin, cover=cover), (file,))


async def drawn_private(
    table: Table,
    panel: Panel,
    wanted: MemberSettings,
    partial_move: PartialMove = NOTHING,
    aftermath: Aftermath = NO_AFTERMATH,
    *,
    has_board: bool = False,
) -> Drawn:
    """Draw the hand message of the member to whom `panel` belongs, for the table's present state.
    The message shows the panel's page, or the last page if there are fewer pages. `wanted` are the
    member's settings, `partial_move` is the move that the member has begun, and `aftermath` are the
    consequences of a finished game. With `has_board`, the message has a button that opens the table
    in a browser. If the member has no seat, the message asks whether the member plays the next
    game, or says that the member isn't at the table any more."""
    seat = table.seat_of(panel.member_id)
    if seat is None and is_asked_again(table, panel.member_id):
        return Drawn(rematch_question(table))
    if seat is None:
        return Drawn(message([_("You're no longer at this table.")], colour=QUIET))
    return await drawn_panel(
        table,
        seat,
        page=panel.page,
        wanted=wanted,
        partial_move=partial_move,
        aftermath=aftermath,
        has_board=has_board,
    )


async def drawn_panel(
    table: Table,
    seat: int,
    *,
    notice: str = "",
    page: int = 0,
    wanted: MemberSettings = USUAL,
    partial_move: PartialMove = NOTHING,
    aftermath: Aftermath = NO_AFTERMATH,
    shows_table: bool = False,
    has_board: bool = False,
) -> Drawn:
    """Draw the hand message of a seat (see `hand_panel`), with a picture in the style that `wanted`
    asks for. After the game, the message says how the game ended for this seat (`drawn_ending`). At
    a table where a member plays alone (a pocket), the message also has the content of the public
    message (`pocket_message`)."""
    over, closed = table.phase is Phase.OVER, table.phase is Phase.CLOSED
    ending = own_ending(table, seat, aftermath.booked) if over or closed else None
    if ending is not None:
        return await drawn_ending(table, ending, wanted, aftermath.insight, again=over)
    if not wanted.emotes:
        table = without_emotes(table)
    if not wanted.remarks:
        table = replace(table, remarks=False)
    look = hand_look(table, seat, wanted)
    if table.is_pocket and look is not None:
        whole = partial(
            pocket_message,
            table,
            notice=notice,
            page=page,
            partial_move=partial_move,
            beside=side_buttons(table, look, wanted),
        )
        return await with_picture(look, whole, table.id)
    panel = partial(
        hand_panel,
        table,
        notice=notice,
        page=page,
        partial_move=partial_move,
        shows_table=shows_table,
        beside=side_buttons(table, look, wanted),
        has_board=has_board,
    )
    return await with_picture(look, panel, table.id)


async def drawn_ending(
    table: Table,
    ending: OwnEnding,
    wanted: MemberSettings = USUAL,
    insight: str = "",
    *,
    again: bool = True,
) -> Drawn:
    """Draw the private message that replaces a player's hand when the game is over. The message
    says how the game ended for this player, and shows `insight`, a sentence from the analysis
    (empty: no sentence). If `again` is true, the message has the button *Again*."""

    def show(picture: Picture | None) -> ui.LayoutView:
        return ending_message(table, ending, picture, insight, again=again)

    if wanted.text_only:
        return Drawn(show(None))
    picture = ending_picture(ending, wanted.deck)
    file = await file_of(picture, f"table {table.id}")
    return Drawn(show(None)) if file is None else Drawn(show(picture), (file,))


async def with_picture(look: Shown, show: Callable[[Shown], ui.LayoutView], table_id: str) -> Drawn:
    """Draw the message that `show` makes of `look`, and attach the picture of `look`. If `look` has
    no picture, or the picture can't be drawn, the message is in words."""
    if look is None or look.picture is None:
        return Drawn(show(look))
    file = await file_of(look.picture, f"table {table_id}")
    return Drawn(show(look.in_words)) if file is None else Drawn(show(look), (file,))


def lobby_cover(table: Table) -> Picture | None:
    """Return the picture of a lobby with its alt text. Returns None if the table is not a lobby,
    for example because the game has already begun."""
    if table.phase is not Phase.LOBBY:
        return None
    kind = games.available().get(table.game)
    least = seats_allowed(kind, table.options)[0] if kind is not None else 0
    sitters = tuple(Sitter(seat.name, seat.is_bot) for seat in table.seats)
    title = game_title(table.game)
    free = max(0, least - len(table.seats) - len(table.awaited))
    cover = Cover(title, words_of(table.game).emblem, sitters, free)
    told = lobby_with_people(table)
    return Picture(LOBBY_PICTURE, clipped([told]), partial(cover_picture, cover, rank_letters()))


def pocket_message(
    table: Table,
    look: Look,
    *,
    notice: str = "",
    page: int = 0,
    partial_move: PartialMove = NOTHING,
    beside: Sequence[Item] = (),
) -> ui.LayoutView:
    """Return the message of a running game that a member plays alone in a place without the bot (a
    table in their pocket). The message joins the hand message with the content of the table's
    public message. `beside` are further buttons, which play no move."""
    view, words, names = look.view, look.words, look.names
    head = f"## {escaped(title_of(table))}"
    offered = offer(view, words, partial_move)
    advised = table.learning and bool(view.moves) and adviser_of(table.game) is not None
    item = at_table(table)
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
                frame=POCKET_FRAME,
                beside=beside,
                below=ahead_blocks(table, view.seat or 0, words, item),
            ),
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
