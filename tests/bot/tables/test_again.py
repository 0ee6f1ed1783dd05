"""Tests of the next game at the same table: who confirms it, when it starts by itself, and what it
takes over from the game before."""

from __future__ import annotations

import random
from datetime import timedelta
from typing import Any, cast

import pytest

from bot.core.errors import AlreadySeated, BadChoice, NotSeated, TableFull
from bot.core.fairness import hash_of, seed_of, verify
from bot.core.model import Person, Phase, Table
from bot.history.store.finished import Which, dropped, packed
from bot.tables.manager import Tables
from bot.tables.store.tables import Store
from games.durak import Durak
from tests.beyond import the_first
from tests.bot.conftest import Drawn, Now
from tests.bot.evening import (
    ANN,
    BOB,
    CAT,
    dealt,
    lobby,
    names,
    one_move,
    play_out,
    run_out,
    same_from_disk,
)
from tests.bot.heaps import Heaps
from tests.bot.subjects import tables_of
from tests.looked_at import due, next_deadline
from tests.present import present

pytestmark = pytest.mark.usefixtures("database_without_threads")

DAN = Person(1004, "Dan")


async def over(
    tables: Tables, *people: Person, bots: int = 0, now: Now | None = None, **options: Any
) -> Table:
    table = await dealt(tables, *people, bots=bots, **options)
    table = (await one_move(tables, table, random.Random(1))).table
    for who in people:
        # Whoever is left wins; quicker than playing.
        if table.phase is Phase.PLAYING:
            table = (await tables.resign(table.id, who.id)).table
    return await run_out(tables, table, present(now)) if table.phase is Phase.PLAYING else table


async def test_the_first_press_waits_for_the_others_and_the_last_one_deals(
    tables: Tables, store: Store, now: Now
) -> None:
    old = await over(tables, ANN, BOB, CAT, cards=3)
    sealed = old.next_hash
    table = (await tables.rematch(old.id, BOB, 601)).table
    assert (table.phase, table.game_number, table.host_id) == (Phase.LOBBY, 2, BOB.id)
    assert table.again_until == now() + timedelta(minutes=1) == await next_deadline(tables)
    assert names(table) == ["Bob"]
    assert [seat.name for seat in table.awaited] == ["Ann", "Cat"]
    assert (table.options["cards"], table.previous, table.secret_hash) == (3, old.outcome, sealed)
    assert table.live is None
    await same_from_disk(store, tables, tables_of(store, now), table.id)
    with pytest.raises(AlreadySeated):
        await tables.rematch(old.id, BOB, 602)

    # Who presses Join confirms as well.
    table = (await tables.join(old.id, ANN, 603)).table
    assert names(table) == ["Ann", "Bob"]
    table = (await tables.rematch(old.id, CAT, 604)).table
    assert (table.phase, names(table)) == (Phase.PLAYING, ["Ann", "Bob", "Cat"])
    assert (table.awaited, table.again_until, table.previous) == ((), None, old.outcome)
    assert table.secret_hash == sealed
    await same_from_disk(store, tables, tables_of(store, now), table.id)
    table = await play_out(tables, table)
    assert table.seed == seed_of(bytes.fromhex(present(table.secret)), [603, 601, 604]).hex()
    verify(present(table.deal_header))


@pytest.mark.parametrize("restarted", [False, True])
async def test_who_doesnt_confirm_in_a_minute_is_left_out(
    tables: Tables, store: Store, now: Now, restarted: Tables
) -> None:
    old = await over(tables, ANN, BOB, CAT)
    await tables.rematch(old.id, ANN, 601)
    now.pass_by(seconds=20)
    await tables.rematch(old.id, CAT, 602)
    if restarted:
        tables = tables_of(store, now, entropy=Drawn())
    now.pass_by(seconds=39)
    assert await due(tables, now()) == []
    assert await tables.run_due(old.id) is None
    now.pass_by(seconds=1)
    assert await due(tables, now()) == [old.id]
    table = present(await tables.run_due(old.id)).table
    assert (table.phase, names(table)) == (Phase.PLAYING, ["Ann", "Cat"])
    # Told by seats, it would be about others: it isn't handed on.
    assert table.previous is None
    assert await tables.run_due(old.id) is None


