"""Draw the page's sprite, an SVG file with the small pictures of the page: suits, crowns, icons and
the faces of bot players. The outlines are those of the pictures that the bot sends.
`python -m tests.board.sprite` writes the file."""

from __future__ import annotations

from math import cos, pi, sin
from pathlib import Path
from typing import Final

from bot.pictures.drawing import Box, Line, Sheet
from bot.pictures.palette import CREAM, WINE, Colour
from bot.pictures.people import DRAWN
from bot.pictures.shapes import SHAPES, Outline

SPRITE: Final = Path(__file__).parents[2] / "board" / "page" / "sprite.svg"
SIDE: Final = 100
"""The side of a symbol's square, in units of the SVG."""
CARD_WIDE: Final = 100
CARD_HIGH: Final = 140
"""The height of a card's symbol, in units of the SVG."""


LINE: Final = (
    'fill="none" stroke="currentColor" stroke-width="9" stroke-linecap="round"'
    ' stroke-linejoin="round"'
)
ICONS: Final = {
    "log": "M34 24H82M34 50H82M34 76H82M16 24h.1M16 50h.1M16 76h.1",
    "rules": "M50 26Q34 16 14 18V78Q34 76 50 86 66 76 86 78V18Q66 16 50 26V84",
    "sound": "M14 38H30L52 20V80L30 62H14zM66 38Q76 50 66 62M78 26Q98 50 78 74",
    "silent": "M14 38H30L52 20V80L30 62H14zM68 38L90 62M90 38L68 62",
    "talk": "M16 20H84V66H48L28 84V66H16zM36 43h.1M50 43h.1M64 43h.1",
    "close": "M24 24L76 76M76 24L24 76",
}
"""The page's own icons, as lines."""


class SvgSheet(Sheet):
    """A square surface to draw on, with coordinates from 0 to 1. Each shape that is drawn on it is
    added to `elements`, as an element of an SVG."""

    def __init__(self, ground: Colour) -> None:
        self.elements = [f'<path d="M0 0h{SIDE}v{SIDE}H0z" fill="{_hex(ground)}"/>']

    def oval(self, box: Box, colour: Colour) -> None:
        self._add(_ellipse(box), f'fill="{_hex(colour)}"')

    def ring(self, box: Box, colour: Colour, width: float) -> None:
        self._add(_ellipse(_inside(box, width)), _stroke(colour, width))

    def arc(self, box: Box, start: float, end: float, colour: Colour, width: float) -> None:
        self._add(_arc(_inside(box, width), start, end), _stroke(colour, width))

    def part(self, box: Box, start: float, end: float, colour: Colour) -> None:
        self._add(_arc(box, start, end), f'fill="{_hex(colour)}"')

    def block(self, box: Box, colour: Colour, radius: float = 0) -> None:
        self._add(_rectangle(box, radius), f'fill="{_hex(colour)}"')

    def frame(self, box: Box, colour: Colour, width: float, radius: float) -> None:
        shape = _rectangle(_inside(box, width), max(0, radius - width / 2))
        self._add(shape, _stroke(colour, width))

    def shape(self, points: Line, colour: Colour) -> None:
        self._add(f'path d="{_path(points)}"', f'fill="{_hex(colour)}"')

    def line(self, points: Line, colour: Colour, width: float) -> None:
        ends = 'stroke-linecap="round" stroke-linejoin="round"'
        self._add(f'path d="{_path(points, closed=False)}"', f"{_stroke(colour, width)} {ends}")

    def _add(self, shape: str, look: str) -> None:
        self.elements.append(f"<{shape} {look}/>")


def sprite() -> str:
    """Return the sprite as SVG. The sprite has a symbol for each shape (`S`, `crown-K`, `swords`
    …), for the back of a card, and for each icon. For each bot player with a name, the sprite has a
    symbol `face-<name>`."""
    symbols = [_of_shape(name, outlines) for name, outlines in SHAPES.items()]
    symbols.append(_back())
    symbols += [
        _symbol(f"icon-{name}", f'<path {LINE} d="{path}"/>') for name, path in ICONS.items()
    ]
    for name, (draw, colours) in DRAWN.items():
        sheet = SvgSheet(colours.ground)
        draw(sheet, colours)
        symbols.append(_symbol(f"face-{name.lower()}", "".join(sheet.elements)))
    return '<svg xmlns="http://www.w3.org/2000/svg">\n' + "\n".join(symbols) + "\n</svg>\n"


