"""Draws the end of a game for one of its players, who alone sees the picture. It shows the player's
result and rating, the honours (badges and titles) that the player has earned, and the last
cards."""

from __future__ import annotations

from collections.abc import Mapping, Sequence
from dataclasses import dataclass
from enum import Enum
from typing import Final, NamedTuple

from bot.leaderboards.model import Moved
from bot.pictures.fonts import width, written
from bot.pictures.outcome import ARROW, DOWN, LAST, LEVEL, UP, WINNER
from bot.pictures.paint import png
from bot.pictures.palette import Ramp
from bot.pictures.scene import (
    LETTERING,
    MARGIN,
    WIDTH,
    Badge,
    Box,
    Scene,
    Sign,
    below,
    beside,
    flowing,
    label,
    wrapped,
)
from bot.pictures.zones import single
from bot.preferences.model import Deck

PAD: Final = 24
APART: Final = 10
SIGN: Final = 120
"""Side of the sign at the left."""
HEADLINES: Final = (56, 50, 44, 40, 36, LETTERING)
"""Possible sizes of the headline's letters. The headline is drawn in the largest size in which it
fits into one line. If no size is small enough, it is drawn in the smallest size, in several
lines."""
FIGURE: Final = 40
"""The size of the letters for the player's place, the rating and the titles of honours."""
CARDS: Final = (132, 116, 96, 78)
"""Possible widths in pixels of the game's last cards. The cards are drawn in the largest of these
widths in which they fit into one line. If no width is small enough, they are drawn in the smallest
width, in several lines."""
MEDAL: Final = 88
ROUND: Final = 22
"""The radius in pixels of the rounded corners of a panel's background."""


class Tone(Enum):
    """How a game ended for one player (won, lost, …), which decides the colour and the symbol of
    the picture."""

    FIRST = "first"
    BETWEEN = "between"
    LAST = "last"
    DRAWN = "drawn"
    VOID = "void"


INKS: Final = {
    Tone.FIRST: Ramp.TURN,
    Tone.BETWEEN: Ramp.NAME,
    Tone.LAST: Ramp.BACK,
    Tone.DRAWN: Ramp.SILVER,
    Tone.VOID: Ramp.QUIET_NAME,
}
SIGNS: Final = {Tone.FIRST: WINNER, Tone.LAST: LAST, Tone.DRAWN: "shield"}


class Earned(NamedTuple):
    """An honour in the picture, such as a badge. `sign` is the symbol of its medal (a name of
    bot.pictures.badges). `title` is its name, and `how` says how it is earned (empty when the title
    says it)."""

    sign: str
    title: str
    how: str = ""


@dataclass(frozen=True, slots=True)
class OwnEnding:
    """The content of the picture of a game's end for one player, in the player's language.

    `place` is the player's place in words (empty if the player has no place). `rank` is the number
    of this place if the number is to be drawn as the symbol, otherwise 0. `moved` is the change of
    the player's rating. If it is None, `unrated` may say why the rating did not change. `cards` are
    the last cards of the game, and `title` is the text below them. `honours` are what the player
    has earned by this game, such as badges."""

    tone: Tone
    headline: str
    place: str = ""
    rank: int = 0
    moved: Moved | None = None
    unrated: str = ""
    cards: tuple[str, ...] = ()
    title: str = ""
    honours: tuple[Earned, ...] = ()


def own_ending_picture(ending: OwnEnding, deck: Deck, letters: Mapping[str, str]) -> bytes:
    """Draw the end of a game for one player as a PNG, 800 pixels wide. `letters` maps ranks to the
    letters on the cards in the player's language."""
    return png(own_ending_scene(ending), deck, letters)


