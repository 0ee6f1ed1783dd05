"""The chances of winning that spectators see while they watch a game with open hands."""

from __future__ import annotations

from typing import Any

import pytest

import games
from games.analysis.open_hands import open_chances
from games.core import Stream


@pytest.mark.parametrize(
    ("name", "options"),
    [
        ("durak", {"teams": "pairs"}),
        ("dritzak", {}),
        ("tredici", {"teams": 2}),
    ],
)
def test_whoever_has_left_has_no_chance_even_if_the_team_plays_on(
    name: str, options: dict[str, Any]
) -> None:
    kind, rng = games.load(name), Stream(b"moves")
    game = kind.new(kind.options(**options), seats=4, seed=b"left")
    for _ in range(12):
        seat = min(game.waiting_on)
        game.play(seat, rng.choice(game.legal_moves(seat)))
    game.resign(1)
    chances = open_chances(game)
    assert chances[1] == 0
    assert max(chances) > 0
