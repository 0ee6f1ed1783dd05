"""Makes golden records: `python -m tests.golden.make` plays the missing ones, and never changes an
existing one.

A golden record is a game as it was once played, with the hash of its final position. If it replays
differently today, a rule has changed. If this was intended: raise the game's `version`, delete its
old records, and make new ones."""

from __future__ import annotations

import hashlib
import json
import sys
import tempfile
from collections.abc import Iterator
from pathlib import Path

import games
from games.contract import Case, Sitting, check_ending, every_case, random_player
from games.core import Game, Stream
from games.record import Record, Step, dumps, outcome_as_json
from tests import WHOLE_GAMES
from tests.games.plugins import EXAMPLES, installed

FOLDER = Path(__file__).parent
HASHES = FOLDER / "hashes.json"


def ending_of(game: Game) -> str:
    """The hash of a game's position and outcome."""
    outcome = None if game.outcome is None else outcome_as_json(game.outcome)
    return hashlib.sha256(
        json.dumps([game.position(), outcome], sort_keys=True).encode()
    ).hexdigest()


def hashes() -> dict[str, str]:
    """Return the stored hashes of the golden records' final positions, by the name of the
    record."""
    known: dict[str, str] = (
        json.loads(HASHES.read_text(encoding="utf-8")) if HASHES.exists() else {}
    )
    return known


def wanted() -> Iterator[tuple[str, Case]]:
    """Yield the cases that need a golden record, each with the name of the record. Each preset has
    a case for the fewest players, for the most players, and for a number in the middle. Each game
    has one more case: the second game at a table, with another dealer and with all handicaps for
    one seat. A package's game is installed while its cases are listed."""
    for name in games.BUILT_IN:
        yield from _wanted_of(games.load(name))
    for name in WHOLE_GAMES:
        with tempfile.TemporaryDirectory() as site, installed(EXAMPLES / name, Path(site)):
            yield from _wanted_of(games.load(name))


def _wanted_of(kind: type[Game]) -> Iterator[tuple[str, Case]]:
    cases: dict[str, list[Case]] = {}
    for preset, case in every_case(kind):
        cases.setdefault(preset, []).append(case)
    for preset, some in cases.items():
        for case in {one.seats: one for one in (some[0], some[len(some) // 2], some[-1])}.values():
            label = f"{kind.name}-{preset}-{case.seats}"
            yield label, Case(kind, case.options, case.seats, label.encode())
    fewest = next(iter(cases.values()))
    yield f"{kind.name}-next", next_game(fewest[min(1, len(fewest) - 1)])


def next_game(case: Case) -> Case:
    """Return a case for the second game at a table. (A case says which game is dealt, with which
    options and seats.) The first game is played with the options and seats of `case`. In the second
    game, seat 1 deals and has all handicaps."""
    kind = case.kind
    outcome = check_ending(
        Case(kind, case.options, case.seats, b"first"), random_player
    ).game.outcome
    handicaps = {1: frozenset(kind.handicaps)} if kind.handicaps else {}
    return Case(
        kind, case.options, case.seats, b"next", previous=outcome, dealer=1, handicaps=handicaps
    )


def play(label: str, case: Case) -> Sitting:
    """Play a case with random moves. In about one of three cases with more than two seats, the seat
    with the highest number resigns after more than 20 moves, if it is still in the game."""
    sitting, rng = Sitting(case), Stream(b"golden " + label.encode())
    leaves = not rng.randrange(3) and case.seats > 2
    for _ in sitting.steps_of(random_player, rng):
        last = sitting.game.view(None).seats[-1]
        if (
            leaves
            and len(sitting.steps) > 20
            and not (last.out or last.resigned)
            and sitting.game.outcome is None
        ):
            sitting.make(Step(case.seats - 1, "resign"))
    return sitting


def main() -> int:
    """Make the missing records. Return 1 if a record has no stored hash, or if a stored hash has no
    record. Otherwise return 0."""
    known, made = hashes(), 0
    for label, case in wanted():
        file = FOLDER / f"{label}.txt"
        if file.exists() != (label in known):
            print(
                f"{label}: there is a record without its hash, or a hash without its record.",
                file=sys.stderr,
            )
            return 1
        if file.exists():
            continue
        sitting = play(label, case)
        file.write_text(dumps(Record(case.header(), tuple(sitting.steps))), encoding="utf-8")
        known[label] = ending_of(sitting.game)
        made += 1
    HASHES.write_text(json.dumps(known, indent=1, sort_keys=True) + "\n", encoding="utf-8")
    print(f"{made} golden records made, {len(known) - made} left as they were.")
    return 0


if __name__ == "__main__":
    sys.exit(main())
