"""A base for games whose whole state is one pydantic model: the short way for a small game."""

from __future__ import annotations

from abc import abstractmethod
from typing import ClassVar, Generic, Self, TypeVar, cast

from pydantic import BaseModel, ValidationError

from games.core import Game, GameOptions, OptionsError, Position, PositionError
from games.errors import Sentence

StateT = TypeVar("StateT", bound=BaseModel)


class ModelledGame(Game, Generic[StateT]):
    """A game with all its memory in `state`.

    Position, copy and the way back from a position follow from the model. A subclass names its
    model in `State` and sets `seats` and `outcome` in `prepare`.
    """

    State: ClassVar[type[BaseModel]]
    """The model of the state; JSON-able, with `extra="forbid"`."""

    def __init__(self, options: GameOptions | None, state: StateT) -> None:
        self.settings = self.own_options(self.Options, options)
        self.state = state
        self.prepare()

    @abstractmethod
    def prepare(self) -> None:
        """Set `seats` and `outcome` from `state`. An IndexError raised here means that no game has
        such a state."""

    def position(self) -> Position:
        """The whole state, by the names of the model's fields."""
        return self.state.model_dump(mode="json")

    @classmethod
    def from_position(cls, position: Position, *, options: GameOptions | None = None) -> Self:
        """The game in that position. Raises PositionError for data that is no state of this
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
        """An independent game in the same position."""
        return type(self)(self.settings, self.state.model_copy(deep=True))
