"""Prints hashes of the moves of bot players: `python -m tests.games.same_answers`.

Each built-in game is played from fixed seeds by each of its levels, with only the standard library
and pydantic. Two interpreters or machines that print the same lines deal the same cards and choose
the same moves."""

from __future__ import annotations

import hashlib
import sys

import games
from games import players
from games.players import LEVELS
from games.record import Header, Record, Step, dumps
from games.shuffle import Stream

SEATS = {"durak": 3, "dritzak": 3, "tredici": 3}
STEPS = 60
"""The number of moves after which a game is stopped."""


def record_of(name: str, level: str, seed: bytes) -> str:
    """The record of a game in which every seat has that level."""
    kind = games.load(name)
    options = kind.options()
    header = Header(kind.name, kind.version, options.model_dump(mode="json"), SEATS[name], seed)
    game = header.deal()
    seated = [players.seated(name, level) for _ in range(game.seats)]
    steps: list[Step] = []
    events = [*game.dealt()]
    while game.outcome is None and len(steps) < STEPS:
        for event in events:
            for seat, player in enumerate(seated):
                if event.tells(seat):
                    player.watch(event.name, event.seen_by(seat))
        seat = min(game.waiting_on)
        rng = Stream(seed + b"%d" % len(steps))
        move = seated[seat].choose(game.view(seat), rng)
        steps.append(Step(seat, str(move)))
        events = game.play(seat, move)
    return dumps(Record(header, tuple(steps)))


def lines(seeds: int) -> list[str]:
    """Return a line for each game and level. Each line has a hash of the records of `seeds` games
    that this level has played."""
    found = []
    for name in SEATS:
        for level in LEVELS:
            told = hashlib.sha256()
            for number in range(seeds):
                told.update(record_of(name, level, b"same %d" % number).encode())
            found.append(f"{name} {level} {told.hexdigest()[:16]}")
    return found


if __name__ == "__main__":
    print("\n".join(lines(int(sys.argv[1]) if len(sys.argv) > 1 else 1)))
