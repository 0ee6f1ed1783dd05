"""Games that break a promise on purpose, for tests of the contract."""

from __future__ import annotations

from collections.abc import Callable
from typing import Any

from games.core import Game

Mutant = Callable[[Any], type[Game]]
"""A function that takes the class of a correct game. It returns a changed class, which breaks a
promise of the contract for games."""


def changed(**methods: Any) -> Mutant:
    """Return a mutant: a function that takes the class of a game and returns a changed subclass.
    `methods` replace methods of the game. Each of them gets the original method as its first
    argument."""

    def mutant(game: Any) -> type[Game]:
        def wrap(name: str, method: Any) -> Any:
            original = getattr(game, name)
            if name in {"sample", "new", "from_position", "deeds"}:
                return classmethod(
                    lambda cls, *args, **more: method(original.__func__, cls, *args, **more)
                )
            return lambda self, *args, **more: method(original, self, *args, **more)

        return type(
            "Mutant", (game,), {name: wrap(name, method) for name, method in methods.items()}
        )

    return mutant
