"""The expected results of a month, computed by a second program. This program reads only the
database file, replays games and deals with `games`, and uses no code of the bot."""

from __future__ import annotations

import json
import sqlite3
import zlib
from collections import Counter, defaultdict
from collections.abc import Iterable, Iterator, Sequence
from contextlib import closing
from dataclasses import dataclass, field
from datetime import datetime, timedelta
from itertools import combinations, groupby
from pathlib import Path
from typing import Any
from zoneinfo import ZoneInfo

from games.analysis import AnalysisBudget, analyse
from games.record import Record, Step, loads, replay
from tests.second_opinion import PlayedGame, Sat, compute

HOUR = timedelta(hours=1)
SQUARES = {"g": "🟩", "y": "🟨", "r": "🟥", "-": "⬜"}
MEDALS = ["🥇", "🥈", "🥉"]
BOT_TITLES = {
    "beginner": "First win",
    "casual": "Warming up",
    "skilled": "Worthy opponent",
    "master": "Masterclass",
}


@dataclass(frozen=True)
class Seat:
    who: int | str
    name: str
    rank: int
    side: int
    left: bool
    deeds: tuple[tuple[str, int, int], ...]


@dataclass(frozen=True)
class Ended:
    """A game that has ended, as the database file stores it."""

    table: str
    number: int
    game: str
    kind: str
    channel: int
    began: datetime
    ended: datetime
    season: str | None
    seats: tuple[Seat, ...]

    def lost(self, seat: Seat) -> bool:
        last = max(each.rank for each in self.seats)
        return seat.left or (self.kind == "won" and seat.rank == last > 1)

    def won(self, seat: Seat) -> bool:
        return self.kind == "won" and seat.rank == 1 and not self.lost(seat)

    @property
    def members(self) -> list[Seat]:
        return [each for each in self.seats if isinstance(each.who, int)]

    @property
    def as_played(self) -> PlayedGame:
        sats = [Sat(each.who, each.rank, each.side, each.left, each.deeds) for each in self.seats]
        return PlayedGame(tuple(sats), self.kind, self.season)


def moment(stored: int) -> datetime:
    return datetime.fromtimestamp(stored / 1000, ZoneInfo("UTC"))


