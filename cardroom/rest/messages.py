"""Messages of channels."""

from __future__ import annotations

from cardroom.messages import Draft
from cardroom.refusals import Reason, Refused, known
from cardroom.rest.call import Call, route
from cardroom.store import Json

ALL = "/channels/{channel_id}/messages"
ONE = ALL + "/{message_id}"


@route("GET", ALL)
def messages(call: Call) -> list[Json]:
    """Messages of a channel, the newest first."""
    channel = call.channel()
    limit = int(call.query.get("limit", 50))
    found = call.world.store.messages(
        channel["id"],
        "0",
        limit,
        before=call.query.get("before"),
        after=call.query.get("after"),
    )
    return [call.messages.payload(each) for each in reversed(found)]


@route("GET", ONE)
def message(call: Call) -> Json:
    """One message."""
    return call.messages.payload(find(call))


@route("POST", ALL)
def create(call: Call) -> Json:
    """A new message of the bot's."""
    draft = Draft(call.channel()["id"], call.bot_id, call.body, call.files)
    return call.messages.payload(call.messages.create(draft))


@route("PATCH", ONE)
def edit(call: Call) -> Json:
    """A message of the bot's after a change."""
    kept = find(call)
    if kept["author_id"] != call.bot_id:
        raise Refused(Reason.NOT_AUTHOR)
    return call.messages.payload(call.messages.edit(kept, call.body, call.files))


@route("DELETE", ONE)
def delete(call: Call) -> None:
    """A message less."""
    call.messages.delete(find(call))


@route("POST", "/channels/{channel_id}/typing")
def typing(call: Call) -> None:
    """The bot is writing."""
    call.channel()


def find(call: Call) -> Json:
    """The message in the path, of those that everyone sees. Raises Refused when there is none."""
    call.channel()
    kept = call.world.store.message(call.path["message_id"])
    if kept is None or kept["channel_id"] != call.path["channel_id"] or "reader_id" in kept:
        raise Refused(Reason.UNKNOWN_MESSAGE)
    found: Json = known(kept, Reason.UNKNOWN_MESSAGE)
    return found
