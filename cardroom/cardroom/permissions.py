"""Permissions of roles and channels, by Discord's rules."""

from __future__ import annotations

from enum import IntFlag
from typing import Final

from cardroom.store import Json
from cardroom.world import World


class Permission(IntFlag):
    """The permissions that the card room implements, with Discord's bits."""

    ADMINISTRATOR = 1 << 3
    MANAGE_CHANNELS = 1 << 4
    MANAGE_GUILD = 1 << 5
    ADD_REACTIONS = 1 << 6
    VIEW_CHANNEL = 1 << 10
    SEND_MESSAGES = 1 << 11
    MANAGE_MESSAGES = 1 << 13
    EMBED_LINKS = 1 << 14
    ATTACH_FILES = 1 << 15
    READ_MESSAGE_HISTORY = 1 << 16
    MENTION_EVERYONE = 1 << 17
    USE_EXTERNAL_EMOJIS = 1 << 18
    MANAGE_ROLES = 1 << 28
    USE_APPLICATION_COMMANDS = 1 << 31
    MANAGE_EVENTS = 1 << 33
    MANAGE_THREADS = 1 << 34
    CREATE_PUBLIC_THREADS = 1 << 35
    CREATE_PRIVATE_THREADS = 1 << 36
    SEND_MESSAGES_IN_THREADS = 1 << 38
    CREATE_EVENTS = 1 << 44
    USE_EXTERNAL_APPS = 1 << 50
    PIN_MESSAGES = 1 << 51


ALL: Final = (1 << 53) - 1
"""All permissions that Discord has, also those without a meaning here."""

MEMBERS: Final = int(
    Permission.VIEW_CHANNEL
    | Permission.SEND_MESSAGES
    | Permission.SEND_MESSAGES_IN_THREADS
    | Permission.CREATE_PUBLIC_THREADS
    | Permission.EMBED_LINKS
    | Permission.ATTACH_FILES
    | Permission.ADD_REACTIONS
    | Permission.READ_MESSAGE_HISTORY
    | Permission.USE_EXTERNAL_EMOJIS
    | Permission.USE_APPLICATION_COMMANDS
    | Permission.USE_EXTERNAL_APPS
)
"""What everyone may do in a new guild."""

MODERATORS: Final = MEMBERS | int(
    Permission.MANAGE_CHANNELS
    | Permission.MANAGE_GUILD
    | Permission.MANAGE_MESSAGES
    | Permission.MANAGE_THREADS
    | Permission.MANAGE_ROLES
    | Permission.MANAGE_EVENTS
    | Permission.CREATE_PRIVATE_THREADS
    | Permission.MENTION_EVERYONE
)
"""What a moderator may do."""

DIRECT: Final = int(
    Permission.VIEW_CHANNEL
    | Permission.SEND_MESSAGES
    | Permission.EMBED_LINKS
    | Permission.ATTACH_FILES
    | Permission.ADD_REACTIONS
    | Permission.READ_MESSAGE_HISTORY
    | Permission.USE_EXTERNAL_EMOJIS
    | Permission.USE_APPLICATION_COMMANDS
    | Permission.USE_EXTERNAL_APPS
)
"""What all may do in direct messages."""

IN_ANSWERS: Final = int(
    Permission.EMBED_LINKS
    | Permission.ATTACH_FILES
    | Permission.MENTION_EVERYONE
    | Permission.USE_EXTERNAL_EMOJIS
)
"""What a bot may do in its answers where it is no member."""

THREADS: Final = frozenset({10, 11, 12})
"""Discord's numbers for the types of threads. 10 is a thread in an announcement channel, 11 is a
public thread, and 12 is a private thread."""
PRIVATE_THREAD: Final = 12
DIRECT_MESSAGES: Final = 1
GROUP: Final = 3
"""Direct messages of several people."""
DIRECT_KINDS: Final = frozenset({DIRECT_MESSAGES, GROUP})
ROLE, MEMBER = 0, 1


def of_guild(world: World, guild_id: str, user_id: str) -> int:
    """Return a member's permissions in a guild as a bit mask, without the overwrites of channels.
    Returns 0 for a user who isn't a member."""
    member = world.member(guild_id, user_id)
    if member is None:
        return 0
    if world.guilds[guild_id]["owner_id"] == user_id:
        return ALL
    held = [world.roles.get(role) for role in [guild_id, *member["roles"]]]
    permissions = 0
    for role in held:
        permissions |= int(role["permissions"]) if role else 0
    return ALL if permissions & Permission.ADMINISTRATOR else permissions


def in_channel(world: World, channel: Json, user_id: str) -> int:
    """Return a user's permissions in a channel as a bit mask. They are computed in Discord's order.
    First come the roles, and then the channel's overwrites: for everyone, for the member's roles,
    and for the member."""
    if channel["type"] in DIRECT_KINDS:
        return DIRECT if user_id in channel["recipient_ids"] else 0
    guild_id = channel["guild_id"]
    permissions = of_guild(world, guild_id, user_id)
    if permissions == ALL:
        return ALL
    if channel["type"] in THREADS:
        return _in_thread(world, channel, user_id)
    member = world.member(guild_id, user_id)
    if member is None:
        return 0
    exceptions = {each["id"]: each for each in channel["permission_overwrites"]}
    for group in ([guild_id], member["roles"], [user_id]):
        found = [exceptions[key] for key in group if key in exceptions]
        for each in found:
            permissions &= ~int(each["deny"])
        for each in found:
            permissions |= int(each["allow"])
    return permissions if permissions & Permission.VIEW_CHANNEL else 0


def _in_thread(world: World, thread: Json, user_id: str) -> int:
    parent = world.channels.get(thread["parent_id"])
    if parent is None:
        return 0
    permissions = in_channel(world, parent, user_id)
    if thread["type"] == PRIVATE_THREAD and not permissions & Permission.MANAGE_THREADS:
        key = f"{thread['id']}:{user_id}"
        if key not in world.thread_members:
            return 0
    if permissions & Permission.SEND_MESSAGES_IN_THREADS:
        return permissions | Permission.SEND_MESSAGES
    return permissions & ~Permission.SEND_MESSAGES


def may(world: World, channel: Json, user_id: str, permission: Permission) -> bool:
    """Return whether a user has a permission in a channel. If `permission` is several joined by
    `|`, the user must have all of them."""
    return in_channel(world, channel, user_id) & permission == permission
