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
    """The orders in which a leaderboard can be sorted. Besides these, each statistic of ORDERS is
    one. The best member comes first.

    LOST puts members with the smallest share of lost games first (in Durak, games lost as the
    fool), and those with fewer than ten games last. DEED sorts by how often members did one deed (a
    noteworthy action), which is named separately."""

    RATING = "rating"
    WINS = WON.order
    GAMES = GAMES.order
    LOST = LOST.order
    DEED = "deed"


@dataclass(frozen=True, slots=True)
class Line(Counts):
    """A line of a leaderboard: a member, or all bot players of one strength (`member_id` None).
    `place` counts from 1, and no two lines share one; None for a member who isn't listed. `figure`
    is the rating in points (1000 at the start), None when no game was rated or a bot player's
    strength was never measured. `rated` is the number of rated games. `counts` has a number for
    each name in STATISTICS. On a leaderboard of a deed, `deed` is how often it was done; 0 on any
    other."""

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
        """Whether the rating is still uncertain, because it rests on few games. Never true for a
        bot player, whose rating is fixed."""
        return self.member_id is not None and self.rated < SETTLED_AFTER


@dataclass(frozen=True, slots=True)
class Moved:
    """The effect of a rated game on a member's all-time rating: the points before and after it."""

    before: int
    after: int

    @property
    def points(self) -> int:
        """The rating points that the member won by the game, negative if they lost some."""
        return self.after - self.before


@dataclass(frozen=True, slots=True)
class Booked:
    """The effects of a finished game on ratings, badges and other statistics, for the message of
    its result.

    `moved` is the change of the rating by seat (None: it didn't change). `badges` are pairs of a
    seat and the badge that its member earned by this game. `series` is, by seat, how many games of
    the present series each player has won (a series is a run of games at one table with the same
    players; empty for its first game). `final` is true for the final of a tournament. `guessed` are
    the names of spectators who guessed the end rightly. `champion` is the seat of last season's
    best member, None if they didn't play."""

    moved: tuple[Moved | None, ...] = ()
    annulled: bool = False
    badges: tuple[tuple[int, str], ...] = ()
    series: tuple[int, ...] = ()
    final: bool = False
    guessed: tuple[str, ...] = ()
    champion: int | None = None

    def of(self, seat: int) -> Moved | None:
        """Return the change of the rating of the member in this seat, or None if the rating didn't
        change."""
        return self.moved[seat] if seat < len(self.moved) else None


@dataclass(frozen=True, slots=True)
class Board:
    """One page of a leaderboard. `page` counts from 0, and `total` is the number of members on all
    `pages`. `game` None means all games together, and `season` None all time. `sort` is a Sort or
    the order of a statistic. `own` is the line of the member who asked, on whichever page it is;
    with `own_hidden`, nobody else may see it. `bots` are the lines of bot players, which are shown
    separately on every page."""

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
    """A member's totals in games alone against bot players of one strength. `strength` is that of
    the strongest one in the game. `counts` has a number for each name in STATISTICS."""

    strength: str
    counts: Mapping[str, int]


@dataclass(frozen=True, slots=True)
class GameProfile(Counts):
    """A member's totals in one game (durak, say) in a server, over all time.

    `figure` is the rating in points (None: no rated game) and `rated` the number of rated games.
    `counts` has a number for each name in STATISTICS. `streak` is the number of games won in a row
    up to now, and `longest` the most ever. `places` says how often they came in each place, and
    `deeds` how often they did each deed (a noteworthy action, given by its name and degree). Games
    alone against bot players are only in `practice`, the strongest bot players first."""

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
        """The number of the member's games alone against bot players, of whatever strength."""
        return sum(each.games for each in self.practice)

    @property
    def provisional(self) -> bool:
        """Whether the member's rating is still uncertain, because it rests on few games."""
        return self.rated < SETTLED_AFTER


@dataclass(frozen=True, slots=True)
class Rival:
    """Another member in a profile, with the number of games in which one of the two lost and the
    other did not. In `Profile.made_fool` the rival is the one who lost, in `Profile.made_fool_by`
    the member whose profile it is."""

    member_id: int
    name: str
    times: int


@dataclass(frozen=True, slots=True)
class Met:
    """A member's score against a named bot player (bot.core.people). Counted are the games in which
    they were on different sides: `won` if the member was placed better, `lost` if worse."""

    name: str
    won: int
    lost: int


@dataclass(frozen=True, slots=True)
class Profile:
    """The profile of a member in a server.

    `hidden` is true when the member is left out of leaderboards. `games` are the totals by game,
    the most played first. `made_fool` is the member who most often lost a game that this one did
    not lose, and `made_fool_by` the one who most often did not lose a game that this one lost.
    `left` counts the games that the member left, and `met` the scores against named bot players."""

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
    """A member's rating in points after a game, and when that game ended (aware UTC)."""

    at: datetime
    figure: int


@dataclass(frozen=True, slots=True)
class SeasonSettings:
    """A server's settings for seasons: their length, and the channel where the podium (the best
    three of a season) is posted (None: nowhere). Podiums of seasons that ended before
    `podium_since` are not posted."""

    kind: SeasonKind = SeasonKind.MONTHLY
    podium_channel_id: int | None = None
    podium_since: datetime | None = None


@dataclass(frozen=True, slots=True)
class Podium:
    """A season that has ended, with the lines of the first three members of each rated game, by the
    game's name. `claimed` is true when a process has begun to post the podium and has not reported
    success."""

    guild_id: int
    channel_id: int
    season: Season
    games: Mapping[str, tuple[Line, ...]]
    claimed: bool


@dataclass(frozen=True, slots=True)
class Rebuilt:
    """The result of counting stored results again: how many leaderboards (one for each server and
    game) and finished games were counted, and how many stored numbers were wrong."""

    boards: int
    games: int
    changed: int
