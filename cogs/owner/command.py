"""`/owner`, the commands of the bot's owner. The owner can block members and servers, show a notice
on all tables, end the process, and see statistics.

The command exists only in the server that the settings name. Without that setting it doesn't
exist."""

from __future__ import annotations

import re
from typing import Any, Final, cast

import discord
from discord import app_commands, ui
from discord.app_commands import locale_str
from discord.utils import format_dt

from bot.core.errors import TableError
from bot.owner.model import MOST_TEXT, NotToBeBlocked
from cogs.discord.client import ShijoBot
from cogs.discord.cog import ShijoCog
from cogs.discord.components import IN_OWNER, on_press
from cogs.discord.errors import NotUnderstood, OlderShijo
from cogs.discord.interactions import Interaction
from cogs.discord.layout import message
from cogs.discord.presses import number_of
from cogs.edits.answers import Drawn, answered, finished
from cogs.owner.message import blocks_message, drain_question, numbers_message
from cogs.words import _, marked

MOST_MINUTES: Final = 7 * 24 * 60
"""The longest time after which a notice can be set to disappear: a week."""


class NotTheOwner(TableError):
    """Raised when somebody other than the bot's owner uses a command of the owner."""

    template = marked("Only the bot's owner can do that.")


class NobodyToBlock(TableError):
    """Raised when `/owner block` names neither a member nor a server, or both."""

    template = marked("Enter a member's ID or a server's ID, but not both.")


class NotAnId(TableError):
    """Raised when a text is not the id of a member or a server."""

    template = marked("That isn't an ID. Enter a long number, or @ the member.")


