"""The hand panel: one builder for all games, from nothing but a view and its legal moves."""

from __future__ import annotations

from dataclasses import replace
from typing import Final

from discord import ui

from bot.domain.model import Phase, Table
from bot.domain.preferences import MemberSettings
from bot.pictures import lies_before
from cogs.gateway.layout import HAND_PICTURE, QUIET, Block, clip, line, message, picture
from cogs.views.alt_text import hand_alt
from cogs.views.begun import NOTHING, Beginning
from cogs.views.captions import captions_of
from cogs.views.hand_choices import held, offer, trump_of
from cogs.views.hand_controls import USUAL, to_press
from cogs.views.result import result_lines
from cogs.views.scores import scores_line
from cogs.views.table_text import middle_lines, names_of, owned_zones, recent_lines, waiting_line
from cogs.words import _, counted
from cogs.words.cards import hand_text
from cogs.words.game import GameWords, Names
from cogs.words.load import words_for, words_of
from games.core import View

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
    seat: int,
    *,
    notice: str = "",
    page: int = 0,
    wanted: MemberSettings = USUAL,
    begun: Beginning = NOTHING,
) -> ui.LayoutView:
    """The panel of a seat as things stand and its owner wants it, with a word on what just happened
    on top (`notice`), and what they have `begun` to do.

    Unless they want text only or there is nothing to show, it shows the file HAND_PICTURE, which
    must be sent with it.
    """
    view = table.view(seat)
    if view is None or table.phase is not Phase.PLAYING:
        return message([_without_game(table), *_noticed(notice)], colour=QUIET)
    return build(
        view,
        names_of(table, view, seat),
        table,
        notice=notice,
        page=page,
        wanted=wanted,
        begun=begun,
    )


def _noticed(notice: str) -> list[Block]:
    return [f"> {clip(notice, NOTICE_TEXT)}"] if notice else []


def _without_game(table: Table) -> str:
    if table.phase is Phase.LOBBY:
        return _("The game has not begun. Your hand will be shown here.")
    if table.phase is Phase.ASIDE:
        return _("This table can't go on.")
    if table.outcome is None:
        return _("The game is over.")
    view = table.view(None)
    lines = result_lines(table.outcome, words_of(table.game), names_of(table, view), view)
    return "\n".join([_("The game is over."), *lines])


def has_picture(view: View) -> bool:
    """Whether there is anything to show in a picture of the viewer's hand."""
    return bool(view.hand or lies_before(view))


def build(
    view: View,
    names: Names,
    table: Table,
    *,
    notice: str = "",
    page: int = 0,
    wanted: MemberSettings = USUAL,
    begun: Beginning = NOTHING,
) -> ui.LayoutView:
    """The panel of `view.seat`; `table` gives it its id and version, its clocks and the last
    moves."""
    words = words_for(view.game, wanted.order)
    offered = offer(view, wanted.order, begun)
    pictured = has_picture(view) and not wanted.text_only
    blocks: list[Block] = [
        clip(_hand_lines(view, words, pictured=pictured), HAND_TEXT),
        *([_hand_picture(view, words, table)] if pictured else []),
        clip("\n".join(_board(view, words, names, table, pictured=pictured)), BOARD_TEXT),
        clip("\n".join(recent_lines(table, words, names, NEWS)), NEWS_TEXT),
        *_noticed(notice),
    ]
    pressable = list(to_press(offered, words, table, page))
    return message([*blocks, *([line()] if pressable else []), *pressable])


def _hand_picture(view: View, words: GameWords, table: Table) -> Block:
    return picture(HAND_PICTURE, hand_alt(view, held(view, words), captions_of(table, words)))


def _board(
    view: View, words: GameWords, names: Names, table: Table, *, pictured: bool
) -> list[str]:
    """The middle, what lies before the viewer and its side unless a picture shows it, the score,
    and whose move it is."""
    me = view.seats[view.seat or 0]
    # The picture shows all that lies before them, but not what is known of their partners' hands.
    told = (
        replace(view, zones=tuple(zone for zone in view.zones if zone.layout == "hand"))
        if pictured
        else view
    )
    own = [owned_zones(told, seat.seat, words) for seat in view.seats if seat.side == me.side]
    return [
        *middle_lines(view, words, names),
        *(zones for zones in own if zones),
        *(line for line in [scores_line(view, names)] if line),
        waiting_line(view, names, table.clocks, words),
    ]


def _hand_lines(view: View, words: GameWords, *, pictured: bool) -> str:
    count = counted("{number} card", "{number} cards", len(view.hand))
    cards = hand_text(view.hand, words.order, trump_of(view)) or _("no cards")
    title = _("Your hand")
    head = f"-# {title} · {count}"
    if pictured:
        return head
    return f"{head}\n{'### ' if len(view.hand) <= BIG_CARDS else ''}{cards}"
