"""Markers that Babel can't read, so that their sentences would never be offered for translation.

Babel reads tokens. It skips a marker inside an f-string or deep inside another marker, and an
argument that is not a literal. If an argument consists of several literals, Babel reads only the
first one."""

from __future__ import annotations

import ast
from collections.abc import Iterator
from pathlib import Path
from typing import Any, Final

from cogs.locale.extract import BLANK, KEYWORDS, LETTER, ROOMS, ROOT, Message, messages

ONLY_MARKING: Final = frozenset({"marked", "both", "named_in"})
"""What stands in these is translated elsewhere, by markers that may be given a name for it."""


def unread(root: Path = ROOT) -> list[str]:
    """Each marker of the rooms below `root` that Babel doesn't read, as `file:line: call`."""
    known = {text for message in messages(root) for text in _as_marked(message)}
    return [
        f"{path.relative_to(root).as_posix()}:{call.lineno}: {ast.unparse(call)}"
        for room in ROOMS
        for path in sorted((root / room).rglob("*.py"))
        for name, call in calls(ast.parse(path.read_text(encoding="utf-8")))
        if name in KEYWORDS and not _is_read(name, call, known)
    ]


def calls(tree: ast.AST) -> Iterator[tuple[str, ast.Call]]:
    """Each call below `tree`, with the name of the called function ("" when it has none)."""
    for node in ast.walk(tree):
        if isinstance(node, ast.Call):
            called = node.func
            yield called.id if isinstance(called, ast.Name) else getattr(called, "attr", ""), node


def strings(node: ast.AST) -> list[str]:
    """The texts of all literals below `node`, those inside f-strings too."""
    return [
        each.value
        for each in ast.walk(node)
        if isinstance(each, ast.Constant) and isinstance(each.value, str)
    ]


def _as_marked(message: Message) -> Iterator[tuple[str, ...]]:
    yield (message.context, message.one) if message.context else (message.one, message.many)


def _is_read(name: str, call: ast.Call, known: set[tuple[str, ...]]) -> bool:
    texts = call.args[: len(KEYWORDS[name] or "1")]
    literals = [each.value for each in texts if isinstance(each, ast.Constant)]
    if len(literals) == len(texts):
        return not _lettered(literals) or (*literals, "")[:2] in known
    return name not in ONLY_MARKING and not any(map(strings, texts))


def _lettered(texts: list[Any]) -> bool:
    return any(LETTER.search(BLANK.sub("", text)) for text in texts)
