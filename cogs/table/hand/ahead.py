"""The section of a hand message in which a member chooses moves before their turn. Nobody else sees
it."""

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
from cogs.table.hand.offer import face, move_label
from cogs.words import _
from cogs.words.game import GameWords
from games.core import Move

Plan = tuple[Move, ...]
"""Moves that are made one after the other."""

SIGN: Final = "⏩"
MOST_BUTTONS: Final = 3
"""More plans than this are in a list, as far as they name cards."""
LONGEST: Final = 4
"""The moves of a plan that a custom id has room for."""
AND: Final = "+"
"""Between the moves of a plan, in custom ids and values."""
TEXT: Final = 200


def ahead_blocks(table: Table, seat: int, words: GameWords, item: Pressable) -> list[Block]:
    """Return the section of a hand message about moves before the turn of this seat. It shows the
    moves that the member has chosen, with a button that withdraws them, or the moves that they can
    choose. If an earlier choice was discarded, a note says so. `item` makes the buttons and
    selects."""
    if not may_choose(table, seat):
        return []
    ahead = table.seats[seat].ahead
    above = [f"-# {SIGN} {clip(told(ahead, words), TEXT)}"] if ahead else []
    if ahead is None or ahead.dropped:
        return [*above, *_offers(offered(table, seat), words, item)]
    undo: ui.Button[ui.LayoutView] = ui.Button(label=_("Undo"))
    return [*above, *rows([item(undo, (AHEAD,))])]


def may_choose(table: Table, seat: int) -> bool:
    """Whether the member in a seat can choose moves before their turn, or has already chosen
    some."""
    return table.phase is Phase.PLAYING and table.live is not None and not table.seats[seat].absent


def offered(table: Table, seat: int) -> Sequence[Plan]:
    """Return the plans (moves to be made one after the other) that the member in a seat can choose
    now. Empty if they have already chosen one."""
    ahead = table.seats[seat].ahead
    if table.live is None or not may_choose(table, seat) or (ahead and not ahead.dropped):
        return ()
    return table.live.ahead(seat)


def told(ahead: Ahead, words: GameWords) -> str:
    """The sentence about a move that was chosen ahead: it will be played, or it couldn't be
    played."""
    move = label_of(tuple(map(Move.parse, ahead.moves)), words)
    if ahead.dropped:
        return _("**{move}** wasn't possible, so I've cancelled it.", move=move)
    return _("I'll play **{move}** as soon as it's possible.", move=move)


def _offers(plans: Sequence[Plan], words: GameWords, item: Pressable) -> Iterator[Block]:
    """The choices as buttons and a select. Choices without cards are always buttons, and if there
    are few choices, all are."""
    few = len(plans) <= MOST_BUTTONS and all(len(plan) <= LONGEST for plan in plans)
    buttons = [plan for plan in plans if few or not any(move.cards for move in plan)]
    listed = [plan for plan in plans if plan not in buttons]
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


def _button(plan: Plan, words: GameWords, item: Pressable) -> Item:
    # Translators: A button that plans a move while others are playing.
    label = _("{move} as soon as I can", move=label_of(plan, words))
    button: ui.Button[ui.LayoutView] = ui.Button(label=short(label), emoji=SIGN)
    return item(button, (AHEAD, *_value(plan).split()))


def _value(plan: Plan) -> str:
    return f" {AND} ".join(plan)


def label_of(plan: Plan, words: GameWords) -> str:
    """Return the label of a plan (moves chosen before one's turn), in a few words: `Take`, `Throw
    in 9♠ 9♥`."""
    if len(plan) == 1:
        return move_label(plan[0], words)
    cards = " ".join(face(card) for move in plan for card in move.cards)
    return f"{_(words.verb(plan[0].verb).name)} {cards}"


def plan_in(custom_id: HandId, values: Sequence[str]) -> list[str]:
    """Return the moves that a press has chosen before the member's turn. Empty for the button that
    withdraws the choice."""
    words = values[0] if custom_id.kind == SINGLE and values else " ".join(custom_id.words[1:])
    return [move.strip() for move in words.split(f" {AND} ") if move.strip()]
