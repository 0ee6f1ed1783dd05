"""Tests of duplicates, deals that two members play with the same cards and bot players. The member
with more points in all deals wins. Duplicates have ratings of their own."""

from __future__ import annotations

import asyncio
from datetime import timedelta

import pytest
from sqlalchemy import select

from bot.core.errors import NotSaved
from bot.core.model import FORGOTTEN, Person
from bot.core.ratings import Rating
from bot.core.shards import ALL
from bot.db import schema
from bot.tables.store.tables import Store
from bot.today.duplicate import (
    DEALS,
    LASTS,
    Duplicate,
    DuplicateOver,
    NotYourDeal,
    place_of,
    points_of,
    ratings,
)
from bot.today.duplicates import Duplicates
from bot.today.model import BEYOND_DAYS, Result
from bot.today.store import duplicates as kept
from games.shuffle import Stream
from tests.bot.conftest import Now
from tests.bot.today.test_today import HERE, NORA, PAVEL, Days, choice, days
from tests.present import present

__all__ = ["days"]
STRANGER = Person(3, "Aiko")


class Duels:
    """A helper with which tests begin and play duplicates on a real database. `open` returns the
    service as a newly started process has it."""

    def __init__(self, days: Days) -> None:
        self.days = days
        self.told: list[Duplicate] = []

    def open(self) -> Duplicates:
        made = Duplicates(self.days.store, self.days.open(), self.days.now)
        made.listeners.append(self.told.append)
        return made

    async def begun(self) -> Duplicate:
        return await self.open().begin(
            guild_id=HERE, channel_id=8, game="durak", first=NORA, second=PAVEL
        )

    async def played(self, duplicate: Duplicate, who: Person, seed: bytes, deals: int) -> None:
        """Let `who` play the next `deals` deals of a duplicate, with moves that follow from `seed`.
        Each move is made by a newly started process."""
        for _ in range(deals):
            sitting = present(await self.open().play(duplicate.number, who))
            while sitting.game.outcome is None:
                steps, deal = sitting.played.steps, sitting.deal.day
                text = choice(sitting, Stream(seed + b"%d" % len(steps)))
                sitting = await self.open().move(who.id, deal, text, len(steps))


@pytest.fixture
def duels(days: Days) -> Duels:
    return Duels(days)


async def test_both_have_the_same_cards_and_the_better_total_wins(
    duels: Duels, monkeypatch: pytest.MonkeyPatch
) -> None:
    duplicate = await duels.begun()
    assert [place_of(deal) for deal in duplicate.deals] == [1, 2]
    assert duplicate.deals[0] >= BEYOND_DAYS > 3_652_059, "beyond the last day that a date can have"
    await duels.played(duplicate, NORA, b"a", DEALS)
    assert await duels.open().play(duplicate.number, NORA) is None, "no deal is played twice"
    await duels.played(duplicate, PAVEL, b"a", 1)
    duplicate = await duels.open().get(duplicate.number)
    assert (duplicate.over, duplicate.points) == (False, None)
    assert await duels.open().ratings_of(HERE, NORA.id) == {}
    mine, theirs = (await duels.open().progress(duplicate)).games.values()
    assert present(mine[0]).steps == present(theirs[0]).steps, "the same moves, the same answers"

    await duels.played(duplicate, PAVEL, b"b", 1)
    over = await duels.open().get(duplicate.number)
    progress = await duels.open().progress(over)
    totals = [
        sum(points_of(present(present(each).result)) for each in progress.games[who.id])
        for who in (NORA, PAVEL)
    ]
    assert over.points == tuple(totals)
    assert over.over
    ends = [each for each in duels.told if each.over]
    assert len(ends) == 1, "its end is told once"
    await duels.open().settle_due(ALL)
    assert [each for each in duels.told if each.over] == ends
    rated = await duels.open().rated(over)
    assert rated.before == [Rating(), Rating()]
    for who, after in zip((NORA, PAVEL), rated.after, strict=True):
        assert await duels.open().ratings_of(HERE, who.id) == {"durak": after}
    assert await duels.open().ratings_of(HERE, STRANGER.id) == {}
    assert (rated.after[0].mu > rated.after[1].mu) == (totals[0] > totals[1])

    # What was played says nothing of days: no streak comes of it.
    today = duels.days.open()
    assert await today.streak(NORA.id) == (0, 0)


