"""Draws the bracket of a knockout tournament: the rounds from left to right, and in each round the
pairs with their scores. A coloured stripe marks pairs that are playing or waiting."""

from __future__ import annotations

from collections.abc import Mapping, Sequence
from dataclasses import dataclass
from enum import Enum
from typing import Final

from bot.pictures.fonts import width, written
from bot.pictures.paint import png
from bot.pictures.palette import Ramp
from bot.pictures.scene import LETTERING, MARGIN, WIDTH, Box, Part, Scene, below, beside, label
from bot.preferences.model import Deck

LINE: Final = 44
"""Height of a contender's line."""
PAD: Final = 8
STRIPE: Final = 8
APART: Final = 20
"""The width in pixels between two rounds, where lines join the pairs. A larger width would leave
less room for names."""
UNKNOWN: Final = 0.6
"""The width of a round in which no name is known yet, as a fraction of the width of a round with
names."""
BELOW: Final = 18
"""The space below a pair."""
CLOSE: Final = 8
"""The space between two pairs whose winners meet."""
JOINT: Final = 3
"""Width of a line that joins pairs."""
TALLEST: Final = 8
"""The most pairs of the first round with which the whole bracket is drawn. If the first round has
more pairs, only this round is drawn, in two columns."""
PAIR: Final = 2 * LINE + 2


class State(Enum):
    """The state of a pair in a bracket. STILL means that the two have not begun to play, or have
    finished. PLAYED means that the two are playing now. AWAITED means that the pair still waits for
    a player, or for the decision of a moderator."""

    STILL = "still"
    PLAYED = "played"
    AWAITED = "awaited"


STRIPES: Final = {State.PLAYED: Ramp.TURN, State.AWAITED: Ramp.BRONZE}


@dataclass(frozen=True, slots=True)
class Contender:
    """One member or team in a pair of a bracket. `name` is as the member chose it (empty if it is
    not known yet), and `score` is the score as text. `lost` says that this member or team has lost
    against the opponent in the pair. `best` says that it has won the tournament."""

    name: str = ""
    score: str = ""
    lost: bool = False
    best: bool = False


@dataclass(frozen=True, slots=True)
class Pair:
    """Two contenders who meet in a round. `second` is None if the first one has no opponent (a
    bye)."""

    first: Contender
    second: Contender | None
    state: State = State.STILL


@dataclass(frozen=True, slots=True)
class Column:
    """One round of the bracket: its title, and its pairs from top to bottom."""

    title: str
    pairs: tuple[Pair, ...]


@dataclass(frozen=True, slots=True)
class Bracket:
    """The content of a bracket's picture. `columns` are consecutive rounds, where each round has
    half as many pairs as the round before. There might be only one round. `told` maps a state to
    the words that explain its coloured stripe. `free` is written in place of a missing opponent (a
    bye)."""

    columns: tuple[Column, ...]
    told: Mapping[State, str]
    free: str


def bracket_picture(bracket: Bracket) -> bytes:
    """Draw a bracket as a PNG, 800 pixels wide."""
    return png(bracket_scene(bracket), Deck.FOUR_COLOURS)


def bracket_scene(bracket: Bracket) -> Scene:
    """Lay out the picture of a bracket."""
    first = bracket.columns[0]
    tree = _apart(bracket, first) if len(first.pairs) > TALLEST else _tree(bracket)
    whole = below([part for part in (tree, _legend(bracket)) if part.high], MARGIN)
    return Scene(WIDTH, whole.high + 2 * MARGIN, whole.moved(MARGIN, MARGIN))


def _apart(bracket: Bracket, column: Column) -> Scene:
    """Lay out a single round in two columns. The two pairs whose winners meet in the next round
    stand together."""
    inner = WIDTH - 2 * MARGIN
    wide = (inner - APART) // 2
    half = (len(column.pairs) + 1) // 2
    head = label(written(column.title) or "", LETTERING, Ramp.TRUMP, inner)
    sides = []
    for side in (column.pairs[:half], column.pairs[half:]):
        twos = [side[start : start + 2] for start in range(0, len(side), 2)]
        neighbours = [below([_pair(each, wide, bracket) for each in two], CLOSE) for two in twos]
        sides.append(below(neighbours, BELOW))
    return below([head, beside(sides, APART)], PAD)


