"""What a table, a hand and a lobby show, each in the place where its reader looks for it."""

from __future__ import annotations

from dataclasses import replace
from functools import partial
from typing import cast

import pytest
from discord import ui

import games
from bot.core.model import Happening, Phase, Seat, Table
from bot.pictures.ending import own_ending_scene
from bot.pictures.hand import hand_scene
from bot.pictures.lobby import cover_scene
from bot.pictures.result import result_scene
from bot.pictures.scene import Card, Face, Scene, Text
from bot.pictures.table import table_scene
from bot.preferences.model import MemberSettings, ServerSettings
from cogs.table.drawn import lobby_cover
from cogs.table.lobby.message import preset_choices
from cogs.table.lobby.welcome import welcome
from cogs.table.message.alt_text import table_alt
from cogs.table.message.captions import captions_of
from cogs.table.message.look import hand_look, table_look
from cogs.table.message.own_ending import ending_alt, own_ending
from cogs.words.load import words_of
from games.core import Event, Game, Outcome
from games.view import TENSION
from tests.cogs.tables import panel_of, table, view
from tests.limits import text_of, walk
from tests.present import present

URGENT = {"The deck is empty", "Berta: last card!"}
LARGE = 90
"""Pixels of the width of a card in one's own ending, in a picture 800 pixels wide."""

FACE = 60
"""Pixels of a face that is more than a mark beside a name."""


def written(scene: Scene) -> set[str]:
    return {each.text for each in scene.things if isinstance(each, Text)}


def seen_by(shown: Table, seat: int) -> Scene:
    """The picture of a seat's hand."""
    look = present(hand_look(shown, seat))
    own, hand, captions, _deck = cast("partial[bytes]", present(look.picture).draw).args
    return hand_scene(own, hand, captions)


def sentences(panel: ui.LayoutView) -> str:
    """The text of a message without the descriptions of its pictures."""
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
            ("practice" in written(scene)) == (seats is alone) == ("practice" in ending_alt(ending))
        )
        cards = [each for each in scene.things if isinstance(each, Card)]
        assert {each.card for each in cards} >= {"9S"}
        assert min(each.wide for each in cards) >= LARGE


def test_people_are_seen_in_the_lobby_and_on_the_podium() -> None:
    seats = (Seat("Ada", 101, joined_by=1), Seat("Berta", strength="skilled", joined_by=2))
    lobby = table(phase=Phase.LOBBY, seats=seats)
    (cover,) = cast("partial[bytes]", present(lobby_cover(lobby)).draw).args
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


@pytest.mark.parametrize("name", games.BUILT_IN)
def test_a_stranger_is_told_what_each_game_and_each_preset_is(name: str) -> None:
    kind = games.load(name)
    assert kind.gist
    assert kind.gist in text_of(welcome().to_components())
    choices = preset_choices(name, "", ServerSettings())
    assert {each.value for each in choices} == set(kind.Options.presets)
    assert all(each.description for each in choices)
