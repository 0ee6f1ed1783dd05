"""Tests of tournaments on a real database. They cover entry, tables that open by themselves, absent
members, and what moderators can do."""

from __future__ import annotations

import asyncio
import random
from collections.abc import AsyncIterator, Collection
from dataclasses import replace
from datetime import timedelta

import pytest

from bot.core.errors import (
    AlreadyDecided,
    AlreadyEntered,
    EntryClosed,
    HostOnly,
    NoSuchTournament,
    NotEntered,
    NotPlaying,
    SetByTournament,
    TooFewEntrants,
    TournamentFull,
    TournamentGame,
)
from bot.core.model import Phase, Speed
from bot.core.scope import sitting_of
from bot.leaderboards.service import Boards
from bot.tables.manager import Tables
from bot.tables.store.tables import Store
from bot.tournaments.model import Format, Manner, Tournament, TournamentStage, Verdict
from bot.tournaments.service import TOO_FEW, Tournaments
from bot.tournaments.sittings import sittings
from bot.tournaments.standings import standings, winners
from bot.tournaments.store import tournaments as kept
from tests.beyond import BEYOND
from tests.bot.conftest import Drawn, Now
from tests.bot.evening import CHANNEL, GUILD, play_out
from tests.bot.subjects import privacy, tournaments_of
from tests.bot.tournaments.played import (
    begun,
    come,
    entered,
    heaps,
    open_tables,
    person,
    settled,
    to_the_end,
)
from tests.bot.tournaments.test_pairing import IN_ROUNDS
from tests.looked_at import next_deadline
from tests.present import present

RNG = random.Random(5)


@pytest.fixture
async def tournaments(store: Store, tables: Tables, now: Now) -> AsyncIterator[Tournaments]:
    made = tournaments_of(store, tables, now, entropy=Drawn())
    yield made
    await made.close()


async def test_a_message_that_is_placed_during_a_change_stays_known(
    tournaments: Tournaments, store: Store
) -> None:
    old = await entered(tournaments, heaps(Format.SWISS), 2)
    await tournaments.placed(old.id, 700)
    await store.write(kept.changed(old, replace(old, version=old.version + 1)))
    assert (await tournaments.get(old.id)).message_id == 700


@pytest.mark.parametrize("kind", IN_ROUNDS)
@pytest.mark.parametrize(
    ("size", "games"),
    [(5, 1), *(pytest.param(*each, marks=BEYOND) for each in ((4, 1), (4, 3), (5, 3)))],
)
async def test_a_tournament_is_played_to_its_end(
    tables: Tables, tournaments: Tournaments, kind: Format, size: int, games: int
) -> None:
    tournament = await begun(tournaments, heaps(kind, games), size)
    over = await to_the_end(tables, tournaments, tournament.id, random.Random(size))
    assert over.stage is TournamentStage.OVER
    assert all(each.verdict for each in over.fixtures)
    assert winners(over)
    assert sum(line.points for line in standings(over)) == 2 * len(over.fixtures)
    if games == 3:
        assert max(each.home_score + each.away_score for each in over.fixtures) > 2
    assert await tournaments.advance(over.id) == over, "nothing follows from an end"
    last = max(each.round for each in over.fixtures)
    for each in over.fixtures:
        is_last = kind is Format.KNOCKOUT and each.round == last
        for table in sittings(over.id, each):
            assert await tournaments.is_final(table) is is_last


async def test_entry_has_its_limits(tournaments: Tournaments) -> None:
    tournament = await entered(tournaments, heaps(Format.SWISS), 3)
    with pytest.raises(TooFewEntrants):
        await tournaments.start(tournament.id)
    with pytest.raises(AlreadyEntered):
        await tournaments.enter(tournament.id, person(2))
    for number in range(4, 65):
        await tournaments.enter(tournament.id, person(number))
    with pytest.raises(TournamentFull):
        await tournaments.enter(tournament.id, person(65))
    await tournaments.leave(tournament.id, person(9).id)
    with pytest.raises(NotEntered):
        await tournaments.leave(tournament.id, person(9).id)
    started = await tournaments.start(tournament.id)
    assert (len(started.entrants), len(started.fixtures)) == (63, 32)
    for refused in (tournaments.enter(tournament.id, person(9)), tournaments.start(tournament.id)):
        with pytest.raises(EntryClosed):
            await refused
    with pytest.raises(NoSuchTournament):
        await tournaments.get(tournament.id, GUILD + 1)


