"""The message of `/help`: what members can do now, in eight lines with buttons, and which bot this
is."""

from __future__ import annotations

from collections.abc import Sequence
from importlib.metadata import PackageNotFoundError, version
from typing import Any, Final

import discord
from discord import ui

from bot.config import HostSettings
from bot.core.model import Table
from cogs.discord.away import is_away
from cogs.discord.client import PERMISSIONS
from cogs.discord.components import ASK_SHIJO, RUN_COMMAND, Item
from cogs.discord.interactions import Interaction, link
from cogs.discord.layout import clip, line, message, rows
from cogs.table.message.public_message import title_of
from cogs.words import _, marked
from cogs.words.names import escaped

MOST_TABLES: Final = 3
"""The message names at most this many of the tables where the member sits."""
HERE_TEXT: Final = 600

# Translators: A line of /help: what a command is for.
LINES: Final = (
    ("🃏", marked("`/play` a game here, with friends or bots.")),
    ("✋", marked("`/hand` shows your cards and brings the table back into view.")),
    ("🎓", marked("`/learn` a new game.")),
    ("🧩", marked("`/puzzle` has today's deal and today's puzzle.")),
    ("🏆", marked("`/leaderboard` and `/profile` show who's on top, and how you're doing.")),
    ("🎬", marked("`/history` replays any game, step by step.")),
    ("⚔️", marked("`/challenge` a friend, or get everyone into a `/tournament`.")),
    ("⚙️", marked("`/me` has your settings, your pings and your data.")),
)
"""The lines of `/help` about what a member can do: a symbol and a sentence for each."""
# Translators: A button.
BUTTONS: Final = (
    ("play", "🃏", marked("Play")),
    ("hand", "✋", marked("My hand")),
    ("learn", "🎓", marked("Learn")),
    ("puzzle", "🧩", marked("Today")),
    ("rules", "📖", marked("Rules")),
    ("leaderboard", "🏆", marked("Leaderboard")),
    ("profile", "🪪", marked("Profile")),
    ("history", "🎬", marked("History")),
    ("me", "⚙️", marked("Settings")),
)
"""The commands with a button: name, sign and label."""
EVERYWHERE: Final = frozenset({"play", "hand", "learn", "puzzle", "rules", "me"})
"""The buttons whose commands also work in places where the bot is absent."""
# Translators: The name of a permission in Discord.
PERMISSION_NAMES: Final = {
    "view_channel": marked("View Channel"),
    "send_messages": marked("Send Messages"),
    "send_messages_in_threads": marked("Send Messages in Threads"),
    "create_public_threads": marked("Create Public Threads"),
    "embed_links": marked("Embed Links"),
    "attach_files": marked("Attach Files"),
    "read_message_history": marked("Read Message History"),
}
"""The permissions that the bot asks for, as Discord calls them."""


def missing_here(interaction: Interaction) -> list[str]:
    """Return the permissions that the bot asks for and lacks in this channel, by discord.py's
    names. Return an empty list in direct messages, and in places where the bot is absent."""
    if interaction.guild_id is None or is_away(interaction):
        return []
    lacking = PERMISSIONS & ~interaction.app_permissions
    return [name for name, wanted in lacking if wanted]


def help_message(
    tables: Sequence[Table], host: HostSettings, missing: Sequence[str], *, away: bool
) -> ui.LayoutView:
    """Return the message of `/help`. The message lists the tables where the member sits (`tables`)
    and what the member can do. `host` has the name and the addresses of those who run this bot.
    `missing` are the permissions that the bot lacks here. `away` says whether the bot is absent
    from this server or chat."""
    buttons = [
        _button(name, sign, _(label))
        for name, sign, label in BUTTONS
        if not away or name in EVERYWHERE
    ]
    ask: ui.Button[Any] = ui.Button(
        label=_("Ask the Shijo"),
        emoji="🔮",
        style=discord.ButtonStyle.secondary,
        custom_id=ASK_SHIJO.id(),
    )
    title = _("What would you like to do?")
    told = "\n".join(f"{sign} {_(sentence)}" for sign, sentence in LINES)
    return message(
        [
            f"## {title}",
            clip(_seated(tables), HERE_TEXT),
            told,
            *rows([*buttons, *([] if away else [ASK_SHIJO(ask)])]),
            line(),
            _about(host),
            _lacking(missing),
            *_links(host),
        ]
    )


def _seated(tables: Sequence[Table]) -> str:
    return "\n".join(
        _("👉 You're at a table: {table}", table=f"[{title_of(table)}]({link(table)})")
        for table in tables[:MOST_TABLES]
    )


def _button(name: str, sign: str, label: str) -> Item:
    style = discord.ButtonStyle.success if name == "play" else discord.ButtonStyle.secondary
    return RUN_COMMAND(
        ui.Button(label=label, emoji=sign, style=style, custom_id=RUN_COMMAND.id(name))
    )


def _about(host: HostSettings) -> str:
    try:
        number = version("shijo")
    except PackageNotFoundError:
        number = ""
    shown = f"Shijo {number}".rstrip()
    if not host.name:
        return f"-# {shown}"
    # Translators: The bot's name with its version, and who runs it: “Shijo 2.0, hosted by Ada”.
    return "-# " + _("{version}, hosted by {host}", version=shown, host=escaped(host.name))


def _lacking(missing: Sequence[str]) -> str:
    if not missing:
        return ""
    names = ", ".join(_(PERMISSION_NAMES[name]) for name in missing)
    return "⚠️ " + _("I need more permissions in this channel: {names}", names=names)


# Translators: A button with a link.
def _links(host: HostSettings) -> list[ui.ActionRow[Any]]:
    """Return the buttons to the host's pages. A page that the settings don't name has no button."""
    pages = (
        (_("Support"), host.support),
        (_("Privacy"), host.privacy),
        (_("Terms"), host.terms),
        (_("Source code"), host.source),
    )
    return rows([ui.Button(label=label, url=address) for label, address in pages if address])
