"""Tests of what the messages of a table, a hand and a lobby show in words and in pictures."""

from __future__ import annotations

import random
from dataclasses import replace
from functools import partial
from typing import cast

import pytest
from discord import ui

import games
from bot.core.model import Happening, Phase, Seat, Table
from bot.pictures.ending import OwnEnding, Tone, own_ending_scene
from bot.pictures.fan import fanned
from bot.pictures.hand import hand_scene
from bot.pictures.lobby import cover_scene
from bot.pictures.paint import png
from bot.pictures.result import result_scene
from bot.pictures.scene import Card, Face, Scene, Text
from bot.pictures.table import table_scene
from bot.preferences.model import Deck, MemberSettings, ServerSettings
from cogs.discord.languages import speaking
from cogs.table.drawn import lobby_cover
from cogs.table.lobby.message import preset_choices
from cogs.table.lobby.welcome import welcome
from cogs.table.message.alt_text import table_alt
from cogs.table.message.captions import captions_of
from cogs.table.message.headline import headline
from cogs.table.message.look import hand_look, table_look
from cogs.table.message.own_ending import ending_alt, ending_message, ending_picture, own_ending
from cogs.table.message.table_text import names_of
from cogs.words.load import words_of
from cogs.words.names import bare
from games.core import Event, Game, Outcome
from games.view import TENSION
from tests.cogs.tables import panel_of, public_of, table, view
from tests.limits import text_of, walk
from tests.present import present

URGENT = {"The deck is empty", "Berta: last card!"}
LARGE = 90
"""The least width, in pixels, of a card in the picture of a member's own result. The picture is 800
pixels wide."""

FACE = 60
"""The size in pixels from which a face is more than a small mark beside a name."""


def lines(scene: Scene) -> list[str]:
    """Return the texts in a picture."""
    return [each.text for each in scene.things if isinstance(each, Text)]


def written(scene: Scene) -> set[str]:
    return set(lines(scene))


def seen_by(shown: Table, seat: int) -> Scene:
    """Return the scene (the parts of a picture) of a seat's hand."""
    look = present(hand_look(shown, seat))
    own, hand, captions, _deck = cast("partial[bytes]", present(look.picture).draw).args
    return hand_scene(own, hand, captions)


def sentences(panel: ui.LayoutView) -> str:
    """Return the text of a message without the descriptions of its pictures."""
    parts = walk(panel.to_components())
    return "\n".join(str(each["content"]) for each in parts if "content" in each)


def test_whatever_is_urgent_stands_in_each_picture_and_in_words() -> None:
    facts = {"trump": "H", TENSION: [["deck-empty", None], ["one-card", 1]]}
    public, own = view(seat=None, facts=facts), view(hand=("6S", "QH"), facts=facts)
    shown = table(public, own)
    captions = captions_of(shown, words_of("durak"))
    assert written(table_scene(public, captions)) >= URGENT
    assert written(seen_by(shown, 0)) >= URGENT
    for alt in (table_alt(public, captions), present(present(hand_look(shown, 0)).picture).alt):
        assert all(told in alt for told in URGENT)
    in_words = sentences(panel_of(shown, 0, wanted=MemberSettings(text_only=True)))
    assert "The deck is empty" in in_words
    assert "last card!" in in_words
    calm = replace(public, facts={"trump": "H"})
    assert not written(table_scene(calm, captions)) & URGENT


def test_cards_that_are_chosen_by_place_carry_their_numbers() -> None:
    live = games.load("dritzak").new(seats=2, seed=bytes(32))
    shown = table(live.view(None), game="dritzak", live=live)
    assert written(seen_by(shown, 0)) >= {"1", "2", "3"}


def test_a_hand_with_a_picture_repeats_none_of_it_in_words() -> None:
    live = games.load("durak").new(seats=2, seed=bytes(32))
    shown = table(live.view(None), live=live)
    assert "6 cards" not in sentences(panel_of(shown, 0))
    assert "6 cards" in sentences(panel_of(shown, 0, wanted=MemberSettings(text_only=True)))


def finished(*seats: Seat) -> Game:
    game = games.load("durak").new(seats=len(seats), seed=bytes(32))
    game.outcome = Outcome((1, 2))
    return game


def test_ones_own_ending_has_the_last_cards_large_and_says_that_it_was_practice() -> None:
    alone = (Seat("Ada", 101, joined_by=1), Seat("Berta", strength="skilled", joined_by=2))
    both = (alone[0], Seat("Bo", 102, joined_by=2))
    beaten = Event("beaten", {"seat": 0, "attack": "6S", "card": "9S"})
    recent = (Happening(0, "beat 6S 9S", False, (beaten,)),)
    for seats, told in ((alone, "practice"), (both, "")):
        game = finished(*seats)
        at = table(phase=Phase.OVER, live=game, outcome=game.outcome, seats=seats, recent=recent)
        ending = present(own_ending(at, 0))
        scene = own_ending_scene(ending)
        assert ending.unrated == told
        assert (
            ("practice" in written(scene)) == (seats is alone) == ("Practice" in ending_alt(ending))
        )
        cards = [each for each in scene.things if isinstance(each, Card)]
        assert {each.card for each in cards} >= {"9S"}
        assert min(each.wide for each in cards) >= LARGE


