"""Tests of a database that doesn't answer. The bot stops waiting after some time, writes a line to
the log once a minute, and asks again later."""

from __future__ import annotations

import asyncio
from collections.abc import AsyncIterator

import pytest

from bot.db import health
from bot.db.health import DatabaseHealth, Silent, patience, unhurried

SOON = 0.05
"""The seconds within which the database must answer in these tests."""


class Patient:
    """A replacement for a database. Each call of `ask` removes the last error from `lost` and
    raises it. If `lost` is empty, `ask` returns as soon as the event `answering` is set."""

    def __init__(self) -> None:
        self.answering = asyncio.Event()
        self.answering.set()
        self.lost: list[Exception] = []
        self.asked = 0

    async def ask(self) -> None:
        self.asked += 1
        if self.lost:
            raise self.lost.pop()
        await self.answering.wait()


@pytest.fixture
def database(monkeypatch: pytest.MonkeyPatch) -> Patient:
    for name in ("ANSWER_WITHIN", "GRACE", "AGAIN_AFTER"):
        monkeypatch.setattr(health, name, SOON)
    return Patient()


@pytest.fixture
async def heart(database: Patient) -> AsyncIterator[DatabaseHealth]:
    made = DatabaseHealth("the database", database.ask)
    yield made
    await made.close()


async def test_a_question_without_an_answer_is_given_up_and_further_ones_are_not_asked(
    database: Patient, heart: DatabaseHealth
) -> None:
    database.answering.clear()
    with pytest.raises(Silent):
        await heart.ask(database.ask, SOON)
    assert heart.silent

    async def never() -> None:
        raise AssertionError("it was asked")

    with pytest.raises(Silent):
        await heart.ask(never, SOON)
    assert not await heart.is_well()


async def test_when_the_database_answers_again_whoever_listens_is_told_and_questions_are_asked(
    database: Patient, heart: DatabaseHealth, caplog: pytest.LogCaptureFixture
) -> None:
    told = asyncio.Event()
    heart.recovered.append(told.set)
    database.answering.clear()
    assert not await heart.is_well()
    database.answering.set()
    await told.wait()
    assert not heart.silent
    assert await heart.is_well()
    assert "is answering again" in caplog.text


@pytest.mark.parametrize(("every", "lines"), [(60.0, 1), (0.0, 4)])
async def test_a_long_silence_is_a_line_a_minute(
    database: Patient,
    heart: DatabaseHealth,
    caplog: pytest.LogCaptureFixture,
    monkeypatch: pytest.MonkeyPatch,
    every: float,
    lines: int,
) -> None:
    monkeypatch.setattr(health, "LOGGED_EVERY", every)
    database.answering.clear()
    assert not await heart.is_well()
    before = database.asked
    while database.asked < before + 5:
        await asyncio.sleep(SOON)
        with pytest.raises(Silent):
            await heart.ask(database.ask, SOON)
    said = caplog.text.count("can't be used")
    assert said == lines if every else said >= lines


async def test_in_silence_nothing_else_is_a_reason(
    database: Patient, heart: DatabaseHealth, caplog: pytest.LogCaptureFixture
) -> None:
    database.answering.clear()
    with pytest.raises(Silent):
        await heart.ask(database.ask, SOON)
    heart.complain("TimeoutError")
    assert caplog.text.count("can't be used") == 1
    assert "TimeoutError" not in caplog.text


async def test_a_lost_connection_is_made_anew(database: Patient, heart: DatabaseHealth) -> None:
    database.lost = [ConnectionResetError(), ConnectionRefusedError()]
    await heart.ask(database.ask, 30)
    assert database.asked == 3


async def test_a_database_that_is_not_there_is_waited_for_and_then_named(
    database: Patient, heart: DatabaseHealth, caplog: pytest.LogCaptureFixture
) -> None:
    database.lost = [ConnectionRefusedError("connection refused") for _ in range(1000)]
    with pytest.raises(Silent, match="refused"):
        await heart.ask(database.ask, SOON)
    assert "connection refused" in caplog.text


async def test_where_nobody_waits_a_question_may_take_longer() -> None:
    with unhurried():
        assert patience() > health.ANSWER_WITHIN
    assert patience() == health.ANSWER_WITHIN
