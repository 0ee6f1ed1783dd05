"""A running game with all hands open, for one member who watches it."""

from __future__ import annotations

from collections.abc import Sequence
from functools import partial
from typing import Any, Final

from discord import ui

from bot.core.model import Table
from bot.guesses.model import Guess
from bot.pictures.table import table_picture
from bot.tables.watching import Watched
from cogs.discord.components import Item
from cogs.discord.layout import (
    QUIET,
    TABLE_PICTURE,
    Block,
    clip,
    line,
    message,
    rows,
)
from cogs.edits.answers import Drawn, Picture
from cogs.table.drawn import with_picture
from cogs.table.message.alt_text import table_alt
from cogs.table.message.captions import captions_of
from cogs.table.message.look import Look
from cogs.table.message.menu import (
    board_button,
    guess_select,
    guessed_line,
    judged_line,
    watch_button,
)
from cogs.table.message.opened import hand_lines, in_order
from cogs.table.message.table_text import middle_lines, names_of, unseen_facts, unwritten_lines
from cogs.words import _
from cogs.words.figures import share
from cogs.words.game import game_title
from cogs.words.load import words_of
from cogs.words.seats import Names

MIDDLE_TEXT: Final = 900
SEATS_TEXT: Final = 2200
BARS_TEXT: Final = 900
FULL: Final = 1000
BAR: Final = 10
"""The number of characters in the bar that shows a seat's chance, filled and empty ones
together."""


async def drawn_watched(
    table: Table,
    watched: Watched,
    chances: Sequence[int] | None,
    guess: Guess | None,
    *,
    text_only: bool,
    has_board: bool = False,
) -> Drawn:
    """Draw the message for a member who watches a running game: all hands, each seat's chances in
    thousandths (None: unknown), and the member's guess. The message has a picture unless
    `text_only`. With `has_board`, it has the button *Open the table*."""
    words = words_of(table.game)
    view = in_order(watched.game.opened(), words)
    captions, shown = captions_of(table, words, opened=True), None
    if not text_only:
        draw = partial(table_picture, view, captions)
        shown = Picture(TABLE_PICTURE, table_alt(view, captions), draw)
    look = Look(view, words, names_of(table, view), shown)
    to_board = [board_button(table.id, "hands")] if has_board else []
    whole = partial(_watched_message, table, chances, guess, to_board, late=watched.late)
    return await with_picture(look, whole, table.id)


def _watched_message(
    table: Table,
    chances: Sequence[int] | None,
    guess: Guess | None,
    to_board: Sequence[Item],
    look: Look,
    *,
    late: bool,
) -> ui.LayoutView:
    view, words, names = look.view, look.words, look.names
    told = _("Showing all hands with a minute's delay.") if late else _("Showing all hands live.")
    shown: list[Block] = (
        [
            clip("\n".join(middle_lines(view, words, names)), MIDDLE_TEXT),
            line(),
            clip("\n".join(hand_lines(view, words, names)), SEATS_TEXT),
        ]
        if look.picture is None
        else [
            look.picture.block,
            clip(unseen_facts(view, words, names), MIDDLE_TEXT),
            "\n".join(unwritten_lines(names, table)),
        ]
    )
    bars = [] if chances is None else [clip("\n".join(_bars(chances, names)), BARS_TEXT)]
    return message(
        [_head(table, told), *shown, *bars, *_guessing(table, guess), *_again(table, to_board)]
    )


def _bars(chances: Sequence[int], names: Names) -> list[str]:
    """Return a heading, and a line for each seat with the seat's chance in per cent. This is the
    chance that the seat wins. In a game with a name for the last place, it is the chance that the
    seat doesn't come last."""
    lines = []
    for seat, chance in enumerate(chances):
        full = round(chance * BAR / FULL)
        bar = "▰" * full + "▱" * (BAR - full)
        lines.append(f"`{bar}` {share(chance * 100 / FULL)} · {names[seat]}")
    return [_("Chances from this point:"), *lines]


def unwatched(table: Table, why: str, guess: Guess | None) -> ui.LayoutView:
    """Return the message about a running game for a member who wants to watch but can't see the
    hands. `why` is a sentence with the reason, and `guess` the member's guess about the end, which
    is shown too."""
    return message([_head(table, why), *_guessing(table, guess), *_again(table)], colour=QUIET)


def watched_to_the_end(right: bool | None) -> ui.LayoutView:
    """Return the message about a finished game for a member who watched it. It says whether the
    member's guess was right. `right` is None if the member made no guess, or if the game had no
    winner or doesn't count."""
    told = [_("The game you were watching is over.")]
    if right is not None:
        told.append(judged_line(right=right))
    return message(["\n".join(told)], colour=QUIET)


def _guessing(table: Table, guess: Guess | None) -> list[Block]:
    """Return the member's guess, and the select for a guess while guesses are open. The list is
    empty for a member who can't guess here."""
    if guess is None:
        return []
    blocks: list[Block] = []
    if guess.seat is not None:
        blocks.append(f"-# {guessed_line(table, guess.seat)}")
    return [*blocks, *(rows([guess_select(table, guess.seat)]) if guess.is_open else [])]


def _head(table: Table, told: str) -> str:
    return f"### 👀 {game_title(table.game)}\n-# {told}"


def _again(table: Table, beside: Sequence[Item] = ()) -> list[ui.ActionRow[Any]]:
    return rows([watch_button(table, _("Refresh")), *beside])
