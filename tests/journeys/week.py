"""A week of thirty members: their names, their actions, and the expected results."""

from __future__ import annotations

import random
import re
from datetime import datetime, timedelta
from typing import Any
from zoneinfo import ZoneInfo

from simcord.actors import MemberActor
from simcord.builders import RoleHandle
from simcord.results import ResponseMessage

from bot.core.model import Phase, Table
from bot.core.scope import sitting_of
from bot.preferences.model import Challenges
from cogs.notices.upkeep import SETTLED
from tests.journeys.boards import Club
from tests.journeys.conftest import Evening
from tests.journeys.test_notify import wish
from tests.journeys.test_tournaments import Cup
from tests.limits import text_of
from tests.present import present

HOUR = 3600
DAY = 24 * HOUR
SEASON = "2026-01"
MORE = (
    *("Cleo", "Dora", "Emil", "Fay", "Gus", "Hana", "Ivo", "Jana", "Karl", "Lena", "Mika", "Nils"),
    *("Olga", "Pia", "Quin", "Rosa", "Sven", "Tara", "Ugo", "Vera", "Walt", "Xena", "Yuri", "Zoe"),
    *("Otto", "Ruta"),
)
QUIET = {"Emil": ("Europe/Vilnius", 22, 8), "Fay": ("America/New_York", 1, 9), "Gus": ("UTC", 0, 0)}
"""The quiet hours of members, as (time zone, first hour, hour at which they end). If both hours are
equal, the whole day is quiet."""
WISHES = {
    **dict.fromkeys(("Nora", "Dora", "Emil", "Fay", "Gus", "Hana"), "durak"),
    **dict.fromkeys(("Ivo", "Jana"), "tredici"),
}
"""The members who want to be notified of new tables, and the game for which each of them wants
this. The keys are the names of the members."""
LINK = re.compile(r"/channels/\d+/\d+/(\d+)\)")


class Week:
    """The server, the games that were played there, and the results that the test expects."""

    def __init__(self, evening: Evening) -> None:
        self.evening = evening
        self.club = Club(evening, *MORE)
        evening.members = self.club.members
        self.named = {self.club.names[member.id]: member for member in self.club.members}
        self.rng = random.Random(14)
        evening.bot.tournaments._entropy = self.rng.randbytes
        self.notices: dict[str, set[int]] = {}
        """For each lobby, the ids of the members who must be notified of it. A key is the id of the
        lobby's message, as text."""
        self.told: dict[str, list[datetime]] = {name: [] for name in WISHES}

    def all(self, names: str) -> list[MemberActor]:
        return [self.named[name] for name in names.split()]

    async def settings(self) -> None:
        for name, game in WISHES.items():
            await wish(self.evening, self.named[name], game)
        preferences = self.evening.bot.tables.preferences
        with self.evening.env.time_context():
            for name, (zone, since, until) in QUIET.items():
                await preferences.change_member(
                    self.named[name].id, time_zone=zone, quiet_from=since, quiet_until=until
                )
            await preferences.change_member(self.named["Mika"].id, challenges=Challenges.MENTION)

    # Lobbies and their notices

    async def lobby(self, names: str, game: str = "durak") -> None:
        """Let the first of the members `names` open a table. Wait until the bot has notified the
        members who asked for notices. Then let the others join, and start the game."""
        host, *others = self.all(names)
        shown = await host.slash(self.evening.channel, "play", game=game)
        self.evening.message = present(shown.response)
        await self.evening.env.advance_time(SETTLED + 1)
        self.notices[str(self.evening.message.id)] = self.wanted(game, names.split(maxsplit=1)[0])
        for other in others:
            await self.evening.press(other, "Join")
        await self.evening.press(host, "Start")

    def wanted(self, game: str, host: str) -> set[int]:
        """Return the ids of the members whom the bot must notify now of a new table of `game`.
        Store in `told` that they are notified now."""
        now, mentioned = self.evening.env.now(), set()
        for name, of in WISHES.items():
            lately = [moment for moment in self.told[name] if now - moment < timedelta(hours=1)]
            if name == host or of != game or self.is_quiet(name, now) or len(lately) >= 3:
                continue
            self.told[name].append(now)
            mentioned.add(self.named[name].id)
        return mentioned

    def is_quiet(self, name: str, now: datetime) -> bool:
        if name not in QUIET:
            return False
        zone, since, until = QUIET[name]
        hour = now.astimezone(ZoneInfo(zone)).hour
        return since == until or (
            since <= hour < until if since < until else hour >= since or hour < until
        )

    # Games

    async def table(self) -> Table:
        return await self.club.table()

    async def one_move(self, table: Table) -> Table:
        """Let a player for whom the table waits make a move, without a press. Return the table."""
        tables = self.evening.bot.tables
        with self.evening.env.time_context():
            seat = min(present(table.live).waiting_on)
            moves = present(table.view(seat)).moves
            member = present(table.seats[seat].member_id)
            table = (await tables.move(table.id, member, self.rng.choice(moves))).table
            await self.evening.edited()
        return table

    async def resigned(self, table: Table, loser: MemberActor) -> None:
        """Let a player make a move. Then let `loser` resign through the public message."""
        await self.one_move(table)
        message = await self.message_of(table.id)
        question = present((await loser.click(message, label="Resign")).response)
        await loser.click(question, label="Yes, resign")

    async def message_of(self, table_id: str) -> ResponseMessage:
        env = self.evening.env
        with env.time_context():
            table = await self.evening.bot.tables.get(table_id)
        stored = env.backend.get_message(table.channel_id, present(table.message_id))
        return ResponseMessage(env, stored)

    async def game(self, names: str, game: str = "durak") -> None:
        """Open a lobby, and play a game in which the last of the members `names` resigns."""
        await self.lobby(names, game)
        table = await self.table()
        await self.resigned(table, self.all(names)[-1])
        await self.over(table)

    async def over(self, table: Table) -> None:
        with self.evening.env.time_context():
            await self.club.over(SEASON, table.id)
        await self.evening.env.advance_time(60)

    async def until(self, day: int, hour: int) -> None:
        """Let time pass until `hour` on day `day`. Day 0 is 1 January 2026."""
        env = self.evening.env
        wanted = datetime(2026, 1, 1, tzinfo=env.now().tzinfo) + timedelta(days=day, hours=hour)
        assert wanted > env.now()
        await env.advance_time((wanted - env.now()).total_seconds())

    # What was sent

    def wearers(self, role: RoleHandle) -> set[str]:
        """Return the names of the members who have the role `role`."""
        backend, guild = self.evening.env.backend, self.evening.guild.id
        return {
            name
            for name, member in self.named.items()
            if role.id in backend.get_member(guild, member.id).role_ids
        }

    def mentions(self) -> list[tuple[str, list[int]]]:
        """Return each message that mentions somebody, as (text, ids). The ids are those of the
        members whom Discord is asked to notify."""
        found = []
        for request in self.evening.env.http_requests:
            body: Any = request.json if isinstance(request.json, dict) else {}
            for part in (body, body.get("data")):
                allowed = part.get("allowed_mentions") if isinstance(part, dict) else None
                if allowed and allowed.get("users"):
                    text = part.get("content") or text_of(part["components"])
                    found.append((text, [int(each) for each in allowed["users"]]))
        return found


