"""The picture of a table whose game hasn't started. It shows the game's emblem and the players who
sit at the table."""

from __future__ import annotations

from collections.abc import Mapping
from dataclasses import dataclass
from typing import Final

from bot.core.people import PEOPLE
from bot.pictures.fan import fanned
from bot.pictures.fonts import NAMELESS, ink_box, width, written
from bot.pictures.paint import png
from bot.pictures.palette import Ramp
from bot.pictures.scene import (
    LETTERING,
    MARGIN,
    WIDTH,
    Box,
    Face,
    Scene,
    Text,
    below,
    flowing,
    label,
)
from bot.preferences.model import Deck

TITLES: Final = (88, 76, 64, 54, 46)
"""Possible sizes of the letters of the game's name. The name is drawn in the largest of these sizes
in which it fits into one line."""
FAN: Final = 400
"""The most width of the fan of cards."""
PORTRAIT: Final = 92
CHAIR: Final = 150
"""The width of a seat: its portrait and the name below it."""
INITIAL: Final = 0.58
"""The letter size of the initial in a portrait, as a fraction of the portrait's size. The initial
is the first letter of a name."""
DISCS: Final = (Ramp.SILVER, Ramp.BRONZE, Ramp.BLACK, Ramp.BACK, Ramp.TURN, Ramp.NAME)
"""The colours of members' portraits, by seat."""


@dataclass(frozen=True, slots=True)
class Sitter:
    """A player at a table: the name, and whether it is a bot player."""

    name: str
    is_bot: bool


@dataclass(frozen=True, slots=True)
class Cover:
    """The content of the picture of a table whose game hasn't started. `title` is the name of the
    game, and `cards` are the cards of its emblem. `sitters` are the players at the table. `free` is
    the number of free seats (0 if it isn't known)."""

    title: str
    cards: tuple[str, ...]
    sitters: tuple[Sitter, ...]
    free: int = 0


def cover_picture(cover: Cover, letters: Mapping[str, str]) -> bytes:
    """Draw a table whose game hasn't started as a PNG, 800 pixels wide. `letters` maps ranks to the
    letters on the cards in the language of the message."""
    return png(cover_scene(cover), Deck.FOUR_COLOURS, letters)


def cover_scene(cover: Cover) -> Scene:
    """Lay out the picture of a table whose game hasn't started."""
    inner = WIDTH - 2 * MARGIN
    fan = fanned(cover.cards, FAN) if cover.cards else Scene(0, 0, ())
    room = inner - fan.wide - 2 * MARGIN
    plain = written(cover.title) or ""
    size = next((each for each in TITLES if width(plain, each) <= room), TITLES[-1])
    title = label(plain, size, Ramp.TRUMP, room)
    tall = max(fan.high, title.high)
    head = Scene(
        inner,
        tall,
        (
            *title.moved(MARGIN + (room - title.wide) // 2, (tall - title.high) // 2),
            *fan.moved(inner - fan.wide - MARGIN, (tall - fan.high) // 2),
        ),
    )
    chairs = [_chair(number, each) for number, each in enumerate(cover.sitters)]
    chairs += [_free() for _ in range(cover.free)]
    table = flowing(chairs, 0, inner, centred=True, bottom=False)
    whole = below([head, table], MARGIN, centred=True)
    return Scene(WIDTH, whole.high + 2 * MARGIN, whole.moved((WIDTH - whole.wide) // 2, MARGIN))


def portrait(name: str, number: int, size: int, *, is_bot: bool) -> Scene:
    """Return the portrait of a player, `size` pixels wide and high. A bot player with a known name
    has a face of its own. Anybody else gets the first letter of `name` on a disc. The colour of the
    disc depends on the seat `number` (from 0). If the font doesn't have the letters of `name`, the
    disc shows the first digit of `number` + 1."""
    if is_bot and name in PEOPLE:
        return Scene(size, size, (Face(0, 0, name, size),))
    ramp = DISCS[number % len(DISCS)]
    letter = (written(name) or str(number + 1))[:1].upper()
    large = round(size * INITIAL)
    left, top, right, bottom = ink_box(letter, large)
    x, y = (size - right - left) // 2, (size - bottom - top) // 2
    disc = Box(0, 0, size, size, ramp.ground, size // 2)
    return Scene(size, size, (disc, Text(x, y, letter, large, ramp)))


def _chair(number: int, sitter: Sitter) -> Scene:
    name = written(sitter.name or NAMELESS) or f"#{number + 1}"
    return _seat(
        portrait(sitter.name, number, PORTRAIT, is_bot=sitter.is_bot),
        label(name, LETTERING, Ramp.TITLE, CHAIR - MARGIN),
    )


def _free() -> Scene:
    """Lay out a free seat, which is a disc with a question mark."""
    ramp, large = Ramp.NAME, round(PORTRAIT * INITIAL)
    left, top, right, bottom = ink_box("?", large)
    x, y = (PORTRAIT - right - left) // 2, (PORTRAIT - bottom - top) // 2
    disc = Box(0, 0, PORTRAIT, PORTRAIT, ramp.ground, PORTRAIT // 2)
    drawn = Scene(PORTRAIT, PORTRAIT, (disc, Text(x, y, "?", large, Ramp.QUIET_NAME)))
    return _seat(drawn, label(" ", LETTERING, Ramp.QUIET, CHAIR))


def _seat(face: Scene, name: Scene) -> Scene:
    column = below([face, name], 4, centred=True)
    return Scene(CHAIR, column.high, column.moved((CHAIR - column.wide) // 2, 0))
