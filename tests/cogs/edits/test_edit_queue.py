"""Tests of which edit is sent next while the budget of requests is short."""

from __future__ import annotations

import asyncio
import heapq
from collections import deque
from collections.abc import AsyncIterator, Callable

import pytest
from hypothesis import given, settings
from hypothesis import strategies as st

from bot.core.model import Phase, Table
from cogs.discord.budget import RequestBudget
from cogs.edits.edit_queue import LATE, EditQueue
from cogs.edits.messages import MessageState
from tests.cogs.tables import table


class Clock:
    now = 0.0

    def __call__(self) -> float:
        return self.now


def message(channel_id: int, phase: Phase = Phase.PLAYING) -> MessageState:
    return MessageState(wanted=table(version=2, channel_id=channel_id, phase=phase), shown=1)


def without_picture(channel_id: int) -> MessageState:
    return MessageState(wanted=table(version=2, channel_id=channel_id), shown=2, lacks_picture=True)


async def ticks() -> None:
    for _ in range(5):
        await asyncio.sleep(0)


class Room:
    """An edit queue with a budget of `most` requests per second. An edit sends its request when the
    test says so."""

    def __init__(self, most: int) -> None:
        self.clock = Clock()
        self.let_in: list[MessageState] = []
        self.budget = RequestBudget(lambda: most, self.clock)
        self.queue = EditQueue(self._send, self.budget, lambda *_: None)
        self._gates: deque[asyncio.Future[None]] = deque()

    async def _send(self, message: MessageState, _: Table) -> None:
        self.let_in.append(message)
        gate = asyncio.get_running_loop().create_future()
        self._gates.append(gate)
        await gate
        self.budget.began()

    async def wants(self, *messages: MessageState) -> None:
        for each in messages:
            self.queue.go_on(each)
            await ticks()

    async def begins(self) -> None:
        """Let one edit begin its request. Of the edits that the queue has let in and that haven't
        begun, take the one that was let in first."""
        self._gates.popleft().set_result(None)
        await ticks()

    async def ends(self) -> None:
        """Let one edit begin and end its request. Of the edits that the queue has let in and that
        haven't begun, take the one that was let in first."""
        await self.begins()
        self.budget.ended()
        await ticks()

    async def passes(self, seconds: float) -> None:
        """Move the clock on by `seconds`, and let the queue look at the edits that wait."""
        self.clock.now += seconds
        for listener in self.budget.ended_one:
            listener()
        await ticks()


MakeRoom = Callable[[int], Room]


@pytest.fixture
async def make_room() -> AsyncIterator[MakeRoom]:
    """Yield a function that takes a number and makes a Room with a budget of this number of
    requests per second. After the test, the queues of all these rooms are closed."""
    made: list[Room] = []

    def make(most: int) -> Room:
        made.append(Room(most))
        return made[-1]

    yield make
    for room in made:
        room.queue.close()
        await ticks()


async def test_while_there_is_room_nothing_waits_and_no_timer_is_set(
    make_room: MakeRoom,
) -> None:
    room = make_room(3)
    for channel in range(3):
        await room.wants(message(channel))
        await room.ends()
    assert len(room.let_in) == 3
    assert room.queue._timer is None
    await room.wants(message(9))
    assert len(room.let_in) == 3
    assert room.queue._timer is not None
    await room.passes(1)
    assert len(room.let_in) == 4
    assert room.queue._timer is None


async def test_results_go_before_running_games_and_those_before_pictures(
    make_room: MakeRoom,
) -> None:
    room = make_room(3)
    await room.wants(*map(message, range(3)))
    picture, running, result = without_picture(3), message(4), message(5, Phase.OVER)
    await room.wants(picture, running, result)
    for _ in range(3):
        await room.ends()
    await room.passes(1)
    assert room.let_in[3:] == [result, running, picture]


async def test_a_picture_that_was_left_out_waits_until_it_is_calm(
    make_room: MakeRoom,
) -> None:
    room = make_room(9)
    await room.wants(*map(message, range(7)))
    picture = without_picture(7)
    await room.wants(picture)
    assert picture not in room.let_in, "a third of the requests is to be free"
    await room.ends()
    await room.passes(1)
    assert picture in room.let_in


async def test_what_waits_for_its_channel_keeps_nobody_out(
    make_room: MakeRoom,
) -> None:
    room = make_room(3)
    here = [message(1) for _ in range(4)]
    elsewhere = message(2)
    await room.wants(*here, elsewhere)
    assert room.let_in == [here[0], elsewhere]
    await room.ends()
    assert room.let_in == [here[0], elsewhere, here[1]]


