"""The offer of a hand panel as components.

Cards are buttons as far as there is room, in the order of the hand; moves without cards are buttons
below them. The rest is in selects: more than 25 choices become several selects, more than fit into
a message become pages, and sets of more than 25 cards are picked in a modal. Discord's limits hold
by construction.
"""

from __future__ import annotations

from collections import Counter
from collections.abc import Iterator, Sequence
from typing import Final

import discord
from discord import ui

from bot.domain.model import Table
from bot.domain.preferences import MemberSettings
from cogs.gateway.ids import ANY, BEGIN, MODAL, PAGE, SET, SINGLE, HandId, in_modal
from cogs.gateway.items import HandItem
from cogs.gateway.layout import OPTIONS, PLACEHOLDER, Block, clip, rows, short
from cogs.views.hand_choices import offer
from cogs.views.hand_offer import Group, Offer, Press, SelectLine
from cogs.words import _, counted
from cogs.words.game import GameWords
from cogs.words.load import words_for
from games.core import View

USUAL: Final = MemberSettings()
"""The settings of a member who has chosen nothing."""
COMPONENTS: Final = 40
MOST_SELECTS: Final = 8
"""The most selects on one page."""
FRAME: Final = 8
"""Components of a panel beside what can be pressed: 5 blocks of text, a picture, a line and the
container. Beside 15 cards and 5 other buttons in 4 rows there is room for 4 selects in rows of
their own, as there is beside 10 and 10."""
MODAL_SELECTS: Final = 5
TITLE_TEXT: Final = 350


def to_press(offered: Offer, words: GameWords, table: Table, page: int) -> Iterator[Block]:
    """The components: the cards below their title, then the lists, then all other buttons."""
    cards = rows([_button(press, table) for press in offered.cards])
    actions = rows(
        [
            *(_large(group, words, table) for group in offered.large),
            *(_button(press, table) for press in offered.actions),
        ]
    )
    if offered.title:
        yield clip(offered.title, TITLE_TEXT)
    yield from cards
    room = COMPONENTS - FRAME - sum(1 + len(row.children) for row in (*cards, *actions))
    yield from _paged(list(_selects(offered, words, table)), table, page, room)
    yield from actions


def _paged(selects: Sequence[HandItem], table: Table, page: int, room: int) -> Iterator[Block]:
    """The selects, each in a row of its own, within `room` components; if they are more, those of
    the page, and the select of pages."""
    fit = room // 2
    if len(selects) <= min(fit, MOST_SELECTS):
        yield from map(_row, selects)
        return
    most = min(fit - 1, MOST_SELECTS)
    last = (len(selects) - 1) // most
    page = min(page, last)
    yield from map(_row, selects[page * most : (page + 1) * most])
    yield _row(_pages(table, page, last))


def _row(select: HandItem) -> Block:
    return ui.ActionRow(select)


def _button(press: Press, table: Table) -> HandItem:
    kind = BEGIN if press.begins else ""
    custom_id = HandId(table.id, table.version, press.words, kind, press.copy)
    return HandItem(
        ui.Button(
            label=short(press.label),
            emoji=press.mark,
            style=press.style,
            custom_id=str(custom_id),
            disabled=press.disabled,
        )
    )


def _large(group: Group, words: GameWords, table: Table) -> HandItem:
    """The button that opens the modal of a set of more than 25 cards. It is on every page: it takes
    two presses."""
    custom_id = HandId(table.id, table.version, (group.verb,), MODAL)
    return HandItem(
        ui.Button(
            label=short(_ask(group, words)),
            style=discord.ButtonStyle.secondary,
            custom_id=str(custom_id),
        )
    )


def _ask(group: Group, words: GameWords) -> str:
    """The text before the choices."""
    return _("More moves…") if group.verb == ANY else _(words.verb(group.verb).ask)


def _selects(offered: Offer, words: GameWords, table: Table) -> Iterator[HandItem]:
    """The selects of all groups: one for each 25 choices."""
    numbers: Counter[str] = Counter()
    large = offered.large
    for group in offered.groups:
        if group in large:
            continue
        ask = _asked(group, words)
        if group.is_large:
            yield _large(group, words, table)
        elif group.is_set:
            custom_id = HandId(table.id, table.version, (group.verb,), SET)
            yield _select(custom_id, ask, group.choices, group.least, group.most)
        else:
            for start in range(0, len(group.choices), OPTIONS):
                part = group.choices[start : start + OPTIONS]
                all_in_one = len(part) == len(group.choices)
                custom_id = HandId(
                    table.id, table.version, (group.verb,), SINGLE, numbers[group.verb]
                )
                numbers[group.verb] += 1
                span = "" if all_in_one else f" {part[0].label} – {part[-1].label}"
                yield _select(custom_id, f"{ask}{span}", part)


def _asked(group: Group, words: GameWords) -> str:
    """The text before the choices, with the number of cards that they take."""
    ask = _ask(group, words)
    if group.cards is None:
        return ask
    return _("{ask} ({how_many})", ask=ask, how_many=_how_many(*group.cards))


def _how_many(least: int, most: int) -> str:
    if least == most:
        return counted("{number} card", "{number} cards", least)
    return _("{least} to {most} cards", least=least, most=most)


def _select(
    custom_id: HandId, ask: str, choices: Sequence[SelectLine], least: int = 1, most: int = 1
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
    words = words_for(view.game, wanted.order)
    groups = offer(view, words).groups
    group = next((each for each in groups if each.verb == custom_id.words[0] and each.is_set), None)
    if group is None:
        return None
    form = ui.Modal(title=short(_ask(group, words), 45), custom_id=str(custom_id), timeout=None)
    for number in range(MODAL_SELECTS):
        part = group.choices[number * OPTIONS : (number + 1) * OPTIONS]
        if part:
            select: ui.Select[ui.Modal] = ui.Select(
                custom_id=in_modal(number),
                options=[choice.option() for choice in part],
                min_values=0,
                max_values=min(group.most, len(part)),
                required=False,
            )
            text = f"{part[0].label} – {part[-1].label} ({_how_many(group.least, group.most)})"
            form.add_item(ui.Label(text=short(text, 45), component=select))
    form.stop()
    return form