class Ledger:
    """The rows of a database file. The methods compute from the rows what the bot must show."""

    def __init__(self, file: Path) -> None:
        with closing(sqlite3.connect(f"file:{file}?mode=ro", uri=True)) as database:
            database.row_factory = sqlite3.Row
            self._rows = {
                table: [dict(row) for row in database.execute(f"SELECT * FROM {table}")]
                for table in (
                    *("results", "games", "tables", "deals", "day_games", "duplicates"),
                    *("answers", "moves", "team_matches", "team_players", "team_games"),
                    *("tournaments", "entrants", "fixtures", "puzzles"),
                )
            }

    def rows(self, table: str) -> list[dict[str, Any]]:
        return self._rows[table]

    # Games

    def ended(self) -> list[Ended]:
        """Return all games in the order in which they ended."""
        channels = {row["id"]: row["channel_id"] for row in self.rows("tables")}
        began = {(row["table_id"], row["number"]): row["started_at"] for row in self.rows("games")}
        order = sorted(
            self.rows("results"),
            key=lambda row: (row["ended_at"], row["game"], row["seq"], row["seat"]),
        )
        found = []
        for (table, number), group in groupby(
            order, key=lambda row: (row["table_id"], row["number"])
        ):
            rows = list(group)
            seats = tuple(
                Seat(
                    row["strength"] if row["member_id"] is None else row["member_id"],
                    row["name"],
                    row["rank"],
                    row["side"],
                    bool(row["resigned"]),
                    tuple(tuple(each) for each in json.loads(row["deeds"])),
                )
                for row in rows
            )
            first = rows[0]
            found.append(
                Ended(
                    table,
                    number,
                    first["game"],
                    first["kind"],
                    channels[table],
                    moment(began[table, number]),
                    moment(first["ended_at"]),
                    first["season"],
                    seats,
                )
            )
        return found

    def ranks(self, game: Ended) -> list[int]:
        """Replay the stored moves of a game, and return the ranks at its end."""
        (row,) = (
            each
            for each in self.rows("games")
            if (each["table_id"], each["number"]) == (game.table, game.number)
        )
        if row["packed"]:
            # The format: a byte, then JSON deflated: header, secret, joined, moves, seats.
            text = zlib.decompress(row["packed"][1:], -zlib.MAX_WBITS)
            header, _, _, moves, seats, *_ = json.loads(text)
            steps = tuple(map(Step, seats, moves.split("\n")))
        else:
            header = row["header"]
            log = [
                each
                for each in self.rows("moves")
                if (each["table_id"], each["game"]) == (game.table, game.number)
            ]
            log.sort(key=lambda each: each["seq"])
            steps = tuple(Step(each["seat"], each["move"]) for each in log)
        *_, (ended, _, _) = replay(Record(loads(header).header, steps))
        assert ended.outcome is not None
        return list(ended.outcome.ranks)

    # Deals

    def places(self) -> dict[tuple[int, int], tuple[int, int]]:
        """Return for each (deal, member) with a finished game the member's place and the number of
        places. The moves are replayed, because the place depends on who got rid of their cards
        first."""
        headers = {row["day"]: loads(row["header"]).header for row in self.rows("deals")}
        found = {}
        for row in self.rows("day_games"):
            lines = [line.split(" ", 1) for line in row["moves"].splitlines()]
            steps = tuple(Step(int(seat), move) for seat, move in lines)
            when: dict[int, int] = {}
            *_, (game, _, _) = replay(Record(headers[row["day"]], steps))
            if game.outcome is None:
                continue
            for number, (then, _, _) in enumerate(replay(Record(headers[row["day"]], steps))):
                for seat in then.view(None).seats:
                    if seat.out:
                        when.setdefault(seat.seat, number)
            ranks = game.outcome.ranks
            own = (ranks[0], when.get(0, len(steps)))
            better = sum(
                (rank, when.get(seat, len(steps))) < own for seat, rank in enumerate(ranks)
            )
            found[row["day"], row["member_id"]] = 1 + better, len(ranks)
        return found

    def steps(self, row: dict[str, Any]) -> Record:
        """Return a member's game of a deal as a record. `row` is the game's row in the database."""
        (header,) = (
            loads(deal["header"]).header for deal in self.rows("deals") if deal["day"] == row["day"]
        )
        lines = [line.split(" ", 1) for line in row["moves"].splitlines()]
        return Record(header, tuple(Step(int(seat), move) for seat, move in lines))

    def accuracy(self, row: dict[str, Any], budget: AnalysisBudget) -> float:
        """Return how well a member played a deal, in per cent, from a new analysis of the moves.
        This is the average over the member's decisions. A decision counts 100 if it doesn't lower
        the chance of winning, and 50 if it lowers the chance by 20 percentage points
        (docs/analysis.md)."""
        found = analyse(self.steps(row), budget, only=0).decisions
        worth = [100 / (1 + each.known.loss / 200) for each in found if each.seat == 0]
        return sum(worth) / len(worth)

    def day_board(self, day: int) -> list[str]:
        """Return the lines of the board about the deal of day `day`."""
        places = self.places_known()
        rows = [
            row
            for row in self.rows("day_games")
            if row["day"] == day and (day, row["member_id"]) in places
        ]

        def order(row: dict[str, Any]) -> tuple[int, int, int]:
            accuracy = -1 if row["accuracy"] is None else row["accuracy"]
            return places[day, row["member_id"]][0], -accuracy, row["member_id"]

        lines = []
        for number, row in enumerate(sorted(rows, key=order)):
            mark = MEDALS[number] if number < 3 else f"{number + 1}."
            lines.append(f"{mark} **{row['name']}** · {self._went(row)}")
        return lines

    def _went(self, row: dict[str, Any], apart: str = " · ") -> str:
        place, of = self.places_known()[row["day"], row["member_id"]]
        told = [f"#{place} of {of}"]
        if row["squares"]:
            told.append("".join(SQUARES[each] for each in row["squares"][-20:]))
        if row["accuracy"] is not None:
            told.append(f"{row['accuracy']}% accuracy")
        return apart.join(told)

    def places_known(self) -> dict[tuple[int, int], tuple[int, int]]:
        """Return for each (deal, member) with a finished game the member's place and the number of
        places. The result of `places` is computed only once."""
        if not hasattr(self, "_places"):
            self._places = self.places()
        return self._places

    def streak(self, member: int) -> int:
        """Return the largest number of days in a row on which a member finished the deal of the
        day."""
        days = {day for day, who in self.places_known() if who == member and day < 4_000_000}
        return max((_run(days, day) for day in days), default=0)

    def solved(self) -> Counter[int]:
        """Return the number of puzzles that each member has solved. A puzzle is solved if the
        member's last answer is the puzzle's best move."""
        best = {row["key"]: json.loads(row["puzzle"])["best"] for row in self.rows("puzzles")}
        return Counter(
            row["member_id"]
            for row in self.rows("answers")
            if row["moves"].splitlines()[-1] == best[row["key"]]
        )

    # Duplicates

    def duplicates(self) -> Iterator[tuple[int, int, list[str]]]:
        """Yield for each duplicate its number, the id of its message, and the lines that the
        message must contain."""
        before: list[PlayedGame] = []
        places = self.places_known()
        for row in sorted(self.rows("duplicates"), key=lambda row: row["number"]):
            pair = [(row["by_id"], row["by_name"]), (row["member_id"], row["name"])]
            deals = [4_000_000 + 2 * row["number"], 4_000_001 + 2 * row["number"]]
            points = [
                sum(
                    places[deal, who][1] - places[deal, who][0]
                    for deal in deals
                    if (deal, who) in places
                )
                for who, _ in pair
            ]
            if not any((deal, who) in places for deal in deals for who, _ in pair):
                yield (
                    row["number"],
                    row["message_id"],
                    ["Nobody played, so this match doesn't count."],
                )
                continue
            first, second = points
            winner = pair[0] if first > second else pair[1]
            told = (
                f"🤝 A draw, {first} each."
                if first == second
                else f"🏆 **{winner[1]}** wins {max(points)}–{min(points)}!"
            )
            sats = [
                Sat(who, 1 + (own < max(points)), side)
                for side, ((who, _), own) in enumerate(zip(pair, points, strict=True))
            ]
            game = PlayedGame(tuple(sats), "draw" if first == second else "won")
            ratings = figures_told(before, game, [name for _, name in pair])
            yield row["number"], row["message_id"], [told, *ratings]

    # Arenas

    def arena(self, tournament: str) -> tuple[int, list[str]]:
        """Return the id of an arena's message, and the lines of the arena's standings."""
        (about,) = (row for row in self.rows("tournaments") if row["id"] == tournament)
        names = {
            row["seed"]: (row["member_id"], row["name"])
            for row in self.rows("entrants")
            if row["tournament_id"] == tournament
        }
        ended = {each.table: each for each in self.ended()}
        points, won, row_of = Counter[int](), Counter[int](), Counter[int]()
        fixtures = [row for row in self.rows("fixtures") if row["tournament_id"] == tournament]
        for each in sorted(fixtures, key=lambda row: (row["round"], row["board"])):
            table = f"{tournament}-{each['round']}-{each['board']}-{each['games']}"
            game = ended.get(table)
            if each["verdict"] is None or (game is not None and game.kind == "void"):
                continue
            alone = each["away"] is None
            for seed in (each["home"], *(() if alone else (each["away"],))):
                if game is None:  # not everyone turned up in time
                    got = 2 * (each["verdict"] == ("home" if seed == each["home"] else "away"))
                else:
                    seat = next(sat for sat in game.seats if sat.who == names[seed][0])
                    got = 1 if game.kind == "draw" else 2 * game.won(seat)
                points[seed] += 2 * got if row_of[seed] >= 2 and not alone else got
                won[seed] += got == 2
                if not alone:
                    row_of[seed] = row_of[seed] + 1 if got == 2 else 0
        order = sorted(names, key=lambda seed: (-points[seed], -won[seed], seed))
        return about["message_id"], [f"{names[seed][1]}: {points[seed]}" for seed in order]


