"""The installations through which a command can be used in a channel: the guild's, or the user's
own.

A guild has installed an application if its bot is a member there, or if only its commands were
added (`commands_only`). A guild's commands also work in direct messages with the bot. A user's own
installation works for that user everywhere."""

from __future__ import annotations

from typing import Final

from cardroom.permissions import (
    DIRECT_KINDS,
    DIRECT_MESSAGES,
    IN_ANSWERS,
    Permission,
    in_channel,
)
from cardroom.store import Json
from cardroom.world import World

FOR_GUILD, FOR_USER = 0, 1
IN_GUILD, WITH_BOT, AMONG_PEOPLE = 0, 1, 2
EVERYWHERE: Final = (IN_GUILD, WITH_BOT, AMONG_PEOPLE)
"""The contexts of a command that names no context."""
NO_GUILD: Final = "0"
"""Stands in place of a guild's id in direct messages with the bot."""

Owners = dict[str, str]
"""The installations through which something may be used. The key is Discord's number for the kind
of installation (`0` for a guild, `1` for a user), as a text. The value is the id of the guild or
user that has installed the application. An empty dict means that there is no such installation."""


def context_of(world: World, channel: Json) -> int:
    """Return Discord's number for the place where a channel is: in a guild, direct messages with
    the bot, or direct messages without it. Interactions call this number their context."""
    if channel["type"] not in DIRECT_KINDS:
        return IN_GUILD
    with_bot = channel["type"] == DIRECT_MESSAGES and world.bot["id"] in channel["recipient_ids"]
    return WITH_BOT if with_bot else AMONG_PEOPLE


def owners_in(world: World, channel: Json, user_id: str) -> Owners:
    """Return the installations whose commands a user can use in a channel. The keys are Discord's
    numbers for the kind of installation (guild or user). The values are the id of the guild or of
    the user."""
    context, guild_id = context_of(world, channel), channel.get("guild_id")
    found: Owners = {}
    if context == WITH_BOT:
        found[str(FOR_GUILD)] = NO_GUILD
    elif guild_id is not None and _is_in(world, guild_id):
        found[str(FOR_GUILD)] = guild_id
    if world.users[user_id].get("installed"):
        found[str(FOR_USER)] = user_id
    return found


def _is_in(world: World, guild_id: str) -> bool:
    there = world.member(guild_id, world.bot["id"]) is not None
    return there or bool(world.guilds[guild_id].get("commands_only"))


def owners_for(world: World, command: Json, channel: Json, user_id: str) -> Owners:
    """Return the installations through which a user can use this command in a channel. The keys are
    Discord's numbers for the kind of installation, and the values are the id of the guild or of the
    user. The result is empty if the user can't use the command there."""
    contexts = command.get("contexts")
    if context_of(world, channel) not in (EVERYWHERE if contexts is None else contexts):
        return {}
    if command.get("guild_id") not in {None, channel.get("guild_id")}:
        return {}
    kinds = {str(kind) for kind in command.get("integration_types") or (FOR_GUILD,)}
    there = owners_in(world, channel, user_id)
    return {kind: owner for kind, owner in there.items() if kind in kinds}


def is_guest(owners: Owners) -> bool:
    """Return whether the application is in a channel only through a user's own installation, so
    that the bot itself isn't there. `owners` are the installations."""
    return str(FOR_GUILD) not in owners


def must_whisper(world: World, owners: Owners, channel: Json, user_id: str) -> bool:
    """Return whether the bot's answers must be ephemeral (seen by the user alone). This is so if
    the application comes from a user's own installation, and that user may not use external apps in
    the channel."""
    allowed = in_channel(world, channel, user_id)
    return is_guest(owners) and not allowed & Permission.USE_EXTERNAL_APPS


def bot_may(world: World, channel: Json, owners: Owners) -> int:
    """Return the permissions that the application has in a channel, as a bit mask. If the bot
    itself isn't in the channel, these are the permissions for answers to interactions. `owners` are
    the installations of the interaction."""
    return IN_ANSWERS if is_guest(owners) else in_channel(world, channel, world.bot["id"])
