from __future__ import annotations

import gc
import os
import shutil
import tempfile
from collections.abc import Generator, Iterator
from pathlib import Path
from typing import Any

import pytest
from hypothesis import HealthCheck, settings

from bot.db import health
from tests.beyond import BEYOND, is_property, try_few_examples
from tests.postgresql import Cluster, missing
from tests.quick_simulator import simulate_quickly
from tests.quick_sqlite import share_compiled_statements, without_threads
from tests.quick_trees import tell_commands_quickly
from tests.seeds import SEEDS
from tests.workers import scheduling, turn_of

settings.register_profile(
    "ci",
    derandomize=True,
    deadline=None,
    max_examples=25,
    database=None,
    suppress_health_check=[HealthCheck.too_slow, HealthCheck.filter_too_much],
)
settings.register_profile(
    "search", parent=settings.get_profile("ci"), derandomize=False, max_examples=1000
)
settings.load_profile("ci")

MEMORY = Path("/dev/shm")
"""A folder of Linux whose files are in memory."""
ENOUGH = 500_000_000
"""The free space, in bytes, that the folder `MEMORY` must have to be used for temporary files."""

SELDOM = (30_000, 20, 20)
"""The thresholds of Python's garbage collector. The first is the number of new objects after which
young objects are collected. The others are numbers of such collections after which older objects
are collected."""


def pytest_configure() -> None:
    """Put the temporary files of all tests into memory, if there is enough space. On a disk,
    thousands of commits would each wait for the disk."""
    if (
        "TMPDIR" not in os.environ
        and os.access(MEMORY, os.W_OK)
        and shutil.disk_usage(MEMORY).free > ENOUGH
    ):
        os.environ["TMPDIR"] = tempfile.tempdir = str(MEMORY)


def pytest_xdist_auto_num_workers(config: pytest.Config) -> int:
    """Return the number of worker processes: one for each core. With `--dist loadgroup`, add one
    for the group `processes`, whose tests mostly wait. Return 0 (no workers) for a single file,
    whose tests would end before workers have started."""
    if len(config.args) == 1 and Path(config.args[0].partition("::")[0]).is_file():
        return 0
    waits: bool = config.getoption("dist") == "loadgroup"
    return (os.cpu_count() or 1) + waits


def pytest_xdist_make_scheduler(config: pytest.Config, log: Any) -> Any:
    """If `--dist loadgroup` is set, return Shijo's own scheduler, which gives a worker whole groups
    and modules. Otherwise return None, and pytest-xdist uses its own scheduler."""
    return scheduling(config, log) if config.getoption("dist") == "loadgroup" else None


def pytest_addoption(parser: pytest.Parser) -> None:
    """Add the option `--part`, which chooses a part of the tests. By default, all parts run."""
    parser.addoption("--part", choices=("usual", "beyond", "all"), default="all")


def pytest_collection_modifyitems(config: pytest.Config, items: list[pytest.Item]) -> None:
    """Deselect the tests that don't belong to the chosen part. Sort the remaining tests by
    `turn_of`, so that the whole run takes less time."""
    part = config.getoption("part")
    if part != "all":
        belongs = _is_usual if part == "usual" else _is_beyond
        config.hook.pytest_deselected(items=[each for each in items if not belongs(each)])
        items[:] = [each for each in items if belongs(each)]
    if part == "usual":
        try_few_examples(items)
    items.sort(key=turn_of)


def _is_usual(item: pytest.Item) -> bool:
    return item.get_closest_marker(BEYOND.name) is None


def _is_beyond(item: pytest.Item) -> bool:
    return not _is_usual(item) or is_property(item)


def pytest_collection_finish() -> None:
    """Exclude all objects that exist now, such as modules and tests, from garbage collection, and
    let the collection run rarely. These objects stay until the end. Examining them again and again
    took a fifth of the time of all tests."""
    gc.collect()
    gc.freeze()
    gc.set_threshold(*SELDOM)


@pytest.hookimpl(trylast=True)
def pytest_sessionfinish() -> None:
    """Exclude all objects from garbage collection, because the process ends now. If they were not
    excluded, pytest would still collect garbage six times."""
    gc.freeze()


def pytest_runtest_setup() -> None:
    """Forget the seeds of the previous test."""
    SEEDS.forget()


@pytest.hookimpl(wrapper=True)
def pytest_runtest_makereport() -> Generator[None, pytest.TestReport, pytest.TestReport]:
    """If a test has failed, add the seeds of the test to its report."""
    report = yield
    if report.failed and str(SEEDS):
        report.sections.append(("Seeds", str(SEEDS)))
    return report


@pytest.fixture(scope="session", autouse=True)
def done_once() -> Iterator[None]:
    """Make slow work faster for all tests. SQL statements are compiled only for the first engine,
    and commands are translated only for the first bot. The simulated Discord copies its data
    faster. Also, let every test note its seeds."""
    with pytest.MonkeyPatch.context() as monkeypatch:
        SEEDS.heard_from(monkeypatch)
        share_compiled_statements(monkeypatch)
        simulate_quickly(monkeypatch)
        tell_commands_quickly(monkeypatch)
        yield


@pytest.fixture
def database_without_threads(monkeypatch: pytest.MonkeyPatch) -> None:
    """Let the database work without threads. A test can use this if it has a single task, which
    waits only for one database."""
    without_threads(monkeypatch)


@pytest.fixture(scope="session")
def postgresql() -> Iterator[Cluster]:
    """Run a PostgreSQL server for the tests, and yield it. Skip the test if PostgreSQL's programs
    aren't installed."""
    reason = missing()
    if reason is not None:
        pytest.skip(reason)
    with Cluster() as cluster:
        yield cluster


@pytest.fixture(autouse=True)
def patient(monkeypatch: pytest.MonkeyPatch) -> None:
    """Let the bot wait 30 seconds for an answer of the database. On a busy machine, the database
    can be slow."""
    monkeypatch.setattr(health, "ANSWER_WITHIN", 30.0)