def _run(days: set[int], last: int) -> int:
    """Return how many days in a row, up to and including day `last`, are in `days`."""
    length = 0
    while last - length in days:
        length += 1
    return length


def figures_told(before: list[PlayedGame], game: PlayedGame, names: list[str]) -> list[str]:
    """Add `game` to `before`, and return the lines about the changes of ratings that the game
    causes. Each line has the name, the new rating and the difference."""
    then = [_figure(before, sat.who) for sat in game.sats]
    before.append(game)
    now = [_figure(before, sat.who) for sat in game.sats]
    return [
        f"**{name}** {new} ({new - old:+d})"
        for name, old, new in zip(names, then, now, strict=True)
    ]


def _figure(played: Sequence[PlayedGame], who: int | str) -> int:
    numbers = compute(played, kind="duplicate").get(who)
    return 1000 if numbers is None or numbers.figure is None else numbers.figure


# Evenings


@dataclass
class Night:
    """The games of one evening. `told` computes what the evening's picture must say about them."""

    games: list[Ended] = field(default_factory=list)

    @property
    def is_worth_it(self) -> bool:
        return len(self.games) >= 4 and len({s.who for g in self.games for s in g.members}) >= 2

    def told(self) -> list[str]:
        """Return the sentences that the evening's picture must contain."""
        won, lost, played = Counter[int](), Counter[int](), Counter[int]()
        names: dict[int, str] = {}
        met: dict[tuple[int, int], Counter[int]] = defaultdict(Counter)
        for game in self.games:
            for seat in game.members:
                assert isinstance(seat.who, int)
                names[seat.who] = seat.name
                played[seat.who] += 1
                won[seat.who] += game.won(seat)
                lost[seat.who] += game.lost(seat)
            for one, other in combinations(game.members, 2):
                if one.rank != other.rank:
                    better = min(one, other, key=lambda seat: seat.rank)
                    assert isinstance(one.who, int)
                    assert isinstance(other.who, int)
                    assert isinstance(better.who, int)
                    met[min(one.who, other.who), max(one.who, other.who)][better.who] += 1
        best = min(names, key=lambda who: (-won[who], played[who], lost[who], who))
        found = [f"{len(self.games)} games · {len(names)} players"]
        if won[best]:
            found.append(
                f"Player of the night: {names[best]}, Won {won[best]} of "
                f"{played[best]} game{'s' * (played[best] > 1)}"
            )
        fools = [who for who in names if lost[who] and not (who == best and won[best])]
        if fools:
            fool = min(fools, key=lambda who: (-lost[who], played[who], won[who], who))
            found.append(
                f"Fool of the night: {names[fool]}, Lost {lost[fool]} of "
                f"{played[fool]} game{'s' * (played[fool] > 1)}"
            )
        duels = [
            (score.total(), -abs(score[pair[0]] - score[pair[1]]), pair)
            for pair, score in met.items()
        ]
        if duels and max(duels)[0] >= 3:
            pair = max(duels)[2]
            ahead, behind = sorted(pair, key=lambda who: (-met[pair][who], who))
            score = met[pair]
            found.append(
                f"Head to head: {names[ahead]} {score[ahead]}–{score[behind]} {names[behind]}"
            )
        return found


