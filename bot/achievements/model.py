"""Achievements: badges that members earn. Each badge has a rule, which says when a member has
earned the badge.

A rule sees only a member's counted results in one server (`Career`). So all badges can be computed
again at any time from the stored results, and the answer is always the same."""

from __future__ import annotations

from collections import Counter
from collections.abc import Callable, Mapping
from dataclasses import dataclass, field
from typing import Final

from bot.core.people import PEOPLE
from bot.core.results import GameResult, SeatResult
from games.players import LEVELS
from games.sentences import marked

GREAT_TABLE: Final = 6
"""A table with at least this number of seats counts as a big table."""
RARE: Final = 10
"""A badge is rare when at most this percentage of a server's players have it."""
ENOUGH: Final = 5
"""The number of players that a server must have before any badge is called rare there."""

Where = tuple[str, int]
"""A finished game: the table's id, and the number of the game at that table."""


@dataclass(slots=True)
class Career:
    """The totals of one member in one server. The rules of badges read them. Only games that count
    (neither void nor annulled) are included.

    `with_members` is the number of games with at least one other member. `wins_in_a_row` and
    `losses_in_a_row` are how many games in a row the member has won or lost up to now. `stayed` is
    the number of games since the member last gave one up. `big_wins` is the number of wins at a
    table with at least `GREAT_TABLE` seats.

    `won_games` are the names of the games (durak, say) that the member has won. `beaten` are the
    levels of bot players against whom the member won, and `people` the named bot players that lost
    to the member. `deeds` counts the member's deeds (noteworthy actions, `games.core.Deed`) by
    name, and `won_with` are the names of the deeds that the member did in a game that they won.

    Four totals don't come from games at tables. `lessons` is the number of games of which the
    member has finished all lessons, and `deals` the largest number of days in a row on which the
    member finished the deal of the day. `puzzles` is the number of daily puzzles that the member
    has solved, and `perfect` the number of analysed games that they played with an accuracy of 100
    per cent."""

    games: int = 0
    with_members: int = 0
    wins: int = 0
    wins_in_a_row: int = 0
    losses_in_a_row: int = 0
    stayed: int = 0
    big_wins: int = 0
    won_games: set[str] = field(default_factory=set)
    beaten: set[str] = field(default_factory=set)
    people: set[str] = field(default_factory=set)
    deeds: Counter[str] = field(default_factory=Counter)
    won_with: set[str] = field(default_factory=set)
    lessons: int = 0
    deals: int = 0
    puzzles: int = 0
    perfect: int = 0

    def add(self, game: GameResult, own: SeatResult) -> None:
        """Add a finished game, which must be neither void nor annulled, to the totals. `own` is the
        result of the member's seat in it."""
        won, lost = game.won_by(own), game.lost_by(own)
        others = [seat for seat in game.seats if seat.side != own.side]
        self.games += 1
        self.with_members += game.members > 1
        self.stayed = 0 if own.resigned else self.stayed + 1
        self.wins_in_a_row = self.wins_in_a_row + 1 if won else 0
        self.losses_in_a_row = self.losses_in_a_row + 1 if lost else 0
        for deed in own.deeds:
            self.deeds[deed.name] += deed.times
        if not won:
            return
        self.wins += 1
        self.big_wins += len(game.seats) >= GREAT_TABLE
        self.won_games.add(game.game)
        self.won_with |= {deed.name for deed in own.deeds}
        bots = [seat for seat in others if seat.player.is_bot]
        self.beaten |= {seat.player.strength for seat in bots}
        self.people |= {seat.name for seat in bots if seat.name in PEOPLE and game.lost_by(seat)}


@dataclass(frozen=True, slots=True)
class Achievement:
    """A badge. `name` identifies the badge in code, and `title` is its name for members. `told` is
    a sentence that says how a member earns the badge, and `sign` is the symbol shown on it.
    `reached` is the rule: it returns whether a member with these totals has earned the badge."""

    name: str
    title: str
    told: str
    sign: str
    reached: Callable[[Career], bool]


def _at_least(what: str, number: int) -> Callable[[Career], bool]:
    return lambda career: getattr(career, what) >= number


def _as_many(what: str, number: int) -> Callable[[Career], bool]:
    return lambda career: len(getattr(career, what)) >= number


def _beats(level: str) -> Callable[[Career], bool]:
    return lambda career: level in career.beaten


def _won_with(deed: str) -> Callable[[Career], bool]:
    return lambda career: deed in career.won_with


def _did(deed: str) -> Callable[[Career], bool]:
    return lambda career: career.deeds[deed] > 0


