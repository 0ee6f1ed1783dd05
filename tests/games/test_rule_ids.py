"""Every numbered rule in docs/rules is named in the code of games/ that decides it, and in a test
that shows it."""

from __future__ import annotations

import re
from pathlib import Path

import pytest

import games
from tests.games.options_table import DOCS, with_table

ROOT = Path(__file__).parents[2]
RULE = re.compile(r"\b(?:DUR|DRI|TRE)-\d\d\b")
FILES = {"durak": "DUR", "dritzak": "DRI", "tredici": "TRE"}


def ids_in(*files: Path) -> set[str]:
    return {rule for file in files for rule in RULE.findall(file.read_text(encoding="utf-8"))}


def rules_of(name: str) -> list[str]:
    """Return the ids of the numbered rules of a game, in the order of the game's page in
    docs/rules."""
    text = (DOCS / f"{name}.md").read_text(encoding="utf-8")
    return re.findall(rf"^- \*\*({FILES[name]}-\d\d)\*\*", text, flags=re.MULTILINE)


@pytest.mark.parametrize("name", FILES)
def test_every_rule_is_named_by_a_test(name: str) -> None:
    tests = [
        file
        for file in (ROOT / "tests").rglob("*")
        if file.suffix in {".py", ".jsonl"} and file != Path(__file__)
    ]
    named = ids_in(*tests)
    missing = [rule for rule in rules_of(name) if rule not in named]
    assert not missing, f"No test names {', '.join(missing)}."


@pytest.mark.parametrize("name", FILES)
def test_every_rule_is_named_where_it_is_decided(name: str) -> None:
    decided = ids_in(*(ROOT / "games").rglob("*.py"))
    missing = [rule for rule in rules_of(name) if rule not in decided]
    assert not missing, f"Nothing in games/ names {', '.join(missing)}."


@pytest.mark.parametrize("name", FILES)
def test_rules_are_numbered_once_and_in_order(name: str) -> None:
    rules = rules_of(name)
    assert rules == sorted(set(rules))
    assert len(rules) > 20


def test_no_rule_is_named_that_docs_do_not_have() -> None:
    written = {rule for name in FILES for rule in rules_of(name)}
    named = ids_in(
        *(ROOT / "games").rglob("*.py"), *(ROOT / "cogs").rglob("*.py"), *DOCS.glob("*.md")
    )
    assert named <= written, sorted(named - written)


@pytest.mark.parametrize("name", FILES)
def test_the_tables_of_options_in_docs_are_those_of_the_models(name: str) -> None:
    text = (DOCS / f"{name}.md").read_text(encoding="utf-8")
    current = with_table(text, games.load(name))
    assert text == current, "Run: python -m tests.games.options_table"
