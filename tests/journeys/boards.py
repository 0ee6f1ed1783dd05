"""Helpers of the journeys about leaderboards: play quick games through Discord, and read
leaderboards."""

from __future__ import annotations

import itertools
import random
import re
from collections import Counter, defaultdict
from collections.abc import Callable, Sequence
from dataclasses import dataclass
from typing import Any

import discord
from simcord.actors import MemberActor
from simcord.builders import ChannelHandle
from simcord.results import ResponseMessage

from bot.core.model import Table
from games.record import Record, replay
from tests.journeys import planned
from tests.journeys.conftest import Evening, actions
from tests.limits import check_request, text_of, walk
from tests.present import present
from tests.second_opinion import Numbers, PlayedGame, Sat


class Club:
    """A server whose members play many games in one evening. `games` has a list for each name of a
    game, with the results that everybody could see."""

    def __init__(self, evening: Evening, *more: str) -> None:
        self.evening = evening
        new = [
            evening.guild.add_member(evening.env.create_user(name.lower(), global_name=name))
            for name in more
        ]
        self.members = [*evening.members, *new]
        self.names = {member.id: member.name.capitalize() for member in self.members}
        self.presses = itertools.count(900)
        self.games: dict[str, list[PlayedGame]] = defaultdict(list)
        role = evening.guild.create_role(
            "keepers", permissions=discord.Permissions(manage_guild=True, manage_messages=True)
        )
        self.keeper = evening.guild.add_member(
            evening.env.create_user("kim", global_name="Kim"), roles=[role]
        )

    async def sit(self, game: str, people: Sequence[MemberActor], bots: int = 0) -> ResponseMessage:
        """Let the first of `people` open a table, and let the others join it. Add `bots` bot
        players, and start the game. Return the table's message."""
        host, *others = people
        evening = self.evening
        opened = await host.slash(evening.channel, "play", game=game)
        evening.message, evening.panels = present(opened.response), {}
        for other in others:
            await evening.press(other, "Join")
        for _ in range(bots):
            await evening.add_bot(host)
        await evening.press(host, "Start")
        return evening.message

    async def straws(
        self, people: Sequence[MemberActor], ends: str, bots: int = 0, season: str = "2026-01"
    ) -> Table:
        """Let `people` play a game of Straws with `bots` bot players. The first of `people` presses
        the only move of the game, `ends`, such as `row 3` or `draw`. Note the result for `season`,
        and return the table."""
        await self.sit("straws", people, bots)
        panel = await self.evening.hand(people[0])
        # A button or a line says `Row: 3`; a line of a select that is a verb's own, `3`.
        wanted = next(
            each
            for each in actions(panel)
            if ends
            in {each.label.lower().replace(":", ""), f"{each.custom_id.split(':')[3]} {each.label}"}
        )
        await self.evening.do(people[0], wanted)
        return await self.over(season)

    async def durak(
        self,
        people: Sequence[MemberActor],
        rng: random.Random,
        bots: int = 0,
        season: str = "2026-01",
    ) -> Table:
        """Let `people` play a game of Durak by random presses. Note the result for `season`, and
        return the table."""
        await self.sit("durak", people, bots)
        await self.evening.play_out(rng, *people)
        return await self.over(season)

    async def planned(
        self, game: str, people: Sequence[MemberActor], find: planned.Find, season: str = "2026-01"
    ) -> Table:
        """Let `people` play a game to an end that `find` has planned, without presses. Note the
        result for `season`, and return the table."""
        first = 10_000 * (1 + sum(map(len, self.games.values())))
        table, line = await planned.deal(self.evening, game, people, find, first=first)
        await planned.play(self.evening, table, line)
        return await self.over(season, table.id)

    async def table(self) -> Table:
        """Return the table whose message is the evening's current message."""
        first = next(
            part["custom_id"]
            for part in walk(self.evening.message.components)
            if "custom_id" in part
        )
        return await self.evening.bot.tables.get(first.split(":")[1])

    async def over(self, season: str, table_id: str | None = None) -> Table:
        """Note the result of the game at the table `table_id`, and return the table. By default, it
        is the table that was opened last."""
        table = (
            await self.table() if table_id is None else await self.evening.bot.tables.get(table_id)
        )
        assert table.outcome is not None, table
        left = {step.seat for step in present(table.record).steps if step.move == "resign"}
        deeds = deeds_seen(present(table.record))
        sats = tuple(
            Sat(
                seat.member_id or present(seat.strength),
                table.outcome.ranks[number],
                number,
                number in left,
                tuple(
                    (name, degree, times) for (name, degree), times in sorted(deeds[number].items())
                ),
            )
            for number, seat in enumerate(table.seats)
        )
        moved = len(present(table.record).steps) > len(left)
        self.games[table.game].append(PlayedGame(sats, table.outcome.kind, season, moved))
        return table

    async def board(self, asker: MemberActor, **options: str) -> ResponseMessage:
        shown = (await asker.slash(self.evening.channel, "leaderboard", **options)).response
        assert shown is not None
        return shown

    async def public_board(self, asker: MemberActor) -> ResponseMessage:
        """Open a leaderboard and let the asker show it to everyone. Return the public message."""
        private = await self.board(asker)
        assert private.ephemeral
        shown = present((await asker.click(private, label="Show everyone")).response)
        assert not shown.ephemeral
        return shown

    async def profile(
        self, asker: MemberActor, whose: MemberActor | None = None
    ) -> ResponseMessage:
        options = {"member": whose} if whose is not None else {}
        shown = (await asker.slash(self.evening.channel, "profile", **options)).response
        assert shown is not None
        return shown

    def posted(self, channel: ChannelHandle) -> list[ResponseMessage]:
        """Return all messages of a channel, from the first to the newest."""
        env = self.evening.env
        return [
            ResponseMessage(env, env.backend.get_message(channel.id, each.id))
            for each in channel.history()
        ]

    def check(self) -> None:
        """Check that all requests to Discord so far are within Discord's limits."""
        for request in self.evening.env.http_requests:
            check_request(request.method, request.path, request.json)


