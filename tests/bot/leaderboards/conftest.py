from __future__ import annotations

import pytest


@pytest.fixture(autouse=True)
def of_one_task(database_without_threads: None) -> None:
    """What is counted here is counted by one task, a game after the other."""
