"""Tests of taking back the last move. In a game that doesn't count, a move can be taken back if all
members agree. Then everything is as if the move had never been made."""

from __future__ import annotations

import random
from dataclasses import replace
from typing import Any

import pytest

from bot.core.errors import CannotTakeBack, StaleTable
from bot.core.model import Emote, Person, Phase, Table, Update
from bot.tables.manager import Tables
from bot.tables.play import TAKEN_BACK
from bot.tables.store.tables import Store
from tests.beyond import BEYOND
from tests.bot.conftest import Now
from tests.bot.evening import ANN, BOB, CAT, lobby, log_of, replays
from tests.bot.subjects import tables_of
from tests.present import present

pytestmark = pytest.mark.usefixtures("database_without_threads")


async def begun(
    tables: Tables, *people: Person, bots: int = 0, learning: bool = True, **more: Any
) -> Table:
    table = await lobby(tables, *people, bots=bots, **{"game": "durak", **more})
    if learning:
        await tables.choose(table.id, people[0].id, learning=True)
    return (await tables.start(table.id, people[0].id)).table


def mover_of(table: Table) -> int:
    return present(table.seats[present(table.takes_back)].member_id)


async def any_move(tables: Tables, table: Table, rng: random.Random) -> Update:
    seat = rng.choice(sorted(present(table.live).waiting_on))
    move = rng.choice(present(table.view(seat)).moves)
    return await tables.move(table.id, present(table.seats[seat].member_id), move)


def known(table: Table) -> object:
    """Return a table's position, the number of its chapters (parts of the game such as bouts), and
    the views of a spectator and of three seats. Versions and clocks are not in it."""
    return present(table.live).position(), table.chapters, [table.view(n) for n in (None, 0, 1, 2)]


@pytest.mark.parametrize(
    "game", ["durak", *(pytest.param(each, marks=BEYOND) for each in ("dritzak", "tredici"))]
)
async def test_the_game_is_as_it_was_before_and_goes_on_from_the_disk(
    tables: Tables, store: Store, now: Now, game: str
) -> None:
    """After a move was taken back, the game, the stored moves, and the table as read from the
    database are the same as before the move."""
    rng, taken = random.Random(7), 0
    table = await begun(tables, ANN, BOB, CAT, game=game)
    for _ in range(60):
        if table.phase is not Phase.PLAYING:
            break
        before, log = table, await log_of(store, table.id)
        table = (await any_move(tables, table, rng)).table
        if table.takes_back is None or rng.random() < 0.5:
            continue
        for who in sorted((ANN, BOB, CAT), key=lambda each: each.id != mover_of(table)):
            update = await tables.take_back(table.id, who.id, table.version)
        taken += 1
        assert update.happenings[0].events[0].name == TAKEN_BACK
        assert known(update.table) == known(before)
        assert update.table.version > table.version
        assert await log_of(store, table.id) == log
        table = update.table
        fresh = await tables_of(store, now).get(table.id)
        assert known(fresh) == known(before)
        assert replace(fresh, live=None, recent=()) == replace(table, live=None, recent=())
    if table.phase is Phase.OVER:
        replays(table)
    assert taken or game == "tredici", "in Tredici, a card is drawn in every turn"


async def test_all_who_play_must_agree_and_any_move_ends_the_question(tables: Tables) -> None:
    table = await begun(tables, ANN, BOB, CAT)
    rng = random.Random(1)
    table = (await any_move(tables, table, rng)).table
    mover = mover_of(table)
    first, second = (each.id for each in (ANN, BOB, CAT) if each.id != mover)
    with pytest.raises(CannotTakeBack):
        await tables.take_back(table.id, first, table.version)
    asked = await tables.take_back(table.id, mover, table.version)
    agreed = await tables.take_back(table.id, first, asked.table.version)
    assert not agreed.happenings
    moved = await any_move(tables, agreed.table, rng)
    with pytest.raises(StaleTable):
        await tables.take_back(table.id, second, agreed.table.version)
    assert all(seat.gives_back is None for seat in moved.table.seats)


async def test_with_bot_players_alone_it_is_at_once(tables: Tables, now: Now) -> None:
    table = await begun(tables, ANN, bots=2, learning=False)
    while 0 not in present(table.live).waiting_on:
        now.pass_by(seconds=2)
        table = present(await tables.run_due(table.id)).table
    before = table
    table = (await tables.move(table.id, ANN.id, present(table.view(0)).moves[0])).table
    assert table.takes_back == 0
    update = await tables.take_back(table.id, ANN.id, table.version)
    assert known(update.table) == known(before)


