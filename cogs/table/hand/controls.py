"""Turns the offer of a hand message (cogs.table.hand.offer: its buttons and lists as plain data)
into Discord's components.

Cards are buttons in the order of the hand, as far as there is room. Moves without cards are buttons
below the cards. All other moves are in selects. More than 25 choices are divided among several
selects. If these selects don't fit into a message, they are divided among pages. If a move plays a
set of cards together and there are more than 25 cards to choose from, the set is picked in a modal.
So Discord's limits are never exceeded."""

from __future__ import annotations

from collections import Counter
from collections.abc import Callable, Iterator, Sequence
from dataclasses import dataclass
from typing import Any, Final

import discord
from discord import ui

from bot.core.model import Table
from bot.preferences.model import MemberSettings
from cogs.discord.components import IN_HAND, Component, Item
from cogs.discord.layout import BUTTONS, OPTIONS, PLACEHOLDER, Block, clip, rows, short
from cogs.discord.presses import ADVICE, ANY, BEGIN, MODAL, PAGE, SET, SINGLE, HandId, in_modal
from cogs.table.hand.choices import offer
from cogs.table.hand.offer import STYLES, Group, Offer, Press, SelectLine, amount_form
from cogs.words import _, counted
from cogs.words.game import GameWords, Weight
from cogs.words.load import words_for
from games.core import View

USUAL: Final = MemberSettings()
"""The settings of a member who has chosen nothing."""
COMPONENTS: Final = 40
MOST_SELECTS: Final = 8
"""The most selects on one page."""
FRAME: Final = 8
"""The number of components in a hand message besides the buttons and lists of moves. These
components are 5 blocks of text, a picture, a line and the container. Discord allows 40 components
in a message. With 20 buttons in 4 rows, there is room for 4 selects in rows of their own."""
IN_A_ROW: Final = 2
"""The number of components of a select in a row of its own, or of a button in a new row."""
BRIGHT: Final = STYLES[Weight.USUAL]
FEW_ROWS: Final = 2
"""If a hand message has at most this many rows of buttons, another row still fits on a phone's
screen."""
MODAL_SELECTS: Final = 5
TITLE_TEXT: Final = 350


Named = Callable[[tuple[str, ...], str, int], str]
"""A function that makes a custom id. The function gets the first words of a move, the kind of the
button or select (such as `SINGLE` or `SET`, or empty), and a number that tells components of the
same kind apart (see `MoveWords`)."""


@dataclass(frozen=True, slots=True)
class Pressable:
    """Gives the buttons and selects of one message their custom ids. `kind` wraps each button or
    select in the form that the right cog answers. `named` makes the custom ids (see `Named`)."""

    kind: Component
    named: Named

    def __call__(
        self,
        component: ui.Button[Any] | ui.Select[Any],
        words: tuple[str, ...],
        kind: str = "",
        number: int = 0,
    ) -> Item:
        """Return this button or select, ready to be put into a message, with the custom id for the
        `words` of a move, such as ("beat", "7S"). `kind` and `number` go into the custom id as in
        MoveWords."""
        component.custom_id = self.named(words, kind, number)
        return self.kind(component)


def at_table(table: Table) -> Pressable:
    """Return the object that gives custom ids to the buttons and selects of a hand message of this
    table."""
    return Pressable(
        IN_HAND,
        lambda words, kind, number: str(HandId(table.id, table.version, words, kind, number)),
    )


