"""The faces of the named bot players, each drawn once for each size.

Each face differs from all others in its shapes (hair, clothes, beard), so that it can be recognised
at 32 pixels and without colours.
"""

from __future__ import annotations

from collections.abc import Callable, Mapping
from dataclasses import dataclass
from functools import lru_cache
from typing import Final

from PIL import Image

from bot.pictures.drawing import Line, Point, Sheet
from bot.pictures.palette import (
    BLUE_INK,
    BROWN,
    CHESTNUT,
    CREAM,
    DARK,
    DEEP,
    FOX,
    GOLD,
    GREEN_INK,
    SIDES,
    SILVER,
    TANNED,
    WHITE,
    WINE,
    Colour,
)

PALE: Final = CREAM
INK: Final = DARK
GREY: Final[Colour] = (151, 157, 160)
ROSE, BLUE, GREEN, YELLOW, VIOLET, ORANGE = SIDES


@dataclass(frozen=True, slots=True)
class Colours:
    """The colours of a face: background, skin, hair, and clothes."""

    ground: Colour
    skin: Colour
    hair: Colour
    worn: Colour


def _shoulders(sheet: Sheet, colours: Colours) -> None:
    sheet.block((0.41, 0.7, 0.59, 0.95), _darker(colours.skin))
    sheet.oval((0.12, 0.84, 0.88, 1.4), colours.worn)


def _head(sheet: Sheet, colours: Colours) -> None:
    for x in (0.24, 0.7):
        sheet.oval((x, 0.46, x + 0.06, 0.6), colours.skin)
    sheet.oval((0.26, 0.22, 0.74, 0.82), colours.skin)


def _eyes(sheet: Sheet, ink: Colour = INK) -> None:
    for x in (0.395, 0.605):
        sheet.oval((x - 0.034, 0.47, x + 0.034, 0.555), ink)


def _smile(sheet: Sheet, ink: Colour) -> None:
    sheet.arc((0.4, 0.56, 0.6, 0.72), 25, 155, ink, 0.03)


def _brows(sheet: Sheet, colour: Colour, tilt: float = 0, width: float = 0.03) -> None:
    """Draws the eyebrows. `tilt` is how much lower their inner ends are than their outer ends, and
    `width` is the width of a line. Both are fractions of the face."""
    for outer, inner in ((0.33, 0.45), (0.67, 0.55)):
        sheet.line(((outer, 0.42), (inner, 0.42 + tilt)), colour, width)


def _mirrored(*half: Point) -> Line:
    """Return an outline that is symmetrical about the vertical line in the middle of the sheet.
    `half` has the points of the outline's right half, from its upper end to its lower end. The left
    half is its mirror image."""
    return (*half, *((1 - x, y) for x, y in reversed(half)))


def _darker(colour: Colour) -> Colour:
    red, green, blue = colour
    return red * 5 // 6, green * 5 // 6, blue * 5 // 6


def _emi(sheet: Sheet, colours: Colours) -> None:
    """Draws Emi: a black bob with a straight fringe and a bow."""
    sheet.block((0.17, 0.14, 0.83, 0.76), colours.hair, 0.26)
    _shoulders(sheet, colours)
    _head(sheet, colours)
    sheet.part((0.2, 0.14, 0.8, 0.72), 180, 360, colours.hair)
    sheet.block((0.17, 0.3, 0.29, 0.76), colours.hair, 0.05)
    sheet.block((0.71, 0.3, 0.83, 0.76), colours.hair, 0.05)
    sheet.shape(((0.7, 0.18), (0.54, 0.06), (0.54, 0.28)), ROSE)
    sheet.shape(((0.7, 0.18), (0.88, 0.08), (0.86, 0.3)), ROSE)
    sheet.oval((0.655, 0.13, 0.745, 0.22), WINE)
    _eyes(sheet)
    sheet.oval((0.455, 0.63, 0.545, 0.72), WINE)


