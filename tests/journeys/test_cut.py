"""Test what happens when the connection is cut while a press is answered. The action of the press
stays done and is shown, the log has one line about the cut, and Discord never gets a second
answer."""

from __future__ import annotations

import asyncio
import logging
from collections.abc import Callable
from types import SimpleNamespace
from typing import Any, cast

import aiohttp
import discord
import pytest

from bot.core.model import Phase
from cogs.edits.answers import IN_TIME
from tests.journeys import ways
from tests.journeys.conftest import Click, Evening, actions, at_once
from tests.limits import text_of
from tests.present import present

CALLBACK = "/callback"


def server_error() -> discord.DiscordServerError:
    response = SimpleNamespace(status=502, reason="Bad Gateway")
    return discord.DiscordServerError(cast("Any", response), "bad gateway")


ERRORS: list[Callable[[], Exception]] = [
    aiohttp.ServerDisconnectedError,
    ConnectionResetError,
    lambda: OSError(113, "No route to host"),
    TimeoutError,
    server_error,
]
HEARD = pytest.mark.parametrize("heard", [True, False], ids=["heard", "lost"])


class Line:
    """The bot's webhook requests to Discord. A test can make a request fail as if the connection
    were cut. `answers` counts how often the bot has tried to answer each press. The keys of
    `answers` are the addresses of these requests."""

    def __init__(self, evening: Evening) -> None:
        self.answers: dict[str, int] = {}
        self._cuts: list[tuple[str, bool, Exception]] = []
        adapter = evening.env._webhook_adapter
        self._request = adapter.request
        adapter.request = self._along

    def cut(self, end: str, error: Exception, *, heard: bool) -> None:
        """Let the next request whose path ends with `end` raise `error`. With `heard`, Discord
        receives the request first. Otherwise, the request is lost."""
        self._cuts.append((end, heard, error))

    async def _along(self, route: Any, *args: Any, **named: Any) -> Any:
        path = str(route.url)
        if path.endswith(CALLBACK):
            self.answers[path] = self.answers.get(path, 0) + 1
        for cut in self._cuts:
            end, heard, error = cut
            if path.endswith(end):
                self._cuts.remove(cut)
                if heard:
                    await self._request(route, *args, **named)
                raise error
        return await self._request(route, *args, **named)


@pytest.fixture
def line(untimed: Evening) -> Line:
    return Line(untimed)


def said_of_it(caplog: pytest.LogCaptureFixture) -> list[str]:
    """Return the log messages of the package `cogs`, from level INFO on."""
    return [
        record.getMessage()
        for record in caplog.records
        if record.name.startswith("cogs") and record.levelno >= logging.INFO
    ]


def calm(evening: Evening, line: Line) -> None:
    """Check that no message says that something went wrong, and that the bot has tried only once to
    answer each press."""
    assert max(line.answers.values()) == 1
    for messages in evening.env.backend.messages.values():
        for message in messages.values():
            assert "Something went wrong" not in message.content


@HEARD
@pytest.mark.parametrize("error", ERRORS, ids=lambda make: type(make()).__name__)
async def test_a_move_stands_and_is_shown(
    untimed: Evening,
    line: Line,
    error: Callable[[], Exception],
    heard: bool,
    caplog: pytest.LogCaptureFixture,
) -> None:
    caplog.set_level(logging.INFO)
    await untimed.dealt("durak", untimed.pavel)
    table = await untimed.table()
    mover = untimed.member_at(table, present(table.view(None)).waiting_on[0])
    panel = await untimed.hand(mover)
    press, before = next(actions(panel)), text_of(panel.components)
    caplog.clear()
    line.cut(CALLBACK, error(), heard=heard)
    await untimed.do(mover, press)
    await untimed.env.settle()
    after = await untimed.table()
    assert after.version == table.version + 1
    assert after.recent[-1].move.startswith("attack ")
    assert "attacks with" in untimed.text
    assert text_of(panel.components) != before
    assert len(said_of_it(caplog)) == 1
    calm(untimed, line)


