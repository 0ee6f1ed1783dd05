"""Checks of selects, in messages and modals."""

from __future__ import annotations

from typing import Final

from cardroom.checks.emoji import check_emoji
from cardroom.checks.parts import Path, items, number, text
from cardroom.refusals import Problems
from cardroom.store import Json
from cardroom.world import Things

STRINGS: Final = 3
SELECTS: Final = frozenset({3, 5, 6, 7, 8})
MOST: Final = 25
PLACEHOLDER: Final = 150
OPTION: Final = 100


def check_select(part: Json, path: Path, emojis: Things, problems: Problems) -> None:
    """Check a select menu of any kind. For each fault that Discord would refuse, a problem is added
    to `problems`. `path` is where the select is in the request body, and `emojis` are the
    application's own emoji."""
    text(part, "custom_id", path, problems, least=1, most=OPTION, needed=True)
    text(part, "placeholder", path, problems, most=PLACEHOLDER)
    offered = MOST
    if part["type"] == STRINGS:
        options = items(part, "options", path, problems, least=1, most=MOST)
        offered = min(len(options), MOST)
        _options(options, (*path, "options"), emojis, problems)
    least = number(part, "min_values", path, problems, least=0, most=offered, usual=1)
    most = number(part, "max_values", path, problems, least=1, most=offered, usual=1)
    if least > most:
        problems.add(
            path, "SELECT_COMPONENT_MIN_VALUES_GREATER", "min_values is greater than max_values"
        )
    chosen = [each for each in part.get("options") or () if each.get("default")]
    if len([*chosen, *(part.get("default_values") or ())]) > most:
        problems.add(
            path, "SELECT_COMPONENT_TOO_MANY_DEFAULT_VALUES", "More defaults than max_values"
        )


def _options(options: list[Json], path: Path, emojis: Things, problems: Problems) -> None:
    seen = set()
    for index, option in enumerate(options):
        place = (*path, index)
        text(option, "label", place, problems, least=1, most=OPTION, needed=True)
        value = text(option, "value", place, problems, least=1, most=OPTION, needed=True)
        text(option, "description", place, problems, most=OPTION)
        if option.get("emoji") is not None:
            check_emoji(option["emoji"], emojis, (*place, "emoji"), problems)
        if value in seen:
            problems.add(
                (*place, "value"),
                "SELECT_COMPONENT_OPTION_VALUE_DUPLICATED",
                "The specified option value is already used",
            )
        seen.add(value)
