"""Tests of custom ids of components. Each id belongs to exactly one handler. Ids that were made by
an older version are still understood."""

from __future__ import annotations

import ast
import json
from pathlib import Path

import pytest
from hypothesis import given
from hypothesis import strategies as st

from cogs import COGS
from cogs.discord import presses
from cogs.discord.components import (
    ASK_SHIJO,
    ASK_TO_ANNUL,
    COMPONENTS,
    IN_DAY,
    IN_DEAL,
    IN_HAND,
    IN_HISTORY,
    IN_LESSON,
    IN_LESSONS,
    IN_LOBBY,
    IN_ME,
    IN_OPTIONS,
    IN_PRACTICE,
    IN_PUZZLE,
    IN_REPLAY,
    IN_RULES,
    IN_SETTINGS,
    IN_TEAM_DEAL,
    IN_TEAMS,
    IN_WELCOME,
    LIMIT,
    ON_TABLE,
    PICK_MORE,
    PICK_TABLE,
    RUN_COMMAND,
    TO_BOARD,
)
from cogs.discord.presses import MODAL, SET, SINGLE, HandId, MoveWords
from cogs.table.hand import partial_move
from tests.present import present

EXAMPLES = [
    "h:k3f9:41:beat:6S:9S",
    "h:k3f9:41:take",
    "h:k3f9:41:attack:+0",
    "h:k3f9:41:beat:*3",
    "h:k3f9:41:lay:!0",
    "h:k3f9:41:@page",
    ON_TABLE.id("k3f9", "hand"),
    ON_TABLE.id("k3f9", "resign-yes", 3),
    IN_LOBBY.id("k3f9", "add-bot"),
    IN_OPTIONS.id("k3f9", "field"),
    IN_OPTIONS.id("k3f9", "value", "first_bout_passing"),
    TO_BOARD.id("k3f9"),
    TO_BOARD.id("k3f9", "replay", 2),
    TO_BOARD.id("k3f9", "replay", 2, 17),
    TO_BOARD.id("match-7", "match", 7),
    TO_BOARD.id("day-739943", "deal", 739_943),
    PICK_TABLE.id(),
    PICK_MORE.id(),
    ASK_SHIJO.id(),
    ASK_TO_ANNUL.id("k3f9", 2),
    RUN_COMMAND.id("play", "durak"),
    IN_LOBBY.id("k3f9", "handicap", "jinx"),
    IN_REPLAY.id("k3f9", 2, 140, "next"),
    IN_HISTORY.id("c", 2**63, 3, "older"),
    IN_SETTINGS.id("threads"),
    IN_SETTINGS.id("drop", "durak"),
    IN_ME.id("text_only"),
    IN_RULES.id("durak"),
    IN_LESSONS.id("home"),
    IN_LESSONS.id("begin", "durak", "walk-off"),
    IN_PUZZLE.id(739_000, 3),
    IN_PUZZLE.id(739_000, "any"),
    IN_PRACTICE.id(None, None, None, "next"),
    IN_PRACTICE.id(*("k3f9", 2, 140), 3),
    IN_PRACTICE.id(*("k3f9", 2, 140), "any"),
    IN_DAY.id(739_943, "play"),
    IN_DEAL.id(739_943, 12, MoveWords(("beat", "7C", "10C"))),
    IN_TEAMS.id(17, "hand"),
    IN_TEAM_DEAL.id(4_000_034, 12, MoveWords(("beat", "7C", "10C"))),
    IN_LESSON.id("durak", "beat", 2, MoveWords(("beat", "7C", "10C"))),
    IN_LESSON.id("dritzak", "up", 0, MoveWords(("up", "2H", "10C"), "?", 0)),
]

ALL = [component for cog in COGS for component in cog.answers]
"""Everything that can be pressed."""


GOLDEN = json.loads((Path(__file__).parents[2] / "golden" / "custom_ids.json").read_text("utf-8"))
"""Custom ids in old messages on Discord, each with its fields, and texts that are no custom ids."""


