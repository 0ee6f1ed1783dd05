"""The buttons of a hand that are no moves: taking the last move back, emotes, and the way to all
hands."""

from __future__ import annotations

from dataclasses import replace
from typing import Final, NamedTuple

import discord
from discord import ui

from bot.core.model import FORGOTTEN, Table
from bot.preferences.model import MemberSettings
from cogs.discord.component import Item
from cogs.discord.components import IN_HAND
from cogs.discord.layout import message, rows, short
from cogs.discord.presses import BACKWARDS, TALK, HandId
from cogs.table.message.look import Look
from cogs.table.message.menu import watch_button
from cogs.words import _
from cogs.words.seats import EMOTES
from games.core import View

BACK_SIGN: Final = "↩️"
TALK_SIGN: Final = "💬"


def beside(table: Table, look: Look | None, wanted: MemberSettings) -> list[Item]:
    """The buttons below the moves of a hand: to all hands, for a member who is out for good; taking
    the last move back; and the emotes."""
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
    """The button that takes the last move back, or lets another member do so; empty when there is
    no move to take back and no request to agree to."""
    told = back_label(table, seat)
    return [] if told is None else [_back(table, told.label, disabled=told.waits)]


class BackLabel(NamedTuple):
    """What the button says that takes a move back, and whether it `waits` for others to agree."""

    label: str
    waits: bool


def back_label(table: Table, seat: int) -> BackLabel | None:
    """How a seat is offered to take the last move back, or to let another member do so; None when
    there is no move to take back and no request to agree to."""
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
    """Whether the hand of a seat with this view offers emotes: to members who want them, where
    another member sits at the table."""
    seat = view.seat or 0
    others = {each.member_id for place, each in enumerate(table.seats) if place != seat}
    return (
        table.emotes
        and wanted.emotes
        and not view.seats[seat].resigned
        and bool(others - {None, FORGOTTEN})
    )


def without_emotes(table: Table) -> Table:
    """The table as members see it who want no emotes."""
    return replace(table, seats=tuple(replace(seat, said=None) for seat in table.seats))


def emotes_message(table: Table) -> ui.LayoutView:
    """The four emotes, for the member who asked for them."""
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
