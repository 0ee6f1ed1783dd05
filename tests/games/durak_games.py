"""Games of Durak with options, seats and moves that Hypothesis draws."""

from __future__ import annotations

from typing import Any

from hypothesis import strategies as st
from pydantic import ValidationError

from games.core import OptionsError, Stream
from games.durak import Durak, DurakOptions
from tests.games.options import any_values


@st.composite
def begun_games(draw: st.DrawFn, *, most_moves: int = 60, most_decks: int = 2) -> Durak:
    """Draw a game of Durak with any options that fit together, after up to `most_moves` moves. In
    some of the games a seat has left."""
    seats = draw(st.integers(2, 10 if most_decks > 1 else 8))
    seed = draw(st.binary(max_size=4))
    rng = Stream(b"moves" + seed)
    options = draw(playable_options(seats, most_decks))
    game = Durak.new(options, seats=seats, seed=seed)
    for _ in range(draw(st.integers(0, most_moves))):
        if game.outcome is not None:
            break
        seat = rng.choice([seat for seat in range(seats) if game.legal_moves(seat)])
        if rng.randrange(60):
            game.play(seat, rng.choice(game.legal_moves(seat)))
        else:
            game.resign(seat)
    return game


@st.composite
def playable_options(draw: st.DrawFn, seats: int, most_decks: int = 2) -> DurakOptions:
    """Draw options with which `seats` seats can play. Options that clash keep their defaults."""
    values: dict[str, Any] = {"decks": 2} if seats > 8 else {}
    for name, value in draw(any_values(DurakOptions)).items():
        try:
            Durak.check(DurakOptions(**{**values, name: value}), seats)
        except (ValidationError, OptionsError):
            continue
        values[name] = min(value, most_decks) if name == "decks" else value
    return DurakOptions(**values)
