"""Checks of modals, and of the choices that a bot suggests for a command option."""

from __future__ import annotations

from typing import Any, Final

from cardroom.checks.components import check_ids
from cardroom.checks.parts import Path, items, number, text
from cardroom.checks.selects import SELECTS, check_select
from cardroom.refusals import Problems
from cardroom.store import Json
from cardroom.world import Things

ROW, INPUT, TEXT, LABEL = 1, 4, 10, 18
TITLE: Final = 45
CUSTOM_ID: Final = 100
MOST_PARTS: Final = 5
LABEL_TEXT: Final = 45
DESCRIPTION: Final = 100
PLACEHOLDER: Final = 100
INPUT_TEXT: Final = 4000
MOST_TEXT: Final = 4000
MOST_CHOICES: Final = 25
CHOICE: Final = 100


def check_modal(body: Json, emojis: Things, path: Path) -> None:
    """Check the body of a modal that a bot opens. It must have 1 to 5 parts. A part is a text, or a
    field in a label (or, as in older API versions, in a row). `emojis` are the application's own
    emoji. `path` is where the modal is in the request body. Raises Refused with all problems
    found."""
    problems = Problems()
    text(body, "title", path, problems, least=1, most=TITLE, needed=True)
    text(body, "custom_id", path, problems, least=1, most=CUSTOM_ID, needed=True)
    parts = items(body, "components", path, problems, least=1, most=MOST_PARTS)
    for index, part in enumerate(parts):
        _check_part(part, (*path, "components", index), emojis, problems)
    check_ids(parts, (*path, "components"), problems)
    problems.refuse()


def _check_part(part: Json, path: Path, emojis: Things, problems: Problems) -> None:
    kind = part.get("type")
    if kind == LABEL:
        text(part, "label", path, problems, least=1, most=LABEL_TEXT, needed=True)
        text(part, "description", path, problems, most=DESCRIPTION)
        _check_field(part.get("component") or {}, (*path, "component"), emojis, problems)
    elif kind == TEXT:
        text(part, "content", path, problems, least=1, most=MOST_TEXT, needed=True)
    elif kind == ROW:
        for field in items(part, "components", path, problems, least=1, most=1):
            place: Path = (*path, "components", 0)
            text(field, "label", place, problems, least=1, most=LABEL_TEXT, needed=True)
            _check_field(field, place, emojis, problems)
    else:
        problems.add(
            (*path, "type"),
            "UNION_TYPE_CHOICES",
            'Value of field "type" must be one of (1, 10, 18).',
        )


def _check_field(field: Json, path: Path, emojis: Things, problems: Problems) -> None:
    kind = field.get("type")
    if kind == INPUT:
        text(field, "custom_id", path, problems, least=1, most=CUSTOM_ID, needed=True)
        text(field, "placeholder", path, problems, most=PLACEHOLDER)
        text(field, "value", path, problems, most=INPUT_TEXT)
        number(field, "style", path, problems, least=1, most=2, usual=1)
        least = number(field, "min_length", path, problems, least=0, most=INPUT_TEXT, usual=0)
        number(
            field,
            "max_length",
            path,
            problems,
            least=max(least, 1),
            most=INPUT_TEXT,
            usual=INPUT_TEXT,
        )
    elif kind in SELECTS:
        check_select(field, path, emojis, problems)
    else:
        problems.add((*path, "type"), "UNION_TYPE_CHOICES", "Must be a text input or a select.")


def check_choices(body: Json, path: Path) -> None:
    """Check the choices that a bot suggests for a command option: at most 25, each with a name and
    a value. `path` is where they are in the request body. Raises Refused with all problems
    found."""
    problems = Problems()
    for index, choice in enumerate(items(body, "choices", path, problems, most=MOST_CHOICES)):
        place = (*path, "choices", index)
        text(choice, "name", place, problems, least=1, most=CHOICE, needed=True)
        _check_value(choice.get("value"), (*place, "value"), problems)
    problems.refuse()


def _check_value(value: Any, path: Path, problems: Problems) -> None:
    if value is None:
        problems.add(path, "BASE_TYPE_REQUIRED", "This field is required")
    elif isinstance(value, str) and len(value) > CHOICE:
        problems.add(path, "BASE_TYPE_MAX_LENGTH", f"Must be {CHOICE} or fewer in length.")
