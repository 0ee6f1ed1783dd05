"""Tests of hidden cards in pictures. If the hidden cards are dealt anew, the bytes of the picture
stay the same. The pictures are lobby covers, tables and hands with urgent facts (`View.tension`),
deals of the day, podiums (pictures of the first places at the end) and a member's own result."""

from __future__ import annotations

import random
from collections.abc import Iterator
from dataclasses import replace

import pytest

import games
from bot.core.model import Happening, Phase, Seat, Table
from bot.pictures.paint import png
from bot.pictures.podium import podium_scene
from bot.pictures.scene import WIDTH
from bot.preferences.model import Deck
from bot.today.model import MEMBER, DayGame, dealt_as, seated_at
from cogs.table.drawn import lobby_cover
from cogs.table.message.captions import captions_of
from cogs.table.message.look import hand_look, table_look
from cogs.table.message.own_ending import ending_picture, own_ending
from cogs.table.message.result import ending_of
from cogs.today.message import drawn_deal
from cogs.words.load import words_of
from games.core import Event, Game
from games.record import Step
from tests.cogs.tables import table
from tests.present import present

NAMES = ("Nora", "Pavel", "Aiko")
PEOPLE = tuple(Seat(name, 101 + number) for number, name in enumerate(NAMES))


def at(game: Game, **fields: object) -> Table:
    return table(game=game.name, seats=PEOPLE, live=game, outcome=game.outcome, **fields)


def to_the_end(name: str) -> Iterator[tuple[Game, Happening]]:
    """Play a random game of three players to its end. After each move, yields the game, and the
    move as a Happening (a move with its events)."""
    game, rng = games.load(name).new(seats=3, seed=b"9" * 32), random.Random(4)
    while game.outcome is None:
        seat = rng.choice(sorted(game.waiting_on))
        move = rng.choice(game.legal_moves(seat))
        yield game, Happening(seat, str(move), False, tuple(game.play(seat, move)))


def test_a_lobbys_cover_depends_on_nothing_of_its_shuffle() -> None:
    lobbies = (
        table(phase=Phase.LOBBY, seats=PEOPLE, secret_hash=each * 32, secret=each, seed=each)
        for each in ("ab", "cd")
    )
    one, other = (present(lobby_cover(each)) for each in lobbies)
    assert (one.draw(), one.alt) == (other.draw(), other.alt)


@pytest.mark.parametrize("name", games.BUILT_IN)
def test_what_presses_is_told_by_what_the_reader_may_know(name: str) -> None:
    tense = [each.copy() for each, _ in to_the_end(name) if each.view(None).tension][-12:]
    assert tense
    differed = 0
    for game in tense:
        if game.outcome is not None:
            continue
        for reader in (None, 0):
            mine = game.view(reader)
            other = type(game).sample(mine, random.Random(8))
            differed += any(other.view(seat).hand != game.view(seat).hand for seat in range(3))
            looks = [
                present(table_look(at(each)) if reader is None else hand_look(at(each), 0))
                for each in (game, other)
            ]
            one, second = (present(look.picture) for look in looks)
            assert (one.draw(), one.alt) == (second.draw(), second.alt)
    assert differed, "the games were the same"


@pytest.mark.parametrize("name", games.BUILT_IN)
def test_a_podium_and_ones_own_ending_show_no_hand(name: str) -> None:
    *_, (game, last) = to_the_end(name)
    over = at(game, phase=Phase.OVER, recent=(last,))
    words = words_of(name)
    captions = captions_of(over, words, opened=True)
    outcome = present(game.outcome)
    podiums = []
    for view in (game.view(None), present(over.opened())):
        ending = ending_of(over, outcome, view, words, captions)
        scene = podium_scene(len(PEOPLE), ending, captions, WIDTH)
        podiums.append(png(scene._replace(wide=WIDTH), Deck.FOUR_COLOURS, {}))
    assert podiums[0] == podiums[1]
    drawn = [
        ending_picture(present(own_ending(each, 1)), Deck.FOUR_COLOURS)
        for each in (over, replace(over, live=None))
    ]
    assert drawn[0].draw() == drawn[1].draw()
    assert drawn[0].alt == drawn[1].alt


@pytest.mark.parametrize("name", games.BUILT_IN)
async def test_a_deal_of_the_day_shows_its_member_nothing_of_other_hands(name: str) -> None:
    deal, rng = dealt_as(games.load(name), 739_900, b"9" * 32, 1), random.Random(5)
    played = DayGame(deal.day, 101, 1, "Nora")
    differed = 0
    for _ in range(24):
        sitting = seated_at(deal, played)
        if sitting.game.outcome is not None:
            break
        mine = sitting.game.view(MEMBER)
        other = type(sitting.game).sample(mine, random.Random(8))
        seats = range(1, sitting.game.seats)
        differed += any(other.view(each).hand != sitting.game.view(each).hand for each in seats)
        one = await drawn_deal(sitting)
        second = await drawn_deal(replace(sitting, game=other))
        assert one.view.to_components() == second.view.to_components()
        assert [each.fp.read() for each in one.files] == [each.fp.read() for each in second.files]
        seat = rng.choice(sorted(sitting.game.waiting_on))
        move = str(rng.choice(sitting.game.legal_moves(seat)))
        played = replace(played, steps=(*played.steps, Step(seat, move)))
    assert differed, "the hands were the same"


def test_ones_own_ending_names_no_card_that_only_another_was_told() -> None:
    *_, (game, _last) = to_the_end("durak")
    drew = Event("drew", {"seat": 0, "count": 1}, {"seat": 0, "count": 1, "card": "AS"}, (0,))
    over = at(game, phase=Phase.OVER, recent=(Happening(0, "x", False, (drew,)),))
    assert present(own_ending(over, 1)).cards == ()
    assert present(own_ending(over, 0)).cards == ()
