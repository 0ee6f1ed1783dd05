"""Channels, threads and direct messages."""

from __future__ import annotations

from cardroom import payloads
from cardroom.rest.call import Call, route
from cardroom.store import Json


@route("GET", "/channels/{channel_id}")
def channel(call: Call) -> Json:
    """One channel."""
    return payloads.channel(call.world, call.channel(), call.bot_id)