def _of_shape(name: str, outlines: tuple[Outline, ...]) -> str:
    paths = "".join(_path(outline) for outline in outlines)
    return _symbol(f"crown-{name}" if name in {"K", "Q"} else name, f'<path d="{paths}"/>')


def _back() -> str:
    """Return the SVG symbol of a card's back: crossing lines on a red field in a cream frame, with
    a small diamond in each square between the lines."""
    wine, cream = _hex(WINE), _hex(CREAM)
    inset, step, lozenge = 7, 17.2, 2.6
    wide, high = CARD_WIDE - 2 * inset, CARD_HIGH - 2 * inset
    lines = "".join(
        f"M{_short(inset + step * number)} {inset}l{high} {high}"
        f"M{_short(inset + step * number)} {inset}l-{high} {high}"
        for number in range(-8, 14)
    )
    lozenges = "".join(
        f"M{_short(inset + step * (across + 0.5) - lozenge)} {_short(inset + step * down)}"
        f"l{lozenge} -{lozenge} {lozenge} {lozenge} -{lozenge} {lozenge}z"
        for across in range(6)
        for down in range(8)
    )
    field = f'x="{inset}" y="{inset}" width="{wide}" height="{high}"'
    return _symbol(
        "back",
        f'<path d="M0 0h{CARD_WIDE}v{CARD_HIGH}H0z" fill="{cream}"/>'
        f'<rect {field} rx="4" fill="{wine}"/>'
        f'<svg {field} viewBox="{inset} {inset} {wide} {high}">'
        f'<path d="{lines}" stroke="{cream}" stroke-width="2.2" opacity=".8"/>'
        f'<path d="{lozenges}" fill="{cream}" opacity=".6"/></svg>',
        CARD_HIGH,
    )


def _symbol(name: str, drawn: str, high: int = SIDE) -> str:
    return f'<symbol id="{name}" viewBox="0 0 {SIDE} {high}">{drawn}</symbol>'


def _ellipse(box: Box) -> str:
    left, top, right, bottom = box
    middle = f'cx="{_units((left + right) / 2)}" cy="{_units((top + bottom) / 2)}"'
    return f'ellipse {middle} rx="{_units((right - left) / 2)}" ry="{_units((bottom - top) / 2)}"'


def _rectangle(box: Box, radius: float) -> str:
    left, top, right, bottom = box
    place = f'x="{_units(left)}" y="{_units(top)}"'
    size = f'width="{_units(right - left)}" height="{_units(bottom - top)}"'
    return f'rect {place} {size} rx="{_units(radius)}"'


def _arc(box: Box, start: float, end: float) -> str:
    """Return an SVG path element for a part of the ellipse in `box`, clockwise from the angle
    `start` to `end`. Angles are in degrees from the right."""
    left, top, right, bottom = box
    x, wide = (left + right) / 2, (right - left) / 2
    y, high = (top + bottom) / 2, (bottom - top) / 2
    ends = [
        f"{_units(x + wide * cos(angle * pi / 180))} {_units(y + high * sin(angle * pi / 180))}"
        for angle in (start, end)
    ]
    radii = f"{_units(wide)} {_units(high)}"
    return f'path d="M{ends[0]}A{radii} 0 {int(end - start > 180)} 1 {ends[1]}"'


def _path(points: Line | Outline, *, closed: bool = True) -> str:
    return "M" + "L".join(f"{_units(x)} {_units(y)}" for x, y in points) + ("z" if closed else "")


def _inside(box: Box, width: float) -> Box:
    """Return the box in which to draw an outline of `width`, so that the outline lies inside
    `box`."""
    left, top, right, bottom = box
    return left + width / 2, top + width / 2, right - width / 2, bottom - width / 2


def _stroke(colour: Colour, width: float) -> str:
    return f'fill="none" stroke="{_hex(colour)}" stroke-width="{_units(width)}"'


def _hex(colour: Colour) -> str:
    return "#" + "".join(f"{value:02x}" for value in colour)


def _units(part: float) -> str:
    return _short(part * SIDE)


def _short(value: float) -> str:
    return f"{value:.1f}".removesuffix(".0")


if __name__ == "__main__":
    SPRITE.write_text(sprite(), encoding="utf-8")
