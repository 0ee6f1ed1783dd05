"""Functions that deal and play games for the checks of the contract, and report a game that broke a
promise."""

from __future__ import annotations

import json
import re
from collections.abc import Callable, Iterator, Mapping
from contextlib import contextmanager
from dataclasses import dataclass, field
from operator import attrgetter
from traceback import walk_tb
from typing import Any, Final

from games.cards import is_card
from games.core import (
    Event,
    Game,
    GameOptions,
    Move,
    Outcome,
    Position,
    SeatView,
    Stream,
    Told,
    View,
    Zone,
)
from games.record import Header, Record, Step, apply, dumps
from games.told_events import told

Chooser = Callable[[Game, int, Stream], Move]
"""A player for the checks: a function that chooses one of a seat's legal moves."""

LONGEST: Final = 20_000
"""The number of moves after which a game counts as endless."""


CARD: Final = re.compile(r"\b(?:(?:10|[2-9JQKA])[SHDC]|[RB]J)\b")
"""Finds a card anywhere in a text."""

SHOWN: Final = {
    each: (each.__slots__, attrgetter(*each.__slots__)) for each in (View, Zone, SeatView)
}
"""For each class that a view is made of: the names of its fields, and a function that reads all of
them."""


def called(viewer: int | None) -> str:
    """Return how a sentence calls a viewer: `seat 2`, or `a spectator` for None."""
    return "a spectator" if viewer is None else f"seat {viewer}"


def cause(error: Exception) -> str:
    """An error on one line, with the file and line where it was raised."""
    *_, (frame, line) = walk_tb(error.__traceback__)
    file = "/".join(frame.f_code.co_filename.replace("\\", "/").split("/")[-2:])
    told = f"{type(error).__name__}: {error}".rstrip(": ")
    return f"{told} ({file}, line {line})"


class ContractBroken(AssertionError):
    """Raised when a game doesn't keep a promise of the contract. The message says which promise. In
    most cases, the message also contains the record of the game."""


@dataclass(frozen=True)
class Case:
    """A game to be dealt: the arguments of `Game.new`."""

    kind: type[Game]
    options: GameOptions
    seats: int
    seed: bytes = b"contract"
    previous: Outcome | None = None
    dealer: int | None = None
    handicaps: Mapping[int, frozenset[str]] = field(default_factory=dict)

    def deal(self) -> Game:
        """Return a new game, dealt with these arguments."""
        return self.kind.new(
            self.options,
            seats=self.seats,
            seed=self.seed,
            previous=self.previous,
            dealer=self.dealer,
            handicaps={seat: set(names) for seat, names in self.handicaps.items()},
        )

    def header(self) -> Header:
        """The header of a record of this case."""
        return Header(
            self.kind.name,
            self.kind.version,
            self.options.model_dump(mode="json"),
            self.seats,
            self.seed,
            self.dealer,
            self.handicaps,
            self.previous,
        )


@contextmanager
def blamed(kind: type[Game]) -> Iterator[None]:
    """Return a context for checks of a game. Any error raised in it becomes a ContractBroken."""
    try:
        yield
    except ContractBroken:
        raise
    except Exception as error:
        raise ContractBroken(f"The checks of {kind.title} failed: {cause(error)}") from error


