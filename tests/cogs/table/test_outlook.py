"""Tests of what a lobby says about games that take long or often end in a draw."""

from __future__ import annotations

from typing import Any

import pytest

import games
from bot.core.model import Phase, Seat
from cogs.discord.languages import speaking
from cogs.table.lobby.message import lobby_blocks
from games.expected import Expected
from tests.cogs.tables import table


def lobby(game: str, seats: int, **options: Any) -> str:
    """Return the text of a lobby with `seats` members."""
    sitting = tuple(Seat(f"P{number}", 101 + number) for number in range(seats))
    values = games.load(game).options(**options).model_dump()
    shown = table(
        phase=Phase.LOBBY,
        game=game,
        preset=next(iter(games.load(game).Options.presets)),
        options=values,
        seats=sitting,
    )
    return "\n".join(block for block in lobby_blocks(shown, "Cards") if isinstance(block, str))


@pytest.mark.parametrize(
    ("game", "seats", "options", "told"),
    [
        ("dritzak", 2, {"decks": "4"}, "Expect a long game of about 250 moves."),
        ("dritzak", 3, {"decks": "3"}, "Expect a long game of about 200 moves."),
        ("tredici", 10, {"teams": 4}, "With these rules, about half of all games end in a draw."),
    ],
)
def test_a_lobby_says_what_to_expect_of_unusual_games(
    game: str, seats: int, options: dict[str, Any], told: str
) -> None:
    (line,) = [line for line in lobby(game, seats, **options).splitlines() if "🕰️" in line]
    assert told in line


@pytest.mark.parametrize(
    ("game", "seats", "options"),
    [
        ("durak", 4, {}),
        ("dritzak", 4, {}),
        ("tredici", 2, {}),
        ("tredici", 6, {"teams": 2}),
        ("dritzak", 1, {"decks": "4"}),
        ("dritzak", 7, {"decks": "1"}),
    ],
)
def test_usual_games_and_those_that_can_not_begin_need_no_word(
    game: str, seats: int, options: dict[str, Any]
) -> None:
    assert "🕰️" not in lobby(game, seats, **options)


@pytest.mark.parametrize(
    ("draws", "told"),
    [
        (0.17, ""),
        (0.2, "With these rules, about one game in five ends in a draw."),
        (0.25, "With these rules, about one game in four ends in a draw."),
        (0.35, "With these rules, about one game in three ends in a draw."),
        (0.5, "With these rules, about half of all games end in a draw."),
        (0.8, "With these rules, most games end in a draw."),
    ],
)
def test_draws_are_told_in_words(monkeypatch: pytest.MonkeyPatch, draws: float, told: str) -> None:
    durak = games.load("durak")
    monkeypatch.setattr(durak, "expected", lambda options, seats: Expected(270, draws))
    assert f"🕰️ Expect a long game of about 250 moves. {told}".rstrip() in lobby("durak", 2)
    assert ("draw" in lobby("durak", 2)) is bool(told)
    monkeypatch.setattr(durak, "expected", lambda options, seats: Expected(100, draws))
    assert "long game" not in lobby("durak", 2)


def test_in_russian() -> None:
    with speaking("ru"):
        told = lobby("tredici", 10, teams=4)
    assert "По этим правилам вничью заканчивается примерно половина партий." in told
