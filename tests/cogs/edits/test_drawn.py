"""Tests of messages with pictures: their attached files, and the descriptions of the pictures,
which name no hidden card."""

from __future__ import annotations

import random
import re
from collections.abc import Iterator
from dataclasses import replace
from typing import IO, Any, cast

import pytest
from PIL import Image

import games
from bot.core.model import Phase, Seat, Table
from bot.pictures.hand import hand_scene
from bot.pictures.table import table_scene
from bot.preferences.model import MemberSettings
from cogs.discord.languages import speaking
from cogs.discord.layout import ALT_TEXT
from cogs.edits.answers import Drawn
from cogs.table.drawn import drawn_panel, drawn_public
from cogs.table.hand.choices import held
from cogs.table.message.alt_text import clipped, hand_alt, table_alt
from cogs.table.message.captions import captions_of
from cogs.words.load import words_of
from games.core import Game, View, Zone
from tests.cogs.tables import public_of, table, view
from tests.limits import GALLERY, check_files, check_message, text_of, walk
from tests.looked_at import faces
from tests.sightings import cards_in

NAMES = ("Ada", "Berta", "Cleo", "Dora", "Emil")


def at(*views: View, **fields: Any) -> Table:
    seats = tuple(
        Seat(name, 101 + number) for number, name in enumerate(NAMES[: len(views[0].seats)])
    )
    return table(*views, game=views[0].game, **{"seats": seats, **fields})


def played(seats: int = 3) -> Iterator[Game]:
    """Play a random game of each built-in game, with `seats` seats. Yields the game after its first
    move and after every tenth move that follows. It is the same object each time, and the next
    moves change it."""
    for kind in map(games.load, games.BUILT_IN):
        game = kind.new(kind.options(), seats=seats, seed=b"7" * 32)
        rng = random.Random(7)
        for move in range(80):
            if game.outcome is not None:
                break
            seat = rng.choice(sorted(game.waiting_on))
            game.play(seat, rng.choice(game.legal_moves(seat)))
            if move % 10 == 0:
                yield game


def body(drawn: Drawn) -> dict[str, Any]:
    """Return the message in the form in which it would be sent."""
    return {
        "components": drawn.view.to_components(),
        "attachments": [{"filename": file.filename} for file in drawn.files],
        "allowed_mentions": {"parse": []},
    }


async def test_a_game_is_sent_with_its_picture_and_nothing_else_is() -> None:
    game = next(played())
    views = [game.view(seat) for seat in (None, 0, 1, 2)]
    for phase in Phase:
        shown = at(*views, phase=phase)
        for drawn, pictured in (
            (await drawn_public(shown), {Phase.LOBBY, Phase.PLAYING}),
            (await drawn_panel(shown, 0), {Phase.PLAYING}),
        ):
            check_message(body(drawn))
            check_files(body(drawn))
            assert len(drawn.files) == (phase in pictured)
            for file in drawn.files:
                assert Image.open(cast("IO[bytes]", file.fp)).format == "PNG"


async def test_who_wants_text_gets_all_of_it_in_words_and_no_picture() -> None:
    for game in played():
        shown = at(game.view(None), game.view(1))
        for drawn in (
            await drawn_public(shown, text_only=True),
            await drawn_panel(shown, 1, wanted=MemberSettings(text_only=True)),
        ):
            assert not drawn.files
            assert not [
                part for part in walk(drawn.view.to_components()) if part["type"] == GALLERY
            ]
        panel = await drawn_panel(shown, 1, wanted=MemberSettings(text_only=True))
        assert set(game.view(1).hand) <= cards_in(text_of(panel.view.to_components()))


async def test_an_edit_takes_the_older_picture_away() -> None:
    over = await drawn_public(table(phase=Phase.CLOSED, reason="It is late."))
    assert over.edit["attachments"] == []
    game = await drawn_public(at(next(played()).view(None)))
    assert [file.filename for file in game.edit["attachments"]] == ["table.png"]


async def test_facts_of_any_kind_are_no_obstacle_to_a_picture() -> None:
    game = next(played())
    for facts in (
        {"trump": ["H"]},
        {"trump": {"suit": "H"}, "direction": [1]},
        {"direction": None, "trump": 7},
    ):
        assert (await drawn_public(at(replace(game.view(None), game="plug-in", facts=facts)))).files


async def test_a_picture_that_must_not_be_drawn_leaves_the_words(
    caplog: pytest.LogCaptureFixture,
) -> None:
    mistaken = view("take", hand=("6S", "QH"), seat=0)
    shown = at(mistaken)
    shown.live.views = {None: mistaken}  # type: ignore[union-attr] # the stand-in for a live game
    drawn = await drawn_public(shown)
    assert not drawn.files
    assert "drawing table" in caplog.text


