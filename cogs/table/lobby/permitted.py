"""The conditions for opening a table, or a duplicate, in a channel."""

from __future__ import annotations

from typing import Final

import discord

import games
from bot.core.scope import is_private
from bot.today.duplicate import NoDuplicate, SetByDuplicate
from cogs.discord.errors import MayNotPost
from cogs.discord.interactions import Interaction, scope
from cogs.words import _, marked

# Translators: The name of a permission in Discord.
NEEDED: Final = {
    "view_channel": marked("View Channel"),
    "send_messages": marked("Send Messages"),
    "send_messages_in_threads": marked("Send Messages in Threads"),
}
"""The permissions that a table's message needs. The keys are discord.py's names, and the values are
the names that people see in Discord."""


def parent_of(channel: object) -> int | None:
    """Return the id of the channel to which a thread belongs. Returns None if `channel` isn't a
    thread."""
    return channel.parent_id if isinstance(channel, discord.Thread) else None


def may_open_thread(interaction: Interaction) -> bool:
    """Return whether the bot may open a thread in this channel and write there."""
    allowed = interaction.app_permissions
    return (
        isinstance(interaction.channel, discord.TextChannel)
        and allowed.create_public_threads
        and allowed.send_messages_in_threads
    )


def must_make_duplicate(game: str, preset: str | None, speed: str | None) -> None:
    """Raise NoDuplicate for a game that can't be played as a duplicate (the same deal for several
    players). Raise SetByDuplicate when rules or a speed were chosen."""
    kind = games.load(game)
    if kind.daily is None:
        raise NoDuplicate(game=_(kind.title))
    if preset or speed:
        raise SetByDuplicate


def must_be_allowed(interaction: Interaction) -> None:
    """Raise MayNotPost if the bot lacks a permission for posting a table in this channel. In direct
    messages and in servers without the bot no permission is needed, because only the member who
    pressed sees the table."""
    if is_private(scope(interaction)):
        return
    speak = (
        "send_messages_in_threads"
        if isinstance(interaction.channel, discord.Thread)
        else "send_messages"
    )
    missing = [
        name for name in ("view_channel", speak) if not getattr(interaction.app_permissions, name)
    ]
    if missing:
        raise MayNotPost(missing=", ".join(_(NEEDED[name]) for name in missing))
