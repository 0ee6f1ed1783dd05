"""Tests of the habits of bot players: how often a player with a habit follows it. An unknown habit
changes nothing."""

from __future__ import annotations

from collections.abc import Sequence
from functools import cache

import pytest

import games
from games import players
from games.core import Move, Stream, View
from games.told_events import told
from tests.beyond import the_first
from tests.games.habits import DEEDS, Deed, early

DEALS = {"durak": 12, "dritzak": 32, "tredici": 40}
"""How many deals of each game are played. In that many deals, each player has enough chances to
follow a habit or not."""

DRAWN = {"durak": "talon", "dritzak": "draw"}
"""For each game, the zone from which cards are drawn. Moves are checked for habits only while this
zone has cards. A game without an entry is checked to its end."""

ENOUGH = 15
CLEAR = 0.05
"""The difference that a habit must make at least. For a player with the habit and for a player
without it, the test computes how often (from 0 to 1) the player does the action that the habit
avoids or prefers. These two numbers must differ by more than `CLEAR`."""


@cache
def decisions(
    game: str, level: str, manner: str, preset: str, seats: int
) -> list[tuple[View, Move]]:
    """Return the views and moves of a bot player of this level and manner (habit) in some deals.
    The other players have the same level and no manner."""
    kind, made = games.load(game), []
    for deal in range(DEALS[game]):
        seed = b"manner %d" % deal
        live = kind.new(kind.options(preset), seats=seats, seed=seed)
        own = deal % seats
        sitting = [
            players.seated(game, level, manner if seat == own else "") for seat in range(seats)
        ]
        happened, number = live.dealt(), 0
        # What a seat does once nothing can be drawn, it has worked out, whatever its manner.
        while live.outcome is None and (game not in DRAWN or early(live.view(None), DRAWN[game])):
            for seat, player in enumerate(sitting):
                for event in told(happened, seat):
                    player.watch(*event)
            seat = min(live.waiting_on)
            view = live.view(seat)
            move = sitting[seat].choose(view, Stream(seed + b"%d %d" % (seat, number)))
            assert move in view.moves
            if seat == own:
                made.append((view, move))
            happened, number = live.play(seat, move), number + 1
    return made


def share(deed: Deed, made: Sequence[tuple[View, Move]]) -> float:
    """Return the share (0 to 1) of the decisions in `made` in which the player did `deed`.
    Decisions in which the player had no choice about this are left out."""
    answers = [each for view, move in made if (each := deed(view, move)) is not None]
    assert len(answers) >= ENOUGH, "too few to tell"
    return sum(answers) / len(answers)


CASES = [
    ("tredici", "beginner", next(iter(DEEDS["tredici"])), 0.4, 0.8),
    ("dritzak", "casual", "burns", 0.9, 1.0),
    ("dritzak", "beginner", "one-at-a-time", 0.0, 0.0),
    ("durak", "skilled", "hoards-trumps", 0.0, 0.02),
    ("durak", "beginner", "hoards-trumps", 0.0, 0.02),
    ("durak", "casual", "keeps-aces", 0.0, 0.02),
    ("durak", "skilled", "never-passes", 0.0, 0.0),
    ("durak", "casual", "always-passes", 0.95, 1.0),
    ("durak", "casual", "piles-on", 0.9, 1.0),
    ("durak", "beginner", "holds-back", 0.0, 0.0),
    ("durak", "skilled", "spares-the-lowest", 0.1, 0.8),
    ("durak", "skilled", "never-takes", 0.0, 0.05),
    ("durak", "skilled", "red-first", 0.0, 0.0),
    ("dritzak", "beginner", "all-at-once", 0.4, 1.0),
    ("dritzak", "beginner", "keeps-hearts", 0.0, 0.1),
    *(("tredici", "beginner", manner, 0.4, 0.8) for manner in [*DEEDS["tredici"]][1:]),
]


@pytest.mark.parametrize(
    ("game", "level", "manner", "least", "most"),
    the_first(4, CASES),
    ids=[f"{case[0]}-{case[1]}-{case[2]}" for case in CASES],
)
def test_a_manner_shows(game: str, level: str, manner: str, least: float, most: float) -> None:
    deed, seats = DEEDS[game][manner]
    preset = next(iter(games.load(game).Options.presets))
    with_habit = share(deed, decisions(game, level, manner, preset, seats))
    without = share(deed, decisions(game, level, "", preset, seats))
    assert least <= with_habit <= most
    assert abs(with_habit - without) > CLEAR


def test_an_unknown_habit_is_none() -> None:
    game = games.load("durak").new(seats=2, seed=b"")
    (seat,) = game.waiting_on
    view = game.view(seat)
    plain = players.seated("durak", "skilled").choose(view, Stream(b""))
    assert players.seated("durak", "skilled", "hums").choose(view, Stream(b"")) == plain
