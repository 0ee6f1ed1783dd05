"""The few objects of Discord's that the stand-in sends, with no more fields than discord.py
reads."""

from __future__ import annotations

from typing import Any

Json = dict[str, Any]

BOT, GUILD_ID, CHANNEL = 1_000, 2_000, 3_000
MEMBERS = {11: "nora", 12: "pavel"}
MEMBER_PERMISSIONS = str((1 << 10) | (1 << 11) | (1 << 31))


def user(number: int, name: str, *, bot: bool = False) -> Json:
    return {
        "id": str(number),
        "username": name,
        "discriminator": "0",
        "global_name": name.title(),
        "avatar": None,
        "bot": bot,
    }


BOT_USER = user(BOT, "shijo", bot=True)
APPLICATION = {
    "id": str(BOT),
    "name": "Shijo",
    "icon": None,
    "description": "",
    "bot_public": True,
    "bot_require_code_grant": False,
    "verify_key": "",
    "flags": 0,
    "owner": user(11, "nora"),
    "team": None,
}
ROLE = {
    "id": str(GUILD_ID),
    "name": "@everyone",
    "color": 0,
    "colors": {"primary_color": 0},
    "hoist": False,
    "position": 0,
    "permissions": str((1 << 50) - 1),
    "managed": False,
    "mentionable": False,
    "flags": 0,
}
TEXT_CHANNEL = {
    "id": str(CHANNEL),
    "type": 0,
    "guild_id": str(GUILD_ID),
    "name": "cards",
    "position": 0,
    "permission_overwrites": [],
    "nsfw": False,
    "parent_id": None,
}


def member(number: int, name: str, *, bot: bool = False) -> Json:
    return {
        "user": user(number, name, bot=bot),
        "roles": [],
        "joined_at": "2026-01-01T00:00:00+00:00",
        "deaf": False,
        "mute": False,
        "flags": 0,
        "nick": None,
        "avatar": None,
    }


GUILD = {
    "id": str(GUILD_ID),
    "name": "The Card Room",
    "icon": None,
    "splash": None,
    "owner_id": "11",
    "afk_timeout": 300,
    "afk_channel_id": None,
    "verification_level": 0,
    "default_message_notifications": 0,
    "explicit_content_filter": 0,
    "roles": [ROLE],
    "emojis": [],
    "stickers": [],
    "features": [],
    "mfa_level": 0,
    "system_channel_id": None,
    "system_channel_flags": 0,
    "rules_channel_id": None,
    "premium_tier": 0,
    "preferred_locale": "en-US",
    "nsfw_level": 0,
    "public_updates_channel_id": None,
    "member_count": 3,
    "large": False,
    "unavailable": False,
    "voice_states": [],
    "members": [member(BOT, "shijo", bot=True)],
    "channels": [TEXT_CHANNEL],
    "threads": [],
    "presences": [],
    "stage_instances": [],
    "guild_scheduled_events": [],
}


def gateway(url: str) -> Json:
    limit = {"total": 1000, "remaining": 999, "reset_after": 0, "max_concurrency": 1}
    return {"url": url, "shards": 1, "session_start_limit": limit}


def ready(url: str, shard: list[int] | None) -> Json:
    return {
        "v": 10,
        "user": BOT_USER,
        "guilds": [{"id": str(GUILD_ID), "unavailable": True}],
        "session_id": "session",
        "resume_gateway_url": url,
        "shard": shard or [0, 1],
        "application": {"id": str(BOT), "flags": 0},
    }


def message(number: int, body: Json) -> Json:
    return {
        "id": str(number),
        "channel_id": str(CHANNEL),
        "author": BOT_USER,
        "content": "",
        "embeds": [],
        "attachments": [],
        "components": [],
        "mentions": [],
        "mention_roles": [],
        "mention_everyone": False,
        "pinned": False,
        "tts": False,
        "timestamp": "2026-01-01T00:00:00+00:00",
        "edited_timestamp": None,
        "type": 0,
        "flags": 0,
        **body,
    }


def interaction(number: int, token: str, kind: int, who: int, data: Json, on: Json | None) -> Json:
    payload = {
        "id": str(number),
        "application_id": str(BOT),
        "type": kind,
        "token": token,
        "version": 1,
        "data": data,
        "guild_id": str(GUILD_ID),
        "channel_id": str(CHANNEL),
        "channel": TEXT_CHANNEL,
        "locale": "en-US",
        "guild_locale": "en-US",
        "app_permissions": str((1 << 50) - 1),
        "entitlements": [],
        "context": 0,
        "member": {**member(who, MEMBERS[who]), "permissions": MEMBER_PERMISSIONS},
        "authorizing_integration_owners": {},
        "attachment_size_limit": 10_485_760,
    }
    return payload if on is None else {**payload, "message": on}
