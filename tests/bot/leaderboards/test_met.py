"""Test that a member's profile shows how often the member has beaten each bot player who has a
name."""

from __future__ import annotations

from collections import Counter

from bot.core.people import PEOPLE
from bot.leaderboards.service import Boards
from bot.tables.manager import Tables
from bot.tables.store.tables import Store
from tests.bot.conftest import Now
from tests.bot.evening import ANN, BOB, GUILD, dealt, run_out
from tests.bot.subjects import history
from tests.present import present


async def test_a_profile_says_how_often_each_named_bot_player_was_beaten(
    tables: Tables, store: Store, now: Now
) -> None:
    boards = Boards(store, now=now)
    for number in range(6):
        people = (ANN, BOB) if number % 2 else (ANN,)
        await run_out(tables, await dealt(tables, *people, bots=2, cards=3), now)
    # A game that ends at once is void, and counts for nothing.
    void = await dealt(tables, ANN, bots=1)
    await tables.resign(void.id, ANN.id)
    won, lost = Counter[str](), Counter[str]()
    games = [
        each
        for each in (await history(tables).history(GUILD, size=50)).games
        if each.kind != "void"
    ]
    assert len(games) == 6
    annulled = games[0]
    await boards.annul(GUILD, annulled.table_id, annulled.number, 99)
    for game in games[1:]:
        own = next(each for each in game.players if each.member_id == ANN.id)
        for other in game.players:
            if other.member_id is None:
                won[other.name] += own.rank < other.rank
                lost[other.name] += own.rank > other.rank
    met = present(await boards.profile(GUILD, ANN.id)).met
    assert {each.name: each.won for each in met} == dict(won)
    assert {each.name: each.lost for each in met} == dict(lost)
    assert sum(won.values()) + sum(lost.values()) > 0
    assert [each.name for each in met] == [name for name in PEOPLE if name in won]
