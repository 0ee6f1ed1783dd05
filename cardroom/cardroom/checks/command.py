"""Checks of application commands."""

from __future__ import annotations

import re
from typing import Any, Final

from cardroom.checks.parts import Path, items, text
from cardroom.refusals import Problems, Reason, Refused
from cardroom.store import Json

SLASH: Final = 1
ENTRY_POINT: Final = 4
"""The type of the command that launches an Activity. Discord adds it when Activities are switched
on."""
SUBCOMMANDS: Final = frozenset({1, 2})
NAME: Final = re.compile(r"^[-_'\w\u0900-\u097f\u0e00-\u0e7f]{1,32}$")
LONGEST: Final = 32
DESCRIPTION: Final = 100
MOST_OPTIONS: Final = 25
MOST_CHOICES: Final = 25
MOST_TEXT: Final = 8000
MOST_OF_TYPE: Final = {1: 100, 2: 15, 3: 15, ENTRY_POINT: 1}
"""For each type of command, the most commands of this type: 100 slash commands (1), 15 menu
commands for users (2), 15 menu commands for messages (3), and one Entry Point command."""
LOCALES: Final = re.compile(
    "id|da|de|en-GB|en-US|es-ES|es-419|fr|hr|it|lt|hu|nl|no|pl|pt-BR|ro|fi|sv-SE|vi|tr|cs|el|bg|ru|"
    "uk|hi|th|zh-CN|ja|zh-TW|ko"
)


def check_commands(bodies: Any) -> None:
    """Check a whole list of commands. Each command must be valid, no two commands of the same type
    may have the same name, and there must not be too many of one type. Raises Refused with all
    problems of the commands. If there are no such problems but too many commands, raises Refused
    for this reason."""
    if not isinstance(bodies, list) or not all(isinstance(each, dict) for each in bodies):
        raise Refused(Reason.BAD_JSON)
    problems = Problems()
    names: set[tuple[int, str]] = set()
    for index, body in enumerate(bodies):
        _check(body, (index,), problems)
        key = (body.get("type", SLASH), str(body.get("name")))
        if key in names:
            problems.add(
                (index, "name"),
                "APPLICATION_COMMANDS_DUPLICATE_NAME",
                "Application command names must be unique",
            )
        names.add(key)
    problems.refuse()
    for kind, most in MOST_OF_TYPE.items():
        if sum(key[0] == kind for key in names) > most:
            raise Refused(Reason.TOO_MANY_COMMANDS)


def check_command(body: Any) -> None:
    """Check one command. Raises Refused with all problems found."""
    if not isinstance(body, dict):
        raise Refused(Reason.BAD_JSON)
    problems = Problems()
    _check(body, (), problems)
    problems.refuse()


def _check(body: Json, path: Path, problems: Problems) -> None:
    slash = body.get("type", SLASH) == SLASH
    _check_name(body, path, problems, plain=slash)
    if slash:
        _check_description(body, path, problems)
    elif body.get("description") and body["type"] != ENTRY_POINT:
        problems.add(
            (*path, "description"),
            "APPLICATION_COMMAND_DESCRIPTION_NOT_ALLOWED",
            "Context menu commands cannot have description",
        )
    _check_options(body, path, problems)
    if _size(body) > MOST_TEXT:
        problems.add(
            path,
            "APPLICATION_COMMAND_TOO_LARGE",
            f"Command exceeds maximum size ({MOST_TEXT})",
        )


def _check_name(body: Json, path: Path, problems: Problems, *, plain: bool) -> None:
    known = body.get("name_localizations") or {}
    texts: dict[Path, Any] = {("name",): body.get("name")}
    texts |= {("name_localizations", locale): name for locale, name in known.items()}
    text(body, "name", path, problems, least=1, most=LONGEST, needed=True)
    _check_locales(known, (*path, "name_localizations"), problems)
    for key, value in texts.items():
        if not plain or value is None:
            continue
        if not NAME.match(str(value)) or str(value) != str(value).lower():
            problems.add(
                (*path, *key),
                "APPLICATION_COMMAND_INVALID_NAME",
                "Command name is invalid",
            )


def _check_description(body: Json, path: Path, problems: Problems) -> None:
    text(body, "description", path, problems, least=1, most=DESCRIPTION, needed=True)
    known = body.get("description_localizations") or {}
    place = (*path, "description_localizations")
    _check_locales(known, place, problems)
    for locale in known:
        text(known, locale, place, problems, least=1, most=DESCRIPTION)


def _check_locales(known: Json, path: Path, problems: Problems) -> None:
    for locale in known:
        if not LOCALES.fullmatch(locale):
            problems.add((*path, locale), "LOCALE_TYPE_INVALID", f"{locale} is no locale")


def _check_options(body: Json, path: Path, problems: Problems) -> None:
    options = items(body, "options", path, problems, most=MOST_OPTIONS)
    names: set[Any] = set()
    optional = False
    for index, option in enumerate(options):
        place: Path = (*path, "options", index)
        _check_name(option, place, problems, plain=True)
        _check_description(option, place, problems)
        if option.get("name") in names:
            problems.add(
                (*place, "name"),
                "APPLICATION_COMMAND_OPTIONS_NAME_ALREADY_EXISTS",
                "Option name already exists in these options",
            )
        names.add(option.get("name"))
        if option.get("type") in SUBCOMMANDS:
            _check_options(option, place, problems)
            continue
        if option.get("required") and optional:
            problems.add(
                place,
                "APPLICATION_COMMAND_OPTIONS_REQUIRED_INVALID",
                "Required options must be placed before non-required options",
            )
        optional = optional or not option.get("required")
        _check_choices(option, place, problems)


def _check_choices(option: Json, path: Path, problems: Problems) -> None:
    choices = items(option, "choices", path, problems, most=MOST_CHOICES)
    if choices and option.get("autocomplete"):
        problems.add(
            path,
            "APPLICATION_COMMAND_AUTOCOMPLETE_CHOICES",
            "Choices can't be used with autocomplete",
        )
    for index, choice in enumerate(choices):
        place = (*path, "choices", index)
        text(choice, "name", place, problems, least=1, most=DESCRIPTION, needed=True)


def _size(part: Any) -> int:
    """Return the number of characters in a command, with its options and choices. Names,
    descriptions and values are counted. Of a text with translations, the longest version is
    counted."""
    if isinstance(part, list):
        return sum(_size(each) for each in part)
    total = 0
    for key in ("name", "description"):
        known = [part.get(key) or "", *(part.get(f"{key}_localizations") or {}).values()]
        total += max(len(str(each)) for each in known)
    total += len(part["value"]) if isinstance(part.get("value"), str) else 0
    return total + _size(part.get("options") or []) + _size(part.get("choices") or [])
