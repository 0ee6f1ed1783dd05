"""Draws playing cards as tiles, which are small images in the shared palette. Each tile is drawn
once for each size and then kept in memory."""

from __future__ import annotations

from collections.abc import Mapping
from functools import lru_cache
from typing import Final

from PIL import Image, ImageDraw

from bot.pictures.fonts import ink_box, inked, lettering, lettering_mask
from bot.pictures.palette import PALETTE, SHADOW, Ramp
from bot.pictures.shapes import ring, rounded, shape
from bot.preferences.model import Deck
from games.cards import JOKERS, rank_of

FOUR_COLOURS: Final[Mapping[str, Ramp]] = {
    "S": Ramp.BLACK,
    "H": Ramp.RED,
    "D": Ramp.BLUE,
    "C": Ramp.GREEN,
}
TWO_COLOURS: Final[Mapping[str, Ramp]] = {
    "S": Ramp.BLACK,
    "H": Ramp.RED,
    "D": Ramp.RED,
    "C": Ramp.BLACK,
}
INKS: Final[Mapping[Deck, Mapping[str, Ramp]]] = {
    Deck.FOUR_COLOURS: FOUR_COLOURS,
    Deck.TWO_COLOURS: TWO_COLOURS,
}

GREY: Final[Mapping[Ramp, Ramp]] = {
    Ramp.BLACK: Ramp.GREY_BLACK,
    Ramp.RED: Ramp.GREY_RED,
    Ramp.BLUE: Ramp.GREY_BLUE,
    Ramp.GREEN: Ramp.GREY_GREEN,
    Ramp.EDGE: Ramp.GREY_EDGE,
}
"""The colours of cards that can't be played now. Each ramp (two colours and their shades) of a
usual card is mapped to the ramp of a grey card."""
JOKER_INKS: Final[Mapping[str, Ramp]] = {"RJ": Ramp.RED, "BJ": Ramp.BLACK}

SMALL: Final = 64
"""A card narrower than this shows its suit once; a wider one has an index and a large suit."""
INDEX: Final = 58
"""The greatest width of a rank, in hundredths of the card's width. A wider rank is made narrower.
In a fan, only the left part of a card is visible, and the rank must fit into this part."""
KEPT: Final = 1536
"""The most tiles in memory: all cards of both decks in several sizes, court cards in the letters of
two languages. The largest takes 20 kB, most take 5."""


def blank(width: int, height: int, colour: int) -> Image.Image:
    """Return a tile of `width` × `height` pixels filled with one colour. `colour` is an index of
    the palette."""
    tile = Image.new("P", (width, height), colour)
    tile.putpalette(PALETTE)
    return tile


@lru_cache(maxsize=512)
def corners(width: int, height: int) -> Image.Image:
    """Return the mask for a card of `width` × `height` pixels with round corners."""
    return (
        rounded(width, height, radius(min(width, height)))
        .point([0] * 128 + [255] * 128)
        .convert("1")
    )