class Sitting:
    """A game that a check is playing. It has the game itself, dealt from a `Case`, the steps made
    so far, and the events that each viewer has been told."""

    def __init__(self, case: Case) -> None:
        self.case = case
        self.steps: list[Step] = []
        with self.blamed():
            dealt = self._dealt()
        self.seen: dict[int | None, list[Told]] = {
            viewer: told(dealt, viewer) for viewer in seats_and_spectator(self.game)
        }
        """What each seat and the spectator have been told since the deal."""
        self.finished: frozenset[int] = frozenset()
        """The seats that were out of the game for good at the last check."""

    def _dealt(self) -> list[Event]:
        """Deal the game, and check the types of the views and of the events. Returns the events of
        the deal."""
        self.game = self.case.deal()
        self._must_stand()
        for viewer in seats_and_spectator(self.game):
            view = self.game.view(viewer)
            self.hold(isinstance(view, View), f"What {called(viewer)} sees isn't a View: {view!r}.")
        self.hands()
        return self._shaped(self.game.dealt())

    def hands(self) -> list[list[str]]:
        """Return the cards in each seat's hand. Before that, check that `Game.held` returns lists
        of cards."""
        try:
            hands = [self.game.held(seat) for seat in range(self.game.seats)]
        except (LookupError, TypeError) as error:
            raise self.broken(
                "Its position has no `hands` with a list of cards for each seat, and it has no "
                "`held` that says what a seat holds."
            ) from error
        listed = all(isinstance(hand, list) and all(map(is_card, hand)) for hand in hands)
        self.hold(listed, f"What seats hold aren't lists of cards: {hands!r}.")
        return hands

    def make(self, step: Step) -> list[Event]:
        """Make a step (a move, or `resign`). Returns the events of the step."""
        self.steps.append(step)
        events = self._shaped(apply(self.game, step))
        for viewer, known in self.seen.items():
            known.extend(told(events, viewer))
        return events

    def _shaped(self, events: Any) -> list[Event]:
        """Check that `events`, which the game returned, is a list of events. Also check the types
        of `waiting_on` and `outcome`. Returns the events."""
        self._must_stand()
        self.hold(
            isinstance(events, list) and all(isinstance(event, Event) for event in events),
            f"What happened isn't a list of Events: {events!r}.",
        )
        return list(events)

    def _must_stand(self) -> None:
        """Check the types of `waiting_on` and `outcome`, because other checks rely on them."""
        waiting: Any = self.game.waiting_on
        self.hold(
            isinstance(waiting, frozenset) and all(type(seat) is int for seat in waiting),
            f"`waiting_on` isn't a frozenset of seats: {waiting!r}.",
        )
        outcome: Any = self.game.outcome
        self.hold(
            outcome is None or isinstance(outcome, Outcome),
            f"The outcome is neither None nor an Outcome: {outcome!r}.",
        )

    @contextmanager
    def blamed(self) -> Iterator[None]:
        """Return a context for checks of this game. Any error raised in it becomes a ContractBroken
        with the game's record."""
        try:
            yield
        except ContractBroken:
            raise
        # What a game answers may be anything, and so may what is made of it.
        except Exception as error:
            raise self.broken(f"It can't be checked: {cause(error)}") from error

    def actors(self) -> list[int]:
        """The seats that have a legal move, in ascending order."""
        return [seat for seat in range(self.game.seats) if self.game.legal_moves(seat)]

    def choose(self, chooser: Chooser, rng: Stream) -> Step:
        """Choose the next step. Mostly it is a move of a seat that the game waits for. In about one
        of four cases, it is a move of any seat that has a legal move."""
        self.hold(len(self.steps) < LONGEST, f"The game hasn't ended after {LONGEST} moves.")
        waiting = sorted(self.game.waiting_on)
        self.hold(bool(waiting), "The game isn't over, but waits for no seat.")
        seat = rng.choice(waiting if rng.randrange(4) else self.actors())
        return Step(seat, str(chooser(self.game, seat, rng)))

    def steps_of(self, chooser: Chooser, rng: Stream) -> Iterator[tuple[Step, list[Event]]]:
        """Play the game to its end. Yields each step with its events."""
        while self.game.outcome is None:
            step = self.choose(chooser, rng)
            yield step, self.make(step)

    def hold(self, promise: bool, sentence: str) -> None:
        """Raise ContractBroken unless `promise` is true. The message is the record of the game so
        far, followed by `sentence`."""
        if not promise:
            raise self.broken(sentence)

    def broken(self, sentence: str) -> ContractBroken:
        """Return the error for a promise that this game breaks. The message contains the game's
        record and then `sentence`."""
        record = dumps(Record(self.case.header(), tuple(self.steps))).rstrip()
        told = f"The game that shows it:\n{record}\n\n{sentence}"
        return ContractBroken(told)


def random_player(game: Game, seat: int, rng: Stream) -> Move:
    """Choose one of the seat's legal moves at random. If the move contains a number, choose any
    allowed number."""
    move = rng.choice(game.legal_moves(seat))
    amount = next((each for each in game.amounts(seat) if each.verb == move.verb), None)
    return move if amount is None else amount.move(rng.choice(amount.numbers))


def worst_player(game: Game, seat: int, rng: Stream) -> Move:
    """Choose the move that seems worst for the seat. Usually this is a move without cards, such as
    take, pick up or draw. All legal moves without cards are found, and one with the same verb as
    the last of these moves is chosen at random. If every legal move names cards, the first one is
    chosen."""
    moves = game.legal_moves(seat)
    bare = [move for move in moves if not move.cards]
    return rng.choice([move for move in bare if move.verb == bare[-1].verb]) if bare else moves[0]


def cards_first_player(game: Game, seat: int, rng: Stream) -> Move:
    """Choose the first legal move that names cards, so that the seat never takes or passes while it
    can play cards. If no move names cards, choose any legal move at random."""
    moves = game.legal_moves(seat)
    return next((move for move in moves if move.cards), None) or rng.choice(moves)


def as_text(data: Any) -> str:
    """Write a view, a position or the fields of an event as JSON text. The text serves to compare
    such data and to find cards in it."""
    return _TEXT.encode(data)


def _parts(data: Any) -> Any:
    shown = SHOWN.get(type(data))
    if shown is not None:
        names, values_of = shown
        return dict(zip(names, values_of(data), strict=True))
    if isinstance(data, Mapping):
        return dict(data)
    raise TypeError(f"{data!r} can't be said in JSON")


_TEXT: Final = json.JSONEncoder(sort_keys=True, default=_parts)


def as_json(position: Position) -> Any:
    """Write a position as JSON text, read the text, and return the result."""
    return json.loads(json.dumps(position))


def cards_in(data: Any) -> list[str]:
    """Return every card that is named anywhere in the data, even inside a longer text such as a
    move. A card is returned as often as it is named."""
    return CARD.findall(as_text(data))


def some_viewers(game: Game, rng: Stream, most: int = 2) -> list[int | None]:
    """Return the spectator (None) and `most` random seats. If there are fewer seats, return all of
    them."""
    seats = list(range(game.seats))
    rng.shuffle(seats)
    return [None, *seats[:most]]


def seats_and_spectator(game: Game) -> list[int | None]:
    """Every viewer of a game: the spectator (None) and all seats."""
    return [*range(game.seats), None]
