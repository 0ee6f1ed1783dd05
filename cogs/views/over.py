"""A table's message after its game: how it ended, what everybody held, and what it did to the
ratings. It stays where it is; the next game has a message of its own."""

from __future__ import annotations

from collections.abc import Sequence
from typing import Any, Final

import discord
from discord import ui

from bot.domain.model import Table
from bot.domain.standings import Booked
from cogs.gateway.ids import in_replay, on_table
from cogs.gateway.items import ReplayItem, TableItem
from cogs.gateway.layout import RESULT_PICTURE, Block, clip, line, picture, rows
from cogs.views.alt_text import result_alt
from cogs.views.captions import captions_of
from cogs.views.opened import hand_lines, in_order
from cogs.views.result import ending_of, result_lines
from cogs.views.seal import short_seal
from cogs.views.table_text import names_of, unwritten_lines
from cogs.words import _
from cogs.words.game import GameWords
from cogs.words.load import words_of
from cogs.words.names import escaped
from games.view import View

RESULT_TEXT: Final = 1400
HANDS_TEXT: Final = 1400
NAMES_TEXT: Final = 400


def open_view(table: Table, words: GameWords) -> View | None:
    """What a finished game's table shows with all hands open; None when its cards are not known any
    more, or are not to be shown yet."""
    view = table.opened()
    return in_order(view, words) if view is not None else None


def over_blocks(
    table: Table, title: str, recently: Sequence[Block], booked: Booked, *, text_only: bool
) -> list[Block]:
    """The result; unless it is `text_only`, with the picture RESULT_PICTURE."""
    words = words_of(table.game)
    view, outcome = open_view(table, words), table.outcome
    names = names_of(table, view)
    shown: list[Block] = []
    told: list[str] = []
    if outcome is not None:
        in_words = text_only or view is None
        told = result_lines(outcome, words, names, view, booked, every_place=in_words)
    if outcome is not None and view is not None:
        if text_only:
            shown = [clip("\n".join(hand_lines(view, words, names)), HANDS_TEXT)]
        else:
            captions = captions_of(table, words, opened=True)
            ending = ending_of(table, outcome, view, words, captions, booked)
            others = clip("\n".join(unwritten_lines(names, table)), NAMES_TEXT)
            shown = [picture(RESULT_PICTURE, result_alt(view, ending, captions)), others]
    if outcome is not None and outcome.kind == "void":
        told.append(_("Press “Again” for another."))
    head, result = f"## {escaped(title)} · " + _("result"), "\n".join(told)
    return [
        f"{head}\n{clip(result, RESULT_TEXT)}",
        *shown,
        *recently,
        line(),
        *_seals(table),
        *rows(_buttons(table)),
    ]


def _seals(table: Table) -> list[Block]:
    """The seal of this game's shuffle, and that of the next one, which nobody has asked for yet."""
    seals = [_("🔓 The seal of this shuffle was {seal}", seal=short_seal(table.secret_hash))]
    if table.next_hash:
        seals.append(_("🔒 that of the next one is {seal}", seal=short_seal(table.next_hash)))
    return ["-# " + " · ".join(seals)]


def _buttons(table: Table) -> list[ui.Item[Any]]:
    again: ui.Button[ui.LayoutView] = ui.Button(
        label=_("Again"),
        style=discord.ButtonStyle.success,
        custom_id=on_table(table.id, "again"),
    )
    return [
        TableItem(again),
        *(
            ReplayItem(
                ui.Button(
                    label=label,
                    style=discord.ButtonStyle.secondary,
                    custom_id=in_replay(table.id, table.game_number, 0, action),
                )
            )
            for action, label in (("open", _("Replay")), ("check", _("Check the shuffle")))
            if table.record is not None
        ),
    ]