# What is said of a picture


def test_all_that_a_table_shows_is_said() -> None:
    for game in played():
        seen = game.view(None)
        captions = captions_of(at(seen), words_of(seen.game))
        said = table_alt(seen, captions)
        assert len(said) <= ALT_TEXT
        assert cards_in(said) == set(faces(table_scene(seen, captions)))
        for name in captions.names:
            assert name in said
        for seat in seen.waiting_on:
            assert captions.names[seat] in said.split(".")[0]


def test_all_that_a_hand_shows_is_said_in_its_order() -> None:
    for game in played():
        seen = game.view(1)
        words = words_of(seen.game)
        captions, hand = captions_of(at(seen), words), held(seen, words)
        said = hand_alt(seen, hand, captions)
        assert len(said) <= ALT_TEXT
        assert cards_in(said) == set(faces(hand_scene(seen, hand, captions)))
        assert not re.search(r"\. [a-z]", said), "a sentence begins with a capital letter"


def test_what_can_be_played_is_said_as_it_is_seen() -> None:
    seen = view("attack 9S", "attack QH", hand=("6S", "9S", "QH", "AD"))
    said = hand_alt(seen, ["6S", "9S", "AD", "QH"], captions_of(at(seen), words_of("durak")))
    assert said.startswith("Your hand, 4 cards: 6♠ 9♠ A♦ Q♥. You can play 9♠ Q♥. ")
    assert said.endswith(" Your move. Trumps: ♥ hearts. Berta: 6 cards, defending. You: attacking.")
    before = Zone("face_up", 0, "row", ("6S", "9S"))
    seen = view("play 9S", zones=(Zone("hand", 0, "hand"), before), game="dritzak", facts={})
    said = hand_alt(seen, [], captions_of(at(seen), words_of("dritzak")))
    assert said.startswith("Your hand is empty. You can play 9♠. Face up: 6♠ 9♠. ")
    with speaking("ru"):
        said = hand_alt(seen, [], captions_of(at(seen), words_of("dritzak")))
    assert " Открытые: 6♠ 9♠." in said


def test_several_stacks_are_told_with_commas() -> None:
    """A slash would be read aloud."""
    stacks = tuple(
        Zone(f"stack-{number}", 1, "row", cards)
        for number, cards in enumerate((("6S", "9S"), (None,)), 1)
    )
    seen = view(zones=(Zone("hand", 0, "hand"), *stacks), game="tredici", facts={})
    said = hand_alt(seen, [], captions_of(at(seen), words_of("tredici")))
    assert "; set aside: 6♠ 9♠, 1." in said


def test_what_is_said_of_a_table_does_not_depend_on_hidden_cards() -> None:
    differed = 0
    for game in played():
        other = type(game).sample(game.view(None), random.Random(5))
        differed += other.view(0).hand != game.view(0).hand
        captions = captions_of(at(game.view(None)), words_of(game.name))
        assert table_alt(game.view(None), captions) == table_alt(other.view(None), captions)
    assert differed


def test_beats_piles_talons_and_gaps_are_said() -> None:
    zones = (
        Zone("table", None, "pairs", ("7S", "8H"), ("9S", None)),
        Zone("talon", None, "pile", (None, None, "QD")),
        Zone("discard", None, "count", (None,) * 4),
        Zone("face_down", 1, "row", (None, None), gaps=(1,)),
        Zone("stack-1", 0, "row", ("AC", None)),
    )
    seen = view(seat=None, zones=zones, facts={"trump": "D", "direction": -1}, waiting_on=(1,))
    said = table_alt(seen, captions_of(at(seen), words_of("durak")))
    for sentence in (
        "To move: Berta.",
        "7♠ beaten by 9♠, 8♥.",
        "The deck: 3 cards, ending with Q♦.",
        "Out of play: 4 cards.",
        "Trumps: ♦ diamonds.",
        "Play goes anticlockwise.",
        "2 (positions 1, 3)",
        "A♣ + 1",
    ):
        assert sentence in said


def test_what_is_too_long_ends_with_a_whole_sentence() -> None:
    said = clipped(["word " * 30 + str(number) for number in range(20)])
    assert ALT_TEXT - 200 < len(said) <= ALT_TEXT
    assert said.endswith(". …")
    assert len(clipped(["x" * 5000])) == ALT_TEXT


def test_names_in_other_letters_are_told_under_the_picture() -> None:
    seen = next(played()).view(None)
    seats = (Seat("田中", 101), Seat("Berta", 102), Seat("Cleo", 103))
    said = text_of(public_of(at(seen, seats=seats)).to_components())
    assert "#1 · **田中**" in said
    assert "#2" not in said