class OwnerCommands(ShijoCog):
    """A cog that carries out the owner's commands."""

    owner = app_commands.Group(
        name=locale_str("owner"),
        description=locale_str("For the bot's owner"),
        guild_only=True,
        default_permissions=discord.Permissions(administrator=True),
    )

    @owner.command(name=locale_str("block"), description=locale_str("Block a member or a server"))
    @app_commands.rename(
        member=locale_str("member"), server=locale_str("server"), reason=locale_str("reason")
    )
    @app_commands.describe(
        member=locale_str("The member's ID"),
        server=locale_str("The server's ID"),
        reason=locale_str("The reason (they'll see it)"),
    )
    async def block(
        self,
        interaction: Interaction,
        member: str | None = None,
        server: str | None = None,
        reason: app_commands.Range[str, 0, MOST_TEXT] = "",
    ) -> None:
        """`/owner block`: blocks a member or a server, by id."""
        await _must_own(interaction)
        if (member is None) == (server is None):
            raise NobodyToBlock
        orders, why = self.bot.service.orders, " ".join(reason.split())
        # Acknowledged first, because it is carried out at all their tables.
        await answered(interaction, interaction.response.defer(ephemeral=True, thinking=True))
        if member is not None:
            blocked = _id(member)
            if await is_owner(self.bot, blocked):
                raise NotToBeBlocked
            await orders.block_member(blocked, why)
            await _say(interaction, _("Member `{id}` is blocked.", id=blocked))
        elif server is not None:
            blocked = _id(server)
            if blocked == self.bot.settings.owner.server:
                raise NotToBeBlocked
            await orders.block_server(blocked, why)
            await _say(interaction, _("Server `{id}` is blocked.", id=blocked))

    @owner.command(
        name=locale_str("unblock"), description=locale_str("Unblock a member or a server")
    )
    @app_commands.rename(some_id=locale_str("id"))
    @app_commands.describe(some_id=locale_str("The member's or server's ID"))
    async def unblock(self, interaction: Interaction, some_id: str) -> None:
        """`/owner unblock`: unblocks a member or a server, by id."""
        await _must_own(interaction)
        number = _id(some_id)
        await self.bot.service.orders.unblock(number)
        await _answer(interaction, _("`{id}` is no longer blocked.", id=number))

    @owner.command(name=locale_str("blocks"), description=locale_str("See who is blocked, and why"))
    async def blocks(self, interaction: Interaction) -> None:
        """`/owner blocks`: lists all blocks."""
        await _must_own(interaction)
        await _show(interaction, blocks_message(self.bot))

    @owner.command(
        name=locale_str("notice"),
        description=locale_str("Show a notice on all open tables, or take it down"),
    )
    @app_commands.rename(text=locale_str("text"), minutes=locale_str("minutes"))
    @app_commands.describe(
        text=locale_str("The notice to show at every open table"),
        minutes=locale_str("Time to show the notice, in minutes (leave empty to keep it up)"),
    )
    async def notice(
        self,
        interaction: Interaction,
        text: app_commands.Range[str, 1, MOST_TEXT] | None = None,
        minutes: app_commands.Range[int, 1, MOST_MINUTES] | None = None,
    ) -> None:
        """`/owner notice`: shows a line at all open tables. Without a text, removes the line."""
        await _must_own(interaction)
        orders = self.bot.service.orders
        line = " ".join((text or "").split())
        if not line:
            is_up = orders.bulletin is not None
            await orders.take_back()
            told = (
                _("I've taken the notice down.") if is_up else _("There's no notice to take down.")
            )
            await _answer(interaction, told)
            return
        bulletin = await orders.announce(line, minutes)
        if bulletin.until is None:
            until = _("Your notice is up at every open table until you take it down.")
        else:
            when = format_dt(bulletin.until, "R")
            until = _("Your notice is up at every open table and comes down {when}.", when=when)
        await _answer(interaction, f"📣 {line}\n-# {until}")

    @owner.command(
        name=locale_str("drain"),
        description=locale_str("Shut the bot down (asks you to confirm first)"),
    )
    async def drain(self, interaction: Interaction) -> None:
        """`/owner drain`: asks the owner to confirm that the process is to end."""
        await _must_own(interaction)
        shared = self.bot.service.leases is not None
        await _show(interaction, drain_question(shared=shared))

    @owner.command(
        name=locale_str("numbers"), description=locale_str("See usage figures for the bot")
    )
    async def numbers(self, interaction: Interaction) -> None:
        """`/owner numbers`: shows statistics of this process and of the database."""
        await _must_own(interaction)
        # The database's are counted now, which may take seconds.
        await answered(interaction, interaction.response.defer(ephemeral=True, thinking=True))
        counts = await self.bot.service.counts()

        async def draw() -> Drawn:
            return Drawn(numbers_message(self.bot, counts))

        await finished(interaction, draw)

    @on_press(IN_OWNER)
    async def pressed(self, interaction: Interaction, match: re.Match[str]) -> None:
        """Answer the owner's confirmation of `/owner drain`: end this process, or all processes."""
        await _must_own(interaction)
        if match["action"] not in {"end", "end-all"}:
            raise OlderShijo
        said = message([_("Shutting down.")])
        await answered(
            interaction,
            interaction.response.edit_message(view=said),
        )
        if match["action"] == "end":
            self.bot.end()
        else:
            await self.bot.service.orders.end_all()


async def is_owner(bot: ShijoBot, member_id: int) -> bool:
    """Return whether a member owns the bot. The settings can name owners. The owner of the bot's
    application on Discord is an owner too. If the application belongs to a team, the team's admins
    and developers are owners instead of that one person. Discord is asked about the application
    only once."""
    if member_id in bot.settings.owner.members:
        return True
    # It looks at nothing but the id.
    return await bot.is_owner(cast("discord.User", discord.Object(member_id)))


async def _must_own(interaction: Interaction) -> None:
    if not await is_owner(interaction.client, interaction.user.id):
        raise NotTheOwner


def _id(text: str) -> int:
    """Return the id in a text: a number, or a mention of a member. Raises NotAnId if the text is
    neither."""
    try:
        return number_of(text.strip().strip("<@!>"))
    except NotUnderstood:
        raise NotAnId from None


async def _say(interaction: Interaction, text: str) -> None:
    async def draw() -> Drawn:
        return Drawn(message([text]))

    await finished(interaction, draw)


async def _answer(interaction: Interaction, text: str) -> None:
    await _show(interaction, message([text]))


async def _show(interaction: Interaction, view: ui.LayoutView) -> None:
    response: Any = interaction.response
    said = response.send_message(view=view, ephemeral=True)
    await answered(interaction, said)