class Post:
    """A game by post, in which members have a day for each move. Two members play the game, and one
    of them, `sleeper`, stays away."""

    def __init__(self, week: Week, table: Table, sleeper: MemberActor) -> None:
        self.week, self.table, self.sleeper = week, table, sleeper

    async def now(self) -> Table:
        with self.week.evening.env.time_context():
            return await self.week.evening.bot.tables.get(self.table.id)

    async def others_move(self) -> None:
        """Make moves until the game waits only for the player who stays away."""
        table = await self.now()
        own = present(table.seat_of(self.sleeper.id))
        for _ in range(20):
            if present(table.live).waiting_on == {own}:
                return
            table = await self.week.one_move(table)
        raise AssertionError("it never waits for them")

    async def missed(self) -> None:
        """Check that a bot player has moved once for the player who stayed away. Then let this
        player come back and resign."""
        table = await self.now()
        own = present(table.seat_of(self.sleeper.id))
        stood_in = [each.seat for each in table.recent if each.stand_in]
        assert stood_in == [own]
        assert not table.asleep
        await self.week.resigned(table, self.sleeper)
        await self.week.over(table)


class Course:
    """A tournament of the week. The test computes its standings from `wins`, the winner and loser
    of each game."""

    def __init__(self, week: Week) -> None:
        self.week, self.cup = week, Cup(week.evening)
        # Created after the moderator's own role, so below it: they may give it.
        self.prize = week.evening.guild.create_role("champion")
        self.tables = 0
        self.wins: list[tuple[str, str]] = []
        """The names of the winner and the loser of each game."""

    async def round(self, absent: MemberActor | None = None) -> None:
        """Play a round. Everybody comes, except `absent`. At the table of the absent member, the
        other player wins after 601 seconds, because the absent member doesn't come. At every other
        table, one of the two players resigns. Store the winners and losers in `wins`."""
        week, late = self.week, []
        for table in await self.cup.tables():
            if sitting_of(table.id) is None:
                continue  # the game by post
            self.tables += 1
            names = [seat.name for seat in table.awaited]
            gone = week.club.names[absent.id] if absent else ""
            if gone in names:
                await self.cup.come(table, week.named[gone])
                names.remove(gone)
                self.wins.append((names[0], gone))
                late.append(table)
                continue
            begun = await self.cup.come(table)
            assert begun.phase is Phase.PLAYING
            loser = week.rng.choice(names)
            await week.resigned(begun, week.named[loser])
            await self.cup.settle()
            await week.over(begun)
            names.remove(loser)
            self.wins.append((names[0], loser))
        if late:
            await week.evening.env.advance_time(601)
        await self.cup.settle()

    def standings(self) -> list[str]:
        """Return the lines of a round robin's standings, in no particular order. A line has the
        member's rank, name and points. Among members with equal points, the rank depends on the sum
        of the points of the opponents whom they beat. If these sums are equal too, the members
        share a rank."""
        names = {name for pair in self.wins for name in pair}
        points = {name: sum(name == won for won, _ in self.wins) for name in names}
        broken = {
            name: sum(points[lost] for won, lost in self.wins if won == name) for name in names
        }
        key = {name: (points[name], broken[name]) for name in names}
        return [
            f"{1 + sum(other > key[name] for other in key.values())}. {name}: {points[name]}"
            for name in names
        ]

    def winners(self) -> list[str]:
        return [line[3:].split(":")[0] for line in self.standings() if line.startswith("1. ")]

    def check(self) -> None:
        """Check that the tournament's message has the standings that the test computed. Check that
        exactly the winners have the prize role."""
        assert len(self.wins) == 6
        assert sorted(re.findall(r"^\d\. \w+: \d$", self.cup.text, re.MULTILINE)) == sorted(
            self.standings()
        )
        won = self.winners()
        for name in won:
            assert f"**{name}**" in self.cup.text
        assert "won" in self.cup.text if len(won) == 1 else "have won" in self.cup.text
        assert self.week.wearers(self.prize) == set(won)
        assert len(self.cup.sent("PUT", f"/roles/{self.prize.id}")) == len(won), "one request each"
