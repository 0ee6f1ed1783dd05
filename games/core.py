"""The contract of a game: each game is one object; moves change it and return events."""

from __future__ import annotations

from abc import ABC, abstractmethod
from collections.abc import Mapping, Sequence
from dataclasses import dataclass, field
from types import MappingProxyType
from typing import Any, ClassVar, Literal, NamedTuple, Self, TypeVar

from pydantic import ValidationError

from games.errors import (
    GameError,
    IllegalMove,
    InvalidMove,
    OptionsError,
    PositionError,
    RecordError,
    Sentence,
)
from games.expected import Expected
from games.lessons import Lesson
from games.moves import Amount, Move
from games.opened import turned_up
from games.options import GameOptions, option
from games.sentences import marked
from games.shuffle import Chance, Stream
from games.view import Layout, SeatView, View, Zone

__all__ = [
    "Amount",
    "Chance",
    "DailyDeal",
    "Deed",
    "Event",
    "Expected",
    "Game",
    "GameError",
    "GameOptions",
    "IllegalMove",
    "InvalidMove",
    "Layout",
    "Move",
    "OptionsError",
    "Outcome",
    "Position",
    "PositionError",
    "RecordError",
    "SeatView",
    "Stream",
    "Told",
    "View",
    "Zone",
    "option",
]

Own = TypeVar("Own", bound=GameOptions)

Position = dict[str, Any]
"""A game's whole state as JSON: everything, hidden cards too. It never leaves the process."""


class Event(NamedTuple):
    """Something that happened in a game, as data; the words for it are made elsewhere.

    `name` is the kind (`beat`, `drew`, `took`). `fields` are what everyone may know (JSON-able; by
    convention `seat` is the seat that acted, `cards` are the cards, `count` is the number of unseen
    cards). If cards are private, `secret` has further fields for `seats` alone. An event without
    public fields is told only to `seats`."""

    name: str
    fields: Mapping[str, Any]
    secret: Mapping[str, Any] | None = None
    seats: tuple[int, ...] = ()

    def seen_by(self, seat: int | None) -> dict[str, Any]:
        """The fields of the event that `seat` may know. None stands for a spectator, who knows only
        the public fields."""
        if self.secret is not None and seat is not None and seat in self.seats:
            return {**self.fields, **self.secret}
        return dict(self.fields)

    def tells(self, seat: int | None) -> bool:
        """Whether `seat` is told of the event at all; for None, whether everyone is."""
        return bool(self.fields) or (seat is not None and seat in self.seats)


Told = tuple[str, Mapping[str, Any]]
"""An event's name and its fields, as one seat may know them."""


class Deed(NamedTuple):
    """A notable action of a seat, such as a walk-off, which statistics over many games count.

    `name` is one of the game's `deed_names`; `degree` distinguishes, for example, a double from a
    single one; `times` is how often it was done."""

    seat: int
    name: str
    degree: int = 1
    times: int = 1


class DailyDeal(NamedTuple):
    """How a game is played as the deal of the day: its preset (None: the default) and the number of
    seats. With `sundays` it takes turns with other games on Sundays, otherwise on all other
    days."""

    preset: str | None = None
    seats: int = 4
    sundays: bool = True


@dataclass(frozen=True, slots=True)
class Outcome:
    """How a game ended.

    `ranks[seat]` is 1 for the best, without gaps; equal seats share a rank. `kind` says what the
    ranks mean. `won`: those with rank 1 have won. `draw`: nobody won. `lost`: everybody lost
    together, as in a game that all play against the cards; all have rank 1. `void`: the game counts
    for nothing. A game that is won or drawn is rated if it has at least two sides, because a rating
    compares players. `honours` are special feats as texts: a name, then usually a seat and a degree
    (`walk-off:0:1`). `carry` is JSON-able data from this game that the next game at the table
    needs."""

    ranks: tuple[int, ...]
    kind: Literal["won", "draw", "lost", "void"] = "won"
    honours: tuple[str, ...] = ()
    carry: Mapping[str, Any] = field(default_factory=dict)

    @classmethod
    def by_least(
        cls,
        keys: Sequence[Any],
        honours: tuple[str, ...] = (),
        carry: Mapping[str, Any] | None = None,
    ) -> Outcome:
        """Return an outcome in which the seat with the lowest key has rank 1. `keys` are the values
        by which seats are compared, such as points. Equal seats share a rank. If all are equal, it
        is a draw."""
        places = sorted(set(keys))
        ranks = tuple(places.index(key) + 1 for key in keys)
        return cls(ranks, "won" if len(places) > 1 else "draw", honours, carry or {})


