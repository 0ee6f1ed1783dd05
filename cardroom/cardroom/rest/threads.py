"""Requests to the REST API about threads and their members."""

from __future__ import annotations

from cardroom import payloads
from cardroom.checks.parts import text
from cardroom.permissions import PRIVATE_THREAD, THREADS, Permission
from cardroom.places import HAS_THREAD
from cardroom.refusals import Problems, Reason, Refused, known
from cardroom.rest import messages
from cardroom.rest.call import Call, route
from cardroom.store import Json
from cardroom.world import member_key

FOLLOWERS = "/channels/{channel_id}/thread-members"
FOLLOWER = FOLLOWERS + "/{user_id}"
NAME = 100
DURATIONS = frozenset({60, 1440, 4320, 10080})
PUBLIC_THREAD = 11


@route("POST", "/channels/{channel_id}/messages/{message_id}/threads")
def create_from_message(call: Call) -> Json:
    """Open a thread from the message in the path, and return the thread."""
    channel = call.visible_channel()
    _check(call, channel, PUBLIC_THREAD)
    message = messages.find(call)
    if message["flags"] & HAS_THREAD:
        raise Refused(Reason.HAS_THREAD)
    thread = call.services.places.create_thread(channel, call.bot_id, call.object(), message)
    return payloads.channel(call.world, thread, call.bot_id)


@route("POST", "/channels/{channel_id}/threads")
def create(call: Call) -> Json:
    """Open a thread that doesn't belong to a message. The thread is in the channel that the path
    names. Returns the thread."""
    channel = call.visible_channel()
    _check(call, channel, call.object().get("type", PRIVATE_THREAD))
    body = {"type": PRIVATE_THREAD, **call.object()}
    thread = call.services.places.create_thread(channel, call.bot_id, body)
    return payloads.channel(call.world, thread, call.bot_id)


@route("GET", "/guilds/{guild_id}/threads/active")
def active(call: Call) -> Json:
    """Return the threads of a guild that are not archived and that the bot sees, and the bot's
    memberships in them."""
    guild = call.guild()
    found = [
        each
        for each in call.world.channels_of(guild["id"])
        if each["type"] in THREADS
        and not each["thread_metadata"]["archived"]
        and call.may(each, Permission.VIEW_CHANNEL)
    ]
    return _listed(call, found)


@route("GET", "/channels/{channel_id}/threads/archived/public")
def archived(call: Call) -> Json:
    """Return the archived public threads of the channel in the path, and the bot's memberships in
    them."""
    channel = call.visible_channel()
    found = [
        each
        for each in call.world.channels_of(channel["guild_id"])
        if each["type"] == PUBLIC_THREAD
        and each["parent_id"] == channel["id"]
        and each["thread_metadata"]["archived"]
    ]
    return {**_listed(call, found), "has_more": False}


@route("GET", FOLLOWERS)
def followers(call: Call) -> list[Json]:
    """Return the members of the thread in the path."""
    thread = _thread(call)
    return [each for each in call.world.thread_members.all() if each["id"] == thread["id"]]


@route("GET", FOLLOWER)
def follower(call: Call) -> Json:
    """Return one member of the thread in the path."""
    key = member_key(_thread(call)["id"], _who(call))
    found: Json = known(call.world.thread_members.get(key), Reason.UNKNOWN_MEMBER)
    return found


@route("PUT", FOLLOWER)
def add(call: Call) -> None:
    """Adds a user to a thread; for `@me`, the bot joins it."""
    thread = _thread(call)
    call.awake(thread)
    known(call.world.member(thread["guild_id"], _who(call)), Reason.UNKNOWN_MEMBER)
    call.services.places.add_to_thread(thread, _who(call))


@route("DELETE", FOLLOWER)
def remove(call: Call) -> None:
    """Removes a user from a thread; for `@me`, the bot leaves it."""
    thread = _thread(call)
    if _who(call) != call.bot_id:
        call.need(thread, Permission.MANAGE_THREADS)
    call.services.places.remove_from_thread(thread, _who(call))


def _thread(call: Call) -> Json:
    channel = call.visible_channel()
    if channel["type"] not in THREADS:
        raise Refused(Reason.WRONG_CHANNEL_TYPE)
    return channel


def _who(call: Call) -> str:
    user_id = call.path["user_id"]
    return call.bot_id if user_id == "@me" else user_id


def _check(call: Call, channel: Json, kind: int) -> None:
    if channel["type"] != 0:
        raise Refused(Reason.WRONG_CHANNEL_TYPE)
    private = kind == PRIVATE_THREAD
    needed = Permission.CREATE_PRIVATE_THREADS if private else Permission.CREATE_PUBLIC_THREADS
    call.need(channel, needed)
    body, problems = call.object(), Problems()
    text(body, "name", (), problems, least=1, most=NAME, needed=True)
    if body.get("auto_archive_duration") not in {None, *DURATIONS}:
        problems.add(
            ("auto_archive_duration",), "BASE_TYPE_CHOICES", "Must be 60, 1440, 4320 or 10080."
        )
    problems.refuse()


def _listed(call: Call, threads: list[Json]) -> Json:
    ids = {each["id"] for each in threads}
    mine = [
        each
        for each in call.world.thread_members.all()
        if each["id"] in ids and each["user_id"] == call.bot_id
    ]
    made = [payloads.channel(call.world, each, call.bot_id) for each in threads]
    return {"threads": made, "members": mine}
