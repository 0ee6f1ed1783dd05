"""Finds strings in the cogs that people would read, but that can't be translated, or that are
translated into the wrong reader's language.

It finds texts in an argument that is shown (a label, a placeholder, a block of a message). It also
finds sentences anywhere, which are strings with several words. A string inside a translating call
is right."""

from __future__ import annotations

import ast
import re
from collections.abc import Callable, Iterator
from itertools import pairwise
from pathlib import Path

from cogs.locale.extract import KEYWORDS

COGS = Path(__file__).parents[2] / "cogs"

TRANSLATING = {*KEYWORDS, "in_words", "strength_title"}
"""Functions whose arguments are in the catalogue, or are ids that become words only when a person
is shown them."""
SHOWING: dict[str, set[int | str]] = {
    "Button": {"label"},
    "Select": {"placeholder"},
    "ChannelSelect": {"placeholder"},
    "UserSelect": {"placeholder"},
    "SelectOption": {"label", "description"},
    "Modal": {"title"},
    "Label": {"text", "description"},
    "TextInput": {"label", "placeholder"},
    "TextDisplay": {0, "content"},
    "Choice": {"name"},
    "command": {"description"},
    "Offer": {"name"},
    "send_message": {0, "content"},
    "send": {0, "content"},
    "edit_message": {"content"},
    "tell": {1},
    "message": {0},
    "Role": {1, "word"},
    "Verb": {0, 1, "name", "ask"},
    "MediaGalleryItem": {"description"},
    "File": {"description"},
}
"""For each function, the arguments that people read. An argument is given by its name, or by its
position if it is passed without a name."""
UNREAD = {
    "debug",
    "info",
    "warning",
    "error",
    "exception",
    "logged",
    "getLogger",
    "get_cog",
    "CannotConnect",
    "png_or_none",
    "compile",
    "Range",
    "must",
}
"""Functions whose arguments are read only by the person who runs the bot, or by a machine."""
FAULTS = {"LookupError", "ValueError", "TypeError", "AssertionError", "RuntimeError"}
"""Errors whose texts are never shown to members, and therefore need no translation."""
LOGGED = {"context", "left_out"}
"""Functions whose return values go into the log. The strings in these functions need no
translation."""

TURNING = {"to_everyone", "to_member", "public"}
"""Functions that set the language in which a message is made. A function that sends a public
message must call one of them. `public` is a function of MessageSync, which makes a table's message
for everyone."""

LETTERS = re.compile(r"[^\W\d_]{2}")
SENTENCE = re.compile(r"[^\W\d_]{2,}[,:;]? [^\W\d_]")


def unwrapped(source: str, name: str = "") -> Iterator[str]:
    """Yield each string in `source` that people would read but that can't be translated, with its
    place in the code. `name` is the name of the file."""
    tree = ast.parse(source)
    parents = {child: node for node in ast.walk(tree) for child in ast.iter_child_nodes(node)}
    for node in ast.walk(tree):
        if (
            not isinstance(node, ast.Constant)
            or not isinstance(node.value, str)
            or isinstance(parents[node], ast.Expr)
        ):
            continue
        line = [node, *_ancestors(node, parents)]
        if any(isinstance(each, ast.FunctionDef) and each.name in LOGGED for each in line):
            continue
        calls = {_called(each) for each in line if isinstance(each, ast.Call)}
        if calls & (TRANSLATING | UNREAD | FAULTS):
            continue
        if SENTENCE.search(node.value) or (LETTERS.search(node.value) and _shown(line)):
            yield f"{name}:{node.lineno}: {node.value!r}"


def _ancestors(node: ast.AST, parents: dict[ast.AST, ast.AST]) -> Iterator[ast.AST]:
    while node in parents:
        node = parents[node]
        yield node


def _called(call: ast.Call) -> str:
    function = call.func
    return function.id if isinstance(function, ast.Name) else getattr(function, "attr", "")


def _shown(line: list[ast.AST]) -> bool:
    """Return whether a string in the code is an argument that members will see. `line` has the
    string's node and the nodes around it, from the inside to the outside. The string must be a
    visible argument (see SHOWING) of the innermost call."""
    for below, node in pairwise(line):
        if isinstance(node, (ast.Subscript, ast.Compare, ast.stmt)):
            return False
        if isinstance(node, ast.Call):
            places = SHOWING.get(_called(node), set())
            if isinstance(below, ast.keyword):
                return below.arg in places
            return below in node.args and node.args.index(below) in places
    return False


def too_early(source: str, name: str = "") -> Iterator[str]:
    """Yield each sentence of `source` that is translated too early, with its place in the code.
    This is so if it is translated when the module is imported, or once for all later readers."""
    tree = ast.parse(source)
    parents = {child: node for node in ast.walk(tree) for child in ast.iter_child_nodes(node)}
    for node in ast.walk(tree):
        if (
            isinstance(node, ast.Call)
            and _called(node) in {"_", "counted", "in_context"}
            and _once(node, parents)
        ):
            yield f"{name}:{node.lineno}: {ast.unparse(node)}"


def _once(node: ast.AST, parents: dict[ast.AST, ast.AST]) -> bool:
    around = [
        each
        for each in _ancestors(node, parents)
        if isinstance(each, (ast.FunctionDef, ast.AsyncFunctionDef))
    ]
    cached = any(
        "cache" in ast.unparse(decorator) for each in around for decorator in each.decorator_list
    )
    return cached or not around


def for_nobody_in_particular(source: str, name: str = "") -> Iterator[str]:
    """Find functions that send a public message but don't set the language of its readers. Yield
    each call that sends such a message, with its place in the code. `source` is the code, and
    `name` the name of its file."""
    tree = ast.parse(source)
    parents = {child: node for node in ast.walk(tree) for child in ast.iter_child_nodes(node)}
    for node in ast.walk(tree):
        if not isinstance(node, ast.Call) or _called(node) not in {"send_message", "send"}:
            continue
        if any(keyword.arg == "ephemeral" for keyword in node.keywords):
            continue
        function = next(
            each for each in _ancestors(node, parents) if isinstance(each, ast.AsyncFunctionDef)
        )
        if (
            not {_called(each) for each in ast.walk(function) if isinstance(each, ast.Call)}
            & TURNING
        ):
            yield f"{name}:{node.lineno}: {ast.unparse(node)}"


def everywhere(find: Callable[[str, str], Iterator[str]]) -> list[str]:
    """Return everything that `find` finds in the cogs. The code that reads and writes catalogues is
    left out, and so are texts that only the bot's owner reads."""
    return [
        found
        for path in sorted(COGS.rglob("*.py"))
        if path.parent.name not in {"locale", "watch"}
        for found in find(
            path.read_text(encoding="utf-8"), path.relative_to(COGS.parent).as_posix()
        )
    ]