@pytest.mark.parametrize("why", ["rated", "given up", "drawn", "drawn untold", "bout over", "out"])
async def test_what_counts_or_has_shown_a_card_stays(
    tables: Tables, why: str, monkeypatch: pytest.MonkeyPatch
) -> None:
    if why in ("drawn untold", "out"):
        # A package's game may tell nothing of it: views are compared too, and who is out.
        monkeypatch.setattr("bot.tables.play._tells_more", lambda *_: False)
    if why == "out":
        monkeypatch.setattr("bot.tables.play._shows_more", lambda *_: False)
    rng = random.Random(3)
    table = await begun(tables, ANN, BOB, CAT, learning=why != "rated")
    table = (await any_move(tables, table, rng)).table
    if why == "given up":
        table = (await tables.resign(table.id, CAT.id)).table
    # In the end a bout is over without a card drawn, so that nobody sees a new one.
    drawn, over = {"drew", "bout"}, {"bout"}
    wanted = {"drawn": drawn, "drawn untold": drawn, "bout over": over}.get(why, set())
    while wanted and {event.name for event in table.recent[-1].events} & {"drew", "bout"} != wanted:
        table = (await any_move(tables, table, rng)).table
    while why == "out" and not any(map(present(table.live).has_finished, range(3))):
        table = (await any_move(tables, table, rng)).table
    assert table.phase is Phase.PLAYING
    assert table.takes_back is None
    for who in (ANN, BOB):
        with pytest.raises(CannotTakeBack):
            await tables.take_back(table.id, who.id, table.version)


async def test_a_process_that_has_not_heard_of_it_adds_no_move(
    tables: Tables, store: Store, now: Now
) -> None:
    """One process takes back a move. Another process hasn't heard of this, and still has the move
    in memory. If a member then makes a move in the other process, that move is refused and isn't
    saved."""
    table = await begun(tables, ANN, BOB)
    table = (await any_move(tables, table, random.Random(1))).table
    other = tables_of(store, now)
    await other.get(table.id)
    for who in sorted((ANN, BOB), key=lambda each: each.id != mover_of(table)):
        update = await tables.take_back(table.id, who.id, (await tables.get(table.id)).version)
    (opens,) = present(update.table.live).waiting_on
    waits = present(table.seats[1 - opens].member_id)
    with pytest.raises(Exception, match=r"turn|moved on|waiting|attack"):
        await other.move(table.id, waits, "take")
    assert await log_of(store, table.id) == []


async def taken_back(tables: Tables, table: Table) -> Table:
    """Let all members agree to take back the last move, and return the table. The member who made
    the move agrees first."""
    members = [present(seat.member_id) for seat in table.seats if not seat.is_bot]
    for who in sorted(members, key=lambda each: each != mover_of(table)):
        table = (await tables.take_back(table.id, who, table.version)).table
    return table


async def test_what_seats_counted_in_moves_follows_the_shorter_log(
    tables: Tables, store: Store, now: Now
) -> None:
    """An emote, and a member's return after an absence, are stored with the number of moves made so
    far. Taking back a move makes this number smaller. An emote that was shown after the move still
    disappears at its seat's next move. A member who returned after the move doesn't become absent
    again."""
    table, rng = await begun(tables, ANN, BOB, CAT), random.Random(2)
    cat = present(table.seat_of(CAT.id))
    while not (table.seats[cat].absent and table.takes_back is not None):
        assert table.phase is Phase.PLAYING
        if present(table.live).waiting_on == {cat}:
            now.pass_by(minutes=10)
            update = await tables.run_due(table.id)
            table = table if update is None else update.table
        else:
            table = (await any_move(tables, table, rng)).table
    mover = present(table.takes_back)
    table = (await tables.back(table.id, CAT.id)).table
    table = (await tables.emote(table.id, mover_of(table), Emote.CLAP)).table
    table = await taken_back(tables, table)
    assert present(table.seats[mover].said).moves == len(await log_of(store, table.id))
    for process in (tables, tables_of(store, now)):
        assert not (await process.get(table.id)).seats[cat].absent
    move = present(table.view(mover)).moves[0]
    moved = await tables.move(table.id, present(table.seats[mover].member_id), move)
    assert moved.table.seats[mover].said is None


async def test_who_watches_sees_the_move_that_was_made_instead(tables: Tables) -> None:
    """A watcher with open hands sees the move that was made instead of the move that was taken
    back. The number of moves is the same after both, so this number can't identify the state."""
    table, watcher = await lobby(tables, ANN, BOB, game="durak"), 4711
    await tables.choose(table.id, ANN.id, learning=True, open_hands=True)
    table = (await tables.start(table.id, ANN.id)).table
    (opens,) = present(table.live).waiting_on
    first, other = present(table.view(opens)).moves[:2]
    seen = []
    for move in (first, other):
        table = (await tables.move(table.id, present(table.seats[opens].member_id), move)).table
        seen.append(await tables.watching.of(table.id, watcher))
        if move == first:
            table = await taken_back(tables, table)
    assert seen[0].moves == seen[1].moves
    assert seen[0].which != seen[1].which
