"""Tests of evenings. An evening is the games that a server plays on one day without a long pause
between them. It is computed from finished games, and the result is the same whenever it is
computed. Each evening is posted once."""

from __future__ import annotations

import asyncio
import json
import os
import select
import signal
import time
from collections import Counter
from contextlib import suppress
from datetime import UTC, datetime, timedelta
from itertools import combinations, pairwise
from pathlib import Path
from zoneinfo import ZoneInfo

import pytest
from hypothesis import given
from hypothesis import strategies as st
from sqlalchemy import update

from bot.analysis import store as analyses
from bot.core.errors import NoFinishedGame
from bot.core.results import BOTS, GameResult, Player, SeatResult
from bot.db import schema
from bot.db.rows import to_number
from bot.db.writer import Statement
from bot.evenings.model import PAUSE, Evening, PlayedGame, QuietEvening, day_of, evenings
from bot.evenings.service import POSTED_WITHIN, STALE, Claim, Evenings
from bot.evenings.summary import LEAST_MEETINGS, UNLIKELY, summary_of
from bot.preferences.service import Preferred
from bot.tables.store.tables import Store
from games.analysis.findings import VERSION, Analysis, Decision, Judgement, to_json
from tests.beyond import BEYOND
from tests.bot.conftest import Now
from tests.bot.finished import as_parts
from tests.fresh_database import put_fresh_database
from tests.present import present
from tests.second_opinion import PlayedGame as Played
from tests.second_opinion import Sat

GUILD = 10
NORA, PAVEL, AIKO = 101, 102, 103
NINE = datetime(2026, 3, 28, 21, tzinfo=UTC)
UTC_ZONE = ZoneInfo("UTC")


def minutes(number: float) -> timedelta:
    return timedelta(minutes=number)


def result(order: tuple[int | str, ...], kind: str = "won") -> GameResult:
    """Return the result of a game of Durak. `order` are the players from the first place to the
    last, numbers for members and texts for levels of bot players."""
    seats = tuple(
        SeatResult(
            Player(BOTS, who) if isinstance(who, str) else Player(who), str(who), side, rank, False
        )
        for side, (rank, who) in enumerate(enumerate(order, 1))
    )
    return GameResult("durak", 1, kind, len(order), None, 0, False, seats)


@st.composite
def nights(draw: st.DrawFn) -> list[PlayedGame]:
    """Draw 1 to 14 games of one night, sorted by their end. Some are void, and some lasted more
    than an hour."""
    found = []
    for number in range(draw(st.integers(1, 14))):
        people: list[int | str] = [NORA, PAVEL, AIKO, "casual"]
        order = tuple(draw(st.permutations(people)))
        ended = NINE + minutes(draw(st.integers(0, 420)))
        began = ended - minutes(draw(st.sampled_from([1, 5, 30, 61, 200])))
        kind = draw(st.sampled_from(["won", "won", "won", "void"]))
        whole = result(order[: draw(st.integers(2, 4))], kind)
        found.append(PlayedGame(str(number), 1, 1, began, ended, number + 5, whole))
    return sorted(found, key=lambda game: game.ended)


@given(nights())
def test_an_evening_is_what_was_played_without_a_pause(played: list[PlayedGame]) -> None:
    found = evenings(played)
    kept = [
        game
        for game in played
        if game.result.kind == "won"
        and game.took <= timedelta(hours=3)
        and any(isinstance(who, int) and who for who in game.members)
    ]
    assert [game for evening in found for game in evening.games] == kept
    for evening in found:
        assert all(b.began <= a.ended + PAUSE for a, b in pairwise(evening.games))
    for one, other in pairwise(found):
        assert other.games[0].began > one.ended + PAUSE


