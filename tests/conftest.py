from __future__ import annotations

import os
from collections.abc import Iterator

import pytest
from hypothesis import HealthCheck, settings

from bot.store import pulse
from tests.postgresql import Cluster, missing

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


def pytest_xdist_auto_num_workers(config: pytest.Config) -> int:
    """One for each core, and one for the group `processes`, whose tests mostly wait."""
    waits: bool = config.getoption("dist") == "loadgroup"
    return (os.cpu_count() or 1) + waits


def pytest_collection_modifyitems(items: list[pytest.Item]) -> None:
    """Journeys first: a long test that begins last is waited for by all others."""
    items.sort(key=lambda item: "journeys" not in item.path.parts)


@pytest.fixture(scope="session")
def postgresql() -> Iterator[Cluster]:
    """A PostgreSQL server of the tests' own; without its programs, the test is skipped."""
    reason = missing()
    if reason is not None:
        pytest.skip(reason)
    with Cluster() as cluster:
        yield cluster


@pytest.fixture(autouse=True)
def patient(monkeypatch: pytest.MonkeyPatch) -> None:
    """A busy machine is no reason to give the database up."""
    monkeypatch.setattr(pulse, "ANSWER_WITHIN", 30.0)
