"""The contract of a game, which every game must keep. A game in progress is one object. Moves
change the object and return events."""

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
"""The whole state of a game as JSON data, hidden cards included. So no player may see the position
of a game that is going on."""


class Event(NamedTuple):
    """Something that happened in a game, as data. The words for it are made elsewhere.

    `name` is the kind of event (`beat`, `drew`, `took`). `fields` has what everyone may know, as
    values that JSON can hold. By convention, `seat` is the seat that acted, `cards` has the cards,
    and `count` is the number of unseen cards. If there are private cards, `secret` has further
    fields, which only `seats` may know. An event whose `fields` are empty is told only to
    `seats`."""

    name: str
    fields: Mapping[str, Any]
    secret: Mapping[str, Any] | None = None
    seats: tuple[int, ...] = ()

    def seen_by(self, seat: int | None) -> dict[str, Any]:
        """Return the fields of the event that `seat` may know. For None (a spectator), return only
        the public fields."""
        if self.secret is not None and seat is not None and seat in self.seats:
            return {**self.fields, **self.secret}
        return dict(self.fields)

    def tells(self, seat: int | None) -> bool:
        """Return whether `seat` is told of the event at all. For None, return whether everyone is
        told of it."""
        return bool(self.fields) or (seat is not None and seat in self.seats)


Told = tuple[str, Mapping[str, Any]]
"""An event's name and its fields, as one seat may know them."""


class Deed(NamedTuple):
    """A notable act of a seat, which statistics over many games count. An example is a walk-off, a
    special way to win.

    `name` is one of the game's `deed_names`. `degree` distinguishes, for example, a double from a
    single walk-off. `times` is how often the seat did this."""

    seat: int
    name: str
    degree: int = 1
    times: int = 1


class DailyDeal(NamedTuple):
    """How a game is played as the deal of the day. `preset` names the options (None means the
    default preset), and `seats` is the number of seats. With `sundays`, the game is offered only on
    Sundays, in turn with other games for Sundays. Without `sundays`, it is offered on the other
    days."""

    preset: str | None = None
    seats: int = 4
    sundays: bool = True


@dataclass(frozen=True, slots=True)
class Outcome:
    """How a game ended.

    `ranks[seat]` is 1 for the best seat. Ranks have no gaps, and equal seats share a rank. `kind`
    says what the ranks mean. `won`: the seats with rank 1 have won. `draw`: nobody won. `lost`: all
    seats lost together, as in a game in which all play against the cards; all have rank 1. `void`:
    the game doesn't count.

    A game that is won or drawn is rated if it has at least two sides, because a rating compares
    players.

    `honours` has special feats as texts: a name, then usually a seat and a degree (`walk-off:0:1`).
    `carry` is data that the next game at the table needs; JSON must be able to hold it."""

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
        """Return an outcome in which the seat with the lowest key has rank 1. `keys` has one key
        for each seat, such as the seat's points. Seats with equal keys share a rank. If all keys
        are equal, the game is a draw. `honours` (special feats) and `carry` (data for the next
        game) become fields of the outcome."""
        places = sorted(set(keys))
        ranks = tuple(places.index(key) + 1 for key in keys)
        return cls(ranks, "won" if len(places) > 1 else "draw", honours, carry or {})


