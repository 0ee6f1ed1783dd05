"""Leaderboards and profiles as data, all frozen."""

from __future__ import annotations

from collections.abc import Mapping
from dataclasses import dataclass
from datetime import datetime
from enum import StrEnum

from bot.core.placing import Place
from bot.core.ratings import SETTLED_AFTER
from bot.core.statistics import GAMES, LOST, WON, Counts
from bot.fair_play.model import Left
from bot.leaderboards.seasons import Season, SeasonKind


class Sort(StrEnum):
    """The orders of a board that have names in the code; each statistic of ORDERS is a further
    order. The best member comes first. LOST: members with the smallest share of lost games come
    first (in Durak: games lost as the fool), and members with fewer than ten games last. DEED: by a
    deed that is named separately."""

    RATING = "rating"
    WINS = WON.order
    GAMES = GAMES.order
    LOST = LOST.order
    DEED = "deed"


@dataclass(frozen=True, slots=True)
class Line(Counts):
    """A line of a board: a member, or the bot players of a strength (`member_id` None). `place`
    counts from 1, and no two lines share one; None for a member who isn't listed. `figure` is the
    rating (1000 at the start), None when no game was rated; a bot player's rating is fixed, and
    None when it was not measured. `counts` are by the names of STATISTICS. On a board of a deed,
    `deed` is the number by which it is sorted; on any other board it is 0."""

    place: int | None
    member_id: int | None
    strength: str | None
    name: str
    figure: int | None
    rated: int
    counts: Mapping[str, int]
    deed: int = 0

    @property
    def provisional(self) -> bool:
        """Whether the rating rests on few games so far; never true for a bot player, whose rating
        is fixed."""
        return self.member_id is not None and self.rated < SETTLED_AFTER


@dataclass(frozen=True, slots=True)
class Moved:
    """The effect of a rated game on a member's all-time rating: the figures before and after it."""

    before: int
    after: int

    @property
    def points(self) -> int:
        """The points that the game brought to the member's rating; below 0 if points were lost."""
        return self.after - self.before


@dataclass(frozen=True, slots=True)
class Booked:
    """What a finished game counts for. `moved` says by seat how it changed the rating (None: it
    didn't), `series` how many games of the match each seat has won so far (empty in the first game
    of these players). `annulled`: a moderator has annulled it. `badges` are those that it earned,
    each with its seat. `final`: it was the final of a tournament. `guessed` are the members who
    guessed its end. `champion` is the seat of the member who came first in the last season (None:
    no such member sat there)."""

    moved: tuple[Moved | None, ...] = ()
    annulled: bool = False
    badges: tuple[tuple[int, str], ...] = ()
    series: tuple[int, ...] = ()
    final: bool = False
    guessed: tuple[str, ...] = ()
    champion: int | None = None

    def of(self, seat: int) -> Moved | None:
        """How the game changed the rating of the member in this seat; None if it didn't."""
        return self.moved[seat] if seat < len(self.moved) else None


@dataclass(frozen=True, slots=True)
class Board:
    """A page of a leaderboard. `page` counts from 0; `total` is how many members are listed on all
    `pages`. `game` None means all games together, and `season` None all time. `own` is the line of
    the member who asked, on whichever page it is; with `own_hidden`, only this member may see it.
    `bots` are the lines of bot players, shown separately on every page."""

    game: str | None
    season: str | None
    sort: str
    deed: str
    page: int
    pages: int
    total: int
    lines: tuple[Line, ...]
    own: Line | None
    own_hidden: bool
    bots: tuple[Line, ...]


@dataclass(frozen=True, slots=True)
class Practice(Counts):
    """A member's practice: games alone against bot players, whose strength is `strength` (the
    greatest if they had several). `counts` are by the names of STATISTICS."""

    strength: str
    counts: Mapping[str, int]


@dataclass(frozen=True, slots=True)
class GameProfile(Counts):
    """A member's numbers in one game of a server, of all time: `counts` by the names of STATISTICS.
    `places` says how often they came in each place, `streak` how many games in a row they have won
    up to now, `longest` their longest run of wins, and `deeds` how often they did each deed (name,
    degree). Games alone against bot players are in `practice` only, the strongest bot players
    first."""

    game: str
    figure: int | None
    rated: int
    counts: Mapping[str, int]
    streak: int
    longest: int
    places: Mapping[Place, int]
    deeds: Mapping[tuple[str, int], int]
    practice: tuple[Practice, ...] = ()

    @property
    def practised(self) -> int:
        """The number of the member's practice games, against bot players of any strength."""
        return sum(each.games for each in self.practice)

    @property
    def provisional(self) -> bool:
        """Whether the rating rests on few games so far."""
        return self.rated < SETTLED_AFTER


@dataclass(frozen=True, slots=True)
class Rival:
    """Another member, and in how many games one of the two made the other lose."""

    member_id: int
    name: str
    times: int


@dataclass(frozen=True, slots=True)
class Met:
    """A member's score against the bot player of that name (bot.core.people): the games, on
    different sides, in which the member was placed better (`won`) or worse (`lost`)."""

    name: str
    won: int
    lost: int


@dataclass(frozen=True, slots=True)
class Profile:
    """A member in a server: their games (most played first), and the members that they beat and
    lost to most often. `made_fool` is the member who most often lost a game that this one didn't
    lose; `made_fool_by` is the reverse."""

    member_id: int
    name: str
    hidden: bool
    games: tuple[GameProfile, ...]
    made_fool: Rival | None
    made_fool_by: Rival | None
    left: Left
    """How many of their games with others they left."""
    met: tuple[Met, ...] = ()
    """The bot players with names whom they have met, the strongest first."""

    @property
    def favourite(self) -> str:
        """The name of the game that the member has played most."""
        return self.games[0].game


@dataclass(frozen=True, slots=True)
class Point:
    """A member's rating after a game, and when the game ended."""

    at: datetime
    figure: int


@dataclass(frozen=True, slots=True)
class SeasonSettings:
    """A server's choice: how long seasons are, and where the podium is posted (None: nowhere).

    `podium_since`: podiums of seasons that ended earlier are not posted.
    """

    kind: SeasonKind = SeasonKind.MONTHLY
    podium_channel_id: int | None = None
    podium_since: datetime | None = None


@dataclass(frozen=True, slots=True)
class Podium:
    """A season that has ended, with the first three of each rated game. `claimed`: a process began
    to post the podium and hasn't reported that it is posted."""

    guild_id: int
    channel_id: int
    season: Season
    games: Mapping[str, tuple[Line, ...]]
    claimed: bool


@dataclass(frozen=True, slots=True)
class Rebuilt:
    """The result of a recount: how many leaderboards (a server's in one game) and finished games
    were counted again, and how many stored numbers were wrong."""

    boards: int
    games: int
    changed: int
