"""A leaderboard as a message: its picture or its lines, the asker's own line, and the buttons and
selects that lead to other leaderboards."""

from __future__ import annotations

import io
from collections.abc import Sequence
from dataclasses import dataclass, replace
from functools import partial
from typing import Any, Final

import discord
from discord import ui

from bot.leaderboards.model import Board, Line
from bot.leaderboards.seasons import Season
from bot.pictures.sheet import sheet_picture
from cogs.discord.components import ON_BOARD, Item
from cogs.discord.layout import LABEL, OPTIONS, Block, loud, message, picture, rows, short
from cogs.edits.answers import Drawn, png_or_none
from cogs.leaderboards.choice import ALL, BoardChoice
from cogs.leaderboards.lines import heading, numbers, place_of, sheet, spoken, texts
from cogs.leaderboards.names import (
    PROVISIONAL,
    WHY_UNRATED,
    ladder_title,
    order_title,
    orders,
    season_title,
)
from cogs.words import _
from cogs.words.names import escaped

# Translators: In a leaderboard.

FILE: Final = "leaderboard.png"
PAGE: Final = 10
"""The number of lines on a page."""


@dataclass(frozen=True, slots=True)
class Around:
    """The leaderboards that a server has. `games` are the games that have a leaderboard. `seasons`
    are the server's seasons, with the newest first. The selects of a leaderboard offer these games
    and seasons."""

    games: Sequence[str]
    seasons: Sequence[Season]


async def board_message(
    board: Board, choice: BoardChoice, around: Around, *, private: bool, text_only: bool
) -> Drawn:
    """Draw the message of the leaderboard `board`. `choice` is what the asker wants to see, and
    `around` has the games and seasons that the selects offer. Only the asker reads a `private`
    message. If the asker is hidden from leaderboards, a message for everyone leaves out the asker's
    own line. With `text_only`, the message has words instead of a picture."""
    choice = replace(choice, sort=board.sort, page=board.page)
    own = board.own if private or not board.own_hidden else None
    files: tuple[discord.File, ...] = ()
    shown: list[Block] = []
    if board.total == 0:
        shown.append(_nobody(choice))
    anybody = bool(board.total or board.bots)
    if anybody and not text_only and (png := await _drawn(board, choice, own)) is not None:
        files = (discord.File(io.BytesIO(png), FILE),)
        shown.append(picture(FILE, spoken(board, choice, own=own)))
    elif anybody:
        shown.append(texts(board.lines, board))
        if board.bots:
            title = _("Bots")
            shown.append(f"**{title}**\n{texts(board.bots, board)}")
    head = "## " + _("Leaderboard")
    if not files:
        # The picture itself has the title.
        head += f"\n{escaped(heading(choice))}"
    blocks = [head, *shown, _own_line(board, own, private=private)]
    return Drawn(
        message([*blocks, _legend(board, own), *_items(board, choice, around, private=private)]),
        files,
    )


async def _drawn(board: Board, choice: BoardChoice, own: Line | None) -> bytes | None:
    page = sheet(board, choice, own=own)
    return await png_or_none(partial(sheet_picture, page), "a leaderboard")


def _nobody(choice: BoardChoice) -> str:
    if choice.deed:
        return _("Nobody's on this leaderboard yet.")
    return _(
        "Nobody has finished a game against other people here yet. `/play` starts one. "
        "Your games against bots are in `/profile`."
    )


def _own_line(board: Board, own: Line | None, *, private: bool) -> str:
    """Return the line of the member who asked for the leaderboard. A private message calls this
    member *you*. A public message has the member's name, because everybody reads it. If the member
    has no games, a private message says so, and for a public message the result is an empty text.
    The result is also empty if nobody has played."""
    if own is None:
        told = _("You have no games on this leaderboard yet.")
        return told if private and board.total else ""
    who = _("You") if private else escaped(own.name)
    told = f"{place_of(own, board)} **{who}** · {numbers(own, board)}"
    if board.own_hidden:
        told += "\n-# " + _("Your stats are private, so only you can see this line.")
    return told


def _legend(board: Board, own: Line | None) -> str:
    """Return the explanation of what is shown beside the ratings: the sign of a provisional rating,
    why some players have no rating, and the fixed ratings of bot players. Only what occurs is
    explained."""
    members = (*board.lines, *([own] if own else []))
    if board.game is None:
        return ""
    told = []
    if any(line.provisional and line.figure is not None for line in members):
        told.append(_("{sign} = provisional rating (fewer than 10 rated games)", sign=PROVISIONAL))
    if any(line.figure is None for line in members):
        told.append(_(WHY_UNRATED))
    if any(line.figure is not None for line in board.bots):
        told.append(_("Bots have fixed ratings, the same on every server."))
    return "\n".join(f"-# {each}" for each in told)


def _items(board: Board, choice: BoardChoice, around: Around, *, private: bool) -> list[Block]:
    first = replace(choice, page=0)
    played = [game for game in dict.fromkeys((*around.games, choice.game)) if game is not None]
    games = [(ALL, ladder_title(None)), *((game, ladder_title(game)) for game in played)]
    seasons = [
        (ALL, season_title(None)),
        *((season.name, season_title(season.name)) for season in around.seasons),
    ]
    by = [
        # Translators: {order} begins with a capital letter. Put it in quotation marks, unless
        # your language writes a capital letter there.
        (order, _("Sorted by: {order}", order=order_title(choice.by(order))))
        for order in orders(choice.game)
    ]
    blocks: list[Block] = [
        _select(first.custom_id("game"), games, choice.game or ALL),
        _select(first.custom_id("season"), seasons, choice.season or ALL),
        _select(first.custom_id("sort"), by, choice.order),
    ]
    show = [ON_BOARD(loud(_("Show everyone"), choice.custom_id("show")))] if private else []
    pages = _pages(board, choice) if board.pages > 1 else []
    return [*blocks, *rows([*pages, *show])]


def _select(custom_id: str, options: Sequence[tuple[str, str]], chosen: str) -> ui.ActionRow[Any]:
    """Return a select in which another leaderboard can be chosen. The select has at most 25
    entries, and the shown leaderboard is always one of them. Members can type any other choice in
    the command."""
    shown = list(options[:OPTIONS])
    if chosen not in {value for value, _label in shown}:
        shown[-1:] = [option for option in options if option[0] == chosen]
    choices = [
        discord.SelectOption(label=short(label, LABEL), value=value, default=value == chosen)
        for value, label in shown
    ]
    select: ui.Select[ui.LayoutView] = ui.Select(custom_id=custom_id, options=choices)
    return ui.ActionRow(ON_BOARD(select))


def _pages(board: Board, choice: BoardChoice) -> list[Item]:
    here = _("{page} / {pages}", page=board.page + 1, pages=board.pages)
    return [
        _button(
            replace(choice, page=max(board.page - 1, 0)), "back", "◀", disabled=board.page == 0
        ),
        _button(choice, "here", here, disabled=True),
        _button(
            replace(choice, page=board.page + 1),
            "next",
            "▶",
            disabled=board.page + 1 >= board.pages,
        ),
    ]


def _button(choice: BoardChoice, action: str, label: str, *, disabled: bool = False) -> Item:
    return ON_BOARD(ui.Button(label=label, custom_id=choice.custom_id(action), disabled=disabled))


def board_button(choice: BoardChoice, label: str) -> Item:
    """Return a button that shows the leaderboard `choice` privately to the member who presses
    it."""
    return ON_BOARD(ui.Button(label=label, custom_id=choice.custom_id("open")))
