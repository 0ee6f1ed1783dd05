"""Who goes next while the budget of requests is short."""

from __future__ import annotations

import heapq
from dataclasses import dataclass, field

from hypothesis import given, settings
from hypothesis import strategies as st

from cogs.discord.budget import Promise, RequestBudget
from cogs.edits.line import LATE, Line, Turn
from cogs.edits.message_state import MessageState
from tests.cogs.tables import table


class Clock:
    now = 0.0

    def __call__(self) -> float:
        return self.now


def message(channel_id: int) -> MessageState:
    return MessageState(wanted=table(version=2, channel_id=channel_id), shown=1)


@dataclass
class Room:
    """A line whose requests begin as soon as they are let in, and end when the test says so."""

    most: int
    clock: Clock = field(default_factory=Clock)
    begun: list[MessageState] = field(default_factory=list)
    promises: list[Promise] = field(default_factory=list)

    def __post_init__(self) -> None:
        self.budget = RequestBudget(lambda: self.most, self.clock)
        self.line = Line(self.budget, self._begin)

    def _begin(self, message: MessageState, promise: Promise) -> None:
        self.begun.append(message)
        self.promises.append(promise)

    def ends(self) -> None:
        """The request begins that was let in first, and ends."""
        with self.promises.pop(0).held():
            self.budget.began()
        self.budget.ended()

    def passes(self, seconds: float) -> None:
        """So much time, at whose end whoever waits is looked at."""
        self.clock.now += seconds
        for listener in self.budget.freed:
            listener()


async def test_while_there_is_room_nothing_waits_and_no_timer_is_set() -> None:
    room = Room(most=3)
    for channel in range(3):
        room.line.join(message(channel), Turn.RUNNING)
        room.ends()
    assert len(room.begun) == 3
    assert room.line._timer is None
    room.line.join(message(9), Turn.RUNNING)
    assert len(room.begun) == 3
    assert room.line._timer is not None
    room.passes(1)
    assert len(room.begun) == 4
    assert room.line._timer is None


async def test_results_go_before_running_games_and_those_before_pictures() -> None:
    room = Room(most=3)
    for channel in range(3):
        room.line.join(message(channel), Turn.RUNNING)
    picture, running, result = message(3), message(4), message(5)
    room.line.join(picture, Turn.PICTURE)
    room.line.join(running, Turn.RUNNING)
    room.line.join(result, Turn.FIRST)
    for _ in range(3):
        room.ends()
    room.passes(1)
    assert room.begun[3:] == [result, running, picture]


async def test_a_picture_that_was_left_out_waits_until_it_is_calm() -> None:
    room = Room(most=9)
    for channel in range(7):
        room.line.join(message(channel), Turn.RUNNING)
    picture = message(7)
    room.line.join(picture, Turn.PICTURE)
    assert picture not in room.begun, "a third of the requests is to be free"
    room.ends()
    room.passes(1)
    assert picture in room.begun


async def test_what_waits_for_its_channel_keeps_nobody_out() -> None:
    room = Room(most=3)
    here = [message(1) for _ in range(4)]
    for each in here:
        room.line.join(each, Turn.RUNNING)
    elsewhere = message(2)
    room.line.join(elsewhere, Turn.RUNNING)
    assert room.begun == [here[0], elsewhere]
    room.ends()
    assert room.begun == [here[0], elsewhere, here[1]]


async def test_channels_that_are_let_in_together_are_free_again_each_for_itself() -> None:
    room = Room(most=3)
    for channel in range(3):
        room.line.join(message(channel), Turn.RUNNING)
    tables = [message(channel) for channel in range(10, 13)]
    for _ in range(3):
        room.ends()
    for each in tables:
        room.line.join(each, Turn.RUNNING)
    room.passes(1)
    assert room.begun[3:] == tables
    for _ in range(3):
        room.ends()
    room.passes(1)
    for each in tables:
        room.line.join(each, Turn.RUNNING)
    assert room.begun[6:] == tables


async def test_a_press_that_is_answered_keeps_its_tables_place() -> None:
    room = Room(most=1)
    first, second = message(1), message(2)
    room.line.join(message(0), Turn.RUNNING)
    room.line.join(first, Turn.RUNNING)
    room.line.join(second, Turn.RUNNING)
    first.busy = True
    room.ends()
    room.passes(1)
    assert room.begun[1:] == [second]
    first.busy = False
    room.line.join(first, Turn.RUNNING)
    room.ends()
    room.passes(1)
    assert room.begun[1:] == [second, first]
    assert not room.line.has(first)


async def test_who_has_waited_long_goes_without_a_picture() -> None:
    room = Room(most=1)
    first, second = message(1), message(2)
    room.line.join(message(0), Turn.RUNNING)
    room.line.join(first, Turn.RUNNING)
    room.line.join(second, Turn.RUNNING)
    room.ends()
    room.passes(LATE)
    assert first in room.begun
    assert not first.late
    room.ends()
    room.passes(1)
    assert second.late


async def test_what_has_nothing_to_show_any_more_leaves() -> None:
    room = Room(most=1)
    gone = message(1)
    room.line.join(message(0), Turn.RUNNING)
    room.line.join(gone, Turn.RUNNING)
    room.line.leave(gone)
    room.ends()
    room.passes(1)
    assert len(room.begun) == 1


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
    """Tables that change at any moments: every change is shown, and none waits for longer than all
    tables take once, at so many requests in each 1.2 seconds."""
    room, all_tables = Room(most), [message(channel) for channel in range(tables)]
    since: dict[MessageState, float] = {}
    under_way: list[tuple[float, int]] = []
    waits: list[float] = []

    def begin_requests() -> None:
        while room.begun:
            begun = room.begun.pop(0)
            oldest = min(since.values())
            assert since[begun] == oldest
            waits.append(room.clock.now - since.pop(begun))
            with room.promises.pop(0).held():
                room.budget.began()
            heapq.heappush(under_way, (room.clock.now + LATENCY, len(waits)))

    def until(moment: float) -> None:
        while True:
            ends = under_way[0][0] if under_way else moment
            wait = room.budget.wait() if since else None
            rings = moment if not wait else room.clock.now + wait + 1e-9
            room.clock.now = min(ends, rings, moment)
            if under_way and under_way[0][0] <= room.clock.now:
                heapq.heappop(under_way)
                room.budget.ended()
            else:
                room.passes(0)
            begin_requests()
            if room.clock.now >= moment:
                return

    for pause, number in changes:
        until(room.clock.now + pause)
        changed = all_tables[number % tables]
        since.setdefault(changed, room.clock.now)
        room.line.join(changed, Turn.RUNNING)
        begin_requests()
    until(room.clock.now + 2 * tables)
    assert not since
    rounds = -(-tables // most)
    assert max(waits, default=0) <= rounds * (1 + LATENCY) + 1e-3
