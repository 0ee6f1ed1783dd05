"""The data of the deal of the day, and of each member's game of the deal, with its result.
Duplicates use the same data."""

from __future__ import annotations

from collections.abc import Iterable, Mapping, Sequence
from dataclasses import dataclass, replace
from hashlib import sha256
from typing import Final

import games
from bot.core.errors import TableError
from bot.core.fairness import hash_of
from bot.core.people import PEOPLE, Character, of_level
from games.analysis import MISTAKE, Analysis, Decision, accuracy_of
from games.core import Event, Game, Outcome
from games.record import Header, Record, Step, replay
from games.sentences import marked
from games.shuffle import Stream
from games.teaching import Made

MEMBER: Final = 0
"""The seat of the member who plays the deal; bots have the others."""

BEYOND_DAYS: Final = 4_000_000
"""The first number of a deal that belongs to a duplicate or a team match. Smaller numbers are deals
of the day, and each is its date's ordinal (`date.toordinal`). No date has an ordinal as large as
this number."""

LEVELS: Final = ("casual", "skilled", "master")
"""The levels of the bot players in a deal. If a deal has more than three bot players, the levels
begin again. Which named bot player of a level plays differs from day to day."""

SUNDAY: Final = 6

SQUARES: Final = {"g": "🟩", "y": "🟨", "r": "🟥", "-": "⬜"}
"""The coloured square for each letter of `Judged.squares`. A letter says how well the member played
a chapter of the game, such as a bout:

- `g`: the member's moves lost nothing, or hardly anything
- `y`: a move lost a little
- `r`: a move was a mistake
- `-`: the member had nothing to decide"""

A_LITTLE: Final = MISTAKE // 3
"""The least loss for a yellow square, in thousandths of a win. If the member's worst move in a
chapter of the game loses less than this, the chapter's square is green. If the move loses `MISTAKE`
or more, the square is red."""

MOST_SQUARES: Final = 20
"""The most squares in a line. Each square stands for a chapter of the game, such as a bout, and a
line shows the last chapters."""


class DayOver(TableError):
    """Raised when a member asks for a deal that is not open to them. For example, it is another
    day's deal, or the member has not begun it."""

    template = marked("That deal is over. `/puzzle` has today's deal.")


class NoDealYesterday(TableError):
    """Raised when a member asks for yesterday's deal, and there was none."""

    template = marked("There was no deal yesterday.")


class MovedOn(TableError):
    """The error for a press of a button of an outdated message. The member has moved in this deal
    since the message was sent."""

    template = marked("You've made more moves since then. Here's the deal as it stands.")


class NothingToDeal(TableError):
    """Raised when no installed game has a deal of the day, or when a game is chosen that has
    none."""

    template = marked("There's no deal today.")


@dataclass(frozen=True, slots=True)
class Deal:
    """A deal that each member plays privately against bot players. `day` identifies the deal. For a
    deal of the day it is the day's number in UTC, as in `date.toordinal`. For a deal of a duplicate
    or team match it is a number from `BEYOND_DAYS` on. The cards follow from `secret`. For a deal
    of the day, the hash of `secret` is shown the day before. `bots` are the names of the bot
    players in the seats after the member's seat. `players` is the version of the bot players."""

    day: int
    header: Header
    secret: bytes
    bots: tuple[str, ...]
    players: int

    @property
    def seal(self) -> str:
        """The hash of the deal's secret in hexadecimal. It is shown before the deal, so that nobody
        can change the cards afterwards."""
        return hash_of(self.secret)

    def bot(self, seat: int) -> Character:
        """Return the bot player in a seat, from 1. The member has seat 0."""
        return PEOPLE[self.bots[seat - 1]]


@dataclass(frozen=True, slots=True)
class Result:
    """The result of a member's game of a deal. `place` is the member's place, `of` is the number of
    players, and `kind` says how the game ended (`Outcome.kind`)."""

    place: int
    of: int
    kind: str