@given(nights())
def test_its_facts_are_what_another_hand_counts(played: list[PlayedGame]) -> None:
    for evening in evenings(played):
        told = summary_of(evening)
        won: dict[int, int] = {}
        lost: dict[int, int] = {}
        met: dict[tuple[int, int], list[int]] = {}
        for game in evening.games:
            order = [seat.player.member_id for seat in game.result.seats]
            for who in filter(None, order):
                won[who] = won.get(who, 0) + (order[0] == who)
                lost[who] = lost.get(who, 0) + (order[-1] == who)
            for one, other in combinations([who for who in order if who], 2):
                low, high = sorted((one, other))
                met.setdefault((low, high), []).append(one)
        assert {each.member_id: each.won for each in told.guests} == won
        assert {each.member_id: each.lost for each in told.guests} == lost
        seated = Counter(who for game in evening.games for who in game.members if who)
        ranked = sorted(won, key=lambda who: (-won[who], seated[who], lost[who], who))
        best = next((who for who in ranked if won[who]), None)
        assert (told.best and told.best.member_id) == best
        losers = [who for who in won if lost[who] and who != best]
        by_fate = sorted(losers, key=lambda who: (-lost[who], seated[who], won[who], who))
        assert (told.fool and told.fool.member_id) == next(iter(by_fate), None)
        most = max((len(each) for each in met.values()), default=0)
        assert (told.duel is not None) == (most >= LEAST_MEETINGS)
        if told.duel is not None:
            pair = (told.duel.one.member_id, told.duel.other.member_id)
            between = met[min(pair), max(pair)]
            assert len(between) == most
            assert told.duel.score == (between.count(pair[0]), between.count(pair[1]))
            assert told.duel.score[0] >= told.duel.score[1]
        assert told.longest.took == max(game.took for game in evening.games)


@pytest.mark.parametrize(
    ("orders", "best", "fool"),
    [
        ([(AIKO, NORA), (AIKO, PAVEL), (AIKO, NORA, "casual")], AIKO, PAVEL),
        (
            [(AIKO, NORA), (NORA, "casual"), (AIKO, PAVEL), (AIKO, PAVEL, "casual")],
            AIKO,
            PAVEL,
        ),
        ([(NORA, "casual"), (PAVEL, "casual"), ("casual", NORA, "casual")], PAVEL, None),
        (
            [(NORA, "casual"), (AIKO, NORA), (PAVEL, AIKO), ("casual", PAVEL, "casual")],
            PAVEL,
            NORA,
        ),
    ],
    ids=["fewer games", "fewer won", "won in fewer", "lost less"],
)
def test_between_equals_the_one_with_less_to_say_for_themselves_is_the_fool(
    orders: list[tuple[int | str, ...]], best: int, fool: int | None
) -> None:
    played = [
        PlayedGame(str(number), 1, 1, NINE, NINE + minutes(number), 5, result(order))
        for number, order in enumerate(orders)
    ]
    (evening,) = evenings(played)
    told = summary_of(evening)
    assert (told.best and told.best.member_id) == best
    assert (told.fool and told.fool.member_id) == fool


def test_a_day_turns_at_five_by_the_servers_clock_also_when_clocks_are_set() -> None:
    vilnius = ZoneInfo("Europe/Vilnius")
    # On 29 March 2026 clocks go forward there.
    first, end = day_of(datetime(2026, 3, 29, 1, 30, tzinfo=UTC), vilnius)
    assert (first, end) == (
        datetime(2026, 3, 28, 3, tzinfo=UTC),
        datetime(2026, 3, 29, 2, tzinfo=UTC),
    )
    assert day_of(end, vilnius)[0] == end


# What is stored


class Server:
    """A server that has evenings, on a real database. Its methods store games, and open the service
    for evenings."""

    def __init__(self, store: Store, now: Now) -> None:
        self.store, self.now, self.number = store, now, 0

    def open(self) -> Evenings:
        """Return the service for evenings as a newly started process has it."""
        return Evenings(self.store, Preferred(self.store, self.now), self.now)

    async def plays(self, *times: float, game: str = "durak") -> None:
        """For each of `times`, store a game of Nora and Pavel that ends at that time. Times are in
        minutes after 21:00."""
        for at in times:
            self.number += 1
            played = Played((Sat(NORA, 1, 0), Sat(PAVEL, 2, 1)))
            end = NINE + minutes(at)
            await self.store.write(as_parts(GUILD, game, self.number, played, end))

    async def begun(self, number: int, at: float) -> None:
        """Set the time at which game `number` began to `at` minutes after 21:00."""
        games = schema.games
        began = update(games).where(games.c.table_id == f"{GUILD}-du-{number}")
        at_ = to_number(NINE + minutes(at))
        await self.store.write([Statement(began.values(started_at=at_))])

    async def analysed(self, game: PlayedGame, *chances: int) -> None:
        """Store an analysis of `game` with one decision for each seat. `chances` are the chances of
        winning of the seats, in order, in thousandths."""
        decisions = []
        for seat, chance in enumerate(chances):
            found = Judgement("take", chance, 0, exact=False)
            decisions.append(Decision(seat, seat, "take", 2, found, found))
        text = json.dumps(to_json(Analysis("durak", len(chances), tuple(decisions))))
        await self.store.write(analyses.made(game.table_id, game.number, text, VERSION, ()))


