"""Notes for translators. A note says where a sentence is used, if the sentence alone doesn't say
this.

A note is a comment `# Translators: …` in the code. The note applies to the statement, the argument
or the item that begins on the next line, with all sentences inside. If a blank line is below the
comment, the note applies to the rest of the file. Buttons, menus and commands need no comment,
because their notes follow from the calls in which they are written."""

from __future__ import annotations

import ast
from collections.abc import Iterator, Mapping, Sequence
from typing import Final, NamedTuple

SIGN: Final = "# Translators: "

_BUTTON: Final = "A button."
_COMMAND: Final = "A command: its name, or what it does."
OF_CALLS: Final[Mapping[str, str]] = {
    **dict.fromkeys(
        ("Button", "BackLabel", "button", "loud", "_annul", "_danger", "_on_table"), _BUTTON
    ),
    **dict.fromkeys(("_button", "day_button", "lessons_button", "lobby_button"), _BUTTON),
    "watch_button": _BUTTON,
    "_switch": "A button that is on or off.",
    **dict.fromkeys(("Select", "RoleSelect", "ChannelSelect"), "A menu before anything is chosen."),
    "SelectOption": "A line of a menu.",
    "Choice": "One of the choices for an option of a command.",
    "ContextMenu": "A line of the menu that Discord opens for a member.",
    "Group": _COMMAND,
    "command": _COMMAND,
    "rename": "The name of an option of a command.",
    "describe": "What an option of a command is for.",
    "option": "An option of a game: its title, or what it does.",
    "Verb": "A move: its button, or the menu for its cards.",
    "Role": "A player's role: a word after their name, or a sentence to them.",
    "Achievement": "A badge: its name, or how to earn it.",
    "Statistic": "A statistic: a column or order of the leaderboard, or a number in a profile.",
}
"""The note about the sentences in calls of a function, by the function's name."""


class Note(NamedTuple):
    """A note about the sentences from line `first` to line `last`, both included."""

    first: int
    last: int
    text: str


def notes_in(source: str) -> list[Note]:
    """Return the notes for translators in a Python file with the text `source`. The notes from
    comments (`# Translators: …`) come first. After them come the notes from calls, such as the note
    that a text is on a button. Raises ValueError if no statement, argument or item begins on the
    line below a comment."""
    if SIGN not in source and not any(f"{name}(" in source for name in OF_CALLS):
        return []
    tree = ast.parse(source)
    return [*_commented(source.splitlines(), tree), *_by_calls(tree)]


def note_at(notes: Sequence[Note], line: int) -> str:
    """Return the text of the note that applies to a line. If several notes apply, return the text
    of the note that covers the fewest lines. Return an empty text if no note applies."""
    around = [note for note in notes if note.first <= line <= note.last]
    return min(around, key=lambda note: note.last - note.first).text if around else ""


def _commented(lines: Sequence[str], tree: ast.AST) -> Iterator[Note]:
    ends: dict[int, int] = {}
    for node in ast.walk(tree):
        first, last = getattr(node, "lineno", 0), getattr(node, "end_lineno", 0)
        ends[first] = max(last, ends.get(first, 0))
    for number, line in enumerate(lines):
        if not line.lstrip().startswith(SIGN):
            continue
        told = [line.strip().removeprefix(SIGN)]
        while lines[number + len(told)].lstrip().startswith("# "):
            told.append(lines[number + len(told)].strip().removeprefix("# "))
        below = number + len(told) + 1
        last = ends.get(below) if lines[below - 1].strip() else len(lines)
        if last is None:
            raise ValueError(f"line {number + 1}: nothing begins below this note for translators")
        yield Note(below, last, " ".join(told))


def _by_calls(tree: ast.AST) -> Iterator[Note]:
    for node in ast.walk(tree):
        if isinstance(node, ast.Call):
            called = node.func
            name = called.id if isinstance(called, ast.Name) else getattr(called, "attr", "")
            if name in OF_CALLS:
                yield Note(node.lineno, node.end_lineno or node.lineno, OF_CALLS[name])
            if name == "option" and len(node.args) > 1:
                yield from _of_values(node)


def _of_values(option: ast.Call) -> Iterator[Note]:
    """Yield notes about the values of a game's option, because a value such as “one” says nothing
    alone."""
    known = (each.value for each in ast.walk(option.args[1]) if isinstance(each, ast.Constant))
    title = next((text for text in known if isinstance(text, str)), "")
    for label in (keyword.value for keyword in option.keywords if title):
        last = label.end_lineno or label.lineno
        yield Note(label.lineno, last, f"A value of a game's option “{title}”.")
