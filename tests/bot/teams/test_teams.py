"""Tests of matches of two teams. Both tables play the same cards with the sides swapped, nobody
plays a deal twice or sees the other table, and each match ends exactly once."""

from __future__ import annotations

import asyncio
from collections import Counter
from collections.abc import Sequence
from contextlib import suppress
from dataclasses import replace
from datetime import UTC, datetime, timedelta

import pytest
from hypothesis import given
from hypothesis import strategies as st

import games
from bot.core.model import FORGOTTEN, Person
from bot.core.ratings import Rating
from bot.core.shards import ALL
from bot.db import Conflict
from bot.tables.store.tables import Store
from bot.teams import store as kept
from bot.teams.deals import (
    TeamSitting,
    decided,
    options_of,
    points_of,
    team_ratings,
    winner_of,
)
from bot.teams.model import (
    FILLS_WITHIN,
    LASTS,
    SIZES,
    TABLES,
    TEAMS,
    CaptainStays,
    InMatch,
    MatchBegun,
    MatchOver,
    MatchStage,
    NotBegun,
    NotCaptain,
    NoTeamMatch,
    NotInMatch,
    OthersMoved,
    Player,
    TeamFull,
    TeamGame,
    TeamMatch,
    Winner,
)
from bot.teams.service import TeamMatches
from bot.today.duplicate import DEALS, Duplicate
from bot.today.duplicates import Duplicates
from games.core import OptionsError, Outcome
from games.errors import GameError
from games.fitness import playable
from games.plugins import NotUsable
from games.record import Step
from games.shuffle import Stream
from tests.beyond import the_first
from tests.bot.conftest import Now
from tests.bot.today.dying import Killed, Life
from tests.bot.today.test_today import HERE, NORA, PAVEL, Days, days
from tests.cogs.plugins import own_package
from tests.present import present

__all__ = ["days", "own_package"]
NOON = datetime(2026, 1, 1, 12, tzinfo=UTC)
OTHERS = [Person(100 + number, f"Member {number}") for number in range(6)]
KINDS = [("durak", 2), ("durak", 4), ("dritzak", 2), ("tredici", 2), ("tredici", 4)]


def full(size: int, number: int = 0) -> TeamMatch:
    """Return the match with the number `number`, which is being played. Each team has `size`
    members. The members' ids are even in the first team and odd in the second team."""
    players = [
        Player(Person(10 + 2 * place + team, f"{team}/{place}"), team, place)
        for team in TEAMS
        for place in range(size)
    ]
    return TeamMatch(number, HERE, 8, "durak", size, tuple(players), NOON, MatchStage.PLAYING)


# Who sits where


@pytest.mark.parametrize(("name", "size"), KINDS)
def test_both_teams_play_both_sides_of_each_deal_and_nobody_plays_one_twice(
    name: str, size: int
) -> None:
    kind, match = games.load(name), full(size)
    sides = kind.sides_of(options_of(kind, size), size)
    for number in range(DEALS):
        tables = [match.seated(number, table, sides) for table in TABLES]
        assert Counter(one.person.id for table in tables for one in table) == Counter(
            one.person.id for one in match.players
        ), "everybody plays it once"
        for one, other in zip(*tables, strict=True):
            assert one.team != other.team, "the same cards, once for each team"
        for table in tables:
            for side in set(sides):
                assert (
                    len({one.team for one, own in zip(table, sides, strict=True) if own == side})
                    == 1
                )
    first, second = (match.seated(number, 0, sides) for number in range(DEALS))
    assert [one.team for one in first] != [one.team for one in second], "the lead changes"
    assert {one.person.id for one in first} == {one.person.id for one in second}, (
        "each keeps their table"
    )


def test_what_cannot_be_played_by_teams_is_refused() -> None:
    for name, size in (("dritzak", 4), ("durak", 3), ("durak", 6)):
        with pytest.raises(NoTeamMatch):
            options_of(games.load(name), size)


# How it ends


def test_a_game_is_won_by_the_team_whose_member_is_ahead() -> None:
    match = full(4)
    seats = match.seated(0, 0, (0, 1, 0, 1))
    for ranks, winner in (((1, 2, 1, 2), Winner.FIRST), ((2, 1, 2, 1), Winner.SECOND)):
        assert winner_of(Outcome(ranks, "won"), seats) is winner
        turned = match.seated(0, 1, (0, 1, 0, 1))
        assert winner_of(Outcome(ranks, "won"), turned) is not winner
    for kind in ("draw", "void", "lost"):
        assert winner_of(Outcome((1, 1, 1, 1), kind), seats) is Winner.NOBODY


