"""Checks of messages, new and changed."""

from __future__ import annotations

from typing import Any, Final

from cardroom.attached import File, safe_name
from cardroom.checks.components import Components
from cardroom.checks.parts import Path, items, text
from cardroom.messages import COMPONENTS_V2
from cardroom.refusals import Problems, Reason, Refused
from cardroom.store import Json
from cardroom.world import Things

CONTENT: Final = 2000
MOST_EMBEDS: Final = 10
EMBED_TEXT: Final = 6000
MOST_FILES: Final = 10
MOST_PARTS: Final = 100
EMBED_LIMITS: Final = (("title", 256), ("description", 4096), ("url", 2048))
FIELD_LIMITS: Final = (("name", 256), ("value", 1024))
MOST_FIELDS: Final = 25
LEGACY: Final = ("content", "embeds", "sticker_ids", "poll")
NONCE: Final = 25


def check_message(
    body: Any,
    files: dict[str, File],
    emojis: Things,
    *,
    kept: Json | None = None,
    path: Path = (),
) -> None:
    """Check the body of a request that creates a message, or that changes the message `kept`.
    `files` are the uploaded files, `emojis` the application's own emoji. `path` is where the
    message is in the request body. Raises Refused with all problems found."""
    if not isinstance(body, dict):
        raise Refused(Reason.BAD_JSON)
    problems = Problems()
    before = (kept or {}).get("flags", 0)
    v2 = bool(((body.get("flags") or 0) | before) & COMPONENTS_V2)
    _check_text(body, path, problems)
    if v2:
        _check_legacy(body, kept, path, problems)
    names = _check_files(body, files, kept, path, problems)
    components = items(body, "components", path, problems, most=MOST_PARTS)
    if components:
        checks = Components(emojis, names, problems)
        checks.check(components, (*path, "components"), v2=v2)
    _check_mentions(body.get("allowed_mentions"), (*path, "allowed_mentions"), problems)
    problems.refuse()
    after = {**(kept or {}), **body}
    if not (after.get("content") or after.get("embeds") or after.get("components")) and not (
        files or names or after.get("sticker_ids")
    ):
        raise Refused(Reason.EMPTY_MESSAGE)


def _check_text(body: Json, path: Path, problems: Problems) -> None:
    text(body, "content", path, problems, most=CONTENT)
    if isinstance(body.get("nonce"), str):
        text(body, "nonce", path, problems, most=NONCE)
    embeds = items(body, "embeds", path, problems, most=MOST_EMBEDS)
    total = 0
    for index, embed in enumerate(embeds):
        place: Path = (*path, "embeds", index)
        for key, most in EMBED_LIMITS:
            total += len(text(embed, key, place, problems, most=most))
        for number, each in enumerate(items(embed, "fields", place, problems, most=MOST_FIELDS)):
            inner: Path = (*place, "fields", number)
            for key, most in FIELD_LIMITS:
                total += len(text(each, key, inner, problems, least=1, most=most, needed=True))
    if total > EMBED_TEXT:
        problems.add(
            (*path, "embeds"),
            "MAX_EMBED_SIZE_EXCEEDED",
            f"Embed size exceeds maximum size of {EMBED_TEXT}",
        )


def _check_legacy(body: Json, kept: Json | None, path: Path, problems: Problems) -> None:
    """Check a message that uses Components V2. It must not have the older fields, such as `content`
    and `embeds`, and an edit must not remove its flag IS_COMPONENTS_V2. Adds a problem for each
    fault. `kept` is the message before an edit (None: it is new)."""
    for key in LEGACY:
        if body.get(key) or (kept and kept.get(key) and key not in body):
            problems.add(
                (*path, key),
                "MESSAGE_CANNOT_USE_LEGACY_FIELDS_WITH_COMPONENTS_V2",
                f"The '{key}' field cannot be used when using MessageFlags.IS_COMPONENTS_V2",
            )
    was = (kept or {}).get("flags", 0) & COMPONENTS_V2
    if was and body.get("flags") is not None and not body["flags"] & COMPONENTS_V2:
        problems.add(
            (*path, "flags"),
            "MESSAGE_CANNOT_REMOVE_COMPONENTS_V2_FLAG",
            "MessageFlags.IS_COMPONENTS_V2 cannot be removed",
        )


def _check_files(
    body: Json, files: dict[str, File], kept: Json | None, path: Path, problems: Problems
) -> set[str]:
    """Check the list of attachments in a message's request body, and add a problem for each entry
    that belongs to no file. Returns the names of all files that the message has after the request.
    `kept` is the message before an edit (None: it is new)."""
    had = {each["id"]: each["filename"] for each in (kept or {}).get("attachments", ())}
    listed = body.get("attachments")
    names = {safe_name(file.name) for file in files.values()}
    if listed is None:
        names |= set(had.values())
    described = items(body, "attachments", path, problems, most=MOST_FILES)
    for index, each in enumerate(described):
        key = str(each.get("id"))
        if key in had:
            names.add(had[key])
        elif key in files:
            names.add(safe_name(each.get("filename") or files[key].name))
        else:
            problems.add(
                (*path, "attachments", index),
                "ATTACHMENT_NOT_FOUND",
                f"Attachment data for {key} was not found",
            )
    if len(names) > MOST_FILES:
        problems.add(
            (*path, "attachments"), "BASE_TYPE_MAX_LENGTH", "Must be 10 or fewer in length."
        )
    return names | {each for each in had.values() if listed is None}


def _check_mentions(allowed: Json | None, path: Path, problems: Problems) -> None:
    for key in ("users", "roles"):
        if allowed and key in (allowed.get("parse") or ()) and allowed.get(key):
            problems.add(
                path,
                "MESSAGE_ALLOWED_MENTIONS_PARSE_EXCLUSIVE",
                f'parse:["{key}"] and {key}: [ids...] are mutually exclusive.',
            )