class Game(ABC):
    """A game in progress. Seats are numbered from 0, clockwise.

    A subclass describes the game in the class variables, sets `seats`, `options` and `outcome` on
    its objects, and implements the rules in the abstract methods. All random numbers must come from
    a `games.shuffle.Stream` made from the game's seed, and nothing may depend on a clock."""

    name: ClassVar[str]
    """What the game is called in commands and records (`durak`)."""
    title: ClassVar[str]
    """What the game is called by people (`Durak`)."""
    version: ClassVar[int]
    """The version of the rules. It is raised when a change would replay an old record
    differently."""
    players: ClassVar[range]
    """The possible numbers of seats, whatever the options."""
    Options: ClassVar[type[GameOptions]]
    """The model of the game's options."""
    handicaps: ClassVar[frozenset[str]] = frozenset()
    """The handicaps that a seat may take on."""
    secret_verbs: ClassVar[frozenset[str]] = frozenset()
    """The verbs of moves whose cards stay secret (a face-down discard), for the contract suite."""
    revealing: ClassVar[frozenset[str]] = frozenset()
    """The names of events that show a card for a moment only, for the contract suite."""
    forgetting: ClassVar[frozenset[str]] = frozenset()
    """The names of events that end all knowledge of seen cards (a new deal, a reshuffle), for the
    contract suite."""
    hands_seen_by: ClassVar[Literal["holder", "others"]] = "holder"
    """Who sees a seat's hand during the game: its holder, or all other seats but not the holder.
    Spectators see no hand: everybody at the table can read what they see."""
    seat_fields: ClassVar[frozenset[str]] = frozenset()
    """The fields of events and facts that hold a seat, or a list of seats, beside `seat` and
    `seats`: sentences then name people there."""
    chapter_names: ClassVar[frozenset[str]] = frozenset()
    """The events that end a part of the game, a bout, say: replays lead from one to the next. One
    that has a field `score`, a list by seats, is told in the log as the end of a chapter."""
    deed_names: ClassVar[tuple[str, ...]] = ()
    """The names of deeds that `deeds` may return, in the order in which people want to read
    them."""
    loser_is_fool: ClassVar[bool] = False
    """Whether the loser is called the fool: only a game with a fool has a fool of the season."""
    daily: ClassVar[DailyDeal | None] = None
    """How the game takes its turn as the deal of the day; None: it doesn't."""
    partners: ClassVar[Mapping[str, object] | None] = None
    """The options by which four play as two pairs, beside those of `daily`; None: they can't."""
    lessons: ClassVar[tuple[Lesson, ...]] = ()
    """The lessons that teach the game, in their order (games/lessons.py)."""
    gist: ClassVar[str] = ""
    """What the game is about, in one short line for someone who has never heard of it; if it is
    empty, lists show the game's title alone."""
    kin: ClassVar[str] = ""
    """The closest games that most people know, in one short line; empty: nothing is said of it."""
    minutes: ClassVar[int] = 0
    """How long a game of few players takes about, in minutes; 0: nothing is said of it."""
    ratings: ClassVar[Mapping[int, Mapping[str, float]]] = MappingProxyType({})
    """The measured ratings of a package's bot players, by number of seats and strength
    (docs/ratings.md); empty: games against them rate nobody."""
    summary: ClassVar[str]
    """The rules in about ten lines of Markdown, for someone about to play."""

    seats: int
    settings: GameOptions
    outcome: Outcome | None

    @classmethod
    def options(cls, preset: str | None = None, /, **overrides: Any) -> GameOptions:
        """The options of `preset` (None: the game's default) with `overrides`.

        Raises OptionsError for a preset that doesn't exist, and pydantic's ValidationError (which
        is a ValueError) for an override with a wrong name or value, or for options that clash."""
        presets = cls.Options.presets
        name = next(iter(presets)) if preset is None else preset
        if name not in presets:
            raise OptionsError(
                marked("{title} has no preset called {preset}. Choose from {presets}."),
                title=Sentence(cls.title),
                preset=name,
                presets=", ".join(presets),
            )
        return cls.Options(**{**presets[name], **overrides})

    @classmethod
    def own_options(cls, model: type[Own], options: GameOptions | None) -> Own:
        """Return the options as an object of the game's own class `model`. None gives the options
        of the default preset. Raises OptionsError for another game's options."""
        own = cls.options() if options is None else options
        if not isinstance(own, model):
            raise OptionsError(
                marked("Those options are for another game, not {title}."),
                title=Sentence(cls.title),
            )
        return own

    @classmethod
    def rules_told(cls, options: GameOptions) -> tuple[str, ...]:
        """The rules in about ten lines that are true for these options; by default, the summary.

        Each line may be a `Sentence`, which can be translated."""
        return (cls.summary,)

    @classmethod
    def check(cls, options: GameOptions, seats: int) -> None:
        """Check the options for this number of seats. Raises OptionsError with the reasons in
        words."""
        if seats not in cls.players:
            raise OptionsError(
                marked("{title} is for {least} to {most} players, so {seats} won't work."),
                title=Sentence(cls.title),
                least=cls.players[0],
                most=cls.players[-1],
                seats=seats,
            )
        clashes = options.clashes(seats)
        if clashes:
            raise OptionsError("{reasons}", reasons=Sentence.joined(clashes))

    @classmethod
    def sides_of(cls, options: GameOptions, seats: int) -> tuple[int, ...]:
        """The side of each seat, as a number; partners have the same side. By default, each seat is
        a side of its own."""
        return tuple(range(seats))

    @classmethod
    def expected(cls, options: GameOptions, seats: int) -> Expected | None:
        """The measured length of a game with these options and its share of draws, for people who
        choose options; by default, None: not measured."""
        return None

    @classmethod
    def deeds(cls, event: Event) -> tuple[Deed, ...]:
        """The deeds in an event: notable acts of seats, which statistics count. They are found from
        the event's public fields. By default, there are none."""
        return ()

    def told_apart_by(self) -> object:
        """Facts that everybody knows, that depend on hidden cards, and that no view shows. By
        default, there are none. The contract suite compares two games that differ in hidden cards
        only if these facts are equal in both."""
        return None

    @classmethod
    def carried(
        cls, previous: Outcome, options: GameOptions, seats: Sequence[int | None]
    ) -> Outcome | None:
        """Return the last game's outcome for the next game at the table, with its ranks in the new
        order of seats; None if nothing is carried over.

        `options` are those of the next game. `seats` has for each new seat its number in the last
        game, or None for a newcomer; seats that left are missing. By default, the outcome is
        carried only when the same players sit in the same order. A game whose `carry` is useful in
        other cases overrides this."""
        return previous if tuple(seats) == tuple(range(len(previous.ranks))) else None

    @classmethod
    @abstractmethod
    def new(
        cls,
        options: GameOptions | None = None,
        *,
        seats: int,
        seed: bytes,
        previous: Outcome | None = None,
        dealer: int | None = None,
        handicaps: Mapping[int, set[str]] | None = None,
    ) -> Self:
        """Deal a game.

        `options` None means the default preset. `seed` determines everything random in the game.
        `previous` is the outcome of the last game at this table, `dealer` the dealing seat (None:
        by the rules), and `handicaps` are the handicaps of seats, by seat. Raises OptionsError when
        they don't fit each other."""

    def dealt(self) -> list[Event]:
        """The events of the deal, to be shown before the first move; by default, each hand is told
        to the seats that may see it."""
        events = []
        for holder in range(self.seats):
            others = tuple(seat for seat in range(self.seats) if seat != holder)
            seers = others if self.hands_seen_by == "others" else (holder,)
            hand = list(self.view(seers[0]).hand_of(holder)) if seers else []
            fields = {"seat": holder, "count": len(self.held(holder))}
            events.append(Event("dealt", fields, {"cards": hand}, seers))
        return events

    def held(self, seat: int) -> list[str]:
        """The cards in a seat's hand, no matter who may see them; by default, those under `hands`
        in the position. The contract suite uses this to check secrecy, so a game whose position has
        no `hands` must override it."""
        held: list[str] = self.position()["hands"][seat]
        return held

    @property
    @abstractmethod
    def waiting_on(self) -> frozenset[int]:
        """The seats that the game waits for; empty when it is over. Each has a legal move."""

    @abstractmethod
    def legal_moves(self, seat: int) -> list[Move]:
        """The legal moves of `seat`: distinct, in a stable order, in a new list.

        Empty for a seat that may do nothing. The moves depend only on what the seat may know."""

    def has_finished(self, seat: int) -> bool:
        """Whether a seat is out for good: it will never have a move again, so its player may see
        all hands. By default, this is true for every seat that is out and has no move; a game in
        which such a seat may move later overrides this."""
        return self.view(None).seats[seat].out and not self.legal_moves(seat)

    def amounts(self, seat: int) -> list[Amount]:
        """The moves of `seat` that contain a number, such as a bid; by default, none. `legal_moves`
        lists only those with buttons of their own (`Amount.moves`), but `play` accepts every
        allowed number."""
        return []

    @property
    def pause(self) -> bool:
        """Whether the game only shows something now (the last trick, a showdown, the end of a deal)
        and waits; by default, no. In a pause, every seat that the game waits for has the same
        single move, without cards. The move is made automatically after some seconds, or earlier by
        a member."""
        return False

    def ahead(self, seat: int) -> list[tuple[Move, ...]]:
        """The plans that `seat` may choose before its turn; by default, none. Each plan is a tuple
        of moves, which are made one after the other, each as soon as it is legal. A seat that the
        game waits for has no plans. Like legal moves, plans depend only on what the seat may know.
        A plan may contain a move that never becomes legal."""
        return []

    def forced(self, seat: int) -> bool:
        """Whether everybody knows that a seat which the game waits for has only one move; by
        default, no. Bot players then pause for a shorter time."""
        return False

    def play(self, seat: int, move: str) -> list[Event]:
        """Make a move (text or Move); returns its events.

        Raises InvalidMove when the text isn't a move, and IllegalMove with the rule and a reason
        when the rules refuse the move; the game is then unchanged."""
        legal = self.legal_moves(seat)
        if move in legal:
            return self._apply(seat, legal[legal.index(move)])  # type: ignore[arg-type]
        if not 0 <= seat < self.seats:
            raise InvalidMove(marked("There's no seat {seat} at this table."), seat=seat)
        parsed = Move.parse(move)
        asked = next((each for each in self.amounts(seat) if each.verb == parsed.verb), None)
        if parsed in legal or (asked is not None and asked.allows(parsed)):
            return self._apply(seat, parsed)
        raise self._refusal(seat, parsed) if asked is None else _number_refused(asked)

    @abstractmethod
    def _apply(self, seat: int, move: Move) -> list[Event]:
        """Make a move that is known to be legal, and return its events."""

    @abstractmethod
    def _refusal(self, seat: int, move: Move) -> GameError:
        """The error for an illegal move of `seat`: IllegalMove with the rule, or InvalidMove for an
        unknown verb."""

    @abstractmethod
    def resign(self, seat: int) -> list[Event]:
        """Take `seat` out of the game for good; returns the events. Raises IllegalMove when it has
        left, is out, or the game is over."""

    @abstractmethod
    def view(self, seat: int | None) -> View:
        """Everything that `seat` may know, and nothing else; for None, what a spectator may
        know."""

    def opened(self) -> View:
        """A spectator's view with all hands open. By default it shows everything that any of the
        seats sees; a game with cards that nobody has seen adds them here. Only for finished games
        and their records: during a game it would reveal secrets."""
        return turned_up(self.view(None), [self.view(seat) for seat in range(self.seats)])

    @abstractmethod
    def position(self) -> Position:
        """The whole state as JSON-able data, in the notation of the game's rules."""

    @classmethod
    @abstractmethod
    def from_position(cls, position: Position, *, options: GameOptions | None = None) -> Self:
        """The game in that position, legal or not. Raises PositionError when it can't be read."""

    @abstractmethod
    def copy(self) -> Self:
        """An independent game in the same position, cheap enough for search."""

    @classmethod
    @abstractmethod
    def sample(cls, view: View, rng: Chance) -> Self:
        """A game that agrees with `view`, with hidden cards drawn by `rng`, as a player may imagine
        it. A game in which a seat can know more than its view shows takes a further keyword,
        `seen`: everything that the viewer has been told since the deal (`Told`, in order). The
        sampled game then also agrees with these events."""


def _number_refused(amount: Amount) -> InvalidMove:
    """The error for a number that a move can't have."""
    numbers = amount.numbers
    if amount.step == 1:
        return InvalidMove(
            marked("Choose a whole number from {low} to {high}."),
            low=numbers[0],
            high=numbers[-1],
        )
    return InvalidMove(
        marked("Choose a number from {low} to {high}, in steps of {step}."),
        low=numbers[0],
        high=numbers[-1],
        step=amount.step,
    )


def options_from(game: type[Game], values: Mapping[str, Any]) -> GameOptions:
    """The options with exactly these values, from a record or a database. Raises OptionsError."""
    try:
        return game.Options(**values)
    except ValidationError as error:
        reasons = "; ".join(str(line["msg"]) for line in error.errors())
        raise OptionsError(
            marked("These options for {title} don't work: {reasons}"),
            title=Sentence(game.title),
            reasons=reasons,
        ) from error