@pytest.fixture
def server(store: Store, now: Now) -> Server:
    now.moment = NINE
    return Server(store, now)


async def test_it_is_told_once_an_hour_after_the_last_game(server: Server) -> None:
    await server.plays(0)
    await server.plays(10, game="heaps")
    await server.plays(20, 30)
    server.now.moment = NINE + minutes(89)
    assert await server.open().over(GUILD) is None, "somebody may play on"
    server.now.moment = NINE + minutes(90)
    evening = present(await server.open().over(GUILD))
    assert [game.result.game for game in evening.games] == ["durak", "heaps", "durak", "durak"]
    assert await server.open().due() == [GUILD]
    processes = [server.open() for _ in range(4)]
    claims = await asyncio.gather(*(each.claim(GUILD, evening) for each in processes))
    assert sorted(claims, key=str) == [Claim.FIRST, None, None, None]
    assert await server.open().over(GUILD) is None
    assert await server.open().due() == [GUILD], "nobody knows yet whether it came through"
    await server.open().posted(GUILD, evening)
    assert await server.open().due() == []
    again = await server.open().of_game(GUILD, evening.games[1].table_id, 1)
    assert again == evening, "the button shows the same"
    await server.plays(200, 210, 220, 230)
    server.now.moment = NINE + minutes(300)
    later = present(await server.open().over(GUILD))
    assert len(later.games) == 4
    assert not await server.open().claim(GUILD, evening)
    assert await server.open().claim(GUILD, later)


async def test_a_game_across_five_oclock_belongs_to_an_evening_that_is_told(server: Server) -> None:
    """A day ends at five in the morning. A game that began before five and ended after five belongs
    to the evening of the new day. This evening can be posted, although its first game began before
    the evening of the old day had ended."""
    at_five = 8 * 60  # NINE is at 21:00
    await server.plays(*(at_five - each for each in (40, 30, 20, 10)))
    server.now.moment = NINE + minutes(at_five)
    night = present(await server.open().over(GUILD))
    assert await server.open().claim(GUILD, night) is Claim.FIRST
    await server.plays(*(at_five + each for each in (20, 30, 40, 50)))
    await server.begun(5, at_five - 15)
    server.now.moment = NINE + minutes(at_five + 111)
    morning = present(await server.open().over(GUILD))
    assert morning.began < night.ended < morning.ended
    assert len(morning.games) == 4
    assert await server.open().claim(GUILD, morning) is Claim.FIRST


async def test_whoever_does_not_note_that_it_is_posted_leaves_it_to_others(server: Server) -> None:
    await server.plays(0, 10, 20, 30)
    server.now.moment = NINE + minutes(100)
    evening = present(await server.open().over(GUILD))
    assert await server.open().claim(GUILD, evening) is Claim.FIRST
    server.now.moment += POSTED_WITHIN - minutes(1)
    assert await server.open().over(GUILD) is None, "somebody may be about to post it"
    server.now.moment += minutes(1)
    assert await server.open().over(GUILD) == evening
    claims = await asyncio.gather(*(server.open().claim(GUILD, evening) for _ in range(4)))
    assert sorted(claims, key=str) == [Claim.AGAIN, None, None, None]
    await server.open().posted(GUILD, evening)
    server.now.moment += POSTED_WITHIN
    assert await server.open().over(GUILD) is None
    assert await server.open().due() == []


