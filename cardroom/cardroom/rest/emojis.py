"""Requests to the REST API about the application's own emoji."""

from __future__ import annotations

import base64
import binascii
import re
from typing import Final

from cardroom import payloads
from cardroom.events import Event
from cardroom.refusals import Reason, Refused, invalid, known
from cardroom.rest.call import Call, route
from cardroom.store import Json

ALL = "/applications/{application_id}/emojis"
ONE = ALL + "/{emoji_id}"
NAME: Final = re.compile(r"\w{2,32}", re.ASCII)
IMAGE: Final = re.compile(r"data:(image/(?:png|jpeg|gif|webp));base64,(.+)", re.DOTALL)
MOST: Final = 2000
LARGEST: Final = 256 * 1024
"""The most bytes of an emoji's picture."""
NO_MESSAGE: Final = "0"


@route("GET", ALL)
def emojis(call: Call) -> Json:
    """Return all emoji of the application."""
    return {"items": [_payload(call, each) for each in call.world.emojis.all()]}


@route("GET", ONE)
def emoji(call: Call) -> Json:
    """Return the emoji whose id is in the path. Raises Refused if there is no such emoji."""
    return _payload(call, _find(call))


@route("POST", ALL)
def create(call: Call) -> Json:
    """Add an emoji to the application, and return it. The request body has the picture as a data
    URL."""
    world, body = call.world, call.object()
    name = _name(call, body)
    match = IMAGE.fullmatch(str(body.get("image") or ""))
    if match is None:
        raise invalid(("image",), "IMAGE_INVALID", "Invalid image data")
    try:
        content = base64.b64decode(match[2], validate=True)
    except binascii.Error:
        raise invalid(("image",), "IMAGE_INVALID", "Invalid image data") from None
    if len(content) > LARGEST:
        raise invalid(("image",), "BINARY_TYPE_MAX_SIZE", "File cannot be larger than 256.0 kb.")
    if len(world.emojis) >= MOST:
        raise Refused(Reason.TOO_MANY_EMOJIS)
    with world.change():
        made = world.emojis.put(
            {
                "id": world.ids.next(),
                "name": name,
                "animated": match[1] == "image/gif",
                "roles": [],
                "require_colons": True,
                "managed": False,
                "available": True,
            }
        )
        world.store.put_file(made["id"], NO_MESSAGE, name, match[1], content)
        world.tell(Event("APPLICATION_EMOJIS", {}))
    return _payload(call, made)


@route("PATCH", ONE)
def edit(call: Call) -> Json:
    """Rename the emoji whose id is in the path, and return it."""
    kept = _find(call)
    name = _name(call, call.object(), but=kept["id"])
    with call.world.change():
        made = call.world.emojis.put({**kept, "name": name})
        call.world.tell(Event("APPLICATION_EMOJIS", {}))
    return _payload(call, made)


@route("DELETE", ONE)
def delete(call: Call) -> None:
    """Delete the emoji whose id is in the path, with its picture."""
    kept = _find(call)
    with call.world.change():
        call.world.emojis.drop(kept["id"])
        call.world.store.drop_file(kept["id"])
        call.world.tell(Event("APPLICATION_EMOJIS", {}))


def _find(call: Call) -> Json:
    found: Json = known(call.world.emojis.get(call.path["emoji_id"]), Reason.UNKNOWN_EMOJI)
    return found


def _name(call: Call, body: Json, but: str | None = None) -> str:
    name = str(body.get("name") or "")
    if not NAME.fullmatch(name):
        raise invalid(
            ("name",), "STRING_TYPE_REGEX", "String value did not match validation regex."
        )
    if any(each["name"] == name and each["id"] != but for each in call.world.emojis.all()):
        raise invalid(
            ("name",), "APPLICATION_EMOJI_NAME_ALREADY_TAKEN", "This emoji name is already taken"
        )
    return name


def _payload(call: Call, kept: Json) -> Json:
    return {**kept, "user": payloads.user(call.world.bot)}