@pytest.mark.parametrize("number", [2, 3, 4])
@pytest.mark.parametrize("name", games.BUILT_IN)
def test_the_result_stands_once(name: str, number: int) -> None:
    """The result of a game is said exactly once: in the picture if the message has one, and
    otherwise in the message's words. A player's own result doesn't name the player."""
    people = ("Ada", "Boris", "Cleo", "Dora")[:number]
    seats = tuple(Seat(each, 101 + seat, joined_by=1) for seat, each in enumerate(people))
    game = played_out(name, number)
    over = table(phase=Phase.OVER, game=name, live=game, outcome=game.outcome, seats=seats)
    for seat in range(number):
        ending = present(own_ending(over, seat))
        scene = own_ending_scene(ending)
        assert lines(scene).count(ending.headline.replace("…", "...")) == 1
        for told in (*lines(scene), ending_alt(ending)):
            assert not any(each in told for each in people), "nobody reads their own name"
        for picture, times in ((ending_picture(ending, Deck.FOUR_COLOURS), 0), (None, 1)):
            in_words = sentences(ending_message(over, ending, picture))
            assert in_words.count(ending.headline) == times
    drawn = present(present(table_look(over)).picture)
    scene = result_scene(*cast("partial[bytes]", drawn.draw).args)
    view = present(game.view(None))
    told = headline(present(game.outcome), words_of(name), names_of(over, view))
    assert lines(scene).count(bare(told).split(" ", 1)[1]) == 1
    assert told not in sentences(public_of(over))
    assert sentences(public_of(over, text_only=True)).count(told) == 1


def played_out(name: str, seats: int) -> Game:
    """Return a game that was played to its end at random."""
    game, rng = games.load(name).new(seats=seats, seed=bytes(32)), random.Random(seats)
    while game.outcome is None:
        seat = min(game.waiting_on)
        game.play(seat, rng.choice(game.legal_moves(seat)))
    return game


@pytest.mark.parametrize(
    ("ranks", "told"),
    [
        ((1, 1, 2), "Finished #3 of 3"),
        ((1, 2, 3), "Finished #3 of 3"),
        ((1, 2), "Finished #2 of 2"),
    ],
)
def test_the_fool_comes_last_however_many_share_the_first_place(
    ranks: tuple[int, ...], told: str
) -> None:
    seats = tuple(
        Seat(each, 101 + seat, joined_by=1) for seat, each in enumerate("ABC"[: len(ranks)])
    )
    live = games.load("durak").new(seats=len(ranks), seed=bytes(32))
    over = table(phase=Phase.OVER, live=live, outcome=Outcome(ranks), seats=seats)
    assert present(own_ending(over, len(ranks) - 1)).place == told
    public = present(present(table_look(over)).picture).alt
    assert f" {len(ranks)}. {seats[-1].name}: fool" in public, "for everyone, it's the same place"


def test_people_are_seen_in_the_lobby_and_on_the_podium() -> None:
    seats = (Seat("Ada", 101, joined_by=1), Seat("Berta", strength="skilled", joined_by=2))
    lobby = table(phase=Phase.LOBBY, seats=seats)
    cover, _letters = cast("partial[bytes]", present(lobby_cover(lobby)).draw).args
    game = finished(*seats)
    over = table(phase=Phase.OVER, live=game, outcome=game.outcome, seats=seats)
    picture = present(present(table_look(over)).picture)
    seen, ending, captions = cast("partial[bytes]", picture.draw).args
    for scene in (cover_scene(cover), result_scene(seen, ending, captions)):
        things = scene.things
        assert [each.name for each in things if isinstance(each, Face) and each.size >= FACE] == [
            "Berta"
        ]
        assert "A" in written(scene), "a member's face is an initial"


def test_cards_have_the_readers_letters_before_and_after_a_game_too() -> None:
    # The middle card of Durak's emblem is drawn upright, and the others are turned.
    lobby = table(phase=Phase.LOBBY, seats=(Seat("Ada", 101, joined_by=1),))
    ending = OwnEnding(Tone.FIRST, "", cards=("QS", "KH"))
    drawn = []
    for language in ("en", "ru"):
        with speaking(language):
            cover = present(lobby_cover(lobby))
            drawn.append((cover.draw(), ending_picture(ending, Deck.FOUR_COLOURS).draw()))
    english, russian = drawn
    assert english[0] != russian[0]
    assert english[1] != russian[1]
    turned = [
        png(fanned(("6S", "QD"), 400), Deck.FOUR_COLOURS, letters) for letters in ({}, {"Q": "Д"})
    ]
    assert turned[0] != turned[1]


@pytest.mark.parametrize("name", games.BUILT_IN)
def test_a_stranger_is_told_what_each_game_and_each_preset_is(name: str) -> None:
    kind = games.load(name)
    assert kind.gist
    assert kind.gist in text_of(welcome().to_components())
    choices = preset_choices(name, "", ServerSettings())
    assert {each.value for each in choices} == set(kind.Options.presets)
    assert all(each.description for each in choices)
