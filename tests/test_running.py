"""How tests are run: seeds of those that fail, a single file, and the parts of the suite."""

from __future__ import annotations

import pytest

pytest_plugins = ("pytester",)

FAILS = """
import random
import games

def test_that_uses_no_chance():
    assert False

def test_that_fails():
    random.Random(77)
    games.load("durak").new(seats=2, seed=b"seed")
    assert False
"""


@pytest.fixture
def like_ours(pytester: pytest.Pytester) -> pytest.Pytester:
    """A folder of tests that are run as these here are."""
    pytester.makeconftest("from tests.conftest import *")
    pytester.makeini("[pytest]\nasyncio_default_fixture_loop_scope = function")
    return pytester


@pytest.mark.beyond
def test_a_test_that_fails_names_its_seeds(like_ours: pytest.Pytester) -> None:
    said = like_ours.runpytest(like_ours.makepyfile(FAILS)).stdout.str()
    assert said.count("- Seeds -") == 1
    assert "random.Random(77)\ndurak: bytes.fromhex('73656564')\n" in said


@pytest.mark.beyond
def test_a_single_file_waits_for_no_workers(like_ours: pytest.Pytester) -> None:
    file = like_ours.makepyfile("def test_here(worker_id): assert worker_id == 'master'")
    parallel = ("--numprocesses", "auto", "--dist", "loadgroup")
    like_ours.runpytest(*parallel, file).assert_outcomes(passed=1)
    like_ours.runpytest(*parallel, f"{file}::test_here").assert_outcomes(passed=1)


PARTED = """
import pytest

def test_usual():
    pass

@pytest.mark.parametrize("kills", [1, pytest.param(2, marks=pytest.mark.beyond)])
def test_kills(kills):
    pass
"""


@pytest.mark.parametrize(("part", "run"), [("usual", 2), ("beyond", 1), ("all", 3)])
def test_what_is_left_out_is_run_beyond_and_nothing_twice(
    like_ours: pytest.Pytester, part: str, run: int
) -> None:
    result = like_ours.runpytest("--part", part, like_ours.makepyfile(PARTED))
    result.assert_outcomes(passed=run, deselected=3 - run)


TRIED = """
from hypothesis import given, settings, strategies

tried = []

class TestProperty:
    @settings(max_examples=20)
    @given(strategies.integers())
    def test_it(self, number):
        tried.append(number)

def test_how_often():
    assert len(tried) == {many}
"""


@pytest.mark.parametrize(("part", "many"), [("usual", 4), ("all", 20)])
def test_a_property_is_tried_with_a_fifth_of_its_examples(
    like_ours: pytest.Pytester, part: str, many: int
) -> None:
    file = like_ours.makepyfile(TRIED.format(many=many))
    like_ours.runpytest("--part", part, file).assert_outcomes(passed=2)


def test_a_property_is_tried_again_beyond_with_all_its_examples(like_ours: pytest.Pytester) -> None:
    file = like_ours.makepyfile(TRIED.format(many=20))
    like_ours.runpytest("--part", "beyond", file).assert_outcomes(passed=1, deselected=1)
