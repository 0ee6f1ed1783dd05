"""Test the log in JSON. All lines about one press have the same id, from the line about the answer
to the line about the last edit."""

from __future__ import annotations

import io
import json
import logging
import random
from collections.abc import Iterator
from typing import Any

import pytest

from bot.config import LogSettings
from cogs.watch import logs
from tests.journeys.conftest import Evening


@pytest.fixture
def written() -> Iterator[io.StringIO]:
    """Yield a stream that receives the bot's whole log, as JSON."""
    stream = io.StringIO()
    handler = logs.handler(LogSettings(format="json"), stream)
    loggers = [logging.getLogger(name) for name in ("board", "bot", "cogs")]
    for logger in loggers:
        logger.addHandler(handler)
        logger.setLevel(logging.DEBUG)
    yield stream
    for logger in loggers:
        logger.removeHandler(handler)
        logger.setLevel(logging.NOTSET)


def lines(written: io.StringIO) -> list[dict[str, Any]]:
    return [json.loads(line) for line in written.getvalue().splitlines()]


async def test_a_press_its_commit_and_its_edit_have_one_id(
    evening: Evening, written: io.StringIO
) -> None:
    await evening.dealt("durak", evening.pavel)
    rng = random.Random(1)
    for member in (evening.nora, evening.pavel):
        await evening.hand(member)
    written.truncate(0)
    written.seek(0)
    assert await evening.play_on(rng, evening.nora, evening.pavel)
    await evening.edited()
    said: dict[str, set[str]] = {}
    for line in lines(written):
        said.setdefault(line.get("press", ""), set()).add(
            f"{line['logger']}: {line['message'].split()[0]}"
        )
    assert [
        press
        for press, what in said.items()
        if press
        and {
            "cogs.discord.errors: answered:",
            "bot.db.writer: committed",
            "cogs.edits.edit_queue: table",
        }
        <= what
    ]
    assert not [line for line in lines(written) if {"time", "level"} - set(line)]


def test_an_error_is_one_line_with_its_traceback(written: io.StringIO) -> None:
    try:
        raise LookupError
    except LookupError:
        logging.getLogger("bot.anything").exception("It failed for %s.", "a reason")
    (line,) = lines(written)
    assert line["message"] == "It failed for a reason."
    assert "LookupError" in line["error"]
    assert line["level"] == "error"
