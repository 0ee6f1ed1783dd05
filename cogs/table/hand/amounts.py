"""Moves with a number in a hand panel: beside the buttons of some numbers, a form for all."""

from __future__ import annotations

from discord import ui

from cogs.discord.ids import in_modal
from cogs.discord.layout import short
from cogs.words import _
from cogs.words.game import GameWords
from games.moves import Amount

TITLE: int = 45
"""The most characters of a form's title, and of a field's."""
DIGITS: int = 13
"""The most characters that are typed: a sign and twelve digits."""


def needs_form(amount: Amount) -> bool:
    """Whether there are numbers without a button."""
    return len(amount.offered) < len(amount.numbers)


def amount_form(amount: Amount, words: GameWords, custom_id: str) -> ui.Modal:
    """The form for any number of a move."""
    form = ui.Modal(
        title=short(_(words.verb(amount.verb).ask), TITLE), custom_id=custom_id, timeout=None
    )
    field: ui.TextInput[ui.Modal] = ui.TextInput(
        custom_id=in_modal(0),
        default=str(amount.offered[len(amount.offered) // 2]),
        min_length=1,
        max_length=DIGITS,
    )
    form.add_item(ui.Label(text=short(_range(amount), TITLE), component=field))
    form.stop()
    return form


def _range(amount: Amount) -> str:
    low, high = amount.low, amount.numbers[-1]
    if amount.step == 1:
        return _("A number from {low} to {high}", low=low, high=high)
    return _("From {low} to {high}, in steps of {step}", low=low, high=high, step=amount.step)
