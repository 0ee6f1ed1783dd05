"""How often each named bot player's habit shows, and how often in a nameless player of its level:
`python -m benchmarks manners [LEVEL …]`.

Both players are asked in the same positions, taken from games among casual players, in which a
player can choose to follow the habit or not. A habit only chooses among moves, so it makes no
difference how the two would play on."""

from __future__ import annotations

from collections.abc import Iterator, Sequence
from typing import Final, NamedTuple

import games
from bot.core.people import PEOPLE, Character
from games import players
from games.core import Move, Stream, View
from games.told_events import told
from tests.games.habits import DEEDS, Deed

DEALT_BY: Final = "casual"
"""The level of those who play the games."""
DECISIONS: Final = 60
"""The number of answers that each manner gives."""
POSITIONS: Final = 240
"""The number of positions from which the answers are taken."""
DEALS: Final = 400
"""The number of deals from which the positions are taken."""


class Shown(NamedTuple):
    """The number of positions in which the habit could show, and the number in which it did."""

    done: int = 0
    asked: int = 0

    def and_(self, answer: bool | None) -> Shown:
        """The counts with one more answer; with None, the position doesn't count."""
        return self if answer is None else Shown(self.done + answer, self.asked + 1)

    def __str__(self) -> str:
        return f"{self.done / self.asked:.0%} of {self.asked}" if self.asked else "never asked"


def main(levels: Sequence[str]) -> int:
    """Print a row for each bot player and game; returns 0."""
    print("| game | who, level | manner | with it | without |\n|---|---|---|---|---|")
    for game in players.BUILT_IN:
        for who in PEOPLE.values():
            if not levels or who.level in levels:
                print(row(game, who), flush=True)
    return 0


def row(game: str, who: Character) -> str:
    """The line with the measurement of a bot player's habit in a game."""
    manner = who.manners[game]
    with_it, without = measured(game, who.level, manner)
    return f"| {game} | {who.name}, {who.level} | {manner} | {with_it} | {without} |"


def measured(game: str, level: str, manner: str, decisions: int = DECISIONS) -> tuple[Shown, Shown]:
    """How often a player of that level follows the habit: if it has this habit, and if it has
    none."""
    deed, seats = DEEDS[game][manner]
    with_it, without = Shown(), Shown()
    positions = enumerate(_positions(game, level, manner, deed, seats), 1)
    for number, (view, choices) in positions:
        with_it, without = (
            shown.and_(deed(view, move))
            for shown, move in zip((with_it, without), choices, strict=True)
        )
        if number == POSITIONS or min(with_it.asked, without.asked) >= decisions:
            break
    return with_it, without


def _positions(
    game: str, level: str, manner: str, deed: Deed, seats: int
) -> Iterator[tuple[View, tuple[Move, Move]]]:
    """Views in which a seat can follow the habit or not, and its choice with and without the
    habit."""
    kind = games.load(game)
    options = kind.options(next(iter(kind.Options.presets)))
    for deal in range(DEALS):
        seed, own = b"habit %d" % deal, deal % seats
        live, number = kind.new(options, seats=seats, seed=seed), 0
        sitting = [players.seated(game, DEALT_BY) for _ in range(seats)]
        asked = [players.seated(game, level, manner), players.seated(game, level)]
        happened = live.dealt()
        while live.outcome is None:
            for seat in range(seats):
                for event in told(happened, seat):
                    for player in (sitting[seat], *(asked if seat == own else ())):
                        player.watch(*event)
            seat = min(live.waiting_on)
            view, chance = live.view(seat), seed + b"%d" % number
            if seat == own and len({deed(view, move) for move in view.moves} - {None}) > 1:
                with_it, without = (player.choose(view, Stream(chance)) for player in asked)
                yield view, (with_it, without)
            happened, number = (
                live.play(seat, sitting[seat].choose(view, Stream(chance))),
                number + 1,
            )
