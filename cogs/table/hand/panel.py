"""Make the hand message in the same way for all games: from a view and its legal moves alone.
Besides moves, the message has buttons that take the last move back, show emotes, and open the view
of all players' hands."""

from __future__ import annotations

from collections.abc import Sequence
from dataclasses import replace
from typing import Final, NamedTuple

import discord
from discord import ui

from bot.core.model import FORGOTTEN, Phase, Table
from bot.preferences.model import MemberSettings
from cogs.discord.components import IN_HAND, Item
from cogs.discord.layout import QUIET, Block, clip, line, message, rows, short
from cogs.discord.presses import BACKWARDS, TALK, HandId
from cogs.table.hand.ahead import ahead_blocks
from cogs.table.hand.choices import offer, trump_of
from cogs.table.hand.controls import FRAME, at_table, components_in, to_press
from cogs.table.hand.partial_move import NOTHING, PartialMove
from cogs.table.message.captions import tension_line
from cogs.table.message.look import Look
from cogs.table.message.menu import SHOWN, board_button, show_table_button, watch_button
from cogs.table.message.scores import score_lines
from cogs.table.message.story import lately_lines, recent_lines
from cogs.table.message.table_text import (
    middle_lines,
    owned_zones,
    seat_lines,
    unseen_facts,
    unwritten_lines,
    waiting_line,
)
from cogs.words import _, counted
from cogs.words.cards import hand_text
from cogs.words.seats import EMOTES
from games.analysis.advising import adviser_of
from games.core import View

BIG_CARDS: Final = 16
"""Hands with at most this many cards are written in large letters."""
HAND_TEXT: Final = 800
SEATS_TEXT: Final = 1100
BOARD_TEXT: Final = 700
NEWS: Final = 3
"""The number of last moves in a panel without a picture."""
NEWS_TEXT: Final = 350
NOTICE_TEXT: Final = 400
BACK_SIGN: Final = "↩️"
TALK_SIGN: Final = "💬"


def hand_panel(
    table: Table,
    look: Look | None,
    *,
    notice: str = "",
    page: int = 0,
    partial_move: PartialMove = NOTHING,
    shows_table: bool = False,
    beside: Sequence[Item] = (),
    has_board: bool = False,
) -> ui.LayoutView:
    """Return the hand message of a seat. `look` is the content of the message (None: no game is
    running), `notice` a line about the last press, and `partial_move` the move that the member has
    begun.

    The message has the button *Show the table* while no game is running, and with `shows_table`.
    `beside` are further buttons, which play no move. With `has_board`, the message has the button
    *Open the table* if it fits."""
    to_board = [board_button(table.id)] if has_board and table.phase in SHOWN else []
    to_table = rows([*to_board, show_table_button(table)]) if table.phase in SHOWN else []
    if look is None:
        return message([_without_game(table), *noticed(notice), *to_table], colour=QUIET)
    words = look.words
    advised = table.learning and bool(look.view.moves) and adviser_of(table.game) is not None
    offered = offer(look.view, words, partial_move)
    shown_below = to_table if shows_table else []
    item = at_table(table)
    asked = "" if look.picture is None else offered.title
    pressable = list(
        to_press(
            replace(offered, title="") if asked else offered,
            words,
            item,
            page,
            advised=advised,
            frame=FRAME + components_in(shown_below),
            below=ahead_blocks(table, look.view.seat or 0, words, item),
            beside=[*beside, *([] if shows_table else to_board)],
        )
    )
    return message(
        [
            *hand_blocks(table, look, asked),
            *noticed(notice),
            *([line()] if pressable and look.picture is None else []),
            *pressable,
            *shown_below,
        ]
    )


def hand_blocks(table: Table, look: Look, asked: str = "") -> list[Block]:
    """Return the blocks that show the reader the table, the reader's own cards, the last moves,
    whose move it is, and the question to the reader (`asked`). If there is a picture, the text has
    only what the picture doesn't show."""
    view, words, names = look.view, look.words, look.names
    waiting = _joined(waiting_line(view, names, table.clocks, words), asked)
    if look.picture is not None:
        told = [unseen_facts(view, words, names), waiting, *unwritten_lines(names, table)]
        news = lately_lines(table, words, names)
        return [
            look.picture.block,
            clip("\n".join([*news, *filter(None, told)]), BOARD_TEXT),
        ]
    return [
        clip(hand_lines(look), HAND_TEXT),
        clip("\n".join(seat_lines(view, words, names, table)), SEATS_TEXT),
        clip("\n".join([*_board(look), waiting]), BOARD_TEXT),
        clip("\n".join(recent_lines(table, words, names, NEWS)), NEWS_TEXT),
    ]


def _joined(waiting: str, asked: str) -> str:
    """Return the line whose move it is, and the question to the reader after it. A dot stands
    between them unless the line ends a sentence."""
    return (" " if waiting.rstrip("*").endswith(".") else " · ").join(
        filter(None, (waiting, asked))
    )


def own_blocks(table: Table, look: Look | None) -> list[Block]:
    """Return the blocks about a game that is shown to one member alone: the member's hand or, if
    the game is over, the result. The list is empty if there is no game."""
    if look is None:
        return []
    if look.view.seat is not None:
        return hand_blocks(table, look)
    if look.picture is not None:
        return [look.picture.block]
    return [clip("\n".join(seat_lines(look.view, look.words, look.names, table)), SEATS_TEXT)]