def to_press(
    offered: Offer,
    words: GameWords,
    item: Pressable,
    page: int = 0,
    *,
    advised: bool = False,
    frame: int = FRAME,
    beside: Sequence[Item] = (),
    below: Sequence[Block] = (),
) -> Iterator[Block]:
    """Yield the components of an offer: the cards below their title, then the lists, then all other
    buttons. Sometimes the other buttons are in the last row of cards, if they fit there. If the
    lists need several pages, only those of the page `page` (from 0) are yielded. With `advised`,
    one of the buttons asks for a hint.

    `item` gives the components their custom ids. `frame` is the number of other components in the
    message, which count for Discord's limit. `below` is a section at the end, and `beside` are
    further buttons, which play no move. Both are added only if there is room."""
    cards = rows([_button(press, item) for press in offered.cards])
    others = [
        *(_large(group, words, item) for group in offered.large),
        *(_button(press, item) for press in offered.actions),
    ]
    # Buttons that need no thought can stand behind a single row of cards, others only where they
    # save a row among many.
    bright = not offered.large and all(each.style is BRIGHT for each in offered.actions)
    merges = len(cards) > 1 or (bool(cards) and bright)
    if merges and len(cards[-1].children) + len(others) <= BUTTONS:
        for button in others:  # a row less, so that all of it fits on a screen
            cards[-1].add_item(button)
        others = []
    actions = rows(others)
    if offered.title:
        yield clip(offered.title, TITLE_TEXT)
    yield from cards
    advice = rows([_advice(item)]) if advised else []
    selects = list(_selects(offered, words, item))
    room = COMPONENTS - frame - IN_A_ROW * min(len(selects), 2)  # a select, and that of the pages
    if components_in([*cards, *actions, *advice, *below]) > room:
        below = ()
    room -= components_in(below)
    for button in beside:
        advice = _with_another([*cards, *actions, *advice], advice, button, room)
    room = COMPONENTS - frame - components_in([*cards, *actions, *advice, *below])
    yield from _paged(selects, item, page, room)
    yield from actions
    yield from advice
    yield from below


def components_in(blocks: Sequence[Block]) -> int:
    """Return the number of components that Discord counts in these blocks."""
    rows_ = [block for block in blocks if isinstance(block, ui.ActionRow)]
    return len(blocks) + sum(len(row.children) for row in rows_)


def _with_another(
    all_rows: Sequence[ui.ActionRow[Any]],
    last: list[ui.ActionRow[Any]],
    button: Item,
    most: int,
) -> list[ui.ActionRow[Any]]:
    """Return the rows `last` with one more button, `button`. `all_rows` are all rows of buttons in
    the message, `last` are the rows at its end, and `most` is the most components that all rows may
    have. The button is added to the lowest of all rows that has room. If no row has room, the
    button gets a new row, but only in a message with at most two rows. Otherwise the button is left
    out."""
    room = most - components_in(all_rows)
    roomy = [row for row in all_rows if len(row.children) < BUTTONS]
    if roomy and room > 0:
        roomy[-1].add_item(button)
    elif not roomy and len(all_rows) <= FEW_ROWS and room >= IN_A_ROW:
        return [*last, *rows([button])]
    return last


def _advice(item: Pressable) -> Item:
    button: ui.Button[ui.LayoutView] = ui.Button(label=_("Hint"), emoji="🎓")
    return item(button, (ADVICE,))


def _paged(selects: Sequence[Item], item: Pressable, page: int, room: int) -> Iterator[Block]:
    """Yield the selects, each in a row of its own. All rows and selects together are at most `room`
    components. If not all selects fit, yield those of the page `page` (from 0), and another select
    in which the member chooses the page. `item` gives that select its custom id."""
    fit = room // 2
    if len(selects) <= min(fit, MOST_SELECTS):
        yield from map(_row, selects)
        return
    most = max(min(fit - 1, MOST_SELECTS), 1)
    last = (len(selects) - 1) // most
    page = min(page, last)
    yield from map(_row, selects[page * most : (page + 1) * most])
    yield _row(_pages(item, page, last))


def _row(select: Item) -> Block:
    return ui.ActionRow(select)


def _button(press: Press, item: Pressable) -> Item:
    button: ui.Button[ui.LayoutView] = ui.Button(
        label=short(press.label) or None,
        emoji=press.mark,
        style=press.style,
        disabled=press.disabled,
    )
    kind = MODAL if press.asks else BEGIN if press.begins else ""
    return item(button, press.words, kind, press.copy)


