"""Measure the speed of `shijo.env`, the environments for researchers. The program prints how many
random moves a second the environments make, and how many the same games make without arrays."""

from __future__ import annotations

import time
from typing import Any

import games
import shijo
from games.shuffle import Stream

MOVES = 2_000
"""The least number of random moves from which a speed is computed. Whole games are played until
this number is reached."""
ROWS = (("durak", 2), ("durak", 4), ("dritzak", 2), ("tredici", 2))


def report() -> None:
    """Print the sizes and speeds of the environments as text. There is a row for each game and
    number of seats in `ROWS`."""
    print("Environments (shijo.env): moves by chance a second, with arrays and masks")
    print("  bare: the same games by their legal moves and views, without arrays")
    print(
        f"  {'game':<10}{'seats':>6}{'values':>8}{'actions':>9}{'made in s':>11}{'moves/s':>10}"
        f"{'bare':>10}"
    )
    for game, seats in ROWS:
        began = time.perf_counter()
        env = shijo.env(game, seats=seats)
        made = time.perf_counter() - began
        bare = env.unwrapped
        print(
            f"  {game:<10}{seats:>6}{len(bare.observation_names):>8}{len(bare.action_names):>9}"
            f"{made:>11.2f}{_moves(env):>10,.0f}{_bare(game, seats):>10,.0f}"
        )


def _moves(env: Any) -> float:
    made, began, rng = 0, time.perf_counter(), Stream(b"moves")
    while made < MOVES:
        env.reset(seed=made)
        for _ in env.agent_iter():
            observed, _, over, cut, _ = env.last()
            legal = observed["action_mask"].nonzero()[0]
            env.step(None if over or cut else int(legal[rng.randrange(len(legal))]))
            made += not (over or cut)
    return made / (time.perf_counter() - began)


def _bare(name: str, seats: int) -> float:
    kind, made, began, rng = games.load(name), 0, time.perf_counter(), Stream(b"moves")
    while made < MOVES:
        game = kind.new(seats=seats, seed=b"%d" % made)
        while game.outcome is None:
            seat = min(game.waiting_on)
            game.play(seat, rng.choice(game.view(seat).moves))
            made += 1
    return made / (time.perf_counter() - began)
