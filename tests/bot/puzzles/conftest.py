from __future__ import annotations

import pytest


@pytest.fixture(autouse=True)
def of_one_task(database_without_threads: None) -> None:
    """A puzzle is asked for and answered by one task."""
