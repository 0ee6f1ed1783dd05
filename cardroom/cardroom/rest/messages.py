"""Requests to the REST API about messages in channels."""

from __future__ import annotations

from cardroom.checks.message import check_message
from cardroom.messages import SUPPRESS_EMBEDS, Draft
from cardroom.permissions import Permission
from cardroom.refusals import Reason, Refused, invalid
from cardroom.rest.call import Call, route
from cardroom.snowflakes import moment
from cardroom.store import Json

ALL = "/channels/{channel_id}/messages"
ONE = ALL + "/{message_id}"
NOBODY = "0"
"""The id of the reader when the bot reads a channel's messages. This id belongs to no user, and so
the bot never gets ephemeral messages."""
MOST = 100
FEWEST, MANY = 2, 100
OLD = 14 * 24 * 3600
"""The greatest age, in seconds, of a message that can be deleted together with others in one
request (two weeks)."""
NORMAL, REPLY, TO_COMMAND, TO_MENU = 0, 19, 20, 23
"""Discord's types of messages that people and bots write."""


@route("GET", ALL)
def messages(call: Call) -> list[Json]:
    """Return messages of the channel in the path, from the newest to the oldest. The query says how
    many, and can limit them to messages before, after or around an id."""
    channel = call.visible_channel()
    if not call.may(channel, Permission.READ_MESSAGE_HISTORY):
        return []
    limit = call.query.get("limit", "50")
    if not limit.isdecimal() or not 1 <= int(limit) <= MOST:
        raise invalid(("limit",), "NUMBER_TYPE_MAX", f"Must be between 1 and {MOST}.")
    around = call.query.get("around")
    store, half = call.world.store, max(int(limit) // 2, 1)
    if around:
        found = [
            *store.messages(channel["id"], NOBODY, half, before=around),
            *store.messages(channel["id"], NOBODY, half, after=str(int(around) - 1)),
        ]
    else:
        before, after = call.query.get("before"), call.query.get("after")
        found = store.messages(channel["id"], NOBODY, int(limit), before=before, after=after)
    return [call.messages.payload(each) for each in reversed(found)]


@route("GET", ONE)
def message(call: Call) -> Json:
    """Return the message whose ids are in the path."""
    return call.messages.payload(find(call))


@route("POST", ALL)
def create(call: Call) -> Json:
    """Create a message of the bot in the channel in the path, and return it. If the channel is an
    archived thread that isn't locked, the thread is unarchived. A request can have a nonce, a text
    that marks it. If the request also asks to enforce nonces, and a recent message has the same
    nonce, that message is returned and no new one is created."""
    channel = call.visible_channel()
    call.need(channel, Permission.SEND_MESSAGES)
    if call.files:
        call.need(channel, Permission.ATTACH_FILES)
    check_message(call.body, call.files, call.world.emojis)
    known = _same_nonce(call, channel)
    if known is not None:
        return call.messages.payload(known)
    extra = _reply(call, channel)
    with call.world.change():
        call.wake(channel)
        draft = Draft(channel["id"], call.bot_id, call.body, call.files, extra=extra)
        kept = call.messages.create(draft)
    return call.messages.payload(kept)


def _same_nonce(call: Call, channel: Json) -> Json | None:
    """Return the recent message of the channel that was created with the same nonce. Returns None
    if there is no such message, or if the request doesn't ask to enforce nonces."""
    nonce = call.body.get("nonce")
    if nonce is None or not call.body.get("enforce_nonce"):
        return None
    recent = call.world.store.messages(channel["id"], NOBODY, MOST)
    return next((each for each in recent if each.get("nonce") == nonce), None)


def _reply(call: Call, channel: Json) -> Json:
    reference = call.body.get("message_reference")
    if not reference or reference.get("type", 0) != 0:
        return {}
    original = call.world.store.message(str(reference["message_id"]))
    if original is None or original["channel_id"] != channel["id"]:
        if reference.get("fail_if_not_exists", True):
            raise invalid(("message_reference",), "REPLIES_UNKNOWN_MESSAGE", "Unknown message")
        return {}
    return {
        "type": REPLY,
        "message_reference": {
            "type": 0,
            "message_id": original["id"],
            "channel_id": channel["id"],
            "guild_id": channel.get("guild_id"),
        },
    }


@route("PATCH", ONE)
def edit(call: Call) -> Json:
    """Change a message of the bot, and return it. Of other users' messages, the bot can only hide
    the embeds, for which it needs the permission to manage messages."""
    kept = find(call)
    channel = call.channel()
    call.awake(channel)
    if kept["author_id"] != call.bot_id:
        suppresses = call.object().keys() == {"flags"} and call.may(
            channel, Permission.MANAGE_MESSAGES
        )
        if not suppresses or call.object()["flags"] & ~SUPPRESS_EMBEDS:
            raise Refused(Reason.NOT_AUTHOR)
    if kept.get("type", NORMAL) not in {NORMAL, REPLY, TO_COMMAND, TO_MENU}:
        raise Refused(Reason.SYSTEM_MESSAGE)
    if call.files:
        call.need(channel, Permission.ATTACH_FILES)
    check_message(call.body, call.files, call.world.emojis, kept=kept)
    return call.messages.payload(call.messages.edit(kept, call.body, call.files))


@route("DELETE", ONE)
def delete(call: Call) -> None:
    """Delete the message in the path. Raises Refused if somebody else wrote the message and the bot
    may not manage messages."""
    kept = find(call)
    call.awake(call.channel())
    if kept["author_id"] != call.bot_id:
        call.need(call.channel(), Permission.MANAGE_MESSAGES)
    call.messages.delete(kept)


@route("POST", ALL + "/bulk-delete")
def delete_many(call: Call) -> None:
    """Delete all messages that the request body names. They are deleted together. Raises Refused if
    there are too few or too many messages, or if a message is older than two weeks."""
    channel = call.visible_channel()
    call.need(channel, Permission.MANAGE_MESSAGES)
    asked = [str(each) for each in call.object().get("messages") or ()]
    if not FEWEST <= len(asked) <= MANY:
        raise invalid(
            ("messages",), "BASE_TYPE_BAD_LENGTH", f"Must be between {FEWEST} and {MANY} in length."
        )
    if any(call.world.clock() - moment(each) > OLD for each in asked):
        raise Refused(Reason.TOO_OLD_FOR_BULK)
    found = [call.world.store.message(each) for each in asked]
    call.messages.delete_many(
        channel, [each for each in found if each and each["channel_id"] == channel["id"]]
    )


@route("POST", "/channels/{channel_id}/typing")
def typing(call: Call) -> None:
    """Accept the request that shows the bot as typing in the channel in the path. The request
    changes nothing."""
    call.need(call.visible_channel(), Permission.SEND_MESSAGES)


def find(call: Call) -> Json:
    """Return the message whose ids are in the path. Raises Refused if it doesn't exist or isn't
    visible to everyone in the channel."""
    channel = call.visible_channel()
    kept = call.world.store.message(call.path["message_id"])
    if kept is None or kept["channel_id"] != channel["id"] or "reader_id" in kept:
        raise Refused(Reason.UNKNOWN_MESSAGE)
    return kept
