"""Measure how often each named bot player follows its habit, and how often a nameless player of the
same level does the same: `python -m benchmarks manners [LEVEL …]`.

Both players are asked in the same positions, in which a player can choose to follow the habit or
not. The positions are from games among casual players. Nobody plays the moves that the two players
choose: only the casual players' moves are played."""

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
"""The level of the players who play the games from which the positions are taken."""
DECISIONS: Final = 60
"""A measurement ends when each of the two players has made this number of decisions about the
habit."""
POSITIONS: Final = 240
"""The most positions in which two players choose a move. One player has the habit, and the other
player has none."""
DEALS: Final = 400
"""The number of deals from which the positions are taken."""


class Shown(NamedTuple):
    """How often a habit was seen. `done` is the number of positions in which the player followed
    it, and `asked` the number of positions in which the player could follow it."""

    done: int = 0
    asked: int = 0

    def and_(self, answer: bool | None) -> Shown:
        """Return the counts with one more answer: whether the player followed the habit. With None
        the position doesn't count."""
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
    """Measure how often a bot player follows its habit in a game. Return the result as a row of the
    printed Markdown table."""
    manner = who.manners[game]
    with_it, without = measured(game, who.level, manner)
    return f"| {game} | {who.name}, {who.level} | {manner} | {with_it} | {without} |"


def measured(game: str, level: str, manner: str, decisions: int = DECISIONS) -> tuple[Shown, Shown]:
    """Return how often a player of the level `level` follows the habit `manner`: first for a player
    with this habit, then for a player with none. The measurement ends when both have had
    `decisions` decisions about the habit, or after `POSITIONS` positions."""
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
    """Yield positions in which a seat can choose whether to follow the habit `manner`. Each
    position is a view with two moves: the choice of a player with the habit, and the choice of a
    player without a habit. Both players have the strength `level`. `deed` is the function that
    tells whether a move follows the habit."""
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