async def test_its_tables_are_for_two_alone_and_nobody_changes_their_rules(
    tables: Tables, tournaments: Tournaments
) -> None:
    tournament = await begun(tournaments, heaps(Format.ROUND_ROBIN), 4)
    table, _ = await open_tables(tables, tournament)
    assert present(sitting_of(table.id)).tournament == tournament.id
    one, other = table.awaited
    stranger = next(
        person(number)
        for number in range(1, 5)
        if person(number).id not in (one.member_id, other.member_id)
    )
    with pytest.raises(TournamentGame):
        await tables.join(table.id, stranger, 1)
    member = present(one.member_id)
    await tables.join(table.id, type(stranger)(member, one.name), 2)
    for refused in (
        tables.leave(table.id, member),
        tables.invite_bot(table.id, member, "random"),
        tables.choose(table.id, member, speed=Speed.NONE),
        tables.start(table.id, member),
        tables.close(table.id, member),
        tables.handicap(table.id, member, "slow", on=True),
    ):
        with pytest.raises((SetByTournament, HostOnly)):
            await refused
    table = await come(tables, await tables.get(table.id))
    assert table.phase is Phase.PLAYING, "dealt when both have come"
    table = await play_out(tables, table)
    with pytest.raises(SetByTournament):
        await tables.rematch(table.id, type(stranger)(member, one.name), 3)


async def test_who_does_not_come_loses_by_the_clock(
    tables: Tables, tournaments: Tournaments, now: Now
) -> None:
    tournament = await begun(tournaments, heaps(Format.ROUND_ROBIN), 4)
    first, second = await open_tables(tables, tournament)
    late = present(first.awaited[1].member_id)
    await come(tables, first, absent={late})
    now.pass_by(minutes=9, seconds=59)
    assert await tables.run_due(first.id) is None
    now.pass_by(seconds=2)
    for table in (first, second):
        await tables.run_due(table.id)
    await settled(tournaments)
    one, other = (await tournaments.get(tournament.id)).in_round(1)
    assert (one.verdict, one.manner) == (Verdict.HOME, Manner.CLOCK)
    assert (other.verdict, other.manner) == (Verdict.NOBODY, Manner.CLOCK), "nobody came"
    assert (await tournaments.get(tournament.id)).round == 2


async def test_who_stays_away_from_a_running_game_loses_it(
    tables: Tables, tournaments: Tournaments, now: Now
) -> None:
    tournament = await begun(tournaments, heaps(Format.KNOCKOUT), 4)
    table = await come(tables, (await open_tables(tables, tournament))[0])
    while table.phase is Phase.PLAYING:
        now.moment = present(await next_deadline(tables))
        table = present(await tables.run_due(table.id)).table
    assert present(table.outcome).kind == "won"
    assert sum("resign" in step.move for step in present(table.record).steps) == 1
    await settled(tournaments)
    assert (await tournaments.get(tournament.id)).in_round(1)[0].verdict is not None


@pytest.mark.parametrize("seat", [0, 1])
async def test_a_resignation_before_the_first_move_is_a_loss(
    store: Store, tables: Tables, tournaments: Tournaments, now: Now, seat: int
) -> None:
    """In a tournament, a member who resigns before the first move has lost, and no other hand is
    dealt."""
    tournament = await begun(tournaments, heaps(Format.KNOCKOUT), 4)
    table = await come(tables, (await open_tables(tables, tournament))[0])
    member = present(table.seats[seat].member_id)
    assert await tables.resigning_is_a_loss(table.id, member)
    over = (await tables.resign(table.id, member)).table
    assert present(over.outcome).kind == "won"
    (game,) = await Boards(store, now=now).recent_games(GUILD)
    assert (game.kind, [each.rank for each in game.players]) == ("won", [[2, 1], [1, 2]][seat])
    await settled(tournaments)
    (fixture, _other) = (await tournaments.get(tournament.id)).in_round(1)
    assert (fixture.verdict, fixture.manner) == (
        (Verdict.AWAY, Verdict.HOME)[seat],
        Manner.PLAYED,
    )
    assert fixture.games == 1, "no other hand is dealt"


async def test_a_match_whose_games_are_broken_off_waits_for_a_moderator(
    tables: Tables, tournaments: Tournaments
) -> None:
    tournament = await begun(tournaments, heaps(Format.KNOCKOUT), 4)
    for _ in range(3):
        tournament = await tournaments.get(tournament.id)
        assert not any(fixture.waits for fixture in tournament.fixtures)
        table = await come(tables, (await open_tables(tables, tournament))[0])
        await tables.close(table.id, 0, moderator=True)
        await settled(tournaments)
    first, second = (await tournaments.get(tournament.id)).in_round(1)
    assert (first.waits, first.verdict, first.games) == (True, None, 3)
    assert not second.waits
    decided = await tournaments.decide(tournament.id, 1, 1, Verdict.AWAY)
    assert decided.in_round(1)[0].manner is Manner.MODERATOR


