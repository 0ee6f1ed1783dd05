"""The contract suite over every game that is installed, its presets and its numbers of players."""

from __future__ import annotations

import pytest
from hypothesis import given, settings
from hypothesis import strategies as st
from pydantic import ValidationError

import games
from games.contract import (
    Case,
    check_case,
    check_determinism,
    check_ending,
    check_everyone_leaves,
    check_players,
    check_resignations,
    check_sequel,
    every_case,
    every_chooser,
)
from games.core import GameOptions, OptionsError, Stream
from tests.beyond import BEYOND, cases_of, the_first
from tests.games.options import any_values

GAMES = games.available()

CASES = [case for name, kind in GAMES.items() for case in cases_of(name, kind)]
every_deal = pytest.mark.parametrize("case", CASES)


@every_deal
def test_a_game_keeps_every_promise_from_deal_to_outcome(case: Case) -> None:
    finished = check_case(case, every=40)
    assert finished.game.outcome is not None
    check_sequel(case, finished.game.outcome)


@every_deal
def test_seats_may_resign_in_any_phase(case: Case) -> None:
    rng = Stream(b"resign" + case.seed)
    check_resignations(case, rng)
    check_everyone_leaves(case, rng, after=rng.randrange(case.seats))
    check_everyone_leaves(case, rng, after=rng.randrange(40))


@every_deal
def test_the_same_seed_options_and_moves_give_the_same_game(case: Case) -> None:
    check_determinism(case, moves=60)


SOME = [
    pytest.param(case, id=f"{name}-{number}", marks=BEYOND if number else ())
    for name, kind in GAMES.items()
    for cases in [[case for _, case in every_case(kind)]]
    for number, case in enumerate([cases[-1], *cases[::4]])
]


@pytest.mark.parametrize("case", SOME)
def test_every_player_brings_a_game_to_its_end(case: Case) -> None:
    for chooser in every_chooser(case.kind):
        check_ending(case, chooser)
    check_players(case, positions=1)


@pytest.mark.parametrize("name", the_first(2, ["durak", "tredici", "dritzak"]))
@settings(max_examples=10)
@given(data=st.data())
def test_options_at_random_are_played_to_the_end_or_refused_with_the_clash_named(
    name: str, data: st.DataObject
) -> None:
    kind = GAMES[name]
    values = data.draw(any_values(kind.Options))
    seats = data.draw(st.sampled_from(kind.players))
    handicaps = {
        seat: frozenset(kind.handicaps)
        for seat in data.draw(st.sets(st.integers(0, seats - 1), max_size=2))
    }
    try:
        options = kind.Options(**values)
        kind.check(options, seats)
    except ValidationError as error:
        assert_names_an_option(kind.Options, [line["msg"] for line in error.errors()])
        return
    except OptionsError as error:
        assert_names_an_option(kind.Options, [str(error)])
        with pytest.raises(OptionsError):
            kind.new(options, seats=seats, seed=b"no")
        return
    case = Case(
        kind,
        options,
        seats,
        data.draw(st.binary(max_size=8)),
        handicaps=handicaps if kind.handicaps else {},
    )
    open_deal = values.get("deal") == "open"
    check_case(case, every=80, open_deal=open_deal)
    check_players(case, positions=1)


def assert_names_an_option(model: type[GameOptions], sentences: list[str]) -> None:
    names = set(model.model_fields) | {
        str(field.title).lower() for field in model.model_fields.values()
    }
    for sentence in map(str.lower, sentences):
        assert any(name.lower() in sentence for name in names), f"No option is named: {sentence}"


@pytest.mark.parametrize("name", GAMES)
def test_a_number_of_players_that_no_game_is_for_is_refused(name: str) -> None:
    kind = GAMES[name]
    for seats in (-1, 0, 1, kind.players[-1] + 1, 1000):
        with pytest.raises(OptionsError, match=str(seats)):
            kind.new(seats=seats, seed=b"")


@pytest.mark.parametrize("name", GAMES)
def test_a_game_names_itself(name: str) -> None:
    kind = GAMES[name]
    assert kind.name == name
    assert kind.title
    assert kind.version >= 1
    assert kind.summary.count("\n") < 20
    assert kind.Options.presets