def radius(width: int) -> int:
    """Return the radius in pixels of the round corners of a card that is `width` pixels wide."""
    return max(4, width // 11)


@lru_cache(maxsize=KEPT)
def shadowed(
    card: str | None, width: int, height: int, deck: Deck, grey: bool, letter: str
) -> tuple[Image.Image, Image.Image]:
    """Draw a card with its shadow, and return the tile and its mask, which covers the card and the
    shadow. The tile shows the face of `card`, or a back if `card` is None. The other parameters are
    those of `face`."""
    tile = blank(*_with_shadow(width, height), SHADOW)
    drawn = back(width, height) if card is None else face(card, width, height, deck, grey, letter)
    tile.paste(drawn, (0, 0), corners(width, height))
    return tile, _outline(width, height)


@lru_cache(maxsize=512)
def _outline(width: int, height: int) -> Image.Image:
    """Return the mask of a card of `width` × `height` pixels together with its shadow."""
    card, down = corners(width, height), shadow(min(width, height))
    mask = Image.new("1", _with_shadow(width, height))
    for left in (0, down):
        mask.paste(1, (left, left, left + width, left + height), card)
    return mask


def _with_shadow(width: int, height: int) -> tuple[int, int]:
    down = shadow(min(width, height))
    return width + down, height + down


def shadow(width: int) -> int:
    """Return how many pixels the shadow of a card falls to the right and down. `width` is the
    card's width."""
    return max(1, width // 36)


def face(
    card: str, width: int, height: int, deck: Deck, grey: bool = False, letter: str = ""
) -> Image.Image:
    """Draw the face of a card as a tile of `width` × `height` pixels. With `grey`, the paper is
    grey, because the card can't be played now. Rank and suit stand upright in the upper left
    corner. This is also so for a card that lies sideways. `letter` is written instead of the card's
    rank (empty: the rank itself), because some languages have other letters for ranks."""
    edge, unit = Ramp.EDGE, min(width, height)
    if card in JOKERS:
        ramp, rank, suit = JOKER_INKS[card], card, "cap"
    else:
        ramp, rank, suit = INKS[deck][card[-1]], rank_of(card), card[-1]
    if grey:
        edge, ramp = GREY[edge], GREY[ramp]
    tile = _sheet(width, height, edge)
    suit_top = _rank(tile, letter or rank, ramp, unit)
    if unit < SMALL:
        _lay(tile, suit, ramp, (unit * 10 // 100, suit_top), unit * 52 // 100)
        return tile
    _lay(tile, suit, ramp, (unit * 9 // 100, suit_top), unit * 30 // 100)
    large = unit * 56 // 100
    _lay(
        tile, suit, ramp, (width - large - unit * 7 // 100, height - large - unit * 9 // 100), large
    )
    if rank in {"K", "Q"}:
        _lay(tile, rank, ramp, (unit * 58 // 100, unit * 14 // 100), unit * 34 // 100)
    return tile


@lru_cache(maxsize=128)
def turned_face(
    card: str, width: int, height: int, deck: Deck, degrees: float, letter: str
) -> tuple[Image.Image, Image.Image]:
    """Draw the face of a card turned clockwise by `degrees`, and return the tile and its mask. The
    card is turned at twice its size in RGB colours, and then reduced to the palette. `letter` is
    written for the rank, as in `face`."""
    fine = 2
    large = face(card, width * fine, height * fine, deck, letter=letter).convert("RGB")
    sheet = corners(width * fine, height * fine).convert("L")
    turned, mask = (
        each.rotate(-degrees, Image.Resampling.BICUBIC, expand=True).reduce(fine)
        for each in (large, sheet)
    )
    colours = blank(1, 1, 0)
    tile = turned.quantize(palette=colours, dither=Image.Dither.NONE)
    return tile, mask.point([0] * 128 + [255] * 128).convert("1")


def _rank(tile: Image.Image, rank: str, ramp: Ramp, unit: int) -> int:
    """Draw the rank of a card on its tile, in the upper left corner. `ramp` has the colours of
    letters and paper, and `unit` is the shorter side of the card in pixels. Return the distance in
    pixels from the top of the tile to the top of the suit below the rank."""
    size = unit * 64 // 100
    left, top, right, bottom = ink_box("8", size)
    tall = bottom - top
    left, top, right, bottom = ink_box(rank, size)
    if bottom - top > tall:  # the J hangs below the line, and the tail of the Q
        size = size * tall // (bottom - top)
        left, top, right, bottom = ink_box(rank, size)
    word = lettering(rank, size, ramp)
    # Some letters reach beyond their tile, where there would be white paper.
    word = word.crop((max(0, left), top, min(right, word.width), bottom))
    if word.width > unit * INDEX // 100:
        word = inked(_squeezed(rank, size, unit * INDEX // 100), ramp)
    highest = unit * 10 // 100
    tile.paste(word, (unit * 9 // 100, highest))
    return highest + tall + unit * 7 // 100


def _squeezed(rank: str, size: int, wide: int) -> Image.Image:
    """Return a rank as a mask, made narrower to `wide` pixels. The 10 needs this, so that it isn't
    wider than other ranks."""
    mask = lettering_mask(rank, size).crop(ink_box(rank, size))
    return mask.resize((wide, mask.height), Image.Resampling.LANCZOS)


def _lay(tile: Image.Image, name: str, ramp: Ramp, place: tuple[int, int], size: int) -> None:
    tile.paste(inked(shape(name, size), ramp), place)


def _sheet(width: int, height: int, ramp: Ramp) -> Image.Image:
    """Return an empty tile in the form of a card. `ramp` has two colours: the ground colour for the
    paper, and the ink colour for the edge."""
    unit = min(width, height)
    edge, round_ = max(1, unit // 45), radius(unit)
    inner = rounded(width - 2 * edge, height - 2 * edge, round_ - edge)
    return inked(ring(rounded(width, height, round_), inner, edge), ramp)


@lru_cache(maxsize=64)
def back(width: int, height: int) -> Image.Image:
    """Draw the back of a card as a tile. It is a lattice in a cream frame, and is the same for
    every card."""
    tile = _sheet(width, height, Ramp.BACK_EDGE)
    inset = max(3, width // 14)
    wide, high = width - 2 * inset, height - 2 * inset
    field = inked(_lattice(wide, high, max(7, width // 5)), Ramp.BACK)
    tile.paste(field, (inset, inset), corners(wide, high))
    return tile


def _lattice(width: int, height: int, step: int) -> Image.Image:
    """Return the pattern of a card's back as a mask. It has crossing lines, `step` pixels from each
    other, with a lozenge in each field."""
    fine = 4
    wide, high, apart = width * fine, height * fine, step * fine
    mask = Image.new("L", (wide, high))
    draw = ImageDraw.Draw(mask)
    first = wide // 2 - ((wide // 2 + high) // apart + 1) * apart
    for start in range(first, wide + high + apart, apart):
        draw.line((start, 0, start + high, high), fill=220, width=max(fine, apart // 7))
        draw.line((start, 0, start - high, high), fill=220, width=max(fine, apart // 7))
        for down in range(0, high + apart, apart):
            middle, size = (start + apart // 2, down), apart // 6
            draw.regular_polygon((*middle, size), 4, rotation=45, fill=150)
    return mask.reduce(fine)


@lru_cache(maxsize=64)
def empty(width: int, height: int, ramp: Ramp) -> Image.Image:
    """Return a tile that marks a place without a card, as an outline. `ramp` has two colours: the
    ink colour for the outline, and the ground colour inside it."""
    return _sheet(width, height, ramp)
