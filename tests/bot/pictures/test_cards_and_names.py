"""Tests of the drawn faces of cards, their colours, and the font. Cards can be told apart, and
names can be read."""

from __future__ import annotations

from importlib import resources

import pytest

from bot.pictures.ending import OwnEnding, Tone, own_ending_scene
from bot.pictures.faces import FOUR_COLOURS, TWO_COLOURS, face
from bot.pictures.fonts import FONT_FILE, width, written
from bot.pictures.palette import (
    BLACK_INK,
    BLUE_INK,
    GREEN_INK,
    RED_INK,
    STEPS,
    Colour,
    Ramp,
)
from bot.pictures.scene import (
    LETTERING,
    Text,
    wrapped,
)
from bot.preferences.model import Deck
from games.cards import CARDS, SUITS


def test_every_card_looks_different_in_both_decks_and_from_its_back() -> None:
    for deck in Deck:
        for wide in (54, 72, 104):
            faces = {face(card, wide, 2 * wide, deck).tobytes() for card in CARDS}
            assert len(faces) == len(CARDS)


def test_the_two_jokers_look_different_without_their_colours_too() -> None:
    for wide in (54, 104):
        red, black = (
            face(card, wide, 2 * wide, Deck.FOUR_COLOURS).tobytes() for card in ("RJ", "BJ")
        )
        assert bytes(part % STEPS for part in red) != bytes(part % STEPS for part in black)


def test_two_colours_are_black_and_red_and_four_are_told_apart_by_colour_blind_people() -> None:
    assert {TWO_COLOURS[suit] for suit in SUITS} == {Ramp.BLACK, Ramp.RED}
    assert len({FOUR_COLOURS[suit] for suit in SUITS}) == 4
    inks = (BLACK_INK, RED_INK, BLUE_INK, GREEN_INK)
    for matrix in COLOUR_BLIND:
        looks = [as_seen(ink, matrix) for ink in inks]
        for number, one in enumerate(looks):
            for other in looks[number + 1 :]:
                assert sum((a - b) ** 2 for a, b in zip(one, other, strict=True)) ** 0.5 > 60, (
                    matrix,
                    one,
                    other,
                )


COLOUR_BLIND = (
    ((1.0, 0.0, 0.0), (0.0, 1.0, 0.0), (0.0, 0.0, 1.0)),
    (
        (0.152286, 1.052583, -0.204868),
        (0.114503, 0.786281, 0.099216),
        (-0.003882, -0.048116, 1.051998),
    ),
    (
        (0.367322, 0.860646, -0.227968),
        (0.280085, 0.672501, 0.047413),
        (-0.011820, 0.042940, 0.968881),
    ),
    (
        (1.255528, -0.076749, -0.178779),
        (-0.078411, 0.930809, 0.147602),
        (0.004733, 0.691367, 0.303900),
    ),
)
"""Matrices that turn a colour (linear red, green and blue) into the colour that a person sees. The
first is for full colour vision. The others are for three kinds of colour blindness: protanopia,
deuteranopia and tritanopia (Machado, Oliveira and Fernandes, 2009)."""


def as_seen(colour: Colour, matrix: tuple[tuple[float, ...], ...]) -> tuple[float, ...]:
    linear = [(part / 255) ** 2.2 for part in colour]
    mixed = [sum(weight * part for weight, part in zip(row, linear, strict=True)) for row in matrix]
    return tuple(255 * min(1.0, max(0.0, part)) ** (1 / 2.2) for part in mixed)


def test_the_font_comes_with_the_package_and_is_small() -> None:
    data = resources.files("bot.pictures") / "data"
    assert len((data / FONT_FILE).read_bytes()) < 150_000
    assert "Bitstream Vera" in (data / "LICENSE-DejaVu.txt").read_text(encoding="utf-8")


@pytest.mark.parametrize(
    ("name", "shown"),
    [
        ("Nora", "Nora"),
        ("Жанна Ω 🎴", "Жанна Ω"),
        ("𝓕𝓪𝓷𝓬𝔂", "Fancy"),
        ("a\nb\tc", "a b c"),
        ("\u00a09\u202f\u00a0% 🎴\u00a0of  9", "9\u00a0% of 9"),
        ("田中", None),
        ("🎴🎴", None),
        ("", None),
        ("x\u202egnp", "xgnp"),
    ],
)
def test_names_are_written_as_far_as_the_font_has_letters(name: str, shown: str | None) -> None:
    assert written(name) == shown


@pytest.mark.parametrize("space", ["\u00a0", "\u202f"])
def test_no_line_ends_at_a_no_break_space(space: str) -> None:
    text = written(f"Sie stand auf 9{space}% und gewann 9{space}% dazu") or ""
    most = width("Sie stand auf 9", LETTERING)
    lines = wrapped(text, LETTERING, most)
    assert lines == ["Sie stand auf", "9\u00a0% und", "gewann 9\u00a0%", "dazu"]
    assert width("9\u00a0%", LETTERING) == width("9 %", LETTERING), "drawn as a plain one"
    ends = own_ending_scene(OwnEnding(Tone.FIRST, f"{text} " * 9)).things
    drawn = [each.text for each in ends if isinstance(each, Text)]
    assert len(drawn) > 2
    assert sum(each.count("9\u00a0%") for each in drawn) == 2 * 9
