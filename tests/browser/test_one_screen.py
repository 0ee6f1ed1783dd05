"""Tests that one can play without scrolling. On a phone, the whole hand message fits on the screen.
On a desktop, the table's message and the hand message below fit on the screen together."""

from __future__ import annotations

import random
from collections.abc import Callable
from functools import cache
from typing import Final

import pytest
from discord.utils import utcnow
from playwright.async_api import expect

import games
from bot.core.model import Ahead, Happening, Seat
from bot.tables.play import RECENT
from cogs.table.drawn import drawn_panel, drawn_public
from games.core import Game
from tests.browser.chromium import Window, Windows
from tests.browser.puppet import Lounge
from tests.cogs.tables import table

pytestmark = pytest.mark.asyncio(loop_scope="session")

SCREEN: Final = {"width": 400, "height": 744}
NAMES: Final = ("Nora", "Pavel", "Aiko", "Bartholomew", "Berta", "Cleo")
HANDS: Final = (6, 13, 25)
TRIES: Final = 60
MOVES: Final = 400

DESK: Final = {"width": 1280, "height": 1080}
FITTING: Final = {
    ("durak", 2): (3, 6, 9, 13),
    ("durak", 4): (3, 6, 9, 13, 25),
    ("durak", 6): (3, 6, 9, 13, 25),
    ("dritzak", 2): (3, 6, 9, 13, 25),
    ("dritzak", 4): (3, 6, 9, 13),
    ("dritzak", 6): (3, 6, 9, 13),
    ("tredici", 2): (3, 6),
    ("tredici", 4): (3, 6),
    ("tredici", 6): (3, 6),
}
"""For each game and number of seats, the numbers of cards in a hand that the test tries. With these
numbers, the hand message and the table's message fit on a desktop screen together. In Tredici, a
hand at these tables has at most seven cards (TRE-01)."""
SPARE: Final = 6
"""The number of pixels of the screen's height that must stay free. In another version of the font,
lines might be a little higher."""
AROUND: Final = 67
"""The height in pixels of what stands around a hand: the line with the author's name, the line
*Only you can see this*, and the space between messages."""


Wanted = Callable[[Game, int], bool]


def asked(game: Game, seat: int) -> bool:
    """Return whether it is the turn of `seat`."""
    return seat in game.waiting_on


def offered(game: Game, seat: int) -> bool:
    """Return whether the game doesn't wait for `seat`, but the seat can choose a move in
    advance."""
    return seat not in game.waiting_on and bool(game.ahead(seat))


@cache
def position(
    name: str, seats: int, cards: int, wanted: Wanted
) -> tuple[Game, int, tuple[Happening, ...]] | None:
    """Play random games of `name` until `wanted` accepts a seat that has `cards` cards. Returns the
    game, this seat, and the last happenings. Returns None if no game has such a seat."""
    kind = games.load(name)
    preset = next(each for each in kind.Options.presets if not kind.options(each).clashes(seats))
    for seed in range(TRIES):
        game = kind.new(kind.options(preset), seats=seats, seed=bytes([seed, cards]) * 16)
        rng, happened = random.Random(seed), list[Happening]()
        for played in range(MOVES):
            if game.outcome is not None:
                break
            order = rng.sample(range(seats), seats)
            for seat in order if played > seats else ():
                if wanted(game, seat) and game.view(seat).seats[seat].cards == cards:
                    return game, seat, tuple(happened[-RECENT:])
            seat = rng.choice(sorted(game.waiting_on))
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
    room = await nora.run("() => document.querySelector('#scroller').clientHeight")
    found = [
        (cards, wanted, place)
        for wanted in (asked, offered)
        for cards in HANDS
        # Where no game with such a hand is found, none grows so large, or nothing is offered.
        if (place := position(name, seats, cards, wanted)) is not None
    ]
    assert found[0][:2] == (HANDS[0], asked)
    assert name != "durak" or (HANDS[0], offered) in [each[:2] for each in found]
    for cards, wanted, (game, seat, recent) in found:
        offers = game.ahead(seat) if wanted is offered else []
        for ahead in (None, *(Ahead(tuple(map(str, offer))) for offer in offers[:1])):
            people = tuple(
                Seat(each, 100 + number, ahead=ahead if number == seat else None)
                for number, each in enumerate(NAMES[:seats])
            )
            clocks = {min(game.waiting_on): utcnow()}
            shown = table(game=name, seats=people, live=game, clocks=clocks, recent=recent)
            drawn = await drawn_panel(shown, seat)
            message = await channel.send(**drawn.new)
            height = await height_of(nora, message.id)
            assert height + AROUND <= room, f"{cards} cards, {wanted.__name__}, {ahead}"


@pytest.mark.parametrize("seats", [2, 4, 6])
@pytest.mark.parametrize("name", games.BUILT_IN)
async def test_on_a_desktop_the_table_and_the_hand_below_it_need_no_scrolling(
    windows: Windows, lounge: Lounge, name: str, seats: int
) -> None:
    channel = lounge.channel()
    nora = await windows.window("Nora", channel=str(channel.id), viewport=DESK)
    room = await nora.run("() => document.querySelector('#scroller').clientHeight")
    every = sorted({*HANDS, *FITTING[name, seats]})
    places = {cards: position(name, seats, cards, asked) for cards in every}
    assert {cards for cards in HANDS if places[cards]} <= {*FITTING[name, seats]}
    found = [place for place in places.values() if place is not None]
    for game, seat, recent in found:
        people = tuple(Seat(each, 100 + number) for number, each in enumerate(NAMES[:seats]))
        clocks = {min(game.waiting_on): utcnow()}
        shown = table(game=name, seats=people, live=game, clocks=clocks, recent=recent)
        heights = [
            await height_of(nora, (await channel.send(**drawn.new)).id)
            for drawn in (await drawn_public(shown), await drawn_panel(shown, seat))
        ]
        assert sum(heights) + AROUND + SPARE <= room, heights


async def height_of(window: Window, message: int) -> float:
    """Return the height of a message's container with its picture, in pixels."""
    panel = window.message(message)
    await expect(panel.locator("img").first).to_be_visible()
    await window.run("() => Promise.all([...document.images].map((each) => each.decode()))")
    box = await panel.locator(".container").bounding_box()
    assert box is not None
    return float(box["height"])
