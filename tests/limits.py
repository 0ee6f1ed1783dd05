"""Check requests to Discord against Discord's own limits, which discord.py doesn't check."""

from __future__ import annotations

import re
import unicodedata
from collections.abc import Iterator
from typing import Any

ACTION_ROW, BUTTON, STRING_SELECT, TEXT_INPUT = 1, 2, 3, 4
SECTION, TEXT, THUMBNAIL, GALLERY, FILE, SEPARATOR, CONTAINER, LABEL = 9, 10, 11, 12, 13, 14, 17, 18
ROLE_SELECT, CHANNEL_SELECT = 6, 8
EPHEMERAL = 1 << 6

IN_CONTAINER = {ACTION_ROW, SECTION, TEXT, GALLERY, FILE, SEPARATOR}
MESSAGE, UPDATE, MODAL, AUTOCOMPLETE = 4, 7, 9, 8


def walk(components: list[dict[str, Any]]) -> Iterator[dict[str, Any]]:
    """Yield every component, including components inside others."""
    for component in components:
        yield component
        yield from walk(component.get("components", []))
        yield from walk([component[key] for key in ("component", "accessory") if key in component])


def text_of(components: list[dict[str, Any]]) -> str:
    """Return everything that a reader of the message can see, and the descriptions of its pictures,
    line by line."""
    lines = []
    for part in walk(components):
        lines += [
            str(part[key])
            for key in ("content", "label", "placeholder", "description")
            if part.get(key)
        ]
        lines += [item["description"] for item in part.get("items", ()) if item.get("description")]
        for option in part.get("options", ()):
            lines += [option["label"], option.get("description") or ""]
    return seen("\n".join(lines))


def seen(text: str) -> str:
    """Return the text as a reader sees it. Invisible characters that keep two symbols on one line
    are left out."""
    return text.replace("\N{WORD JOINER}", "")


def check_message(body: dict[str, Any]) -> None:
    """Check the body of a request that posts or edits a message."""
    assert len(body.get("content") or "") <= 2000
    mentions = body.get("allowed_mentions")
    assert mentions is not None, "allowed mentions are left to Discord"
    assert not any(mentions.get(kind) for kind in ("parse", "roles")), mentions
    if members := mentions.get("users"):
        # Who is waited for, or wants to hear of the table: exactly those with whom it begins.
        # A challenge names the one who is asked, and mentions nobody else.
        challenged = re.findall(r"<@\d+>", text_of(body.get("components") or []))
        named = re.match(r"(?:<@\d+> )+", body.get("content") or "")
        told = challenged if named is None else named[0].split()
        assert told == [f"<@{member}>" for member in members]
    components = body.get("components") or []
    if not components:
        return
    assert not body.get("content"), "content beside components of V2"
    parts = list(walk(components))
    assert len(parts) <= 40, f"{len(parts)} components"
    assert sum(len(part["content"]) for part in parts if part["type"] == TEXT) <= 4000
    for component in components:
        assert component["type"] in {CONTAINER, *IN_CONTAINER}
    custom_ids = [part["custom_id"] for part in parts if "custom_id" in part]
    assert len(set(custom_ids)) == len(custom_ids), "custom ids twice"
    for part in parts:
        check_component(part)


def check_files(body: dict[str, Any]) -> None:
    """Check the files of a message: every picture has its file, and every file is shown."""
    parts = walk(body.get("components") or [])
    shown = [
        item["media"]["url"] for part in parts if part["type"] == GALLERY for item in part["items"]
    ]
    sent = [f"attachment://{file['filename']}" for file in body.get("attachments") or ()]
    assert sorted(shown) == sorted(sent), "a picture without its file, or a file that nothing shows"