def nights(ended: Iterable[Ended], zone: str) -> list[Night]:
    """Return the evenings of a server that are worth a picture. They have at least four games and
    at least two members. Each game of an evening begins at most an hour after the end of the game
    before it. All games of an evening end on the same day, which lasts until five in the morning.
    Void games, games of more than three hours and games without members aren't counted."""
    found: list[Night] = []
    last: Ended | None = None
    for game in ended:
        if game.kind == "void" or game.ended - game.began > 3 * HOUR or not game.members:
            continue
        if last is None or game.began > last.ended + HOUR or _date(game, zone) != _date(last, zone):
            found.append(Night())
        found[-1].games.append(game)
        last = game
    return [each for each in found if each.is_worth_it]


def _date(game: Ended, zone: str) -> object:
    return (game.ended.astimezone(ZoneInfo(zone)).replace(tzinfo=None) - 5 * HOUR).date()


# Badges


@dataclass
class Doings:
    """What a member has done at tables so far, counted for badges."""

    games: int = 0
    company: int = 0
    wins: int = 0
    losses: int = 0
    stayed: int = 0
    beaten: set[int | str] = field(default_factory=set)
    people: set[str] = field(default_factory=set)
    big: int = 0
    kinds: set[str] = field(default_factory=set)
    walks: int = 0
    done: set[str] = field(default_factory=set)
    won_with: set[str] = field(default_factory=set)

    def titles(self) -> set[str]:
        """Return the titles of the badges that a member has earned by what this object has
        counted."""
        reached = {
            "Nice to meet you": self.company >= 1,
            "Regular": self.games >= 10,
            "Part of the furniture": self.games >= 100,
            "Hat-trick": self.wins >= 3,
            "On fire": self.wins >= 10,
            "Brave face": self.losses >= 5,
            "All-rounder": len(self.kinds) >= 3,
            "Packed house": self.big >= 1,
            "Good company": self.stayed >= 25,
            "The whole club": len(self.people) >= 12,
            "Walk-off": self.walks >= 1,
            "Drill sergeant": "epaulettes-given" in self.done,
            "Good eye": "kische-right" in self.done,
            "Lucky for some": "thirteen" in self.done,
            "Last trump": "last-trump" in self.won_with,
            **{title: level in self.beaten for level, title in BOT_TITLES.items()},
        }
        return {title for title, holds in reached.items() if holds}


