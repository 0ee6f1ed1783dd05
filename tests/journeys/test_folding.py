"""Test folding: some time after a game, its result is shortened to a few lines. One press shows the
whole result again."""

from __future__ import annotations

import random

import pytest
from simcord.results import ResponseMessage
from sqlalchemy import update

from bot.core.model import OpenedGame, Table
from bot.db import schema
from bot.db.writer import Statement
from cogs.history.result_message import as_it_ended
from tests.journeys.conftest import Evening
from tests.journeys.test_threads import InThread, in_thread
from tests.limits import GALLERY, check_request, text_of, walk
from tests.present import present

MINUTE = 60

__all__ = ["in_thread"]


async def over(evening: Evening, rng: random.Random) -> Table:
    await evening.dealt("durak", evening.pavel)
    table = await evening.finish(rng)
    await evening.edited()
    return table


def shown(evening: Evening, table: Table) -> ResponseMessage:
    """Return the current message of a table whose game is over."""
    kept = evening.env.backend.get_message(table.channel_id, present(table.message_id))
    return ResponseMessage(evening.env, kept)


def pictures(message: ResponseMessage) -> list[str]:
    parts = walk(message.components)
    return [
        item["description"] for each in parts if each["type"] == GALLERY for item in each["items"]
    ]


def edits(evening: Evening, table: Table) -> int:
    end = f"/messages/{table.message_id}"
    return sum(
        each.method == "PATCH" and each.path.endswith(end) for each in evening.env.http_requests
    )


async def test_a_result_folds_after_a_while_and_one_press_shows_it(
    evening: Evening, rng: random.Random
) -> None:
    table = await over(evening, rng)
    (whole,) = pictures(shown(evening, table))
    await evening.env.advance_time(8 * MINUTE)
    assert pictures(shown(evening, table)), "for a while it stays"
    before = edits(evening, table)
    for _ in range(4):
        await evening.env.advance_time(MINUTE)
    folded = shown(evening, table)
    assert not pictures(folded)
    assert text_of(folded.components).splitlines()[2:] == [
        "Show result",
        "Again",
        "More…",
    ]
    assert "is the fool" in text_of(folded.components)
    await evening.restart(away=3600)
    await evening.env.advance_time(3 * MINUTE)
    assert text_of(shown(evening, table).components) == text_of(folded.components)
    assert edits(evening, table) == before + 1
    answer = present(
        (await evening.bert.click(shown(evening, table), label="Show result")).response
    )
    assert answer.ephemeral
    assert pictures(answer) == [whole]
    await evening.nora.click(shown(evening, table), label="Again")
    await evening.find_message()
    assert "again? Waiting for **Pavel**" in evening.text
    for request in evening.env.http_requests:
        check_request(request.method, request.path, request.json)


async def test_a_result_folds_where_it_is_while_the_next_game_runs_and_after_a_night_away(
    evening: Evening, rng: random.Random
) -> None:
    table = await over(evening, rng)
    (whole,) = pictures(shown(evening, table))
    await evening.press(evening.nora, "Again")
    await evening.press(evening.pavel, "Play again")
    await evening.restart(away=10 * 3600)
    for _ in range(3):
        await evening.env.advance_time(MINUTE)
    folded = shown(evening, table)
    said = text_of(folded.components)
    assert not pictures(folded)
    assert "is the fool" in said
    assert "Again" not in said
    answer = present((await evening.bert.click(folded, label="Show result")).response)
    assert pictures(answer) == [whole], "the last game, not the one that runs"
    await evening.find_message()
    assert "Trump" in evening.text, "the table's own message is as before"


async def test_a_result_that_can_not_be_read_keeps_no_other_from_folding(
    evening: Evening, rng: random.Random
) -> None:
    broken = await over(evening, rng)
    await evening.press(evening.nora, "Again")
    await evening.press(evening.pavel, "Play again")
    gone = update(schema.games).where(schema.games.c.number == 1).values(header="no record")
    await evening.bot.service.store.write([Statement(gone)])
    last = await evening.finish(rng)
    await evening.edited()
    assert pictures(shown(evening, last))
    for _ in range(14):
        await evening.env.advance_time(MINUTE)
    assert pictures(shown(evening, broken)), "it stays as it is"
    assert not pictures(shown(evening, last))


async def again_and_over(evening: Evening, rng: random.Random) -> Table:
    """Play the next game at the table to its end, and return the table. The table's message is now
    the result of this game. The result of the game before it stays in its own message, which no
    longer belongs to the table."""
    await evening.press(evening.nora, "Again")
    await evening.press(evening.pavel, "Play again")
    last = await evening.finish(rng)
    await evening.edited()
    assert pictures(shown(evening, last))
    return last


async def test_a_result_whose_rules_raise_anything_keeps_no_other_from_folding(
    evening: Evening, rng: random.Random, monkeypatch: pytest.MonkeyPatch
) -> None:
    def broken(table: Table, finished: OpenedGame) -> Table:
        if finished.about.number == 1:
            raise KeyError
        return as_it_ended(table, finished)

    monkeypatch.setattr("cogs.history.folding.as_it_ended", broken)
    await over(evening, rng)
    last = await again_and_over(evening, rng)
    for _ in range(14):
        await evening.env.advance_time(MINUTE)
    assert not pictures(shown(evening, last))


async def test_a_result_in_a_locked_thread_keeps_no_other_from_folding(
    in_thread: InThread, rng: random.Random
) -> None:
    evening = in_thread.evening
    with evening.env.time_context():
        await evening.played_out(await in_thread.table(), rng)
    await in_thread.look()
    await evening.press(evening.nora, "Again")
    await evening.press(evening.pavel, "Play again")
    in_thread.archive(locked=True)
    with evening.env.time_context():
        await evening.bot.tables.preferences.change_server(
            evening.guild.id, threads=False, speed="none"
        )
    other = await over(evening, rng)
    assert pictures(shown(evening, other))
    for _ in range(14):
        await evening.env.advance_time(MINUTE)
    assert not pictures(shown(evening, other))


async def test_a_result_folds_later_if_discord_fails_for_a_while(
    evening: Evening, rng: random.Random
) -> None:
    first = await over(evening, rng)
    await again_and_over(evening, rng)
    path = f"/channels/*/messages/{first.message_id}"
    evening.env.inject_error("PATCH", path, status=503, times=5)
    await evening.env.advance_time(11 * MINUTE)
    assert pictures(shown(evening, first)), "the client has tried five times"
    for _ in range(4):
        await evening.env.advance_time(MINUTE)
    assert not pictures(shown(evening, first))