@given(
    size=st.sampled_from(SIZES),
    gone=st.sets(st.integers(0, 7)),
    winners=st.lists(st.none() | st.sampled_from(Winner), min_size=4, max_size=4),
    waiting=st.tuples(*[st.sets(st.sampled_from(TEAMS), min_size=1)] * 2),
    late=st.booleans(),
)
def test_whatever_happens_a_match_ends_and_nobody_wins_by_staying_away(
    size: int,
    gone: set[int],
    winners: list[Winner | None],
    waiting: tuple[set[int], set[int]],
    late: bool,
) -> None:
    match = full(size)
    players = tuple(replace(one, gone=number in gone) for number, one in enumerate(match.players))
    match = replace(match, players=players)
    played = [
        TeamGame(deal, table, (Step(0, "x"),), winners[2 * deal + table])
        for deal in range(DEALS)
        for table in TABLES
    ]
    awaited = {table: [match.team(team)[0] for team in waiting[table]] for table in TABLES}
    after = decided(match, played, awaited, match.until if late else NOON)
    left = {
        table: {one.team for one in players if one.gone and match.table_of(one) == table}
        for table in TABLES
    }
    for before, one in zip(played, after, strict=True):
        if before.winner is not None:
            assert one == before, "what is played stays so"
        elif left[one.table]:
            assert one.winner is not None
            if len(left[one.table]) == 1:
                (loser,) = left[one.table]
                assert one.winner is (Winner.SECOND, Winner.FIRST)[loser]
        elif late:
            assert one.winner is not None
            if one.winner is not Winner.NOBODY:
                assert waiting[one.table] == {(Winner.SECOND, Winner.FIRST).index(one.winner)}
        else:
            assert one.winner is None
    got = present(points_of(after))
    assert sum(got) <= DEALS * len(TABLES)
    assert decided(match, after, awaited, match.until) == after or not late


def test_team_ratings_follow_from_the_results_in_their_order() -> None:
    won, drawn, lost = (
        replace(full(2, number), points=points)
        for number, points in enumerate([(3, 1), (2, 2), None])
    )
    first, second, third = team_ratings([won, drawn, lost])
    assert first.before == [[Rating()] * 2] * 2
    assert all(one.mu > Rating().mu for one in first.after[0])
    assert all(one.mu < Rating().mu for one in first.after[1])
    assert second.before == first.after
    assert third.before == third.after == second.after


# In a database


class Matches:
    """A helper with which tests open and play team matches on a real database. `open` returns the
    service as a newly started process has it."""

    def __init__(self, days: Days) -> None:
        self.days = days
        self.told: list[TeamMatch] = []

    def open(self) -> TeamMatches:
        made = TeamMatches(self.days.store, self.days.open(), self.days.now)
        made.listeners.append(self.told.append)
        return made

    async def lobby(self, game: str = "durak", size: int = 2) -> TeamMatch:
        return await self.open().open(
            guild_id=HERE, channel_id=8, game=game, size=size, first=NORA, second=PAVEL
        )

    async def begun(self, game: str = "durak", size: int = 2) -> TeamMatch:
        match = await self.lobby(game, size)
        for who, team in zip(OTHERS, [0, 1] * (size - 1), strict=False):
            match = await self.open().join(match.number, who, team)
        assert match.stage is MatchStage.PLAYING
        return match

    async def sittings(self, match: TeamMatch) -> list[TeamSitting]:
        """For each member who can play a deal now, return this deal with the member's seat and
        game."""
        service = self.open()
        found = [await service.hand(match.number, one.person.id) for one in match.players]
        return [each for each in found if each is not None]

    async def play(
        self, match: TeamMatch, tables: Sequence[int] = TABLES, most: int = 10_000
    ) -> None:
        """Play the deals of the match at each table in `tables`. Each move is chosen at random for
        a seat that the game waits for. Every move is made by a newly started process. Stop after
        `most` moves at all tables together."""
        for table in tables:
            for number in range(DEALS):
                players = [one for one in match.players if match.table_of(one) == table]
                sitting = await self.open().hand(match.number, players[0].person.id)
                if sitting is None or sitting.played.deal != number:
                    return
                game, rng = sitting.game, Stream(b"moves %d" % sitting.deal.day)
                steps = len(sitting.played.steps)
                while game.outcome is None and most:
                    seat = min(game.waiting_on)
                    moves = game.legal_moves(seat)
                    text = str(moves[rng.randrange(len(moves))])
                    who = sitting.seats[seat].person.id
                    await self.open().move(match.number, who, sitting.deal.day, text, steps)
                    game.play(seat, text)
                    steps, most = steps + 1, most - 1