def test_every_component_is_answered_by_one_cog() -> None:
    assert len(ALL) == len(set(ALL)) == len(COMPONENTS)
    assert set(ALL) == set(COMPONENTS)


@pytest.mark.parametrize("custom_id", EXAMPLES)
def test_every_custom_id_matches_one_component_only(custom_id: str) -> None:
    assert sum(bool(each.match(custom_id)) for each in ALL) == 1
    # discord.py checks a new item with match, and a pressed one with fullmatch.
    assert sum(bool(each.template.match(custom_id)) for each in ALL) == 1


@pytest.mark.parametrize(("custom_id", "fields"), GOLDEN["ids"])
def test_what_old_messages_hold_is_understood_and_made_as_it_was(
    custom_id: str, fields: dict[str, str | None]
) -> None:
    (component,) = (each for each in ALL if each.match(custom_id))
    assert present(component.match(custom_id)).groupdict() == fields
    assert component.id(*(fields[name] for name in component.names)) == custom_id


def test_each_word_that_is_no_verb_means_one_thing_and_is_among_what_old_messages_hold() -> None:
    """Custom ids of hands use words with `@` for presses that are no moves, such as *Back*. No two
    of these words are equal, and each is in the stored list of ids that old messages have."""
    words = [
        value
        for module in (presses, partial_move)
        for value in vars(module).values()
        if isinstance(value, str) and value.startswith("@")
    ]
    assert len(words) == len(set(words))
    held = [fields.get("move") or "" for custom_id, fields in GOLDEN["ids"]]
    assert set(words) == {word.split(":")[0] for word in held if word.startswith("@")}


@pytest.mark.parametrize("custom_id", GOLDEN["none"])
def test_what_nobody_made_is_not_understood(custom_id: str) -> None:
    assert not [each.form for each in ALL if each.match(custom_id)]


def test_an_id_that_discord_would_refuse_is_not_made() -> None:
    with pytest.raises(ValueError, match="characters"):
        IN_WELCOME.id("x" * LIMIT)


WORDS = st.lists(st.from_regex(r"[A-Za-z0-9-]{1,10}", fullmatch=True), min_size=1, max_size=6)


@given(WORDS, st.sampled_from(["", SINGLE, SET, MODAL]), st.integers(0, 30), st.integers(0, 10**9))
def test_a_panels_custom_id_reads_as_it_was_made(
    words: list[str], kind: str, number: int, version: int
) -> None:
    made = HandId("k3f9ab", version, tuple(words), kind, number if kind else 0)
    assert HandId.read(present(IN_HAND.match(str(made)))) == made


def test_the_longest_custom_id_of_the_games_is_short_enough() -> None:
    longest = HandId("abcdef", 10**9, ("first-verb-of-a-plug-in", "10H", "10D"), SINGLE, 99)
    assert len(str(longest)) <= LIMIT


def test_a_move_is_put_together_from_the_id_and_what_was_picked() -> None:
    assert HandId("t", 1, ("take",)).move([]) == "take"
    assert HandId("t", 1, ("play",), SET).move(["5S", "5S#2"]) == "play 5S 5S"
    assert HandId("t", 1, ("beat",), SINGLE).move(["6S 9S"]) == "beat 6S 9S"


def test_every_custom_id_is_made_here() -> None:
    cogs = Path(presses.__file__).parents[1]
    elsewhere = [
        f"{path.relative_to(cogs)}:{keyword.value.lineno}"
        for path in sorted(cogs.rglob("*.py"))
        if path != Path(presses.__file__)
        for node in ast.walk(ast.parse(path.read_text(encoding="utf-8")))
        if isinstance(node, ast.Call)
        for keyword in node.keywords
        if keyword.arg == "custom_id" and isinstance(keyword.value, (ast.Constant, ast.JoinedStr))
    ]
    assert not elsewhere
