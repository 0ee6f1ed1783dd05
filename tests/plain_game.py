"""A base for the tests' own games. A game with this base can be dealt, played and copied. It can't
be made from a position, and bot players can't search it."""

from __future__ import annotations

from collections.abc import Mapping
from copy import deepcopy
from typing import Self

from games.core import Chance, Game, GameOptions, Outcome, Position, Stream
from games.view import View


class PlainGame(Game):
    """A base for games in tests. A subclass sets up the game in `_deal`. When `_deal` is called,
    the options (`settings`) and the number of seats are already set."""

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
        game = cls()
        game.settings, game.seats, game.outcome = options or cls.options(), seats, None
        cls.check(game.settings, seats)
        game._deal(Stream(seed), previous)
        return game

    def _deal(self, chance: Stream, previous: Outcome | None) -> None:
        """Deal the cards. A game without cards does nothing here."""

    @classmethod
    def from_position(cls, position: Position, *, options: GameOptions | None = None) -> Self:
        raise NotImplementedError

    def copy(self) -> Self:
        return deepcopy(self)

    @classmethod
    def sample(cls, view: View, rng: Chance) -> Self:
        raise NotImplementedError