@pytest.fixture
def matches(days: Days) -> Matches:
    return Matches(days)


@pytest.mark.parametrize(
    ("game", "size"), the_first(1, [("durak", 2), ("tredici", 4), ("eights", 2)])
)
@pytest.mark.usefixtures("own_package")
async def test_a_match_is_played_to_its_end_and_ends_once(
    matches: Matches, game: str, size: int
) -> None:
    match = await matches.begun(game, size)
    assert await matches.open().ratings_of(HERE, NORA.id) == {}
    deals = [(await matches.open()._today.deal(day)).header for day in match.deals]
    assert deals[0].seed != deals[1].seed
    await matches.play(match)
    over = await matches.open().get(match.number)
    played = await matches.open().games(over)
    assert over.stage is MatchStage.OVER
    assert over.points == points_of(played)
    assert all(each.winner is not None and each.steps for each in played)
    ends = [each for each in matches.told if each.stage is MatchStage.OVER]
    assert len({each.version for each in ends}) == 1
    assert [await matches.open().claim_telling(over) for _ in range(2)] == [True, False]
    assert await matches.open().settle_due(ALL) == []
    rated = await matches.open().rated(over)
    assert rated.before == [[Rating()] * size] * 2
    for one in over.players:
        after = {game: rated.after[one.team][one.place]}
        assert await matches.open().ratings_of(HERE, one.person.id) == after
    with pytest.raises(MatchOver):
        await matches.open().hand(match.number, NORA.id)


@pytest.mark.parametrize("game", the_first(1, ["durak", "eights"]))
@pytest.mark.usefixtures("own_package")
async def test_nobody_sees_or_plays_the_other_table(matches: Matches, game: str) -> None:
    """A member sees and plays only the table at which they sit. A member who sends a move with the
    number of a later deal, and with the number of moves made at the other table, is refused.
    Somebody who is in neither team can't open a hand of the match."""
    match = await matches.begun(game)
    await matches.play(match, tables=[0], most=6)
    sittings = await matches.sittings(match)
    here = [each for each in sittings if each.played.table == 0]
    there = [each for each in sittings if each.played.table == 1]
    assert len(here) == len(there) == 2
    assert all(each.played.steps for each in here)
    for sitting in there:
        assert not sitting.played.steps, "what happened at the first table is not there"
        who = sitting.seats[sitting.seat].person.id
        mine = {one.person.id for one in sitting.seats}
        assert mine.isdisjoint({one.person.id for one in here[0].seats})
        for other in here:
            text = str(next(iter(other.game.legal_moves(other.seat)), "take"))
            before = await matches.open().games(match)
            with pytest.raises((GameError, OthersMoved)):
                # As many steps as the other table has had, and the next deal's number.
                await matches.open().move(
                    match.number, who, match.deals[1], text, len(other.played.steps)
                )
            assert await matches.open().games(match) == before
    with pytest.raises(NotInMatch):
        await matches.open().hand(match.number, OTHERS[5].id)
    with pytest.raises(NotInMatch):
        await matches.open().hand(match.number, FORGOTTEN)


async def test_a_lobby_is_joined_left_withdrawn_and_ends_by_itself(
    matches: Matches, now: Now
) -> None:
    match = await matches.lobby(size=4)
    number, (aiko, bert, cleo, *_) = match.number, OTHERS
    with pytest.raises(NotBegun):
        await matches.open().hand(number, NORA.id)
    for who in (aiko, bert, cleo):
        match = await matches.open().join(number, who, 0)
    with pytest.raises(TeamFull):
        await matches.open().join(number, OTHERS[3], 0)
    with pytest.raises(InMatch):
        await matches.open().join(number, aiko, 0)
    with pytest.raises(InMatch):
        await matches.open().join(number, NORA, 1)
    match = await matches.open().join(number, bert, 1)
    assert [one.person for one in match.team(0)] == [NORA, aiko, cleo], "places move up"
    assert [one.person for one in match.team(1)] == [PAVEL, bert], "and he has changed sides"
    match = await matches.open().leave(number, aiko.id)
    assert [one.place for one in match.team(0)] == [0, 1]
    with pytest.raises(CaptainStays):
        await matches.open().leave(number, NORA.id)
    with pytest.raises(NotCaptain):
        await matches.open().call_off(number, bert.id)
    assert (await matches.open().call_off(number, PAVEL.id)).stage is MatchStage.OFF
    with pytest.raises(MatchOver):
        await matches.open().join(number, aiko, 0)

    other = await matches.lobby()
    assert other.number != number
    now.moment += FILLS_WITHIN
    await asyncio.gather(*(matches.open().settle_due(ALL) for _ in range(2)))
    assert (await matches.open().get(other.number)).stage is MatchStage.OFF


