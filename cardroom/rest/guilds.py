"""Guilds and their members."""

from __future__ import annotations

from cardroom import payloads
from cardroom.refusals import Reason, known
from cardroom.rest.call import Call, route
from cardroom.store import Json


@route("GET", "/guilds/{guild_id}")
def guild(call: Call) -> Json:
    """One guild."""
    return payloads.guild(call.world, call.guild())


@route("GET", "/guilds/{guild_id}/members/{user_id}")
def member(call: Call) -> Json:
    """One member of a guild."""
    kept = call.world.member(call.guild()["id"], call.path["user_id"])
    return payloads.member(call.world, known(kept, Reason.UNKNOWN_MEMBER))