ACHIEVEMENTS: Final = (
    Achievement(
        "first-game",
        marked("Nice to meet you"),
        marked("Finish a game with another member."),
        "hands",
        _at_least("with_members", 1),
    ),
    Achievement(
        "ten-games", marked("Regular"), marked("Finish ten games."), "10", _at_least("games", 10)
    ),
    Achievement(
        "hundred-games",
        marked("Part of the furniture"),
        marked("Finish a hundred games."),
        "100",
        _at_least("games", 100),
    ),
    Achievement(
        "beats-beginner",
        marked("First win"),
        marked("Win against a beginner bot."),
        "one",
        _beats(LEVELS[3]),
    ),
    Achievement(
        "beats-casual",
        marked("Warming up"),
        marked("Win against a casual bot."),
        "two",
        _beats(LEVELS[2]),
    ),
    Achievement(
        "beats-skilled",
        marked("Worthy opponent"),
        marked("Win against a skilled bot."),
        "three",
        _beats(LEVELS[1]),
    ),
    Achievement(
        "beats-master",
        marked("Masterclass"),
        marked("Win against a master bot."),
        "crown",
        _beats(LEVELS[0]),
    ),
    Achievement(
        "beats-all",
        marked("The whole club"),
        marked("Beat each of the twelve bots."),
        "ring",
        _as_many("people", len(PEOPLE)),
    ),
    Achievement(
        "three-in-a-row",
        marked("Hat-trick"),
        marked("Win three games in a row."),
        "hat",
        _at_least("wins_in_a_row", 3),
    ),
    Achievement(
        "ten-in-a-row",
        marked("On fire"),
        marked("Win ten games in a row."),
        "flame",
        _at_least("wins_in_a_row", 10),
    ),
    Achievement(
        "five-lost",
        marked("Brave face"),
        marked("Lose five games in a row and come back for more."),
        "cloud",
        _at_least("losses_in_a_row", 5),
    ),
    Achievement(
        "three-games",
        marked("All-rounder"),
        marked("Win three different games."),
        "suits",
        _as_many("won_games", 3),
    ),
    Achievement(
        "big-table",
        marked("Packed house"),
        marked("Win at a table of six or more."),
        "table",
        _at_least("big_wins", 1),
    ),
    Achievement(
        "stays",
        marked("Good company"),
        marked("Finish 25 games in a row without leaving early."),
        "chair",
        _at_least("stayed", 25),
    ),
    Achievement(
        "epaulette",
        marked("Drill sergeant"),
        marked("Make the fool wear an epaulette in Durak."),
        "six",
        _did("epaulettes-given"),
    ),
    Achievement(
        "walk-off",
        marked("Walk-off"),
        marked("Pull off a walk-off Deegan in Dritzak."),
        "star",
        _did("walk-off"),
    ),
    Achievement(
        "kische",
        marked("Good eye"),
        marked("Call kisché in Tredici and be right."),
        "eye",
        _did("kische-right"),
    ),
    Achievement(
        "last-trump",
        marked("Last trump"),
        marked("Draw the last trump in Durak and win."),
        "trump",
        _won_with("last-trump"),
    ),
    Achievement(
        "thirteen",
        marked("Lucky for some"),
        marked("Collect all thirteen cards of a suit in Tredici."),
        "fan",
        _did("thirteen"),
    ),
    Achievement(
        "perfect",
        marked("Flawless"),
        marked("Analyse a game you played without a single mistake."),
        "tick",
        _at_least("perfect", 1),
    ),
    Achievement(
        "lessons",
        marked("Top of the class"),
        marked("Finish all the lessons for a game."),
        "book",
        _at_least("lessons", 1),
    ),
    Achievement(
        "week-of-deals",
        marked("Seven days"),
        marked("Finish the deal of the day seven days in a row."),
        "week",
        _at_least("deals", 7),
    ),
    Achievement(
        "puzzles",
        marked("Sharp"),
        marked("Solve ten daily puzzles."),
        "knot",
        _at_least("puzzles", 10),
    ),
)
"""All badges, in the order in which a member's badges are shown."""

BY_NAME: Final[Mapping[str, Achievement]] = {each.name: each for each in ACHIEVEMENTS}


@dataclass(slots=True)
class Shelf:
    """One member's totals in a server, and the badges that the member has earned by games at
    tables. `earned` maps the name of each badge to the game by which the member earned it, given as
    the table's id and the number of the game at that table."""

    career: Career = field(default_factory=Career)
    earned: dict[str, Where] = field(default_factory=dict)

    def add(self, game: GameResult, own: SeatResult, where: Where) -> None:
        """Add a finished game, which must be neither void nor annulled, to the member's totals.
        Record the badges that the member earns by it. `own` is the result of the member's seat.
        `where` is the game's table id, and its number at that table."""
        self.career.add(game, own)
        for each in ACHIEVEMENTS:
            if each.name not in self.earned and each.reached(self.career):
                self.earned[each.name] = where


@dataclass(slots=True)
class Shelves:
    """The totals and badges of all members of one server, computed from the games added so far.
    `of` maps a member's id to the `Shelf` of that member."""

    of: dict[int, Shelf] = field(default_factory=dict)

    def add(self, game: GameResult, where: Where) -> None:
        """Add the next finished game of the server for all members who played in it. Games must be
        added in the order in which they ended. A void or annulled game is skipped."""
        if not game.counts:
            return
        for seat in game.seats:
            if seat.player.member_id > 0:
                shelf = self.of.setdefault(seat.player.member_id, Shelf())
                shelf.add(game, seat, where)

    def holders(self, name: str) -> int:
        """Return how many members of the server have earned the badge `name` at tables."""
        return sum(name in shelf.earned for shelf in self.of.values())


@dataclass(frozen=True, slots=True)
class Earned:
    """A badge that a member has earned. `rare` is None for a common badge. For a rare one it is a
    pair: how many members have it, and how many members have finished games in the server."""

    achievement: Achievement
    rare: tuple[int, int] | None = None


def rarity(shelves: Shelves, name: str) -> tuple[int, int] | None:
    """Return a pair for a rare badge: how many members have earned it at tables, and how many
    members have finished games in the server. Return None when the badge isn't rare: more than
    `RARE` per cent of these members have it, nobody has it, or fewer than `ENOUGH` members have
    finished games there."""
    members, holders = len(shelves.of), shelves.holders(name)
    few = 0 < holders * 100 <= RARE * members
    return (holders, members) if few and members >= ENOUGH else None
