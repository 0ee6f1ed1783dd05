"""The hand panel: one builder for all games, from nothing but a view and its legal moves.

A move without cards is a button. Moves of one card are a select, one for each verb; where several cards may go together
the select takes several picks, and the rules judge what was picked. More than 25 choices become several selects; more
than fit into a message, pages; and sets of more than 25 cards are picked in a modal. Two presses reach every move.
Discord's limits hold by construction.
"""

from __future__ import annotations

from collections import Counter
from collections.abc import Iterable, Sequence
from dataclasses import dataclass, replace
from typing import Final

import discord
from discord import ui

from bot.model import Phase, Table
from bot.pictures import lies_before
from bot.preferences import MemberSettings, Order
from cogs.alt_text import hand_alt
from cogs.board import middle_lines, names_of, owned_zones, recent_lines, waiting_line
from cogs.ids import MODAL, PAGE, SET, SINGLE, HandId
from cogs.items import HandItem
from cogs.layout import (
    HAND_PICTURE,
    OPTION_LABEL,
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
from cogs.table import result_lines
from cogs.words import _, counted
from cogs.words.cards import described, hand_text, in_hand, label, plain
from cogs.words.game import GameWords, Names
from cogs.words.load import words_for, words_of
from games.cards import SUITS
from games.core import Move, View
from games.moves import ORDERED_VERBS

USUAL: Final = MemberSettings()
"""What a member sees who has chosen nothing."""
MOST_BUTTONS: Final = 10
"""Two rows; verbs past them become selects."""
MOST_SELECTS: Final = 8
"""Selects on one page. 4 blocks of text, a picture, a line, a container, 10 buttons in 2 rows, 8 selects in rows of
their own and the select of pages in its row are 37 components of 40."""
CHOICES_IN_ROW: Final = 5
"""A verb without cards that has more choices than this is a select."""
MODAL_SELECTS: Final = 5
BIG_CARDS: Final = 16
"""A hand of this many cards at most is written large."""
HAND_TEXT: Final = 1100
BOARD_TEXT: Final = 1500
NEWS: Final = 3
"""Last moves told in a panel, as its owner may know them."""
NEWS_TEXT: Final = 800
NOTICE_TEXT: Final = 400


@dataclass(frozen=True, slots=True)
class Choice:
    """A line of a select: what stands there, the rest of the move that it stands for, and a second line."""

    label: str
    value: str
    description: str | None = None

    def option(self) -> discord.SelectOption:
        """The line as Discord takes it."""
        return discord.SelectOption(
            label=short(self.label, OPTION_LABEL), value=self.value, description=self.description
        )


@dataclass(frozen=True, slots=True)
class Group:
    """All moves of one verb. `least` and `most` say how many choices go together; both 1 for single moves."""

    verb: str
    choices: tuple[Choice, ...]
    least: int = 1
    most: int = 1

    @property
    def is_set(self) -> bool:
        """Whether several choices may go together."""
        return self.most > 1


def trump_of(view: View) -> str | None:
    """The trump suit, if the game has one."""
    trump = view.facts.get("trump")
    return trump if trump in SUITS else None


def groups(view: View, order: Order = Order.GAME) -> tuple[list[Move], list[Group]]:
    """The legal moves as buttons and as groups of choices, in the order that the game lists them; the cards among the
    choices are in the viewer's own order."""
    words, trump = words_for(view.game, order), trump_of(view)
    by_verb: dict[str, list[Move]] = {}
    for move in view.moves:
        by_verb.setdefault(move.verb, []).append(move)
    buttons: list[Move] = []
    found: list[Group] = []
    for verb, moves in by_verb.items():
        bare = all(not move.cards for move in moves)
        if bare and len(moves) <= CHOICES_IN_ROW and len(buttons) + len(moves) <= MOST_BUTTONS:
            buttons.extend(moves)
        elif _are_sets(verb, moves):
            found.append(_set_group(verb, moves, words, trump))
        else:
            found.append(Group(verb, tuple(_sorted_choices(moves, words, trump))))
    return buttons, found


def _are_sets(verb: str, moves: Sequence[Move]) -> bool:
    return verb not in ORDERED_VERBS and not any(move.other for move in moves) and max(len(m.cards) for m in moves) > 1


def _set_group(verb: str, moves: Sequence[Move], words: GameWords, trump: str | None) -> Group:
    """The cards that occur in any of the sets, each as often as in the set that holds most copies of it."""
    copies: Counter[str] = Counter()
    for move in moves:
        copies |= Counter(move.cards)
    choices = [
        Choice(label(card), card if copy == 1 else f"{card}#{copy}", described(card))
        for card in in_hand(copies, words.order, trump)
        for copy in range(1, copies[card] + 1)
    ]
    sizes = [len(move.cards) for move in moves]
    return Group(verb, tuple(choices), min(sizes), min(max(sizes), len(choices)))


def _sorted_choices(moves: Iterable[Move], words: GameWords, trump: str | None) -> list[Choice]:
    """A line for each move; sorted as a hand is, by the first card and then the second."""
    held = in_hand({card for move in moves for card in move.cards}, words.order, trump)
    place = {card: number for number, card in enumerate(held)}
    ordered = sorted(moves, key=lambda move: [place[card] for card in move.cards])
    return [_choice(move, words) for move in ordered]


def _choice(move: Move, words: GameWords) -> Choice:
    """What a select says of a move: `9♠`, `7♠ with 9♠`, `8♠ · ♥ hearts`."""
    value = str(move).removeprefix(move.verb).strip() or move.verb
    cards = [label(card) for card in move.cards]
    if move.verb in ORDERED_VERBS and len(cards) == 2:  # noqa: PLR2004 — one card and what goes on it
        text = _("{card} with {over}", card=cards[0], over=cards[1])
    else:
        text = " ".join(cards)
    other = other_label(move, words)
    return Choice(" · ".join(part for part in (text, other) if part) or words.verb(move.verb).name, value, None)


def other_label(move: Move, words: GameWords) -> str:
    """What a move names beside cards, as people read it."""
    if not move.other:
        return ""
    say = words.others.get(move.verb)
    return say(move.other) if say else plain(move.other)


# ---------------------------------------------------------------------- the message


def hand_panel(
    table: Table, seat: int, *, notice: str = "", page: int = 0, wanted: MemberSettings = USUAL
) -> ui.LayoutView:
    """The panel of a seat as things stand and its owner wants it, with a word on what just happened on top (`notice`).

    Unless they want text only or there is nothing to show, it shows the file HAND_PICTURE, which must be sent with it.
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


def held(view: View, words: GameWords) -> list[str]:
    """The viewer's hand in the order it is shown in."""
    return in_hand(view.hand, words.order, trump_of(view))


def build(
    view: View, names: Names, table: Table, *, notice: str = "", page: int = 0, wanted: MemberSettings = USUAL
) -> ui.LayoutView:
    """The panel of `view.seat`; `table` gives it its id and version, its clocks and the last moves."""
    words = words_for(view.game, wanted.order)
    buttons, found = groups(view, wanted.order)
    selects = [part for group in found for part in _selects(group, words, table)]
    last = max(0, (len(selects) - 1) // MOST_SELECTS)
    page = min(page, last)
    shown = selects[page * MOST_SELECTS : (page + 1) * MOST_SELECTS]
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
    blocks.extend(rows([_button(move, words, table) for move in buttons]))
    return message(blocks)


def _hand_picture(view: View, words: GameWords, table: Table) -> Block:
    return picture(HAND_PICTURE, hand_alt(view, held(view, words), captions_of(table, words)))


def _board(view: View, words: GameWords, names: Names, table: Table, *, pictured: bool) -> list[str]:
    """The middle, what lies before the viewer and its side unless a picture shows it, and whose move it is."""
    me = view.seats[view.seat or 0]
    # The picture shows all that lies before them, but not what is known of their partners' hands.
    told = replace(view, zones=tuple(zone for zone in view.zones if zone.layout == "hand")) if pictured else view
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
    verb = words.verb(move.verb)
    text = other_label(move, words)
    name = f"{_(verb.name)}: {text}" if text else _(verb.name)
    style = discord.ButtonStyle.secondary if text else discord.ButtonStyle.primary
    custom_id = str(HandId(table.id, table.version, tuple(move.split())))
    return HandItem(ui.Button(label=short(name), emoji=verb.mark, style=style, custom_id=custom_id))


def _selects(group: Group, words: GameWords, table: Table) -> list[HandItem]:
    """The selects of a group: one for each 25 choices, or a button that opens a modal for a set of more."""
    ask = _(words.verb(group.verb).ask)
    if group.is_set and len(group.choices) > OPTIONS:
        custom_id = HandId(table.id, table.version, (group.verb,), MODAL)
        return [HandItem(ui.Button(label=short(ask), style=discord.ButtonStyle.primary, custom_id=str(custom_id)))]
    if group.is_set:
        custom_id = HandId(table.id, table.version, (group.verb,), SET)
        ask = _("{ask} ({how_many})", ask=ask, how_many=_how_many(group))
        return [_select(custom_id, ask, group.choices, group.least, group.most)]
    parts = [group.choices[start : start + OPTIONS] for start in range(0, len(group.choices), OPTIONS)]
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


def _select(custom_id: HandId, ask: str, choices: Sequence[Choice], least: int = 1, most: int = 1) -> HandItem:
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
    return HandItem(ui.Select(custom_id=str(custom_id), placeholder=_("More choices…"), options=options))


def modal(view: View, custom_id: HandId) -> ui.Modal | None:
    """The modal in which a set of more than 25 cards is picked; None when there is nothing to pick any more."""
    words = words_of(view.game)
    group = next((each for each in groups(view)[1] if each.verb == custom_id.words[0] and each.is_set), None)
    if group is None:
        return None
    ask = _(words.verb(group.verb).ask)
    form = ui.Modal(title=short(ask, 45), custom_id=str(custom_id), timeout=None)
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
