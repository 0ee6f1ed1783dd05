"""Measure the CPU time for drawing a picture, from a view to the bytes of the PNG."""

from __future__ import annotations

import random
import time
from collections.abc import Callable
from dataclasses import replace
from functools import partial

import games
from bot.core.placing import places_of
from bot.pictures.hand import hand_picture
from bot.pictures.outcome import Ending
from bot.pictures.result import result_picture
from bot.pictures.scene import Captions
from bot.pictures.table import table_picture
from games.cards import CARDS, in_order
from games.core import Game, Move
from games.view import SeatView, View, Zone

ROUNDS = 30
SEARCHED = 20
"""Games played in search of the fullest table."""
MOVES = 150


def report() -> None:
    """Print the median and the longest CPU time for drawing a picture, in milliseconds, and the
    picture's size in bytes. The pictures show hands of several sizes and, for each game, a table
    with many cards. This table is drawn twice: during the game, and as if the game had ended in
    this position."""
    print(
        "Pictures (PNG, 800 pixels wide), once the faces are drawn: milliseconds of CPU, the most "
        "of 30, bytes"
    )
    for number in (8, 20, 40, 52):
        view = _hand(number)
        _line(f"hand of {number}", partial(hand_picture, view, view.hand, _captions(view)))
        playing = replace(view, moves=tuple(Move.make("play", [card]) for card in view.hand[::2]))
        _line(
            f"hand of {number}, half of it grey",
            partial(hand_picture, playing, view.hand, _captions(view)),
        )
    for name, kind in games.available().items():
        view = _fullest(kind)
        _line(
            f"{name}, {len(view.seats)} seats, {_cards(view)} cards",
            partial(table_picture, view, _captions(view)),
        )
        _line(
            f"the end of that, {len(view.seats)} places",
            partial(result_picture, view, _ending(view), _captions(view)),
        )


def _line(title: str, draw: Callable[[], bytes]) -> None:
    size = len(draw())
    spent = []
    for _ in range(ROUNDS):
        began = time.thread_time()
        draw()
        spent.append(time.thread_time() - began)
    print(
        f"  {title:36} {1000 * sorted(spent)[ROUNDS // 2]:6.1f} {1000 * max(spent):6.1f} {size:8,d}"
    )


def _captions(view: View) -> Captions:
    names = tuple(f"Player number {seat.seat}" for seat in view.seats)
    return Captions(names, zone=lambda name: name, role=lambda name: name)


def _ending(view: View) -> Ending:
    """Return an invented end of the game for a picture: a place for each seat, lines of text, and
    twelve cards of the last round, the most that there can be."""
    ranks = tuple(range(1, len(view.seats) + 1))
    return Ending(
        "Player number 0 won!",
        ("An honour",),
        places_of(ranks, "won"),
        "fool",
        tuple(CARDS[:12]),
        "Last cards: Player number 0",
    )


def _hand(number: int) -> View:
    cards = in_order(random.Random(number).sample(CARDS, number))
    return View("any", 0, (SeatView(0, 0, number),), (Zone("hand", 0, "hand", cards),))


def _cards(view: View) -> int:
    """Return the number of cards that a picture of the table draws separately. A card that lies on
    another card is counted too."""
    return sum(len(zone.cards) for zone in view.zones if zone.layout in {"row", "pairs"}) + sum(
        cover is not None for zone in view.zones for cover in zone.covers
    )


def _fullest(kind: type[Game]) -> View:
    """Return the spectator's view that shows the most cards. It is found in some random games with
    as many seats as possible."""
    views = (view for seed in range(SEARCHED) for view in _views(kind, seed))
    return max(views, key=_cards)


def _views(kind: type[Game], seed: int) -> list[View]:
    rng = random.Random(seed)
    game = _dealt(kind, seed)
    views = []
    for _ in range(MOVES):
        if game.outcome is not None:
            break
        views.append(game.view(None))
        seat = rng.choice(sorted(game.waiting_on))
        game.play(seat, rng.choice(game.legal_moves(seat)))
    return views


def _dealt(kind: type[Game], seed: int) -> Game:
    """Return a game with as many seats as possible, with the last preset that allows so many."""
    for seats in reversed(kind.players):
        for preset in reversed(list(kind.Options.presets)):
            options = kind.options(preset)
            if not options.clashes(seats):
                return kind.new(options, seats=seats, seed=bytes([seed]) * 32)
    raise ValueError(f"{kind.name} can't be played by anybody")