async def test_too_few_make_an_ordinary_lobby(tables: Tables, store: Store, now: Now) -> None:
    old = await over(tables, ANN, BOB, CAT)
    await tables.rematch(old.id, ANN, 601)
    now.pass_by(minutes=1)
    table = present(await tables.run_due(old.id)).table
    assert (table.phase, names(table), table.awaited, table.again_until) == (
        Phase.LOBBY,
        ["Ann"],
        (),
        None,
    )
    await same_from_disk(store, tables, tables_of(store, now), table.id)
    assert await next_deadline(tables) == now() + timedelta(minutes=30)
    # It is like any other: who comes now sits down, and the host has the cards dealt.
    await tables.join(old.id, BOB, 602)
    assert (await tables.start(old.id, ANN.id, 603)).table.phase is Phase.PLAYING


async def test_who_declines_isnt_waited_for(tables: Tables) -> None:
    old = await over(tables, ANN, BOB, CAT)
    await tables.rematch(old.id, ANN, 601)
    table = (await tables.leave(old.id, CAT.id)).table
    assert [seat.name for seat in table.awaited] == ["Bob"]
    assert (await tables.rematch(old.id, BOB, 602)).table.phase is Phase.PLAYING

    old = await over(tables, ANN, BOB)
    await tables.rematch(old.id, ANN, 601)
    table = (await tables.leave(old.id, BOB.id)).table
    assert (table.phase, table.again_until, names(table)) == (Phase.LOBBY, None, ["Ann"])


async def test_only_who_played_may_ask_and_others_sit_down_where_there_is_room(
    tables: Tables, now: Now
) -> None:
    old = await over(tables, ANN, BOB, CAT)
    with pytest.raises(NotSeated):
        await tables.rematch(old.id, DAN, 601)
    assert await tables.get(old.id) == old
    await tables.rematch(old.id, ANN, 602)
    table = (await tables.join(old.id, DAN, 603)).table
    assert names(table) == ["Ann", "Dan"]
    # Two are awaited: their seats are theirs.
    with pytest.raises(TableFull):
        await tables.invite_bot(old.id, ANN.id)


async def test_one_member_and_bot_players_are_dealt_at_once_by_a_secret_sealed_before(
    tables: Tables, now: Now
) -> None:
    old = await over(tables, ANN, bots=2, now=now)
    assert old.next_hash not in (None, old.secret_hash)
    assert old.secret_hash == hash_of(bytes.fromhex(present(old.secret)))
    table = (await tables.rematch(old.id, ANN, 777)).table
    assert (table.phase, table.secret_hash, table.next_hash) == (Phase.PLAYING, old.next_hash, None)
    assert table.previous == old.outcome
    table = (await tables.resign(old.id, ANN.id)).table
    table = await run_out(tables, table, now)
    assert table.seed == seed_of(bytes.fromhex(present(table.secret)), [777]).hex()


async def test_a_secret_is_used_for_one_game_and_never_shown_before_its_end(
    tables: Tables, store: Store, now: Now
) -> None:
    table = await over(tables, ANN, BOB)
    secrets, hashes = [], []
    for number in range(4):
        secrets.append(table.secret)
        hashes.append(table.next_hash)
        fresh = await tables_of(store, now).get(table.id)
        assert (fresh.secret, fresh.next_hash) == (table.secret, table.next_hash)
        for who in (ANN, BOB):
            table = (await tables.rematch(table.id, who, 800 + number)).table
            assert (table.secret, table.secret_hash) == (None, hashes[-1])
        table = (await tables.resign(table.id, ANN.id)).table
        assert hash_of(bytes.fromhex(present(table.secret))) == hashes[-1]
    assert len(set(secrets)) == len(secrets)


@pytest.mark.parametrize("last", ["gone", "not replayed"])
async def test_the_next_secret_stays_sealed_when_the_last_game_cant_be_read(
    tables: Tables, store: Store, now: Now, monkeypatch: pytest.MonkeyPatch, last: str
) -> None:
    """The hash of the next game's secret was shown with the result of the last game. So the next
    game must use this secret, even if the record of the last game can't be read."""
    old = await over(tables, ANN, BOB)
    if last == "gone":
        await store.write([packed(Which(old.id, 1))], [dropped(Which(old.id, 1))])
    else:
        monkeypatch.setattr(Heaps, "version", Heaps.version + 1)
    fresh = tables_of(store, now)
    assert (await fresh.get(old.id)).record is None
    table = (await fresh.rematch(old.id, ANN, 601)).table
    assert table.secret_hash == old.next_hash


