"""Draws the summary of an evening (a group of games played without a long pause). It shows all
players, the player who was best, the player who lost the most games, and other facts."""

from __future__ import annotations

from collections.abc import Sequence
from dataclasses import dataclass
from typing import Final

from bot.pictures.fonts import width, written
from bot.pictures.lobby import portrait
from bot.pictures.outcome import LAST, WINNER
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
from bot.preferences.model import Deck

TITLES: Final = (64, 54, 46, 38)
"""Possible sizes of the title's letters. The title is drawn in the largest of these sizes in which
it fits into one line."""
INNER: Final = WIDTH - 4 * MARGIN
PAD: Final = 20
APART: Final = 12
LARGE: Final = 128
"""The width and height in pixels of the portrait of a player with an honour. The honours are for
the best player and for the fool."""
SMALL: Final = 76
"""The width and height in pixels of the portraits in the rows with all players of the evening."""
CHAIR: Final = 126
"""The least width in pixels of a player's place in the rows with all players. If the text of one
player needs more width, all places get this width."""
BESIDE: Final = 20
CROWN: Final = 56
MEDAL: Final = 64
NAME: Final = 40


@dataclass(frozen=True, slots=True)
class Player:
    """A player in the picture. `name` is as the player chose it. `told` is the text below the name,
    which says how many games the player won."""

    name: str
    told: str


@dataclass(frozen=True, slots=True)
class Honour:
    """An honour for a player in the picture. `title` is its name, and `told` is the reason in
    words. `player` is the player's index in the list of players. `is_fool` says that the honour is
    for having lost the most games."""

    title: str
    player: int
    told: str
    is_fool: bool = False


@dataclass(frozen=True, slots=True)
class Line:
    """A fact about the evening in the picture, with a heading and a sentence (`told`). `sign` is
    the symbol of the badge beside it (a name of bot.pictures.badges)."""

    sign: str
    heading: str
    told: str


@dataclass(frozen=True, slots=True)
class EveningCard:
    """The content of the picture of an evening, with all words in the reader's language."""

    title: str
    subtitle: str
    players: tuple[Player, ...]
    honours: tuple[Honour, ...]
    lines: tuple[Line, ...]


def evening_picture(card: EveningCard) -> bytes:
    """Draw the summary of an evening as a PNG, 800 pixels wide."""
    return png(evening_scene(card), Deck.FOUR_COLOURS)


def evening_scene(card: EveningCard) -> Scene:
    """Lay out the picture of an evening."""
    title = written(card.title) or ""
    size = next((each for each in TITLES if width(title, each) <= INNER), TITLES[-1])
    parts = [
        below(
            [
                label(title, size, Ramp.TRUMP, INNER),
                label(written(card.subtitle) or "", LETTERING, Ramp.QUIET, INNER),
            ],
            4,
            centred=True,
        ),
        _honours(card),
        _players(card.players),
        below([_told(line) for line in card.lines], APART),
    ]
    whole = below([part for part in parts if part.high], 2 * PAD, centred=True)
    return Scene(WIDTH, whole.high + 4 * MARGIN, whole.moved((WIDTH - whole.wide) // 2, 2 * MARGIN))


def _honours(card: EveningCard) -> Scene:
    """Lay out one panel for each honour in the picture, such as the honour for the best player. A
    panel shows the player, the title of the honour and the reason. The panels stand side by side
    and have the same height. The scene is empty if there are no honours."""
    count = len(card.honours)
    if not count:
        return Scene(0, 0, ())
    wide = (INNER - APART * (count - 1)) // count
    columns = [_honour(card, each, wide - 2 * PAD) for each in card.honours]
    tall = max(column.high for column in columns) + 2 * PAD
    panels = []
    for column, each in zip(columns, card.honours, strict=True):
        ramp = Ramp.NAME if each.is_fool else Ramp.TURN
        ground = Box(0, 0, wide, tall, ramp.ground, 18)
        inside = column.moved((wide - column.wide) // 2, PAD)
        panels.append(Scene(wide, tall, (ground, *inside)))
    return beside(panels, APART)


def _honour(card: EveningCard, honour: Honour, room: int) -> Scene:
    ink, quiet = (Ramp.NAME, Ramp.QUIET_NAME) if honour.is_fool else (Ramp.TURN, Ramp.TURN_QUIET)
    name = card.players[honour.player].name
    shape = LAST if honour.is_fool else WINNER
    sign = Scene(CROWN, CROWN, (Sign(0, 0, shape, CROWN, quiet),))
    return below(
        [
            sign,
            portrait(name, honour.player, LARGE, is_bot=False),
            label(written(name) or "?", NAME, ink, room),
            label(written(honour.title) or "", LETTERING, quiet, room),
            *(
                label(line, LETTERING, ink, room)
                for line in wrapped(written(honour.told) or "", LETTERING, room)
            ),
        ],
        6,
        centred=True,
    )


def _players(players: Sequence[Player]) -> Scene:
    """Lay out all players of the evening, in rows."""
    told = (width(written(each.told) or "", LETTERING) for each in players)
    wide = min(INNER, max([CHAIR, *(each + BESIDE for each in told)]))
    chairs = [_chair(number, each, wide) for number, each in enumerate(players)]
    across = -(-len(chairs) // -(-len(chairs) // (INNER // wide))) if chairs else 1
    return flowing(chairs, 0, min(INNER, across * wide), centred=True, bottom=False)


def _chair(number: int, player: Player, wide: int) -> Scene:
    room = wide - BESIDE
    column = below(
        [
            portrait(player.name, number, SMALL, is_bot=False),
            label(written(player.name) or "?", LETTERING, Ramp.TITLE, room),
            label(written(player.told) or "", LETTERING, Ramp.QUIET, room),
        ],
        2,
        centred=True,
    )
    return Scene(wide, column.high + PAD, column.moved((wide - column.wide) // 2, 0))


def _told(line: Line) -> Scene:
    """Lay out the panel of a fact about the evening: its badge, its heading, and the sentence in as
    many lines as it needs."""
    room = INNER - MEDAL - 3 * PAD
    words = below(
        [
            label(written(line.heading) or "", LETTERING, Ramp.QUIET_NAME, room),
            *(
                label(each, LETTERING, Ramp.NAME, room)
                for each in wrapped(written(line.told) or "", LETTERING, room)
            ),
        ],
        0,
    )
    tall = max(MEDAL, words.high) + PAD
    return Scene(
        INNER,
        tall,
        (
            Box(0, 0, INNER, tall, Ramp.NAME.ground, 14),
            Badge(PAD, (tall - MEDAL) // 2, line.sign, MEDAL),
            *words.moved(MEDAL + 2 * PAD, (tall - words.high) // 2),
        ),
    )
