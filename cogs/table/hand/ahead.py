"""Make the section of a hand message in which a member chooses moves before their turn. Nobody else
sees this section."""

from __future__ import annotations

from collections.abc import Iterator, Sequence
from typing import Final

import discord
from discord import ui

from bot.core.model import Ahead, Phase, Table
from cogs.discord.components import Item
from cogs.discord.layout import OPTION_LABEL, OPTIONS, Block, clip, rows, short
from cogs.discord.presses import AHEAD, SINGLE, HandId
from cogs.table.hand.controls import Pressable
from cogs.table.hand.offer import IN_LIST, face, move_label
from cogs.words import _, counted
from cogs.words.game import GameWords
from games.core import Move

Plan = tuple[Move, ...]
"""Moves that are made one after the other."""

SIGN: Final = "⏩"
MOST_BUTTONS: Final = 3
"""The most plans that have a button each. Other plans are in a list."""
ON_BUTTON: Final = 45
"""The most characters of a plan on a button, because a custom id has no room for more."""
AND: Final = "+"
"""The separator of the moves of a plan, in custom ids and values of selects."""
TEXT: Final = 200


def ahead_blocks(table: Table, seat: int, words: GameWords, item: Pressable) -> list[Block]:
    """Return the section of a hand message about moves before the turn of this seat. If the member
    has chosen moves, the section shows these moves and a button that withdraws them. Otherwise it
    shows the moves that the member can choose. If an earlier choice was discarded, a note says so.
    `item` makes the buttons and selects."""
    if not may_choose(table, seat):
        return []
    ahead = table.seats[seat].ahead
    above = [f"-# {SIGN} {clip(told(ahead, words), TEXT)}"] if ahead else []
    if ahead is None or ahead.dropped:
        return [*above, *_offers(offered(table, seat), words, item)]
    undo: ui.Button[ui.LayoutView] = ui.Button(label=_("Undo"))
    return [*above, *rows([item(undo, (AHEAD,))])]


def may_choose(table: Table, seat: int) -> bool:
    """Return whether the section about moves before the turn is shown to the member in this seat: a
    game is running, and the member isn't absent."""
    return table.phase is Phase.PLAYING and table.live is not None and not table.seats[seat].absent


def offered(table: Table, seat: int) -> Sequence[Plan]:
    """Return the plans (moves to be made one after the other) that the member in a seat can choose
    now. The result is empty if the member has already chosen a plan."""
    ahead = table.seats[seat].ahead
    if table.live is None or not may_choose(table, seat) or (ahead and not ahead.dropped):
        return ()
    return table.live.ahead(seat)


def told(ahead: Ahead, words: GameWords) -> str:
    """Return the sentence about moves that were chosen ahead. It says that they will be played as
    soon as possible, or that they were cancelled."""
    move = label_of(tuple(map(Move.parse, ahead.moves)), words)
    if ahead.dropped:
        return _("**{move}** wasn't possible, so I've cancelled it.", move=move)
    return _("I'll play **{move}** as soon as it's possible.", move=move)


def _offers(plans: Sequence[Plan], words: GameWords, item: Pressable) -> Iterator[Block]:
    """Yield the buttons and the select in which a member chooses a plan (moves to make one after
    the other, chosen before the member's turn). `item` gives the buttons and the select their
    custom ids. The select has the plans that have no button. A plan that is too long for an option
    of a select is not offered."""
    buttons = _on_buttons(plans)
    listed = [plan for plan in plans if plan not in buttons and len(_value(plan)) <= IN_LIST]
    yield from rows([_button(plan, words, item) for plan in buttons])
    if listed:
        lines = [
            discord.SelectOption(
                label=short(label_of(plan, words), OPTION_LABEL), value=_value(plan)
            )
            for plan in listed[:OPTIONS]
        ]
        select: ui.Select[ui.LayoutView] = ui.Select(
            placeholder=_("{sign} Plan a move…", sign=SIGN), options=lines
        )
        yield ui.ActionRow(item(select, (AHEAD,), SINGLE))


def _on_buttons(plans: Sequence[Plan]) -> Sequence[Plan]:
    """Return the plans that have a button each. If there are only a few short plans, these are all
    plans. Otherwise they are the short plans without cards, if there are only a few of these."""
    short_ones = [plan for plan in plans if len(_value(plan)) <= ON_BUTTON]
    if len(short_ones) == len(plans) <= MOST_BUTTONS:
        return plans
    bare = [plan for plan in short_ones if not any(move.cards for move in plan)]
    return bare if len(bare) <= MOST_BUTTONS else ()


def _button(plan: Plan, words: GameWords, item: Pressable) -> Item:
    # Translators: A button that plans a move while others are playing.
    label = _("{move} as soon as I can", move=label_of(plan, words))
    button: ui.Button[ui.LayoutView] = ui.Button(label=short(label), emoji=SIGN)
    return item(button, (AHEAD, *_value(plan).split()))


def _value(plan: Plan) -> str:
    return f" {AND} ".join(plan)


def label_of(plan: Plan, words: GameWords) -> str:
    """Return the label of a plan (moves chosen before one's turn) in a few words, such as `Take` or
    `Throw in 9♠ 9♥`."""
    if len(plan) == 1:
        return move_label(plan[0], words)
    verb = words.verb(plan[0].verb)
    faces = [face(card) for move in plan for card in move.cards]
    cards = " ".join(faces)
    if verb.played is None:
        return f"{_(verb.name)} {cards}"
    return counted(*verb.played, len(faces), cards=cards)


def plan_in(custom_id: HandId, values: Sequence[str]) -> list[str]:
    """Return the moves that a press has chosen before the member's turn. For the button that
    withdraws the choice, the list is empty."""
    words = values[0] if custom_id.kind == SINGLE and values else " ".join(custom_id.words[1:])
    return [move.strip() for move in words.split(f" {AND} ") if move.strip()]
