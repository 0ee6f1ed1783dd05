"""The layout of a picture before it is painted. A scene has elements, such as cards and texts, each
with its position in pixels from the upper left corner. Later elements cover earlier ones. Elements
are named tuples, because a frozen dataclass takes three times as long to make, and a picture has
hundreds of elements."""

from __future__ import annotations

from collections.abc import Callable, Iterable, Mapping
from dataclasses import dataclass, field
from typing import Final, NamedTuple

from bot.pictures.fonts import fitted, unbreakable, width
from bot.pictures.palette import Ramp
from games.view import SeatView, Tense, View

WIDTH: Final = 800
"""Width of every picture in pixels: twice what a phone shows, so that it stays sharp there."""
MARGIN: Final = 12
LETTERING: Final = 30
"""The size of the smallest letters in a picture. Their capitals and digits are 22 pixels high. On a
phone, which shows a picture at half its size, they are 11 pixels high."""
TALL: Final = 1.4
"""A card's height as a multiple of its width."""


def high(wide: int) -> int:
    """Return the height in pixels of a card that is `wide` pixels wide."""
    return round(wide * TALL)


class Card(NamedTuple):
    """A card in a picture. It shows the face of `card`, or the back for None. A card that is wider
    than high lies sideways. `grey` marks a card that can't be played now. `turned` is the angle in
    degrees by which a face-up card is turned clockwise about its centre."""

    x: int
    y: int
    card: str | None
    wide: int
    high: int
    grey: bool = False
    turned: float = 0


class Place(NamedTuple):
    """An empty place for a card, drawn as an outline."""

    x: int
    y: int
    wide: int
    high: int
    ramp: Ramp = Ramp.GONE


class Text(NamedTuple):
    """A line of text; `x` and `y` are its upper left corner."""

    x: int
    y: int
    text: str
    size: int
    ramp: Ramp


class Suit(NamedTuple):
    """The symbol of a suit on a round white chip."""

    x: int
    y: int
    suit: str
    size: int


class Sign(NamedTuple):
    """A symbol in a square of `size` × `size` pixels. `shape` is the symbol's name in
    bot.pictures.shapes. `ramp` has the colours of the symbol and its background."""

    x: int
    y: int
    shape: str
    size: int
    ramp: Ramp


class Box(NamedTuple):
    """A rectangle with round corners in one colour of the palette."""

    x: int
    y: int
    wide: int
    high: int
    colour: int
    radius: int = 10


class Face(NamedTuple):
    """The round face of a named bot player (bot.core.people); nothing is drawn for any other
    name."""

    x: int
    y: int
    name: str
    size: int


class Badge(NamedTuple):
    """A badge by its symbol (bot.pictures.badges), drawn as a round tile."""

    x: int
    y: int
    sign: str
    size: int


class Mood(NamedTuple):
    """An emote by its name (bot.pictures.moods), drawn as a round tile."""

    x: int
    y: int
    name: str
    size: int


Thing = Card | Place | Text | Suit | Sign | Box | Face | Badge | Mood


class Moved(NamedTuple):
    """The elements of a smaller scene as one element of a larger scene. `x` and `y` say where the
    smaller scene's upper left corner is in the larger one."""

    x: int
    y: int
    parts: Parts


Part = Thing | Moved
Parts = tuple[Part, ...]


class Scene(NamedTuple):
    """The layout of a picture, or of a part of it. `wide` and `high` are its size in pixels.
    `parts` are its elements, some of which hold further elements."""

    wide: int
    high: int
    parts: Parts

    def moved(self, x: int, y: int) -> Parts:
        """Return this scene's elements for use in a larger scene, in which this scene's upper left
        corner is at (`x`, `y`)."""
        return (Moved(x, y, self.parts),) if self.parts and (x or y) else self.parts

    @property
    def things(self) -> tuple[Thing, ...]:
        """All single elements of this scene and of the scenes in it. Their positions are relative
        to the upper left corner of this scene."""
        found: list[Thing] = []
        _lay_out(self.parts, 0, 0, found)
        return tuple(found)


def _lay_out(parts: Parts, x: int, y: int, found: list[Thing]) -> None:
    for part in parts:
        if isinstance(part, Moved):
            _lay_out(part.parts, x + part.x, y + part.y, found)
        else:
            found.append(part._replace(x=part.x + x, y=part.y + y))


def _nothing(_view: View, _tense: Tense) -> str:
    return ""


