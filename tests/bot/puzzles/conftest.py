from __future__ import annotations

import pytest


@pytest.fixture(autouse=True)
def of_one_task(database_without_threads: None) -> None:
    """These tests ask for a puzzle and answer it in a single task, so the database needs no
    threads."""
