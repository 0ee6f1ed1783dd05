"""Requests to the REST API about channels and direct messages."""

from __future__ import annotations

from cardroom import payloads
from cardroom.checks.parts import text
from cardroom.permissions import DIRECT_MESSAGES, THREADS, Permission
from cardroom.refusals import Problems, Reason, Refused, known
from cardroom.rest.call import Call, route
from cardroom.store import Json

ONE = "/channels/{channel_id}"
EXCEPTION = ONE + "/permissions/{target_id}"
NAME = 100
TOPIC = 1024


@route("GET", ONE)
def channel(call: Call) -> Json:
    """Return the channel whose id is in the path. Raises Refused if it doesn't exist or the bot
    doesn't see it."""
    found = call.visible_channel()
    return payloads.channel(call.world, found, call.bot_id)


@route("PATCH", ONE)
def edit(call: Call) -> Json:
    """Change the channel or thread whose id is in the path by the request body, and return it."""
    found = call.visible_channel()
    if found["type"] in THREADS:
        _may_change_thread(call, found)
    else:
        call.need(found, Permission.MANAGE_CHANNELS)
    changed = call.services.places.change(found, _checked(call.object()))
    return payloads.channel(call.world, changed, call.bot_id)


@route("DELETE", ONE)
def delete(call: Call) -> Json:
    """Delete the channel or thread whose id is in the path, and return it. A channel of direct
    messages is returned, but not deleted."""
    found = call.visible_channel()
    if found["type"] == DIRECT_MESSAGES:
        return payloads.channel(call.world, found, call.bot_id)  # closed, which changes nothing
    needed = Permission.MANAGE_THREADS if found["type"] in THREADS else Permission.MANAGE_CHANNELS
    call.need(found, needed)
    payload = payloads.channel(call.world, found, call.bot_id)
    call.services.places.delete_channel(found)
    return payload


@route("PUT", EXCEPTION)
def put_exception(call: Call) -> None:
    """Set the permission overwrite of a role or member in the channel in the path."""
    found = call.visible_channel()
    call.need(found, Permission.MANAGE_ROLES)
    body = call.object()
    call.services.places.allow(
        found,
        call.path["target_id"],
        int(body.get("type", 0)),
        int(body.get("allow") or 0),
        int(body.get("deny") or 0),
    )


@route("DELETE", EXCEPTION)
def delete_exception(call: Call) -> None:
    """Delete the permission overwrite of a role or member in the channel in the path."""
    found = call.visible_channel()
    call.need(found, Permission.MANAGE_ROLES)
    call.services.places.allow(found, call.path["target_id"], 0, 0, 0)


@route("GET", "/guilds/{guild_id}/channels")
def channels(call: Call) -> list[Json]:
    """Return the channels of the guild in the path, without its threads."""
    guild = call.guild()
    return [
        payloads.channel(call.world, each, call.bot_id)
        for each in call.world.channels_of(guild["id"])
        if each["type"] not in THREADS
    ]


@route("POST", "/guilds/{guild_id}/channels")
def create(call: Call) -> Json:
    """Create a channel in the guild in the path, and return it."""
    guild = call.guild()
    call.need_in_guild(guild, Permission.MANAGE_CHANNELS)
    body = call.object()
    problems = Problems()
    text(body, "name", (), problems, least=1, most=NAME, needed=True)
    problems.refuse()
    made = call.services.places.create_channel(guild["id"], _checked(body))
    return payloads.channel(call.world, made, call.bot_id)


@route("POST", "/users/@me/channels")
def direct(call: Call) -> Json:
    """Return the channel of the bot's direct messages with the user whom the request body names.
    Raises Refused if there is no such user, or if the user is a bot."""
    user_id = str(call.object().get("recipient_id"))
    user: Json = known(call.world.users.get(user_id), Reason.UNKNOWN_USER)
    if user["bot"]:
        raise Refused(Reason.CANNOT_SEND_TO_USER)
    found = call.services.people.direct(user_id)
    return payloads.channel(call.world, found, call.bot_id)


def _may_change_thread(call: Call, thread: Json) -> None:
    """Raise Refused unless the bot may change a thread as the request asks. With the permission to
    manage threads, the bot may change everything. Otherwise a locked thread can't be changed. The
    thread's owner may change all but the lock, and a member who may write in the thread may only
    change whether and when it is archived."""
    if call.may(thread, Permission.MANAGE_THREADS):
        return
    wakes = call.object().keys() <= {"archived", "auto_archive_duration"}
    if thread["thread_metadata"]["locked"] or "locked" in call.object():
        raise Refused(Reason.MISSING_PERMISSIONS)
    if thread["owner_id"] != call.bot_id and not (
        wakes and call.may(thread, Permission.SEND_MESSAGES)
    ):
        raise Refused(Reason.MISSING_PERMISSIONS)


def _checked(body: Json) -> Json:
    problems = Problems()
    text(body, "name", (), problems, least=1, most=NAME)
    text(body, "topic", (), problems, most=TOPIC)
    problems.refuse()
    kept = ("id", "guild_id", "last_message_id", "thread_metadata", "owner_id")
    return {key: value for key, value in body.items() if key not in kept}
