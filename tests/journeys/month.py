"""A month in which forty members play, while the bot's process is stopped and killed at random
moments. Nearly all that the members do is a direct call of the bot's functions, without a press.
This module has only their actions, not the expected results."""

from __future__ import annotations

import asyncio
import itertools
import random
from asyncio import FIRST_COMPLETED
from collections import Counter
from collections.abc import Awaitable, Callable, Coroutine
from contextlib import suppress
from datetime import datetime, timedelta
from typing import Any

from simcord.builders import ChannelHandle

from bot.core.errors import AlreadyEntered, AlreadySeated, TableError
from bot.core.model import Person, Phase, Speed, Table
from bot.core.scope import sitting_of
from bot.core.shards import ALL
from bot.notices.model import GAME_NIGHT
from bot.teams.model import InMatch, MatchBegun, MatchOver, NotInMatch
from bot.today.duplicate import DuplicateOver
from bot.tournaments.model import Format, TournamentRules, TournamentStage
from cogs.discord.client import ShijoBot
from cogs.discord.upkeep import HourlyCog
from cogs.evenings.nights import GameNights
from cogs.evenings.upkeep import EveningUpkeep
from cogs.puzzles.command import DailyPuzzles
from cogs.table.upkeep import sync_of
from cogs.teams.command import Teams
from cogs.today.duplicates import DuplicatesUpkeep
from cogs.tournaments.upkeep import TournamentUpkeep
from games.players import player
from games.puzzles import choices
from games.shuffle import Stream
from tests.journeys.boards import Club
from tests.journeys.conftest import Evening
from tests.journeys.test_today import QUICK, press
from tests.limits import text_of
from tests.present import present

MEMBERS = 40
REGULARS = 2
"""The number of members who play the deal of every day."""
BEGINS = datetime.fromisoformat("2026-01-01T00:00+00:00")
ZONE = "Europe/Vilnius"
ROUND = 90
"""The seconds between two games of a member in an arena. The number must be below two minutes,
because a member who comes to a table later than that loses the game."""
MOVES_AT_ONCE = 30
"""The most moves of a whole game that the members make before the process can be restarted."""
NIGHT_DAY, NIGHT_HOUR = 4, 20
"""The time of the weekly game night: Friday at 20:00 by the server's clock."""


class Doom:
    """A plan to kill a bot before or after one of its steps. A step is a request to Discord or a
    write to the database. After the kill, no step returns to the bot."""

    def __init__(self, bot: ShijoBot) -> None:
        self.died = asyncio.Event()
        self._left: int | None = None
        self._after = False
        writer: Any = bot.service.store.writer
        http: Any = bot.http
        writer.write = self._through(writer.write)
        http.request = self._through(http.request)

    def strike(self, steps: int, *, after: bool) -> None:
        """Plan to kill the bot at one of its next steps. A step is a request to Discord or a write
        to the database. `steps` is the number of the step, and 1 means the next step. With `after`,
        the bot is killed after this step, otherwise before it."""
        self._left, self._after = steps, after

    def spare(self) -> None:
        """Cancel the planned kill."""
        self._left = None

    def _through(self, way: Callable[..., Awaitable[Any]]) -> Callable[..., Awaitable[Any]]:
        async def along(*args: Any, **named: Any) -> Any:
            if self._left is not None and not self.died.is_set():
                self._left -= 1
                if not self._left:
                    self.died.set()
                    if self._after:
                        await way(*args, **named)
            if self.died.is_set():
                await asyncio.get_running_loop().create_future()
            return await way(*args, **named)

        return along


