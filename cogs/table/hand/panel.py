"""The hand panel: one builder for all games, made from a view and its legal moves alone."""

from __future__ import annotations

from dataclasses import replace
from typing import Final

from discord import ui

from bot.core.model import Phase, Table
from bot.pictures import lies_before
from cogs.discord.layout import QUIET, Block, clip, line, message
from cogs.table.hand.choices import offer, trump_of
from cogs.table.hand.controls import at_table, to_press
from cogs.table.hand.partial_move import NOTHING, PartialMove
from cogs.table.message.look import Look
from cogs.table.message.result import result_lines
from cogs.table.message.scores import score_lines
from cogs.table.message.table_text import (
    middle_lines,
    names_of,
    owned_zones,
    recent_lines,
    waiting_line,
)
from cogs.words import _, counted
from cogs.words.cards import hand_text
from cogs.words.load import words_of
from games.players import adviser

BIG_CARDS: Final = 16
"""A hand of this many cards at most is written large."""
HAND_TEXT: Final = 1100
BOARD_TEXT: Final = 1350
NEWS: Final = 3
"""Last moves told in a panel, as its owner may know them."""
NEWS_TEXT: Final = 800
NOTICE_TEXT: Final = 400


def hand_panel(
    table: Table,
    look: Look | None,
    *,
    notice: str = "",
    page: int = 0,
    partial_move: PartialMove = NOTHING,
) -> ui.LayoutView:
    """The panel of a seat, with a line on what just happened (`notice`), and what the member has
    `partial_move`."""
    if look is None:
        return message([_without_game(table), *_noticed(notice)], colour=QUIET)
    words = look.words
    advised = table.learning and bool(look.view.moves) and adviser(table.game) is not None
    offered = offer(look.view, words, partial_move)
    pressable = list(to_press(offered, words, at_table(table), page, advised=advised))
    return message(
        [
            *hand_blocks(table, look),
            *_noticed(notice),
            *([line()] if pressable else []),
            *pressable,
        ]
    )


def hand_blocks(table: Table, look: Look) -> list[Block]:
    """The cards of a seat, the middle of the table, and what happened last."""
    return [
        clip(hand_lines(look), HAND_TEXT),
        *([look.picture.block] if look.picture is not None else []),
        clip("\n".join(_board(look, table)), BOARD_TEXT),
        clip("\n".join(recent_lines(table, look.words, look.names, NEWS)), NEWS_TEXT),
    ]


def _noticed(notice: str) -> list[Block]:
    return [f"> {clip(notice, NOTICE_TEXT)}"] if notice else []


def _without_game(table: Table) -> str:
    if table.phase is Phase.LOBBY:
        return _("The game hasn't started. You'll see your hand here.")
    if table.phase is Phase.QUARANTINED:
        return _("This table can't go on.")
    if table.outcome is None:
        return _("The game is over.")
    view = table.view(None)
    lines = result_lines(table.outcome, words_of(table.game), names_of(table, view), view)
    return "\n".join([_("The game is over."), *lines])


def _board(look: Look, table: Table) -> list[str]:
    """The middle, the cards before the viewer and its side unless a picture shows them, the score,
    and whose move it is."""
    view, words = look.view, look.words
    me = view.seats[view.seat or 0]
    shown = lies_before(view)
    # The picture shows the cards before them, but not what is known of their partners' hands.
    told = view
    if look.picture is not None:
        hands = (zone for zone in view.zones if zone.layout == "hand" and zone not in shown)
        told = replace(view, zones=tuple(hands))
    own = [owned_zones(told, seat.seat, words) for seat in view.seats if seat.side == me.side]
    return [
        *middle_lines(view, words, look.names),
        *(zones for zones in own if zones),
        *score_lines(view, look.names),
        waiting_line(view, look.names, table.clocks, words),
    ]


def hand_lines(look: Look) -> str:
    """The title of a hand, and its cards unless a picture shows them."""
    view = look.view
    held = len(view.hand) if view.seat is None else view.seats[view.seat].cards
    count = counted("{number} card", "{number} cards", held)
    title = _("Your hand")
    head = f"-# {title} · {count}"
    if look.picture is not None:
        return head
    if not view.hand and held:
        unseen = _("Everyone but you sees your cards.")
        return f"{head}\n{unseen}"
    cards = hand_text(view.hand, look.words.order, trump_of(view)) or _("no cards")
    return f"{head}\n{'### ' if len(view.hand) <= BIG_CARDS else ''}{cards}"
