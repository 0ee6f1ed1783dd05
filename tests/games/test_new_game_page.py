"""The signatures and fields that docs/new-game.md shows are those of the code."""

from __future__ import annotations

import ast
import inspect
import re
from collections.abc import Mapping
from dataclasses import MISSING, fields
from pathlib import Path
from typing import Any, Literal, get_type_hints

import pytest

from games.core import Game, GameOptions, Outcome
from games.moves import Amount, Move
from games.view import SeatView, View, Zone
from tests.games.plugins import EXAMPLES

PAGE = (EXAMPLES.parent / "docs" / "new-game.md").read_text(encoding="utf-8")
BLOCKS = re.findall(r"^```(\w+)\n(.*?)^```", PAGE, re.MULTILINE | re.DOTALL)
KNOWN = {"Any": Any, "Literal": Literal, "Mapping": Mapping, "Move": Move, "Amount": Amount}
CLASSES = (Zone, SeatView, View, Outcome)


def blocks(language: str) -> list[str]:
    return [text for name, text in BLOCKS if name == language]


def shown(kind: type[Any]) -> dict[str, tuple[Any, Any]]:
    """Return the type and the default of each field of the class `kind`, as docs/new-game.md shows
    them. The default of a field without a default is MISSING."""
    calls = re.compile(rf"^{kind.__name__}\((.*?)\)$", re.MULTILINE | re.DOTALL)
    (signature,) = calls.findall("\n".join(blocks("python")))
    function = ast.parse(f"def made({signature}): ...").body[0]
    assert isinstance(function, ast.FunctionDef)
    names = function.args.args
    lacking = [None] * (len(names) - len(function.args.defaults))
    known = KNOWN | {each.__name__: each for each in CLASSES}
    found = {}
    for name, default in zip(names, [*lacking, *function.args.defaults], strict=True):
        assert name.annotation is not None, name.arg
        kind_of = eval(ast.unparse(name.annotation), known)  # the page is ours
        found[name.arg] = (kind_of, MISSING if default is None else ast.literal_eval(default))
    return found


@pytest.mark.parametrize("kind", CLASSES)
def test_signatures_are_those_of_the_code(kind: type[Any]) -> None:
    types = get_type_hints(kind)
    real = {}
    for each in fields(kind):
        made = each.default_factory() if each.default_factory is not MISSING else each.default
        real[each.name] = (types[each.name], made)
    assert list(shown(kind)) == list(real)
    assert shown(kind) == real


def test_every_name_that_it_imports_is_there() -> None:
    lines = re.findall(r"^from \w[\w.]* import .+$", "\n".join(blocks("python")), re.MULTILINE)
    assert len(lines) > 5
    for line in lines:
        exec(line, {})


def test_the_package_is_described_as_its_example_has_it() -> None:
    written = (EXAMPLES / "simple-eights" / "pyproject.toml").read_text(encoding="utf-8")
    assert [text.strip() for text in blocks("toml")] == [written.strip()]


@pytest.mark.parametrize("example", ["simple-eights", "hearts"])
def test_the_examples_that_it_names_are_there(example: str) -> None:
    assert f"examples/{example}" in PAGE
    assert (Path(EXAMPLES) / example / "README.md").exists()


def signature_of(name: str) -> str:
    """Return the text of a method's signature without `self`, or of a property's name and type. It
    has the form that docs/new-game.md uses."""
    found = inspect.getattr_static(Game, name)
    if isinstance(found, property):
        assert found.fget is not None
        return f"{name}: {inspect.signature(found.fget).return_annotation}"
    function = found.__func__ if isinstance(found, classmethod) else found
    whole = inspect.signature(function)
    return f"{name}{whole.replace(parameters=list(whole.parameters.values())[1:])}".replace("'", "")


def test_it_lists_every_method_with_its_types_and_whether_it_is_a_must() -> None:
    (listed,) = blocks("text")
    lines = dict(zip(*[iter(listed.splitlines())] * 2, strict=True))
    named = {name for name in vars(Game) if callable(getattr(Game, name)) or name == "pause"}
    promised = {name for name in named if not name.startswith("__")} | {"waiting_on"}
    musts = set(Game.__abstractmethods__)
    assert {signature_of(name) for name in promised} == set(lines)
    for name in promised:
        assert ("a must" in lines[signature_of(name)]) == (name in musts), name


@pytest.mark.parametrize("kind", [Game, GameOptions])
def test_it_speaks_of_everything_that_a_class_may_say(kind: type[Any]) -> None:
    said = {name for name, what in kind.__annotations__.items() if "ClassVar" in str(what)}
    assert len(said) > 2
    assert {
        name for name in said if not re.search(rf"\b{name}\b`| {name},|\b{name}\b.* = ", PAGE)
    } == set()
