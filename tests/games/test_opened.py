"""Which hidden cards are shown when a game is over, and at each step of its replay."""

from __future__ import annotations

import random
from collections.abc import Iterator

import pytest

import games
from games.core import Game, View


def positions(name: str, seats: int, preset: str | None = None) -> Iterator[Game]:
    """Play a game with random moves. Yield it at the start and after each move; it is the same
    object each time."""
    kind = games.load(name)
    game, rng = kind.new(kind.options(preset), seats=seats, seed=b"o" * 32), random.Random(seats)
    while game.outcome is None:
        yield game
        seat = rng.choice(sorted(game.waiting_on))
        game.play(seat, rng.choice(game.legal_moves(seat)))
    yield game


def cards(view: View, name: str, owner: int) -> list[str | None]:
    zone = view.zone(name, owner)
    return sorted(zone.cards, key=str) if zone is not None else []


@pytest.mark.parametrize(
    ("name", "seats", "preset"),
    [("durak", 4, None), ("dritzak", 3, None), ("tredici", 3, None), ("tredici", 6, "teams")],
)
def test_every_hand_lies_open_and_nothing_else_has_changed(
    name: str, seats: int, preset: str | None
) -> None:
    closed = 0
    for game in positions(name, seats, preset):
        opened, spectator, hands = game.opened(), game.view(None), game.position()["hands"]
        assert (opened.seat, opened.moves) == (None, ())
        assert [(zone.name, zone.owner, len(zone.cards)) for zone in opened.zones] == [
            (zone.name, zone.owner, len(zone.cards)) for zone in spectator.zones
        ]
        for seat, hand in enumerate(hands):
            assert cards(opened, "hand", seat) == sorted(hand)
            closed += None in cards(spectator, "hand", seat)
    assert closed, "a spectator sees none of them during the game"


def test_dritzak_turns_up_what_nobody_has_seen() -> None:
    for game in positions("dritzak", 3):
        opened, down = game.opened(), game.position()["face_down"]
        for seat, places in enumerate(down):
            left = sorted(card for card in places if card is not None)
            assert cards(opened, "face_down", seat) == left
            assert None in cards(game.view(seat), "face_down", seat) or not left


def test_tredici_turns_up_the_stacks_and_tells_what_was_collected() -> None:
    for game in positions("tredici", 3):
        opened, position = game.opened(), game.position()
        assert opened.facts["targets"] == position["targets"]
        for side, stack in enumerate(position["stacks"]):
            laid = [
                card
                for zone in opened.zones
                if zone.owner == side and zone.name.startswith("stack")
                for card in zone.cards
            ]
            assert laid == stack
