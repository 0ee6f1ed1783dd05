"""A member's shelf of badges, as a picture and in words."""

from __future__ import annotations

import io
from collections.abc import Sequence
from functools import partial
from typing import Final

import discord

from bot.achievements.model import Earned
from bot.pictures.shelf import Shelved, shelf_picture
from cogs.discord.layout import Block, clip, picture
from cogs.edits.answers import png_or_none
from cogs.table.message.alt_text import clipped
from cogs.words import _, counted

FILE: Final = "badges.png"
TEXT: Final = 700


async def drawn_shelf(
    shelf: Sequence[Earned], *, text_only: bool
) -> tuple[list[Block], list[discord.File]]:
    """The blocks of a shelf and its file: with a picture, unless `text_only`; empty for an
    empty shelf."""
    if not shelf:
        return [], []
    # Translators: Above a member's badges.
    title = counted("{number} badge", "{number} badges", len(shelf))
    head = f"**🏅 {title}**"
    badges = [Shelved(each.achievement.sign, _(each.achievement.title)) for each in shelf]
    draw = partial(shelf_picture, badges)
    png = None if text_only else await png_or_none(draw, "a shelf of badges")
    if png is None:
        return [clip("\n".join([head, *map(_line, shelf)]), TEXT)], []
    rare = [_line(each) for each in shelf if each.rare is not None]
    told = clip("\n".join([head, *rare]), TEXT)
    file = discord.File(io.BytesIO(png), FILE)
    return [told, picture(FILE, clipped([_spoken(each) for each in shelf]))], [file]


def _line(earned: Earned) -> str:
    """A badge in words; for a rare badge, also how many members have it."""
    title = _(earned.achievement.title)
    told = f"-# **{title}** · {_(earned.achievement.told)}"
    if earned.rare is None:
        return told
    few, members = earned.rare
    return f"{told} " + counted(
        "Only {few} of {number} player here has this badge.",
        "Only {few} of {number} players here have this badge.",
        members,
        few=few,
    )


def _spoken(earned: Earned) -> str:
    return f"{_(earned.achievement.title)}: {_(earned.achievement.told)}"
