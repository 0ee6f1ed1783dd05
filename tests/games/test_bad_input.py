"""Tests with malformed options, positions and records, which are made by changing valid ones. Each
of them must be refused with the right error class and with a sentence."""

from __future__ import annotations

import copy
import json
from collections.abc import Callable, Iterator
from contextlib import suppress
from dataclasses import replace
from typing import Any

import pytest
from hypothesis import given, settings
from hypothesis import strategies as st
from pydantic import ValidationError

import games
from games.contract import Case, Sitting, every_case, random_player
from games.core import Game, GameOptions, OptionsError, Outcome, Stream, options_from
from games.errors import PositionError, RecordError
from games.nesting import DEEPEST, TOO_DEEP
from games.record import QUOTED, Record, dumps, loads, outcome_as_json
from tests.looked_at import position_after

KINDS = list(games.available().values())
every_game = pytest.mark.parametrize("kind", KINDS, ids=lambda kind: kind.name)

ODD = st.one_of(
    st.none(),
    st.booleans(),
    st.integers(-3, 60),
    st.floats(allow_nan=False),
    st.text(max_size=5),
    st.sampled_from(["6S", "1S", "SA", "RJ", "H", "X", "draw 2", "play", "over"]),
    st.lists(st.sampled_from(["6S", "nothing", None, 5, []]), max_size=3),
    st.dictionaries(st.text(max_size=3), st.integers(), max_size=2),
)


def sitting_of(kind: type[Game], moves: int) -> Sitting:
    """Return a game in progress after at most `moves` moves. It has the first preset of the class
    and the fewest seats."""
    case = next(case for _, case in every_case(kind))
    sitting, rng = Sitting(Case(kind, case.options, case.seats, b"bad input")), Stream(b"bad input")
    while sitting.game.outcome is None and len(sitting.steps) < moves:
        sitting.make(sitting.choose(random_player, rng))
    return sitting


def places(data: Any) -> Iterator[tuple[Any, Any]]:
    """Yield every place in JSON-able data as a pair: a container (dict or list), and a key or index
    in it."""
    if isinstance(data, dict | list):
        for key in list(data) if isinstance(data, dict) else range(len(data)):
            yield data, key
            yield from places(data[key])


@every_game
@settings(max_examples=150)
@given(data=st.data())
def test_a_spoilt_position_is_refused_or_can_be_played(
    kind: type[Game], data: st.DataObject
) -> None:
    """A position with random changes either raises PositionError when it is read, or can be shown
    and played."""
    sitting = sitting_of(kind, data.draw(st.integers(0, 40)))
    position = json.loads(json.dumps(sitting.game.position()))
    for _ in range(data.draw(st.integers(1, 3))):
        container, key = data.draw(st.sampled_from(list(places(position))))
        spoil = data.draw(st.sampled_from(["change", "drop", "add"]))
        if spoil == "drop":
            del container[key]
        elif spoil == "add" and isinstance(container, list):
            container.insert(key, data.draw(ODD))
        else:
            container[key] = data.draw(ODD)
        if not position:
            break
    before = copy.deepcopy(position)
    try:
        game = kind.from_position(position, options=sitting.game.settings)
    except PositionError:
        return
    finally:
        assert position == before, "reading a position changed it"
    for seat in [*range(game.seats), None]:
        game.view(seat)
    for seat in game.waiting_on:
        for move in game.legal_moves(seat)[:2]:
            game.copy().play(seat, move)


@every_game
@pytest.mark.parametrize(
    "position", [{}, [], None, "hands", 5, {"hands": None}, {"hands": []}, {"hands": [["6S"]]}]
)
def test_what_is_no_position_is_refused(kind: type[Game], position: Any) -> None:
    with pytest.raises(PositionError) as refused:
        kind.from_position(position)
    assert str(refused.value).strip()


def nested(levels: int) -> Any:
    """Return an empty list within lists, `levels` deep."""
    data: list[Any] = []
    for _ in range(levels - 1):
        data = [data]
    return data


