"""Draws cards as emoji, for messages. Rank and suit are as large as possible, because an emoji in a
sentence is only about 20 pixels high. A suit alone is drawn on a round disc, and the faces of the
named bot players are round too.

Cards that look the same share one emoji. For example, letters for ranks in two alphabets share an
emoji if they look alike. Hearts and spades have the same colours in both decks (two or four
colours), so the decks share their emoji."""

from __future__ import annotations

from collections.abc import Mapping
from dataclasses import dataclass
from hashlib import sha256
from io import BytesIO
from itertools import product
from typing import Final

from PIL import Image

from bot.core.people import PEOPLE
from bot.pictures import people
from bot.pictures.faces import INKS, JOKER_INKS, back, blank
from bot.pictures.fonts import ink_box, inked, lettering_mask
from bot.pictures.palette import Ramp
from bot.pictures.shapes import ring, rounded, shape
from bot.preferences.model import Deck
from games.cards import JOKERS, RANKS, SUITS, rank_of

SIDE: Final = 128
"""Pixels of an emoji's side: the size that Discord recommends."""
WIDE: Final = 108
"""The width in pixels of the card in the emoji."""
RADIUS: Final = 16
EDGE: Final = 4
TALL: Final = 58
"""The height of a rank."""
SUIT: Final = 54
"""The side of a suit."""
MARGIN: Final = 8
CHIP_SUIT: Final = 92
"""The width and height in pixels of a suit that is drawn alone on a round disc (chip)."""

LETTERS: Final[Mapping[str, str]] = {
    **{rank: rank for rank in RANKS},
    **{letter: letter for letter in "BDTW"},
    "Д": "De",
    "В": "B",
    "К": "K",
    "Т": "T",
}
"""The letters and digits that can stand for a rank on a card in any language, each with its
spelling in the names of emoji. Discord allows only Latin letters and digits in these names."""
SUIT_NAMES: Final[Mapping[str, str]] = {
    "S": "spades",
    "H": "hearts",
    "D": "diamonds",
    "C": "clubs",
}
INK_NAMES: Final[Mapping[Ramp, str]] = {
    Ramp.BLACK: "black",
    Ramp.RED: "red",
    Ramp.BLUE: "blue",
    Ramp.GREEN: "green",
}
JOKER_FACES: Final[Mapping[str, str]] = {"RJ": "red_joker", "BJ": "black_joker"}
BACK_FACE: Final = "back"


@dataclass(frozen=True, slots=True)
class Face:
    """The drawing on an emoji. `index` is the letter or number of a rank, and is empty for a joker
    or a suit alone. `shape` is the name of a suit's shape or of a joker's cap. `ramp` has two
    colours: of the paper, and of the rank and suit on it."""

    index: str
    shape: str
    ramp: Ramp

    @property
    def is_chip(self) -> bool:
        """Whether the emoji shows a suit alone, which is drawn on a round chip."""
        return not self.index and self.shape in SUITS


def face_name(card: str | None, deck: Deck, letter: str = "") -> str | None:
    """Return the name of a card's emoji, such as `10_spades`, `K_blue_diamonds` or `red_joker`. If
    `card` is None, it is the name of the emoji of a card back. Discord shows the name when a user
    points at the emoji.

    `letter` is written in place of the rank (empty: the usual notation). Return None when no emoji
    has that letter."""
    if card is None:
        return BACK_FACE
    if card in JOKERS:
        return JOKER_FACES[card]
    spelled = LETTERS.get(letter or rank_of(card))
    return None if spelled is None else f"{spelled}_{suit_name(card[-1], deck)}"


def suit_name(suit: str, deck: Deck) -> str:
    """Return the name of a suit for use in an emoji's name. If the suit does not have the same
    colour in both decks (two or four colours), the name includes the colour: `spades`,
    `blue_diamonds`."""
    inks = {colours[suit] for colours in INKS.values()}
    name = SUIT_NAMES[suit]
    return name if len(inks) == 1 else f"{INK_NAMES[INKS[deck][suit]]}_{name}"


