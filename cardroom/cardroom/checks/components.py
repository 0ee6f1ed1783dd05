"""Checks of a message's components: buttons and selects in rows, and Components V2."""

from __future__ import annotations

from typing import Final

from cardroom.attached import safe_name
from cardroom.checks.emoji import check_emoji
from cardroom.checks.parts import Path, items, number, text
from cardroom.checks.selects import SELECTS, check_select
from cardroom.messages import walk
from cardroom.refusals import Problems
from cardroom.store import Json
from cardroom.world import Things

ROW, BUTTON = 1, 2
SECTION, TEXT, THUMBNAIL, GALLERY, FILE, SEPARATOR, CONTAINER = 9, 10, 11, 12, 13, 14, 17
LAYOUT: Final = frozenset({ROW, SECTION, TEXT, GALLERY, FILE, SEPARATOR})
TOP: Final = LAYOUT | {CONTAINER}

MOST_ROWS: Final = 5
MOST_BUTTONS: Final = 5
MOST_PARTS: Final = 40
MOST_TEXT: Final = 4000
CUSTOM_ID: Final = 100
LABEL: Final = 80
URL: Final = 512
DESCRIPTION: Final = 1024
MOST_PICTURES: Final = 10
MOST_IN_SECTION: Final = 3
PRIMARY, LINK, PREMIUM = 1, 5, 6


