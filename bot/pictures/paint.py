"""Paints a scene (a picture's layout), and makes a PNG of it.

Pillow's encoder always uses zlib, which would take more than half of the total time. ISA-L
compresses these pictures to the same size in a quarter of that time; where it isn't installed, zlib
is used.
"""

from __future__ import annotations

import struct
import zlib
from collections.abc import Mapping
from functools import lru_cache
from importlib import import_module
from importlib.util import find_spec
from types import ModuleType
from typing import Final

from PIL import Image

from bot.pictures import badges, moods, people
from bot.pictures.faces import INKS, blank, corners, empty, shadow, shadowed, turned_face
from bot.pictures.fonts import inked, lettering
from bot.pictures.palette import PALETTE, SHADOW, Ramp
from bot.pictures.scene import Badge, Box, Card, Face, Mood, Place, Scene, Sign, Suit, Text, Thing
from bot.pictures.shapes import rounded, shape
from bot.preferences.model import Deck
from games.cards import JOKERS, rank_of

CHIP_SUIT: Final = 0.66
"""The width and height of a suit, as a fraction of the size of the round white chip on which the
suit is drawn."""
NOTATION: Final[Mapping[str, str]] = {}
"""The mapping for pictures without special letters. Such a mapping replaces ranks and jokers by
other letters. This mapping is empty, so cards show the usual ranks, such as `K` and `10`."""
ENGINE: Final[ModuleType] = import_module("isal.isal_zlib") if find_spec("isal") else zlib
LEVEL: Final = 1
"""The compression level of a PNG. A higher level takes several times as long and saves little,
because the pictures have large areas of one colour."""
SIGNATURE: Final = b"\x89PNG\r\n\x1a\n"
INDEXED: Final = (8, 3, 0, 0, 0)
"""The last five bytes of the header of each PNG. They mean 8 bits for each pixel, colours from a
palette, the standard compression, the standard filters, and lines in their usual order (no
interlacing)."""


def png(scene: Scene, deck: Deck, letters: Mapping[str, str] = NOTATION) -> bytes:
    """Paint the scene and return it as a PNG with the shared palette. `letters` maps ranks and
    jokers to what is written on their cards instead of the usual notation. The same scene always
    gives the same bytes."""
    return _encoded(painted(scene, deck, letters))


def painted(scene: Scene, deck: Deck, letters: Mapping[str, str] = NOTATION) -> Image.Image:
    """Paint the scene as an image whose pixels are indices of the shared palette. `letters` maps
    ranks and jokers to what is written on their cards instead of the usual notation."""
    image = blank(scene.wide, scene.high, Ramp.TITLE.ground)
    for thing in scene.things:
        _put(image, thing, deck, letters)
    return image


def _encoded(image: Image.Image) -> bytes:
    """Return the PNG of an image made by `painted`."""
    wide, high = image.size
    # Each line begins with the number of its filter: 0, none.
    lines = Image.new("P", (wide + 1, high), 0)
    lines.paste(image, (1, 0))
    return SIGNATURE + b"".join(
        (
            _chunk(b"IHDR", struct.pack(">IIBBBBB", wide, high, *INDEXED)),
            _chunk(b"PLTE", PALETTE),
            _chunk(b"IDAT", ENGINE.compress(lines.tobytes(), LEVEL)),
            _chunk(b"IEND", b""),
        )
    )


def _chunk(kind: bytes, data: bytes) -> bytes:
    checksum = zlib.crc32(data, zlib.crc32(kind))
    return struct.pack(">I", len(data)) + kind + data + struct.pack(">I", checksum)


def _put(image: Image.Image, thing: Thing, deck: Deck, letters: Mapping[str, str]) -> None:
    place = (thing.x, thing.y)
    match thing:
        case Card() if thing.turned and thing.card is not None:
            letter = _letter(thing.card, letters)
            tile, mask = turned_face(thing.card, thing.wide, thing.high, deck, thing.turned, letter)
            down = shadow(thing.wide)
            left = thing.x + (thing.wide - tile.width) // 2
            top = thing.y + (thing.high - tile.height) // 2
            image.paste(SHADOW, (left + down, top + down), mask)
            image.paste(tile, (left, top), mask)
        case Card():
            letter = "" if thing.card is None else _letter(thing.card, letters)
            tile, mask = shadowed(thing.card, thing.wide, thing.high, deck, thing.grey, letter)
            image.paste(tile, place, mask)
        case Place():
            image.paste(
                empty(thing.wide, thing.high, thing.ramp), place, corners(thing.wide, thing.high)
            )
        case Text():
            image.paste(lettering(thing.text, thing.size, thing.ramp), place)
        case Suit():
            tile = chip(thing.suit, thing.size, deck)
            image.paste(tile, place, disc(thing.size))
        case Sign():
            image.paste(_sign(thing.shape, thing.size, thing.ramp), place)
        case Face() | Badge() | Mood():
            drawn = _medallion(thing)
            if drawn is not None:
                image.paste(drawn, place, disc(thing.size))
        case Box():
            image.paste(
                thing.colour,
                (*place, thing.x + thing.wide, thing.y + thing.high),
                _block(thing.wide, thing.high, thing.radius),
            )


def _medallion(thing: Face | Badge | Mood) -> Image.Image | None:
    if isinstance(thing, Face):
        return people.face(thing.name, thing.size)
    if isinstance(thing, Mood):
        return moods.mood(thing.name, thing.size)
    return badges.badge(thing.sign, thing.size)


def _letter(card: str, letters: Mapping[str, str]) -> str:
    sign = card if card in JOKERS else rank_of(card)
    return letters.get(sign, sign)


@lru_cache(maxsize=256)
def _block(width: int, height: int, radius: int) -> Image.Image:
    return solid(rounded(width, height, radius))


@lru_cache(maxsize=64)
def _sign(name: str, size: int, ramp: Ramp) -> Image.Image:
    return inked(shape(name, size), ramp)


@lru_cache(maxsize=32)
def chip(suit: str, size: int, deck: Deck) -> Image.Image:
    """Draw a suit in the middle of a white tile, `size` pixels wide and high."""
    ramp = INKS[deck][suit]
    tile = blank(size, size, ramp.ground)
    large = round(size * CHIP_SUIT)
    tile.paste(inked(shape(suit, large), ramp), ((size - large) // 2, (size - large) // 2))
    return tile


@lru_cache(maxsize=8)
def disc(size: int) -> Image.Image:
    """Return the mask for a round tile that is `size` pixels wide and high."""
    return solid(rounded(size, size, size // 2))


def solid(mask: Image.Image) -> Image.Image:
    """Return a mask without shades. Every pixel that is at least half covered becomes fully
    covered, and all others empty."""
    return mask.point([0] * 128 + [255] * 128).convert("1")
