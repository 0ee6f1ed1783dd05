"""Requests to the REST API about the scheduled events of a guild."""

from __future__ import annotations

from datetime import datetime
from typing import Final

from cardroom.checks.parts import text
from cardroom.events import Event
from cardroom.permissions import Permission
from cardroom.refusals import Problems, Reason, known
from cardroom.rest.call import Call, route
from cardroom.store import Json

ALL = "/guilds/{guild_id}/scheduled-events"
ONE = ALL + "/{event_id}"
NAME: Final = 100
DESCRIPTION: Final = 1000
LOCATION: Final = 100
ELSEWHERE: Final = 3
"""Discord's type of an event that is in none of its channels."""
SCHEDULED: Final = 1


@route("GET", ALL)
def events(call: Call) -> list[Json]:
    """Return all scheduled events of the guild in the path."""
    guild = call.guild()
    return [each for each in call.world.scheduled.all() if each["guild_id"] == guild["id"]]


@route("GET", ONE)
def event(call: Call) -> Json:
    """Return the scheduled event whose id is in the path."""
    return _find(call)


@route("POST", ALL)
def create(call: Call) -> Json:
    """Create a scheduled event in the guild in the path, and return it."""
    guild = call.guild()
    call.need_in_guild(guild, Permission.CREATE_EVENTS)
    body, world = call.object(), call.world
    _check(call, body, {})
    with world.change():
        made = world.scheduled.put(
            {
                "channel_id": None,
                "description": None,
                "scheduled_end_time": None,
                "entity_id": None,
                "entity_metadata": None,
                "image": None,
                "recurrence_rule": None,
                "privacy_level": 2,
                **body,
                "id": world.ids.next(),
                "guild_id": guild["id"],
                "creator_id": call.bot_id,
                "status": SCHEDULED,
                "user_count": 0,
            }
        )
        world.tell(Event("GUILD_SCHEDULED_EVENT_CREATE", made, guild["id"]))
    return made


@route("PATCH", ONE)
def edit(call: Call) -> Json:
    """Change the scheduled event whose id is in the path, and return it. A change of its `status`
    starts or ends the event."""
    kept, world = _find(call), call.world
    call.need_in_guild(call.guild(), Permission.CREATE_EVENTS)
    _check(call, call.object(), kept)
    with world.change():
        made = world.scheduled.put({**kept, **call.object()})
        world.tell(Event("GUILD_SCHEDULED_EVENT_UPDATE", made, kept["guild_id"]))
    return made


@route("DELETE", ONE)
def delete(call: Call) -> None:
    """Delete the scheduled event whose id is in the path."""
    kept = _find(call)
    call.need_in_guild(call.guild(), Permission.CREATE_EVENTS)
    with call.world.change():
        call.world.scheduled.drop(kept["id"])
        call.world.tell(Event("GUILD_SCHEDULED_EVENT_DELETE", kept, kept["guild_id"]))


def _find(call: Call) -> Json:
    found: Json = known(call.world.scheduled.get(call.path["event_id"]), Reason.UNKNOWN_EVENT)
    return found


def _check(call: Call, body: Json, kept: Json) -> None:
    problems, whole = Problems(), {**kept, **body}
    text(whole, "name", (), problems, least=1, most=NAME, needed=True)
    text(whole, "description", (), problems, most=DESCRIPTION)
    if whole.get("entity_type") == ELSEWHERE:
        place = whole.get("entity_metadata") or {}
        text(place, "location", ("entity_metadata",), problems, least=1, most=LOCATION, needed=True)
        text(whole, "scheduled_end_time", (), problems, most=LOCATION, needed=True)
    begins = text(whole, "scheduled_start_time", (), problems, most=LOCATION, needed=True)
    if begins and "scheduled_start_time" in body and _seconds(begins) <= call.world.clock():
        problems.add(
            ("scheduled_start_time",),
            "GUILD_SCHEDULED_EVENT_SCHEDULE_PAST",
            "Cannot schedule event in the past.",
        )
    problems.refuse()


def _seconds(moment: str) -> float:
    try:
        return datetime.fromisoformat(moment).timestamp()
    except ValueError:
        return 0.0