async def test_members_join_at_one_time_and_none_too_many(matches: Matches) -> None:
    match = await matches.lobby(size=2)
    joined = await asyncio.gather(
        *(matches.open().join(match.number, who, 1) for who in OTHERS[:3]),
        matches.open().join(match.number, OTHERS[3], 0),
        return_exceptions=True,
    )
    assert sum(isinstance(each, TeamMatch) for each in joined) == 2
    assert sum(isinstance(each, TeamFull | MatchBegun) for each in joined) == 2
    match = await matches.open().get(match.number)
    assert match.stage is MatchStage.PLAYING
    assert len(await matches.open().games(match)) == DEALS * len(TABLES)


async def test_who_resigns_or_is_forgotten_loses_what_their_table_has_not_played(
    matches: Matches, store: Store
) -> None:
    match = await matches.begun()
    await matches.play(match, tables=[0], most=1)
    await matches.open().resign(match.number, NORA.id)
    played = await matches.open().games(match)
    assert [each.winner for each in played] == [Winner.SECOND, None] * 2
    with pytest.raises(NotInMatch):
        await matches.open().hand(match.number, NORA.id)
    assert await matches.open().hand(match.number, PAVEL.id) is None, "his table is done"
    await store.write(kept.KEPT.member_forgotten(OTHERS[1].id))
    await matches.open().settle_due(ALL)
    over = await matches.open().get(match.number)
    assert (over.stage, over.points) == (MatchStage.OVER, (2, 2))
    assert [one.person for one in over.players if one.gone] != []
    assert OTHERS[1].name not in str(over)

    waits = await matches.lobby()
    await store.write(kept.KEPT.member_forgotten(NORA.id))
    assert (await matches.open().get(waits.number)).stage is MatchStage.OFF
    await store.write(kept.KEPT.server_forgotten(HERE))
    assert await matches.open().find(match.number) is None


async def test_when_time_is_up_whom_a_table_waits_for_has_lost_that_deal(
    matches: Matches, now: Now
) -> None:
    match = await matches.begun()
    await matches.play(match, tables=[1], most=3)
    service = matches.open()
    awaited = await service.awaited(match, await service.games(match))
    now.moment += LASTS
    with pytest.raises(MatchOver):
        await matches.open().hand(match.number, NORA.id)
    await matches.open().settle_due(ALL)
    first, second, *later = await matches.open().games(match)
    for game in (first, second):
        (late,) = {one.team for one in awaited[game.table]}
        assert game.winner is (Winner.SECOND, Winner.FIRST)[late]
    assert [each.winner for each in later] == [Winner.NOBODY] * 2
    over = await matches.open().get(match.number)
    assert sum(present(over.points)) == 2

    nobody = await matches.begun()
    now.moment += LASTS + timedelta(seconds=1)
    await matches.open().settle_due(ALL)
    assert (await matches.open().get(nobody.number)).points is None, "it does not count"


async def test_a_match_that_cannot_be_replayed_ends_and_keeps_no_other_from_its_end(
    matches: Matches, now: Now, monkeypatch: pytest.MonkeyPatch
) -> None:
    """A match ends when its time is up, even if it can't be replayed because a new version has
    changed the game's rules. Other matches end as usual."""
    old, other = await matches.begun("dritzak"), await matches.begun()
    await matches.play(old, most=1)
    now.moment += LASTS
    kind = games.load("dritzak")
    monkeypatch.setattr(kind, "version", kind.version + 1)
    await matches.open().settle_due(ALL)
    for each in (old, other):
        assert (await matches.open().get(each.number)).stage is MatchStage.OVER
    begun, *_ = await matches.open().games(old)
    assert begun.winner is Winner.NOBODY, "whom it waited for can't be known any more"


