"""Tests of what a game passes on to the next one at its table, when members have left the table or
joined it."""

from __future__ import annotations

from typing import Any

import pytest
from hypothesis import given
from hypothesis import strategies as st

import games
from games.core import Outcome
from games.durak import Durak
from games.tredici import Tredici

LEFT = Durak.options("classic")
RIGHT = Durak.options("durnius")


def after(ranks: tuple[int, ...], **carry: Any) -> Outcome:
    return Outcome(ranks, "won", carry=carry)


def opens(told: Outcome | None, options: Any, seats: int, seed: bytes = b"carried") -> int:
    (attacker,) = Durak.new(options, seats=seats, seed=seed, previous=told).waiting_on
    return attacker


@pytest.mark.parametrize(
    ("options", "here", "attacker"),
    [
        (LEFT, [0, 2, 3], 2),
        (LEFT, [2, 3], 1),
        (LEFT, [0, 1, 2], 0),
        (LEFT, [0, 1, 2, 3, None], 3),
        (RIGHT, [0, 2, 3], 0),
        (RIGHT, [2, 3], 1),
        (RIGHT, [1, 2, None], 0),
    ],
)
def test_dur_05_who_opens_is_told_by_the_fool_who_is_still_there(
    options: Any, here: list[int | None], attacker: int
) -> None:
    told = Durak.carried(after((1, 1, 2, 1), fool=2, dealer=1), options, here)
    assert told is not None
    assert told.carry["fool"] == here.index(2)
    assert opens(told, options, len(here)) == attacker
    # The fool deals.
    assert Durak.new(options, seats=len(here), seed=b"carried", previous=told).dealer == here.index(
        2
    )


def test_dur_05_with_the_fool_gone_the_lowest_trump_opens_and_the_same_dealer_deals() -> None:
    told = Durak.carried(after((1, 1, 2, 1), fool=2, dealer=3), LEFT, [0, 1, 3])
    assert told is not None
    assert told.carry == {"fool": None, "dealer": 2}
    for seed in (b"1", b"2", b"3", b"4", b"5"):
        assert opens(told, LEFT, 3, seed) == opens(None, LEFT, 3, seed)
    gone = Durak.carried(after((1, 1, 2, 1), fool=2, dealer=2), LEFT, [0, 1, 3])
    assert Durak.new(LEFT, seats=3, seed=b"x", previous=gone).dealer == 2, (
        "the last seat, as in a first game"
    )


MATCH = Durak.options("durnius", teams="pairs", epaulettes="match", next_attacker="winners")


def test_dur_61_a_match_goes_on_only_between_its_own_sides() -> None:
    six = after((1, 2, 1, 2, 1, 2), fool=1, dealer=0, wears=["6", "8"])
    # Threes become pairs: seats 4 and 5 have left, and nobody has changed sides.
    told = Durak.carried(six, MATCH, [0, 1, 2, 3])
    assert told is not None
    assert told.carry["wears"] == ["6", "8"]
    assert Durak.new(MATCH, seats=4, seed=b"m", previous=told).wears == ("6", "8")
    # When the first seat leaves, the sides change their numbers, and keep what they wear.
    told = Durak.carried(six, MATCH, [1, 2, 3, 4])
    assert told is not None
    assert told.carry["wears"] == ["8", "6"]
    # Seats 2 and 3 have left, seats 0 and 4 would be opponents now.
    told = Durak.carried(six, MATCH, [0, 1, 3, 4])
    assert told is not None
    assert "wears" not in told.carry
    assert Durak.new(MATCH, seats=4, seed=b"m", previous=told).wears == (None, None)


def test_dur_05_winners_are_named_while_they_play_among_themselves() -> None:
    six = after((1, 2, 1, 2, 1, 2), fool=1, dealer=0)
    told = Durak.carried(six, MATCH, [0, 1, 2, 3])
    assert told is not None
    assert told.ranks == (1, 2, 1, 2)
    assert opens(told, MATCH, 4) in (0, 2)
    mixed = Durak.carried(six, MATCH, [0, 1, 3, 4])
    assert mixed is not None
    assert mixed.ranks == (1, 1, 1, 1)
    first = Durak.new(MATCH, seats=4, seed=b"carried", dealer=mixed.carry["fool"])
    assert {opens(mixed, MATCH, 4)} == first.waiting_on


@pytest.mark.parametrize(
    ("dealt", "here", "deals"),
    [
        (1, [0, 2], 1),
        (2, [0, 2], 0),
        (2, [0, 1], 0),
        (0, [1, 2], 0),
        (1, [0, 1, 2, None], 2),
        (2, [0, 1, 2, None], 3),
    ],
)
def test_tredici_the_deal_moves_on_by_one_over_seats_that_are_gone(
    dealt: int, here: list[int | None], deals: int
) -> None:
    told = Tredici.carried(after((1, 2, 2), dealer=dealt), Tredici.options(), here)
    assert told is not None
    game = Tredici.new(seats=len(here), seed=b"t", previous=told)
    assert game.dealer == deals


@given(st.data())
def test_what_is_told_can_be_dealt_whoever_is_there(data: st.DataObject) -> None:
    kind = games.load(data.draw(st.sampled_from(["durak", "dritzak", "tredici"])))
    before = data.draw(st.sampled_from(kind.players))
    options = data.draw(st.sampled_from([kind.options(name) for name in kind.Options.presets]))
    stayed = sorted(data.draw(st.sets(st.integers(0, before - 1), min_size=1)))
    here: list[int | None] = [
        *stayed,
        *([None] * data.draw(st.integers(0, kind.players[-1] - len(stayed)))),
    ]
    try:
        kind.check(options, before)
        kind.check(options, len(here))
    except games.core.OptionsError:
        return
    seat = st.none() | st.integers(0, before - 1)
    carry = {"dealer": data.draw(st.integers(0, before - 1)), "fool": data.draw(seat)}
    outcome = after(tuple(data.draw(st.integers(1, 2)) for _ in range(before)), **carry)
    told = kind.carried(outcome, options, here)
    if here == list(range(before)):
        assert told is outcome
    elif told is not None:
        assert len(told.ranks) == len(here)
        for name, old in carry.items():
            if kind is Durak:
                assert told.carry[name] == (
                    here.index(old) if old in here and old is not None else None
                )
    assert kind.new(options, seats=len(here), seed=b"h", previous=told).outcome is None