@dataclass(frozen=True, slots=True)
class Judged:
    """How well a member played a deal, according to an analysis. `squares` has a letter of
    `SQUARES` for each chapter of the game, such as a trick or bout. `accuracy` is in per cent
    (None: the member had nothing to decide). `step` is the index, among all moves of the game, of
    the member's move that lost the most (-1: no move lost anything). `loss` is what this move lost,
    in thousandths of a win (0: nothing)."""

    squares: str
    accuracy: int | None
    step: int = -1
    loss: int = 0

    @property
    def shown(self) -> str:
        """The last chapters of the game as text, with a coloured square for each chapter. The
        colour says how well the member played in this chapter."""
        return "".join(SQUARES[each] for each in self.squares[-MOST_SQUARES:])


@dataclass(frozen=True, slots=True)
class DayGame:
    """The stored data of a member's game of a deal. `guild_id` is the server or private scope
    (bot.core.scope) where the member began the game. `name` is the member's name. `result` is None
    while the game goes on. `judged` is None until the game is analysed."""

    day: int
    member_id: int
    guild_id: int
    name: str
    steps: tuple[Step, ...] = ()
    result: Result | None = None
    judged: Judged | None = None


@dataclass(frozen=True, slots=True)
class Sitting:
    """A member's game of a deal, replayed to its present state. `dealt` are the events of the deal,
    and `made` the moves with their events."""

    deal: Deal
    played: DayGame
    game: Game
    dealt: tuple[Event, ...]
    made: tuple[Made, ...]

    @property
    def record(self) -> Record:
        """The record of the game, with the deal and all moves, from which it can be replayed."""
        return Record(self.deal.header, self.played.steps)


def seated_at(deal: Deal, played: DayGame) -> Sitting:
    """Replay the stored moves of a member's game of a deal. Return the game in the state after
    them. Raises RecordError when the moves can't be replayed."""
    made: list[Made] = []
    moments = replay(Record(deal.header, played.steps))
    game, _, _ = next(moments)
    dealt = tuple(game.dealt())
    for _, step, events in moments:
        if step is not None:
            made.append(Made(step.seat, step.move, tuple(events)))
    return Sitting(deal, played, game, dealt, tuple(made))


def outcome_of(record: Record) -> Outcome | None:
    """Return the outcome of a game of a deal, or None while the game goes on. In this outcome,
    places replace the ranks, because members are compared by their places. A better rank gives a
    better place. Of seats with equal ranks, the seat that was out of the game first has the better
    place. If seats share a place, the next places are left out, as in 1, 2, 2, 4."""
    out: dict[int, int] = {}
    for number, (game, _, _) in enumerate(replay(record)):
        outcome = game.outcome
        for seat in game.view(None).seats:
            if seat.out:
                out.setdefault(seat.seat, number)
    if outcome is None:
        return None
    order = [(rank, out.get(seat, len(record.steps))) for seat, rank in enumerate(outcome.ranks)]
    ranks = tuple(1 + sum(other < own for other in order) for own in order)
    return replace(outcome, ranks=ranks)


def result_of(record: Record) -> Result | None:
    """Return the result of the member, who has seat 0. Returns None while the game goes on."""
    outcome = outcome_of(record)
    if outcome is None:
        return None
    return Result(outcome.ranks[MEMBER], len(outcome.ranks), outcome.kind)


# What is dealt


def kind_of(day: int) -> type[Game]:
    """Return the game whose deal is played on a day. Games whose deals are meant for Sundays take
    turns on Sundays, and all others on the other days. If one of these groups is empty, the other
    one is played every day. Raises NothingToDeal when both are empty."""
    offered = [kind for kind in games.available().values() if kind.daily is not None]
    often = [kind for kind in offered if kind.daily is not None and not kind.daily.sundays]
    rarely = [kind for kind in offered if kind not in often]
    weeks, weekday = divmod(day - 1, 7)
    turn = rarely if weekday == SUNDAY and rarely else often or rarely
    if not turn:
        raise NothingToDeal
    return turn[(weeks if turn is rarely else day) % len(turn)]


def dealt(day: int, secret: bytes, players: int) -> Deal:
    """Return the deal of a day, whose game and cards follow from the day and the secret. `players`
    is the version of the bot players. Raises NothingToDeal when no installed game has a deal of the
    day, and OptionsError when the preset for the game's deal doesn't exist."""
    return dealt_as(kind_of(day), day, secret, players)


