"""Convert stored data to Discord's JSON objects, for bots and for pages.

Stored data contains only the ids of people, and files without addresses. The objects are made anew
each time, so that a changed name or port also appears in old messages."""

from __future__ import annotations

import hmac
from collections.abc import Callable
from datetime import UTC, datetime
from typing import Any, Final

from cardroom.permissions import DIRECT_KINDS, THREADS, in_channel
from cardroom.snowflakes import moment
from cardroom.store import Json
from cardroom.world import World

FILE_LIMIT: Final = 10 * 1024 * 1024
"""The size in bytes of the largest file that Discord accepts from a bot."""
KEPT_USER: Final = ("id", "username", "discriminator", "global_name", "avatar", "bot")


def time_of(seconds: float) -> str:
    """Return a time (seconds since 1970) in Discord's format."""
    return datetime.fromtimestamp(seconds, UTC).isoformat()


def user(kept: Json) -> Json:
    """Return a stored user as Discord's object, without the fields that only the card room uses."""
    return {key: kept[key] for key in KEPT_USER}


def member(world: World, kept: Json) -> Json:
    """Return a stored member of a guild as Discord's object, with the user in it."""
    return {
        "user": user(world.users[kept["user_id"]]),
        "roles": kept["roles"],
        "nick": kept.get("nick"),
        "avatar": None,
        "joined_at": kept["joined_at"],
        "deaf": False,
        "mute": False,
        "flags": 0,
        "communication_disabled_until": None,
    }


def role(kept: Json) -> Json:
    """Return a stored role as Discord's object."""
    return {
        "hoist": False,
        "managed": False,
        "mentionable": False,
        "flags": 0,
        "icon": None,
        "unicode_emoji": None,
        "colors": {"primary_color": kept["color"], "secondary_color": None, "tertiary_color": None},
        **{key: value for key, value in kept.items() if key != "guild_id"},
    }


def channel(world: World, kept: Json, viewer: str) -> Json:
    """Return a stored channel, thread or direct-message channel as Discord's object. `viewer` is
    the user who receives the object. This user isn't listed among the recipients of direct
    messages."""
    made = {**kept, "last_message_id": world.latest.get(kept["id"])}
    if kept["type"] in DIRECT_KINDS:
        people = made.pop("recipient_ids")
        made["recipients"] = [user(world.users[who]) for who in people if who != viewer]
    elif kept["type"] in THREADS:
        followers = world.thread_members
        mine = followers.get(f"{kept['id']}:{viewer}")
        made["member_count"] = sum(each["id"] == kept["id"] for each in followers.all())
        if mine is not None:
            made["member"] = mine
    return made


def in_interaction(world: World, kept: Json, viewer: str) -> Json:
    """Return a stored channel as Discord's object, with the permissions that the acting member
    `viewer` has in it."""
    return {
        **channel(world, kept, world.bot["id"]),
        "permissions": str(in_channel(world, kept, viewer)),
    }


def guild(world: World, kept: Json) -> Json:
    """Return a stored guild as Discord's object, in the form that the gateway sends to the bot. Of
    the members it has only the bot itself."""
    guild_id, bot = kept["id"], world.bot["id"]
    members = world.members_of(guild_id)
    there = [
        each
        for each in world.channels_of(guild_id)
        if each["type"] not in THREADS or in_channel(world, each, bot)
    ]
    return {
        **_GUILD,
        **kept,
        "roles": [role(each) for each in world.roles_of(guild_id)],
        "member_count": len(members),
        "members": [member(world, each) for each in members if each["user_id"] == bot],
        "channels": [channel(world, each, bot) for each in there if each["type"] not in THREADS],
        "threads": [
            channel(world, each, bot)
            for each in there
            if each["type"] in THREADS and not each["thread_metadata"]["archived"]
        ],
        "guild_scheduled_events": [
            each for each in world.scheduled.all() if each["guild_id"] == guild_id
        ],
    }


