"""The first page of `/puzzle`: today's deal, and yesterday's deal. The results of today's deal are
shown only to members who have finished it."""

from __future__ import annotations

from collections.abc import Sequence
from typing import Final

from discord import ui

from bot.today.model import DayGame, Deal, Sitting
from cogs.discord.layout import clip, message, rows
from cogs.table.hand.offer import move_label
from cogs.table.message.opened import hand_lines, in_order
from cogs.table.message.seal import short_seal
from cogs.today.lines import board_line, day_line, title_of
from cogs.today.message import BLUE, GREY, day_button
from cogs.words import _, counted
from cogs.words.load import words_of
from cogs.words.names import escaped
from cogs.words.seats import Names, listed
from games.core import Move

LISTED: Final = 10
"""The most lines in the list of a day's results."""
HANDS_TEXT: Final = 1500
BOARD_TEXT: Final = 1400


def today_message(
    deal: Deal,
    own: DayGame | None,
    board: Sequence[DayGame] | None,
    streak: int,
    tomorrow: Deal,
) -> ui.LayoutView:
    """Return the message about today's deal, with buttons to play it, to go on or to see the
    results. `own` is the member's game (None: not begun). `board` are the results of all members
    who have finished the deal, with this member's own. It is None for a member who has not finished
    the deal, and must not know the results. `streak` is the number of successive days on which the
    member has finished the deal. `tomorrow` is the next day's deal, whose shuffle code is shown."""
    title = _("Today's deal: {game}", game=title_of(deal))
    bots = listed(deal.bots)
    told = _(
        "You're up against {bots}. Everyone gets the same deal and plays it on their own.",
        bots=bots,
    )
    label = _("Play") if own is None else _("Carry on")
    blocks = [f"## 🗓️ {title}\n{told}"]
    if own is not None and own.result is not None:
        blocks.append(day_line(own))
    if streak > 1:
        days = counted("{number} day", "{number} days in a row", streak)
        blocks.append(f"🔥 {days}")
    if board:
        blocks.append(board_text(board))
    seal = _("🔒 Tomorrow's shuffle code: {seal}", seal=short_seal(tomorrow.seal))
    blocks.append(f"-# {seal}")
    buttons = []
    if own is None or own.result is None:
        buttons.append(day_button("play", label, BLUE, deal.day))
    else:
        buttons.append(day_button("share", _("Show everyone"), BLUE, deal.day))
    buttons += [
        day_button("puzzle", _("Today's puzzle"), GREY, deal.day),
        day_button("yesterday", _("Yesterday"), GREY, deal.day - 1),
        day_button("archive", _("Past puzzles"), GREY, deal.day),
    ]
    return message([*blocks, *rows(buttons)])


def board_text(board: Sequence[DayGame]) -> str:
    """Return the list of the members with the best results in a deal of the day."""
    lines = [board_line(number, played) for number, played in enumerate(board[:LISTED])]
    return clip("\n".join(lines), BOARD_TEXT)


def past_message(deal: Deal, board: Sequence[DayGame], costly: Sitting | None) -> ui.LayoutView:
    """Return the message about a deal that is over. It shows everybody's results, all hands as they
    were dealt, and the secret that proves the deal. `costly` is the game with the costliest move.
    No other move lowered its member's chance of winning so much. `costly` is None if no move
    lowered a chance."""
    game, words = deal.header.deal(), words_of(deal.header.game)
    view = in_order(game.opened(), words)
    names = Names((_("You"), *deal.bots), None, tuple(seat.side for seat in view.seats))
    title = _("Yesterday's deal: {game}", game=title_of(deal))
    head = f"## 🗓️ {title}"
    if board:
        # Translators: How many members have played the deal of the day.
        tally = counted(
            "{number} of you played this deal.", "{number} of you played this deal.", len(board)
        )
    else:
        tally = _("Nobody here played this deal.")
    blocks = [f"{head}\n{tally}"]
    if board:
        blocks.append(board_text(board))
    if costly is not None:
        blocks.append(_costly(costly))
    dealt = _("Starting hands")
    blocks.append(f"**{dealt}**\n" + clip("\n".join(hand_lines(view, words, names)), HANDS_TEXT))
    # Translators: Shown after a game: players can check its shuffle code with it.
    proof = _("Proof for shuffle code {seal}: {secret}", seal=deal.seal, secret=deal.secret.hex())
    blocks.append(f"-# 🔓 {proof}")
    home = day_button("home", _("Today's deal"), BLUE, deal.day + 1)
    return message([*blocks, *rows([home])])


def _costly(costly: Sitting) -> str:
    judged, words = costly.played.judged, words_of(costly.game.name)
    step = costly.played.steps[judged.step] if judged is not None else None
    move = "" if step is None else move_label(Move.parse(step.move), words)
    return _(
        "💥 Costliest move: {move}, by {name}.",
        move=move,
        name=escaped(costly.played.name),
    )
