from __future__ import annotations

from dataclasses import replace

import pytest
from hypothesis import given
from hypothesis import strategies as st

import games
from games.contract import Case, Sitting, every_case, random_player
from games.core import Game, Outcome, Stream
from games.errors import RecordError
from games.record import (
    Header,
    Record,
    Step,
    dumps,
    loads,
    outcome_as_json,
    outcome_from_json,
    replay,
)
from tests.looked_at import position_after

KINDS = list(games.available().values())


def played(case: Case, moves: int = 30) -> Record:
    """Return a record of the first `moves` moves of a case. If the game is not over by then, a seat
    resigns at the end of the record."""
    sitting, rng = Sitting(case), Stream(b"record")
    while sitting.game.outcome is None and len(sitting.steps) < moves:
        sitting.make(sitting.choose(random_player, rng))
    if sitting.game.outcome is None:
        seat = next(seat.seat for seat in sitting.game.view(None).seats if not seat.out)
        sitting.make(Step(seat, "resign"))
    return Record(case.header(), tuple(sitting.steps))


def some_case(kind: type[Game] | None = None) -> Case:
    return next(case for _, case in every_case(kind or games.load("durak")))


@pytest.mark.parametrize("kind", KINDS, ids=lambda kind: kind.name)
def test_a_record_is_text_that_replays_move_by_move(kind: type[Game]) -> None:
    record = played(some_case(kind))
    assert loads(dumps(record)) == record
    moments = [(step, game.position()) for game, step, _ in replay(record)]
    assert [step for step, _ in moments] == [None, *record.steps]
    assert moments[-1][1] == position_after(record).position()


def test_a_record_looks_like_this() -> None:
    header = Header(
        "durak",
        1,
        {"deck": "36"},
        3,
        b"\x00\xff",
        2,
        {1: frozenset({"jinx"})},
        Outcome((1, 2, 1), carry={"fool": 1}),
    )
    text = dumps(Record(header, (Step(0, "attack 6S"), Step(2, "resign"))))
    assert text == (
        "shijo record 1\n"
        "game durak 1\n"
        'options {"deck":"36"}\n'
        "seats 3\n"
        "seed 00ff\n"
        "dealer 2\n"
        'handicaps {"1":["jinx"]}\n'
        'previous {"carry":{"fool":1},"honours":[],"kind":"won","ranks":[1,2,1]}\n'
        "\n"
        "0 attack 6S\n"
        "2 resign\n"
    )
    assert dumps(loads(text)) == text


@pytest.mark.parametrize("end_of_line", ["\r\n", " \n"])
def test_a_record_keeps_its_moves_whatever_ends_its_lines(end_of_line: str) -> None:
    record = played(some_case())
    assert loads(dumps(record).replace("\n", end_of_line)) == record


@given(
    seed=st.binary(max_size=40),
    dealer=st.none() | st.integers(0, 7),
    outcome=st.none()
    | st.builds(
        Outcome,
        st.tuples(st.integers(1, 3), st.integers(1, 3)),
        st.sampled_from(["won", "draw", "void"]),
    ),
    steps=st.lists(
        st.builds(
            Step, st.integers(0, 9), st.sampled_from(["take", "attack 6S 6H", "target H", "resign"])
        )
    ),
)
def test_every_record_comes_back_from_its_text(
    seed: bytes, dealer: int | None, outcome: Outcome | None, steps: list[Step]
) -> None:
    record = Record(
        Header("durak", 1, {"jokers": True}, 2, seed, dealer, {}, outcome), tuple(steps)
    )
    assert loads(dumps(record)) == record


def test_an_outcome_comes_back_from_its_json() -> None:
    outcome = Outcome((2, 1, 3), "won", ("walk-off:1:2",), {"wears": ["6", None]})
    assert outcome_from_json(outcome_as_json(outcome)) == outcome


def test_a_record_of_other_rules_is_not_replayed() -> None:
    record = played(some_case())
    old = replace(record, header=replace(record.header, version=record.header.version + 1))
    with pytest.raises(RecordError, match="version"):
        position_after(old)


def test_a_record_of_a_game_that_is_not_installed_says_which_are() -> None:
    with pytest.raises(RecordError, match="no game called poker"):
        position_after(Record(Header("poker", 1, {}, 2, b"")))


def test_a_step_that_the_rules_refuse_is_named_with_its_number() -> None:
    record = played(some_case(), moves=4)
    wrong = replace(record, steps=(*record.steps[:3], Step(0, "beat 6S AS")))
    with pytest.raises(RecordError, match=r"Step 4 \(0 beat 6S AS\)"):
        position_after(wrong)
