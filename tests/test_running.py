"""Test how tests are run: the seeds of failed tests, the run of a single file, and the parts of the
test suite."""

from __future__ import annotations

import re
from pathlib import Path

import pytest

from tests.workers import GROUP_OF, PROCESSES, given_out_with

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
    """Return a temporary folder whose tests run with the same fixtures and hooks as tests/."""
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


ROOT = Path(__file__).parents[1]
STARTED = re.compile(
    r"^from tests\.(fleet|shijo_process) import|^from tests import ready_process|: Cluster\b",
    re.MULTILINE,
)
"""Text by which a test recognises modules that start bots or PostgreSQL."""


def test_whatever_waits_for_processes_is_one_workers() -> None:
    modules = [*ROOT.glob("tests/*/**/test_*.py"), *ROOT.glob("tests/test_*.py")]
    found = {each.relative_to(ROOT).as_posix(): each.read_text("utf-8") for each in modules}
    starting = {
        path
        for path, text in found.items()
        if STARTED.search(text) and not path.startswith("tests/browser/")
    }
    assert starting - {"tests/test_running.py"} == set(PROCESSES)
    assert set(GROUP_OF) <= set(found)


def test_groups_are_given_out_together_and_others_by_module() -> None:
    cases = [f"{path}::test_it[a@b::c]" for path in (*PROCESSES, "tests/test_docs.py")]
    assert {given_out_with(each) for each in cases} == {"processes", "tests/test_docs.py"}


WHERE = """
import pytest

@pytest.mark.parametrize("n", range(4))
def test_here(n, worker_id):
    with open({notes!r}, "a") as notes:
        notes.write(f"{{worker_id}} {{__file__}}\\n")
"""


@pytest.mark.beyond
def test_one_worker_has_what_waits_and_whole_modules(like_ours: pytest.Pytester) -> None:
    notes = like_ours.path / "notes"
    for path in (*PROCESSES[:3], "tests/one/test_it.py", "tests/two/test_it_too.py"):
        file = like_ours.path / path
        file.parent.mkdir(parents=True, exist_ok=True)
        file.write_text(WHERE.format(notes=str(notes)))
    result = like_ours.runpytest("--numprocesses", "2", "--dist", "loadgroup", "tests")
    result.assert_outcomes(passed=20)
    at = {tuple(line.split(f" {like_ours.path}/")) for line in notes.read_text().splitlines()}
    assert len(at) == 5, "a module was torn"
    waiting = {
        worker for worker, path in at if path.removeprefix(f"{like_ours.path}/") in PROCESSES
    }
    assert len(waiting) == 1