@HEARD
async def test_a_panel_follows_the_game_after_a_cut_however_old_its_last_token_is(
    untimed: Evening, line: Line, heard: bool
) -> None:
    await untimed.dealt("durak", untimed.pavel, preset="throw-in")
    table = await untimed.table()
    mover = untimed.member_at(table, present(table.view(None)).waiting_on[0])
    other = untimed.pavel if mover is untimed.nora else untimed.nora
    panel = await untimed.hand(mover)
    await untimed.env.advance_time(14 * 60)
    shown = text_of(panel.components)
    line.cut(CALLBACK, aiohttp.ServerDisconnectedError(), heard=heard)
    await untimed.do(mover, next(actions(panel)))
    await untimed.env.settle()
    before = text_of(panel.components)
    assert before != shown
    theirs = await untimed.hand(other)
    await untimed.env.advance_time(120 if heard else 0)
    await untimed.do(other, next(actions(theirs)))
    await untimed.env.settle()
    assert text_of(panel.components) != before


@HEARD
async def test_a_hand_that_was_shown_follows_the_game(
    untimed: Evening, line: Line, heard: bool
) -> None:
    await untimed.dealt("durak", untimed.pavel)
    table = await untimed.table()
    mover = untimed.member_at(table, present(table.view(None)).waiting_on[0])
    other = untimed.pavel if mover is untimed.nora else untimed.nora
    line.cut(CALLBACK, aiohttp.ServerDisconnectedError(), heard=heard)
    shown = (await untimed.press(other, "My hand")).response
    assert (shown is not None) == heard
    await untimed.hand(mover)
    await untimed.do(mover, next(actions(untimed.panels[mover.id])))
    await untimed.env.settle()
    if shown is not None:
        assert "You're defending" in text_of(shown.components)
    calm(untimed, line)


@HEARD
async def test_who_joins_is_seated_and_shown(untimed: Evening, line: Line, heard: bool) -> None:
    await untimed.lobby("durak")
    line.cut(CALLBACK, aiohttp.ServerDisconnectedError(), heard=heard)
    await untimed.press(untimed.pavel, "Join")
    await untimed.env.settle()
    assert "**Pavel**" in untimed.text
    calm(untimed, line)


@HEARD
@pytest.mark.parametrize("threads", [False, True], ids=["here", "in a thread"])
async def test_a_table_that_was_opened_is_shown_once(
    untimed: Evening, line: Line, heard: bool, threads: bool
) -> None:
    await untimed.bot.tables.preferences.change_server(untimed.guild.id, threads=threads)
    line.cut(CALLBACK, aiohttp.ServerDisconnectedError(), heard=heard)
    await untimed.nora.slash(untimed.channel, "play", game="durak")
    await untimed.env.settle()
    (listed,) = await untimed.bot.service.history.open_tables(untimed.guild.id)
    table = await untimed.bot.tables.get(listed.id)
    assert table.phase is Phase.LOBBY
    shown = [
        message.id
        for messages in untimed.env.backend.messages.values()
        for message in messages.values()
        if f"l:{table.id}:join" in str(message.components)
    ]
    assert shown == [table.message_id]
    calm(untimed, line)


@HEARD
async def test_another_table_that_was_opened_is_shown_once(
    untimed: Evening, line: Line, heard: bool
) -> None:
    await untimed.lobby("durak")
    question = (await untimed.nora.slash(untimed.channel, "play", game="durak")).response
    line.cut(CALLBACK, aiohttp.ServerDisconnectedError(), heard=heard)
    await untimed.nora.click(present(question), label="Open another table")
    await untimed.env.settle()
    listed = await untimed.bot.service.history.open_tables(untimed.guild.id)
    tables = [await untimed.bot.tables.get(each.id) for each in listed]
    assert len(tables) == 2
    shown = [
        message.id
        for messages in untimed.env.backend.messages.values()
        for message in messages.values()
        if ":join'" in str(message.components)
    ]
    assert sorted(shown) == sorted(present(table.message_id) for table in tables)
    calm(untimed, line)


