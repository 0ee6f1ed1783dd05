"""Shows the badges that a member has earned (their shelf) as pictures and in words."""

from __future__ import annotations

import io
from collections.abc import Sequence
from functools import partial
from itertools import islice
from typing import Final

import discord

from bot.achievements.model import Earned
from bot.pictures.shelf import Shelved, shelf_picture, shelves
from cogs.discord.layout import Block, clip, picture
from cogs.edits.answers import png_or_none
from cogs.table.message.alt_text import clipped
from cogs.words import _, counted

FILES: Final = "badges-{number}.png"
TEXT: Final = 700


async def drawn_shelf(
    shelf: Sequence[Earned], *, text_only: bool
) -> tuple[list[Block], list[discord.File]]:
    """Return the parts of a message that show the badges in `shelf`, and the picture files that
    these parts need. With `text_only`, or if drawing fails, the parts are words, and there are no
    files. If `shelf` is empty, both lists are empty."""
    if not shelf:
        return [], []
    # Translators: Above a member's badges.
    title = counted("{number} badge", "{number} badges", len(shelf))
    head = f"**🏅 {title}**"
    badges = [Shelved(each.achievement.sign, _(each.achievement.title)) for each in shelf]
    parts = [] if text_only else shelves(badges)
    drawn = [await png_or_none(partial(shelf_picture, part), "badges") for part in parts]
    pngs = [png for png in drawn if png is not None]
    if not pngs or len(pngs) < len(parts):
        return [clip("\n".join([head, *map(_line, shelf)]), TEXT)], []
    rare = [_line(each) for each in shelf if each.rare is not None]
    blocks: list[Block] = [clip("\n".join([head, *rare]), TEXT)]
    files: list[discord.File] = []
    rest = iter(shelf)
    for part, png in zip(parts, pngs, strict=True):
        name = FILES.format(number=len(files) + 1)
        spoken = [_spoken(each) for each in islice(rest, len(part.badges))]
        files.append(discord.File(io.BytesIO(png), name))
        blocks.append(picture(name, clipped(spoken)))
    return blocks, files


def _line(earned: Earned) -> str:
    """Return a line of text about a badge. For a rare badge, the line also says how many members
    have the badge."""
    title = _(earned.achievement.title)
    told = f"-# **{title}** · {_(earned.achievement.told)}"
    if earned.rare is None:
        return told
    few, members = earned.rare
    return f"{told} " + counted(
        "Earned by only {few} of {number} player here.",
        "Earned by only {few} of {number} players here.",
        members,
        few=few,
    )


def _spoken(earned: Earned) -> str:
    return f"{_(earned.achievement.title)}: {_(earned.achievement.told)}"
