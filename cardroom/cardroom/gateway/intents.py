"""The gateway intents of Discord, with which a bot says what kinds of events it wants to
receive."""

from __future__ import annotations

from enum import IntFlag
from typing import Any, Final

from cardroom.events import Event


class Intent(IntFlag):
    """The gateway intents for which the card room has events. The values are Discord's bits."""

    GUILDS = 1 << 0
    GUILD_MEMBERS = 1 << 1
    GUILD_EXPRESSIONS = 1 << 3
    GUILD_MESSAGES = 1 << 9
    GUILD_MESSAGE_REACTIONS = 1 << 10
    GUILD_MESSAGE_TYPING = 1 << 11
    DIRECT_MESSAGES = 1 << 12
    DIRECT_MESSAGE_REACTIONS = 1 << 13
    DIRECT_MESSAGE_TYPING = 1 << 14
    MESSAGE_CONTENT = 1 << 15
    GUILD_SCHEDULED_EVENTS = 1 << 16


GUILD_KINDS: Final = (
    ("GUILD_MEMBER_", Intent.GUILD_MEMBERS),
    ("GUILD_EMOJIS_", Intent.GUILD_EXPRESSIONS),
    ("GUILD_SCHEDULED_EVENT_", Intent.GUILD_SCHEDULED_EVENTS),
    ("GUILD_", Intent.GUILDS),
    ("CHANNEL_", Intent.GUILDS),
    ("THREAD_", Intent.GUILDS),
    ("MESSAGE_REACTION_", Intent.GUILD_MESSAGE_REACTIONS),
    ("MESSAGE_", Intent.GUILD_MESSAGES),
    ("TYPING_", Intent.GUILD_MESSAGE_TYPING),
)
DIRECT_KINDS: Final = (
    ("CHANNEL_", Intent.DIRECT_MESSAGES),
    ("MESSAGE_REACTION_", Intent.DIRECT_MESSAGE_REACTIONS),
    ("MESSAGE_", Intent.DIRECT_MESSAGES),
    ("TYPING_", Intent.DIRECT_MESSAGE_TYPING),
)
CONTENT: Final[dict[str, Any]] = {
    "content": "",
    "embeds": [],
    "components": [],
    "attachments": [],
}


def wanted(event: Event, intents: int) -> bool:
    """Return whether a bot with these intents receives an event. Interactions need no intent."""
    kinds = GUILD_KINDS if event.guild_id is not None else DIRECT_KINDS
    for prefix, intent in kinds:
        if event.name.startswith(prefix):
            return bool(intents & intent)
    return True


def without_content(event: Event, intents: int, bot_id: str) -> dict[str, Any]:
    """Return the data of an event as a bot receives it. The content of other users' messages in
    guilds is left out, unless the bot asked for it with the intent MESSAGE_CONTENT or is mentioned
    in the message."""
    data = event.data
    if (
        event.name not in {"MESSAGE_CREATE", "MESSAGE_UPDATE"}
        or event.guild_id is None
        or intents & Intent.MESSAGE_CONTENT
        or data["author"]["id"] == bot_id
        or any(who["id"] == bot_id for who in data["mentions"])
    ):
        return data
    return {**data, **CONTENT}
