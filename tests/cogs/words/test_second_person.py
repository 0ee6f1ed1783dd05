"""What happened, told to the one it is about: never in the third person."""

from __future__ import annotations

import random

import pytest

import games
from bot.core.model import Happening
from cogs.table.message.result import honour_lines
from cogs.table.message.story import deeds, line_of
from cogs.words.load import words_of
from cogs.words.seats import Names
from games.core import Game
from tests.present import present

PEOPLE = ("Nora", "Pavel", "Aiko", "Berta")
LISTS = frozenset({"targets-announced", "targets", "set-aside"})
"""Events that list everybody with a suit or a number, as a table would."""


def a_game(name: str, preset: str, seed: int) -> tuple[list[Happening], Game]:
    """A game played to its end at random, move by move."""
    kind, rng = games.load(name), random.Random(seed)
    live = kind.new(kind.options(preset), seats=len(PEOPLE), seed=b"own %d" % seed)
    happened = list[Happening]()
    while live.outcome is None:
        seat = rng.choice(sorted(live.waiting_on))
        move = rng.choice(live.legal_moves(seat))
        happened.append(Happening(seat, move, False, tuple(live.play(seat, move))))
    return happened, live


@pytest.mark.parametrize("name", games.BUILT_IN)
def test_nobody_reads_of_their_own_deeds_in_the_third_person(name: str) -> None:
    kind, words, told = games.load(name), words_of(name), 0
    presets = [each for each in kind.Options.presets if not kind.options(each).clashes(4)]
    for seed, preset in enumerate(presets):
        happened, live = a_game(name, preset, seed)
        sides = tuple(seat.side for seat in live.view(None).seats)
        for me, own_name in enumerate(PEOPLE):
            names = Names(PEOPLE, me, sides)
            alone = sides.count(sides[me]) == 1
            for deed in deeds(happened, words, names):
                if LISTS & {event.name for event in deed.events}:
                    continue
                line = line_of(deed, words, names)
                assert own_name not in line or not alone, (preset, line)
                told += line.startswith("You")
            for line in honour_lines(present(live.outcome), words, names):
                assert own_name not in line or not alone
    assert told > 20
