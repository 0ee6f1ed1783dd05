"""The shapes of suits and other symbols, as outlines in a square of side 1, and as masks of any
size."""

from __future__ import annotations

from functools import lru_cache
from math import cos, pi, sin
from typing import Final

from PIL import Image, ImageChops, ImageDraw

Point = tuple[float, float]
"""A point in a square of side 1. The first number is the distance from the left edge, and the
second number is the distance from the upper edge."""
Outline = tuple[Point, ...]

FINER: Final = 8
"""A shape is drawn this many times larger, and then reduced."""
ROUND: Final = 48
"""The number of points with which a full circle is drawn."""


def _circle(x: float, y: float, radius: float) -> Outline:
    angles = [2 * pi * step / ROUND for step in range(ROUND)]
    return tuple((x + radius * cos(angle), y + radius * sin(angle)) for angle in angles)


def _curve(start: Point, pull: Point, end: Point) -> list[Point]:
    """Return the points of a quadratic Bézier curve without its last point. `pull` is its control
    point."""
    points = []
    for step in range(ROUND // 4):
        part = step / (ROUND // 4)
        weights = ((1 - part) ** 2, 2 * part * (1 - part), part**2)
        points.append(
            (
                weights[0] * start[0] + weights[1] * pull[0] + weights[2] * end[0],
                weights[0] * start[1] + weights[1] * pull[1] + weights[2] * end[1],
            )
        )
    return points


def _closed(*corners: tuple[Point, Point]) -> Outline:
    """Return a closed outline of curves from corner to corner. Each of `corners` is a corner
    together with the control point of the curve that begins there."""
    points: list[Point] = []
    for number, (corner, pull) in enumerate(corners):
        points += _curve(corner, pull, corners[(number + 1) % len(corners)][0])
    return tuple(points)


def _heart(top: float, bottom: float) -> Outline:
    """Return the outline of a heart. `top` is the distance of its lobes from the upper edge of the
    square, and `bottom` is the distance of its tip. If `top` is greater than `bottom`, the heart is
    upside down. This is the upper part of a spade."""
    points = []
    for step in range(2 * ROUND):
        angle = pi * step / ROUND
        right = sin(angle) ** 3
        up = (
            13 * cos(angle) - 5 * cos(2 * angle) - 2 * cos(3 * angle) - cos(4 * angle) + 17
        ) / 29.0
        points.append((0.5 + 0.48 * right, bottom + (top - bottom) * up))
    return tuple(points)


_STEM: Final = _closed(
    ((0.46, 0.55), (0.5, 0.55)),
    ((0.54, 0.55), (0.55, 0.86)),
    ((0.72, 0.97), (0.5, 0.97)),
    ((0.28, 0.97), (0.45, 0.86)),
)
_DIAMOND: Final = _closed(
    ((0.5, 0.0), (0.62, 0.26)),
    ((0.9, 0.5), (0.62, 0.74)),
    ((0.5, 1.0), (0.38, 0.74)),
    ((0.1, 0.5), (0.38, 0.26)),
)


def _cap() -> tuple[Outline, ...]:
    """Return the outlines of a jester's cap. It has two horns that hang down, a horn that stands
    up, a bell at the end of each horn, and a band below."""
    left = _closed(
        ((0.44, 0.66), (0.47, 0.28)),
        ((0.27, 0.2), (0.03, 0.14)),
        ((0.06, 0.64), (0.2, 0.4)),
        ((0.2, 0.74), (0.32, 0.74)),
    )
    middle = _closed(
        ((0.38, 0.66), (0.43, 0.3)), ((0.5, 0.08), (0.57, 0.3)), ((0.62, 0.66), (0.5, 0.66))
    )
    right = tuple((1 - x, y) for x, y in left)
    body = ((0.21, 0.62), (0.79, 0.62), (0.8, 0.76), (0.2, 0.76))
    band = ((0.18, 0.82), (0.82, 0.82), (0.82, 0.96), (0.18, 0.96))
    bells = (_circle(0.1, 0.65, 0.09), _circle(0.5, 0.09, 0.09), _circle(0.9, 0.65, 0.09))
    return left, middle, right, body, band, *bells


def _sword(mirrored: bool) -> tuple[Outline, ...]:
    """Return the outlines of one of two crossed swords. It leads from the hilt at the lower left to
    the point at the upper right, or with `mirrored` from the lower right to the upper left."""
    parts: tuple[Outline, ...] = (
        ((0.93, 0.04), (0.95, 0.2), (0.36, 0.76), (0.26, 0.66), (0.8, 0.04)),
        ((0.14, 0.58), (0.2, 0.52), (0.48, 0.8), (0.42, 0.86)),
        ((0.22, 0.7), (0.3, 0.78), (0.14, 0.96), (0.04, 0.86)),
    )
    return tuple(tuple((1 - x, y) for x, y in part) for part in parts) if mirrored else parts


def _shield() -> Outline:
    return _closed(
        ((0.5, 0.02), (0.68, 0.16)),
        ((0.92, 0.16), (0.92, 0.5)),
        ((0.5, 0.98), (0.08, 0.78)),
        ((0.08, 0.16), (0.32, 0.16)),
    )


def _crown(points: int) -> Outline:
    """Return the outline of a crown with `points` points. The points in the middle are higher than
    the others."""
    top: list[Point] = []
    for number in range(points):
        middle = 1 - abs(2 * number / (points - 1) - 1)
        top.append((0.06 + 0.88 * number / (points - 1), 0.34 - 0.2 * middle))
        if number < points - 1:
            top.append((0.06 + 0.88 * (number + 0.5) / (points - 1), 0.56))
    return (*top, (0.84, 0.86), (0.16, 0.86))


SHAPES: Final[dict[str, tuple[Outline, ...]]] = {
    "S": (_heart(0.86, 0.0), _STEM),
    "H": (_heart(0.03, 0.97),),
    "D": (_DIAMOND,),
    "C": (
        _circle(0.5, 0.25, 0.235),
        _circle(0.25, 0.6, 0.235),
        _circle(0.75, 0.6, 0.235),
        _circle(0.5, 0.5, 0.15),
        _STEM,
    ),
    "cap": _cap(),
    "swords": (*_sword(mirrored=False), *_sword(mirrored=True)),
    "shield": (_shield(),),
    "up": (((0.5, 0.16), (0.94, 0.84), (0.06, 0.84)),),
    "down": (((0.5, 0.84), (0.94, 0.16), (0.06, 0.16)),),
    "K": (_crown(5),),
    "Q": (_crown(3),),
}
"""The outlines of all symbols, by name. `S`, `H`, `D` and `C` are the suits, and `K` and `Q` are
the crowns of king and queen. `cap` is the jokers' cap, `swords` are two crossed swords, and
`shield` is a shield. `up` and `down` are triangles, which stand for more and for less."""


@lru_cache(maxsize=256)
def shape(name: str, size: int) -> Image.Image:
    """Return the shape with the name `name` as a mask of `size` × `size` pixels. The mask is 255
    where there is ink."""
    large = Image.new("L", (size * FINER, size * FINER))
    draw = ImageDraw.Draw(large)
    for outline in SHAPES[name]:
        draw.polygon([(x * size * FINER, y * size * FINER) for x, y in outline], fill=255)
    return large.reduce(FINER)


@lru_cache(maxsize=512)
def rounded(width: int, height: int, radius: int) -> Image.Image:
    """Return the mask of a rectangle with round corners. `width`, `height` and `radius` are in
    pixels."""
    large = Image.new("L", (width * 4, height * 4))
    ImageDraw.Draw(large).rounded_rectangle(
        (0, 0, width * 4 - 1, height * 4 - 1), radius * 4, fill=255
    )
    return large.reduce(4)


def ring(outer: Image.Image, inner: Image.Image, inset: int) -> Image.Image:
    """Return a ring as a mask. The ring is the mask `outer` without the mask `inner`. The upper
    left corner of `inner` lies `inset` pixels to the right of and below the upper left corner of
    `outer`."""
    hole = Image.new("L", outer.size)
    hole.paste(inner, (inset, inset))
    return ImageChops.subtract(outer, hole)
