"""Lets a member choose the games for which they get pings about new tables, and their quiet
hours."""

from __future__ import annotations

import re
from collections.abc import Collection
from datetime import datetime
from typing import Any, Final
from zoneinfo import ZoneInfo

import discord
from discord import ui

import games
from bot.notices.model import GAME_NIGHT, MOST_AN_HOUR
from bot.preferences.model import MemberSettings, ServerSettings
from cogs.discord.cog import ShijoCog
from cogs.discord.components import IN_NOTIFY, Item, on_press
from cogs.discord.errors import OlderShijo
from cogs.discord.interactions import Interaction
from cogs.discord.layout import OPTIONS, Block, line, message
from cogs.discord.presses import Input
from cogs.words import _, counted, marked
from cogs.words.figures import time_of_day
from cogs.words.game import game_title

NEVER: Final = "-"
"""The value of the option *No quiet hours* in the select of the first quiet hour."""
HOURS: Final = tuple(map(str, range(24)))
USUAL_NIGHT: Final = (22, 8)
"""The usual first and last hour of the quiet hours. The hour that the member didn't choose gets its
value from here."""


class NoticeChoices(ShijoCog):
    """A cog that shows and changes which pings for new tables a member gets."""

    @on_press(IN_NOTIFY)
    async def pressed(self, interaction: Interaction, match: re.Match[str]) -> None:
        """Answer a press: a change in the member's panel of pings, or a button elsewhere that opens
        the panel."""
        action = match["action"]
        if action == "open":
            await interaction.response.send_message(
                view=await self._panel(interaction), ephemeral=True
            )
            return
        await self._change(interaction, action, Input.by(interaction))
        await interaction.response.edit_message(view=await self._panel(interaction))

    async def _change(self, interaction: Interaction, action: str, entered: Input) -> None:
        tables, member_id = self.bot.tables, interaction.user.id
        if action == "games":
            known = (*games.available(), GAME_NIGHT)
            wanted = [name for name in known if name in entered.values]
            await self.bot.service.notices.wish(interaction.guild_id or 0, member_id, wanted)
        elif action in {"from", "until"}:
            old = await tables.preferences.member(member_id)
            hour = entered.among([NEVER, *HOURS])
            await tables.preferences.change_member(member_id, **_quiet(old, action, hour))
        else:
            raise OlderShijo

    async def _panel(self, interaction: Interaction) -> ui.LayoutView:
        tables, guild_id = self.bot.tables, interaction.guild_id or 0
        return notify_panel(
            await self.bot.service.notices.wishes(guild_id, interaction.user.id),
            await tables.preferences.member(interaction.user.id),
            await tables.preferences.server(guild_id),
            interaction.created_at,
        )


def _quiet(old: MemberSettings, action: str, hour: str) -> dict[str, Any]:
    """Return the change of a member's quiet hours after the member chose an hour. `action` is
    `from` for the hour in which quiet hours begin, and `until` for the hour in which they end. The
    other hour gets its usual value if it isn't set. If `hour` is `NEVER`, both hours are
    removed."""
    if hour == NEVER:
        return {"quiet_from": None, "quiet_until": None}
    usual = dict(zip(("from", "until"), USUAL_NIGHT, strict=True))
    now = {"from": old.quiet_from, "until": old.quiet_until}
    new = {name: usual[name] if now[name] is None else now[name] for name in now}
    new[action] = int(hour)
    return {f"quiet_{name}": value for name, value in new.items()}


def notify_panel(
    wanted: Collection[str], member: MemberSettings, server: ServerSettings, now: datetime
) -> ui.LayoutView:
    """Return the panel in which a member chooses the games for which they get pings (`wanted` are
    those chosen so far), and their quiet hours. `now` is shown in the member's time zone."""
    allowed = min(server.notices, MOST_AN_HOUR)
    clock = now.astimezone(ZoneInfo(member.time_zone))
    told = [
        _("Pick games, and I'll ping you when someone here opens a table for one of them.")
        if not wanted
        else _("You'll get a ping when someone opens a table for a game you've picked."),
        counted(
            "No more than {number} ping an hour, and none for tables you're already at.",
            "No more than {number} pings an hour, and none for tables you're already at.",
            allowed,
        )
        if allowed
        else _("This server's moderators have turned these pings off."),
    ]
    blocks: list[Block] = [
        "### " + _("Tell me when a table opens"),
        "\n".join(told),
        ui.ActionRow(_games(wanted)),
        line(),
        _(
            "No pings in your quiet hours. It's {time} for you ({zone}). If that's "
            "wrong, set your time zone with `/me`.",
            time=time_of_day(clock.hour, clock.minute),
            zone=member.time_zone,
        ),
        ui.ActionRow(_hours("from", member.quiet_from)),
    ]
    if member.quiet_from is not None:
        blocks.append(ui.ActionRow(_hours("until", member.quiet_until)))
    return message(blocks)


def _games(wanted: Collection[str]) -> Item:
    options = [
        discord.SelectOption(label=game_title(name), value=name, default=name in wanted)
        for name in list(games.available())[: OPTIONS - 1]
    ]
    options.append(
        discord.SelectOption(
            label=_("Game night"), value=GAME_NIGHT, default=GAME_NIGHT in wanted, emoji="🌙"
        )
    )
    return IN_NOTIFY(
        ui.Select(
            custom_id=IN_NOTIFY.id("games"),
            placeholder=_("No games picked"),
            options=options,
            min_values=0,
            max_values=len(options),
        )
    )


def _hours(action: str, now: int | None) -> Item:
    """Return the select of the hour in which a member's quiet hours begin (`action` is `from`) or
    end (`until`). `now` is the hour chosen so far (None: no hour is chosen)."""
    # Translators: A menu: when a member's quiet hours start or end.
    label = marked("Quiet from {time}") if action == "from" else marked("Quiet until {time}")
    options = [
        discord.SelectOption(
            label=_(label, time=time_of_day(int(hour))), value=hour, default=hour == str(now)
        )
        for hour in HOURS
    ]
    if action == "from":
        none = discord.SelectOption(label=_("No quiet hours"), value=NEVER, default=now is None)
        options.insert(0, none)
    return IN_NOTIFY(ui.Select(custom_id=IN_NOTIFY.id(action), options=options))