@every_game
@pytest.mark.parametrize("levels", [DEEPEST, 600, 2000])
def test_a_position_nested_too_deep_is_refused_or_can_be_played(
    kind: type[Game], levels: int
) -> None:
    """A position with very deep nested data raises PositionError, or can be read and written. There
    is never a RecursionError."""
    sitting = sitting_of(kind, 5)
    while sitting.game.outcome is None:
        sitting.make(sitting.choose(random_player, Stream(b"deep")))
    position = sitting.game.position()
    carried = {"ranks": [1, 2], "kind": "won", "honours": [], "carry": {"x": nested(levels)}}
    for key in position:
        for spoilt in (nested(levels), [nested(levels)], carried):
            with suppress(PositionError):
                game = kind.from_position({**position, key: spoilt}, options=sitting.game.settings)
                json.dumps(game.position())


@pytest.mark.parametrize("levels", [1, DEEPEST + 1, 600, 100_000])
@pytest.mark.parametrize("line", ["options {}", 'previous {{"carry":{{"x":{}}}}}', "handicaps {}"])
def test_a_record_nested_too_deep_is_refused_in_a_short_sentence(line: str, levels: int) -> None:
    spoilt = line.format("[" * levels + "]" * levels)
    text = good_record().replace("\n\n", f"\n{spoilt}\n\n", 1)
    with pytest.raises(RecordError) as refused:
        position_after(loads(text))
    assert len(str(refused.value)) < 200
    assert (TOO_DEEP in str(refused.value)) == (levels > DEEPEST)


def test_what_is_nested_deep_enough_to_be_meant_is_read() -> None:
    header = loads(good_record()).header
    outcome = Outcome((1, 2), carry={"x": nested(DEEPEST - 2)})
    text = dumps(Record(replace(header, previous=outcome)))
    assert loads(text).header.previous == outcome


@pytest.mark.parametrize(
    "line", ["9" * 5000 + " take", "0 " + "x" * 100_000, "options " + "9" * 4000]
)
def test_a_record_is_not_quoted_at_any_length(line: str) -> None:
    with pytest.raises(RecordError) as refused:
        position_after(loads(good_record() + line + "\n"))
    assert len(str(refused.value)) < 2 * QUOTED


@every_game
@given(data=st.data())
def test_options_of_a_wrong_name_or_value_are_refused(
    kind: type[Game], data: st.DataObject
) -> None:
    name = data.draw(st.sampled_from([*kind.Options.model_fields, "speed", "Deck", ""]))
    value = data.draw(ODD)
    try:
        options = kind.Options(**{name: value})
    except ValidationError:
        with pytest.raises(OptionsError, match=kind.title):
            options_from(kind, {name: value})
        return
    assert kind.Options(**options.model_dump()) == options


class OthersOptions(GameOptions):
    """Options of some other game, which each game here must refuse."""


@every_game
def test_options_of_another_game_are_refused(kind: type[Game]) -> None:
    with pytest.raises(OptionsError, match=f"another game, not {kind.title}"):
        kind.new(OthersOptions(), seats=kind.players[0], seed=b"")


@every_game
def test_handicaps_of_seats_or_names_that_there_are_not_are_refused(kind: type[Game]) -> None:
    seats = kind.players[0]
    for handicaps in (
        {0: {"one-armed"}},
        {seats: set(kind.handicaps)} if kind.handicaps else {0: {"jinxed"}},
    ):
        with pytest.raises(OptionsError):
            kind.new(seats=seats, seed=b"", handicaps=handicaps)


@every_game
@pytest.mark.parametrize("dealer", [-1, 99])
def test_a_dealer_that_is_no_seat_is_refused(kind: type[Game], dealer: int) -> None:
    with pytest.raises(OptionsError):
        kind.new(seats=kind.players[0], seed=b"", dealer=dealer)


def good_record() -> str:
    sitting = sitting_of(games.load("durak"), 20)
    return dumps(Record(sitting.case.header(), tuple(sitting.steps)))


GAME = f"game durak {games.load('durak').version}"