async def test_by_post_nobody_comes_or_nobody_moves_and_it_comes_to_an_end(
    tables: Tables, tournaments: Tournaments, now: Now
) -> None:
    """A correspondence tournament (by post, with a day for each move) ends even if nobody comes to
    a table or nobody moves at a table. In other correspondence games, the clocks stop while all
    members are away. In this tournament, the clocks go on."""
    rules = replace(heaps(Format.KNOCKOUT), speed=Speed.BY_POST)
    tournament = await begun(tournaments, rules, 4)
    first, second = await open_tables(tables, tournament)
    first = await come(tables, first)
    now.pass_by(hours=23, minutes=59)
    assert await tables.run_due(second.id) is None
    now.pass_by(minutes=2)
    await tables.run_due(second.id)
    while first.phase is Phase.PLAYING:
        now.moment = present(await next_deadline(tables))
        first = present(await tables.run_due(first.id)).table
        assert not first.asleep
    assert sum("resign" in step.move for step in present(first.record).steps) == 1
    await settled(tournaments)
    over = await tournaments.get(tournament.id)
    played, missed = over.in_round(1)
    assert (missed.verdict, missed.manner) == (Verdict.NOBODY, Manner.CLOCK)
    assert over.stage is TournamentStage.OVER
    assert winners(over) == [played.winner]


async def test_by_post_who_is_on_vacation_loses_nothing_by_the_clock(
    tables: Tables, tournaments: Tournaments, now: Now
) -> None:
    rules = replace(heaps(Format.KNOCKOUT), speed=Speed.BY_POST)
    tournament = await begun(tournaments, rules, 4)
    first, second = await open_tables(tables, tournament)
    away = present(first.awaited[0].member_id)
    await tables.vacations.take(away, 5)
    await come(tables, first, absent={away})
    now.pass_by(days=1, minutes=1)
    await tables.run_due(second.id)
    assert (await tables.get(second.id)).phase is Phase.CLOSED, "nobody came, and nobody is away"
    assert present(await tables.run_due(first.id)).table.phase is Phase.LOBBY
    now.pass_by(days=4, hours=23)
    assert await tables.run_due(first.id) is None
    first = await come(tables, await tables.get(first.id))
    # In the game that has begun the clock of whoever is on vacation stands still, too.
    waiting = next(iter(first.clocks))
    member = present(first.seats[waiting].member_id)
    await tables.vacations.take(member, 3)
    up = (await tables.get(first.id)).clocks[waiting]
    now.pass_by(days=4, hours=-1)
    assert up > now()
    assert (await tables.get(first.id)).phase is Phase.PLAYING
    await settled(tournaments)
    assert (await tournaments.get(tournament.id)).in_round(1)[0].verdict is None


async def test_a_moderator_decides_removes_and_replaces(
    tables: Tables, tournaments: Tournaments
) -> None:
    tournament = await begun(tournaments, heaps(Format.ROUND_ROBIN), 5)
    number = tournament.id
    one, other, bye = tournament.in_round(1)
    assert (bye.away, bye.verdict) == (None, Verdict.HOME)
    first, second = await open_tables(tables, tournament)

    await tournaments.decide(number, 1, one.board, Verdict.AWAY)
    assert (await tables.get(first.id)).phase is Phase.CLOSED
    with pytest.raises(AlreadyDecided):
        await tournaments.decide(number, 1, one.board, Verdict.HOME)

    second = await come(tables, second)
    assert second.phase is Phase.PLAYING
    away = tournament.seeded[present(other.away)]
    newcomer = person(9)
    with pytest.raises(AlreadyEntered):
        await tournaments.replace(number, away.member_id, person(1))
    await tournaments.replace(number, away.member_id, newcomer)
    await settled(tournaments)
    assert (await tables.get(second.id)).phase is Phase.CLOSED
    (again,) = await open_tables(tables, await tournaments.get(number))
    assert {seat.member_id for seat in again.awaited} == {
        tournament.seeded[other.home].member_id,
        newcomer.id,
    }

    await tournaments.leave(number, newcomer.id)
    await settled(tournaments)
    now_ = await tournaments.get(number)
    assert present(now_.fixture(1, other.board)).manner is Manner.LEFT
    assert now_.round == 2
    for each in now_.in_round(2):
        assert other.away not in each.seeds or each.verdict is not None
    over = await to_the_end(tables, tournaments, number, RNG)
    assert other.away not in winners(over)


