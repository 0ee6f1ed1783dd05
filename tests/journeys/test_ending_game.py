"""Test a plug-in game whose code tries to end the process. The press that runs this code fails, and
everything else continues."""

from __future__ import annotations

import random
import sys
from collections.abc import Iterator
from pathlib import Path
from typing import Any

import pytest

import games
from tests.beyond import the_first
from tests.games.ending import ENDING, ENTRIES
from tests.games.plugins import forget, install
from tests.journeys.conftest import Evening, actions
from tests.present import present


@pytest.fixture(autouse=True)
def ending(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> Iterator[Any]:
    site = tmp_path / "site"
    site.mkdir()
    monkeypatch.syspath_prepend(site)
    install(site, "ending", ENDING, ENTRIES)
    yield games.load("ending")
    del sys.modules["ending"]
    forget()


@pytest.mark.parametrize(
    ("at", "kept"), the_first(1, [("play", False), ("waiting_on", False), ("view", True)])
)
async def test_a_press_into_rules_that_exit_fails_and_the_bot_goes_on(
    evening: Evening, rng: random.Random, ending: Any, at: str, kept: bool
) -> None:
    await evening.dealt("ending", evening.pavel)
    table = await evening.table()
    first = evening.member_at(table, present(table.view(None)).waiting_on[0])
    await evening.hand(first)
    move = next(actions(evening.panels[first.id]))

    ending.at = at
    answer = await evening.do(first, move)
    assert "Something went wrong" in present(answer.response or answer.followups[-1]).content

    ending.at = ""
    assert (await evening.table()).version == table.version + kept
    await evening.play_out(rng, evening.nora, evening.pavel)
