"""A hand is enough to play from: on a phone its picture, words and buttons need no scrolling."""

from __future__ import annotations

import random
from typing import Final

import pytest
from discord.utils import utcnow
from playwright.async_api import expect

import games
from bot.core.model import Happening, Seat
from cogs.table.drawn import drawn_panel
from games.core import Game
from tests.browser.chromium import Windows
from tests.browser.puppet import Lounge
from tests.cogs.tables import table

pytestmark = pytest.mark.asyncio(loop_scope="session")

SCREEN: Final = {"width": 400, "height": 744}
NAMES: Final = ("Nora", "Pavel", "Aiko", "Bartholomew", "Berta", "Cleo")
HANDS: Final = (6, 13, 25)
TRIES: Final = 60
MOVES: Final = 400

AROUND: Final = 67
"""Pixels that stand around a hand: the line with the author's name, the line that says that it is
seen by its owner alone, and the space between messages."""


def ordinary(name: str, seats: int, cards: int) -> tuple[Game, int, tuple[Happening, ...]] | None:
    """A game of that many in which a seat with that many cards is to move, that seat, and what
    happened; None if none is found."""
    kind = games.load(name)
    preset = next(each for each in kind.Options.presets if not kind.options(each).clashes(seats))
    for seed in range(TRIES):
        game = kind.new(kind.options(preset), seats=seats, seed=bytes([seed, cards]) * 16)
        rng, happened = random.Random(seed), list[Happening]()
        for played in range(MOVES):
            if game.outcome is not None:
                break
            seat = rng.choice(sorted(game.waiting_on))
            if played > seats and game.view(seat).seats[seat].cards == cards:
                return game, seat, tuple(happened[-10:])
            move = rng.choice(game.legal_moves(seat))
            happened.append(Happening(seat, move, False, tuple(game.play(seat, move))))
    return None


@pytest.mark.parametrize("seats", [2, 4, 6])
@pytest.mark.parametrize("name", games.BUILT_IN)
async def test_an_ordinary_move_needs_no_scrolling(
    windows: Windows, lounge: Lounge, name: str, seats: int
) -> None:
    channel = lounge.channel()
    nora = await windows.window("Nora", channel=str(channel.id), viewport=SCREEN)
    people = tuple(Seat(each, 100 + number) for number, each in enumerate(NAMES[:seats]))
    room = await nora.run("() => document.querySelector('#scroller').clientHeight")
    found = [(cards, ordinary(name, seats, cards)) for cards in HANDS]
    assert found[0][1] is not None
    for cards, position in found:
        if position is None:
            continue  # no hand of this game grows so large
        game, seat, recent = position
        clocks = {seat: utcnow()}
        shown = table(game=name, seats=people, live=game, clocks=clocks, recent=recent)
        drawn = await drawn_panel(shown, seat)
        message = await channel.send(**drawn.new)
        panel = nora.message(message.id)
        await expect(panel.locator("img").first).to_be_visible()
        await nora.run("() => Promise.all([...document.images].map((each) => each.decode()))")
        box = await panel.locator(".container").bounding_box()
        assert box is not None
        assert box["height"] + AROUND <= room, f"{cards} cards"
