"""Make the buttons and selects of `/settings`. Also make the options of selects whose first option
stands for no choice."""

from __future__ import annotations

from collections.abc import Mapping, Sequence
from typing import Final

import discord
from discord import ui
from discord.utils import format_dt

from bot.preferences.model import Change, ServerSettings
from cogs.discord.components import IN_SETTINGS, Item
from cogs.discord.layout import OPTIONS, Block, rows
from cogs.words import _, marked

# Translators: A setting of the server.

Changes = Mapping[str, Change]
"""For each setting, by name, who changed it last."""
UNSET: Final = "-"
"""The value of the select option that stands for no choice."""
SWITCHES: Final[Mapping[str, tuple[str, str]]] = {
    "threads": (marked("Thread per table: on"), marked("Thread per table: off")),
    "remarks": (marked("Bot chat at the table: on"), marked("Bot chat at the table: off")),
    "emotes": (marked("Emotes at the table: on"), marked("Emotes at the table: off")),
    "evenings": (marked("Evening summary: on"), marked("Evening summary: off")),
}
"""The settings that are on or off, by name, with the label of the button in both states."""


def described(
    changes: Changes, names: Sequence[str], title: str, told: str, *items: Item
) -> list[Block]:
    """Return the blocks about a setting: the heading `title`, the effect `told`, the member who
    changed the setting last, and the items that change it. `names` are the fields in which the
    setting is stored."""
    head = f"**{title}**\n-# {told}"
    found = [changes[name] for name in names if name in changes]
    if found:
        last = max(found, key=lambda each: each.at)
        by, when = f"<@{last.member_id}>", format_dt(last.at, "R")
        head += "\n-# " + _("Last changed by {name}, {when}", name=by, when=when)
    return [head, *(row for item in items for row in rows([item]))]


def noticed(notice: str) -> list[Block]:
    """Return the reason why a choice was refused, as a quotation. The list is empty if `notice` is
    empty."""
    return [f"> {notice}"] if notice else []


def switch(server: ServerSettings, name: str) -> Item:
    """Return a button that turns the setting `name` on or off."""
    on: bool = getattr(server, name)
    style = discord.ButtonStyle.success if on else discord.ButtonStyle.secondary
    label = _(SWITCHES[name][0 if on else 1])
    return IN_SETTINGS(ui.Button(label=label, style=style, custom_id=IN_SETTINGS.id(name)))


def select_of(
    action: str, placeholder: str, options: list[discord.SelectOption], *, most: int = 1
) -> Item:
    """Return a select that changes a setting. `action` is the select's custom id, and `placeholder`
    is its text while nothing is chosen. The member can choose at most `most` of the `options`. If
    `most` is above 1, the member may also choose none."""
    select: ui.Select[ui.LayoutView] = ui.Select(
        custom_id=action,
        placeholder=placeholder,
        options=options[:OPTIONS],
        min_values=0 if most > 1 else 1,
        max_values=most,
    )
    return IN_SETTINGS(select)


def lines_with_unset(
    unset: str, now: str | None, titles: Mapping[str, str]
) -> list[discord.SelectOption]:
    """Return the options of a select. The first option has the title `unset` and removes the
    choice. The other options come from `titles`, which maps each value to its title. The option
    with the value `now` is marked as chosen. If `now` is None, the first option is marked."""
    first = discord.SelectOption(label=unset, value=UNSET, default=now is None)
    others = [
        discord.SelectOption(label=title, value=value, default=value == now)
        for value, title in titles.items()
    ]
    return [first, *others]
