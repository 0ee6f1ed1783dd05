"""Tests of members' names in messages. Whatever characters a name contains, it can't format text,
mention somebody or add a link."""

from __future__ import annotations

import ast
import re
from pathlib import Path
from unicodedata import bidirectional, category

import pytest
from hypothesis import given
from hypothesis import strategies as st

from cogs.words.names import MARKS, NAMELESS, TURNING, escaped, tidy

ROOT = Path(__file__).parents[3]
DOOR = ROOT / "cogs" / "words" / "names.py"

NAMED = frozenset({"display_name", "global_name", "nick"})
"""Attributes of members that hold a name as somebody chose it."""
PEOPLE = frozenset({"user", "author", "member", "members", "owner", "recipient", "whose", "who"})
"""The names of variables and attributes that hold a Discord user. A Discord user also has a
`name`."""
OURS = frozenset({"Person", "Seat"})
NAMES = re.compile(rf"\.\s*(?:{'|'.join(NAMED)})\b|\b(?:{'|'.join(PEOPLE)})\s*\.\s*name\b")
"""A pattern for code that reads the name of a Discord user. A module without such code need not be
parsed."""


def of_a_user(node: ast.expr) -> bool:
    """Return whether an expression ends in a name that the code in cogs/ uses for a Discord user,
    such as `member`."""
    return (isinstance(node, ast.Name) and node.id in PEOPLE) or (
        isinstance(node, ast.Attribute) and node.attr in PEOPLE
    )


def ours(tree: ast.AST) -> set[str]:
    """Return the names of the parameters whose type is one of our own classes for people. In an
    object of these classes, the person's name is already safe to show."""
    return {
        each.arg
        for each in ast.walk(tree)
        if isinstance(each, ast.arg)
        and isinstance(each.annotation, ast.Name)
        and each.annotation.id in OURS
    }


def past_the_door(source: str) -> list[str]:
    """Return the expressions in `source` that read a member's name directly from discord.py, and
    not by the function that makes the name safe to show."""
    if not NAMES.search(source):
        return []
    tree = ast.parse(source)
    known = ours(tree)
    return [
        ast.unparse(node)
        for node in ast.walk(tree)
        if isinstance(node, ast.Attribute)
        and (
            node.attr in NAMED
            or (
                node.attr == "name"
                and of_a_user(node.value)
                and not (isinstance(node.value, ast.Name) and node.value.id in known)
            )
        )
    ]


def test_nothing_takes_a_members_name_but_by_the_door() -> None:
    found = {
        str(path.relative_to(ROOT)): names
        for room in ("cogs", "board", "bot", "games")
        for path in sorted((ROOT / room).rglob("*.py"))
        if path != DOOR
        # Of commands, whose parameters are displayed too.
        and path.parent.name != "locale"
        and (names := past_the_door(path.read_text()))
    }
    assert found == {}
    assert past_the_door(DOOR.read_text()) == ["user.display_name"]


@pytest.mark.parametrize(
    "code",
    ["whose.display_name", "interaction.user.global_name", "member.nick", "message.author.name"],
)
def test_the_search_finds_names_that_are_taken_past_the_door(code: str) -> None:
    assert past_the_door(f"said = {code}") == [code]


@pytest.mark.parametrize(
    "name",
    [
        "[a](http://b.c)",
        "[][a](http://b.c)",
        "[\\\\[a](http://b.c)",
        "https://b.c",
        "# big",
        "> q",
        "- l",
        "-# small",
        "||s|| ~~t~~ __u__ **b** `c`",
        "<@1> <#2> </play:3> <t:4:R> @everyone",
    ],
)
def test_a_name_formats_mentions_and_links_to_nothing(name: str) -> None:
    shown = escaped(name)
    bare = re.sub(r"\\[^A-Za-z0-9\s]", "x", shown)
    assert not re.search(r"[\\_*~`|\[\]]|^[#>-]|://|<[@#/t]|@everyone", bare), shown
    assert (
        re.sub(r"\\([^A-Za-z0-9\s])", r"\1", shown).replace("\N{ZERO WIDTH SPACE}", "") == name
    ), "it reads as it is"


@given(st.text())
def test_no_name_turns_round_what_stands_beside_it_or_leaves_its_line(name: str) -> None:
    shown = escaped(name)
    assert not any(bidirectional(sign) in TURNING or sign in MARKS for sign in shown)
    assert len(shown.splitlines()) == 1
    assert not any(category(sign) == "Cc" for sign in shown)
    assert shown == escaped(tidy(name)), "what is stored reads like what was typed"


@pytest.mark.parametrize("name", ["A\x00da", "\x07Ada", "Ad\x1ba", "A\x7fda", "A\x9fda\r\n"])
def test_control_characters_are_dropped(name: str) -> None:
    assert tidy(name) == "Ada"


@pytest.mark.parametrize(
    "name",
    [
        "",
        " \n",
        "\N{NO-BREAK SPACE}",
        "\N{ZERO WIDTH SPACE}" * 3,
        "\N{HANGUL FILLER}",
        "\N{RIGHT-TO-LEFT OVERRIDE}",
        "\N{BRAILLE PATTERN BLANK}",
    ],
)
def test_a_name_of_nothing_visible_has_a_sign_in_its_place(name: str) -> None:
    assert tidy(name) == NAMELESS
