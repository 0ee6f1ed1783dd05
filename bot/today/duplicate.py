"""A duplicate is a contest of two members. They play the same deals against the same bot players,
each alone. The member with the higher sum of points wins."""

from __future__ import annotations

from collections.abc import Iterable, Mapping, Sequence
from dataclasses import dataclass
from datetime import datetime, timedelta
from typing import Final, NamedTuple

from bot.core.errors import TableError
from bot.core.model import FORGOTTEN, Person
from bot.core.ratings import Rating, rate
from bot.today.model import BEYOND_DAYS, DayGame, Result
from games.sentences import marked

DEALS: Final = 2
"""The number of deals in a duplicate (a contest of two members who play the same deals)."""
LASTS: Final = timedelta(days=3)
"""The time that the two members have for a duplicate if no other time is given. A deal that a
member hasn't finished in this time gives the member no points."""


class NotYourDeal(TableError):
    """Raised when a member presses a button of a duplicate in which they don't play."""

    template = marked("This duplicate match is between {first} and {second}.")


class DuplicateOver(TableError):
    """Raised when a member wants to play in a duplicate that is over or was deleted."""

    template = marked("This duplicate match is over.")


class NoDuplicate(TableError):
    """Raised when a member asks for a duplicate in a game that can't be dealt to one member and bot
    players."""

    template = marked("You can't play {game} as a duplicate match.")


class SetByDuplicate(TableError):
    """Raised when a member chooses rules or a speed for a duplicate, where both are fixed."""

    template = marked(
        "A duplicate match has its own rules and no clock, so leave `rules` and `speed` empty."
    )


@dataclass(frozen=True, slots=True)
class Contest:
    """A contest in a server, which is a duplicate or a team match. `number` identifies it, and both
    kinds are numbered together."""

    number: int
    guild_id: int
    channel_id: int
    game: str

    @property
    def deals(self) -> tuple[int, ...]:
        """The numbers of the contest's deals, in the order in which they are played. Each number
        identifies its deal among all stored deals."""
        begin = BEYOND_DAYS + DEALS * self.number
        return tuple(range(begin, begin + DEALS))

    @property
    def due_at(self) -> datetime | None:
        """When the contest's present stage ends if nothing happens before, or None when it is
        over."""
        raise NotImplementedError


@dataclass(frozen=True, slots=True)
class Duplicate(Contest):
    """A duplicate in a server, to which `first` has challenged `second`. A member whose data was
    deleted has the id 0. `sitting` is the id of the tournament game that the duplicate decides
    (bot.core.scope), and is "" for a challenge. `broken_off` says that the tournament went on
    without the duplicate, or that no message ever showed it to its members.

    `points` are the sums of points of `first` and `second`. They are None until the duplicate is
    over, and stay None if nobody finished a deal. `told` says that both members have been notified
    of the result."""

    first: Person
    second: Person
    began: datetime
    until: datetime
    sitting: str = ""
    message_id: int | None = None
    over: bool = False
    broken_off: bool = False
    points: tuple[int, int] | None = None
    told: bool = False

    @property
    def members(self) -> tuple[Person, Person]:
        """The two players of the duplicate. The challenger comes first."""
        return self.first, self.second

    @property
    def due_at(self) -> datetime | None:
        """When the duplicate ends, even if not all deals are played, or None when it is over."""
        return None if self.over else self.until


@dataclass(frozen=True, slots=True)
class Progress:
    """A duplicate with the games that its members have played in it. `games` maps each member's id
    to the member's games. There is one item for each deal, in the order of the deals. The item is
    None if the member hasn't begun the deal."""

    duplicate: Duplicate
    games: Mapping[int, tuple[DayGame | None, ...]]

    def finished(self, member_id: int) -> int:
        """Return how many deals a member has finished."""
        return sum(each is not None and each.result is not None for each in self.games[member_id])

    @property
    def is_played(self) -> bool:
        """Whether both members have finished all deals."""
        return all(self.finished(each) == DEALS for each in self.games)

    @property
    def was_never_shown(self) -> bool:
        """Whether a tournament's duplicate was not played because no message has shown it."""
        duplicate = self.duplicate
        return bool(duplicate.sitting) and duplicate.message_id is None and self.points is None

    def next_deal(self, member_id: int) -> int | None:
        """Return the number of the deal that a member plays next, or None when the member has
        finished all deals."""
        for number, played in zip(self.duplicate.deals, self.games[member_id], strict=True):
            if played is None or played.result is None:
                return number
        return None

    @property
    def points(self) -> tuple[int, int] | None:
        """The sums of points of the first and the second member, or None when nobody has finished a
        deal."""
        if not any(map(self.finished, self.games)):
            return None
        first, second = (
            sum(points_of(each.result) for each in self.games[who.id] if each and each.result)
            for who in self.duplicate.members
        )
        return first, second


def place_of(deal: int) -> int:
    """Return the position of a deal in its duplicate, from 1, or 0 for a deal of the day. `deal` is
    the number that identifies the deal."""
    return 0 if deal < BEYOND_DAYS else 1 + (deal - BEYOND_DAYS) % DEALS


def duplicate_of(deal: int) -> int:
    """Return the number of the duplicate to which a deal belongs. `deal` is the number that
    identifies the deal."""
    return (deal - BEYOND_DAYS) // DEALS


def points_of(result: Result) -> int:
    """Return the points that a member gets for a finished deal. The member gets a point for each
    place below the member's own place. There are no points in a void game."""
    return 0 if result.kind == "void" else result.of - result.place


# Ratings


class Rated(NamedTuple):
    """The ratings of both members of a duplicate before and after the duplicate. In both lists, the
    challenger's rating comes first."""

    before: list[Rating]
    after: list[Rating]


def ratings(finished: Iterable[Duplicate]) -> list[Rated]:
    """Return the ratings of both members before and after each of these duplicates of one server
    and game. `finished` has the duplicates from the oldest to the newest. Returns one entry for
    each duplicate. A duplicate without points changes no rating."""
    known: dict[int, Rating] = {}
    found = []
    for each in finished:
        before = [known.get(who.id, Rating()) for who in each.members]
        after = before
        if each.points is not None:
            ranks = [1 + (own < max(each.points)) for own in each.points]
            after = [rating for (rating,) in rate([[one] for one in before], ranks)]
        known |= {
            who.id: rating
            for who, rating in zip(each.members, after, strict=True)
            if who.id != FORGOTTEN
        }
        found.append(Rated(before, after))
    return found


def last_rating(member_id: int, finished: Sequence[Duplicate]) -> Rating | None:
    """Return a member's rating after these duplicates of one server and game. `finished` has the
    duplicates from the oldest to the newest. Returns None when the member took part in no duplicate
    with points."""
    moved = [
        rated.after[each.members.index(who)]
        for each, rated in zip(finished, ratings(finished), strict=True)
        for who in each.members
        if who.id == member_id and each.points is not None
    ]
    return moved[-1] if moved else None
