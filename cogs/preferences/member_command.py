"""`/me`: a member's own settings and data."""

from __future__ import annotations

import asyncio
import gzip
import io
import re
from typing import Any, Final

import discord
from discord import app_commands, ui
from discord.app_commands import locale_str

from bot.preferences.model import MemberSettings
from cogs.discord.away import is_away
from cogs.discord.cog import ShijoCog
from cogs.discord.components import IN_ME, on_press
from cogs.discord.errors import OlderShijo, tell
from cogs.discord.interactions import Interaction, everywhere
from cogs.discord.languages import LANGUAGES, to_member
from cogs.discord.layout import message, rows
from cogs.discord.presses import Input
from cogs.edits.answers import Drawn, answered, finished
from cogs.preferences.member_panel import CHOICES, SWITCHES, me_panel, privacy_message
from cogs.preferences.settings_items import UNSET
from cogs.preferences.zones import zones_like
from cogs.table.upkeep import sync_of
from cogs.words import _, counted

LARGEST: Final = 8_000_000
"""If the data of a member has more bytes than this, the file with the data is compressed, because
Discord accepts at most 10 MiB."""


class MemberChoices(ShijoCog):
    """A cog that shows and changes a member's own settings."""

    @app_commands.command(
        name=locale_str("me"),
        description=locale_str("Change your own settings and manage your data"),
    )
    @app_commands.rename(time_zone=locale_str("time-zone"))
    @app_commands.describe(time_zone=locale_str("Your time zone, for your quiet hours"))
    @everywhere
    async def me(self, interaction: Interaction, time_zone: str | None = None) -> None:
        """`/me`: shows the panel of the member's own settings. If `time_zone` is given, saves that
        time zone first."""
        if time_zone is not None:
            preferences = self.bot.tables.preferences
            await preferences.change_member(interaction.user.id, time_zone=time_zone)
        view = await self._panel(interaction)
        await interaction.response.send_message(view=view, ephemeral=True)

    @me.autocomplete("time_zone")
    async def _zones(self, interaction: Interaction, typed: str) -> list[app_commands.Choice[str]]:
        return zones_like(typed)

    @on_press(IN_ME)
    async def pressed(self, interaction: Interaction, match: re.Match[str]) -> None:
        """Answer a press in the panel of `/me`, such as a changed setting, the start of a vacation,
        or a request to export or delete the member's data."""
        member_id, action = interaction.user.id, match["action"]
        if action == "forget-yes":
            # Acknowledged first, because every table where the member ever sat is read.
            await answered(interaction, interaction.response.defer())
            await self._forget(member_id)
            await finished(interaction, _forgotten)
            return
        if action == "forget":
            await _ask_to_forget(interaction)
            return
        if action == "privacy":
            await interaction.response.send_message(
                view=privacy_message(has_board=self.bot.has_board), ephemeral=True
            )
            return
        if action == "boards":
            await self._close_boards(interaction)
            return
        if action == "export":
            await self._export(interaction)
            return
        if action in {"vacation", "back"}:
            # Every game that they play by post is told.
            days = Input.by(interaction).number if action == "vacation" else None
            await self.bot.tables.vacations.take(member_id, days)
        else:
            await self._change(member_id, action, Input.by(interaction))
        # The language may be another one by now.
        async with to_member(self.bot, member_id, interaction.locale):
            view = await self._panel(interaction)
        await interaction.response.edit_message(view=view)

    async def _close_boards(self, interaction: Interaction) -> None:
        """End the member's sessions of the board in all browsers."""
        closed = await self.bot.service.doors.close_all(interaction.user.id)
        told = counted(
            "Signed out of {number} browser session.",
            "Signed out of {number} browser sessions.",
            closed,
        )
        await tell(interaction, told)

    async def _export(self, interaction: Interaction) -> None:
        """Send the member all data that is stored about this member, as a file that nobody else
        sees."""
        await answered(interaction, interaction.response.defer(ephemeral=True, thinking=True))
        text = await self.bot.service.export.of(interaction.user.id)
        name, content = await asyncio.to_thread(file_of, text)
        await interaction.edit_original_response(
            content=_("This is everything I keep about you."),
            attachments=[discord.File(io.BytesIO(content), name)],
        )

    async def _panel(self, interaction: Interaction) -> ui.LayoutView:
        member_id = interaction.user.id
        settings = await self.bot.tables.preferences.member(member_id)
        hidden = await self.bot.boards.is_hidden(member_id)
        learned = await self.bot.service.lessons.by(member_id)
        return me_panel(
            settings,
            hidden=hidden,
            learned=sum(map(len, learned.values())),
            pinged=interaction.guild_id is not None and not is_away(interaction),
        )

    async def _change(self, member_id: int, action: str, entered: Input) -> None:
        if action == "lessons":
            await self.bot.service.lessons.begin_anew(member_id)
            return
        if action == "hidden":
            await self.bot.boards.hide(member_id, not await self.bot.boards.is_hidden(member_id))
            return
        preferences = self.bot.tables.preferences
        changes = _changes(action, entered, await preferences.member(member_id))
        await preferences.change_member(member_id, **changes)

    async def _forget(self, member_id: int) -> None:
        """Delete the member's data everywhere, and update the tables that the member thereby
        leaves."""
        await self.bot.tournaments.forget(member_id)
        await self.bot.service.team_matches.withdraw([member_id])
        await self.bot.service.doors.close_all(member_id)
        updates = await self.bot.service.privacy.forget(member_id)
        await self.bot.boards.forget(member_id)
        for table_id in {update.table.id for update in updates}:
            sync_of(self.bot).show_anew(await self.bot.tables.get(table_id))


async def _ask_to_forget(interaction: Interaction) -> None:
    button: ui.Button[ui.LayoutView] = ui.Button(
        label=_("Yes, forget me"),
        style=discord.ButtonStyle.danger,
        custom_id=IN_ME.id("forget-yes"),
    )
    question = _(
        "I'll forget you on every server: your settings, results and places on the leaderboards. "
        "You'll leave your tables and forfeit any games in progress. The games you've played are "
        "kept, but without your name. You can't undo this."
    )
    view = message([question, *rows([IN_ME(button)])])
    await interaction.response.send_message(view=view, ephemeral=True)


def file_of(text: str) -> tuple[str, bytes]:
    """Return the name and the content of the file with a member's data. `text` is JSON. It is
    compressed if it has more than `LARGEST` bytes."""
    content = text.encode()
    if len(content) <= LARGEST:
        return "shijo.json", content
    return "shijo.json.gz", gzip.compress(content)


async def _forgotten() -> Drawn:
    return Drawn(message([_("Your data has been deleted.")]))


def _changes(action: str, entered: Input, old: MemberSettings) -> dict[str, Any]:
    """Return the settings to change after a press in the panel of `/me`, as a mapping from field to
    new value. `action` names the setting. Raises OlderShijo for an unknown setting."""
    if action in SWITCHES:
        return {action: not getattr(old, action)}
    if action == "language":
        code = entered.among([UNSET, *LANGUAGES])
        return {"language": None if code == UNSET else code}
    if action in CHOICES:
        return {action: entered.among(CHOICES[action])}
    raise OlderShijo
