"""A base class for games whose whole state is one pydantic model. It is the shortest way to write a
small game."""

from __future__ import annotations

from abc import abstractmethod
from collections.abc import Collection, Mapping, Sequence
from copy import deepcopy
from typing import Any, ClassVar, Final, Generic, Self, TypeVar, cast

from pydantic import BaseModel, ValidationError

from games.cards import in_order
from games.core import (
    Game,
    GameOptions,
    OptionsError,
    Outcome,
    Position,
    PositionError,
    SeatView,
    View,
    Zone,
)
from games.errors import Sentence

StateT = TypeVar("StateT", bound=BaseModel)

ATOMS: Final = frozenset({str, int, bool, type(None)})
"""Types whose values can't be changed, so that copies of a game can share them."""


class ModelledGame(Game, Generic[StateT]):
    """A game whose whole state is in `state`, a pydantic model.

    Positions are made from the model and read by the model, and copies are made from it too. A
    subclass sets `State` to the class of its model, and sets `seats` and `outcome` in `prepare`."""

    State: ClassVar[type[BaseModel]]
    """The class of the state's model. JSON must be able to hold the model's fields. The model must
    be configured with `extra="forbid"`, so that it refuses unknown fields."""

    def __init__(self, options: GameOptions | None, state: StateT) -> None:
        self.settings = self.own_options(self.Options, options)
        self.state = state
        self.prepare()

    @abstractmethod
    def prepare(self) -> None:
        """Set `seats` and `outcome` from `state`. For a state that no game can have, this may raise
        IndexError. `from_position` turns the IndexError into a PositionError."""

    @classmethod
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
        """Check the options, then deal a game by `deal`. `handicaps` is ignored. Raises
        OptionsError for options that `seats` seats can't play."""
        own = cls.own_options(cls.Options, options)
        cls.check(own, seats)
        return cls.deal(own, seats, seed, previous, dealer)

    @classmethod
    @abstractmethod
    def deal(
        cls, options: GameOptions, seats: int, seed: bytes, last: Outcome | None, dealer: int | None
    ) -> Self:
        """Deal a game. The options have already been checked. `last` is the outcome of the last
        game at this table. The other arguments are those of `Game.new`, but without handicaps."""

    def position(self) -> Position:
        """Return the whole state as data. The keys are the names of the model's fields."""
        return self.state.model_dump(mode="json")

    @classmethod
    def from_position(cls, position: Position, *, options: GameOptions | None = None) -> Self:
        """The game in that position. Raises PositionError for data that isn't a state of this
        game."""
        try:
            return cls(options, cast("StateT", cls.State.model_validate(position, strict=True)))
        except (ValidationError, IndexError, OptionsError) as error:
            raise PositionError(
                "This is no position of {title}: {reason}",
                title=Sentence(cls.title),
                reason=str(error),
            ) from error

    def copy(self) -> Self:
        """Return an independent game in the same position. Lists of cards are copied quickly,
        because players who imagine deals copy games often."""
        state = self.state.__copy__()
        values = vars(state)  # pydantic's own way to many new values is slow
        for name, value in values.items():
            values[name] = _copied(value)
        return type(self)(self.settings, state)

    def shown(
        self,
        seat: int | None,
        hands: Sequence[Sequence[str]],
        zones: Sequence[Zone],
        facts: Mapping[str, Any],
        *,
        roles: Mapping[str, Collection[int | None]] | None = None,
        resigned: Collection[int | None] = (),
    ) -> View:
        """Return the view of `seat` (None: a spectator). This is for games in which each seat sees
        only its own hand and is a side of its own.

        The view shows the `hands` and `zones`, and has the options and `facts` as its facts.
        `roles` has the seats of each role. Without an entry `turn` in `roles`, the seats that the
        game waits for have the role `turn`. `resigned` has the seats that resigned."""
        waits = tuple(sorted(self.waiting_on))
        whose = {"turn": waits, **(roles or {})}
        seats, held = [], []
        for owner, hand in enumerate(hands):
            own = tuple(role for role, seats_of in whose.items() if owner in seats_of)
            seats.append(SeatView(owner, owner, len(hand), own, resigned=owner in resigned))
            cards = in_order(hand) if owner == seat else (None,) * len(hand)
            held.append(Zone("hand", owner, "hand", cards))
        return View(
            self.name,
            seat,
            tuple(seats),
            (*zones, *held),
            {**dict(self.settings), **facts},
            () if seat is None else tuple(self.legal_moves(seat)),
            waits,
            self.outcome.ranks if self.outcome else None,
            pause=self.pause,
        )


def _copied(value: Any) -> Any:
    """An independent copy of a value of the state."""
    if type(value) is not list:
        return value if type(value) in ATOMS else deepcopy(value)
    return value.copy() if ATOMS.issuperset(map(type, value)) else [*map(_copied, value)]
