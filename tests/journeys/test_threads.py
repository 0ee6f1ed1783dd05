"""Test tables in threads of their own, and threads that Discord has archived meanwhile.

The simulator stores that a thread is archived, but refuses nothing because of it. This module adds
the refusals of Discord."""

from __future__ import annotations

from typing import Any

import pytest
from simcord.actors import MemberActor
from simcord.backend import errors
from simcord.results import ResponseMessage

from bot.core.model import Phase, Table
from tests.journeys import ways
from tests.journeys.conftest import Evening, actions
from tests.limits import check_request
from tests.present import present

ARCHIVED = errors.BackendError(400, 50083, "Tried to perform an operation on an archived thread")


class InThread:
    """A game of Nora and Pavel in a thread. `begin` opens the table and starts the game."""

    def __init__(self, evening: Evening) -> None:
        self.evening = evening
        self.backend = evening.env.backend

    async def begin(self, speed: str = "by-post") -> InThread:
        evening = self.evening
        await evening.bot.tables.preferences.change_server(
            evening.guild.id, threads=True, speed=speed
        )
        await evening.nora.slash(evening.channel, "play", game="durak")
        (thread,) = present(evening.bot.get_guild(evening.guild.id)).threads
        self.thread_id = thread.id
        await self.look()
        await evening.press(evening.pavel, "Join")
        await evening.press(evening.nora, "Start")
        return self

    async def table(self) -> Table:
        return (await self.evening.bot.tables.where.open_in(self.thread_id))[0]

    async def look(self) -> None:
        table = await self.table()
        stored = self.backend.get_message(self.thread_id, present(table.message_id))
        self.evening.message = ResponseMessage(self.evening.env, stored)

    @property
    def archived(self) -> bool:
        return present(self.backend.get_channel(self.thread_id).thread_metadata).archived

    def archive(self, *, locked: bool = False) -> None:
        state = {"archived": True, "locked": locked}
        self.backend.edit_channel(self.thread_id, {}, thread_metadata=state)

    async def waited_for(self) -> MemberActor:
        table = await self.table()
        return self.evening.member_at(table, present(table.view(None)).waiting_on[0])

    async def one_move(self, member: MemberActor) -> None:
        await self.evening.do(member, next(actions(self.evening.panels[member.id])))

    def requests(self, method: str, path: str) -> list[Any]:
        return [
            request
            for request in self.evening.env.http_requests
            if request.method == method and request.path.startswith(path)
        ]


@pytest.fixture
async def in_thread(evening: Evening, monkeypatch: pytest.MonkeyPatch) -> InThread:
    """Change the simulator so that it treats archived threads as Discord does, and return a game of
    Nora and Pavel in a thread. Edits of public messages in an archived thread are refused. A new
    public message opens the thread again, unless the thread is locked. A request of the bot to open
    a locked thread is refused, because the bot isn't allowed to manage threads."""
    backend = evening.env.backend
    edit, send, change = backend.edit_message, backend.commit_message, backend.edit_channel

    def sleeps(channel_id: int) -> bool:
        metadata = backend.get_channel(channel_id).thread_metadata
        return metadata is not None and metadata.archived

    def edit_message(channel_id: int, message_id: int, fields: dict[str, Any]) -> Any:
        # What one member sees alone is no message of the thread.
        if sleeps(channel_id) and not backend.get_message(channel_id, message_id).is_ephemeral:
            raise ARCHIVED
        return edit(channel_id, message_id, fields)

    def commit_message(message: Any, **named: Any) -> Any:
        if sleeps(message.channel_id) and not message.is_ephemeral:
            if present(backend.get_channel(message.channel_id).thread_metadata).locked:
                raise ARCHIVED
            change(message.channel_id, {}, thread_metadata={"archived": False})
        return send(message, **named)

    def edit_channel(channel_id: int, changes: Any, **named: Any) -> Any:
        wakes = (named.get("thread_metadata") or {}).get("archived") is False
        if wakes and present(backend.get_channel(channel_id).thread_metadata).locked:
            raise errors.missing_permissions()
        return change(channel_id, changes, **named)

    monkeypatch.setattr(backend, "edit_message", edit_message)
    monkeypatch.setattr(backend, "commit_message", commit_message)
    monkeypatch.setattr(backend, "edit_channel", edit_channel)
    return await InThread(evening).begin()


async def test_a_thread_sleeps_as_late_as_discord_allows(in_thread: InThread) -> None:
    thread = in_thread.backend.get_channel(in_thread.thread_id)
    assert present(thread.thread_metadata).auto_archive_duration == 10080