class Components:
    """Checks the components of one message. `files` are the names of its attachments."""

    def __init__(self, emojis: Things, files: set[str], problems: Problems) -> None:
        self._emojis = emojis
        self._files = files
        self._problems = problems

    def check(self, components: list[Json], path: Path, *, v2: bool) -> None:
        """Check all components of a message. For each fault that Discord would refuse, a problem is
        added to the list of problems. `path` is where the components are in the request body. `v2`
        tells whether the message uses Components V2."""
        parts = walk(components)
        for index, part in enumerate(components):
            allowed = TOP if v2 else {ROW}
            self._check(part, (*path, index), allowed)
        if not v2 and len(components) > MOST_ROWS:
            self._add(path, "BASE_TYPE_BAD_LENGTH", f"Must be between 1 and {MOST_ROWS} in length.")
        if len(parts) > MOST_PARTS:
            self._add(
                path,
                "COMPONENT_MAX_TOTAL_COMPONENTS_EXCEEDED",
                f"The total number of components exceeds the maximum of {MOST_PARTS}",
            )
        if (
            sum(len(part.get("content") or "") for part in parts if part["type"] == TEXT)
            > MOST_TEXT
        ):
            self._add(
                path,
                "COMPONENT_DISPLAYABLE_TEXT_SIZE_EXCEEDED",
                f"The total displayable text size exceeds the maximum of {MOST_TEXT}",
            )
        check_ids(components, path, self._problems)

    def _check(self, part: Json, path: Path, allowed: frozenset[int] | set[int]) -> None:
        kind: int = part.get("type") or 0
        if kind not in allowed:
            known = ", ".join(map(str, sorted(allowed)))
            self._add(
                (*path, "type"),
                "UNION_TYPE_CHOICES",
                f'Value of field "type" must be one of ({known}).',
            )
            return
        checks = {
            ROW: self._row,
            SECTION: self._section,
            TEXT: self._text,
            GALLERY: self._gallery,
            FILE: self._file,
            SEPARATOR: self._separator,
            CONTAINER: self._container,
        }
        checks[kind](part, path)

    def _text(self, part: Json, path: Path) -> None:
        text(part, "content", path, self._problems, least=1, most=MOST_TEXT, needed=True)

    def _gallery(self, part: Json, path: Path) -> None:
        found = items(part, "items", path, self._problems, least=1, most=MOST_PICTURES)
        for index, item in enumerate(found):
            self._picture(item, (*path, "items", index))

    def _file(self, part: Json, path: Path) -> None:
        self._media(part.get("file"), (*path, "file"), attached=True)

    def _separator(self, part: Json, path: Path) -> None:
        number(part, "spacing", path, self._problems, least=1, most=2, usual=1)

    def _container(self, part: Json, path: Path) -> None:
        inside = items(part, "components", path, self._problems, least=1, most=MOST_PARTS)
        for index, each in enumerate(inside):
            self._check(each, (*path, "components", index), LAYOUT)

    def _row(self, row: Json, path: Path) -> None:
        parts = items(row, "components", path, self._problems, least=1, most=MOST_BUTTONS)
        kinds = {part.get("type") for part in parts}
        if kinds & SELECTS and len(parts) > 1:
            self._add(
                (*path, "components"),
                "COMPONENT_LAYOUT_WIDTH_EXCEEDED",
                "The specified component exceeds the maximum width",
            )
        for index, part in enumerate(parts):
            place = (*path, "components", index)
            if part.get("type") == BUTTON:
                self._button(part, place)
            elif part.get("type") in SELECTS:
                check_select(part, place, self._emojis, self._problems)
            else:
                self._add((*place, "type"), "UNION_TYPE_CHOICES", "Must be a button or a select.")

    def _section(self, section: Json, path: Path) -> None:
        inside = items(section, "components", path, self._problems, least=1, most=MOST_IN_SECTION)
        for index, each in enumerate(inside):
            self._check(each, (*path, "components", index), {TEXT})
        accessory = section.get("accessory") or {}
        place = (*path, "accessory")
        if accessory.get("type") == BUTTON:
            self._button(accessory, place)
        elif accessory.get("type") == THUMBNAIL:
            self._picture(accessory, place)
        else:
            self._add(place, "BASE_TYPE_REQUIRED", "This field is required")

    def _button(self, button: Json, path: Path) -> None:
        problems = self._problems
        style = number(button, "style", path, problems, least=1, most=PREMIUM, usual=PRIMARY)
        label = text(button, "label", path, problems, most=LABEL)
        emoji = button.get("emoji")
        if emoji is not None:
            check_emoji(emoji, self._emojis, (*path, "emoji"), problems)
        if style == LINK:
            text(button, "url", path, problems, least=1, most=URL, needed=True)
            if button.get("custom_id"):
                self._add(
                    (*path, "custom_id"),
                    "BUTTON_COMPONENT_CUSTOM_ID_URL_MUTUALLY_EXCLUSIVE",
                    "A custom id and url cannot both be specified",
                )
        elif style != PREMIUM:
            text(button, "custom_id", path, problems, least=1, most=CUSTOM_ID, needed=True)
        if not label and not emoji and style != PREMIUM:
            self._add(
                path, "BUTTON_COMPONENT_LABEL_OR_EMOJI_REQUIRED", "A label or an emoji is required"
            )

    def _picture(self, item: Json, path: Path) -> None:
        text(item, "description", path, self._problems, most=DESCRIPTION)
        self._media(item.get("media"), (*path, "media"), attached=False)

    def _media(self, media: Json | None, path: Path, *, attached: bool) -> None:
        url = str((media or {}).get("url") or "")
        if url.startswith("attachment://"):
            if sent_name(url) not in self._files:
                self._add(
                    (*path, "url"),
                    "UNFURLED_MEDIA_ITEM_REFERENCED_ATTACHMENT_NOT_FOUND",
                    "The referenced attachment was not found",
                )
        elif attached or not url.startswith(("http://", "https://")):
            self._add((*path, "url"), "URL_TYPE_INVALID_SCHEME", "Not a well formed URL for this.")

    def _add(self, path: Path, code: str, message: str) -> None:
        self._problems.add(path, code, message)


def check_ids(components: list[Json], path: Path, problems: Problems) -> None:
    """Check that no two components of a message have the same `custom_id` or the same `id`. Adds a
    problem for each duplicate."""
    for key, code in (
        ("custom_id", "COMPONENT_CUSTOM_ID_DUPLICATED"),
        ("id", "COMPONENT_ID_DUPLICATED"),
    ):
        seen = set()
        for place, part in placed(components, path):
            value = part.get(key)
            if value in seen:
                problems.add((*place, key), code, f"Component {key} cannot be duplicated")
            if value:
                seen.add(value)


def placed(components: list[Json], path: Path) -> list[tuple[Path, Json]]:
    """Return all components of a tree, at any depth. With each component comes its path: the keys
    and indexes that lead to the component in the request body."""
    found: list[tuple[Path, Json]] = []
    for index, part in enumerate(components):
        place = (*path, index)
        found.append((place, part))
        found += placed(part.get("components") or [], (*place, "components"))
        for key in ("accessory", "component"):
            if part.get(key):
                found.append(((*place, key), part[key]))
    return found


def sent_name(url: str) -> str:
    """Return the name of the attached file to which an `attachment://` address refers."""
    return safe_name(url.removeprefix("attachment://"))
