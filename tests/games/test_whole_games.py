"""The whole games in examples/: each keeps all promises of the contract, has numbered rules, and
has everything that the three built-in games have."""

from __future__ import annotations

import re
from collections.abc import Iterator
from pathlib import Path

import pytest

import games
from bot.core.levels import fixed_rating
from bot.core.ratings import MILLION
from games.analysis import judge_of
from games.analysis.judges import PlainJudge
from games.contract import Case, check_case, check_game
from games.core import Game
from games.players import default, offered, stand_in, strengths
from tests import WHOLE_GAMES
from tests.beyond import BEYOND
from tests.games.plugins import EXAMPLES, installed
from tests.present import present

MOST_LINES = 900


@pytest.fixture(params=WHOLE_GAMES)
def kind(request: pytest.FixtureRequest, tmp_path: Path) -> Iterator[type[Game]]:
    with installed(EXAMPLES / request.param, tmp_path):
        yield games.load(request.param)


def test_the_deal_of_the_day_keeps_every_promise(kind: type[Game]) -> None:
    daily = present(kind.daily)
    check_case(Case(kind, kind.options(daily.preset), daily.seats), every=40)


@BEYOND
def test_every_promise_is_kept_by_every_number_of_players(kind: type[Game]) -> None:
    check_game(kind)


def test_it_has_levels_a_judge_a_deal_of_the_day_and_lessons(kind: type[Game]) -> None:
    assert offered(kind.name) == ["skilled", "casual", "beginner"]
    assert (default(kind.name), stand_in(kind.name)) == ("skilled", "casual")
    assert kind.daily is not None
    assert judge_of(kind.name) is not PlainJudge
    assert len(kind.lessons) > 1
    presets = kind.Options.presets
    assert set(kind.Options.preset_titles) == set(kind.Options.preset_notes) == set(presets)
    told = {kind.rules_told(kind.options(preset)) for preset in presets}
    assert len(told) == len(presets), "the rules in short are those of the table"


def test_its_levels_are_measured_and_stand_in_their_order(kind: type[Game]) -> None:
    page = (EXAMPLES / kind.name / "README.md").read_text(encoding="utf-8")
    assert kind.ratings
    for seats, ratings in kind.ratings.items():
        assert list(ratings) == strengths(kind.name)
        assert sorted(ratings.values(), reverse=True) == list(ratings.values())
        for strength, mu in ratings.items():
            assert present(fixed_rating(kind.name, strength, seats)).mu == round(mu * MILLION)
            assert re.search(rf"\| {strength} \|.* {mu} (±|held)", page)


def test_its_rules_are_numbered_decided_and_shown(kind: type[Game]) -> None:
    package = EXAMPLES / kind.name
    readme = (package / "README.md").read_text(encoding="utf-8")
    rules = re.findall(r"^- \*\*([A-Z]{3}-\d+)\*\*", readme, re.MULTILINE)
    short = rules[0].partition("-")[0]
    assert rules == [f"{short}-{number + 1}" for number in range(len(rules))]
    shown = (Path(__file__).parent / f"test_{kind.name}.py").read_text(encoding="utf-8")
    code = "".join(file.read_text(encoding="utf-8") for file in package.rglob("*.py"))
    for rule in rules:
        assert re.search(rf"\b{rule}\b", shown), f"no test shows {rule}"
    named = {*re.findall(rf"\b{short}-\d+\b", code)}
    assert named <= set(rules)


def test_it_is_small(kind: type[Game]) -> None:
    files = (EXAMPLES / kind.name).rglob("*.py")
    lines = sum(len(file.read_text(encoding="utf-8").splitlines()) for file in files)
    assert lines <= MOST_LINES