@dataclass(frozen=True, slots=True)
class Captions:
    """The words and names that a picture shows, in the reader's language. Functions give the title
    of a zone (`zone`), the word for a role (`role`), the symbol of a role (`sign`, a name of
    bot.pictures.shapes), a seat's score for the alt text (`score`), the title of another player's
    hand (`hand`) and the words for an urgent fact (`tense`). `role` returns "" for a role without a
    word, and `sign` "" for a role without a symbol.

    `me` is the reader's own seat (None: the picture is for everyone). The words beside this seat
    can be others: `own_role`, `own_out` and `own_left` ("" stands for the usual words). `brief` is
    what a picture writes in place of the word for a role, by the role's name.

    `names`, `faces` and `moods` are ordered by seat. `names` are as the members chose them. `faces`
    are the bot players whose faces are drawn, and `moods` are emotes (bot.pictures.moods). A seat
    without a face or an emote has "" there. `out` and `left` are the words at seats that are out or
    have left. `letters` maps ranks and jokers to what is written on their cards instead of the
    usual notation."""

    names: tuple[str, ...]
    zone: Callable[[str], str]
    role: Callable[[str], str]
    out: str = "out"
    left: str = "left"
    sign: Callable[[str], str] = "".format
    letters: Mapping[str, str] = field(default_factory=dict)
    score: Callable[[int | str], str] = str
    hand: Callable[[int], str] = str
    tense: Callable[[View, Tense], str] = field(default=_nothing)
    faces: tuple[str, ...] = ()
    moods: tuple[str, ...] = ()
    me: int | None = None
    own_role: Callable[[str], str] = "".format
    own_out: str = ""
    own_left: str = ""
    brief: Mapping[str, str] = field(default_factory=dict)

    def word(self, seat: int, role: str) -> str:
        """Return the word for a role of a seat, or "" for a role without a word."""
        return (self.own_role(role) if seat == self.me else "") or self.role(role)

    def roles(self, seat: SeatView) -> list[str]:
        """Return the words for the roles of a seat. Roles without a word are left out."""
        return [word for name in seat.roles if (word := self.word(seat.seat, name))]

    def gone(self, seat: SeatView) -> str:
        """Return the word beside a seat that has left or is out of the game. The text is empty for
        a seat that is still in the game."""
        own = seat.seat == self.me
        if seat.resigned:
            return (own and self.own_left) or self.left
        if seat.out:
            return (own and self.own_out) or self.out
        return ""

    def mood(self, seat: int) -> str:
        """Return the name of the emote at a seat, or "" for none."""
        return self.moods[seat] if seat < len(self.moods) else ""


def label(text: str, size: int, ramp: Ramp, most: int) -> Scene:
    """Lay out one line of text in letters of `size` pixels. A text that is wider than `most` pixels
    is cut and ends with an ellipsis. `ramp` has the colours of the letters and of the background.
    The scene is empty for an empty text."""
    if not text:
        return Scene(0, 0, ())
    shown = fitted(text, size, most)
    return Scene(width(shown, size), size * 5 // 4, (Text(0, 0, shown, size, ramp),))


def wrapped(text: str, size: int, most: int) -> list[str]:
    """Break the text into lines of at most `most` pixels. A word that is wider has a line of its
    own."""
    lines: list[str] = []
    for word in unbreakable(text):
        longer = f"{lines[-1]} {word}" if lines else word
        if lines and width(longer, size) <= most:
            lines[-1] = longer
        else:
            lines.append(word)
    return lines


def beside(scenes: Iterable[Scene], apart: int, *, bottom: bool = False) -> Scene:
    """Lay out scenes side by side, `apart` pixels from each other. Their upper edges are aligned,
    or with `bottom` their lower edges."""
    row = list(scenes)
    highest = max((scene.high for scene in row), default=0)
    parts: list[Part] = []
    x = 0
    for scene in row:
        parts += scene.moved(x, highest - scene.high if bottom else 0)
        x += scene.wide + apart
    return Scene(max(0, x - apart), highest, tuple(parts))


def middled(scene: Scene, tall: int) -> Scene:
    """Return a scene that is `tall` pixels high and has `scene` halfway between top and bottom."""
    return Scene(scene.wide, tall, scene.moved(0, (tall - scene.high) // 2))


def below(scenes: Iterable[Scene], apart: int, *, centred: bool = False) -> Scene:
    """Lay out scenes one below the other, `apart` pixels from each other. Their left edges are
    aligned, or with `centred` their centres."""
    column = list(scenes)
    widest = max((scene.wide for scene in column), default=0)
    parts: list[Part] = []
    y = 0
    for scene in column:
        parts += scene.moved((widest - scene.wide) // 2 if centred else 0, y)
        y += scene.high + apart
    return Scene(widest, max(0, y - apart), tuple(parts))


def flowing(
    scenes: Iterable[Scene],
    apart: int,
    most: int,
    *,
    centred: bool = False,
    bottom: bool = True,
    leading: int | None = None,
) -> Scene:
    """Lay out scenes like words of a text, in lines of at most `most` pixels. Scenes of one line
    are `apart` pixels from each other. Their lower edges are aligned. Without `bottom`, their upper
    edges are aligned. `centred` centres each line. `leading` is the distance between two lines in
    pixels (None: `apart`)."""
    lines: list[list[Scene]] = []
    room = -1
    for scene in scenes:
        if scene.wide > room or not lines:
            lines.append([])
            room = most
        lines[-1].append(scene)
        room -= scene.wide + apart
    between = apart if leading is None else leading
    return below((beside(line, apart, bottom=bottom) for line in lines), between, centred=centred)
