"""Tests of the deal of the day. All members play the same cards. If two members make the same
moves, the bot players answer with the same moves, also after restarts."""

from __future__ import annotations

import datetime
from pathlib import Path

import pytest
from sqlalchemy import select

import games
from bot.analysis import worker
from bot.core.model import Person
from bot.db import schema
from bot.tables.store.tables import Store
from bot.thinking import task
from bot.today.model import (
    LEVELS,
    MEMBER,
    DayGame,
    DayOver,
    Judged,
    MovedOn,
    Result,
    Sitting,
    costliest,
    dealt,
    in_order,
    kind_of,
    result_of,
)
from bot.today.service import Today
from games.analysis import AnalysisBudget
from games.core import Game
from games.errors import IllegalMove, InvalidMove
from games.players import VERSION
from games.record import loads
from games.shuffle import Stream
from tests.beyond import the_first
from tests.bot.conftest import Now
from tests.postgresql import Cluster
from tests.present import present

HERE = 7
NORA, PAVEL = Person(1, "Nora"), Person(2, "Pavel")


class Days:
    """A helper with which tests play deals of the day on a real database. `open` returns the
    service as a newly started process has it."""

    def __init__(self, store: Store, now: Now) -> None:
        self.store = store
        self.now = now
        self.secret = b"s"

    def open(self) -> Today:
        """Return the service for deals of the day as a newly started process has it."""
        today = Today(self.store, self.now, entropy=lambda length: self.secret * length)
        today.budget = AnalysisBudget(cost=2000, deals=8, close=0, opened=2, nodes=500, least=0)
        return today


@pytest.fixture
def days(store: Store, now: Now, monkeypatch: pytest.MonkeyPatch) -> Days:
    monkeypatch.setattr("bot.today.model.LEVELS", ("casual", "beginner", "skilled"))
    return Days(store, now)


def choice(sitting: Sitting, rng: Stream) -> str:
    moves = sitting.game.legal_moves(MEMBER)
    return str(moves[rng.randrange(len(moves))])


async def played_on(today: Today, sitting: Sitting, seed: bytes, most: int = 1000) -> Sitting:
    """Let the member make at most `most` moves in a deal, and return the deal after these moves.
    Each move depends only on `seed` and the number of steps before it."""
    while sitting.game.outcome is None and most:
        steps, who = sitting.played.steps, sitting.played.member_id
        rng = Stream(seed + b"%d" % len(steps))
        sitting = await today.move(who, today.day, choice(sitting, rng), len(steps))
        most -= 1
    return sitting


async def test_the_same_moves_meet_the_same_answers_whoever_makes_them(days: Days) -> None:
    today = days.open()
    nora = await played_on(today, await today.begin(HERE, NORA), b"a")
    days.secret = b"t"  # if anything were sealed anew, in the other server
    today = days.open()
    half = await played_on(today, await today.begin(HERE + 1, PAVEL), b"a", most=4)
    today = days.open()
    pavel = await played_on(today, await today.begin(HERE + 1, PAVEL), b"a")
    assert pavel.deal == nora.deal
    assert pavel.played.steps[: len(half.played.steps)] == half.played.steps
    assert pavel.played.steps == nora.played.steps
    result = present(nora.played.result)
    assert 1 <= result.place <= result.of == nora.game.seats


@pytest.mark.parametrize("day", the_first(1, [1, 4, 11]))
async def test_both_databases_give_the_same_answers(
    days: Days, postgresql: Cluster, now: Now, monkeypatch: pytest.MonkeyPatch, day: int
) -> None:
    """If a member makes the same moves on SQLite and on PostgreSQL, the bot players answer with the
    same cards. The days are a weekday and two Sundays. On Sundays, the deal is of another game."""
    monkeypatch.setattr("bot.today.model.LEVELS", ("casual", "beginner"))
    now.moment = now.moment.replace(day=day)
    here = days.open()
    nora = await played_on(here, await here.begin(HERE, NORA), b"a", most=30)
    store = await Store.open(postgresql.new_database())
    there = Days(store, now).open()
    pavel = await played_on(there, await there.begin(HERE + 1, PAVEL), b"a", most=30)
    answers = select(schema.day_replies).order_by(schema.day_replies.c.at)
    replies = [tuple(row) for row in await store.rows(answers)]
    await store.close()
    assert pavel.played.steps == nora.played.steps
    assert replies == [tuple(row) for row in await days.store.rows(answers)]
    assert len({step.seat for step in nora.played.steps}) == nora.game.seats


async def test_a_new_version_of_the_bots_keeps_their_answers(
    days: Days, monkeypatch: pytest.MonkeyPatch
) -> None:
    today = days.open()
    nora = await played_on(today, await today.begin(HERE, NORA), b"b", most=6)

    def other(asked: task.Task) -> task.Answer:
        return task.Answer("no move")

    monkeypatch.setattr("bot.today.service.think", other)
    pavel = await played_on(today, await today.begin(HERE, PAVEL), b"b", most=6)
    assert pavel.played.steps == nora.played.steps