def _berta(sheet: Sheet, colours: Colours) -> None:
    """Draws Berta: grey hair in a bun, and round glasses."""
    sheet.oval((0.35, 0.0, 0.65, 0.26), colours.hair)
    sheet.oval((0.2, 0.14, 0.8, 0.66), colours.hair)
    _shoulders(sheet, colours)
    _head(sheet, colours)
    sheet.part((0.23, 0.17, 0.77, 0.6), 195, 345, colours.hair)
    sheet.line(((0.36, 0.14), (0.64, 0.14)), _darker(colours.hair), 0.03)
    _eyes(sheet)
    for x in (0.385, 0.615):
        sheet.ring((x - 0.115, 0.4, x + 0.115, 0.63), INK, 0.032)
    _smile(sheet, WINE)
    for x in (0.36, 0.46, 0.56, 0.66):
        sheet.oval((x - 0.05, 0.82, x + 0.03, 0.9), WHITE)


def _bruno(sheet: Sheet, colours: Colours) -> None:
    """Draws Bruno: bald, with a large moustache."""
    _shoulders(sheet, colours)
    _head(sheet, colours)
    sheet.oval((0.25, 0.12, 0.75, 0.7), colours.skin)
    sheet.arc((0.33, 0.16, 0.67, 0.5), 215, 275, WHITE, 0.03)
    _brows(sheet, colours.hair, 0.02, 0.05)
    _eyes(sheet)
    sheet.oval((0.45, 0.52, 0.55, 0.64), _darker(colours.skin))
    sheet.shape(
        _mirrored((0.5, 0.6), (0.6, 0.6), (0.74, 0.7), (0.84, 0.62), (0.76, 0.78), (0.58, 0.76)),
        colours.hair,
    )
    sheet.shape(((0.38, 0.86), (0.62, 0.86), (0.5, 1)), WHITE)


def _cleo(sheet: Sheet, colours: Colours) -> None:
    """Draws Cleo: a large round head of curls, and rings in the ears."""
    sheet.oval((0.16, 0.1, 0.84, 0.74), colours.hair)
    for x, y in ((0.14, 0.56), (0.13, 0.4), (0.19, 0.25), (0.32, 0.14), (0.5, 0.1)):
        for side in (x, 1 - x):
            sheet.oval((side - 0.1, y - 0.08, side + 0.1, y + 0.12), colours.hair)
    _shoulders(sheet, colours)
    _head(sheet, colours)
    sheet.part((0.24, 0.16, 0.76, 0.62), 200, 340, colours.hair)
    for x in (0.24, 0.76):
        sheet.ring((x - 0.075, 0.56, x + 0.075, 0.74), GOLD, 0.035)
    _eyes(sheet)
    sheet.part((0.38, 0.54, 0.62, 0.74), 0, 180, WHITE)


def _farah(sheet: Sheet, colours: Colours) -> None:
    """Draws Farah: a headscarf."""
    sheet.oval((0.16, 0.08, 0.84, 0.96), colours.hair)
    sheet.oval((0.06, 0.76, 0.94, 1.4), colours.hair)
    _head(sheet, colours)
    sheet.ring((0.18, 0.12, 0.82, 0.92), colours.hair, 0.1)
    sheet.arc((0.21, 0.13, 0.79, 0.9), 160, 380, _darker(colours.hair), 0.025)
    sheet.line(((0.3, 0.82), (0.5, 0.9), (0.72, 0.8)), _darker(colours.hair), 0.03)
    sheet.line(((0.5, 0.9), (0.62, 1)), _darker(colours.hair), 0.03)
    _brows(sheet, INK)
    _eyes(sheet)
    _smile(sheet, WINE)


def _hugo(sheet: Sheet, colours: Colours) -> None:
    """Draws Hugo: a full beard, and hair that stands up."""
    _shoulders(sheet, colours)
    tufts = ((0.22, 0.2), (0.3, 0.26), (0.36, 0.06), (0.45, 0.18), (0.54, 0.03), (0.6, 0.17))
    sheet.shape(
        ((0.2, 0.44), *tufts, (0.72, 0.08), (0.74, 0.24), (0.82, 0.22), (0.8, 0.46)), colours.hair
    )
    _head(sheet, colours)
    sheet.part((0.25, 0.2, 0.75, 0.6), 195, 345, colours.hair)
    sheet.part((0.24, 0.3, 0.76, 0.98), 0, 180, colours.hair)
    sheet.oval((0.3, 0.4, 0.7, 0.68), colours.skin)
    sheet.oval((0.36, 0.6, 0.64, 0.72), colours.hair)
    sheet.part((0.42, 0.62, 0.58, 0.75), 0, 180, WHITE)
    _brows(sheet, _darker(colours.hair))
    _eyes(sheet)


