"""*Set up Shijo* in the welcome of a server: questions about language, channel and speed, each
answered or skipped by one press."""

from __future__ import annotations

import re
from collections.abc import Callable, Mapping
from typing import Any, Final

import discord
from discord import ui

from bot.core.model import Speed
from bot.preferences.model import ServerSettings
from cogs.discord.cog import ShijoCog
from cogs.discord.components import IN_SETUP, on_press
from cogs.discord.errors import NoSettingsHere, must_manage
from cogs.discord.interactions import Interaction, scope
from cogs.discord.languages import LANGUAGES
from cogs.discord.layout import QUIET, Block, message, rows
from cogs.discord.presses import Input
from cogs.preferences.settings_items import UNSET, lines_with_unset
from cogs.table.lobby.speeds import speed_line
from cogs.words import _, marked

STEPS: Final = ("language", "channel", "speed")
EVERYWHERE: Final = "everywhere"
HERE: Final = "here"


class SetUp(ShijoCog):
    """A cog that leads a member who may manage the server through the first settings of this
    server."""

    @on_press(IN_SETUP)
    async def pressed(self, interaction: Interaction, match: re.Match[str]) -> None:
        """Answer a press in the setup. The first question is sent in a new message. After each
        answer or skip, this message shows the next question."""
        if interaction.guild_id is None:
            raise NoSettingsHere
        must_manage(interaction)
        preferences, guild_id, step = self.bot.tables.preferences, scope(interaction), match["step"]
        server = await preferences.server(guild_id)
        if match["action"] == "ask":
            await interaction.response.send_message(view=question(step, server), ephemeral=True)
            return
        if match["action"] == "pick":
            changes = _changes(step, Input.by(interaction), interaction.channel_id or 0)
            server = await preferences.change_server(guild_id, by=interaction.user.id, **changes)
        later = STEPS[STEPS.index(step) + 1 :]
        view = question(later[0], server) if later else finished()
        await interaction.response.edit_message(view=view)


def question(step: str, server: ServerSettings) -> ui.LayoutView:
    """Return the question of a step, with its possible answers, and a button that skips the
    step."""
    ask, options = ASKED[step]
    select: ui.Select[ui.LayoutView] = ui.Select(
        custom_id=IN_SETUP.id(step, "pick"), options=options(server)
    )
    skip: ui.Button[ui.LayoutView] = ui.Button(label=_("Skip"), custom_id=IN_SETUP.id(step, "skip"))
    number = STEPS.index(step) + 1
    told = _("Step {step} of {steps}", step=number, steps=len(STEPS))
    blocks: list[Block] = [f"### {_(ask)}\n-# {told}", ui.ActionRow(IN_SETUP(select))]
    return message([*blocks, *rows([IN_SETUP(skip)])])


def finished() -> ui.LayoutView:
    """Return the message after the last step of the setup."""
    return message([_("All set. `/settings` has the rest.")], colour=QUIET)


def _languages(server: ServerSettings) -> list[discord.SelectOption]:
    return lines_with_unset(_("Same as Discord"), server.language, LANGUAGES)


def _channels(server: ServerSettings) -> list[discord.SelectOption]:
    return [
        discord.SelectOption(
            label=_("In every channel"), value=EVERYWHERE, default=not server.channels
        ),
        discord.SelectOption(label=_("In this channel only"), value=HERE),
    ]


def _speeds(server: ServerSettings) -> list[discord.SelectOption]:
    return [
        discord.SelectOption(
            label=speed_line(speed), value=speed.value, default=speed is server.speed
        )
        for speed in server.allowed_speeds
    ]


def _changes(step: str, entered: Input, channel_id: int) -> dict[str, Any]:
    """Return the settings to change after the member's answer to a step of the setup, as a mapping
    from field to new value. `channel_id` is the channel where the member presses."""
    match step:
        case "language":
            picked = entered.among([UNSET, *LANGUAGES])
            return {"language": None if picked == UNSET else picked}
        case "channel":
            here = entered.among([EVERYWHERE, HERE]) == HERE
            return {"channels": (channel_id,) if here else ()}
        case _:
            return {"speed": entered.one_of(Speed)}


Options = Callable[[ServerSettings], list[discord.SelectOption]]
ASKED: Final[Mapping[str, tuple[str, Options]]] = {
    "language": (marked("Which language should I speak here?"), _languages),
    "channel": (marked("Where can people open tables?"), _channels),
    "speed": (marked("How fast should games be?"), _speeds),
}
"""The question of each step, and the function that returns the possible answers."""