def _faces() -> dict[str, Face]:
    """Return the drawings of all emoji of cards and suits, as a dict from the emoji's name to its
    drawing. Letters of ranks that look alike in two languages share one name."""
    found: dict[str, Face] = {}
    for (letter, spelled), suit, deck in product(LETTERS.items(), SUITS, INKS):
        name = f"{spelled}_{suit_name(suit, deck)}"
        found.setdefault(name, Face(letter, suit, INKS[deck][suit]))
    for suit, deck in product(SUITS, INKS):
        found.setdefault(suit_name(suit, deck), Face("", suit, INKS[deck][suit]))
    for joker, name in JOKER_FACES.items():
        found[name] = Face("", "cap", JOKER_INKS[joker])
    return found


FACES: Final[Mapping[str, Face]] = _faces()
"""The drawings of the emoji of all cards (their fronts) and of suits alone, by the names of the
emoji."""
FACE_NAMES: Final = (*PEOPLE, *FACES, BACK_FACE)
"""The names of all emoji of this module: bot players' faces, fronts of cards, suits, and the card
back. The emoji of a bot player has the bot player's own name."""


def drawn_face(name: str) -> Image.Image:
    """Draw the emoji with the name `name` (a card, a suit or a bot player's face) in true colours
    on a transparent ground. The same name always gives the same pixels. Raises KeyError when no
    emoji has this name."""
    image = Image.new("RGBA", (SIDE, SIDE))
    round_tile = (
        _chip(FACES[name]) if name in FACES and FACES[name].is_chip else people.face(name, SIDE)
    )
    if round_tile is not None:
        chip = round_tile.convert("RGBA")
        chip.putalpha(rounded(SIDE, SIDE, SIDE // 2))
        image.paste(chip, (0, 0))
        return image
    tile = back(WIDE, SIDE) if name == BACK_FACE else _paper(FACES[name])
    card = tile.convert("RGBA")
    card.putalpha(rounded(WIDE, SIDE, RADIUS))
    image.paste(card, ((SIDE - WIDE) // 2, 0))
    return image


def face_png(name: str) -> bytes:
    """Draw the emoji with the name `name` as a PNG (see `drawn_face`)."""
    buffer = BytesIO()
    drawn_face(name).save(buffer, "PNG")
    return buffer.getvalue()


def fingerprint(name: str) -> str:
    """Return four hexadecimal digits computed from the drawing of the emoji with the name `name`.
    They show whether the drawing has changed."""
    return sha256(drawn_face(name).tobytes()).hexdigest()[:4]


def _chip(face: Face) -> Image.Image:
    """Draw the emoji of a suit alone, on a round chip of paper."""
    tile = blank(SIDE, SIDE, face.ramp.ground)
    inside = SIDE - 2 * EDGE
    edge = ring(rounded(SIDE, SIDE, SIDE // 2), rounded(inside, inside, inside // 2), EDGE)
    tile.paste(inked(edge, Ramp.EDGE), (0, 0))
    place = (SIDE - CHIP_SUIT) // 2
    tile.paste(inked(shape(face.shape, CHIP_SUIT), face.ramp), (place, place))
    return tile


def _paper(face: Face) -> Image.Image:
    """Draw the emoji of a card, with its rank above its suit. A joker has a large cap alone."""
    tile = blank(WIDE, SIDE, face.ramp.ground)
    outer, inner = (
        rounded(WIDE, SIDE, RADIUS),
        rounded(WIDE - 2 * EDGE, SIDE - 2 * EDGE, RADIUS - EDGE),
    )
    tile.paste(inked(ring(outer, inner, EDGE), Ramp.EDGE), (0, 0))
    if not face.index:
        wide = WIDE - 2 * MARGIN
        tile.paste(inked(shape(face.shape, wide), face.ramp), (MARGIN, (SIDE - wide) // 2))
        return tile
    rank = _rank(face.index)
    tile.paste(inked(rank, face.ramp), ((WIDE - rank.width) // 2, MARGIN))
    tile.paste(
        inked(shape(face.shape, SUIT), face.ramp), ((WIDE - SUIT) // 2, SIDE - SUIT - MARGIN + 2)
    )
    return tile


def _rank(index: str) -> Image.Image:
    """Draw a rank's letter or number as a mask. All ranks are equally high, and wide ones are
    narrowed to fit the card."""
    size = 2 * TALL
    mask = lettering_mask(index, size)
    mask = mask.crop(ink_box(index, size))
    wide = min(round(mask.width * TALL / mask.height), WIDE - 2 * MARGIN)
    return mask.resize((wide, TALL), Image.Resampling.LANCZOS)