def check_component(part: dict[str, Any]) -> None:
    """Check one component, without the components inside it."""
    kind = part["type"]
    if "custom_id" in part:
        assert 1 <= len(part["custom_id"]) <= 100
    if kind == CONTAINER:
        assert part["components"]
        assert all(child["type"] in IN_CONTAINER for child in part["components"])
    elif kind == TEXT:
        assert part["content"].strip()
    elif kind == ACTION_ROW:
        kinds = [child["type"] for child in part["components"]]
        selects = ([STRING_SELECT], [ROLE_SELECT], [CHANNEL_SELECT])
        assert kinds in (*selects, [BUTTON] * len(kinds)), f"a row of {kinds}"
        assert 1 <= len(kinds) <= 5
    elif kind == BUTTON:
        assert part.get("label") or part.get("emoji")
        assert len(part.get("label") or "") <= 80
        check_emoji(part.get("emoji"))
    elif kind == STRING_SELECT:
        check_select(part)
    elif kind in (ROLE_SELECT, CHANNEL_SELECT):
        assert len(part.get("placeholder") or "") <= 150
        assert 0 <= part.get("min_values", 1) <= part.get("max_values", 1) <= 25
        assert len(part.get("default_values") or ()) <= part.get("max_values", 1)
    elif kind == GALLERY:
        assert 1 <= len(part["items"]) <= 10
        assert all(1 <= len(item["description"]) <= 1024 for item in part["items"])
    else:
        assert kind == SEPARATOR, f"unexpected component {kind}"


def check_select(part: dict[str, Any]) -> None:
    """Check a select whose options are texts: the number of options, the lengths of texts, and the
    emoji. No two options have the same value."""
    options = part["options"]
    assert 1 <= len(options) <= 25, f"{len(options)} options"
    assert len(part.get("placeholder") or "") <= 150
    least, most = part.get("min_values", 1), part.get("max_values", 1)
    assert 0 <= least <= most <= len(options), (least, most, len(options))
    values = [option["value"] for option in options]
    assert len(set(values)) == len(values), f"values twice: {values}"
    assert sum(bool(option.get("default")) for option in options) <= most
    for option in options:
        assert 1 <= len(option["label"]) <= 100
        assert 1 <= len(option["value"]) <= 100
        assert len(option.get("description") or "") <= 100
        check_emoji(option.get("emoji"))


def check_emoji(emoji: dict[str, Any] | None) -> None:
    """Check the emoji on a button or a line of a select. It must be one of the application's own
    emoji or a single character. A character that Unicode lists as wide stands alone. Any other
    character must be followed by a variation selector. Discord refuses a message with other
    characters as emoji, such as the back of a playing card."""
    if emoji is not None and emoji.get("id") is not None:
        assert re.fullmatch(r"\w{2,32}", emoji["name"], re.ASCII), emoji
    elif emoji is not None:
        sign = emoji["name"]
        assert len(sign) == 1 or sign[1:] == "\N{VARIATION SELECTOR-16}", f"an emoji {sign!r}"
        assert (unicodedata.east_asian_width(sign[0]) == "W") == (len(sign) == 1), (
            f"an emoji {sign!r}"
        )


def check_modal(body: dict[str, Any]) -> None:
    """Check a modal: its title, its id, and at most five labelled selects or fields with different
    ids."""
    assert 1 <= len(body["title"]) <= 45
    assert 1 <= len(body["custom_id"]) <= 100
    assert 1 <= len(body["components"]) <= 5
    ids = []
    for part in body["components"]:
        assert part["type"] == LABEL
        assert 1 <= len(part["label"]) <= 45
        if part["component"]["type"] == TEXT_INPUT:
            assert (
                0
                <= part["component"].get("min_length", 0)
                <= part["component"]["max_length"]
                <= 4000
            )
        else:
            assert part["component"]["type"] == STRING_SELECT
            check_select(part["component"])
        ids.append(part["component"]["custom_id"])
    assert len(set(ids)) == len(ids)


def check_request(method: str, path: str, body: Any) -> None:
    """Check any request of the bot that contains a message, a modal, suggestions, or the name of a
    new thread. Other requests pass."""
    if path.endswith("/callback"):
        data = body.get("data") or {}
        if body["type"] in {MESSAGE, UPDATE}:
            check_message(data)
            check_files(data)
        elif body["type"] == MODAL:
            check_modal(data)
        elif body["type"] == AUTOCOMPLETE:
            assert len(data["choices"]) <= 25
    elif path.endswith("/threads"):
        assert 1 <= len(body["name"]) <= 100
    elif "/messages" in path and method in {"POST", "PATCH"}:
        check_message(body)
        check_files(body)