def moved_down() -> ui.LayoutView:
    """Return the message that replaces an older hand message after the hand was opened again
    elsewhere."""
    return message([_("Your hand has moved to a newer message below.")], colour=QUIET)


def noticed(notice: str) -> list[Block]:
    """Return the line on the last press (`notice`) as a quotation. The list is empty if `notice` is
    empty."""
    return [f"> {clip(notice, NOTICE_TEXT)}"] if notice else []


def _without_game(table: Table) -> str:
    if table.phase is Phase.LOBBY:
        return _("The game hasn't started yet. You'll see your hand here.")
    if table.phase is Phase.QUARANTINED:
        return _("This game can't go on.")
    return _("The game is over.")


def _board(look: Look) -> list[str]:
    """Return lines about the cards on the table: the middle, the cards in front of the viewer's
    side, the score, and a line about anything urgent."""
    view, words, names = look.view, look.words, look.names
    me = view.seats[view.seat or 0]
    own = [owned_zones(view, seat.seat, words) for seat in view.seats if seat.side == me.side]
    pressing = tension_line(view, words, names)
    return [
        *middle_lines(view, words, names),
        *(zones for zones in own if zones),
        *score_lines(view, names),
        *([pressing] if pressing else []),
    ]


def hand_lines(look: Look) -> str:
    """Return the title and the cards of the reader's hand, in words."""
    view = look.view
    held = len(view.hand) if view.seat is None else view.seats[view.seat].cards
    count = counted("{number} card", "{number} cards", held)
    title = _("Your hand")
    head = f"-# {title} · {count}"
    if not view.hand and held:
        # Translators: In games in which you see everyone's hand but your own.
        unseen = _("Everyone except you can see your cards.")
        return f"{head}\n{unseen}"
    # Translators: In place of the cards in a player's hand.
    cards = hand_text(view.hand, look.words.order, trump_of(view)) or _("no cards")
    return f"{head}\n{'### ' if len(view.hand) <= BIG_CARDS else ''}{cards}"


def side_buttons(table: Table, look: Look | None, wanted: MemberSettings) -> list[Item]:
    """Return the buttons below the moves of a hand. One shows all hands to a member who is out for
    good. One takes the last move back. One opens the choice of emotes."""
    seat, game = (None if look is None else look.view.seat), table.live
    if look is None or seat is None or game is None:
        return []
    out = look.view.seats[seat].out and not table.is_private and game.has_finished(seat)
    return [
        *([watch_button(table, _("See all hands"))] if out else []),
        *taking_back(table, seat),
        *([_emote(table, TALK_SIGN, TALK)] if emotes_are_offered(table, look.view, wanted) else []),
    ]


def taking_back(table: Table, seat: int) -> list[Item]:
    """Return the button that takes the last move back, or agrees to another member's request to do
    so. The list is empty when there is no move to take back and no request to agree to."""
    told = back_label(table, seat)
    return [] if told is None else [_back(table, told.label, disabled=told.waits)]


class BackLabel(NamedTuple):
    """The label of the button that takes a move back. `waits` tells whether the member has asked
    already, and others must still agree."""

    label: str
    waits: bool


def back_label(table: Table, seat: int) -> BackLabel | None:
    """Return the label of the button with which a seat takes the last move back, or agrees to
    another member's request. Returns None when there is no move to take back and no request to
    agree to."""
    mover = table.takes_back
    if mover is None:
        return None
    asked, agrees = (table.seats[each].gives_back is not None for each in (mover, seat))
    if seat == mover:
        return BackLabel(_("Waiting for the others") if asked else _("Take back my move"), asked)
    if not asked or agrees:
        return None
    name = table.seats[mover].name
    return BackLabel(_("Let {name} take back a move", name=name), waits=False)


def emotes_are_offered(table: Table, view: View, wanted: MemberSettings) -> bool:
    """Return whether the hand of a seat with this view offers emotes. The table must allow emotes,
    the member must want them and not have resigned, and another member must sit at the table."""
    seat = view.seat or 0
    others = {each.member_id for place, each in enumerate(table.seats) if place != seat}
    return (
        table.emotes
        and wanted.emotes
        and not view.seats[seat].resigned
        and bool(others - {None, FORGOTTEN})
    )


def without_emotes(table: Table) -> Table:
    """Return the table as it looks to members who want to see no emotes."""
    return replace(table, seats=tuple(replace(seat, said=None) for seat in table.seats))


def emotes_message(table: Table) -> ui.LayoutView:
    """Return the message with the emotes from which the member can choose."""
    told = _("Everyone sees your emote at your seat until your next move.")
    return message(
        [f"-# {told}", *rows([_emote(table, EMOTES[each], TALK, each) for each in EMOTES])]
    )


def _back(table: Table, label: str, *, disabled: bool = False) -> Item:
    return _button(table, (BACKWARDS,), BACK_SIGN, label=short(label), disabled=disabled)


def _emote(table: Table, sign: str, *words: str) -> Item:
    return _button(table, words, sign)


def _button(
    table: Table,
    words: tuple[str, ...],
    sign: str,
    label: str | None = None,
    *,
    disabled: bool = False,
) -> Item:
    return IN_HAND(
        ui.Button(
            label=label,
            emoji=sign,
            style=discord.ButtonStyle.secondary,
            custom_id=str(HandId(table.id, table.version, words)),
            disabled=disabled,
        )
    )