def after_another(text: str, part: str) -> str:
    """Return the record `text` with one more line, the outcome of the previous game. `part` is a
    JSON item such as `"kind":true`. It replaces the item with the same key in this outcome."""
    spoilt = {**outcome_as_json(Outcome((1, 2))), **json.loads(f"{{{part}}}")}
    return text.replace("\n\n", f"\nprevious {json.dumps(spoilt)}\n\n", 1)


SPOILT: dict[str, Callable[[str], str]] = {
    "empty": lambda text: "",
    "something else": lambda text: "Dear diary,\n\n0 take\n",
    "a later format": lambda text: text.replace("shijo record 1", "shijo record 2"),
    "no game": lambda text: text.replace(f"{GAME}\n", ""),
    "no version": lambda text: text.replace(GAME, "game durak"),
    "a version that is no number": lambda text: text.replace(GAME, "game durak one"),
    "options that are no JSON": lambda text: text.replace("options {", "options {{"),
    "options that are a list": lambda text: text.replace("options {", "options [] {").replace(
        "[] {", "[]\nolder {"
    ),
    "no seats": lambda text: text.replace("seats 2\n", ""),
    "seats in words": lambda text: text.replace("seats 2", "seats two"),
    "a seed that is no hexadecimal number": lambda text: text.replace("seed ", "seed xyz"),
    "no seed": lambda text: "\n".join(
        line for line in text.split("\n") if not line.startswith("seed")
    ),
    "a dealer in words": lambda text: text.replace("\n\n", "\ndealer north\n\n", 1),
    "handicaps that are a number": lambda text: text.replace("\n\n", "\nhandicaps 5\n\n", 1),
    "a previous outcome without ranks": lambda text: text.replace("\n\n", "\nprevious {}\n\n", 1),
    "a previous outcome that is a list": lambda text: text.replace("\n\n", "\nprevious [1]\n\n", 1),
    "a rank of the previous outcome in words": lambda text: after_another(text, '"ranks":["1",2]'),
    "a rank of the previous outcome that is a list": lambda text: after_another(
        text, '"ranks":[[],2]'
    ),
    "a previous outcome of no kind": lambda text: after_another(text, '"kind":true'),
    "an honour that is no text": lambda text: after_another(text, '"honours":[null]'),
    "no empty line before the steps": lambda text: text.replace("\n\n", "\n"),
    "a step without a seat": lambda text: text + "take\n",
    "a step without a move": lambda text: text + "0\n",
    "a step of a negative seat": lambda text: text + "-1 take\n",
    "a game that is not installed": lambda text: text.replace(GAME, "game poker 1"),
    "rules of another version": lambda text: text.replace(GAME, "game durak 999"),
    "options that there are not": lambda text: text.replace("options {", 'options {"speed":1,'),
    "too many seats": lambda text: text.replace("seats 2", "seats 200"),
    "a step of a seat that is not there": lambda text: text + "7 take\n",
    "a step that is not legal": lambda text: text + "0 beat 2S 3S\n",
    "a step that is no move": lambda text: text + "0 ♠♠♠\n",
    "a seat that is a superscript": lambda text: text + "² take\n",
}


@pytest.mark.parametrize("name", SPOILT)
def test_a_spoilt_record_is_refused_in_words(name: str) -> None:
    text = SPOILT[name](good_record())
    with pytest.raises(RecordError) as refused:
        position_after(loads(text))
    assert len(str(refused.value)) > 10


def test_a_handicap_in_a_record_is_a_text() -> None:
    text = good_record().replace("\n\n", '\nhandicaps {"0":[1,"jinx"]}\n\n', 1)
    with pytest.raises(RecordError, match="names no handicaps"):
        loads(text)


@given(data=st.data())
def test_a_record_with_any_line_changed_replays_or_is_refused(data: st.DataObject) -> None:
    lines = good_record().split("\n")
    place = data.draw(st.integers(0, len(lines) - 1))
    lines[place] = data.draw(st.text(max_size=20) | st.sampled_from(lines))
    with suppress(RecordError):
        position_after(loads("\n".join(lines)))