async def test_it_takes_four_games_of_two_members_and_a_server_that_wants_it(
    server: Server,
) -> None:
    await server.plays(0, 10, 20)
    server.now.moment = NINE + minutes(90)
    assert await server.open().over(GUILD) is None
    await server.plays(30)
    await Preferred(server.store, server.now).change_server(GUILD, evenings=False)
    assert await server.open().over(GUILD) is None
    await Preferred(server.store, server.now).change_server(GUILD, evenings=True)
    assert await server.open().over(GUILD)
    server.now.moment = NINE + minutes(31) + STALE
    assert await server.open().over(GUILD) is None, "nobody wants to hear of it the next day"


async def test_its_comeback_is_the_game_won_from_the_lowest_chance_that_an_analysis_found(
    server: Server,
) -> None:
    await server.plays(0, 10, 20)
    evening = await server.open().of_game(GUILD, "10-du-1", 1)
    for game, (chance, low) in zip(evening.games, [(300, 40), (UNLIKELY + 1, 5)], strict=False):
        await server.analysed(game, chance, low)
    judged = await server.open().with_chances(evening)
    comeback = present(summary_of(judged).comeback)
    assert (comeback.guest.member_id, comeback.chance, comeback.game) == (NORA, 300, "durak")
    assert summary_of(evening).comeback is None
    assert summary_of(Evening(judged.games[1:])).comeback is None, "nobody was that unlikely to win"


async def test_a_game_of_elsewhere_has_no_evening_here(server: Server) -> None:
    await server.plays(0)
    with pytest.raises(NoFinishedGame):
        await server.open().of_game(GUILD + 1, "10-du-1", 1)
    alone = await server.open().of_game(GUILD, "10-du-1", 1)
    assert not alone.is_worth_showing
    played = Played((Sat(NORA, 1, 0), Sat(PAVEL, 2, 1)), moved=False)
    await server.store.write(as_parts(GUILD, "durak", 9, played, NINE))
    with pytest.raises(QuietEvening):
        await server.open().of_game(GUILD, "10-du-9", 1)


@BEYOND
async def test_the_processes_that_tell_it_may_be_killed(tmp_path: Path, now: Now) -> None:
    told = tmp_path / "told"
    url = f"sqlite:///{tmp_path}/data/shijo.db"
    put_fresh_database(tmp_path / "data" / "shijo.db")
    store = await Store.open(url)
    now.moment = NINE
    await Server(store, now).plays(0, 10, 20, 30)
    await store.close()
    now.moment = NINE + minutes(100)
    for life in (0.0, 0.0005, 0.001, 0.002, 0.004, 0.008, 0.5, 0.5):
        await asyncio.to_thread(killed_while_telling, url, now, told, life)
        now.moment += POSTED_WITHIN
    assert told.read_text() == "told\n", "once, whatever happens"
    store = await Store.open(url)
    assert await Server(store, now).open().over(GUILD) is None
    await store.close()


def killed_while_telling(url: str, now: Now, told: Path, life: float) -> None:
    """Fork a process that runs `tell`, and kill it `life` seconds after it has looked for an
    evening to post. `told` is the file that stands for the channel."""
    reader, writer = os.pipe()
    there = told.exists() and bool(told.read_text())
    child = os.fork()
    if child == 0:
        with suppress(BaseException):
            asyncio.run(tell(url, now, told, writer, there=there))
        os._exit(0)
    os.close(writer)
    assert select.select([reader], [], [], 20)[0], "it must find its way back and look"
    time.sleep(life)
    os.kill(child, signal.SIGKILL)
    os.waitpid(child, 0)
    os.close(reader)


async def tell(url: str, now: Now, told: Path, writer: int, *, there: bool) -> None:
    """Look for an evening that is over. Then write a byte to the file descriptor `writer`. If there
    is such an evening, post it as the bot does. A post is a line in the file `told`. `there` says
    whether the file already has this line. If `there` is true and an earlier process has already
    tried to post the evening, no line is written."""
    store = await Store.open(url)
    evenings_here = Server(store, now).open()
    over: Evening | None = await evenings_here.over(GUILD)
    os.write(writer, b"x")
    claim = None if over is None else await evenings_here.claim(GUILD, over)
    if over is not None and claim is not None:
        if claim is Claim.FIRST or not there:
            with told.open("a") as file:
                file.write("told\n")
        await evenings_here.posted(GUILD, over)
    await store.close()