async def test_of_two_moves_at_one_time_one_counts(matches: Matches) -> None:
    """If the same press arrives three times at the same moment, its move is saved once, and the two
    other presses are refused."""
    match = await matches.begun("dritzak")
    sitting = (await matches.sittings(match))[0]
    who, moves = sitting.seats[sitting.seat].person.id, sitting.game.legal_moves(sitting.seat)
    again = [
        matches.open().move(match.number, who, sitting.deal.day, str(moves[0]), 0) for _ in range(3)
    ]
    done = await asyncio.gather(*again, return_exceptions=True)
    assert done.count(None) == 1
    assert all(isinstance(each, OthersMoved | GameError) for each in done if each is not None)
    games_ = await matches.open().games(match)
    assert sum(len(each.steps) for each in games_) == 1


async def test_what_a_kill_between_two_writes_leaves_is_settled_at_the_next_start(
    matches: Matches, monkeypatch: pytest.MonkeyPatch
) -> None:
    """If the process ends after a match's last move was saved and before the match is settled, the
    next start settles the match."""
    match = await matches.begun("tredici")

    async def killed(self: TeamMatches, match: TeamMatch) -> TeamMatch:
        return match

    with monkeypatch.context() as dying:
        dying.setattr(TeamMatches, "settle", killed)
        await matches.play(match)
    assert (await matches.open().get(match.number)).stage is MatchStage.PLAYING
    await matches.open().settle_due(ALL)
    assert (await matches.open().get(match.number)).stage is MatchStage.OVER


async def test_matches_and_duplicates_never_share_a_deal(matches: Matches) -> None:
    duplicates = Duplicates(matches.days.store, matches.days.open(), matches.days.now)
    seen: list[int] = []
    for _ in range(2):
        seen += (await matches.lobby()).deals
        duplicate: Duplicate = await duplicates.begin(
            guild_id=HERE, channel_id=8, game="durak", first=NORA, second=PAVEL
        )
        seen += duplicate.deals
    assert len(set(seen)) == len(seen)
    match = await matches.open().get(0)
    with pytest.raises(Conflict):
        await matches.days.store.write(kept.added(match))


async def test_a_kill_before_any_write_changes_nothing_of_a_match(
    matches: Matches, monkeypatch: pytest.MonkeyPatch
) -> None:
    """A process can be killed before any of its writes, and the match still ends in the same way.
    The test plays a match once for each write. Each time, the process is killed just before this
    write and starts again. Then the members repeat all that they did."""
    life = Life(matches.days.store, monkeypatch)

    async def deeds(number: int) -> None:
        """Let the members join match `number`, play and resign, and settle the match. Skip what was
        done before a kill."""
        service = matches.open()
        for who, team in ((OTHERS[0], 0), (OTHERS[1], 1)):
            with suppress(InMatch, MatchBegun, MatchOver):
                await service.join(number, who, team)
        match = await service.get(number)
        for mine, others in ((NORA, [NORA, PAVEL]), (OTHERS[1], [OTHERS[0], OTHERS[1]])):
            played = await service.games(match)
            table = match.table_of(match.player(mine.id))
            if not any(each.steps or each.winner for each in played if each.table == table):
                found = [await service.hand(number, one.id) for one in others]
                (sitting,) = [each for each in found if each and each.seat in each.game.waiting_on]
                who, text = (
                    sitting.seats[sitting.seat].person,
                    sitting.game.view(sitting.seat).moves[0],
                )
                await service.move(number, who.id, sitting.deal.day, str(text), 0)
            with suppress(MatchOver):
                await service.resign(number, mine.id)
        await service.settle_due(ALL)
        await service.claim_telling(await service.get(number))

    async def lived(kill: int | None) -> TeamMatch:
        life.begin()
        number = (await matches.lobby()).number
        life.begin(kill)
        with suppress(Killed):
            await deeds(number)
        life.begin()
        await deeds(number)
        return await matches.open().get(number)

    whole = await lived(None)
    before = life.writes
    await lived(None)
    for kill in range(life.writes - before):
        match = await lived(kill)
        assert (match.stage, match.points, match.told) == (whole.stage, whole.points, True), kill
        assert [one.gone for one in match.players].count(True) == 2
    assert whole.points == (2, 2)


def test_a_package_whose_partners_are_no_two_pairs_is_refused() -> None:
    """A package's game can name options for matches of two teams (`partners`). If these options
    don't divide four seats into two pairs, the game is refused."""
    durak = games.load("durak")
    for partners, fits in (({"teams": "pairs"}, True), ({}, False), ({"teams": "threes"}, False)):
        kind = type("Other", (durak,), {"partners": partners, "name": "other", "title": "Other"})
        if fits:
            assert playable("other", kind, [])
            continue
        with pytest.raises((NotUsable, OptionsError)):
            playable("other", kind, [])
