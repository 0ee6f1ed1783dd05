"""Plays the scenarios in tests/games/scenarios: a position, steps, and what each must come to.

One scenario a line, as JSON; empty lines and lines that begin with `//` are left out:

    {"id": …, "rules": [ids], "game": …, "preset"?: …, "options"?: {…}, "position": {…}, "steps": \
[step, …]}

A step is an object of one key:

    play        [seat, move]        the move is made
    resign      seat                the seat leaves
    illegal     [seat, move]        the move is refused (IllegalMove or InvalidMove), and nothing \
has changed
    legal       {seat: [moves]}     the seat has exactly these moves
    has, lacks  {seat: [moves]}     the seat has at least these; has none of these
    waiting     [seats]             the game waits on these seats
    position    {path: value}       these parts of the position; `hands.1` is the hand of seat 1. \
Order counts only in
                                    the keys of `ORDERED`
    outcome     null or {…}         the game goes on; or the outcome has these parts
    view        [seat or null, text, bool]   whether the text occurs in that view, as JSON

After every step the position must come back from its own JSON.
"""

from __future__ import annotations

import json
from collections.abc import Callable, Iterator
from dataclasses import asdict
from functools import reduce
from pathlib import Path
from typing import Any

import pytest

import games
from games.core import Game, IllegalMove, InvalidMove, Move, Outcome

SCENARIOS = Path(__file__).parent / "scenarios"
ORDERED = frozenset({"talon", "draw", "pile", "table", "out", "owes", "by", "face_down"})

Json = Any


def scenarios() -> Iterator[Any]:
    for file in sorted(SCENARIOS.glob("*.jsonl")):
        for line in file.read_text(encoding="utf-8").splitlines():
            if line.strip() and not line.startswith("//"):
                scenario = json.loads(line)
                yield pytest.param(scenario, id=scenario["id"])


@pytest.mark.parametrize("scenario", list(scenarios()))
def test_a_scenario_comes_to_what_it_says(scenario: dict[str, Json]) -> None:
    kind = games.load(scenario["game"])
    options = kind.options(scenario.get("preset"), **scenario.get("options", {}))
    game = kind.from_position(scenario["position"], options=options)
    for number, step in enumerate(scenario["steps"], 1):
        ((name, value),) = step.items()
        where = f"{scenario['id']} ({', '.join(scenario['rules'])}), step {number}, {name} {value}"
        STEPS[name](game, value, where)
        position = game.position()
        again = kind.from_position(json.loads(json.dumps(position)), options=options)
        assert again.position() == position, f"{where}: the position does not come back"


def test_no_two_scenarios_share_an_id() -> None:
    names = [scenario.id for scenario in scenarios()]
    assert sorted(set(names)) == sorted(names)


def play(game: Game, value: Json, where: str) -> None:
    seat, move = value
    try:
        game.play(seat, move)
    except (IllegalMove, InvalidMove) as error:
        pytest.fail(f"{where}: refused: {error}")


def resign(game: Game, seat: Json, _where: str) -> None:
    game.resign(seat)


def illegal(game: Game, value: Json, where: str) -> None:
    seat, move = value
    before = json.dumps(game.position())
    with pytest.raises((IllegalMove, InvalidMove)):
        game.play(seat, move)
    assert json.dumps(game.position()) == before, f"{where}: it left a trace"


def legal(game: Game, value: Json, where: str) -> None:
    for seat, moves in value.items():
        assert moves_of(game, seat) == read(moves), f"{where}: seat {seat}"


def has(game: Game, value: Json, where: str) -> None:
    for seat, moves in value.items():
        assert read(moves) <= moves_of(game, seat), f"{where}: seat {seat}"


def lacks(game: Game, value: Json, where: str) -> None:
    for seat, moves in value.items():
        assert not read(moves) & moves_of(game, seat), f"{where}: seat {seat}"


def waiting(game: Game, seats: Json, where: str) -> None:
    assert sorted(game.waiting_on) == sorted(seats), where


def position(game: Game, parts: Json, where: str) -> None:
    whole = json.loads(json.dumps(game.position()))
    for path, value in parts.items():
        key, *rest = path.split(".")
        found = reduce(
            lambda data, part: data[int(part) if isinstance(data, list) else part], rest, whole[key]
        )
        assert arranged(key, found) == arranged(key, value), f"{where}: {path}"


def outcome(game: Game, parts: Json, where: str) -> None:
    if parts is None or game.outcome is None:
        assert (game.outcome is None) == (parts is None), f"{where}: {game.outcome}"
        return
    found = outcome_parts(game.outcome)
    assert {key: found[key] for key in parts} == outcome_parts(parts), where


def view(game: Game, value: Json, where: str) -> None:
    seat, text, there = value
    assert (text in json.dumps(asdict(game.view(seat)))) is there, where


STEPS: dict[str, Callable[[Game, Json, str], None]] = {
    step.__name__: step
    for step in (play, resign, illegal, legal, has, lacks, waiting, position, outcome, view)
}


def read(moves: list[str]) -> set[Move]:
    return {Move.parse(move) for move in moves}


def moves_of(game: Game, seat: str) -> set[Move]:
    return set(game.legal_moves(int(seat)))


def arranged(key: str, value: Json) -> Json:
    """Return the value with its lists sorted, except below a key in `ORDERED`, where the order
    matters."""
    if isinstance(value, list) and key not in ORDERED:
        return sorted((arranged(key, part) for part in value), key=json.dumps)
    return value


def outcome_parts(outcome: Outcome | dict[str, Json]) -> dict[str, Json]:
    parts = asdict(outcome) if isinstance(outcome, Outcome) else dict(outcome)
    if "ranks" in parts:
        parts["ranks"] = list(parts["ranks"])
    if "honours" in parts:
        parts["honours"] = sorted(parts["honours"])
    return parts