async def test_a_moderator_calls_it_off(tables: Tables, tournaments: Tournaments) -> None:
    tournament = await begun(tournaments, heaps(Format.SWISS), 4)
    first, second = await open_tables(tables, tournament)
    await come(tables, first)
    off = await tournaments.call_off(tournament.id)
    await settled(tournaments)
    assert off.stage is TournamentStage.OFF
    for table in (first, second):
        assert (await tables.get(table.id)).phase is Phase.CLOSED
    with pytest.raises(NotPlaying):
        await tournaments.decide(tournament.id, 1, 1, Verdict.HOME)
    with pytest.raises(NotPlaying):
        await tournaments.call_off(tournament.id)


async def test_a_game_that_a_moderator_closes_is_played_anew_but_not_for_ever(
    tables: Tables, tournaments: Tournaments
) -> None:
    tournament = await begun(tournaments, heaps(Format.SWISS), 4)
    seen = set()
    for _ in range(3):
        table, _other = await open_tables(tables, await tournaments.get(tournament.id))
        seen.add(table.id)
        await tables.close((await come(tables, table)).id, 1, moderator=True)
        await settled(tournaments)
    assert len(seen) == 3
    now_ = await tournaments.get(tournament.id)
    assert len(await open_tables(tables, now_)) == 1, "it waits for a moderator"
    await tournaments.decide(tournament.id, 1, 1, Verdict.DRAW)
    assert present((await tournaments.get(tournament.id)).fixture(1, 1)).verdict is Verdict.DRAW


async def test_it_starts_by_itself_or_is_called_off(tournaments: Tournaments, now: Now) -> None:
    soon = now() + timedelta(hours=1)
    few = await tournaments.open(GUILD, CHANNEL, heaps(Format.SWISS), starts_at=soon)
    enough = await tournaments.open(GUILD, CHANNEL, heaps(Format.SWISS), starts_at=soon)
    for number in range(1, 5):
        await tournaments.enter(enough.id, person(number))
    await tournaments.enter(few.id, person(1))
    await tournaments.go_on()
    assert (await tournaments.get(few.id)).stage is TournamentStage.ENTRY
    now.pass_by(hours=1)
    await tournaments.go_on()
    few, enough = await tournaments.get(few.id), await tournaments.get(enough.id)
    assert (few.stage, few.notes) == (TournamentStage.OFF, (TOO_FEW,))
    assert (enough.stage, enough.round) == (TournamentStage.PLAYING, 1)


async def test_who_is_forgotten_leaves_without_a_trace(
    tables: Tables, tournaments: Tournaments
) -> None:
    waiting = await entered(tournaments, heaps(Format.SWISS), 4)
    playing = await begun(tournaments, heaps(Format.ROUND_ROBIN), 4)
    gone = person(2)
    await tournaments.forget(gone.id)
    await privacy(tables).forget(gone.id)
    await settled(tournaments)
    assert len((await tournaments.get(waiting.id)).entrants) == 3
    over = await to_the_end(tables, tournaments, playing.id, RNG)
    assert [each.name for each in over.entrants if each.gone] == [""]
    assert str(gone.id) not in repr(over)
    assert gone.name not in repr(over)


async def test_its_tables_take_no_room_from_others(
    store: Store, tables: Tables, tournaments: Tournaments
) -> None:
    await begun(tournaments, heaps(Format.SWISS), 8)
    assert await store.count_open(GUILD) == 0


async def test_a_winner_who_is_forgotten_afterwards_has_still_won(
    tables: Tables, tournaments: Tournaments
) -> None:
    tournament = await begun(tournaments, heaps(Format.KNOCKOUT), 4)
    over = await to_the_end(tables, tournaments, tournament.id, RNG)
    won = winners(over)
    gone = over.seeded[won[0]].member_id
    await tournaments.forget(gone)
    await privacy(tables).forget(gone)
    after = await tournaments.get(over.id)
    assert winners(after) == won, "and not whom they beat in the final"
    assert str(gone) not in repr(after)


async def test_who_enters_at_the_start_is_seeded_by_rating_or_comes_too_late(
    tournaments: Tournaments, monkeypatch: pytest.MonkeyPatch
) -> None:
    """A member presses *Enter* while the ratings are read."""
    tournament = await entered(tournaments, heaps(Format.SWISS), 4)
    asked: list[Collection[int]] = []
    pressed: list[asyncio.Task[Tournament]] = []
    figures = kept.figures

    async def slow(
        store: Store, guild_id: int, game: str, member_ids: Collection[int]
    ) -> dict[int, int]:
        asked.append(member_ids)
        pressed.append(asyncio.create_task(tournaments.enter(tournament.id, person(5))))
        await asyncio.wait(pressed, timeout=0.1)
        return await figures(store, guild_id, game, member_ids)

    monkeypatch.setattr(kept, "figures", slow)
    started = await tournaments.start(tournament.id)
    assert {each.member_id for each in started.entrants} == set(asked[-1])
    with pytest.raises(EntryClosed):
        await pressed[0]
