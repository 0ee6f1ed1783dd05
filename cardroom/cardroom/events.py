"""The events of a card room. The gateway sends them to bots, and the room's web server sends them
to the open pages of people."""

from __future__ import annotations

from dataclasses import dataclass

from cardroom.store import Json


@dataclass(frozen=True, slots=True)
class Event:
    """An event that bots and pages receive. `name` is Discord's name for the event
    (`MESSAGE_CREATE` …), and `data` is its JSON. It is sent to those who are in the guild
    `guild_id` and see the channel `channel_id`. If `reader` is given, only this user receives it. A
    field that is None is no limit."""

    name: str
    data: Json
    guild_id: str | None = None
    """The guild; None in direct messages and for events without a guild."""
    channel_id: str | None = None
    """The channel that its receivers must see; None: everybody receives it."""
    reader: str | None = None
    """The single receiver: the reader of an ephemeral message."""