@HEARD
async def test_a_table_that_is_brought_back_is_where_it_is_stored(
    untimed: Evening, line: Line, heard: bool
) -> None:
    await untimed.lobby("durak", untimed.pavel)
    hand = present((await untimed.nora.slash(untimed.channel, "hand")).response)
    line.cut(CALLBACK, aiohttp.ServerDisconnectedError(), heard=heard)
    await untimed.nora.click(hand, label="Show the table")
    await untimed.env.settle()
    await untimed.find_message()
    await untimed.press(untimed.aiko, "Join")
    assert "**Aiko**" in untimed.text
    calm(untimed, line)


async def test_a_refusal_whose_answer_is_cut_is_one_line_of_the_log(
    untimed: Evening, line: Line, caplog: pytest.LogCaptureFixture
) -> None:
    await untimed.lobby("durak", untimed.pavel)
    line.cut(CALLBACK, aiohttp.ServerDisconnectedError(), heard=True)
    await untimed.press(untimed.pavel, "Start")
    assert len(said_of_it(caplog)) == 1
    calm(untimed, line)


@pytest.mark.parametrize("end", [CALLBACK, "/messages/@original"])
async def test_what_took_long_is_shown_in_the_end(
    untimed: Evening, line: Line, end: str, caplog: pytest.LogCaptureFixture
) -> None:
    await untimed.dealt("durak", untimed.pavel)
    await untimed.press(untimed.nora, "Resign")
    line.cut(end, aiohttp.ServerDisconnectedError(), heard=True)
    question = await ways.to_forgetting(untimed.channel, untimed.nora)
    line.cut(end, aiohttp.ServerDisconnectedError(), heard=True)
    await untimed.nora.click(question, label="Yes, forget me")
    await untimed.env.advance_time(10)
    assert "Your data has been deleted" in text_of(question.components)
    calm(untimed, line)


@HEARD
async def test_a_hint_keeps_the_picture_of_the_hand(
    untimed: Evening, line: Line, heard: bool
) -> None:
    await untimed.lobby("durak", untimed.pavel)
    await untimed.press(untimed.nora, "🎓 Learning table: off")
    await untimed.press(untimed.nora, "Start")
    table = await untimed.table()
    mover = untimed.member_at(table, present(table.view(None)).waiting_on[0])
    panel = await untimed.hand(mover)
    line.cut("/messages/@original", aiohttp.ServerDisconnectedError(), heard=heard)
    await mover.click(panel, label="Hint")
    await untimed.env.advance_time(10)
    assert "> 🎓 **" in text_of(panel.components)
    (picture,) = untimed.env.backend.get_message(panel.channel_id, panel.id).attachments
    assert picture["size"] > 0
    calm(untimed, line)


async def test_discord_that_says_nothing_holds_nobody_up(
    untimed: Evening, line: Line, monkeypatch: pytest.MonkeyPatch
) -> None:
    await untimed.dealt("durak", untimed.pavel)
    table = await untimed.table()
    mover = untimed.member_at(table, present(table.view(None)).waiting_on[0])
    await untimed.hand(mover)
    along = line._request

    async def silent(route: Any, *args: Any, **named: Any) -> Any:
        if str(route.url).endswith(CALLBACK):
            await asyncio.sleep(300)
        return await along(route, *args, **named)

    monkeypatch.setattr(line, "_request", silent)
    panel = untimed.panels[mover.id]
    move = next(actions(panel))
    await at_once(untimed, Click(mover, panel, move.custom_id, move.values))
    assert "attacks with" not in untimed.text
    await untimed.env.advance_time(IN_TIME)
    assert "attacks with" in untimed.text
