"""Tests of tournaments whose matches are duplicates. In a duplicate, two members play the same
deals, each of them alone. The member with more points in all deals together wins the match. A match
ends when both members have played all deals, at its deadline, or when a moderator decides it."""

from __future__ import annotations

from collections.abc import AsyncIterator
from contextlib import suppress
from dataclasses import replace
from datetime import timedelta

import pytest

from bot.core.errors import EntryClosed, NoDuplicateArena
from bot.core.model import Person
from bot.core.shards import ALL
from bot.tables.manager import Tables
from bot.tables.store.tables import Store
from bot.today.duplicate import DEALS, Duplicate, NotYourDeal
from bot.today.duplicates import Duplicates
from bot.today.model import DayGame, Result
from bot.today.service import Today
from bot.today.store import deals
from bot.tournaments.model import Format, Manner, Tournament, TournamentStage, Verdict
from bot.tournaments.opening import duplicate_rules
from bot.tournaments.service import Tournaments
from bot.tournaments.sittings import sittings
from bot.tournaments.standings import winners
from games.record import Step
from games.shuffle import Stream
from tests.beyond import BEYOND
from tests.bot.conftest import Drawn, Now
from tests.bot.evening import GUILD
from tests.bot.today.dying import Killed, Life
from tests.bot.today.test_today import choice
from tests.bot.tournaments.played import begun, entered, person, settled
from tests.present import present

HOURS = 24


class Cup:
    """A tournament of duplicates on a real database. `restart` makes new services for duplicates
    and tournaments, as after a restart of the process. The database and the tables stay the
    same."""

    def __init__(self, store: Store, tables: Tables, now: Now) -> None:
        self.store, self.tables, self.now = store, tables, now
        self.restart()

    def restart(self) -> None:
        self.duplicates = Duplicates(self.store, Today(self.store, self.now), self.now)
        self.tournaments = Tournaments(
            self.store, self.tables, self.duplicates, self.now, entropy=Drawn()
        )

    async def begin(self, kind: Format, size: int = 4, games: int = 1) -> Tournament:
        return await begun(self.tournaments, duplicate_rules(kind, "durak", games, HOURS), size)

    async def open_ones(self, cup: Tournament, *, shown: bool = True) -> list[Duplicate]:
        """Return the duplicates of the tournament that are being played, one for each game under
        way. If `shown`, mark them as posted in Discord."""
        cup = await self.tournaments.get(cup.id)
        due = [sittings(cup.id, each)[-1] for each in cup.under_way]
        known = await self.duplicates.at_sittings(due)
        for each in known.values() if shown else ():
            await self.duplicates.placed(each, 600 + each.number)
        return [known[each] for each in due]

    async def play(self, duplicate: Duplicate, who: Person, deals: int = DEALS) -> None:
        """Let `who` play `deals` deals of a duplicate, and wait for the tournament's automatic
        work."""
        for _ in range(deals):
            sitting = present(await self.duplicates.play(duplicate.number, who))
            while sitting.game.outcome is None:
                steps = len(sitting.played.steps)
                text = choice(sitting, Stream(b"%d %d" % (who.id, steps)))
                sitting = await self.duplicates.move(who.id, sitting.deal.day, text, steps)
        await settled(self.tournaments)

    async def close(self) -> None:
        await self.tournaments.close()
        await self.duplicates.close()


@pytest.fixture
async def cup(
    store: Store, tables: Tables, now: Now, monkeypatch: pytest.MonkeyPatch
) -> AsyncIterator[Cup]:
    monkeypatch.setattr("bot.today.model.LEVELS", ("beginner",))
    made = Cup(store, tables, now)
    yield made
    await made.close()


@BEYOND
async def test_the_better_total_goes_on_to_the_final(cup: Cup) -> None:
    tournament = await cup.begin(Format.KNOCKOUT)
    await cup.tournaments.decide(tournament.id, 1, 2, Verdict.HOME)
    for _ in range(30):
        tournament = await cup.tournaments.get(tournament.id)
        if tournament.stage is not TournamentStage.PLAYING:
            break
        for duplicate in await cup.open_ones(tournament):
            for who in duplicate.members:
                await cup.play(duplicate, who)
        # Whatever was begun before a crash is begun once.
        cup.restart()
        await cup.tournaments.go_on()
        await cup.tournaments.advance(tournament.id)
    assert tournament.stage is TournamentStage.OVER
    assert len(winners(tournament)) == 1
    assert len(tournament.fixtures) == 3
    for fixture in (tournament.in_round(1)[0], *tournament.in_round(2)):
        last = sittings(tournament.id, fixture)[-1]
        over = (await cup.duplicates.at_sittings([last]))[last]
        first, second = present(over.points)
        best = over.first if first > second else over.second
        assert tournament.seeded[present(fixture.winner)].member_id == best.id
        assert first != second, "after a draw they play another two deals"
        assert fixture.manner is Manner.PLAYED
    own_deals = [each.deals for each in await everything(cup, tournament)]
    assert len({deal for deals in own_deals for deal in deals}) == DEALS * len(own_deals)


async def everything(cup: Cup, tournament: Tournament) -> list[Duplicate]:
    ids = [each for fixture in tournament.fixtures for each in sittings(tournament.id, fixture)]
    return list((await cup.duplicates.at_sittings(ids)).values())