def dealt_as(kind: type[Game], day: int, secret: bytes, players: int) -> Deal:
    """Return a deal of the game `kind`, whose cards follow from the number `day` and the secret.
    `players` is the version of the bot players. Raises NothingToDeal when the game has no deal of
    the day, and OptionsError when the preset for its deal doesn't exist."""
    about = kind.daily
    if about is None:
        raise NothingToDeal
    options = kind.options(about.preset).model_dump(mode="json")
    seed = sha256(b"deal of the day" + secret + day.to_bytes(4, "big")).digest()
    header = Header(kind.name, kind.version, options, about.seats, seed)
    return Deal(day, header, secret, _bots(day, about.seats - 1), players)


def _bots(day: int, count: int) -> tuple[str, ...]:
    """Return the names of `count` bot players for a day's deal. The names depend only on the day.
    The first bot player has the first level, the second one has the second level, and so on. After
    the last level, the first level follows again. Then the order of the bot players is shuffled. No
    name occurs twice."""
    rng = Stream(b"bots of the day %d" % day)
    chosen: list[str] = []
    for number in range(count):
        able = [each.name for each in of_level(LEVELS[number % len(LEVELS)])]
        free = [name for name in able if name not in chosen]
        rng.shuffle(free)
        chosen.append(free[0])
    rng.shuffle(chosen)
    return tuple(chosen)


def chance_of(deal: Deal, steps: Sequence[Step]) -> bytes:
    """Return the random seed for the next move of a bot player. It is computed from the deal and
    the steps so far, so that every member who makes the same moves gets the same answers."""
    lines = "\n".join(f"{step.seat} {step.move}" for step in steps)
    return sha256(b"bots" + deal.secret + lines.encode()).digest()


# How it went


def judged_of(analysis: Analysis, record: Record) -> Judged:
    """Return how well the member (seat 0) has played a deal, from the analysis of the game and its
    record."""
    own = [each for each in analysis.decisions if each.seat == MEMBER]
    worst = max(own, key=lambda each: each.known.loss, default=None)
    squares = "".join(_letter(bout) for bout in _bouts(own, record))
    accuracy = accuracy_of(own)
    if worst is None or not worst.known.loss:
        return Judged(squares, accuracy)
    return Judged(squares, accuracy, worst.step, worst.known.loss)


def _letter(bout: Sequence[Decision]) -> str:
    if not bout:
        return "-"
    loss = max(each.known.loss for each in bout)
    return "r" if loss >= MISTAKE else "y" if loss >= A_LITTLE else "g"


def _bouts(own: Iterable[Decision], record: Record) -> list[list[Decision]]:
    """Return the member's decisions in a game, one list for each chapter of the game, such as a
    bout. Chapters and decisions are in the order of the game. A chapter without decisions has an
    empty list."""
    by_step = {each.step: each for each in own}
    bouts: list[list[Decision]] = [[]]
    ended = False
    moments = replay(record)
    next(moments)
    for number, (game, _, events) in enumerate(moments):
        if ended:
            bouts.append([])
        if number in by_step:
            bouts[-1].append(by_step[number])
        ended = any(event.name in game.chapter_names for event in events)
    return bouts


# The board of a day


def in_order(played: Iterable[DayGame]) -> list[DayGame]:
    """Return those games of a deal that are over, ordered by place, then by accuracy. The best game
    comes first."""
    ended = [each for each in played if each.result is not None]
    return sorted(ended, key=lambda each: (*_standing(each), each.member_id))


def _standing(played: DayGame) -> tuple[int, int]:
    place = played.result.place if played.result is not None else 0
    accuracy = played.judged.accuracy if played.judged is not None else None
    return place, -(accuracy if accuracy is not None else -1)


def costliest(played: Iterable[DayGame]) -> DayGame | None:
    """Return the game with the move that lost the most of all moves in these games. Games that
    weren't analysed are left out. Returns None when no move lost anything."""
    judged = {each.member_id: each for each in played if each.judged is not None}
    losses: Mapping[int, int] = {
        member: each.judged.loss for member, each in judged.items() if each.judged is not None
    }
    worst = max(losses, key=lambda member: losses[member], default=None)
    return judged[worst] if worst is not None and losses[worst] else None