def _ingrid(sheet: Sheet, colours: Colours) -> None:
    """Draws Ingrid: two thick plaits."""
    sheet.oval((0.2, 0.12, 0.8, 0.66), colours.hair)
    _shoulders(sheet, colours)
    _head(sheet, colours)
    sheet.part((0.22, 0.14, 0.78, 0.74), 180, 270, colours.hair)
    sheet.part((0.22, 0.14, 0.78, 0.74), 270, 360, colours.hair)
    sheet.shape(((0.5, 0.24), (0.3, 0.48), (0.7, 0.48)), colours.skin)
    for x in (0.19, 0.81):
        for y in (0.44, 0.57, 0.7):
            sheet.oval((x - 0.08, y, x + 0.08, y + 0.17), colours.hair)
            sheet.arc((x - 0.08, y, x + 0.08, y + 0.17), 20, 160, _darker(colours.hair), 0.02)
        sheet.block((x - 0.06, 0.84, x + 0.06, 0.89), ROSE)
        sheet.oval((x - 0.06, 0.88, x + 0.06, 1), colours.hair)
    _brows(sheet, _darker(colours.hair), 0.04)
    _eyes(sheet, BLUE_INK)
    sheet.line(((0.43, 0.69), (0.57, 0.69)), WINE, 0.03)


def _milo(sheet: Sheet, colours: Colours) -> None:
    """Draws Milo: a cap that does not sit straight, and freckles."""
    sheet.oval((0.22, 0.26, 0.78, 0.62), colours.hair)
    _shoulders(sheet, colours)
    _head(sheet, colours)
    sheet.part((0.2, 0.08, 0.8, 0.68), 178, 362, colours.worn)
    sheet.shape(
        ((0.2, 0.34), (0.78, 0.34), (1.0, 0.44), (0.98, 0.5), (0.7, 0.43), (0.2, 0.41)), INK
    )
    sheet.oval((0.46, 0.05, 0.54, 0.12), INK)
    _eyes(sheet)
    for x, y in (
        (0.31, 0.59),
        (0.37, 0.62),
        (0.34, 0.65),
        (0.63, 0.62),
        (0.69, 0.59),
        (0.66, 0.65),
    ):
        sheet.oval((x - 0.016, y - 0.016, x + 0.016, y + 0.016), FOX)
    sheet.part((0.38, 0.57, 0.62, 0.76), 0, 180, WHITE)
    sheet.line(((0.5, 0.67), (0.5, 0.74)), INK, 0.014)


def _otto(sheet: Sheet, colours: Colours) -> None:
    """Draws Otto: white hair at the sides only, square glasses, a bow tie."""
    for x in (0.24, 0.76):
        sheet.oval((x - 0.13, 0.34, x + 0.13, 0.62), colours.hair)
        sheet.oval((x - 0.1, 0.26, x + 0.1, 0.46), colours.hair)
    _shoulders(sheet, colours)
    _head(sheet, colours)
    sheet.oval((0.27, 0.13, 0.73, 0.7), colours.skin)
    _brows(sheet, colours.hair, -0.02, 0.045)
    _eyes(sheet)
    for x in (0.385, 0.615):
        sheet.frame((x - 0.1, 0.45, x + 0.1, 0.59), INK, 0.032, 0.02)
    sheet.line(((0.47, 0.5), (0.53, 0.5)), INK, 0.03)
    _smile(sheet, WINE)
    sheet.shape(((0.5, 0.88), (0.3, 0.8), (0.3, 0.98)), WINE)
    sheet.shape(((0.5, 0.88), (0.7, 0.8), (0.7, 0.98)), WINE)
    sheet.oval((0.45, 0.83, 0.55, 0.93), INK)


def _wanda(sheet: Sheet, colours: Colours) -> None:
    """Draws Wanda: long wavy hair under a wide hat."""
    for x in (0.22, 0.78):
        for y in (0.4, 0.54, 0.68, 0.82):
            sheet.oval((x - 0.13, y - 0.02, x + 0.13, y + 0.2), colours.hair)
    _shoulders(sheet, colours)
    _head(sheet, colours)
    sheet.part((0.24, 0.18, 0.76, 0.66), 190, 350, colours.hair)
    sheet.part((0.28, 0.02, 0.72, 0.62), 180, 360, colours.worn)
    sheet.block((0.28, 0.24, 0.72, 0.31), INK)
    sheet.oval((0.02, 0.28, 0.98, 0.4), colours.worn)
    _eyes(sheet)
    sheet.oval((0.29, 0.57, 0.38, 0.64), ROSE)
    sheet.oval((0.62, 0.57, 0.71, 0.64), ROSE)
    _smile(sheet, WINE)


