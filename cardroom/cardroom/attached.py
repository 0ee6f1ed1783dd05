"""The files of messages: uploading, storing and showing them."""

from __future__ import annotations

import mimetypes
import re
import struct
from dataclasses import dataclass
from typing import Any, Final

from cardroom.store import Json
from cardroom.world import World

PNG: Final = b"\x89PNG\r\n\x1a\n"
PNG_START: Final = 24
"""The number of bytes from the beginning of a PNG to the end of its width and height."""
SCHEME: Final = "attachment://"
UNSAFE: Final = re.compile(r"[^A-Za-z0-9._-]")


@dataclass(frozen=True, slots=True)
class File:
    """A file that was uploaded with a request."""

    name: str
    content: bytes


def safe_name(name: str) -> str:
    """Return a file's name in the form in which Discord stores it: each character that Discord
    doesn't allow in names of files becomes `_`."""
    return UNSAFE.sub("_", name)


def attach(world: World, kept: Json, body: Json, files: dict[str, File]) -> list[Json]:
    """Store the uploaded files of a message that is created or changed, and return the attachments
    that the message then has. `kept` is the message before the request, and `body` is the body of
    the request. `files` are the uploaded files; their keys are the ids that the attachments have in
    the body.

    If `body` has no list of attachments, the message keeps all its attachments. Otherwise it keeps
    those in the list."""
    before = {each["id"]: each for each in kept.get("attachments", ())}
    listed = body.get("attachments")
    described = {str(each["id"]): each for each in listed or ()}
    stay = (
        before.values() if listed is None else [before[key] for key in described if key in before]
    )
    made = list(stay)
    for key, file in files.items():
        asked = described.get(key, {})
        made.append(_kept(world, kept["id"], file, asked))
    return made


def _kept(world: World, message_id: str, file: File, asked: Json) -> Json:
    name = safe_name(asked.get("filename") or file.name)
    kind = mimetypes.guess_type(name)[0] or "application/octet-stream"
    file_id = world.ids.next()
    world.store.put_file(file_id, message_id, name, kind, file.content)
    made: Json = {"id": file_id, "filename": name, "size": len(file.content), "content_type": kind}
    if asked.get("description"):
        made["description"] = asked["description"]
    size = size_of(file.content)
    if size is not None:
        made["width"], made["height"] = size
    return made


def size_of(content: bytes) -> tuple[int, int] | None:
    """Return the width and the height of a PNG in pixels. Returns None if `content` isn't a PNG."""
    if not content.startswith(PNG) or len(content) < PNG_START:
        return None
    width, height = struct.unpack(">II", content[16:24])
    return width, height


def resolve(part: Any, attachments: dict[str, Json]) -> None:
    """Replace `attachment://` addresses in a message's components by the addresses of the stored
    files. `part` is a component or a list of them, and is changed in place. `attachments` are the
    message's attachments by file name."""
    if isinstance(part, list):
        for each in part:
            resolve(each, attachments)
    elif isinstance(part, dict):
        address = part.get("url")
        if isinstance(address, str) and address.startswith(SCHEME):
            file = attachments.get(safe_name(address.removeprefix(SCHEME)))
            if file is not None:
                part.update(_media(file))
        for value in part.values():
            resolve(value, attachments)


def _media(file: Json) -> Json:
    return {
        "attachment_id": file["id"],
        "content_type": file["content_type"],
        "width": file.get("width", 0),
        "height": file.get("height", 0),
        "loading_state": 2,
        "placeholder": None,
        "placeholder_version": None,
        "flags": 0,
    }