def _tree(bracket: Bracket) -> Scene:
    """Lay out several rounds side by side. Each pair stands halfway between two pairs of the round
    before. The winners of those two pairs are the members of this pair."""
    head = LETTERING * 5 // 4 + PAD
    things: list[Part] = []
    middles: list[float] = []
    left = 0
    for place, (column, wide) in enumerate(zip(bracket.columns, _widths(bracket), strict=True)):
        title = label(written(column.title) or "", LETTERING, Ramp.TRUMP, wide)
        things += title.moved(left, 0)
        if not place:
            middles = [
                head + PAIR / 2 + number * (PAIR + BELOW) for number in range(len(column.pairs))
            ]
        else:
            middles = [sum(middles[at : at + 2]) / 2 for at in range(0, len(middles), 2)]
        for middle, pair in zip(middles, column.pairs, strict=True):
            things += _pair(pair, wide, bracket).moved(left, round(middle) - PAIR // 2)
        if place + 1 < len(bracket.columns):
            things += _joints(middles, left + wide)
        left += wide + APART
    tall = head + len(bracket.columns[0].pairs) * (PAIR + BELOW) - BELOW
    return Scene(WIDTH - 2 * MARGIN, tall, tuple(things))


def _widths(bracket: Bracket) -> list[int]:
    """Return the widths of the columns in pixels, in the order of the rounds."""
    parts = [1.0 if any(map(_is_known, each.pairs)) else UNKNOWN for each in bracket.columns]
    room = WIDTH - 2 * MARGIN - APART * (len(parts) - 1)
    return [int(room * part / sum(parts)) for part in parts]


def _is_known(pair: Pair) -> bool:
    return bool(pair.first.name or (pair.second and pair.second.name))


def _joints(middles: Sequence[float], left: int) -> list[Part]:
    """Return the lines between a round and the next round. The lines lead from every two pairs to
    the pair in which their winners meet. `middles` are the vertical positions of the pairs'
    middles, and `left` is where the lines begin, both in pixels."""
    colour, half = Ramp.GONE.ink, APART // 2
    found: list[Part] = []
    for at in range(0, len(middles), 2):
        ends = [round(middle) - JOINT // 2 for middle in middles[at : at + 2]]
        middle = round(sum(middles[at : at + 2]) / len(ends)) - JOINT // 2
        found += [Box(left, end, half, JOINT, colour, 0) for end in ends]
        found.append(
            Box(left + half - JOINT, ends[0], JOINT, ends[-1] - ends[0] + JOINT, colour, 0)
        )
        found.append(Box(left + half, middle, APART - half, JOINT, colour, 0))
    return found


def _pair(pair: Pair, wide: int, bracket: Bracket) -> Scene:
    ground = Box(0, 0, wide, PAIR, Ramp.NAME.ground)
    lines = [*_contender(pair.first, wide).moved(0, 0)]
    if pair.second is None:
        free = label(written(bracket.free) or "", LETTERING, Ramp.QUIET_NAME, wide - 3 * PAD)
        lines += free.moved(STRIPE + PAD, LINE + 4)
    else:
        lines += _contender(pair.second, wide).moved(0, LINE + 2)
    ramp = STRIPES.get(pair.state)
    stripe = [] if ramp is None else [Box(0, 0, STRIPE, PAIR, ramp.ground, 4)]
    return Scene(wide, PAIR, (ground, *lines, *stripe))


def _contender(contender: Contender, wide: int) -> Scene:
    ink = Ramp.TURN if contender.best else Ramp.QUIET_NAME if contender.lost else Ramp.NAME
    score = width(contender.score, LETTERING) if contender.score else 0
    room = wide - score - 3 * PAD - STRIPE
    top = (LINE - LETTERING * 5 // 4) // 2
    name = label((written(contender.name) or "?") if contender.name else "", LETTERING, ink, room)
    things: list[Part] = [
        *([Box(0, 0, wide, LINE, ink.ground)] if contender.best else []),
        *name.moved(STRIPE + PAD, top),
        *label(contender.score, LETTERING, ink, wide).moved(wide - PAD - score, top),
    ]
    return Scene(wide, LINE, tuple(things))


def _legend(bracket: Bracket) -> Scene:
    """Lay out an explanation of each coloured stripe that occurs in the bracket."""
    found = {pair.state for column in bracket.columns for pair in column.pairs}
    return beside(
        [
            beside(
                [
                    Scene(STRIPE, LINE, (Box(0, 0, STRIPE, LETTERING, ramp.ground, 4),)),
                    label(written(bracket.told[state]) or "", LETTERING, Ramp.QUIET, WIDTH // 2),
                ],
                PAD,
            )
            for state, ramp in STRIPES.items()
            if state in found
        ],
        APART,
    )
