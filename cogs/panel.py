"""The hand panel: one builder for all games, from nothing but a view and its legal moves.

A move without cards is a button. Moves of one card are a select, one for each verb; where several
cards may go together the select takes several picks, and the rules judge what was picked. More than
25 choices become several selects; more than fit into a message, pages; and sets of more than 25
cards are picked in a modal. Two presses reach every move. Discord's limits hold by construction.
"""

from __future__ import annotations

from collections.abc import Sequence
from dataclasses import replace
from typing import Final

import discord
from discord import ui

from bot.model import Phase, Table
from bot.pictures import lies_before
from bot.preferences import MemberSettings
from cogs.alt_text import hand_alt
from cogs.board import middle_lines, names_of, owned_zones, recent_lines, waiting_line
from cogs.choices import Choice, Group, held, named, offer, trump_of
from cogs.ids import ANY, MODAL, PAGE, SET, SINGLE, HandId
from cogs.items import HandItem
from cogs.layout import (
    HAND_PICTURE,
    OPTIONS,
    PLACEHOLDER,
    QUIET,
    Block,
    clip,
    line,
    message,
    picture,
    rows,
    short,
)
from cogs.pictured import captions_of
from cogs.result import result_lines
from cogs.words import _, counted
from cogs.words.cards import hand_text
from cogs.words.game import GameWords, Names
from cogs.words.load import words_for, words_of
from games.core import Move, View

USUAL: Final = MemberSettings()
"""What a member sees who has chosen nothing."""
MOST_SELECTS: Final = 8
"""Selects on one page. 4 blocks of text, a picture, a line, a container, 10 buttons in 2 rows, 8
selects in rows of their own and the select of pages in its row are 37 components of 40."""
MODAL_SELECTS: Final = 5
BIG_CARDS: Final = 16
"""A hand of this many cards at most is written large."""
HAND_TEXT: Final = 1100
BOARD_TEXT: Final = 1500
NEWS: Final = 3
"""Last moves told in a panel, as its owner may know them."""
NEWS_TEXT: Final = 800
NOTICE_TEXT: Final = 400


def hand_panel(
    table: Table, seat: int, *, notice: str = "", page: int = 0, wanted: MemberSettings = USUAL
) -> ui.LayoutView:
    """The panel of a seat as things stand and its owner wants it, with a word on what just happened
    on top (`notice`).

    Unless they want text only or there is nothing to show, it shows the file HAND_PICTURE, which
    must be sent with it.
    """
    view = table.view(seat)
    if view is None or table.phase is not Phase.PLAYING:
        return message([_without_game(table), *_noticed(notice)], colour=QUIET)
    return build(view, names_of(table, view, seat), table, notice=notice, page=page, wanted=wanted)


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
) -> ui.LayoutView:
    """The panel of `view.seat`; `table` gives it its id and version, its clocks and the last
    moves."""
    words = words_for(view.game, wanted.order)
    offered = offer(view, wanted.order)
    large = offered.large
    selects = [
        part
        for group in offered.groups
        if group not in large
        for part in _selects(group, words, table)
    ]
    last = max(0, (len(selects) - 1) // MOST_SELECTS)
    page = min(page, last)
    shown = selects[page * MOST_SELECTS : (page + 1) * MOST_SELECTS]
    buttons = [_large(group, words, table) for group in large]
    buttons += [_button(move, words, table) for move in offered.buttons]
    pictured = has_picture(view) and not wanted.text_only
    blocks: list[Block] = [
        clip(_hand_lines(view, words, pictured=pictured), HAND_TEXT),
        *([_hand_picture(view, words, table)] if pictured else []),
        clip("\n".join(_board(view, words, names, table, pictured=pictured)), BOARD_TEXT),
        clip("\n".join(recent_lines(table, words, names, NEWS)), NEWS_TEXT),
        *_noticed(notice),
    ]
    if shown or buttons:
        blocks.append(line())
    blocks.extend(ui.ActionRow(select) for select in shown)
    if last:
        blocks.append(ui.ActionRow(_pages(table, page, last)))
    blocks.extend(rows(buttons))
    return message(blocks)


def _hand_picture(view: View, words: GameWords, table: Table) -> Block:
    return picture(HAND_PICTURE, hand_alt(view, held(view, words), captions_of(table, words)))


def _board(
    view: View, words: GameWords, names: Names, table: Table, *, pictured: bool
) -> list[str]:
    """The middle, what lies before the viewer and its side unless a picture shows it, and whose
    move it is."""
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
        waiting_line(view, names, table.clocks, words),
    ]


