"""The messages of `/owner`."""

from __future__ import annotations

import platform
from collections.abc import Sequence
from importlib.metadata import PackageNotFoundError, version
from itertools import accumulate
from typing import Any, Final

import discord
from discord import ui
from discord.utils import format_dt

from bot.owner.model import Block
from cogs.discord.client import ShijoBot
from cogs.discord.components import IN_OWNER, Item
from cogs.discord.layout import CHARACTERS, message, rows, short
from cogs.words import _, counted
from cogs.words.figures import tenths
from cogs.words.names import escaped

# Translators: For the bot's owner: figures about the bot, or who is blocked.

MOST_LISTED: Final = 40
"""The most blocks in the list. The newest blocks are listed."""
REASON: Final = 60
"""Characters of a reason in the list."""
ROOM: Final = CHARACTERS - 100
"""Characters of the list. The rest of the message is for its title and last line."""
MEGABYTE: Final = 1_000_000


def blocks_message(bot: ShijoBot) -> ui.LayoutView:
    """Return the message that lists the blocked members and servers, with the time and the
    beginning of the reason of each block. The newest block comes first. If there are too many for a
    message, the oldest are left out, and the message says how many."""
    ordered = bot.service.orders.all
    blocks = [(f"👤 <@{each.id}> ", each) for each in ordered.members.values()]
    blocks += [(f"🏠 {_server(bot, each.id)}", each) for each in ordered.servers.values()]
    if not blocks:
        return message([_("Nobody is blocked.")])
    blocks.sort(key=lambda each: each[1].since, reverse=True)
    lines = [f"{who}{_told(block)}" for who, block in blocks]
    shown = lines[: _fitting(lines)]
    left = len(lines) - len(shown)
    if left > 0:
        shown.append(counted("… and {number} more", "… and {number} more", left))
    return message(["### " + _("Blocked"), "\n".join(shown)])


def _fitting(lines: Sequence[str]) -> int:
    """Return how many of these lines, from the first on, the list can have. These are at most
    `MOST_LISTED` lines with at most `ROOM` characters together."""
    ends = accumulate(len(line) + 1 for line in lines[:MOST_LISTED])
    return sum(end <= ROOM for end in ends)


def _told(block: Block) -> str:
    reason = f" · {escaped(short(block.reason, REASON))}" if block.reason else ""
    return f"`{block.id}` · {format_dt(block.since, 'd')}{reason}"


def _server(bot: ShijoBot, guild_id: int) -> str:
    guild = bot.get_guild(guild_id)
    return "" if guild is None else f"**{escaped(guild.name)}** "


def drain_question(*, shared: bool) -> ui.LayoutView:
    """Return the message that asks the owner to confirm the end of this process. If several
    processes share the work (`shared`), the message has a second button that ends all processes."""
    asked = _(
        "I'll finish handling the buttons people have pressed, then shut down. When "
        "I'm back, games carry on and players get the lost time back on their clocks."
    )
    buttons = [_button("end", _("End this process"))]
    if shared:
        buttons.append(_button("end-all", _("End all processes")))
    return message([asked, *rows(buttons)])


def _button(action: str, label: str) -> Item:
    red = discord.ButtonStyle.danger
    return IN_OWNER(ui.Button(label=label, style=red, custom_id=IN_OWNER.id(action)))


def numbers_message(bot: ShijoBot, counts: Any) -> ui.LayoutView:
    """Return the message with statistics of this process and of the database. `counts` are the
    statistics of the database (bot.service.Service.counts)."""
    lately = bot.meter.lately()
    workers = bot.service.workers
    shards = ", ".join(map(str, sorted(bot.shards))) or "–"
    here = [
        _("Servers: {number}", number=len(bot.guilds)),
        _("Shards: {held} of {count}", held=shards, count=bot.shard_count or 1),
        _("Running since {when}", when=format_dt(bot.began, "R")),
        _(
            "Button presses per minute: {number} (response time: median {half} ms, 99th "
            "percentile {most} ms)",
            number=tenths(lately.a_minute),
            half=f"{lately.half * 1000:.0f}",
            most=f"{lately.most * 1000:.0f}",
        ),
        _("Tables in memory: {number}", number=bot.service.process_counts().live_tables),
        _("Bot moves waiting: {number}", number=workers.waiting if workers else 0),
    ]
    everywhere = [
        _("Servers: {number}", number=counts.servers),
        _("Members: {number}", number=counts.members),
        _(
            "Open tables: {playing} in play, {lobbies} in the lobby",
            playing=counts.playing,
            lobbies=counts.lobbies,
        ),
        _(
            "Games finished: {day} in the last day, {week} in the last week",
            day=counts.day,
            week=counts.week,
        ),
        _("Database: {size} MB", size=tenths(counts.size / MEGABYTE)),
    ]
    versions = (
        f"-# Shijo {_version('shijo')} · Python {platform.python_version()} · "
        f"discord.py {discord.__version__} · {counts.revision}"
    )
    return message(
        [
            # Translators: Above the figures of the process that answers.
            "### " + _("This process"),
            "\n".join(here),
            # Translators: Above the figures of everything that is stored.
            "### " + _("Whole database"),
            "\n".join(everywhere),
            versions,
        ]
    )


def _version(package: str) -> str:
    try:
        return version(package)
    except PackageNotFoundError:
        return "?"