def _yusuf(sheet: Sheet, colours: Colours) -> None:
    """Draws Yusuf: hair that is flat on top, and a beard on the chin only."""
    _shoulders(sheet, colours)
    sheet.block((0.22, 0.13, 0.78, 0.5), colours.hair, 0.08)
    _head(sheet, colours)
    sheet.block((0.24, 0.16, 0.76, 0.36), colours.hair, 0.06)
    _brows(sheet, colours.hair, -0.01, 0.035)
    _eyes(sheet)
    sheet.frame((0.38, 0.6, 0.62, 0.84), colours.hair, 0.045, 0.08)
    sheet.shape(((0.4, 0.76), (0.6, 0.76), (0.5, 0.92)), colours.hair)
    sheet.arc((0.44, 0.6, 0.56, 0.72), 20, 160, PALE, 0.028)


def _zita(sheet: Sheet, colours: Colours) -> None:
    """Draws Zita: hair that falls over one eye and is short on the other side, and a star as an
    earring."""
    sheet.oval((0.16, 0.12, 0.78, 0.6), colours.hair)
    sheet.block((0.16, 0.34, 0.4, 0.84), colours.hair, 0.1)
    _shoulders(sheet, colours)
    _head(sheet, colours)
    sheet.part((0.23, 0.14, 0.77, 0.68), 180, 360, colours.hair)
    sheet.oval((0.16, 0.16, 0.5, 0.72), colours.hair)
    sheet.shape(((0.3, 0.2), (0.72, 0.26), (0.64, 0.4), (0.48, 0.5), (0.4, 0.6)), colours.hair)
    sheet.oval((0.581, 0.47, 0.649, 0.555), INK)
    sheet.line(((0.56, 0.43), (0.67, 0.42)), INK, 0.03)
    sheet.arc((0.46, 0.56, 0.66, 0.72), 20, 150, WINE, 0.03)
    star = ((0.76, 0.58), (0.785, 0.65), (0.86, 0.65), (0.8, 0.7), (0.825, 0.77))
    sheet.shape(
        (*star, (0.76, 0.73), (0.695, 0.77), (0.72, 0.7), (0.66, 0.65), (0.735, 0.65)), GOLD
    )


DRAWN: Final[Mapping[str, tuple[Callable[[Sheet, Colours], None], Colours]]] = {
    "Emi": (_emi, Colours(SILVER, PALE, INK, BLUE)),
    "Berta": (_berta, Colours(GREEN, PALE, GREY, VIOLET)),
    "Bruno": (_bruno, Colours(YELLOW, TANNED, INK, BLUE_INK)),
    "Cleo": (_cleo, Colours(ORANGE, BROWN, INK, WHITE)),
    "Farah": (_farah, Colours(GOLD, TANNED, GREEN_INK, GREEN_INK)),
    "Hugo": (_hugo, Colours(BLUE, PALE, FOX, INK)),
    "Ingrid": (_ingrid, Colours(WINE, PALE, GOLD, BLUE)),
    "Milo": (_milo, Colours(BLUE, PALE, FOX, GREEN)),
    "Otto": (_otto, Colours(ROSE, PALE, WHITE, SILVER)),
    "Wanda": (_wanda, Colours(GREEN, PALE, CHESTNUT, YELLOW)),
    "Yusuf": (_yusuf, Colours(YELLOW, DEEP, INK, ROSE)),
    "Zita": (_zita, Colours(SILVER, PALE, VIOLET, INK)),
}
"""The drawing of each named bot player's face, by the bot player's name. It is a pair of the
function that draws the face, and the face's colours."""


@lru_cache(maxsize=256)
def face(name: str, size: int) -> Image.Image | None:
    """Return the face of the bot player with the name `name` as a square tile, `size` pixels wide
    and high, which is pasted through a round mask (`bot.pictures.paint.disc`). Returns None when no
    bot player has the name."""
    found = DRAWN.get(name)
    if found is None:
        return None
    draw, colours = found
    sheet = Sheet(size, colours.ground)
    draw(sheet, colours)
    return sheet.tile()