def _hand_lines(view: View, words: GameWords, *, pictured: bool) -> str:
    count = counted("{number} card", "{number} cards", len(view.hand))
    cards = hand_text(view.hand, words.order, trump_of(view)) or _("no cards")
    head = f"-# {_('Your hand')} · {count}"
    if pictured:
        return head
    return f"{head}\n{'### ' if len(view.hand) <= BIG_CARDS else ''}{cards}"


def _button(move: Move, words: GameWords, table: Table) -> HandItem:
    style = discord.ButtonStyle.secondary if move.other else discord.ButtonStyle.primary
    custom_id = str(HandId(table.id, table.version, tuple(move.split())))
    mark = words.verb(move.verb).mark
    return HandItem(
        ui.Button(label=short(named(move, words)), emoji=mark, style=style, custom_id=custom_id)
    )


def _large(group: Group, words: GameWords, table: Table) -> HandItem:
    """The button that opens the modal of a set of more than 25 cards. It is on every page: it takes
    two presses."""
    custom_id = HandId(table.id, table.version, (group.verb,), MODAL)
    return HandItem(
        ui.Button(
            label=short(_ask(group, words)),
            style=discord.ButtonStyle.primary,
            custom_id=str(custom_id),
        )
    )


def _ask(group: Group, words: GameWords) -> str:
    """What stands before the choices."""
    return _("More moves…") if group.verb == ANY else _(words.verb(group.verb).ask)


def _selects(group: Group, words: GameWords, table: Table) -> list[HandItem]:
    """The selects of a group: one for each 25 choices."""
    ask = _ask(group, words)
    if group.is_large:
        return [_large(group, words, table)]
    if group.is_set:
        custom_id = HandId(table.id, table.version, (group.verb,), SET)
        ask = _("{ask} ({how_many})", ask=ask, how_many=_how_many(group))
        return [_select(custom_id, ask, group.choices, group.least, group.most)]
    parts = [
        group.choices[start : start + OPTIONS] for start in range(0, len(group.choices), OPTIONS)
    ]
    return [
        _select(
            HandId(table.id, table.version, (group.verb,), SINGLE, number),
            ask if len(parts) == 1 else f"{ask} {part[0].label} – {part[-1].label}",
            part,
        )
        for number, part in enumerate(parts)
    ]


def _how_many(group: Group) -> str:
    if group.least == group.most:
        return counted("{number} card", "{number} cards", group.least)
    return _("{least} to {most} cards", least=group.least, most=group.most)


def _select(
    custom_id: HandId, ask: str, choices: Sequence[Choice], least: int = 1, most: int = 1
) -> HandItem:
    return HandItem(
        ui.Select(
            custom_id=str(custom_id),
            placeholder=short(ask, PLACEHOLDER),
            options=[choice.option() for choice in choices],
            min_values=min(least, len(choices)),
            max_values=min(most, len(choices)),
        )
    )


def _pages(table: Table, page: int, last: int) -> HandItem:
    options = [
        discord.SelectOption(
            label=_("Page {page} of {pages}", page=number + 1, pages=last + 1),
            value=str(number),
            default=number == page,
        )
        for number in range(min(last + 1, OPTIONS))
    ]
    custom_id = HandId(table.id, table.version, (PAGE,))
    return HandItem(
        ui.Select(custom_id=str(custom_id), placeholder=_("More choices…"), options=options)
    )


def modal(view: View, custom_id: HandId, wanted: MemberSettings = USUAL) -> ui.Modal | None:
    """The modal in which a set of more than 25 cards is picked; None when there is nothing to pick
    any more."""
    words, groups = words_of(view.game), offer(view, wanted.order).groups
    group = next((each for each in groups if each.verb == custom_id.words[0] and each.is_set), None)
    if group is None:
        return None
    form = ui.Modal(title=short(_ask(group, words), 45), custom_id=str(custom_id), timeout=None)
    for number in range(MODAL_SELECTS):
        part = group.choices[number * OPTIONS : (number + 1) * OPTIONS]
        if part:
            select: ui.Select[ui.Modal] = ui.Select(
                custom_id=f"{SET}{number}",
                options=[choice.option() for choice in part],
                min_values=0,
                max_values=min(group.most, len(part)),
                required=False,
            )
            text = f"{part[0].label} – {part[-1].label} ({_how_many(group)})"
            form.add_item(ui.Label(text=short(text, 45), component=select))
    form.stop()
    return form
