from __future__ import annotations

import pytest


@pytest.fixture(autouse=True)
def of_one_task(database_without_threads: None) -> None:
    """These tests count in a single task, one game after the other, so the database needs no
    threads."""