async def test_channels_that_are_let_in_together_are_free_again_each_for_itself(
    make_room: MakeRoom,
) -> None:
    room = make_room(3)
    await room.wants(*map(message, range(3)))
    tables = [message(channel) for channel in range(10, 13)]
    for _ in range(3):
        await room.ends()
    await room.wants(*tables)
    await room.passes(1)
    assert room.let_in[3:] == tables
    for _ in range(3):
        await room.ends()
    await room.passes(1)
    tables = [message(channel) for channel in range(10, 13)]
    await room.wants(*tables)
    assert room.let_in[6:] == tables


async def test_an_edit_has_its_room_until_its_request_begins_or_it_ends_without_one(
    make_room: MakeRoom,
) -> None:
    room = make_room(2)
    await room.wants(message(1), message(2), message(3), message(4))
    assert len(room.let_in) == 2
    await room.begins()
    assert len(room.let_in) == 2, "the budget counts it now"
    room._gates[0].set_exception(KeyError("no such thing"))
    room._gates.popleft()
    await ticks()
    assert len(room.let_in) == 3, "it made no request"


async def test_a_press_that_is_answered_keeps_its_tables_place(
    make_room: MakeRoom,
) -> None:
    room = make_room(1)
    first, second = message(1), message(2)
    await room.wants(message(0), first, second)
    first.busy = True
    await room.ends()
    await room.passes(1)
    assert room.let_in[1:] == [second]
    first.busy = False
    await room.wants(first)
    await room.ends()
    await room.passes(1)
    assert room.let_in[1:] == [second, first]
    assert first not in room.queue._waiting


async def test_what_has_waited_long_goes_without_a_picture(
    make_room: MakeRoom,
) -> None:
    room = make_room(1)
    first, second = message(1), message(2)
    await room.wants(message(0), first, second)
    await room.ends()
    await room.passes(LATE)
    assert first in room.let_in
    assert not first.late
    await room.ends()
    await room.passes(1)
    assert second.late


async def test_waiting_for_a_picture_makes_no_change_late(
    make_room: MakeRoom,
) -> None:
    room = make_room(1)
    changed = without_picture(1)
    await room.wants(message(0), changed)
    room.clock.now += 2 * LATE
    room.queue.want(changed, table(version=3, channel_id=1))
    await room.ends()
    await room.passes(1)
    assert changed in room.let_in
    assert not changed.late


async def test_what_has_nothing_to_show_any_more_leaves(
    make_room: MakeRoom,
) -> None:
    room = make_room(1)
    gone = message(1)
    await room.wants(message(0), gone)
    gone.shown = 2
    await room.wants(gone)
    await room.ends()
    await room.passes(1)
    assert len(room.let_in) == 1


LATENCY = 0.2


@settings(max_examples=50, deadline=None)
@given(
    most=st.integers(1, 4),
    tables=st.integers(1, 12),
    changes=st.lists(st.tuples(st.floats(0, 0.4), st.integers(0, 11)), max_size=50),
)
async def test_the_oldest_goes_first_and_each_gets_its_turn(
    most: int, tables: int, changes: list[tuple[float, int]]
) -> None:
    """Tables change at random moments. Every change is shown, and the change that has waited
    longest is shown first. No change waits longer than it takes to show all tables once."""
    room, all_tables = Room(most), [message(channel) for channel in range(tables)]
    since: dict[MessageState, float] = {}
    under_way: list[tuple[float, int]] = []
    waits: list[float] = []

    async def begin_requests() -> None:
        while room.let_in:
            let_in = room.let_in.pop(0)
            oldest = min(since.values())
            assert since[let_in] == oldest
            waits.append(room.clock.now - since.pop(let_in))
            await room.begins()
            heapq.heappush(under_way, (room.clock.now + LATENCY, len(waits)))

    async def until(moment: float) -> None:
        while True:
            ends = under_way[0][0] if under_way else moment
            wait = room.budget.wait() if since else None
            rings = moment if not wait else room.clock.now + wait + 1e-9
            room.clock.now = min(ends, rings, moment)
            if under_way and under_way[0][0] <= room.clock.now:
                heapq.heappop(under_way)
                room.budget.ended()
                await ticks()
            else:
                await room.passes(0)
            await begin_requests()
            if room.clock.now >= moment:
                return

    for pause, number in changes:
        await until(room.clock.now + pause)
        changed = all_tables[number % tables]
        since.setdefault(changed, room.clock.now)
        version = changed.shown + 1
        room.queue.want(changed, table(version=version, channel_id=changed.channel_id))
        await ticks()
        await begin_requests()
    await until(room.clock.now + 2 * tables)
    assert not since
    rounds = -(-tables // most)
    assert max(waits, default=0) <= rounds * (1 + LATENCY) + 1e-3
    room.queue.close()
    await ticks()
