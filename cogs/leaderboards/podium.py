"""The podium of a season as a message."""

from __future__ import annotations

from typing import Final

import discord
from discord import ui

from bot.leaderboards.model import Line, Podium, Sort
from cogs.discord.layout import Block, line, message, walk
from cogs.leaderboards.choice import BoardChoice
from cogs.leaderboards.message import board_button
from cogs.leaderboards.names import rating, season_title
from cogs.table.message.medals import line_mark
from cogs.words import _, counted
from cogs.words.game import game_title
from cogs.words.names import escaped

GOLD: Final = discord.Colour(0xE0B021)


def podium_message(podium: Podium) -> ui.LayoutView:
    """The message of a podium: the first three of each game in a season, and a button to its
    boards."""
    title = season_title(podium.season.name)
    ended = _("The season is over. On the podium:")
    blocks: list[Block] = [f"# 🏆 {title}\n{ended}"]
    for game, lines in podium.games.items():
        steps = [_step(each) for each in lines]
        blocks.append("\n".join([f"### {escaped(game_title(game))}", *steps]))
    blocks += [line(), "-# " + _("A new season has started. All-time leaderboards carry on.")]
    blocks.append(ui.ActionRow(board_button(_boards_of(podium), _("All places"))))
    return message(blocks, colour=GOLD)


def _step(step: Line) -> str:
    figure = rating(step.figure, provisional=step.provisional)
    played = counted("{number} game", "{number} games", step.games)
    return f"{line_mark(step, Sort.RATING)} **{escaped(step.name)}** · {figure} · {played}"


def _boards_of(podium: Podium) -> BoardChoice:
    return BoardChoice(0, next(iter(podium.games)), podium.season.name, Sort.RATING)


def is_podium(message_: discord.Message, podium: Podium) -> bool:
    """Whether a message is that podium: its button names the season's board."""
    wanted = _boards_of(podium).custom_id("open")
    return any(getattr(part, "custom_id", None) == wanted for part in walk(message_.components))
