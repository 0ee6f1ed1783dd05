"""Draws text in one font that comes with the package, because a host might have no fonts."""

from __future__ import annotations

import re
import threading
import unicodedata
from collections.abc import Callable
from functools import cache, lru_cache, partial
from importlib import resources
from io import BytesIO
from typing import Final

from PIL import Image, ImageDraw, ImageFont

from bot.pictures.palette import PALETTE, Ramp

FONT_FILE: Final = "DejaVuSansCondensed-Bold.subset.ttf"
"""Latin, Greek, Cyrillic, Armenian and Georgian letters of DejaVu Sans Condensed Bold; its licence
lies beside it."""

ELLIPSIS: Final = "…"
NO_LETTER: Final = "\uffff"
"""A character for which no font has a letter. The font draws its sign for missing letters
instead."""
NO_BREAK: Final = "\u00a0"
"""The no-break space that the font has; it has no narrow one."""
_BETWEEN: Final = re.compile("[^\\S\u00a0\u202f]+")
"""Spaces at which a line may end."""
_WITHIN: Final = re.compile("[\u00a0\u202f]+")
"""Spaces at which a line may not end."""
NAMELESS: Final = "?"
"""The sign in place of a name that isn't known, as of a member whose data was deleted."""
ENOUGH: Final = 0.5
"""The part of a name's letters that must be in the font for the name to be written."""

_LOCK: Final = threading.Lock()
"""A lock: FreeType must not draw two texts with one font at once."""


@cache
def _data() -> bytes:
    return resources.files("bot.pictures").joinpath("data", FONT_FILE).read_bytes()


@lru_cache(maxsize=64)
def _font(size: int) -> ImageFont.FreeTypeFont:
    return ImageFont.truetype(BytesIO(_data()), size, layout_engine=ImageFont.Layout.BASIC)


@lru_cache(maxsize=256)
def _shape(letter: str) -> bytes:
    with _LOCK:
        mask = Image.new("L", (60, 40))
        ImageDraw.Draw(mask).text((10, 0), letter, fill=255, font=_font(24))
    return mask.tobytes()


@lru_cache(maxsize=4096)
def _is_drawable(letter: str) -> bool:
    if letter.isspace():
        return True
    return not unicodedata.category(letter).startswith(("C", "M")) and _shape(letter) != _shape(
        NO_LETTER
    )


@lru_cache(maxsize=2048)
def written(name: str) -> str | None:
    """Return the name on one line, in letters that the font has. Letters of decorative alphabets
    become plain ones, and emoji are left out. Returns None when the name has no letters or digits,
    or when so many of them are missing in the font that the name could not be recognised (see
    `ENOUGH`). `NAMELESS` stays as it is."""
    if name == NAMELESS:
        return name
    # Of a whole name, it would make plain spaces of those that no line may end at.
    plain = _spaced(name, partial(unicodedata.normalize, "NFKC"))
    meant = sum(letter.isalnum() for letter in plain)
    kept = "".join(letter for letter in plain if _is_drawable(letter))
    if not meant or sum(letter.isalnum() for letter in kept) < ENOUGH * meant:
        return None
    return _spaced(kept)


def unbreakable(text: str) -> list[str]:
    """Split a text into the pieces between which a line may be broken. Each piece is a word, or
    several words that are joined by no-break spaces."""
    return [part for part in _BETWEEN.split(text) if part]


def _spaced(text: str, change: Callable[[str], str] = str) -> str:
    """Apply `change` to each word of the text, and join the words with single spaces. Where two
    words had no-break spaces between them, they are joined with one `NO_BREAK`. There is no space
    at the ends of the result."""
    parts = []
    for part in unbreakable(text):
        words = (" ".join(change(each).split()) for each in _WITHIN.split(part))
        parts.append(NO_BREAK.join(filter(None, words)))
    return " ".join(filter(None, parts))


@lru_cache(maxsize=4096)
def width(text: str, size: int) -> int:
    """Return the width in pixels of a text in letters of `size` pixels."""
    with _LOCK:
        return round(_font(size).getlength(text))


@lru_cache(maxsize=2048)
def fitted(text: str, size: int, most: int) -> str:
    """Return the text if it is at most `most` pixels wide. Otherwise return as much of its
    beginning as fits, followed by an ellipsis."""
    if width(text, size) <= most:
        return text
    kept = text
    while kept and width(kept.rstrip() + ELLIPSIS, size) > most:
        kept = kept[:-1]
    return kept.rstrip() + ELLIPSIS


@lru_cache(maxsize=256)
def ink_box(text: str, size: int) -> tuple[int, int, int, int]:
    """Return the box around a text that is drawn at (0, 0), as left, top, right and bottom. The
    letters touch its edges."""
    with _LOCK:
        left, top, right, bottom = _font(size).getbbox(text)
    return round(left), round(top), round(right), round(bottom)


@lru_cache(maxsize=1024)
def lettering(text: str, size: int, ramp: Ramp) -> Image.Image:
    """Draw a text as a tile (a small image), as high as a line and as wide as the text. `ramp` has
    the colours of the letters and of the background."""
    return inked(lettering_mask(text, size), ramp)


def lettering_mask(text: str, size: int) -> Image.Image:
    """Draw a text as a mask, with 255 where there is ink and 0 where there is none."""
    with _LOCK:
        font = _font(size)
        ascent, descent = font.getmetrics()
        mask = Image.new("L", (max(1, round(font.getlength(text)) + 1), ascent + descent))
        ImageDraw.Draw(mask).text((0, 0), text, fill=255, font=font)
    return mask


def inked(mask: Image.Image, ramp: Ramp) -> Image.Image:
    """Turn a mask (a grey image) into a tile in two colours and their shades. The tile has the ink
    colour of `ramp` where the mask is 255, the ground colour of `ramp` where the mask is 0, and
    shades between."""
    tile = Image.frombytes("P", mask.size, mask.point(ramp.shades).tobytes())
    tile.putpalette(PALETTE)
    return tile
