"""Tests of the pictures of cards that are uploaded to Discord as emoji."""

from __future__ import annotations

import re
from io import BytesIO

from PIL import Image

from bot.pictures.emoji import FACE_NAMES, drawn_face, face_name, face_png, fingerprint
from bot.pictures.faces import INKS, JOKER_INKS
from bot.pictures.palette import PALETTE, Ramp
from bot.preferences.model import Deck
from games.cards import CARDS, JOKERS

LARGEST = 256 * 1024
"""The largest size of an emoji that Discord accepts, in bytes."""


def test_each_face_looks_different_and_always_the_same() -> None:
    drawn = {name: drawn_face(name) for name in FACE_NAMES}
    assert len({image.tobytes() for image in drawn.values()}) == len(FACE_NAMES)
    for name, image in drawn.items():
        assert image.tobytes() == drawn_face(name).tobytes()
        assert image.size == (128, 128)
        assert image.getchannel("A").getpixel((0, 0)) == 0, "the ground shows around the card"


def test_names_and_pictures_are_as_discord_takes_them() -> None:
    for name in FACE_NAMES:
        assert re.fullmatch(r"[A-Za-z0-9_]{2,32}", f"{name}_{fingerprint(name)}")
    for name in FACE_NAMES[::10]:
        png = face_png(name)
        assert len(png) < LARGEST
        with Image.open(BytesIO(png)) as image:
            assert (image.format, image.size) == ("PNG", (128, 128))


def test_suits_have_the_inks_of_the_drawn_decks() -> None:
    for deck in Deck:
        for card in CARDS:
            ramp = JOKER_INKS[card] if card in JOKERS else INKS[deck][card[-1]]
            name = face_name(card, deck)
            assert name is not None
            assert ink(ramp) in colours(name)
            assert not {ink(other) for other in INKS[deck].values() if other != ramp} & colours(
                name
            )


def ink(ramp: Ramp) -> tuple[int, ...]:
    return tuple(PALETTE[3 * ramp.ink : 3 * ramp.ink + 3])


def colours(name: str) -> set[tuple[int, ...]]:
    """Return the RGB colours of all opaque pixels of a card's emoji."""
    image = drawn_face(name)
    found = image.getcolors(128 * 128)
    assert found is not None
    return {colour[:3] for _, colour in found if isinstance(colour, tuple) and colour[3] == 255}
