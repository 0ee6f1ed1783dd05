"""Invented servers and messages, in the form in which Discord's gateway sends them. No table is in
these servers."""

from __future__ import annotations

import random
import time
from collections.abc import Iterator
from typing import Any, Final

CHANNELS: Final = 30
ROLES: Final = 25
CATEGORIES: Final = 5
VOICES: Final = 5
EMOJIS: Final = 20
THREADS: Final = 3
OVERWRITES: Final = 2
"""The number of permission overwrites of each channel. Each overwrite is for one role."""
CATEGORY, VOICE, TEXT, THREAD = 4, 2, 0, 11
EPOCH: Final = 1_420_070_400_000
"""The start of Discord's time, in milliseconds."""

Payload = dict[str, Any]


class Crowd:
    """Invented servers, each with channels and roles. `bot` is the bot's user in Discord's form,
    `count` is the number of servers, and `seed` starts the random choices. The attribute `ids` has
    the servers' ids."""

    def __init__(self, bot: Payload, count: int, seed: int = 1) -> None:
        self._bot = bot
        self._rng = random.Random(seed)
        self._begun = int(time.time() * 1000) - EPOCH
        self._places: list[tuple[str, str]] = []
        """For each text channel: its server's id and its own id."""
        self.ids = [self._id() for _ in range(count)]

    def servers(self) -> Iterator[Payload]:
        """Yield all servers."""
        for number, guild_id in enumerate(self.ids):
            yield self._server(number, guild_id)

    def message(self) -> Payload:
        """Return a new message by somebody in one of the servers that `servers` has yielded so far.
        The message has no text, because Discord leaves out the text for bots that may not read
        messages. Raises IndexError if `servers` has yielded no server yet."""
        guild_id, channel_id = self._rng.choice(self._places)
        return {
            "type": 0,
            "tts": False,
            "timestamp": "2026-01-01T12:00:00.000000+00:00",
            "edited_timestamp": None,
            "pinned": False,
            "nonce": self._id(),
            "mentions": [],
            "mention_roles": [],
            "mention_everyone": False,
            "member": {
                "roles": [self._id(), self._id()],
                "premium_since": None,
                "pending": False,
                "nick": None,
                "mute": False,
                "joined_at": "2024-01-01T12:00:00.000000+00:00",
                "flags": 0,
                "deaf": False,
                "communication_disabled_until": None,
                "banner": None,
                "avatar": None,
            },
            "id": self._id(),
            "flags": 0,
            "embeds": [],
            "content": "",
            "components": [],
            "channel_type": TEXT,
            "channel_id": channel_id,
            "author": {
                "username": "somebody",
                "public_flags": 0,
                "primary_guild": None,
                "id": self._id(),
                "global_name": "Somebody",
                "discriminator": "0",
                "clan": None,
                "avatar_decoration_data": None,
                "avatar": f"{self._rng.getrandbits(128):032x}",
            },
            "attachments": [],
            "guild_id": guild_id,
        }

    def _server(self, number: int, guild_id: str) -> Payload:
        roles = [self._role(place, guild_id) for place in range(ROLES)]
        categories = [self._id() for _ in range(CATEGORIES)]
        channels = [self._channel(place, roles, categories) for place in range(CHANNELS)]
        texts = [each["id"] for each in channels if each["type"] == TEXT]
        self._places += [(guild_id, text) for text in texts]
        return {
            **_SERVER,
            "id": guild_id,
            "name": f"Server {number}",
            "icon": f"{self._rng.getrandbits(128):032x}",
            "owner_id": self._id(),
            "system_channel_id": texts[0],
            "roles": roles,
            "channels": channels,
            "threads": [self._thread(texts[place], guild_id) for place in range(THREADS)],
            "emojis": [self._emoji(place) for place in range(EMOJIS)],
            "members": [self._me(roles)],
        }

    def _role(self, place: int, guild_id: str) -> Payload:
        return {
            "id": self._id() if place else guild_id,
            "name": f"Role {self._rng.randrange(10**6)}" if place else "@everyone",
            "color": self._rng.randrange(1 << 24),
            "colors": {
                "primary_color": self._rng.randrange(1 << 24),
                "secondary_color": None,
                "tertiary_color": None,
            },
            "hoist": False,
            "managed": False,
            "mentionable": False,
            "icon": None,
            "unicode_emoji": None,
            "flags": 0,
            "permissions": str(self._rng.randrange(1 << 50)),
            "position": place,
        }

    def _channel(self, place: int, roles: list[Payload], categories: list[str]) -> Payload:
        made: Payload = {
            "id": categories[place] if place < CATEGORIES else self._id(),
            "type": CATEGORY,
            "name": f"channel-{self._rng.randrange(10**6)}",
            "position": place,
            "flags": 0,
            "permission_overwrites": [
                {
                    "id": role["id"],
                    "type": 0,
                    "allow": str(self._rng.randrange(1 << 12)),
                    "deny": str(self._rng.randrange(1 << 12)),
                }
                for role in self._rng.sample(roles, OVERWRITES)
            ],
        }
        if place < CATEGORIES:
            return made
        made |= {
            "nsfw": False,
            "parent_id": self._rng.choice(categories),
            "rate_limit_per_user": 0,
            "last_message_id": self._id(),
        }
        if place < CATEGORIES + VOICES:
            return made | {"type": VOICE, "bitrate": 64_000, "user_limit": 0, "rtc_region": None}
        topic = f"What is spoken about here, in some words: {self._rng.randrange(10**6)}"
        return made | {"type": TEXT, "topic": topic if place % 2 else None}

    def _thread(self, parent_id: str, guild_id: str) -> Payload:
        return {
            "id": self._id(),
            "type": THREAD,
            "name": f"A thread about {self._rng.randrange(10**6)}",
            "parent_id": parent_id,
            "guild_id": guild_id,
            "owner_id": self._id(),
            "last_message_id": self._id(),
            "rate_limit_per_user": 0,
            "message_count": 5,
            "total_message_sent": 5,
            "member_count": 3,
            "flags": 0,
            "thread_metadata": {
                "archived": False,
                "archive_timestamp": "2024-01-01T00:00:00+00:00",
                "auto_archive_duration": 1440,
                "locked": False,
                "create_timestamp": "2024-01-01T00:00:00+00:00",
            },
        }

    def _emoji(self, place: int) -> Payload:
        return {
            "id": self._id(),
            "name": f"emoji_{place}",
            "roles": [],
            "require_colons": True,
            "managed": False,
            "animated": False,
            "available": True,
        }

    def _me(self, roles: list[Payload]) -> Payload:
        return {
            "user": self._bot,
            "roles": [roles[-1]["id"]],
            "nick": None,
            "avatar": None,
            "joined_at": "2024-01-01T00:00:00+00:00",
            "deaf": False,
            "mute": False,
            "flags": 0,
            "communication_disabled_until": None,
        }

    def _id(self) -> str:
        """Return a new id that looks as if Discord had made it some time ago."""
        return str(self._rng.randrange(self._begun) << 22 | self._rng.randrange(1 << 22))


_SERVER: Final[Payload] = {
    "unavailable": False,
    "large": False,
    "member_count": 200,
    "joined_at": "2024-01-01T00:00:00+00:00",
    "splash": None,
    "discovery_splash": None,
    "banner": None,
    "description": None,
    "region": "deprecated",
    "afk_timeout": 300,
    "afk_channel_id": None,
    "verification_level": 1,
    "default_message_notifications": 1,
    "explicit_content_filter": 0,
    "stickers": [],
    "features": ["COMMUNITY", "NEWS", "AUTO_MODERATION"],
    "mfa_level": 0,
    "application_id": None,
    "system_channel_flags": 0,
    "rules_channel_id": None,
    "public_updates_channel_id": None,
    "safety_alerts_channel_id": None,
    "vanity_url_code": None,
    "premium_tier": 0,
    "premium_subscription_count": 0,
    "premium_progress_bar_enabled": False,
    "preferred_locale": "en-US",
    "nsfw_level": 0,
    "max_members": 500_000,
    "max_video_channel_users": 25,
    "max_stage_video_channel_users": 50,
    "voice_states": [],
    "presences": [],
    "stage_instances": [],
    "guild_scheduled_events": [],
    "soundboard_sounds": [],
}