def own_ending_scene(ending: OwnEnding) -> Scene:
    """Lay out the picture of a game's end for one player."""
    inner = WIDTH - 2 * MARGIN
    blocks = [_banner(ending, inner), *(_honour(each, inner) for each in ending.honours)]
    if ending.cards:
        title = label(written(ending.title) or "", LETTERING, Ramp.QUIET, inner)
        parts = [part for part in (_cards(ending.cards, inner), title) if part.parts]
        blocks.append(below(parts, APART, centred=True))
    whole = below(blocks, PAD, centred=True)
    return Scene(WIDTH, whole.high + 2 * MARGIN, whole.moved((WIDTH - whole.wide) // 2, MARGIN))


def _banner(ending: OwnEnding, inner: int) -> Scene:
    """Lay out the upper block of the picture, `inner` pixels wide: the symbol, the headline, and
    the player's place and rating, in the colours of the tone."""
    ink = INKS[ending.tone]
    sign = _sign(ending, ink)
    room = inner - 2 * PAD - (sign.wide + PAD if sign.parts else 0)
    told = below([*_headline(ending.headline, ink, room), _figures(ending, ink, room)], APART)
    tall = max(sign.high, told.high) + 2 * PAD
    left = PAD + (sign.wide + PAD if sign.parts else 0)
    return Scene(
        inner,
        tall,
        (
            Box(0, 0, inner, tall, ink.ground, ROUND),
            *sign.moved(PAD, (tall - sign.high) // 2),
            *told.moved(left, (tall - told.high) // 2),
        ),
    )


def _sign(ending: OwnEnding, ink: Ramp) -> Scene:
    """Lay out the large symbol in the upper block, in the colours `ink`. If `ending.rank` isn't 0,
    the symbol is this number. Otherwise `ending.tone` decides whether the symbol is a crown, a cap
    or a shield. The scene is empty for a tone without a symbol."""
    shape = SIGNS.get(ending.tone)
    if shape is not None and not ending.rank:
        return Scene(SIGN, SIGN, (Sign(0, 0, shape, SIGN, ink),))
    if not ending.rank:
        return Scene(0, 0, ())
    number = label(str(ending.rank), SIGN, ink, SIGN)
    return Scene(SIGN, number.high, number.moved((SIGN - number.wide) // 2, 0))


def _headline(text: str, ink: Ramp, room: int) -> list[Scene]:
    plain = written(text) or ""
    for size in HEADLINES:
        if width(plain, size) <= room:
            return [label(plain, size, ink, room)]
    return [label(line, size, ink, room) for line in wrapped(plain, size, room)]


def _figures(ending: OwnEnding, ink: Ramp, room: int) -> Scene:
    """Lay out the player's place and the change of their rating, on one line if they fit into
    `room` pixels, otherwise on two. `ink` has the colours of the letters and of the background."""
    parts = [label(ending.place, FIGURE, ink, room), _rating(ending, ink, room)]
    return flowing([part for part in parts if part.parts], 2 * PAD, room)


def _rating(ending: OwnEnding, ink: Ramp, room: int) -> Scene:
    if ending.moved is None:
        return label(ending.unrated, FIGURE, ink, room)
    points, after = ending.moved.points, label(str(ending.moved.after), FIGURE, ink, room)
    if not points:
        return beside([after, label(LEVEL, FIGURE, ink, room)], APART)
    arrow = Sign(0, (after.high - ARROW) // 2, UP if points > 0 else DOWN, ARROW, ink)
    moved = label(str(abs(points)), FIGURE, ink, room)
    return beside([after, Scene(ARROW, after.high, (arrow,)), moved], APART)


def _cards(cards: Sequence[str], inner: int) -> Scene:
    for wide in CARDS:
        line = beside([single(card, wide) for card in cards], APART)
        if line.wide <= inner:
            return line
    return flowing([single(card, wide) for card in cards], APART, inner, centred=True)


def _honour(honour: Earned, inner: int) -> Scene:
    """Lay out the panel of an honour: its medal, its title, and how it is earned."""
    room = inner - 3 * PAD - MEDAL
    title = label(written(honour.title) or "", FIGURE, Ramp.NAME, room)
    lines = wrapped(written(honour.how) or "", LETTERING, room)
    how = [label(line, LETTERING, Ramp.QUIET_NAME, room) for line in lines]
    told = below([title, *how], 0)
    high = max(MEDAL, told.high) + PAD
    return Scene(
        inner,
        high,
        (
            Box(0, 0, inner, high, Ramp.NAME.ground, ROUND),
            Badge(PAD, (high - MEDAL) // 2, honour.sign, MEDAL),
            *told.moved(2 * PAD + MEDAL, (high - told.high) // 2),
        ),
    )