async def test_the_bots_meet_another_chance_once_another_move_was_made(days: Days) -> None:
    today = days.open()
    nora = await today.begin(HERE, NORA)
    pavel = await today.begin(HERE, PAVEL)
    assert nora.played.steps == pavel.played.steps
    moves = [str(move) for move in nora.game.legal_moves(MEMBER)]
    seen = len(nora.played.steps)
    one = await today.move(NORA.id, today.day, moves[0], seen)
    other = await today.move(PAVEL.id, today.day, moves[-1], seen)
    assert one.played.steps[seen] != other.played.steps[seen]


async def test_it_is_sealed_the_day_before(days: Days) -> None:
    today = days.open()
    await today.seal_due()
    seal = (await today.deal(today.day + 1)).seal
    days.secret = b"t"
    days.now.pass_by(days=1)
    today = days.open()
    await today.seal_due()
    assert (await today.deal(today.day)).seal == seal
    again = dealt(today.day, b"s" * 32, VERSION)
    assert again == await today.deal(today.day)


async def test_what_is_refused_changes_nothing(days: Days) -> None:
    today = days.open()
    with pytest.raises(DayOver):
        await today.move(NORA.id, today.day, "done", 0)
    sitting = await today.begin(HERE, NORA)
    seen = len(sitting.played.steps)
    for wrong in ("attack 2X", "resign", ""):
        with pytest.raises((InvalidMove, IllegalMove)):
            await today.move(NORA.id, today.day, wrong, seen)
    move = choice(sitting, Stream(b"c"))
    with pytest.raises(MovedOn):
        await today.move(NORA.id, today.day, move, seen + 1)
    with pytest.raises(DayOver):
        await today.move(NORA.id, today.day - 1, move, seen)
    assert present(await today.sitting(NORA.id, today.day)).played == sitting.played
    after = await today.move(NORA.id, today.day, move, seen)
    assert len(after.played.steps) > seen
    with pytest.raises(MovedOn):
        await today.move(NORA.id, today.day, move, seen)


async def test_a_finished_deal_is_judged_once_and_stands_on_the_board(
    days: Days, monkeypatch: pytest.MonkeyPatch
) -> None:
    today = days.open()
    nora = await played_on(today, await today.begin(HERE, NORA), b"d")
    assert await today.board(HERE, today.day) == [nora.played]
    assert await today.board(HERE + 1, today.day) == []
    found = present(await today.judge(nora))
    assert found.accuracy is not None
    assert 0 < found.accuracy <= 100
    ended = {name for made in nora.made for name in (event.name for event in made.events)}
    assert ended & nora.game.chapter_names
    assert len(found.squares) > 1
    assert set(found.squares) <= set("gyr-")

    def never(_: worker.Job) -> str:
        raise AssertionError

    monkeypatch.setattr("bot.today.service.found_in", never)
    stored = present(await today.sitting(NORA.id, today.day))
    assert await today.judge(stored) == found
    assert await today.streak(NORA.id) == (1, 1)


async def test_sundays_belong_to_the_others() -> None:
    monday = datetime.date(2026, 11, 23).toordinal()
    week = [kind_of(monday + day).name for day in range(14)]
    assert {each.daily is not None for each in map(games.load, week)} == {True}
    often = {*week[:6], *week[7:13]}
    sundays = {week[6], week[13]}
    assert not often & sundays
    assert len(sundays) == 2


@pytest.mark.parametrize("kind", [k for k in games.available().values() if k.daily])
def test_every_game_of_the_day_can_be_dealt(kind: type[Game]) -> None:
    day = next(day for day in range(1, 10_000) if kind_of(day) is kind)
    deal = dealt(day, bytes(32), VERSION)
    game = deal.header.deal()
    assert game.seats == len(deal.bots) + 1 == len({*deal.bots}) + 1
    assert {deal.bot(seat).level for seat in range(1, game.seats)} == {*LEVELS}
    assert dealt(day, bytes(31) + b"x", VERSION).header.deal().position() != game.position()


def test_the_board_is_by_place_and_then_by_accuracy() -> None:
    def ended(member: int, place: int, judged: Judged | None) -> DayGame:
        return DayGame(1, member, HERE, str(member), (), Result(place, 4, "won"), judged)

    board = [
        ended(1, 2, Judged("g", 100)),
        ended(2, 1, Judged("r", 40, 3, 500)),
        ended(3, 1, None),
        ended(4, 1, Judged("y", 90, 2, 60)),
        DayGame(1, 5, HERE, "under way"),
    ]
    assert [each.member_id for each in in_order(board)] == [4, 2, 3, 1]
    assert costliest(board) == board[1]
    assert costliest(board[:1]) is None


def test_of_equals_whoever_got_out_first_is_before_the_others() -> None:
    record = loads(Path("tests/golden/durak-classic-5.txt").read_text())
    results = result_of(record)
    assert results is not None
    assert (results.of, results.kind) == (5, "won")
    assert 1 <= results.place <= 5