async def test_one_that_is_found_at_a_start_ends_at_its_deadline(duels: Duels, now: Now) -> None:
    due_at = present((await duels.begun()).due_at)
    service, ended = duels.open(), asyncio.Event()
    service.listeners.append(lambda duplicate: ended.set() if duplicate.over else None)
    now.moment = due_at - timedelta(milliseconds=1)
    assert [each.over for each in await service.settle_due(ALL)] == [False]
    now.moment = due_at
    async with asyncio.timeout(30):
        await ended.wait()
    await service.close()


async def test_nobody_else_plays_it_and_after_three_days_nobody(duels: Duels, now: Now) -> None:
    duplicate = await duels.begun()
    first = duplicate.deals[0]
    with pytest.raises(NotYourDeal):
        await duels.open().play(duplicate.number, STRANGER)
    sitting = present(await duels.open().play(duplicate.number, NORA))
    text, seen = choice(sitting, Stream(b"c")), len(sitting.played.steps)
    for refused in (
        duels.open().sitting(STRANGER.id, first),
        duels.open().move(STRANGER.id, first, text, seen),
    ):
        with pytest.raises(NotYourDeal):
            await refused
    await duels.played(duplicate, PAVEL, b"d", 1)
    now.moment += LASTS
    with pytest.raises(DuplicateOver):
        await duels.open().move(NORA.id, first, text, seen)
    await asyncio.gather(duels.open().settle_due(ALL), duels.open().settle_due(ALL))
    over = await duels.open().get(duplicate.number)
    paid = present(over.points)
    assert paid[0] == 0, "a deal that isn't finished is worth nothing"
    assert await duels.days.store.rows(select(schema.day_replies)) == [], "nobody needs them now"
    with pytest.raises(DuplicateOver):
        await duels.open().play(over.number, PAVEL)


async def test_one_that_nobody_played_does_not_count(duels: Duels, now: Now) -> None:
    duplicate = await duels.begun()
    now.moment += LASTS + timedelta(seconds=1)
    await duels.open().settle_due(ALL)
    over = await duels.open().get(duplicate.number)
    assert (over.over, over.points) == (True, None)
    rated = await duels.open().rated(over)
    assert rated.after == rated.before


async def test_a_forgotten_member_leaves_no_name(duels: Duels, store: Store) -> None:
    duplicate = await duels.begun()
    await store.write(kept.KEPT.member_forgotten(NORA.id))
    found = await duels.open().get(duplicate.number)
    assert (found.first, found.second) == (Person(FORGOTTEN, ""), PAVEL)
    assert found.over
    with pytest.raises(DuplicateOver):
        await duels.open().play(duplicate.number, PAVEL)
    await store.write(kept.KEPT.server_forgotten(HERE))
    with pytest.raises(DuplicateOver):
        await duels.open().get(duplicate.number)
    another = await duels.begun()
    assert another.number != duplicate.number, "its deals are still sealed under that number"


async def test_a_challenge_that_was_answered_meanwhile_deals_nothing(duels: Duels) -> None:
    async def must_hold() -> None:
        raise DuplicateOver

    duplicate = await duels.begun()
    answered = kept.ended(duplicate, None)
    await duels.days.store.write(answered)
    with pytest.raises((DuplicateOver, NotSaved)):
        await duels.open().begin(
            guild_id=HERE,
            channel_id=8,
            game="durak",
            first=NORA,
            second=PAVEL,
            beside=answered,
            must_hold=must_hold,
        )
    with pytest.raises(DuplicateOver):
        await duels.open().get(duplicate.number + 1)


def test_ratings_follow_from_the_results_in_their_order(now: Now) -> None:
    games = [(NORA, PAVEL, (5, 2)), (PAVEL, STRANGER, (3, 3)), (NORA, STRANGER, None)]
    done = [
        Duplicate(number, HERE, 8, "durak", one, other, now(), now(), over=True, points=points)
        for number, (one, other, points) in enumerate(games)
    ]
    first, second, third = ratings(done)
    assert first.after[0].mu > first.before[0].mu > first.after[1].mu
    assert second.before == [first.after[1], Rating()], "each goes on from what they had"
    assert third.before == third.after == [first.after[0], second.after[1]]


def test_a_deal_is_worth_as_many_points_as_there_are_worse_places() -> None:
    assert [points_of(Result(place, 4, "won")) for place in (1, 2, 3, 4)] == [3, 2, 1, 0]
    assert points_of(Result(1, 4, "void")) == 0
