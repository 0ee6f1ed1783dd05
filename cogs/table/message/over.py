"""A table's message after its game: the result, the hands, and the changes of ratings.

The message keeps its place in the channel. The next game has another message."""

from __future__ import annotations

from collections.abc import Sequence
from typing import Final

import discord
from discord import ui

from bot.core.model import Table
from bot.core.scope import sitting_of
from bot.leaderboards.model import Booked
from cogs.discord.components import IN_REPLAY, ON_TABLE, Item
from cogs.discord.layout import Block, clip, line, rows
from cogs.table.message.headline import headline
from cogs.table.message.look import Look
from cogs.table.message.opened import hand_lines
from cogs.table.message.result import annulled_line, result_lines
from cogs.table.message.scores import series_line
from cogs.table.message.seal import SHORT
from cogs.table.message.table_lines import learning_line, removed_lines
from cogs.table.message.table_text import (
    names_of,
    unwritten_lines,
)
from cogs.words import _
from cogs.words.load import words_of
from cogs.words.names import escaped
from cogs.words.seats import listed
from games.record import RESIGN

RESULT_TEXT: Final = 1400
HANDS_TEXT: Final = 1400
NAMES_TEXT: Final = 400


def over_blocks(
    table: Table, title: str, recently: Sequence[Block], look: Look | None, booked: Booked
) -> list[Block]:
    """Return the blocks of a table's message after a game: the result with its buttons. `recently`
    are blocks about the last moves, and `look` is the content of the message (None: the cards are
    no longer known)."""
    blocks = result_blocks(table, title, recently, look, booked)
    return [*blocks, line(), *rows(_buttons(table))]


def folded_blocks(table: Table, title: str, booked: Booked, *, again: bool) -> list[Block]:
    """Return the blocks of a folded result: a few lines, and a button that shows the whole result.
    With `again`, there is a button for another game."""
    told, outcome = [f"**{escaped(title)}** · " + _("result")], table.outcome
    if outcome is not None:
        names = names_of(table, table.opened())
        score = series_line(booked.series, names)
        ended = headline(outcome, words_of(table.game), names)
        told.append(" · ".join(filter(None, (ended, score))))
    told += [annulled_line()] if booked.annulled else []
    shown = [] if table.record is None else [of_result(table.id, table.game_number, "result")]
    buttons = [*shown, *(_again(table) if again else []), _more(table)]
    return [clip("\n".join(told), RESULT_TEXT), *rows(buttons)]


def result_blocks(
    table: Table, title: str, recently: Sequence[Block], look: Look | None, booked: Booked
) -> list[Block]:
    """Return the blocks of a finished game's result, without buttons. `look` is what the message
    shows of the game. If `look` has no picture, the players' ranks and hands are told in words. If
    `look` is None, the ranks are told in words, and the hands are left out. `recently` are blocks
    about the last moves."""
    shown, told = _hands(table, look) if look is not None else [], list[str]()
    words, outcome = words_of(table.game), table.outcome
    if outcome is not None:
        view, names = (look.view, look.names) if look is not None else (None, names_of(table))
        if look is None or look.picture is None:
            told = result_lines(outcome, words, names, view, booked)
        elif booked.annulled:
            told = [annulled_line()]
        told += removed_lines(table, view, names) if view is not None else []
        told += _guessed(booked.guessed)
        if unplayed := _resigned_at_once(table):
            who = names.listed(unplayed)
            told.append(_("{names} resigned before the first move.", names=who))
            recently = ()  # the last line names a loser, as the rules do
        told += (
            [_("Press “Again” for another game.")]
            if outcome.kind == "void" and sitting_of(table.id) is None
            else learning_line(table) or _practice(table)
        )
    # Translators: After a game's name: “Durak · result”.
    head, result = f"## {escaped(title)} · " + _("result"), "\n".join(told)
    return [
        f"{head}\n{clip(result, RESULT_TEXT)}".rstrip(),
        *shown,
        *recently,
    ]


def _guessed(names: Sequence[str]) -> list[str]:
    """Return the line that names the spectators who guessed the result right. The list is empty if
    `names` is empty."""
    if not names:
        return []
    who = listed([f"**{escaped(name)}**" for name in names])
    # Translators: The spectators who guessed how the game would end.
    return ["🔮 " + _("Guessed right: {names}", names=who)]


def _resigned_at_once(table: Table) -> list[int]:
    """Return the seats that resigned, if the game doesn't count because players resigned before
    anybody made a move. The list is empty for any other game."""
    if table.outcome is None or table.outcome.kind != "void" or table.record is None:
        return []
    steps = table.record.steps
    return [step.seat for step in steps] if all(step.move == RESIGN for step in steps) else []


def _practice(table: Table) -> list[str]:
    """Return the line that says that games against bot players only aren't rated. The list is empty
    for any other game."""
    if not table.is_practice:
        return []
    told = _("Practice games against bots aren't rated.")
    return [f"-# 🤖 {told}"]


def _hands(table: Table, look: Look) -> list[Block]:
    """Return the blocks that show all hands. If the result has a picture, the blocks are the
    picture and the names that the picture's font can't show. Otherwise there is one block of
    text."""
    if look.picture is None:
        return [clip("\n".join(hand_lines(look.view, look.words, look.names)), HANDS_TEXT)]
    others = clip("\n".join(unwritten_lines(look.names, table)), NAMES_TEXT)
    return [look.picture.block, others]


def _buttons(table: Table) -> list[Item]:
    about = [] if table.record is None else ["open", "analyse"]
    found = (of_result(table.id, table.game_number, action) for action in about)
    return [*_again(table), *found, _more(table)]


def of_result(table_id: str, number: int, action: str) -> Item:
    """Return a button about a finished game. `action` tells what a press shows: the whole result
    (`result`), the replay (`open`), the analysis (`analyse`), or the check of the shuffle
    (`check`)."""
    label = {
        # Translators: A button below a result.
        "result": _("Show result"),
        # Translators: A button below a result.
        "open": _("Replay"),
        # Translators: A button below a result.
        "analyse": _("Analyse"),
        # Translators: A button below a result.
        "check": _("Check the shuffle"),
    }[action]
    grey, custom_id = discord.ButtonStyle.secondary, IN_REPLAY.id(table_id, number, 0, action)
    return IN_REPLAY(ui.Button(label=label, style=grey, custom_id=custom_id))


def _again(table: Table) -> list[Item]:
    """Return the button that opens another game at the table. The list is empty for a tournament's
    table, because the tournament opens its games itself."""
    if sitting_of(table.id) is not None:
        return []
    green, custom_id = discord.ButtonStyle.success, ON_TABLE.id(table.id, "again")
    return [ON_TABLE(ui.Button(label=_("Again"), style=green, custom_id=custom_id))]


def _more(table: Table) -> Item:
    """Return the button to the menu about this game, where the game's shuffle can be checked. The
    button's custom id holds the beginning of the seal of the next shuffle (the hash of its secret).
    So everyone who sees the result also has this part of the seal."""
    about = ".".join([str(table.game_number), (table.next_hash or "")[:SHORT]])
    button: ui.Button[ui.LayoutView] = ui.Button(
        label=_("More…"),
        style=discord.ButtonStyle.secondary,
        custom_id=ON_TABLE.id(table.id, "more", about),
    )
    return ON_TABLE(button)
