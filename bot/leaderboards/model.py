"""Leaderboards and profiles as frozen data."""

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
    """An order in which a leaderboard can be sorted. A leaderboard can also be sorted by any other
    statistic in ORDERS. The best member comes first.

    LOST puts the members with the smallest share of lost games first (in Durak, games lost as the
    fool). Members with fewer than ten games come last. DEED sorts by how often members did one deed
    (a noteworthy action). The name of the deed is given separately."""

    RATING = "rating"
    WINS = WON.order
    GAMES = GAMES.order
    LOST = LOST.order
    DEED = "deed"


@dataclass(frozen=True, slots=True)
class Line(Counts):
    """A line (row) of a leaderboard, for a member or for all bot players of one strength
    (`member_id` None).

    `place` counts from 1. Members and bot players are counted separately, and each line has a
    different place. For a member who isn't listed, `place` is None. `figure` is the rating in
    points (1000 at the start). It is None when no game was rated, or when a bot player's strength
    was never measured. `rated` is the number of rated games. `counts` has a number for each name in
    STATISTICS. On a leaderboard that counts a deed (a noteworthy action), `deed` is how often the
    deed was done. On any other leaderboard, `deed` is 0."""

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
        """Whether the rating is still uncertain, because the member has few rated games. It is
        always false for a bot player, whose rating is fixed."""
        return self.member_id is not None and self.rated < SETTLED_AFTER


@dataclass(frozen=True, slots=True)
class Moved:
    """The effect of a rated game on a member's all-time rating: the points before and after it."""

    before: int
    after: int

    @property
    def points(self) -> int:
        """The rating points that the member won by the game. The number is negative if they lost
        points."""
        return self.after - self.before


@dataclass(frozen=True, slots=True)
class Booked:
    """The effects of a finished game on ratings, badges and other statistics. These effects are
    shown in the message of the game's result.

    `moved` has the change of the rating for each seat (None: the rating didn't change). `badges`
    are pairs: a seat, and the badge that its member earned by this game. A series is a run of games
    at one table with the same players. `series` says, for each seat, how many games of the present
    series its player has won. It is empty for the first game of a series. `final` is true for the
    final of a tournament. `guessed` are the names of the spectators who guessed the end of the game
    rightly. `champion` is the seat of the member who came first in the last season (None: that
    member didn't play)."""

    moved: tuple[Moved | None, ...] = ()
    annulled: bool = False
    badges: tuple[tuple[int, str], ...] = ()
    series: tuple[int, ...] = ()
    final: bool = False
    guessed: tuple[str, ...] = ()
    champion: int | None = None

    def of(self, seat: int) -> Moved | None:
        """Return the change of the rating of the member in this seat. Return None if the rating
        didn't change."""
        return self.moved[seat] if seat < len(self.moved) else None


@dataclass(frozen=True, slots=True)
class Board:
    """One page of a leaderboard. `page` counts from 0, and `total` is the number of members on all
    `pages`. `game` None means all games together, and `season` None means all time. `sort` is a
    Sort or the order of a statistic. `own` is the line of the member who asked, even if it belongs
    to another page. With `own_hidden`, nobody else may see this line. `bots` are the lines of bot
    players, which are shown separately on every page."""

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
    """A member's totals in games alone against bot players. If the bot players in a game had
    different strengths, the game counts for the strongest. `strength` is the strength for which
    these games count. `counts` has a number for each name in STATISTICS."""

    strength: str
    counts: Mapping[str, int]


@dataclass(frozen=True, slots=True)
class GameProfile(Counts):
    """A member's totals in one game (durak, say) in a server, over all time.

    `figure` is the rating in points (None: no rated game) and `rated` the number of rated games.
    `counts` has a number for each name in STATISTICS. `streak` is how many of the last games the
    member won without a break, and `longest` is the longest such streak ever. `places` says how
    often the member came in each place, and `deeds` how often they did each deed (a noteworthy
    action, given by its name and degree). Games alone against bot players are only in `practice`,
    which begins with the strongest bot players."""

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
        """The number of the member's games alone against bot players of any strength."""
        return sum(each.games for each in self.practice)

    @property
    def provisional(self) -> bool:
        """Whether the member's rating is still uncertain, because they have few rated games."""
        return self.rated < SETTLED_AFTER


@dataclass(frozen=True, slots=True)
class Rival:
    """Another member in a profile. `times` is the number of games in which one of the two members
    lost and the other did not. In `Profile.made_fool`, the other member lost these games. In
    `Profile.made_fool_by`, the member whose profile it is lost them."""

    member_id: int
    name: str
    times: int


@dataclass(frozen=True, slots=True)
class Met:
    """A member's results against a named bot player (bot.core.people). Only games in which the two
    were on different sides are counted. `won` is the number of games in which the member was placed
    better than the bot player, and `lost` the number in which the member was placed worse."""

    name: str
    won: int
    lost: int


@dataclass(frozen=True, slots=True)
class Profile:
    """The profile of a member in a server.

    `hidden` is true when the member is left out of leaderboards. `games` are the totals in each
    game (durak, say), beginning with the game that the member has played most. `left` says how many
    games the member has left. `met` are the member's results against named bot players.

    `made_fool` and `made_fool_by` compare this member with one other member at a time. A game
    counts only if exactly one of these two members lost it. `made_fool` is the other member who has
    lost the most such games to this member. `made_fool_by` is the other member to whom this member
    has lost the most such games. Each is None if there are no such games. In Durak, the loser is
    called the fool."""

    member_id: int
    name: str
    hidden: bool
    games: tuple[GameProfile, ...]
    made_fool: Rival | None
    made_fool_by: Rival | None
    left: Left
    """How many games with other members the member has left."""
    met: tuple[Met, ...] = ()
    """The results against the named bot players that the member has met, the strongest first."""

    @property
    def favourite(self) -> str:
        """The name of the game that the member has played most."""
        return self.games[0].game


@dataclass(frozen=True, slots=True)
class Point:
    """A member's rating in points after a game, and when that game ended (aware UTC)."""

    at: datetime
    figure: int


@dataclass(frozen=True, slots=True)
class SeasonSettings:
    """A server's settings for seasons. `kind` is the length of a season. A podium is the best three
    members of a season, and is posted in the channel `podium_channel_id`. If this is None, podiums
    are not posted. Podiums of seasons that ended before `podium_since` are not posted either."""

    kind: SeasonKind = SeasonKind.MONTHLY
    podium_channel_id: int | None = None
    podium_since: datetime | None = None


@dataclass(frozen=True, slots=True)
class Podium:
    """The podium of a season that has ended. `games` maps the name of each rated game (durak, say)
    to the lines of the best three members. `claimed` is true when a process has begun to post the
    podium. It stays true if that process never reports success."""

    guild_id: int
    channel_id: int
    season: Season
    games: Mapping[str, tuple[Line, ...]]
    claimed: bool


@dataclass(frozen=True, slots=True)
class Rebuilt:
    """The result of counting stored results again. `boards` is how many leaderboards were counted
    (one for each server and game), and `games` how many finished games. `changed` is how many
    stored numbers were wrong."""

    boards: int
    games: int
    changed: int
