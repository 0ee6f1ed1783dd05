"""Tests of moves that members choose before their turn. When the turn comes, such a move is made or
dropped. Nobody else learns of the choice."""

from __future__ import annotations

import random
from dataclasses import replace
from datetime import timedelta
from typing import Any

import pytest

from bot.core.errors import NotAhead
from bot.core.model import Ahead, Phase, Table, Update
from bot.tables.ahead import LONGEST, SHORTEST
from bot.tables.manager import Tables
from bot.tables.store.tables import Store
from tests.beyond import BEYOND
from tests.bot.conftest import Drawn, Now
from tests.bot.evening import ANN, BOB, CAT, dealt, replays, same_from_disk
from tests.bot.subjects import privacy, tables_of
from tests.present import present

pytestmark = pytest.mark.usefixtures("database_without_threads")

DURAK: dict[str, Any] = {"game": "durak", "misdeal": "off"}
PASSING: dict[str, Any] = {**DURAK, "passing": True, "opening": "several", "throw_from": "at-once"}


def member(table: Table, seat: int) -> int:
    return present(table.seats[seat].member_id)


def defender(table: Table) -> int:
    view = present(table.view(None))
    return next(seat.seat for seat in view.seats if "defender" in seat.roles)


async def attacked(tables: Tables, table: Table) -> Update:
    """Let the attacker make the first of their legal moves, and return the update."""
    (seat,) = present(table.live).waiting_on
    return await tables.move(table.id, member(table, seat), present(table.view(seat)).moves[0])


def without_choices(table: Table) -> Table:
    """Return the table without its id, without the moves that members chose ahead, and without the
    ids of the presses by which members joined. Tests compare two tables in everything else."""
    seats = tuple(replace(seat, ahead=None, joined_by=None) for seat in table.seats)
    return replace(table, id="", seats=seats)


@pytest.mark.parametrize("restarted", [False, True])
async def test_it_is_made_after_as_long_as_a_quick_member_takes(
    tables: Tables, store: Store, now: Now, restarted: bool
) -> None:
    table = await dealt(tables, ANN, BOB, **DURAK)
    seat = defender(table)
    await tables.choose_ahead(table.id, member(table, seat), ["take"])
    await attacked(tables, table)
    if restarted:
        tables = tables_of(store, now, entropy=Drawn())
        await tables.timing.postpone()
    assert await tables.run_due(table.id) is None
    due = present(tables.timing.deadlines.first())
    assert SHORTEST <= due - now() < LONGEST
    now.moment = due - timedelta(milliseconds=1)
    assert await tables.run_due(table.id) is None
    now.moment = due
    update = present(await tables.run_due(table.id))
    (taken,) = update.happenings
    assert (taken.seat, taken.move, taken.stand_in) == (seat, "take", False)
    assert update.table.seats[seat].ahead is None
    await same_from_disk(store, tables, tables_of(store, now), table.id)


async def test_nobody_else_can_tell_that_it_was_chosen(
    store: Store, now: Now, monkeypatch: pytest.MonkeyPatch
) -> None:
    """Of two tables with the same deal and moves, one has a member who chooses moves before their
    turn. Nothing else of the tables differs, and no listener is told of the choice."""
    monkeypatch.setattr("bot.tables.dealing.seed_of", lambda *_: bytes(32))
    seen: list[Table] = []
    for chooses in (False, True):
        tables = tables_of(store, now, entropy=Drawn())
        table = await dealt(tables, ANN, BOB, CAT, **DURAK)
        told: list[Update] = []
        tables.listen(told.append)
        for moves in (["take"], [], ["take"]) if chooses else ():
            await tables.choose_ahead(table.id, member(table, defender(table)), moves)
        assert not told
        seen.append((await attacked(tables, table)).table)
        assert len(told) == 1
    plain, chosen = seen
    assert plain.seats != chosen.seats
    assert plain.view(None) == chosen.view(None), "the same deal"
    assert without_choices(chosen) == without_choices(plain)