def badges(ended: Iterable[Ended]) -> list[tuple[Ended, str, int | str, str]]:
    """Return each badge that a game earned, as (game, the member's name, the member's id, the
    badge's title)."""
    doings: dict[int | str, Doings] = defaultdict(Doings)
    has: dict[int | str, set[str]] = defaultdict(set)
    found = []
    for game in ended:
        if game.kind == "void":
            continue
        for seat in game.members:
            mine, won, lost = doings[seat.who], game.won(seat), game.lost(seat)
            mine.games += 1
            mine.company += len(game.members) > 1
            mine.wins = mine.wins + 1 if won else 0
            mine.losses = mine.losses + 1 if lost else 0
            mine.stayed = 0 if seat.left else mine.stayed + 1
            mine.walks += sum(times for name, _, times in seat.deeds if name == "walk-off")
            mine.done |= {name for name, _, _ in seat.deeds}
            if won:
                mine.won_with |= {name for name, _, _ in seat.deeds}
                mine.big += len(game.seats) >= 6
                mine.kinds.add(game.game)
                others = [each for each in game.seats if isinstance(each.who, str)]
                mine.beaten |= {each.who for each in others}
                mine.people |= {each.name for each in others if game.lost(each)}
            for title in sorted(mine.titles() - has[seat.who]):
                has[seat.who].add(title)
                found.append((game, seat.name, seat.who, title))
    return found
