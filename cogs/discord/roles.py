"""Roles that the bot gives to members: whether the bot may give a role, and whether a member may
make the bot give it."""

from __future__ import annotations

from enum import StrEnum
from typing import Final

import discord

from bot.core.errors import TableError
from cogs.discord.interactions import Interaction
from cogs.words import marked


class Refusal(StrEnum):
    """Why the bot may not give a role. NO_PERMISSION: the bot lacks *Manage Roles*. ABOVE: the bot
    can't assign this role, for example because the role is not below the bot's highest role. GONE:
    the role doesn't exist."""

    NO_PERMISSION = "no-role"
    ABOVE = "role-above"
    GONE = "role-gone"


REFUSALS: Final = {
    Refusal.NO_PERMISSION: marked("I need the *Manage Roles* permission."),
    Refusal.ABOVE: marked("That role is above mine, or belongs to another app."),
    Refusal.GONE: marked("That role no longer exists."),
}
"""Each refusal as a sentence for members."""


class MayNotGive(TableError):
    """Raised when a member chooses a role that they could not give to anybody themselves. The bot
    must not give it for them."""

    template = marked(
        "You need the *Manage Roles* permission, and you can only choose roles below "
        "your own highest one."
    )


def why_not(guild: discord.Guild, role_id: int) -> Refusal | None:
    """Return why the bot may not give a role, or None if it may."""
    role = guild.get_role(role_id)
    if role is None:
        return Refusal.GONE
    if not guild.me.guild_permissions.manage_roles:
        return Refusal.NO_PERMISSION
    return None if role.is_assignable() else Refusal.ABOVE


def must_give(interaction: Interaction, role_id: int) -> None:
    """Raise MayNotGive unless the member could give that role themselves. In direct messages, or if
    the role doesn't exist, do nothing."""
    guild, member = interaction.guild, interaction.user
    role = guild.get_role(role_id) if guild else None
    if guild is None or role is None or guild.owner_id == member.id:
        return
    # A channel can give this permission too. There it is about the channel's permissions alone.
    if not isinstance(member, discord.Member) or not member.guild_permissions.manage_roles:
        raise MayNotGive
    if role >= member.top_role:
        raise MayNotGive
