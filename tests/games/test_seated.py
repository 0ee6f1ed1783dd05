"""Bot players in their seats: which players there are, what they are told, and that they choose the
same moves after a restart."""

from __future__ import annotations

from collections.abc import Mapping
from typing import Any

import pytest

import games
from games import players
from games.contract import Case
from games.core import Game, Move, Stream, Told, View
from games.players.random import choose as at_random
from games.record import Record, Step
from games.told_events import told, told_by_seat
from tests.games.durak_tables import table

GAMES = list(games.available())


def played(case: Case, moves: int) -> tuple[Record, list[list[Told]], Game]:
    """Deal the game of `case`, and make `moves` random moves, or fewer if the game ends before
    that. Return the record, a list for each seat of the events that it was told, and the game."""
    game, rng = case.deal(), Stream(b"told" + case.seed)
    steps: list[Step] = []
    seen = [told(game.dealt(), seat) for seat in range(case.seats)]
    while game.outcome is None and len(steps) < moves:
        seat = rng.choice(sorted(game.waiting_on))
        move = rng.choice(game.legal_moves(seat))
        events = game.play(seat, move)
        steps.append(Step(seat, str(move)))
        for other in range(case.seats):
            seen[other] += told(events, other)
    return Record(case.header(), tuple(steps)), seen, game


@pytest.mark.parametrize("name", GAMES)
def test_after_a_restart_each_seat_is_told_the_same_again(name: str) -> None:
    kind = games.load(name)
    seats = kind.players[1]
    for seed in (b"a", b"b", b"c"):
        record, seen, _ = played(Case(kind, kind.options(), seats, seed), 40)
        assert told_by_seat(record) == seen


def test_the_deal_tells_each_seat_its_hand_and_nobody_anothers() -> None:
    for name in GAMES:
        kind = games.load(name)
        game = kind.new(seats=kind.players[1], seed=b"deal")
        for seat in range(game.seats):
            hands = [
                (fields["seat"], fields.get("cards"))
                for event, fields in told(game.dealt(), seat)
                if event == "dealt"
            ]
            assert dict(hands)[seat] == list(game.view(seat).hand)
            assert all(cards is None for other, cards in hands if other != seat)
        assert not any(
            "cards" in fields for event, fields in told(game.dealt(), None) if event == "dealt"
        )


def test_durak_tells_of_the_deal_what_it_tells_of_a_new_one() -> None:
    kind = games.load("durak")
    options = kind.options("paritybit")
    names = [name for name, _ in told(kind.new(options, seats=2, seed=b"1").dealt(), 0)]
    assert names[:3] == ["dealt", "dealt", "trump"]
    again = table(
        "6S 7S 8S 9S 10S 6D",
        "7D 8D 9D 7C 8C 9H",
        talon="AS AH",
        phase="redeal",
        preset="paritybit",
    )
    events = told(again.play(0, "redeal"), 1)
    assert [name for name, _ in events][1:4] == ["dealt", "dealt", "trump"]
    assert events[1:] == told(again.dealt(), 1)


class Counting:
    """A bot player that plays its first legal move, and notes the names of the events that it was
    told."""

    def __init__(self) -> None:
        self.names: list[str] = []

    def watch(self, name: str, fields: Mapping[str, Any], /) -> None:
        self.names.append(name)

    def choose(self, view: View, rng: object, /) -> Move:
        return view.moves[0]


def test_a_function_and_a_class_of_a_package_both_take_seats(
    monkeypatch: pytest.MonkeyPatch,
) -> None:
    found: dict[str, dict[str, players.Found]] = {"poker": {"wise": Counting, "plain": at_random}}
    monkeypatch.setattr(players, "_found", lambda: (found, {}))
    assert players.strengths("poker") == ["wise", "plain", "random"]
    view = games.load("durak").new(seats=2, seed=b"").view(0)
    wise = players.seated("poker", "wise")
    assert isinstance(wise, Counting)
    wise.watch("dealt", {})
    assert wise.names == ["dealt"]
    assert players.seated("poker", "wise") is not wise
    plain = players.seated("poker", "plain")
    plain.watch("dealt", {"seat": 0})
    for sitting in (wise, plain) if view.moves else ():
        assert sitting.choose(view, Stream(b"")) in view.moves
    assert players.player("poker") is at_random


def test_who_remembers_plays_at_sight_where_nothing_was_seen() -> None:
    """A master who is only given a view, and no events, plays like a skilled player, because a
    search would take too long."""
    game = games.load("durak").new(seats=2, seed=b"")
    (seat,) = game.waiting_on
    view = game.view(seat)
    for level in ("master", "skilled"):
        move = players.player("durak", level)(view, Stream(b""))
        assert move == players.player("durak", "skilled")(view, Stream(b"other"))


def test_a_lobby_offers_levels_where_there_are_any_and_else_everything(
    monkeypatch: pytest.MonkeyPatch,
) -> None:
    found: dict[str, dict[str, players.Found]] = {
        "poker": {"greedy": at_random, "clever": at_random},
        "whist": {"master": Counting, "skilled": Counting, "greedy": at_random, "own": at_random},
    }
    monkeypatch.setattr(players, "_found", lambda: (found, {}))
    assert players.offered("poker") == ["greedy", "clever", "random"]
    assert players.default("poker") == "greedy"
    assert players.offered("whist") == ["master", "skilled", "own"]
    assert players.default("whist") == "skilled"
    assert players.offered("chess") == ["random"] == [players.default("chess")]
