"""Draws flat shapes in many colours on a square sheet. Coordinates are from 0 to 1, with the origin
at the upper left. The drawing is made larger and then reduced, for smooth edges."""

from __future__ import annotations

from typing import Final

from PIL import Image, ImageDraw

from bot.pictures.palette import PALETTE, Colour

FINER: Final = 4
"""A drawing is made this many times larger, and then reduced."""

Box = tuple[float, float, float, float]
"""Left, top, right, bottom, 0 to 1."""
Point = tuple[float, float]
Line = tuple[Point, ...]


class Sheet:
    """A square sheet to draw on, with coordinates from 0 to 1. Widths of lines and radii of corners
    are fractions of the sheet's side. `size` is the final size of the sheet in pixels, and `ground`
    the colour of the empty sheet."""

    def __init__(self, size: int, ground: Colour) -> None:
        self.side = size * FINER
        self.image = Image.new("RGB", (self.side, self.side), ground)
        self._draw = ImageDraw.Draw(self.image)

    def oval(self, box: Box, colour: Colour) -> None:
        """Draw a filled ellipse that touches all sides of `box`."""
        self._draw.ellipse(self._scaled(box), fill=colour)

    def ring(self, box: Box, colour: Colour, width: float) -> None:
        """Draw the outline of an ellipse that touches all sides of `box`."""
        self._draw.ellipse(self._scaled(box), outline=colour, width=self._wide(width))

    def arc(self, box: Box, start: float, end: float, colour: Colour, width: float) -> None:
        """Draw a part of an ellipse's outline, clockwise from the angle `start` to `end`. Angles
        are in degrees, and 0 is at the right."""
        self._draw.arc(self._scaled(box), start, end, fill=colour, width=self._wide(width))

    def part(self, box: Box, start: float, end: float, colour: Colour) -> None:
        """Draw a filled segment of an ellipse, between the outline from `start` to `end` and the
        chord. Angles are in degrees clockwise, and 0 is at the right."""
        self._draw.chord(self._scaled(box), start, end, fill=colour)

    def block(self, box: Box, colour: Colour, radius: float = 0) -> None:
        """Draw a filled rectangle. `radius` is the radius of its round corners."""
        self._draw.rounded_rectangle(self._scaled(box), radius * self.side, fill=colour)

    def frame(self, box: Box, colour: Colour, width: float, radius: float) -> None:
        """Draw the outline of a rectangle with round corners. `width` is the width of the line, and
        `radius` the radius of the corners."""
        self._draw.rounded_rectangle(
            self._scaled(box), radius * self.side, outline=colour, width=self._wide(width)
        )

    def shape(self, points: Line, colour: Colour) -> None:
        """Draw a filled polygon."""
        self._draw.polygon([(x * self.side, y * self.side) for x, y in points], fill=colour)

    def line(self, points: Line, colour: Colour, width: float) -> None:
        """Draw a line through these points, with round ends."""
        scaled = [(x * self.side, y * self.side) for x, y in points]
        self._draw.line(scaled, fill=colour, width=self._wide(width), joint="curve")
        for x, y in (points[0], points[-1]):
            half = width / 2
            self.oval((x - half, y - half, x + half, y + half), colour)

    def _scaled(self, box: Box) -> tuple[float, float, float, float]:
        left, top, right, bottom = (each * self.side for each in box)
        return left, top, right, bottom

    def _wide(self, width: float) -> int:
        return max(1, round(width * self.side))

    def tile(self) -> Image.Image:
        """Return the drawing in its final size, in the nearest colours of the palette that all
        pictures share."""
        nearest = Image.new("P", (1, 1))
        nearest.putpalette(PALETTE)
        return self.image.reduce(FINER).quantize(palette=nearest, dither=Image.Dither.NONE)
