"""What happens in the room, told to bots by the gateway and to people by the page."""

from __future__ import annotations

from dataclasses import dataclass

from cardroom.store import Json


@dataclass(frozen=True, slots=True)
class Event:
    """Something that happened, under Discord's name for it (`MESSAGE_CREATE` …)."""

    name: str
    data: Json
    guild_id: str | None = None
    """Where it happened; None in direct messages and for what concerns no guild."""
    channel_id: str | None = None
    """The channel that one must see to be told; None: everyone is."""
    reader: str | None = None
    """The only one who is told: the reader of an ephemeral message."""