def deeds_seen(record: Record) -> dict[int, Counter[tuple[str, int]]]:
    """Replay a game, and count the special feats (deeds) of each seat. The keys of a seat's counter
    are (name of the deed, degree)."""
    seen: dict[int, Counter[tuple[str, int]]] = defaultdict(Counter)
    for _, _, events in replay(record):
        for event in events:
            fields = event.fields
            if event.name == "walk-off":
                seen[fields["seat"]]["walk-off", fields["degree"]] += 1
            elif event.name == "epaulettes":
                seen[fields["by"]]["epaulettes-given", 1] += fields["count"]
                seen[fields["seat"]]["epaulettes-worn", 1] += fields["count"]
            elif event.name == "drew" and "trump" in fields:
                seen[fields["seat"]]["last-trump", 1] += 1
            elif event.name == "tredici" and fields["seat"] is not None:
                seen[fields["seat"]]["thirteen", 1] += 1
            elif event.name == "kische-called":
                seen[fields["seat"]][
                    "kische-wrong" if fields["kind"] == "wrong" else "kische-right", 1
                ] += 1
    return seen


@dataclass(frozen=True)
class Told:
    """One line of a leaderboard, as the message shows it. If the board is sorted by a deed (a
    special feat), `deed` is the number of times that the player did it."""

    place: str
    name: str
    rating: str
    games: int
    won: int
    lost: int
    deed: int = 0


RATING = re.compile(r"~?\d+|no rating yet")
LINE = re.compile(
    r"(?P<place>\d+|–)\.? (?P<name>(?:bot )?\w+): (?P<parts>[^.:]*?games?[^.:]*?)(?:\.|$)"
)


def told(message: ResponseMessage, *, with_deeds: bool = False) -> list[Told]:
    """Return the lines of a leaderboard, read from the description of its picture. With
    `with_deeds`, each line also has the count of a deed."""
    lines = []
    for line in re.finditer(LINE, text_of(message.components)):
        parts = line["parts"].split(" · ")
        deed = int(parts.pop(0)) if with_deeds else 0
        count = {word: _number(word, parts) for word in ("game", "won", "lost")}
        rating = next((part for part in parts if re.fullmatch(RATING, part)), "")
        lines.append(
            Told(
                line["place"],
                line["name"],
                rating,
                count["game"],
                count["won"],
                count["lost"],
                deed,
            )
        )
    return lines