class Game(ABC):
    """A game in progress. Seats are numbered from 0, clockwise.

    A subclass describes its game in the class variables. It sets `seats`, `settings` and `outcome`
    on its objects, and implements the rules in the abstract methods. All random numbers must come
    from a `games.shuffle.Stream` made from the game's seed. Nothing may depend on a clock."""

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
    """The verbs of moves whose cards stay secret, such as a face-down discard. The contract suite
    demands that events don't name such a card to everyone, unless everyone sees the card in the
    view."""
    revealing: ClassVar[frozenset[str]] = frozenset()
    """The names of events that show cards only for a moment. The contract suite allows such an
    event to name cards that no view shows."""
    forgetting: ClassVar[frozenset[str]] = frozenset()
    """The names of events that end all knowledge of seen cards (a new deal, a reshuffle), for the
    contract suite."""
    hands_seen_by: ClassVar[Literal["holder", "others"]] = "holder"
    """Who sees a seat's hand during the game: `holder` means only the seat itself, and `others`
    means all seats except the seat itself. Spectators see no hand, because everybody at the table
    could read what they see."""
    seat_fields: ClassVar[frozenset[str]] = frozenset()
    """The names of fields in events and facts whose values are a seat or a list of seats, besides
    `seat` and `seats`. In sentences, these seats are replaced by people's names."""
    chapter_names: ClassVar[frozenset[str]] = frozenset()
    """The names of events that end a part of the game, such as a bout. In a replay, one can jump
    from one such event to the next. If the event has a field `score` (a list by seats), the log
    tells it as the end of a chapter."""
    deed_names: ClassVar[tuple[str, ...]] = ()
    """The names of deeds that `deeds` may return, in the order in which people want to read
    them."""
    loser_is_fool: ClassVar[bool] = False
    """Whether the loser is called the fool. Only such a game has a fool of the season."""
    daily: ClassVar[DailyDeal | None] = None
    """How the game is played as the deal of the day. None: it is never the deal of the day."""
    partners: ClassVar[Mapping[str, object] | None] = None
    """The options with which four players form two pairs, in addition to those of `daily`. None:
    the game can't be played in pairs."""
    lessons: ClassVar[tuple[Lesson, ...]] = ()
    """The lessons that teach the game, in their order (games/lessons.py)."""
    gist: ClassVar[str] = ""
    """What the game is about, in one short line for someone who has never heard of it. If it is
    empty, lists show only the game's title."""
    kin: ClassVar[str] = ""
    """The most similar games that many people know, in one short line. If it is empty, nothing is
    said."""
    minutes: ClassVar[int] = 0
    """About how many minutes a game with few players takes. If it is 0, nothing is said."""
    ratings: ClassVar[Mapping[int, Mapping[str, float]]] = MappingProxyType({})
    """The measured ratings of a package's bot players, by number of seats and by strength
    (docs/ratings.md). If it is empty, games against these bot players don't change any rating."""
    summary: ClassVar[str]
    """The rules in about ten lines of Markdown, for someone about to play."""

    seats: int
    settings: GameOptions
    outcome: Outcome | None

    @classmethod
    def options(cls, preset: str | None = None, /, **overrides: Any) -> GameOptions:
        """Return the options of a preset (None: the game's default preset), changed by `overrides`.

        Raises OptionsError for a preset that doesn't exist. Raises pydantic's ValidationError
        (which is a ValueError) for an override with a wrong name or value, or for options that
        clash."""
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
        """Check that the options belong to this game, and return them with the type `model`, the
        game's own class of options. For None, return the options of the default preset. Raises
        OptionsError for another game's options."""
        own = cls.options() if options is None else options
        if not isinstance(own, model):
            raise OptionsError(
                marked("Those options are for another game, not {title}."),
                title=Sentence(cls.title),
            )
        return own

    @classmethod
    def rules_told(cls, options: GameOptions) -> tuple[str, ...]:
        """Return the rules in about ten lines that are true for these options. By default, return
        the summary.

        A line may be a `Sentence`, so that it can be translated."""
        return (cls.summary,)

    @classmethod
    def check(cls, options: GameOptions, seats: int) -> None:
        """Check that `seats` seats can play with these options. Raises OptionsError, whose message
        has the reasons."""
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
        """Return the number of the side of each seat. Partners have the same side. By default, each
        seat is a side of its own."""
        return tuple(range(seats))

    @classmethod
    def expected(cls, options: GameOptions, seats: int) -> Expected | None:
        """Return the measured length and share of draws of games with these options. The numbers
        help people to choose options. Returns None if nothing was measured, which is the
        default."""
        return None

    @classmethod
    def deeds(cls, event: Event) -> tuple[Deed, ...]:
        """Return the deeds in an event: notable acts of seats, which statistics count. Only the
        event's public fields may be used. By default, there are no deeds."""
        return ()

    def told_apart_by(self) -> object:
        """Return facts that everybody knows although they depend on hidden cards, such as which
        seats must act. By default, there are none. The contract suite exchanges hidden cards and
        checks that nobody notices. The suite leaves out each exchange that changes these facts."""
        return None

    @classmethod
    def carried(
        cls, previous: Outcome, options: GameOptions, seats: Sequence[int | None]
    ) -> Outcome | None:
        """Return the outcome of the `previous` game, prepared for the next game at the table. The
        outcome's ranks must be in the order of the new seats. Returns None if the next game needs
        nothing from the previous one.

        `options` are the options of the next game. `seats` has for each new seat its number in the
        previous game, or None for a newcomer. Seats that left are not in the list. By default, the
        outcome is returned only when the same players sit in the same order. A game overrides this
        method if it can use `Outcome.carry` (data for the next game) in other cases."""
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
        `previous` is the outcome of the last game at this table. `dealer` is the seat that deals
        (None: the rules decide). `handicaps` has the handicaps of each seat that has any. Raises
        OptionsError when these arguments can't be used together."""

    def dealt(self) -> list[Event]:
        """Return the events of the deal, which are told before the first move. By default, there is
        one event for each hand. It tells the cards only to the seats that may see them."""
        events = []
        for holder in range(self.seats):
            others = tuple(seat for seat in range(self.seats) if seat != holder)
            seers = others if self.hands_seen_by == "others" else (holder,)
            hand = list(self.view(seers[0]).hand_of(holder)) if seers else []
            fields = {"seat": holder, "count": len(self.held(holder))}
            events.append(Event("dealt", fields, {"cards": hand}, seers))
        return events

    def held(self, seat: int) -> list[str]:
        """Return the cards in a seat's hand, no matter who may see them. By default, they are read
        from the key `hands` of the position. A game whose position has no such key must override
        this, because the contract suite uses it to check secrecy."""
        held: list[str] = self.position()["hands"][seat]
        return held

    @property
    @abstractmethod
    def waiting_on(self) -> frozenset[int]:
        """The seats that the game waits for. Each of them has a legal move. Empty when the game is
        over."""

    @abstractmethod
    def legal_moves(self, seat: int) -> list[Move]:
        """Return the legal moves of `seat`. The moves are distinct, and their order is the same on
        each call. Each call returns a new list. The list is empty for a seat that can do nothing
        now.

        The moves depend only on what the seat may know."""

    def has_finished(self, seat: int) -> bool:
        """Return whether a seat has played to its end and will never have a move again. Its player
        may then see all hands. By default, this is true for every seat that is out, did not resign
        and has no move now. A game in which such a seat can get a move later overrides this."""
        own = self.view(None).seats[seat]
        return own.out and not own.resigned and not self.legal_moves(seat)

    def amounts(self, seat: int) -> list[Amount]:
        """Return the moves of `seat` that contain a number, such as a bid. By default, there are
        none. Of these moves, `legal_moves` lists only the ones with buttons (`Amount.moves`), but
        `play` accepts every allowed number."""
        return []

    @property
    def pause(self) -> bool:
        """Whether the game only shows something now, such as the last trick, a showdown or the end
        of a deal. By default, this is False.

        In a pause, all seats that the game waits for have the same single move, which names no
        cards. This move is made automatically after some seconds, or earlier if a member makes
        it."""
        return False

    def ahead(self, seat: int) -> list[tuple[Move, ...]]:
        """Return the plans that `seat` may choose before its turn. By default, there are none. Each
        plan is a tuple of moves. They are made one after the other, each as soon as it is legal. A
        plan can contain a move that never becomes legal.

        A seat that the game waits for has no plans. Like legal moves, plans depend only on what the
        seat may know."""
        return []

    def forced(self, seat: int) -> bool:
        """Return whether everybody knows that a seat has only one move. The game waits for this
        seat. By default, this is False. If it is True, bot players pause for a shorter time before
        they move."""
        return False

    def play(self, seat: int, move: str) -> list[Event]:
        """Make a move, given as a text or a Move. Returns its events.

        Raises InvalidMove when the text isn't a move of this game, when its number isn't allowed
        (`amounts`), or when the game has no such seat. Raises IllegalMove, with the rule and a
        reason, when the rules refuse the move. After an error, the game is unchanged."""
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
        """Return the error for an illegal move of `seat`. It is an IllegalMove with the rule, or an
        InvalidMove for a move that this game doesn't have."""

    @abstractmethod
    def resign(self, seat: int) -> list[Event]:
        """Take `seat` out of the game for good. Returns the events. Raises IllegalMove when the
        seat has already left or is out, or when the game is over."""

    @abstractmethod
    def view(self, seat: int | None) -> View:
        """Return the view of `seat`: everything that the seat may know, and nothing else. None
        means a spectator."""

    def opened(self) -> View:
        """Return a spectator's view in which all hands are open. By default, it shows every card
        that any seat sees. A game with cards that no seat has seen overrides this and adds them.
        The view is for games that are over, and for their records. During a game, only members who
        may see all hands may get it, because it would reveal secrets to a player."""
        return turned_up(self.view(None), [self.view(seat) for seat in range(self.seats)])

    @abstractmethod
    def position(self) -> Position:
        """Return the whole state as data that JSON can hold, with the keys and words of the game's
        rules."""

    @classmethod
    @abstractmethod
    def from_position(cls, position: Position, *, options: GameOptions | None = None) -> Self:
        """Return a game in this position. The position needn't be one that a real game can reach.
        Raises PositionError when the position can't be read."""

    @abstractmethod
    def copy(self) -> Self:
        """Return an independent game in the same position. This must be fast, because searches copy
        games often."""

    @classmethod
    @abstractmethod
    def sample(cls, view: View, rng: Chance) -> Self:
        """Return a game that the viewer may imagine: it agrees with `view`, and its hidden cards
        are chosen by `rng`.

        In some games, a seat can know more than its view shows. Such a game takes another keyword,
        `seen`: all events that the viewer has been told since the deal, in order (`Told`). The
        sampled game then also agrees with these events."""


def _number_refused(amount: Amount) -> InvalidMove:
    """Return the error for a number that is not among the numbers of `amount`. Its message says
    which numbers are allowed."""
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
    """Make an options object from `values`, which come from a record or a database. Raises
    OptionsError when the game's model refuses the values."""
    try:
        return game.Options(**values)
    except ValidationError as error:
        reasons = "; ".join(str(line["msg"]) for line in error.errors())
        raise OptionsError(
            marked("These options for {title} don't work: {reasons}"),
            title=Sentence(game.title),
            reasons=reasons,
        ) from error