_GUILD: Final[Json] = {
    "icon": None,
    "splash": None,
    "discovery_splash": None,
    "banner": None,
    "description": None,
    "afk_timeout": 300,
    "afk_channel_id": None,
    "verification_level": 0,
    "default_message_notifications": 1,
    "explicit_content_filter": 0,
    "emojis": [],
    "stickers": [],
    "features": [],
    "mfa_level": 0,
    "application_id": None,
    "system_channel_flags": 0,
    "rules_channel_id": None,
    "public_updates_channel_id": None,
    "vanity_url_code": None,
    "premium_tier": 0,
    "premium_progress_bar_enabled": False,
    "nsfw_level": 0,
    "large": False,
    "voice_states": [],
    "presences": [],
    "stage_instances": [],
    "soundboard_sounds": [],
}


class Addresses:
    """Makes the addresses of message attachments. `page_url` returns the address of the card room's
    page, with which all of them begin. `secret` is the key for signing them."""

    def __init__(self, page_url: Callable[[], str], secret: str) -> None:
        self._page_url = page_url
        self._secret = secret.encode()

    def of(self, attachment: Json) -> str:
        """Return the address of an attachment. As on Discord, the address is signed, so only people
        who were sent the address can open the file. Only the reader of an ephemeral message is sent
        the addresses of its files."""
        name, file_id = attachment["filename"], attachment["id"]
        return f"{self._page_url()}files/{file_id}/{name}?hm={self.signature(file_id)}"

    def signature(self, file_id: str) -> str:
        """Return the signature of a file's address. It proves that the room has issued the
        address."""
        return hmac.new(self._secret, file_id.encode(), "sha256").hexdigest()


def message(world: World, kept: Json, addresses: Addresses) -> Json:
    """Return a stored message as Discord's object, with its author, the people it mentions, the
    addresses of its files, and the message to which it replies."""
    made = {**_MESSAGE, **kept}
    made["author"] = user(world.users[made.pop("author_id")])
    made["mentions"] = [
        user(world.users[who]) for who in made.pop("mention_ids", ()) if who in world.users
    ]
    made["timestamp"] = time_of(moment(kept["id"]))
    files = {each["id"]: each for each in kept.get("attachments", ())}
    made["attachments"] = [_attachment(each, addresses) for each in files.values()]
    if files:
        made["components"] = _addressed(made["components"], files, addresses)
        made["embeds"] = _addressed(made["embeds"], files, addresses)
    interaction = kept.get("interaction_metadata")
    if interaction is not None:
        who = user(world.users[interaction["user_id"]])
        shown = {key: value for key, value in interaction.items() if key != "user_id"}
        made["interaction_metadata"] = {**shown, "user": who}
    reference = kept.get("message_reference")
    if reference is not None and "message_id" in reference:
        original = world.store.message(reference["message_id"])
        made["referenced_message"] = original and message(
            world, {key: original[key] for key in original if key != "message_reference"}, addresses
        )
    return made


_MESSAGE: Final[Json] = {
    "type": 0,
    "content": "",
    "embeds": [],
    "components": [],
    "attachments": [],
    "mention_roles": [],
    "mention_everyone": False,
    "pinned": False,
    "tts": False,
    "edited_timestamp": None,
    "flags": 0,
}


def _attachment(kept: Json, addresses: Addresses) -> Json:
    address = addresses.of(kept)
    return {**kept, "url": address, "proxy_url": address}


def _addressed(part: Any, files: dict[str, Json], addresses: Addresses) -> Any:
    """Return a copy of `part` (JSON of a message's components). In the copy, each picture that
    shows one of the message's `files` has the address of this file. `files` are the attachments by
    their ids."""
    if isinstance(part, list):
        return [_addressed(each, files, addresses) for each in part]
    if not isinstance(part, dict):
        return part
    file = files.get(part.get("attachment_id", ""))
    if file is not None:
        address = addresses.of(file)
        return {**part, "url": address, "proxy_url": address}
    return {key: _addressed(value, files, addresses) for key, value in part.items()}