async def test_it_can_be_taken_back_and_only_what_the_game_offers_is_chosen(
    tables: Tables, store: Store, now: Now
) -> None:
    table = await dealt(tables, ANN, BOB, **DURAK)
    seat = defender(table)
    who, other = member(table, seat), member(table, 1 - seat)
    for by, moves in ((who, ["done"]), (who, ["beat 6S 7S"]), (other, ["take"])):
        with pytest.raises(NotAhead):
            await tables.choose_ahead(table.id, by, moves)
    chosen = await tables.choose_ahead(table.id, who, ["take"])
    assert chosen.seats[seat].ahead == Ahead(("take",))
    assert chosen.version == table.version
    await same_from_disk(store, tables, tables_of(store, now), table.id)
    assert (await tables.choose_ahead(table.id, who, [])).seats[seat].ahead is None
    await attacked(tables, table)
    now.pass_by(seconds=30)
    assert await tables.run_due(table.id) is None


async def test_what_cannot_be_made_is_dropped_with_a_word_until_the_members_own_move(
    tables: Tables, now: Now
) -> None:
    """A move that was chosen ahead is dropped if it isn't legal when the turn comes. The table
    shows this to the member until the member has moved. Here the member chose to pass, but the
    attack has another rank."""
    table = await dealt(tables, ANN, BOB, **PASSING)
    seat = defender(table)
    attack = present(table.view(1 - seat)).moves[0]
    rank = attack.cards[0][:-1]
    own = next(card for card in present(table.view(seat)).hand if card[:-1] != rank)
    await tables.choose_ahead(table.id, member(table, seat), [f"pass {own}"])
    table = (await tables.move(table.id, member(table, 1 - seat), attack)).table
    assert table.seats[seat].ahead == Ahead((f"pass {own}",), dropped=True)
    now.pass_by(seconds=30)
    assert await tables.run_due(table.id) is None, "it isn't made later either"
    table = (await tables.move(table.id, member(table, seat), "take")).table
    assert table.seats[seat].ahead is None


@BEYOND
async def test_all_cards_of_a_rank_are_added_one_after_the_other(tables: Tables, now: Now) -> None:
    """Three members choose moves ahead of their turn. The moves are chosen at random among those
    that the game offers. Each chosen move is either made some seconds after the turn has come, or
    dropped. At the end, the game's record can be replayed."""
    rng, made, dropped = random.Random(5), 0, 0
    for _ in range(4):
        table = await dealt(tables, ANN, BOB, CAT, **PASSING)
        while table.phase is Phase.PLAYING:
            game = present(table.live)
            for seat in range(3):
                plans = game.ahead(seat)
                if plans and rng.random() < 0.5:
                    plan = [str(move) for move in rng.choice(plans)]
                    table = await tables.choose_ahead(table.id, member(table, seat), plan)
            began, before = now(), table
            now.pass_by(seconds=6)
            update = await tables.run_due(table.id)
            if update is not None and not update.half_time:
                (happening,) = update.happenings
                wish = present(before.seats[happening.seat].ahead)
                assert happening.move in wish.moves
                assert not wish.dropped
                assert now() - began >= SHORTEST
                made += 1
            else:
                seat = rng.choice(sorted(game.waiting_on))
                move = rng.choice(present(table.view(seat)).moves)
                update = await tables.move(table.id, member(table, seat), move)
            table = update.table
            dropped += sum(bool(each.ahead and each.ahead.dropped) for each in table.seats)
            now.moment = began + timedelta(seconds=6)
        replays(table)
        assert all(each.ahead is None for each in table.seats)
    assert made > 10
    assert dropped > 10


async def test_it_is_forgotten_with_its_member(tables: Tables, store: Store) -> None:
    table = await dealt(tables, ANN, BOB, CAT, **DURAK)
    seat = defender(table)
    await tables.choose_ahead(table.id, member(table, seat), ["take"])
    assert present(await store.table(table.id)).seats[seat].ahead == Ahead(("take",))
    await privacy(tables).forget(member(table, seat))
    assert present(await store.table(table.id)).seats[seat].ahead is None