async def test_who_does_not_play_in_time_loses_on_time(cup: Cup, now: Now) -> None:
    tournament = await cup.begin(Format.SWISS)
    one, other = await cup.open_ones(tournament)
    await cup.play(one, one.second, deals=1)
    with pytest.raises(NotYourDeal):
        await cup.duplicates.play(other.number, one.first)
    now.moment += timedelta(hours=HOURS)
    cup.restart()
    await cup.duplicates.settle_due(ALL)
    await settled(cup.tournaments)
    tournament = await cup.tournaments.get(tournament.id)
    first, second = tournament.in_round(1)
    assert (first.verdict, first.manner) == (Verdict.AWAY, Manner.CLOCK)
    assert (second.verdict, second.manner) == (Verdict.NOBODY, Manner.CLOCK)
    assert tournament.round == 2


async def test_what_was_never_shown_is_dealt_anew_and_then_waits_for_a_moderator(
    cup: Cup, now: Now
) -> None:
    tournament = await cup.begin(Format.KNOCKOUT)
    seen: set[int] = set()
    for _ in range(3):
        tournament = await cup.tournaments.get(tournament.id)
        assert not any(each.waits for each in tournament.fixtures)
        hidden = await cup.open_ones(tournament, shown=False)
        assert not seen & {each.number for each in hidden}
        seen |= {each.number for each in hidden}
        now.moment += timedelta(hours=HOURS)
        await cup.duplicates.settle_due(ALL)
        await settled(cup.tournaments)
        # It is posted at last, although it is over: that changes nothing.
        await cup.duplicates.placed(hidden[0], 700)
        await cup.tournaments.advance(tournament.id)
    tournament = await cup.tournaments.get(tournament.id)
    assert tournament.stage is TournamentStage.PLAYING
    assert [(each.verdict, each.manner) for each in tournament.fixtures] == [
        (None, Manner.WAITING)
    ] * 2


async def test_what_is_decided_otherwise_is_broken_off(cup: Cup) -> None:
    tournament = await cup.begin(Format.ROUND_ROBIN)
    one, other = await cup.open_ones(tournament)
    await cup.play(one, one.first)
    stranger = person(9)
    await cup.tournaments.replace(tournament.id, one.first.id, stranger)
    await settled(cup.tournaments)
    assert (await cup.duplicates.get(one.number)).broken_off
    anew = (await cup.open_ones(tournament))[0]
    assert {each.id for each in anew.members} == {stranger.id, one.second.id}
    assert not set(anew.deals) & set(one.deals), "nobody plays a deal that another has seen"

    await cup.tournaments.leave(tournament.id, stranger.id)
    await cup.tournaments.decide(tournament.id, 1, 2, Verdict.DRAW)
    await settled(cup.tournaments)
    for ended in (anew, other):
        over = await cup.duplicates.get(ended.number)
        assert (over.broken_off, over.points) == (True, None)
    tournament = await cup.tournaments.get(tournament.id)
    assert tournament.round == 2
    await cup.tournaments.call_off(tournament.id)
    assert not [each for each in await everything(cup, tournament) if not each.over]


async def test_an_arena_has_no_duplicates(cup: Cup) -> None:
    with pytest.raises(NoDuplicateArena):
        duplicate_rules(Format.ARENA, "durak", 1, HOURS)


@BEYOND
async def test_a_kill_before_any_write_changes_nothing_of_a_tournament(
    cup: Cup, now: Now, monkeypatch: pytest.MonkeyPatch
) -> None:
    """A knockout has the same end, no matter before which write the process is killed. The test
    plays the knockout once without a kill. Then it plays the knockout seven times more. Each time,
    it kills the simulated process before another write, and starts the process again."""
    life = Life(cup.store, monkeypatch)

    async def goes_on() -> None:
        await cup.tournaments.go_on()
        await cup.duplicates.settle_due(ALL)
        await settled(cup.tournaments)

    async def held(kill: int | None) -> Tournament:
        life.begin()
        cup.restart()
        entry = await entered(
            cup.tournaments, duplicate_rules(Format.KNOCKOUT, "durak", 1, HOURS), 4
        )
        life.begin(kill)
        with suppress(Killed):
            await cup.tournaments.start(entry.id)
            await goes_on()
        life.begin()
        cup.restart()
        with suppress(EntryClosed):
            await cup.tournaments.start(entry.id)
        for _ in range(2):
            await goes_on()
            for each in await cup.open_ones(entry):
                # The first one has finished a deal, the other none: it is over when time is up.
                played = DayGame(each.deals[0], each.first.id, GUILD, each.first.name)
                await cup.store.write(deals.began(played))
                over = replace(played, steps=(Step(0, "x"),), result=Result(1, 4, "won"))
                await cup.store.write(deals.went_on(played, over))
            now.moment += timedelta(hours=HOURS)
            left = None if kill is None else kill % 5
            life.begin(left)
            with suppress(Killed):
                await goes_on()
            life.begin()
            cup.restart()
        await goes_on()
        return await cup.tournaments.get(entry.id)

    def shown(tournament: Tournament) -> list[object]:
        return [
            [(each.round, each.board, each.verdict, each.manner) for each in tournament.fixtures],
            tournament.stage,
            len(winners(tournament)),
        ]

    whole = await held(None)
    assert whole.stage is TournamentStage.OVER
    for kill in range(7):
        tournament = await held(kill)
        assert shown(tournament) == shown(whole), kill
        assert len(await everything(cup, tournament)) == 3, "each match was dealt once"