class Month:
    """The server and its members. `rng` decides everything that happens. `ends` counts how often
    the bot was stopped and how often it was killed."""

    def __init__(self, evening: Evening, seed: int) -> None:
        self.evening = evening
        self.rng = random.Random(seed)
        self.club = Club(evening, *(f"M{number:02}" for number in range(4, MEMBERS)))
        self.people = [
            Person(member.id, self.club.names[member.id]) for member in self.club.members
        ]
        self.lounge = evening.guild.create_text_channel("lounge")
        self.presses = itertools.count(10_000)
        self.ends: Counter[str] = Counter()
        self.duplicates: list[int] = []
        self.matches: list[int] = []
        self.whole: list[str] = []
        """The ids of the tables at which members played a whole game such as Durak. At other
        tables, members play Straws, a game with a single move."""
        self.arenas: list[str] = []
        self.deaths: list[datetime] = []
        """The times at which the process was killed. If the process was about to announce something
        at such a time, this announcement is never made."""
        self.claims: dict[int, tuple[int, datetime]] = {}
        """The last attempt of the bot to announce the end of each duplicate or team match. The key
        is the number of the duplicate or match. The value is (the number of kills before the
        attempt, the time of the attempt)."""
        self.told: list[tuple[int, str]] = []
        """What `/puzzle` has shown about past days, as (ordinal number of the day, text)."""
        self._begun()

    # The process

    def _begun(self) -> None:
        """Prepare the new process of the bot. Its random bytes come from the random numbers of this
        month, and its attempts to announce results are recorded. A new Doom (a plan to kill the
        bot) is made for the process."""
        bot = self.evening.bot
        bot.service.today.budget = QUICK
        bot.service.today.entropy = self.rng.randbytes
        bot.tournaments._entropy = self.rng.randbytes
        for contests in (bot.service.duplicates, bot.service.team_matches):
            self._noting_claims(contests)
        self.doom = Doom(bot)

    def _noting_claims(self, contests: Any) -> None:
        claim = contests.claim_telling

        async def noted(contest: Any) -> bool:
            self.claims[contest.number] = (len(self.deaths), self.evening.env.now())
            return bool(await claim(contest))

        contests.claim_telling = noted

    def died_telling(self, number: int) -> bool:
        """Return whether the process that was about to announce the end of contest `number` was
        killed within a minute."""
        life, at = self.claims[number]
        return life < len(self.deaths) and self.deaths[life] - at <= timedelta(minutes=1)

    async def act(self, what: Callable[[], Coroutine[Any, Any, None]]) -> None:
        """Do `what` with the bot. By chance, the bot is first restarted, or it is killed while it
        does `what`. After a kill, call `what` again, until it is done. So `what` must be able to
        continue what it began."""
        chance = self.rng.random()
        if chance < 0.02:
            await self.evening.restart()
            self.ends["stopped"] += 1
            self._begun()
        elif chance < 0.12:
            self.doom.strike(self.rng.randint(1, 12), after=self.rng.random() < 0.5)
        while True:
            # As the bot's own work: what it then waits for passes with the simulated time.
            with self.evening.env._bot_scope():
                await self._alive(what())
            if not self.doom.died.is_set():
                await self._alive(self.evening.env.settle())
            if not self.doom.died.is_set():
                self.doom.spare()
                return
            await self.killed()

    async def _alive(self, work: Coroutine[Any, Any, Any]) -> None:
        """Do `work` until it is done or the process is killed."""
        task = asyncio.ensure_future(work)
        died = asyncio.ensure_future(self.doom.died.wait())
        while not (task.done() or died.done()):
            waited = await asyncio.wait({task, died}, timeout=1, return_when=FIRST_COMPLETED)
            if not waited[0]:
                await self.evening.env.advance_time(1)  # it waits for that
        died.cancel()
        if self.doom.died.is_set():
            task.cancel()
            await asyncio.gather(task, return_exceptions=True)
        else:
            task.result()

    async def killed(self) -> None:
        """Stop everything that the killed process would still do. Start another process on the same
        database."""
        self.ends["killed"] += 1
        self.deaths.append(self.evening.env.now())
        old: Any = self.evening.bot
        env: Any = self.evening.env
        self.evening.bot = await self.evening._new_bot()
        with env.time_context():
            old.timer._going = False
            for cog in old.cogs.values():
                if isinstance(cog, HourlyCog):
                    await cog.cog_unload()
            for record in list(env._work.callbacks):
                if isinstance(record.handle, asyncio.TimerHandle):
                    record.handle.cancel()
            while tasks := [task for task in env._work.tasks if not task.done()]:
                for task in tasks:  # one that waits for another takes it for that one's end
                    task.cancel()
                await asyncio.wait(tasks, timeout=0.1)
        await self.evening.env.restart_bot(self.evening.bot)
        await old.service.close()
        self._begun()
        await self.evening.env.settle()

    async def until(self, day: int, hour: float) -> None:
        """Let time pass until `hour` on day `day`, in steps of at most one hour. At each step, the
        process can be killed."""
        wanted = BEGINS + timedelta(days=day, hours=hour)
        while (left := (wanted - self.evening.env.now()).total_seconds()) > 0:
            await self.evening.env.advance_time(min(left, 3600))
            await self.act(self._looked_around)

    async def _looked_around(self) -> None:
        """Do the bot's scheduled work now, so that the process can be killed during this work."""
        cogs: list[Any] = [EveningUpkeep, GameNights, DailyPuzzles, DuplicatesUpkeep, Teams]
        for kind in cogs:
            await self.evening.bot.cog(kind).do_due()

    # The month

    async def settings(self) -> None:
        preferences = self.evening.bot.tables.preferences
        with self.evening.env.time_context():
            await preferences.change_server(
                self.evening.guild.id,
                time_zone=ZONE,
                fold_after=None,
                night_day=NIGHT_DAY,
                night_hour=NIGHT_HOUR,
                night_channel=self.lounge.id,
                puzzle_channel=self.lounge.id,
                puzzle_hour=8,
            )
            for who in self.people[:3]:
                await self.evening.bot.service.notices.wish(
                    self.evening.guild.id, who.id, {GAME_NIGHT}
                )

    async def live(self, days: int) -> None:
        """Let `days` days pass, with everything that members do on them."""
        await self.settings()
        for day in range(days):
            await self.until(day, 6)
            if day:
                await self.yesterday()
            await self.until(day, 9)
            others = self.rng.sample(self.people[REGULARS:], self.rng.randint(1, 3))
            await self.deals([*self.people[:REGULARS], *others])
            await self.puzzle(self.rng.sample(self.people, self.rng.randint(2, 8)))
            if day % 3 == 1:
                await self.duplicate(*self.rng.sample(self.people, 2))
            if day % 8 == 4:
                await self.team_match(self.rng.sample(self.people, 4))
            if day % 5 == 3:
                await self.whole_game(("durak", "dritzak", "tredici")[day // 5 % 3])
            if day % 7 == 2:
                await self.until(day, 14)
                await self.arena(self.rng.sample(self.people, self.rng.choice([4, 5, 6, 8])))
            await self.games(day)
        await self.until(days, 12)
        await self.until(days + 3, 12)

    # Deals and puzzles

    async def deals(self, who: list[Person]) -> None:
        """Let the members in `who` play the deal of the day. One in five members stops in the
        middle."""
        for person in who:
            most = 3 if self.rng.random() < 0.2 else 1000
            seed = self.rng.randbytes(4)

            async def play(person: Person = person, most: int = most, seed: bytes = seed) -> None:
                await self._played(person, None, seed, most)

            await self.act(play)

    async def _played(self, who: Person, deal: int | None, seed: bytes, most: int = 1000) -> None:
        """Let `who` play a deal until its end, but at most `most` moves. `deal` is the deal's
        number, or None for today's deal."""
        service = self.evening.bot.service
        sitting = await service.today.begin(self.evening.guild.id, who, deal)
        for _ in range(most):
            if sitting.game.outcome is not None:
                await service.today.judge(sitting)
                return
            seen = len(sitting.played.steps)
            moves = sitting.game.legal_moves(0)
            move = moves[Stream(seed + b"%d" % seen).randrange(len(moves))]
            sitting = await service.today.move(who.id, sitting.deal.day, str(move), seen)

    async def yesterday(self) -> None:
        """Let a random member look at the results of yesterday's deal, and store what they see."""
        member = self.rng.choice(self.club.members)
        day = self.evening.env.now().date().toordinal() - 1

        said = await member.slash(self.evening.channel, "puzzle")
        home = present(said.response or next(iter(said.followups)))
        shown = await press(member, home, "Yesterday")
        self.told.append((day, text_of(shown.components)))

    async def puzzle(self, who: list[Person]) -> None:
        """Let the members in `who` answer the puzzle of the day, with up to three answers each."""
        for person in who:
            picks = [self.rng.randrange(100) for _ in range(self.rng.randint(1, 3))]

            async def answer(person: Person = person, picks: list[int] = picks) -> None:
                puzzles = self.evening.bot.puzzles
                daily = await puzzles.of_today(self.evening.guild.id)
                moves = choices(daily.puzzle)
                for pick in picks:
                    await puzzles.answer(daily, person, str(moves[pick % len(moves)]))

            await self.act(answer)

    # Duplicates and arenas

    async def duplicate(self, one: Person, other: Person) -> None:
        """Let two members begin a duplicate. Then both of them play, or one plays in time, or
        nobody plays."""
        begun = len(self.duplicates)

        async def begin() -> None:
            if len(self.duplicates) > begun:
                return
            open_ones = await self.evening.bot.service.duplicates.unfinished(ALL)
            known = {each.number for each in open_ones}
            if new := known - set(self.duplicates):
                self.duplicates += new  # the last process ended after it had stored it
                return
            made = await self.evening.bot.service.duplicates.begin(
                guild_id=self.evening.guild.id,
                channel_id=self.evening.channel.id,
                game="durak",
                first=one,
                second=other,
            )
            self.duplicates.append(made.number)

        await self.act(begin)
        number, seed = self.duplicates[-1], self.rng.randbytes(4)
        for who in self.rng.choice([(one, other), (one, other), (other,), ()]):

            async def play(who: Person = who) -> None:
                await self._play_duplicate(number, who, seed + who.name.encode())

            await self.act(play)

    async def _play_duplicate(self, number: int, who: Person, seed: bytes) -> None:
        duplicates = self.evening.bot.service.duplicates
        with suppress(DuplicateOver):
            while (sitting := await duplicates.play(number, who)) is not None:
                while sitting.game.outcome is None:
                    seen, deal = len(sitting.played.steps), sitting.deal.day
                    moves = sitting.game.legal_moves(0)
                    move = moves[Stream(seed + b"%d" % seen).randrange(len(moves))]
                    sitting = await duplicates.move(who.id, deal, str(move), seen)

    async def team_match(self, four: list[Person]) -> None:
        """Let two teams of two play a match. Each of the two tables plays all its deals, or at most
        30 moves, or nothing. Sometimes a member then resigns."""
        begun = len(self.matches)

        async def begin() -> None:
            matches = self.evening.bot.service.team_matches
            if len(self.matches) == begun:
                numbers = range(len(self.duplicates) + begun + 2)
                found = [each for number in numbers if (each := await matches.find(number))]
                new = [each.number for each in found if each.number not in self.matches]
                if not new:
                    made = await matches.open(
                        guild_id=self.evening.guild.id,
                        channel_id=self.evening.channel.id,
                        game="durak",
                        size=2,
                        first=four[0],
                        second=four[1],
                    )
                    new = [made.number]
                self.matches += new
            for team, person in enumerate(four[2:]):
                with suppress(InMatch, MatchBegun):
                    await matches.join(self.matches[-1], person, team)

        await self.act(begin)
        number, seed = self.matches[-1], self.rng.randbytes(4)
        for captain in four[::2]:
            most = self.rng.choice([1000, 1000, 1000, 30, 0])

            async def play(captain: Person = captain, most: int = most) -> None:
                await self._play_match(number, captain, seed, most)

            await self.act(play)
        if self.rng.random() < 0.3:

            async def resign() -> None:
                with suppress(MatchOver):
                    await self.evening.bot.service.team_matches.resign(number, four[3].id)

            await self.act(resign)

    async def _play_match(self, number: int, who: Person, seed: bytes, most: int) -> None:
        """Play on in the team match `number`, at the table at which `who` sits. Stop after `most`
        moves, or when this table has played all deals. The random moves are computed from `seed`.
        Do nothing if the match is over or `who` isn't in it."""
        matches = self.evening.bot.service.team_matches
        with suppress(MatchOver, NotInMatch):
            for _ in range(most):
                sitting = await matches.hand(number, who.id)
                if sitting is None:
                    return  # this table has played all
                seen, seat = len(sitting.played.steps), min(sitting.game.waiting_on)
                moves = sitting.game.legal_moves(seat)
                move = moves[Stream(seed + b"%d" % seen).randrange(len(moves))]
                mover = sitting.seats[seat].person.id
                await matches.move(number, mover, sitting.deal.day, str(move), seen)

    async def arena(self, who: list[Person]) -> None:
        """Hold an arena. The first arena lasts an hour, all others last half an hour. The members
        in `who` enter, and play a game at each of their open tables every `ROUND` seconds."""
        time = 30 if self.arenas else 60
        rules = TournamentRules(Format.ARENA, "straws", "straws", "", {}, Speed.NONE, minutes=time)
        count = len(self.arenas)

        async def begin() -> None:
            tournaments = self.evening.bot.tournaments
            if len(self.arenas) == count:
                here = self.evening.guild.id, self.evening.channel.id
                known = [each.id for each in await tournaments.last(here[0])]
                new = [each for each in known if each not in self.arenas]
                self.arenas.append(new[0] if new else (await tournaments.open(*here, rules)).id)
            id_ = self.arenas[-1]
            for person in who:
                with suppress(AlreadyEntered):
                    await tournaments.enter(id_, person)
            if (await tournaments.get(id_)).stage is TournamentStage.ENTRY:
                await tournaments.start(id_)
            self.evening.bot.cog(TournamentUpkeep).want(id_)

        await self.act(begin)
        for _ in range(60 * time // ROUND + 1):
            await self.evening.env.advance_time(ROUND)
            await self.act(self._arena_goes_on)

    async def _arena_goes_on(self) -> None:
        """At each open table of an arena, let all awaited members come, and play one game."""
        bot = self.evening.bot
        for listed in await bot.service.history.open_tables(self.evening.guild.id, most=None):
            if sitting_of(listed.id) is None:
                continue
            table = await bot.tables.get(listed.id)
            for seat in table.awaited:
                member = present(seat.member_id)
                press = Person(member, seat.name)
                table = (await bot.tables.rematch(table.id, press, next(self.presses))).table
            await self._one_game(table)

    # Tables

    async def games(self, day: int) -> None:
        """Let groups of members play, beginning at an afternoon or evening hour. On some days
        nobody plays. A group sits at one or two tables, and each of its games is played at one of
        them. After each group there is a pause of 10 or 75 minutes."""
        await self.until(day, self.rng.choice([15, 17, 19, 23]) + self.rng.random())
        for _ in range(self.rng.choice([0, 1, 1, 2])):
            rounds = [
                (self.rng.choice([self.evening.channel, self.lounge]), self.rng.randint(2, 6))
                for _ in range(self.rng.choice([1, 1, 2]))
            ]
            seated = iter(self.rng.sample(self.people, sum(count for _, count in rounds)))
            tables = [
                await self._opened(channel, list(itertools.islice(seated, count)))
                for channel, count in rounds
            ]
            for _ in range(self.rng.randint(1, 7)):
                await self.evening.env.advance_time(self.rng.randint(60, 1500))
                await self._game(self.rng.choice(tables))
            for table_id in tables:
                await self._closed(table_id)
            await self.evening.env.advance_time(self.rng.choice([600, 4500]))

    async def whole_game(self, game: str) -> None:
        """Let three members play a game with real rules, such as Durak, to its end. The moves are
        those of greedy bot players."""
        who = self.rng.sample(self.people, 3)
        table_id = await self._opened(self.lounge, who, game)
        self.whole.append(table_id)
        choose = player(game, "greedy")

        async def play() -> None:
            tables = self.evening.bot.tables
            table = await tables.get(table_id)
            if table.phase is Phase.LOBBY:
                await tables.start(table_id, present(table.host_id))
            for _ in range(MOVES_AT_ONCE):
                table = await tables.get(table_id)
                if table.phase is not Phase.PLAYING:
                    return
                number, seat = len(table.recent), min(present(table.live).waiting_on)
                move = choose(present(table.view(seat)), Stream(b"%d %d" % (number, table.version)))
                await tables.move(table_id, present(table.seats[seat].member_id), str(move))

        await self.act(play)
        while (await self._table(table_id)).phase is Phase.PLAYING:
            await self.act(play)
        await self._closed(table_id)

    async def _closed(self, table_id: str) -> None:
        async def close() -> None:
            with suppress(TableError):
                await self.evening.bot.tables.close(table_id, 0, moderator=True)

        await self.act(close)

    async def _opened(self, channel: ChannelHandle, who: list[Person], game: str = "straws") -> str:
        """Open a table, let the members in `who` join it, and return the table's id. At Straws, a
        bot player sometimes sits down too."""
        host, *others = who
        pressed = next(self.presses)
        has_bot = game == "straws" and self.rng.random() < 0.3
        found: list[str] = []

        async def open_it() -> None:
            tables = self.evening.bot.tables
            if not found:
                here = await tables.where.open_in(channel.id)
                found.extend(each.id for each in here if each.host_id == host.id)
            if not found:
                update = await tables.opening.create(
                    guild_id=self.evening.guild.id,
                    channel_id=channel.id,
                    host=host,
                    game=game,
                    interaction_id=pressed,
                )
                found.append(update.table.id)
            sync = sync_of(self.evening.bot)
            table = await tables.get(found[0])
            for person in others:
                if person.id not in {seat.member_id for seat in table.seats}:
                    table = (await tables.join(table.id, person, next(self.presses))).table
            if has_bot and not any(seat.is_bot for seat in table.seats):
                table = (await tables.invite_bot(table.id, host.id)).table
            if table.message_id is None:
                sync.post_again(table)
                await sync.queue.sent(table.id)

        await self.act(open_it)
        return found[0]

    async def _game(self, table_id: str) -> None:
        """Play the next game of a table."""
        known = await self._table(table_id)
        first = known.phase is Phase.LOBBY and known.game_number == 1

        async def deal() -> None:
            tables = self.evening.bot.tables
            table = await tables.get(table_id)
            if first and table.phase is Phase.LOBBY:
                await tables.start(table_id, present(table.host_id))
                return
            for seat in (*table.seats, *table.awaited):
                table = await tables.get(table_id)
                if not first and not seat.is_bot and table.phase in (Phase.LOBBY, Phase.OVER):
                    who = Person(present(seat.member_id), seat.name)
                    with suppress(AlreadySeated):
                        await tables.rematch(table_id, who, next(self.presses))

        await self.act(deal)

        async def play() -> None:
            await self._one_game(await self.evening.bot.tables.get(table_id))

        await self.act(play)

    async def _table(self, table_id: str) -> Table:
        with self.evening.env.time_context():
            return await self.evening.bot.tables.get(table_id)

    async def _one_game(self, table: Table) -> None:
        """Play the running game of a table. In some games, a member resigns."""
        tables = self.evening.bot.tables
        if table.phase is not Phase.PLAYING:
            return
        people = [seat.member_id for seat in table.seats if seat.member_id]
        if self.rng.random() < 0.05 and len(people) > 1:
            await tables.resign(table.id, people[-1])
            table = await tables.get(table.id)
        verbs = ["fool", "fool", "first", "row", "row"]
        verb, seat = self.rng.choice(verbs), self.rng.randrange(len(table.seats))
        move = self.rng.choice([f"{verb} {seat}"] * 9 + ["draw", "walk 1"])
        if table.phase is Phase.PLAYING:
            await tables.move(table.id, people[0], move)
