"""Play a match of two players A and B: `python -m benchmarks arena GAME PRESET SEATS A B N
[FIRST]`.

One seat is A's, and all other seats are B's. Every deal is played once with A in each of the seats,
so that A and B have the same luck with the cards. N is the number of games, rounded up to whole
deals. A and B are strengths, with or without a manner, which is a habit of a bot player
(`skilled/hoards-trumps`). A player can also be named by its place in the code, as `module:name`.
The deals are numbered, and FIRST is the number of the first one that is played (if left out, 0).
The same arguments give the same games, so a long match can be played in parts."""

from __future__ import annotations

import sys
import time
from dataclasses import dataclass, field
from importlib import import_module
from itertools import count
from math import sqrt
from typing import Any

import games
from games import players
from games.core import Game, GameOptions, Stream
from games.players import SeatedPlayer
from games.told_events import told

USAGE = "python -m benchmarks arena GAME PRESET SEATS A B N [FIRST]"
ARGUMENTS = (6, 7)
Z = 1.96
"""Half the width of a 95 % confidence interval, in standard errors."""


@dataclass
class Thinking:
    """The CPU time that the player of one side needed. `moves` is the number of its moves.
    `seconds` is the time of all moves together, and `longest` the time of the longest move."""

    moves: int = 0
    seconds: float = 0.0
    longest: float = 0.0

    def note(self, seconds: float) -> None:
        """Counts one more move, for which the player needed `seconds` of CPU time."""
        self.moves += 1
        self.seconds += seconds
        self.longest = max(self.longest, seconds)

    def __str__(self) -> str:
        mean = self.seconds / max(self.moves, 1)
        return (
            f"{self.moves:,} moves, mean {mean * 1e3:.2f} ms CPU, longest {self.longest * 1e3:.1f}"
        )


@dataclass
class Result:
    """The result of a match: how many games player A won and lost, and the CPU time that A and B
    needed."""

    games: int = 0
    lost: int = 0
    won: int = 0
    stuck: int = 0
    """The number of games that came to the limit of bouts or turns without progress (`ENDLESS`)."""
    a: Thinking = field(default_factory=Thinking)
    b: Thinking = field(default_factory=Thinking)

    def note(self, game: Game, seat: int) -> None:
        """Count a finished game of a match between the players A and B. `seat` is the seat in which
        A sat. A has won with rank 1, and has lost with the last rank. If nobody won the game, or if
        all have the same rank, A has neither won nor lost."""
        outcome = game.outcome
        assert outcome is not None
        self.games += 1
        if outcome.kind == "won" and max(outcome.ranks) > 1:
            self.lost += outcome.ranks[seat] == max(outcome.ranks)
            self.won += outcome.ranks[seat] == 1
        fact, turns, rounds = ENDLESS.get(game.name, ("", 1, 0))
        self.stuck += game.view(None).facts.get(fact, 0) >= turns + rounds * game.seats

    def lines(self) -> list[str]:
        """Return the results as lines of text."""
        decided = self.won + self.lost
        return [
            f"  A lost          {share(self.lost, self.games)}",
            f"  A won           {share(self.won, self.games)}",
            f"  won of decided  {share(self.won, decided)}",
            f"  no progress     {share(self.stuck, self.games)}",
            f"  A: {self.a}",
            f"  B: {self.b}",
        ]


ENDLESS = {"durak": ("idle_bouts", 60, 0), "dritzak": ("idle", 300, 0), "tredici": ("idle", 0, 20)}
"""The number of bouts or turns without progress at which each game ends (DUR-46, DRI-44, TRE-23).
The first entry names the fact of the view that counts them. The limit is the second entry, plus the
third entry for each seat. For example, Tredici with three seats ends after 60 turns without
progress."""


def share(part: int, whole: int) -> str:
    """Return the share `part` of `whole` as text: the percentage, both numbers, and the 95 %
    confidence interval. The interval is Wilson's, which is also right for rare events."""
    if not whole:
        return "–"
    rate = part / whole
    middle = (rate + Z * Z / (2 * whole)) / (1 + Z * Z / whole)
    reach = Z * sqrt(rate * (1 - rate) / whole + Z * Z / (4 * whole * whole))
    reach /= 1 + Z * Z / whole
    low, high = max(middle - reach, 0), min(middle + reach, 1)
    return f"{rate:6.1%}  ({part} of {whole}; {low:.1%} to {high:.1%})"


def seat_for(game: str, name: str) -> SeatedPlayer:
    """Return a player for one seat of a game. `name` is a strength, a strength with a manner
    (`skilled/hoards-trumps`), or a player's location as `module:name`. Raises LookupError for an
    unknown strength or manner."""
    if ":" in name:
        module, _, attribute = name.partition(":")
        made: Any = getattr(import_module(module), attribute)
        return made() if isinstance(made, type) else players.Forgetful(made)
    strength, _, manner = name.partition("/")
    for asked, known in (
        (strength, players.strengths(game)),
        (manner, ["", *players.manners(game)]),
    ):
        if asked not in known:
            raise LookupError(f"There is no {asked}; there are {', '.join(filter(None, known))}.")
    return players.seated(game, strength, manner)


def play_one(
    kind: type[Game], options: GameOptions, names: list[str], deal: int, result: Result, of: int
) -> Game:
    """Play deal number `deal`, and return the game when it is over. `names` has the player of each
    seat. `of` is the seat of the player whose wins and losses are counted. These and the thinking
    times are added to `result`."""
    seed = f"arena {deal}".encode()
    game = kind.new(options, seats=len(names), seed=seed)
    sitting = [seat_for(kind.name, name) for name in names]
    happened = game.dealt()
    order = Stream(seed + b" order")
    for number in count():
        for seat, player in enumerate(sitting):
            for name, fields in told(happened, seat):
                player.watch(name, fields)
        if game.outcome is not None:
            break
        seat = order.choice(sorted(game.waiting_on))
        view, chance = game.view(seat), Stream(seed + b" %d %d" % (seat, number))
        began = time.process_time()
        move = sitting[seat].choose(view, chance)
        (result.a if seat == of else result.b).note(time.process_time() - began)
        happened = game.play(seat, move)
    result.note(game, of)
    return game


def match(
    game: str, options: GameOptions, seats: int, a: str, b: str, games_: int, first: int = 0
) -> Result:
    """Play `games_` games, rounded up to whole deals, and return A's result. Each deal, from number
    `first` on, is played once with A in each of the seats."""
    kind, result = games.load(game), Result()
    for number in range(-(-games_ // seats) * seats):
        deal, of = divmod(number, seats)
        names = [a if seat == of else b for seat in range(seats)]
        play_one(kind, options, names, first + deal, result, of)
    return result


def main(arguments: list[str]) -> int:
    """Play the match that the arguments describe, and print its result. Returns 0, or 2 for a wrong
    number of arguments, after printing the usage. Raises LookupError for an unknown strength or
    manner."""
    if len(arguments) not in ARGUMENTS:
        print(USAGE, file=sys.stderr)
        return 2
    game, preset, seats, a, b, number, *first = arguments
    options = games.load(game).options(preset)
    result = match(game, options, int(seats), a, b, int(number), *map(int, first))
    print(f"{game} {preset}, {seats} seats: {a} against {b}, {result.games} games")
    print("\n".join(result.lines()))
    return 0
