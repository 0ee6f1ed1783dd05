"""Measure how stable analyses are: `python -m benchmarks analyses GAME PRESET SEATS STRENGTH N`.

N games of bot players of one strength are each analysed twice, with different random numbers. The
program prints how far the two analyses agree, how many mistakes are in both, and the CPU time of
the first analysis."""

from __future__ import annotations

import sys
import time
from collections.abc import Sequence

import games
from benchmarks.arena import share
from games.analysis import Analysis, analyse
from games.players import seated
from games.record import Header, Record, Step
from games.shuffle import Stream
from games.told_events import told

USAGE = "python -m benchmarks analyses GAME PRESET SEATS STRENGTH N"
NEAR = 50
"""Differences of up to this many thousandths count as agreement."""
LONGEST = 1_000
"""The number of moves after which a game is stopped."""


def played(name: str, preset: str, seats: int, strength: str, seed: bytes) -> Record:
    """Play a game of bot players, all of the strength `strength`, and return its record. After
    `LONGEST` moves the game is stopped."""
    kind = games.load(name)
    options = kind.options(preset)
    header = Header(name, kind.version, options.model_dump(), seats, seed)
    game = header.deal()
    players = [seated(name, strength) for _ in range(seats)]
    rng = Stream(seed + b"players")
    steps: list[Step] = []
    happened = game.dealt()
    while game.outcome is None and len(steps) < LONGEST:
        for seat, player in enumerate(players):
            for event in told(happened, seat):
                player.watch(*event)
        seat = min(game.waiting_on)
        move = players[seat].choose(game.view(seat), rng)
        happened = game.play(seat, move)
        steps.append(Step(seat, str(move)))
    return Record(header, tuple(steps))


def compared(one: Analysis, other: Analysis) -> tuple[int, int, int, int]:
    """Compare two analyses of one game. Returns four counts: all decisions, the decisions on which
    the analyses nearly agree, the decisions that at least one analysis calls a mistake, and the
    decisions that both analyses call a mistake."""
    pairs = list(zip(one.decisions, other.decisions, strict=True))
    near = sum(abs(a.known.loss - b.known.loss) <= NEAR for a, b in pairs)
    either = sum(a.is_mistake or b.is_mistake for a, b in pairs)
    both = sum(a.is_mistake and b.is_mistake for a, b in pairs)
    return len(pairs), near, either, both


def main(arguments: Sequence[str]) -> int:
    """Play the games, analyse each of them twice, and print the comparison. Returns 0, or 2 for a
    wrong number of arguments, after printing the usage."""
    if len(arguments) != len(USAGE.split()) - 4:
        print(USAGE, file=sys.stderr)
        return 2
    name, preset, seats, strength, number = arguments
    totals = [0, 0, 0, 0]
    exact = 0
    longest = spent = 0.0
    for each in range(int(number)):
        record = played(name, preset, int(seats), strength, f"{arguments}{each}".encode())
        begun = time.process_time()
        one = analyse(record)
        cost = time.process_time() - begun
        other = analyse(record, salt="again")
        counts = compared(one, other)
        totals = [total + count for total, count in zip(totals, counts, strict=True)]
        exact += sum(decision.known.exact for decision in one.decisions)
        spent += cost
        longest = max(longest, cost / max(counts[0], 1))
    decisions, near, either, both = totals
    print(f"  {decisions} decisions, {exact} of them proven")
    print(f"  differences within 5 points: {share(near, decisions)}")
    print(f"  mistakes in both analyses: {share(both, either)}")
    print(
        f"  CPU for 100 decisions: {100 * spent / max(decisions, 1):.1f} s, in the slowest game "
        f"{100 * longest:.1f} s"
    )
    return 0
