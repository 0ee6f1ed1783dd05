"""A busy machine takes time from a journey, and nothing else."""

from __future__ import annotations

import time

import pytest

from tests.journeys.conftest import Evening


async def test_what_the_machine_gives_to_others_is_no_time_to_settle_in(
    evening: Evening, monkeypatch: pytest.MonkeyPatch
) -> None:
    await evening.lobby("durak")
    join = evening.bot.tables.join

    async def interrupted(*args: object, **fields: object) -> object:
        # To a process, it is the same whether it sleeps or others have the processor.
        time.sleep(0.6)  # noqa: ASYNC251
        return await join(*args, **fields)  # type: ignore[arg-type]

    monkeypatch.setattr(evening.bot.tables, "join", interrupted)
    monkeypatch.setattr(evening.env, "settle_timeout", 0.5)
    await evening.press(evening.pavel, "Join")
    assert "Pavel" in evening.text
