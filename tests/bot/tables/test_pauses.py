"""Tests of bot players' pauses before a move. The length of a pause depends on the table's speed.
Tables that were dealt at the same time have different pauses."""

from __future__ import annotations

from datetime import timedelta

import pytest

from bot.core.model import Person, Speed, Table
from bot.tables.deadlines import TableRules
from bot.tables.manager import Tables
from bot.tables.store.tables import Store
from tests.bot.conftest import Drawn, Now
from tests.bot.evening import ANN, lobby
from tests.bot.heaps import Heaps
from tests.bot.subjects import tables_of
from tests.looked_at import next_deadline
from tests.present import present

pytestmark = pytest.mark.usefixtures("database_without_threads")

USUAL = timedelta(seconds=1.5)


@pytest.fixture
def tables(store: Store, now: Now) -> Tables:
    return tables_of(store, now, rules=TableRules(bot_pause=USUAL), entropy=Drawn())


async def with_bots(tables: Tables, speed: Speed, who: Person = ANN, bots: int = 2) -> Table:
    table = await lobby(tables, who, bots=bots)
    await tables.choose(table.id, who.id, speed=speed)
    return (await tables.start(table.id, who.id)).table


async def first_pause(tables: Tables, now: Now, table: Table) -> timedelta:
    """Let the member make the first move. Return the pause of the bot player who moves next."""
    await tables.move(table.id, ANN.id, str(present(table.view(0)).moves[0]))
    return present(await next_deadline(tables)) - now()


@pytest.mark.parametrize(
    ("speed", "seconds"), [(Speed.QUICK, 1.0), (Speed.RELAXED, 1.5), (Speed.NONE, 1.5)]
)
async def test_a_pause_suits_the_speed_and_sways_by_an_eighth(
    tables: Tables, now: Now, speed: Speed, seconds: float
) -> None:
    pause = await first_pause(tables, now, await with_bots(tables, speed))
    assert abs(pause.total_seconds() - seconds) <= seconds / 8
    assert pause.total_seconds() != seconds


async def test_a_pause_is_shorter_where_everybody_knows_the_only_move(
    tables: Tables, now: Now, monkeypatch: pytest.MonkeyPatch
) -> None:
    monkeypatch.setattr(Heaps, "forced", lambda _self, _seat: True)
    pause = await first_pause(tables, now, await with_bots(tables, Speed.RELAXED))
    assert abs(pause - USUAL / 2) <= USUAL / 16


async def test_tables_that_were_dealt_together_part(tables: Tables, now: Now) -> None:
    """Twelve tables that were dealt at the same moment have different pauses, because a pause
    depends on the table's id. So the bot players of these tables don't move at the same time."""
    due = []
    for number in range(12):
        member = Person(100 + number, "Ann")
        table = await with_bots(tables, Speed.RELAXED, member)
        moved = await tables.move(table.id, member.id, str(present(table.view(0)).moves[0]))
        due.append(moved.table.clocks[1])
    assert len(set(due)) == len(due)
    assert max(due) - min(due) > USUAL / 16


async def test_the_second_of_two_moves_in_a_row_comes_at_once_and_the_third_does_not(
    tables: Tables, now: Now
) -> None:
    """A bot player that wins a heap (the cards of a round) plays the first card of the next round
    without a pause. If the bot player then has to move a third time in a row, there is a pause
    again."""
    table = await with_bots(tables, Speed.RELAXED, bots=1)
    updates = [await tables.move(table.id, ANN.id, str(present(table.view(0)).moves[0]))]
    while not updates[-1].goes_on:
        table = updates[-1].table
        if 0 in present(table.live).waiting_on:
            move = str(present(table.view(0)).moves[0])
            updates.append(await tables.move(table.id, ANN.id, move))
        else:
            now.moment = present(await next_deadline(tables))
            updates.append(present(await tables.run_due(table.id)))
    second = present(await tables.run_due(table.id))
    assert (second.happenings[0].seat, second.goes_on) == (1, False)
