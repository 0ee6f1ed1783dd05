from __future__ import annotations

import pytest


@pytest.fixture(autouse=True)
def of_one_task(database_without_threads: None) -> None:
    """Let the database work without threads. These tests use the database in a single task."""
