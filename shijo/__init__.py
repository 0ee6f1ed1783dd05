"""The games as environments for players that learn, in PettingZoo's form.

>>> import shijo
>>> env = shijo.env("durak", preset="durnius", seats=2)
>>> env.reset(seed=1)

`games` doesn't need this package. The environments need the extra `env`:
`pip install "shijo[env]"`.
"""

from __future__ import annotations

from typing import Any

__all__ = ["env"]


def env(game: str, *, preset: str | None = None, seats: int | None = None, **options: Any) -> Any:
    """Return an environment (a PettingZoo AECEnv) for the game with the name `game`.

    `preset` is a set of options (None: the game's default), `seats` the number of seats (None: the
    fewest that can play the game), and `options` are options that differ from the preset. An action
    that isn't a legal move ends the game, and the agent that took it gets the reward -1.

    Raises NoSuchGame for an unknown game, OptionsError for an unknown preset or a wrong number of
    seats, pydantic's ValidationError for a wrong option, and ImportError if the extra `env` isn't
    installed."""
    try:
        # Imported only here, because a program that only plays the games needs neither.
        from pettingzoo.utils import wrappers  # noqa: PLC0415

        from shijo.environment import CardEnv  # noqa: PLC0415
    except ImportError as error:
        raise ImportError('The environments need more: pip install "shijo[env]".') from error
    bare = CardEnv(game, preset=preset, seats=seats, **options)
    return wrappers.OrderEnforcingWrapper(
        wrappers.AssertOutOfBoundsWrapper(wrappers.TerminateIllegalWrapper(bare, illegal_reward=-1))
    )
