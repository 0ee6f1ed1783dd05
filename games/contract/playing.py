"""Dealing and playing games for the contract's checks, and reporting the game that broke a
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
"""Chooses one of a seat's legal moves. It stands for a player; only `Game.view` and
`Game.legal_moves` are asked."""

LONGEST: Final = 20_000
"""The number of moves after which a game counts as endless."""


CARD: Final = re.compile(r"\b(?:(?:10|[2-9JQKA])[SHDC]|[RB]J)\b")
"""A card anywhere in a text."""

SHOWN: Final = {
    each: (each.__slots__, attrgetter(*each.__slots__)) for each in (View, Zone, SeatView)
}
"""What a view is made of: the names of each class's fields, and what reads them all at once."""


def called(viewer: int | None) -> str:
    """The name of a viewer in a sentence: `seat 2`, or `a spectator` for None."""
    return "a spectator" if viewer is None else f"seat {viewer}"


def cause(error: Exception) -> str:
    """An error on one line, with the file and line where it was raised."""
    *_, (frame, line) = walk_tb(error.__traceback__)
    file = "/".join(frame.f_code.co_filename.replace("\\", "/").split("/")[-2:])
    told = f"{type(error).__name__}: {error}".rstrip(": ")
    return f"{told} ({file}, line {line})"


class ContractBroken(AssertionError):
    """A game doesn't keep a promise of the contract. The message says which one, mostly after the
    record of a game in which it is broken."""


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
        """The game after its deal."""
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
    """A context around checks of a game: any error in it becomes a ContractBroken."""
    try:
        yield
    except ContractBroken:
        raise
    except Exception as error:
        raise ContractBroken(f"The checks of {kind.title} failed: {cause(error)}") from error


class Sitting:
    """A game that a check is playing: the game dealt from a `Case`, the steps made so far, and what
    each viewer has been told."""

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
        """The seats that were out for good at the last close look."""

    def _dealt(self) -> list[Event]:
        """Deals the game, and checks the types of what it shows; returns the events of the deal."""
        self.game = self.case.deal()
        self._must_stand()
        for viewer in seats_and_spectator(self.game):
            view = self.game.view(viewer)
            self.hold(isinstance(view, View), f"What {called(viewer)} sees isn't a View: {view!r}.")
        self.hands()
        return self._shaped(self.game.dealt())

    def hands(self) -> list[list[str]]:
        """The cards in each seat's hand; the type of `Game.held` is checked first."""
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
        """Makes a step (a move, or `resign`) and returns its events."""
        self.steps.append(step)
        events = self._shaped(apply(self.game, step))
        for viewer, known in self.seen.items():
            known.extend(told(events, viewer))
        return events

    def _shaped(self, events: Any) -> list[Event]:
        """The events that the game returned, after a check that they and the game's position have
        the promised types.
        """
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
        """A context around checks of this game: any error in it becomes a ContractBroken."""
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
        """The next step: mostly by a seat that the game waits for, now and then by another seat
        that may act."""
        self.hold(len(self.steps) < LONGEST, f"The game hasn't ended after {LONGEST} moves.")
        waiting = sorted(self.game.waiting_on)
        self.hold(bool(waiting), "The game isn't over, but waits for no seat.")
        seat = rng.choice(waiting if rng.randrange(4) else self.actors())
        return Step(seat, str(chooser(self.game, seat, rng)))

    def steps_of(self, chooser: Chooser, rng: Stream) -> Iterator[tuple[Step, list[Event]]]:
        """Plays the game to its end. Yields each step with its events."""
        while self.game.outcome is None:
            step = self.choose(chooser, rng)
            yield step, self.make(step)

    def hold(self, promise: bool, sentence: str) -> None:
        """Raise ContractBroken unless `promise` is true. The message is the record of the game so
        far, followed by `sentence`."""
        if not promise:
            raise self.broken(sentence)

    def broken(self, sentence: str) -> ContractBroken:
        """The error for a promise that this game breaks, with its record."""
        record = dumps(Record(self.case.header(), tuple(self.steps))).rstrip()
        told = f"The game that shows it:\n{record}\n\n{sentence}"
        return ContractBroken(told)


def random_player(game: Game, seat: int, rng: Stream) -> Move:
    """Any legal move, chosen at random; for a move with a number, any allowed number."""
    move = rng.choice(game.legal_moves(seat))
    amount = next((each for each in game.amounts(seat) if each.verb == move.verb), None)
    return move if amount is None else amount.move(rng.choice(amount.numbers))


def worst_player(game: Game, seat: int, rng: Stream) -> Move:
    """The choice of a player that always does what helps it least: the last verb without cards
    (take, pick up, draw), or else the first move."""
    moves = game.legal_moves(seat)
    bare = [move for move in moves if not move.cards]
    return rng.choice([move for move in bare if move.verb == bare[-1].verb]) if bare else moves[0]


def cards_first_player(game: Game, seat: int, rng: Stream) -> Move:
    """The choice of a player that never takes or passes while it can play cards: the first move
    with cards, else any move."""
    moves = game.legal_moves(seat)
    return next((move for move in moves if move.cards), None) or rng.choice(moves)


def as_text(data: Any) -> str:
    """A view, a position or an event's fields as JSON text, for comparing and for finding cards in
    it."""
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
    """A position after it was written as JSON text and read back."""
    return json.loads(json.dumps(position))


def cards_in(data: Any) -> list[str]:
    """Every card named anywhere in the data, as often as it is named, even inside a longer text
    such as a move."""
    return CARD.findall(as_text(data))


def some_viewers(game: Game, rng: Stream, most: int = 2) -> list[int | None]:
    """The spectator, and `most` seats at random (all if there are fewer)."""
    seats = list(range(game.seats))
    rng.shuffle(seats)
    return [None, *seats[:most]]


def seats_and_spectator(game: Game) -> list[int | None]:
    """Every viewer of a game: the spectator (None) and all seats."""
    return [*range(game.seats), None]