def _number(word: str, parts: list[str]) -> int:
    return next(int(present(re.search(r"\d+", part))[0]) for part in parts if word in part)


def rating_of(numbers: Numbers) -> str:
    if numbers.figure is None:
        return "no rating yet"
    provisional = not numbers.is_bot and numbers.rated < 10
    return f"~{numbers.figure}" if provisional else str(numbers.figure)


Order = Callable[[Numbers], tuple[Any, ...]]


def expected(
    people: dict[int | str, Numbers],
    names: dict[int, str],
    order: Order,
    deed: str = "",
    asker: int = 0,
) -> list[Told]:
    """Return the lines that a leaderboard must have. First come the members, sorted by `order`. If
    `deed` is given, only members who have done it are listed. Then comes a line for `asker`, if the
    member has played and isn't listed yet. Bot players come last, sorted by rating."""
    done = {
        who: sum(times for (name, _), times in each.deeds.items() if name == deed)
        for who, each in people.items()
    }
    listed = [
        who
        for who, numbers in people.items()
        if isinstance(who, int) and numbers.games and (not deed or done[who])
    ]
    members = sorted(listed, key=lambda who: (*order(people[who]), who))
    bots = sorted(
        (who for who in people if isinstance(who, str)),
        key=lambda who: (-(people[who].figure or 0), -people[who].won, people[who].lost),
    )
    lines: list[tuple[str, str, int | str]] = [
        (names[who], str(place), who) for place, who in enumerate(members, 1)
    ]
    lines += [(names[asker], "–", asker)] if asker in people and asker not in members else []
    lines += [(f"bot {who.capitalize()}", str(place), who) for place, who in enumerate(bots, 1)]
    return [
        Told(place, name, rating_of(mine), mine.games, mine.won, mine.lost, done[who])
        for name, place, who in lines
        for mine in [people[who]]
    ]


def by_rating(numbers: Numbers) -> tuple[int, ...]:
    return (numbers.figure is None, -(numbers.figure or 0), -numbers.won, numbers.games)


def by_deed(deed: str) -> Order:
    """Return the sort key of a leaderboard of `deed`. The member who did it most often comes first.
    Of two members who did it equally often, the one with fewer games comes first."""
    return lambda numbers: (
        -sum(times for (name, _), times in numbers.deeds.items() if name == deed),
        numbers.games,
    )


ORDERS: dict[str, Order] = {
    "Rating": by_rating,
    "Wins": lambda each: (-each.won, each.lost, each.games),
    "Games": lambda each: (-each.games, -each.won, each.lost),
    "Fewest losses": lambda each: (each.games < 10, each.lost / each.games, -each.games),
}
"""The sort keys of the leaderboards that every game has. The keys of the dictionary are the titles.
In Durak, one title differs, because the loser is called the fool."""


def orders_of(game: str) -> dict[str, Order]:
    """Return the sort key of each leaderboard of a game. The keys of the result are the titles of
    the leaderboards."""
    fool = {"Fewest losses": "Fewest times the fool"} if game == "durak" else {}
    return {fool.get(title, title): order for title, order in ORDERS.items()}


DEEDS: dict[str, dict[str, str]] = {
    "durak": {
        "Epaulettes given": "epaulettes-given",
        "Epaulettes worn": "epaulettes-worn",
        "Last trumps drawn": "last-trump",
    },
    "dritzak": {"Walk-off Deegans": "walk-off"},
    "tredici": {
        "Correct kischés": "kische-right",
        "Wrong kischés": "kische-wrong",
        "Suits completed": "thirteen",
    },
    "straws": {},
}
"""The leaderboards of deeds (special feats) of each game. The keys of a game's dictionary are the
titles, and the values are the names of the deeds."""