def _large(group: Group, words: GameWords, item: Pressable) -> Item:
    """Return the button that opens a modal for the list `group`. In the modal, the member picks
    several cards at once. The modal is needed because the list has more cards than one select can
    hold (25). `item` gives the button its custom id."""
    button: ui.Button[ui.LayoutView] = ui.Button(
        label=short(_ask(group, words)), style=discord.ButtonStyle.secondary
    )
    return item(button, (group.verb,), MODAL)


def _ask(group: Group, words: GameWords) -> str:
    """Return the text that asks the member to choose from this list."""
    # Translators: A menu before anything is chosen.
    return _("More moves…") if group.verb == ANY else _(words.verb(group.verb).ask)


def _selects(offered: Offer, words: GameWords, item: Pressable) -> Iterator[Item]:
    """Yield the selects for the lists of an offer. A long list is divided among several selects,
    because a select holds at most 25 choices. A list from which the member chooses several cards is
    not divided. If such a list has more than 25 cards, yield a button that opens a modal, unless
    the list is in `offered.large`. `item` gives the selects and buttons their custom ids."""
    numbers: Counter[str] = Counter()
    large = offered.large
    for group in offered.groups:
        if group in large:
            continue
        ask = _asked(group, words)
        if group.is_large:
            yield _large(group, words, item)
        elif group.is_set:
            select = _select(ask, group.choices, group.least, group.most)
            yield item(select, (group.verb,), SET)
        else:
            for start in range(0, len(group.choices), OPTIONS):
                part = group.choices[start : start + OPTIONS]
                all_in_one = len(part) == len(group.choices)
                span = "" if all_in_one else f" {part[0].label} – {part[-1].label}"
                select = _select(f"{ask}{span}", part)
                yield item(select, (group.verb,), SINGLE, numbers[group.verb])
                numbers[group.verb] += 1


def _asked(group: Group, words: GameWords) -> str:
    """Return the text that asks the member to choose from this list, with the number of cards to
    choose."""
    ask = _ask(group, words)
    if group.cards is None:
        return ask
    return _("{ask} ({how_many})", ask=ask, how_many=_how_many(*group.cards))


def _how_many(least: int, most: int) -> str:
    if least == most:
        return counted("{number} card", "{number} cards", least)
    # Translators: After a menu's question, in brackets: how many cards can be chosen.
    return _("{least} to {most} cards", least=least, most=most)


def _select(
    ask: str, choices: Sequence[SelectLine], least: int = 1, most: int = 1
) -> ui.Select[ui.LayoutView]:
    return ui.Select(
        placeholder=short(ask, PLACEHOLDER),
        options=[choice.option() for choice in choices],
        min_values=min(least, len(choices)),
        max_values=min(most, len(choices)),
    )


def _pages(item: Pressable, page: int, last: int) -> Item:
    options = [
        discord.SelectOption(
            label=_("Page {page} of {pages}", page=number + 1, pages=last + 1),
            value=str(number),
            default=number == page,
        )
        for number in range(min(last + 1, OPTIONS))
    ]
    select: ui.Select[ui.LayoutView] = ui.Select(placeholder=_("More choices…"), options=options)
    return item(select, (PAGE,))


def modal(view: View, verb: str, custom_id: str, wanted: MemberSettings = USUAL) -> ui.Modal | None:
    """Return the modal in which the member types the number of a move, or picks a set (cards that
    one move plays together) from a list of more than 25 cards. `verb` is the verb of the move, and
    `wanted` are the member's settings, which include the order of cards. Returns None if this verb
    has no number and no set to choose any more."""
    words = words_for(view.game, wanted.order)
    amount = next((each for each in view.amounts if each.verb == verb), None)
    if amount is not None:
        return amount_form(amount, words, custom_id)
    groups = offer(view, words).groups
    group = next((each for each in groups if each.verb == verb and each.is_set), None)
    if group is None:
        return None
    form = ui.Modal(title=short(_ask(group, words), 45), custom_id=custom_id, timeout=None)
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
