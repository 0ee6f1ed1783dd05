"""Draws the end of a tournament: its title, and the first three places on a podium."""

from __future__ import annotations

from collections import Counter
from collections.abc import Sequence
from dataclasses import dataclass
from typing import Final

from bot.core.placing import Place
from bot.pictures.fonts import width, written
from bot.pictures.outcome import Ending
from bot.pictures.paint import png
from bot.pictures.palette import Ramp
from bot.pictures.podium import podium_scene
from bot.pictures.scene import LETTERING, MARGIN, WIDTH, Captions, Scene, below, label
from bot.preferences.model import Deck

TITLES: Final = (54, 46, 40, 36, LETTERING)
"""Possible sizes of the title's letters. The title is drawn in the largest of these sizes in which
it fits into one line."""

CROWD: Final = 4
"""The most members or teams that stand on the second or third step of the podium. If more share
this rank, all of them are left out."""


@dataclass(frozen=True, slots=True)
class Placed:
    """A member or team with a rank in the tournament, from 1. `name` is as the member chose it."""

    name: str
    rank: int


def champions_picture(title: str, placed: Sequence[Placed]) -> bytes:
    """Draw a podium under the tournament's title as a PNG, 800 pixels wide. Ranks after the third
    are left out. A second or third rank is also left out if more than `CROWD` members or teams
    share it."""
    return png(champions_scene(title, placed), Deck.FOUR_COLOURS)


def champions_scene(title: str, placed: Sequence[Placed]) -> Scene:
    """Lay out the picture of a tournament's podium."""
    inner = WIDTH - 2 * MARGIN
    plain = written(title) or ""
    size = next((each for each in TITLES if width(plain, each) <= inner), TITLES[-1])
    sharing = Counter(each.rank for each in placed)
    placed = [each for each in placed if each.rank == 1 or sharing[each.rank] <= CROWD]
    places = tuple(Place(each.rank, won=True, last=False, has_medal=True) for each in placed)
    ending = Ending("", places=places)
    captions = Captions(tuple(each.name for each in placed), zone=str, role=str)
    parts = [
        label(plain, size, Ramp.TRUMP, inner),
        podium_scene(len(placed), ending, captions, inner),
    ]
    whole = below([part for part in parts if part.high], 2 * MARGIN, centred=True)
    return Scene(WIDTH, whole.high + 2 * MARGIN, whole.moved((WIDTH - whole.wide) // 2, MARGIN))