async def test_a_clash_is_told_when_the_host_deals_and_doesnt_stop_the_table(
    tables: Tables, now: Now
) -> None:
    old = await over(tables, ANN, BOB)
    await tables.rematch(old.id, ANN, 601)
    await tables.choose(old.id, ANN.id, options={"cards": 36})
    table = (await tables.rematch(old.id, BOB, 602)).table
    assert (table.phase, table.again_until, names(table)) == (Phase.LOBBY, None, ["Ann", "Bob"])
    with pytest.raises(BadChoice, match="There are not so many cards"):
        await tables.start(old.id, ANN.id)
    assert await next_deadline(tables) == now() + timedelta(minutes=30)


async def test_handicaps_go_on_and_votes_dont(tables: Tables) -> None:
    table = await lobby(tables, ANN, BOB, CAT)
    await tables.handicap(table.id, BOB.id, "slow", True)
    table = (await tables.start(table.id, ANN.id)).table
    await tables.vote_out(table.id, ANN.id, 2)
    for who in (ANN, BOB):
        table = (await tables.resign(table.id, who.id)).table
    for who in (ANN, BOB, CAT):
        table = (await tables.rematch(table.id, who, 600)).table
    assert [seat.handicaps for seat in table.seats] == [set(), {"slow"}, set()]
    assert [seat.votes for seat in table.seats] == [frozenset()] * 3


async def test_a_newcomer_takes_the_free_place_and_the_outcome_goes_on_by_seats(
    tables: Tables, now: Now
) -> None:
    rng = random.Random(8)
    table = await dealt(tables, ANN, BOB, CAT)
    while present((table := await play_out(tables, table, rng)).outcome).carry["leader"] != 2:
        for who in (ANN, BOB, CAT):
            table = (await tables.rematch(table.id, who, 900)).table
    outcome = table.outcome
    await tables.rematch(table.id, ANN, 901)
    await tables.rematch(table.id, CAT, 902)
    await tables.leave(table.id, ANN.id)
    now.pass_by(minutes=1)
    # Cat alone is too few; Dan and a bot player take the places of Ann and Bob.
    assert present(await tables.run_due(table.id)).table.phase is Phase.LOBBY
    await tables.join(table.id, DAN, 903)
    table = (await tables.invite_bot(table.id, CAT.id)).table
    assert names(table) == ["Dan", "bot", "Cat"]
    table = (await tables.start(table.id, CAT.id, 904)).table
    assert (table.previous, cast("Heaps", table.live).leader) == (outcome, 2)


@pytest.mark.parametrize("restarted", the_first(1, [True, False]))
async def test_who_opens_is_known_while_the_fool_is_there(
    tables: Tables, store: Store, now: Now, restarted: bool
) -> None:
    """In the next game of Durak (preset `classic`), the player to the left of the last game's loser
    (the fool) attacks first. If that player doesn't play again, the next player to the left attacks
    first."""
    rng = random.Random(5)
    people = (ANN, BOB, CAT, DAN)
    table = await dealt(tables, *people, game="durak")
    while (table := await play_out(tables, table, rng)).outcome is None or table.outcome.carry[
        "fool"
    ] is None:
        for who in people:
            table = (await tables.rematch(table.id, who, 900)).table
    outcome = present(table.outcome)
    fool = outcome.carry["fool"]
    # The seat to the fool's left doesn't play again; the one after it does, and is to open.
    gone, opener = people[(fool + 1) % 4], people[(fool + 2) % 4]
    for number, who in enumerate(people):
        if who is not gone:
            await tables.rematch(table.id, who, 910 + number)
    if restarted:
        tables = tables_of(store, now, entropy=Drawn())
    now.pass_by(minutes=1)
    table = present(await tables.run_due(table.id)).table
    assert (table.phase, len(table.seats)) == (Phase.PLAYING, 3)
    (attacker,) = present(table.live).waiting_on
    assert table.seats[attacker].member_id == opener.id
    carried = present(table.previous).carry
    assert table.seats[carried["fool"]].member_id == people[fool].id
    await same_from_disk(store, tables, tables_of(store, now), table.id)
    verify(present((await play_out(tables, table)).deal_header))


async def test_a_match_of_epaulettes_goes_on_with_its_score(tables: Tables) -> None:
    table = await dealt(tables, ANN, BOB, CAT, DAN, game="durak", teams="pairs", epaulettes="match")
    scores = []
    rng = random.Random(11)
    for number in range(4):
        table = await play_out(tables, table, rng)
        scores.append(present(table.outcome).carry["wears"])
        for who in (ANN, BOB, CAT, DAN):
            table = (await tables.rematch(table.id, who, 950 + number)).table
        assert present(table.previous).carry["wears"] == scores[-1]
        assert list(cast("Durak", table.live).wears) == scores[-1]
