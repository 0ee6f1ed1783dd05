"""Run the benchmarks: `python -m benchmarks [games] [environments] [saving] [presses] [pictures]
[board] [beside] [boards] [crowd] [load] [opponents]` runs those that are named, or all of these if
none is named. Further benchmarks (`COMMANDS`) run only when they are named, and take arguments: `…
benchmarks arena …`."""

from __future__ import annotations

import platform
import sys
from importlib import import_module

PARTS = {
    "games": "benchmarks.games_bench",
    "environments": "benchmarks.environments",
    "saving": "benchmarks.saving",
    "presses": "benchmarks.presses",
    "pictures": "benchmarks.pictures",
    "board": "benchmarks.board",
    "beside": "benchmarks.beside_boards",
    "boards": "benchmarks.boards",
    "crowd": "benchmarks.crowd",
    "load": "benchmarks.load",
    "opponents": "benchmarks.opponents",
}

COMMANDS = {
    "analyses": "benchmarks.analyses",
    "arena": "benchmarks.arena",
    "ceiling": "benchmarks.ceiling",
    "drain": "benchmarks.drain",
    "duplicates": "benchmarks.duplicates",
    "ends": "benchmarks.ends",
    "expected": "benchmarks.expected",
    "export": "benchmarks.export",
    "fleet": "benchmarks.fleet",
    "growth": "benchmarks.growth",
    "hot": "benchmarks.hot",
    "levels": "benchmarks.levels",
    "manners": "benchmarks.manners",
    "placed": "benchmarks.placed",
    "puzzles": "benchmarks.puzzles",
    "servers": "benchmarks.servers",
    "silence": "benchmarks.silence",
    "teams": "benchmarks.teams",
    "tune": "benchmarks.tune",
}


def main(names: list[str]) -> int:
    """Run the benchmarks with these names (all of `PARTS` if `names` is empty), and print their
    reports. If the first name is one of `COMMANDS`, the other words are its arguments. Returns 0,
    or 2 for an unknown name, or what the command returns."""
    if names and names[0] in COMMANDS:
        return int(import_module(COMMANDS[names[0]]).main(names[1:]))
    unknown = [name for name in names if name not in PARTS]
    if unknown:
        print(
            f"There is no benchmark {', '.join(unknown)}; there are {', '.join(PARTS)}.",
            file=sys.stderr,
        )
        return 2
    print(f"Python {platform.python_version()} on {platform.machine()}\n")
    for name in names or PARTS:
        import_module(PARTS[name]).report()
        print()
    return 0


if __name__ == "__main__":
    sys.exit(main(sys.argv[1:]))