async def test_an_archived_thread_is_woken_by_the_next_move_and_shows_it(
    in_thread: InThread,
) -> None:
    evening = in_thread.evening
    mover = await in_thread.waited_for()
    await evening.hand(mover)
    in_thread.archive()
    await evening.env.settle()
    assert evening.bot.get_channel(in_thread.thread_id) is None, (
        "the library has forgotten a thread that sleeps"
    )
    message_id = (await in_thread.table()).message_id
    await in_thread.one_move(mover)
    assert not in_thread.archived
    assert (await in_thread.table()).message_id == message_id, "edited, not posted anew"
    assert "attacks with" in evening.text
    assert len(in_thread.requests("PATCH", f"/channels/{in_thread.thread_id}/messages/")) == 2
    for request in evening.env.http_requests:
        check_request(request.method, request.path, request.json)


async def test_a_press_on_a_message_in_an_archived_thread_is_answered(
    evening: Evening, in_thread: InThread
) -> None:
    question = present((await evening.press(evening.nora, "Resign")).response)
    await evening.nora.click(question, label="Yes, resign")
    await in_thread.look()
    in_thread.archive()
    await evening.env.settle()
    await evening.press(evening.pavel, "Again")
    assert not in_thread.archived
    assert "again? Waiting for **Nora**" in evening.text


async def test_a_table_by_post_outlives_a_week_of_silence_in_its_thread(
    evening: Evening, in_thread: InThread, long_days: None
) -> None:
    mover = await in_thread.waited_for()
    await evening.env.advance_time(11 * 3600)
    in_thread.archive()
    await evening.env.settle()
    await evening.hand(mover)
    before = (await in_thread.table()).message_id
    await in_thread.one_move(mover)
    table = await in_thread.table()
    assert table.phase is Phase.PLAYING
    assert table.message_id != before, (
        "after so long it is posted anew, and that wakes the thread by itself"
    )
    assert not in_thread.archived
    assert in_thread.requests("PATCH", f"/channels/{in_thread.thread_id}/messages/") == []


async def test_a_mention_in_an_archived_thread_is_deleted_with_the_move(
    evening: Evening, in_thread: InThread, monkeypatch: pytest.MonkeyPatch, long_days: None
) -> None:
    mover = await in_thread.waited_for()
    await evening.env.advance_time(12 * 3600 + 60)
    (told,) = await evening.bot.tables.shown.mentions()
    delete = in_thread.backend.delete_message

    def refused_while_asleep(channel_id: int, message_id: int) -> None:
        if in_thread.archived:
            raise ARCHIVED
        delete(channel_id, message_id)

    monkeypatch.setattr(in_thread.backend, "delete_message", refused_while_asleep)
    in_thread.archive()
    await evening.hand(mover)
    await in_thread.one_move(mover)
    assert await evening.bot.tables.shown.mentions() == []
    with pytest.raises(errors.BackendError):
        in_thread.backend.get_message(in_thread.thread_id, told.message_id)


async def test_a_locked_thread_is_said_once_and_nothing_is_lost(
    evening: Evening, in_thread: InThread, caplog: pytest.LogCaptureFixture
) -> None:
    for member in (evening.nora, evening.pavel):
        await evening.hand(member)
    in_thread.archive(locked=True)
    version = (await in_thread.table()).version
    for _ in range(4):
        await in_thread.one_move(await in_thread.waited_for())
    table = await in_thread.table()
    assert table.version == version + 4
    warnings = [
        record.getMessage() for record in caplog.records if "can't be shown" in record.getMessage()
    ]
    assert len(warnings) == 1
    assert len(in_thread.requests("PATCH", f"/channels/{in_thread.thread_id}/messages/")) == 1
    # When moderators unlock it, `/table` shows all of it.
    in_thread.backend.edit_channel(in_thread.thread_id, {}, thread_metadata={"locked": False})
    await evening.env.settle()
    (thread,) = evening.channel.threads
    await ways.to_table(thread, evening.nora)
    assert (await in_thread.table()).message_id != table.message_id
    await in_thread.look()
    assert "attacks with" in evening.text


async def test_a_thread_that_moderators_unlock_shows_at_once_what_happened_meanwhile(
    evening: Evening, in_thread: InThread
) -> None:
    mover = await in_thread.waited_for()
    await evening.hand(mover)
    in_thread.archive(locked=True)
    await in_thread.one_move(mover)
    assert "attacks with" not in evening.text
    in_thread.backend.edit_channel(in_thread.thread_id, {}, thread_metadata={"locked": False})
    await evening.env.settle()
    assert "attacks with" in evening.text


async def test_a_press_in_a_locked_thread_is_answered_in_words(
    evening: Evening, in_thread: InThread
) -> None:
    question = present((await evening.press(evening.nora, "Resign")).response)
    await evening.nora.click(question, label="Yes, resign")
    await in_thread.look()
    in_thread.archive(locked=True)
    answer = present((await evening.press(evening.pavel, "Again")).response)
    assert answer.ephemeral
    assert "A moderator has locked this thread" in answer.content
    assert (await in_thread.table()).phase is Phase.LOBBY
