"""Custom ids: each finds exactly one handler, and says what it said when it was made."""

from __future__ import annotations

import ast
from pathlib import Path

import pytest
from hypothesis import given
from hypothesis import strategies as st

from cogs import COGS
from cogs.discord import ids
from cogs.discord.ids import (
    HAND,
    LIMIT,
    MODAL,
    SET,
    SINGLE,
    WHICH,
    HandId,
    MoveWords,
    in_history,
    in_lesson,
    in_lessons,
    in_lobby,
    in_me,
    in_options,
    in_practice,
    in_puzzle,
    in_replay,
    in_rules,
    in_settings,
    on_table,
)
from tests.present import present

EXAMPLES = [
    "h:k3f9:41:beat:6S:9S",
    "h:k3f9:41:take",
    "h:k3f9:41:attack:+0",
    "h:k3f9:41:beat:*3",
    "h:k3f9:41:lay:!0",
    "h:k3f9:41:@page",
    on_table("k3f9", "hand"),
    on_table("k3f9", "resign-yes", 3),
    in_lobby("k3f9", "add-bot"),
    in_options("k3f9", "field"),
    in_options("k3f9", "value", "first_bout_passing"),
    WHICH,
    in_lobby("k3f9", "handicap", "jinx"),
    in_replay("k3f9", 2, 140, "next"),
    in_history("c", 2**63, 3, "older"),
    in_settings("threads"),
    in_settings("drop", "durak"),
    in_me("text_only"),
    in_rules("durak"),
    in_lessons("home"),
    in_lessons("begin", "durak", "walk-off"),
    in_puzzle(739_000, 3),
    in_puzzle(739_000, "any"),
    in_practice(None, "next"),
    in_practice(("k3f9", 2, 140), 3),
    in_practice(("k3f9", 2, 140), "any"),
    in_lesson("durak", "beat", 2, MoveWords(("beat", "7C", "10C"))),
    in_lesson("dritzak", "up", 0, MoveWords(("up", "2H", "10C"), "?", 0)),
]

ALL = [item for cog in COGS for item in cog.items]
"""Everything that can be pressed."""


@pytest.mark.parametrize("custom_id", EXAMPLES)
def test_every_custom_id_matches_one_template_only(custom_id: str) -> None:
    templates = [item.__discord_ui_compiled_template__ for item in ALL]
    assert len(set(templates)) == len(templates) == len(ALL)
    assert sum(bool(template.fullmatch(custom_id)) for template in templates) == 1
    # discord.py checks a new item with match, and a pressed one with fullmatch.
    assert sum(bool(template.match(custom_id)) for template in templates) == 1


WORDS = st.lists(st.from_regex(r"[A-Za-z0-9-]{1,10}", fullmatch=True), min_size=1, max_size=6)


@given(WORDS, st.sampled_from(["", SINGLE, SET, MODAL]), st.integers(0, 30), st.integers(0, 10**9))
def test_a_panels_custom_id_reads_as_it_was_made(
    words: list[str], kind: str, number: int, version: int
) -> None:
    made = HandId("k3f9ab", version, tuple(words), kind, number if kind else 0)
    assert HandId.read(present(HAND.fullmatch(str(made)))) == made


def test_the_longest_custom_id_of_the_games_is_short_enough() -> None:
    longest = HandId("abcdef", 10**9, ("first-verb-of-a-plug-in", "10H", "10D"), SINGLE, 99)
    assert len(str(longest)) <= LIMIT


def test_a_move_is_put_together_from_the_id_and_what_was_picked() -> None:
    assert HandId("t", 1, ("take",)).move([]) == "take"
    assert HandId("t", 1, ("play",), SET).move(["5S", "5S#2"]) == "play 5S 5S"
    assert HandId("t", 1, ("beat",), SINGLE).move(["6S 9S"]) == "beat 6S 9S"


def test_every_custom_id_is_made_here() -> None:
    cogs = Path(ids.__file__).parents[1]
    elsewhere = [
        f"{path.relative_to(cogs)}:{keyword.value.lineno}"
        for path in sorted(cogs.rglob("*.py"))
        if path != Path(ids.__file__)
        for node in ast.walk(ast.parse(path.read_text(encoding="utf-8")))
        if isinstance(node, ast.Call)
        for keyword in node.keywords
        if keyword.arg == "custom_id" and isinstance(keyword.value, (ast.Constant, ast.JoinedStr))
    ]
    assert not elsewhere
