"""The contract of a game: one live object a game, moves in, events out."""

from __future__ import annotations

from abc import ABC, abstractmethod
from collections.abc import Mapping, Sequence
from dataclasses import dataclass, field
from typing import Any, ClassVar, Literal, NamedTuple, Self

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
from games.moves import Move
from games.opened import turned_up
from games.options import GameOptions, option
from games.sentences import marked
from games.shuffle import Chance, Stream
from games.view import Layout, SeatView, View, Zone

__all__ = [
    "Chance",
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

Position = dict[str, Any]
"""A game's whole state as JSON: everything, hidden cards too. It never leaves the process."""


class Event(NamedTuple):
    """Something that happened, without a sentence.

    `name` is the kind (`beat`, `drew`, `took`), `fields` what everyone may know of it (JSON-able;
    by custom `seat` is who did it, `cards` which cards, `count` how many unseen ones). Where cards
    are private, `secret` holds further fields, for `seats` alone. An event without public fields is
    for `seats` alone, and the others aren't told of it.
    """

    name: str
    fields: Mapping[str, Any]
    secret: Mapping[str, Any] | None = None
    seats: tuple[int, ...] = ()

    def seen_by(self, seat: int | None) -> dict[str, Any]:
        """The fields as `seat` may know them; None: as everyone may."""
        if self.secret is not None and seat is not None and seat in self.seats:
            return {**self.fields, **self.secret}
        return dict(self.fields)

    def tells(self, seat: int | None) -> bool:
        """Whether `seat` is told of the event at all; None: whether everyone is."""
        return bool(self.fields) or (seat is not None and seat in self.seats)


Told = tuple[str, Mapping[str, Any]]
"""An event's name and its fields, as one seat may know them."""


class Deed(NamedTuple):
    """Something that a seat did and that is counted beyond the game.

    `name` is one of the game's `deed_names`; `degree` tells a double from a single one, `times` how
    often it was done.
    """

    seat: int
    name: str
    degree: int = 1
    times: int = 1


@dataclass(frozen=True, slots=True)
class Outcome:
    """How a game ended.

    `ranks[seat]` is 1 for the best, without gaps, ties sharing a rank. `honours` are texts such as
    `walk-off:0:1`. `carry` is JSON-able: what the next game at this table needs of this one.
    """

    ranks: tuple[int, ...]
    kind: Literal["won", "draw", "void"] = "won"
    honours: tuple[str, ...] = ()
    carry: Mapping[str, Any] = field(default_factory=dict)


class Game(ABC):
    """A game in progress. Seats are numbered from 0, clockwise.

    A subclass names itself in the class variables, sets `seats`, `options` and `outcome` on its
    objects, and decides the rules in the abstract methods. Nothing outside its own stream may be
    random, and nothing may depend on a clock.
    """

    name: ClassVar[str]
    """What the game is called in commands and records (`durak`)."""
    title: ClassVar[str]
    """What the game is called by people (`Durak`)."""
    version: ClassVar[int]
    """Raised when a change of the rules would replay an old record differently."""
    players: ClassVar[range]
    """The numbers of seats that the game can be played by, whatever the options."""
    Options: ClassVar[type[GameOptions]]
    """The model of the game's options."""
    handicaps: ClassVar[frozenset[str]] = frozenset()
    """The handicaps that a seat may take on."""
    secret_verbs: ClassVar[frozenset[str]] = frozenset()
    """The verbs of moves whose cards stay secret (a face-down discard), for the contract suite."""
    revealing: ClassVar[frozenset[str]] = frozenset()
    """The names of events that show a card for a moment only, for the contract suite."""
    forgetting: ClassVar[frozenset[str]] = frozenset()
    """The names of events after which nobody can say any more where the cards lie that were seen
    before (a new deal, a reshuffle), for the contract suite."""
    chapter_names: ClassVar[frozenset[str]] = frozenset()
    """The events that end a part of the game, a bout, say: replays lead from one to the next."""
    deed_names: ClassVar[tuple[str, ...]] = ()
    """What `deeds` may tell of, in the order in which people want to read it."""
    summary: ClassVar[str]
    """The rules in about ten lines of Markdown, for someone about to play."""

    seats: int
    settings: GameOptions
    outcome: Outcome | None

    @classmethod
    def options(cls, preset: str | None = None, /, **overrides: Any) -> GameOptions:
        """The options of `preset` (None: the game's default) with `overrides`.

        Raises OptionsError for a preset that isn't there, pydantic's ValidationError (a ValueError
        too) for an override of a wrong name or value, or for options that clash.
        """
        presets = cls.Options.presets
        name = next(iter(presets)) if preset is None else preset
        if name not in presets:
            raise OptionsError(
                marked("{title} has no preset {preset}; there are {presets}."),
                title=Sentence(cls.title),
                preset=name,
                presets=", ".join(presets),
            )
        return cls.Options(**{**presets[name], **overrides})

    @classmethod
    def rules_told(cls, options: GameOptions) -> tuple[str, ...]:
        """The rules in about ten lines, as these options have them; the summary, unless the game
        says otherwise.

        A `Sentence` can be translated.
        """
        return (cls.summary,)

    @classmethod
    def check(cls, options: GameOptions, seats: int) -> None:
        """Raises OptionsError with the reasons in words when that many seats can't play with these
        options."""
        if seats not in cls.players:
            raise OptionsError(
                marked("{title} is for {least} to {most} players, not {seats}."),
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
        """The side that each seat plays for; everyone for themselves unless the game says
        otherwise."""
        return tuple(range(seats))

    @classmethod
    def expected(cls, options: GameOptions, seats: int) -> Expected | None:
        """How long a game with these options takes and how often it is a draw, as measured, for
        people about to choose; as a rule, nobody knows."""
        return None

    @classmethod
    def deeds(cls, event: Event) -> tuple[Deed, ...]:
        """What an event of this game adds to the honours of seats, as everyone may know; as a rule,
        nothing."""
        return ()

    def told_apart_by(self) -> object:
        """What the rules make public of hidden cards beyond the views; as a rule, nothing.

        The contract suite compares games that differ in hidden cards alone only where this is
        equal.
        """
        return None

    @classmethod
    def carried(
        cls, previous: Outcome, options: GameOptions, seats: Sequence[int | None]
    ) -> Outcome | None:
        """The last game's outcome as the seats of the next one are to be told it, which is played
        with these options.

        `seats` are those of the last game, in the order in which they sit now: who left is missing,
        None is one who came. None: it says nothing about them. That is so unless nobody left or
        came; a game whose `carry` means something to fewer or more says here what.
        """
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
        """Deals a game.

        Takes the options (None: the default preset), the number of seats, the seed of the game's
        chance, the outcome of the last game at this table, the seat that deals (None: as the rules
        say), and the handicaps of seats. Raises OptionsError when they don't fit each other.
        """

    def dealt(self) -> list[Event]:
        """What the deal itself tells, to be asked before the first move: as a rule, to each seat
        the cards of its hand."""
        hands = [list(self.view(seat).hand) for seat in range(self.seats)]
        return [
            Event("dealt", {"seat": seat, "count": len(hand)}, {"cards": hand}, (seat,))
            for seat, hand in enumerate(hands)
        ]

    @property
    @abstractmethod
    def waiting_on(self) -> frozenset[int]:
        """The seats that the game can't go on without; empty when it is over. Each has a legal
        move."""

    @abstractmethod
    def legal_moves(self, seat: int) -> list[Move]:
        """The moves open to `seat`, distinct, in a stable order, in a list of the caller's own.

        None for a seat that may do nothing. They follow from what the seat may know.
        """

    def play(self, seat: int, move: str) -> list[Event]:
        """Makes a move (text or Move) and returns what happened.

        Raises InvalidMove when it is no move at all and IllegalMove, with the rule and a reason,
        when the rules refuse it; the game is then as it was.
        """
        legal = self.legal_moves(seat)
        if move in legal:
            return self._apply(seat, legal[legal.index(move)])  # type: ignore[arg-type]
        if not 0 <= seat < self.seats:
            raise InvalidMove(marked("There is no seat {seat} at this table."), seat=seat)
        parsed = Move.parse(move)
        if parsed in legal:
            return self._apply(seat, parsed)
        raise self._refusal(seat, parsed)

    @abstractmethod
    def _apply(self, seat: int, move: Move) -> list[Event]:
        """Makes a move that is known to be legal."""

    @abstractmethod
    def _refusal(self, seat: int, move: Move) -> GameError:
        """Why `seat` may not make this move: IllegalMove with the rule, InvalidMove for a verb the
        game has not."""

    @abstractmethod
    def resign(self, seat: int) -> list[Event]:
        """`seat` leaves the game for good. Raises IllegalMove when it has left, is out, or the game
        is over."""

    @abstractmethod
    def view(self, seat: int | None) -> View:
        """All, and only, what `seat` may know; None: what a spectator may."""

    def opened(self) -> View:
        """What lies there when everything is turned up: a spectator's view with all hands open.

        As a rule, it shows what the seats see together; a game in which cards lie that nobody has
        seen says here which these are. It is for games that are over, and for their records:
        during a game it tells secrets.
        """
        return turned_up(self.view(None), [self.view(seat) for seat in range(self.seats)])

    @abstractmethod
    def position(self) -> Position:
        """The whole state as JSON-able data, in the notation of the game's rules."""

    @classmethod
    @abstractmethod
    def from_position(cls, position: Position, *, options: GameOptions | None = None) -> Self:
        """The game in that position. It is not judged. Raises PositionError when it can't be
        read."""

    @abstractmethod
    def copy(self) -> Self:
        """An independent game in the same position, cheap enough for search."""

    @classmethod
    @abstractmethod
    def sample(cls, view: View, rng: Chance) -> Self:
        """A game that agrees with everything in `view`, hidden cards drawn by `rng`: what a player
        may imagine.

        A game in which a seat can know more than its view shows takes a further keyword, `seen`:
        all that the viewer has been told since the deal (`Told`, in order). The
        sampled game then agrees with that too.
        """


def options_from(game: type[Game], values: Mapping[str, Any]) -> GameOptions:
    """The options with exactly these values, as a record or a database holds them. Raises
    OptionsError."""
    try:
        return game.Options(**values)
    except ValidationError as error:
        reasons = "; ".join(str(line["msg"]) for line in error.errors())
        raise OptionsError(
            marked("These options of {title} do not hold: {reasons}"),
            title=Sentence(game.title),
            reasons=reasons,
        ) from error
