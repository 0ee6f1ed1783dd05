"""The contract suite refuses a game that breaks a promise, with the error sentence about this
promise. Here are the rarer promises: about sampled games, copies, open cards, events for one seat,
games that never end, judges and records. One test checks that every error sentence of the contract
is expected in some test of a broken game."""

from __future__ import annotations

import ast
import re
from collections.abc import Iterator
from dataclasses import replace
from pathlib import Path
from typing import Any

import pytest

import games
import games.contract
from games.contract import (
    Case,
    ContractBroken,
    check_judge,
    check_lesson,
    check_record,
)
from games.core import Event, Game, InvalidMove, Move, OptionsError, Outcome, View
from games.durak import Durak
from games.teaching import lesson_of
from tests.games.mutants import Mutant, changed
from tests.games.plugins import PLUGINS, installed
from tests.games.test_contract_promises import (
    Check,
    always,
    copied,
    ended,
    followed,
    having,
    left,
    offering,
    played,
    raising,
    refusing,
    seen,
    shows_touches,
)


@pytest.fixture(scope="module")
def stakes(tmp_path_factory: pytest.TempPathFactory) -> Iterator[type[Game]]:
    with installed(PLUGINS / "stakes", tmp_path_factory.mktemp("site")):
        yield games.load("stakes")


def judged(case: Case) -> None:
    check_judge(case.kind)


def written(case: Case) -> None:
    check_record(replace(case, previous=Outcome((1, 2, 3), carry={"winners": (0,)})), [])


def imagining(**methods: Any) -> Mutant:
    """Return a mutant, a function that takes the class of a correct game and returns a changed
    class. In the games that the changed class imagines from a view (`sample`), `methods` replace
    the methods of the correct game."""

    def mutant(game: Any) -> type[Game]:
        def sample(original: Any, cls: Any, view: View, rng: Any) -> Any:
            imagined = original(cls, view, rng)
            kind: Any = changed(**methods)(game)
            return kind(imagined.settings, imagined.state)

        return changed(sample=sample)(game)

    return mutant


def waits_unseen(game: Any) -> type[Game]:
    """Return a changed subclass of the correct `game`. The games that the subclass imagines from a
    view (`sample`) wait for all seats. But their views name only the seats for which the correct
    game would wait."""

    def view(_original: Any, self: Any, seat: int | None) -> View:
        honest: View = game(self.settings, self.state).view(seat)
        return honest

    everybody = property(lambda self: frozenset(range(self.seats)))

    def sample(original: Any, cls: Any, shown: View, rng: Any) -> Any:
        imagined = original(cls, shown, rng)
        kind: Any = changed(view=view)(having(waiting_on=everybody)(game))
        return kind(imagined.settings, imagined.state)

    return changed(sample=sample)(game)


def keeps_a_spare(position: Any, self: Any) -> Any:
    return {**position(self), "spare": ["6S", "7S"]}


def goes_on_alone(prepare: Any, self: Any) -> None:
    prepare(self)
    if len(self.state.resigned) == self.seats - 1:
        self.outcome = None


def waits_on_the_gone(game: Any) -> type[Game]:
    def waiting_on(self: Any) -> frozenset[int]:
        gone = () if self.outcome else self.state.resigned
        return frozenset({*game.waiting_on.fget(self), *gone})

    return having(waiting_on=property(waiting_on))(game)


def spoils_a_bid(self: Any, _seat: int, error: Exception) -> Any:
    self.state.pot += isinstance(error, InvalidMove)
    raise error


def opens_less(opened: Any, self: Any) -> View:
    shown: View = opened(self)
    return replace(shown, zones=tuple(each for each in shown.zones if each.name != "draw"))


def next_card_for_seats(original: Any, self: Any, seat: int | None) -> View:
    shown: View = original(self, seat)
    told = {} if seat is None else {"next": self.state.draw[-1]}
    return replace(shown, facts={**shown.facts, **told})


def whispers_of_the_deck(apply: Any, self: Any, seat: int, move: Move) -> list[Event]:
    spades = sum("S" in card for card in self.state.draw[:26])
    told = [Event("sighed", {}, {"chips": spades}, tuple(range(self.seats)))]
    return [*apply(self, seat, move), *told]


def copied_with_its_origin(game: Any) -> type[Game]:
    """Return a subclass of `game` in which each move on a copy also adds a chip to the pot of the
    original game."""

    def copy(original: Any, self: Any) -> Any:
        other = original(self)
        other.origin = self
        return other

    def apply(original: Any, self: Any, seat: int, move: Move) -> list[Event]:
        if hasattr(self, "origin"):
            self.origin.state.pot += 1
        events: list[Event] = original(self, seat, move)
        return events

    return changed(copy=copy, _apply=apply)(game)


def touched_copy(copy: Any, self: Any) -> Any:
    other = copy(self)
    other.touched = True
    return other


def of_two_words(_self: Any, _seat: int, moves: list[Move]) -> list[Move]:
    return [*moves, Move.make("go on")] if moves else moves


BROKEN: dict[str, tuple[Mutant, Check, str]] = {
    "imagined games that wait on others": (waits_unseen, played, "waits for other seats"),
    "imagined games with cards too many": (
        imagining(position=keeps_a_spare),
        played,
        "cards too many",
    ),
    "imagined games without moves": (
        imagining(legal_moves=always([])),
        played,
        "gets stuck",
    ),
    "a game that one seat goes on with": (
        changed(prepare=goes_on_alone),
        left,
        "over without an outcome",
    ),
    "waiting on who has left": (waits_on_the_gone, left, "which has resigned"),
    "waiting on nobody in between": (
        having(waiting_on=frozenset()),
        ended,
        "but waits for no seat",
    ),
    "a tuple told to those who stay": (
        having(carried=lambda *_args: Outcome((1, 2), carry={"winners": (0,)})),
        followed,
        "What is told doesn't come back from its JSON",
    ),
    "a first preset for nobody": (
        having(daily=None, check=raising(OptionsError("No."))),
        judged,
        "The first preset of ",
    ),
    "a game that no judge can deal": (
        having(new=raising(KeyError("deal"))),
        judged,
        "can't judge a game: ",
    ),
    "amounts that are true": (
        changed(
            amounts=lambda original, self, seat: [
                amount._replace(step=True) for amount in original(self, seat)
            ]
        ),
        played,
        "must be made of whole numbers, not ",
    ),
    "a refused bid that leaves a trace": (
        refusing(spoils_a_bid),
        played,
        "” changed the position.",
    ),
    "a seat that is out for good and plays": (
        having(has_finished=lambda _self, seat: seat == 0),
        played,
        "Seats that are out for good play on",
    ),
    "an end without the deck": (
        changed(opened=opens_less),
        played,
        "lies otherwise when it is opened",
    ),
    "the next card for all but spectators": (
        changed(view=next_card_for_seats),
        played,
        "names cards that are neither its own nor visible to all",
    ),
    "a seat that is told of hidden cards": (
        changed(_apply=whispers_of_the_deck),
        played,
        " can't see .*; exchanged, “",
    ),
    "a copy that shows it is one": (
        lambda game: shows_touches(changed(copy=touched_copy)(game)),
        copied,
        "A copy's views, legal moves or outcome differ from the original's",
    ),
    "a copy that plays on its origin": (
        copied_with_its_origin,
        copied,
        "Playing on a copy changed the game it was made from",
    ),
    "a record of a tuple": (
        seen(),
        written,
        "The record doesn't come back from its own text",
    ),
    "a verb of two words": (offering(of_two_words), played, "reads back from its own text as"),
}


@pytest.mark.parametrize("name", BROKEN)
def test_it_is_refused_with_the_sentence_that_names_it(name: str, stakes: type[Game]) -> None:
    mutant, check, sentence = BROKEN[name]
    with pytest.raises(ContractBroken, match=sentence):
        check(Case(mutant(stakes), stakes.options(), 3))


def test_a_lesson_that_goes_on_after_the_end_is_found() -> None:
    last = lesson_of(Durak, "end")
    longer = replace(last, steps=(*last.steps, last.steps[-1]))
    with pytest.raises(ContractBroken, match="comes after the end of the game"):
        check_lesson(Durak, longer)


def test_an_endless_game_is_found_as_soon_as_it_is_too_long(
    stakes: type[Game], monkeypatch: pytest.MonkeyPatch
) -> None:
    monkeypatch.setattr("games.contract.playing.LONGEST", 5)
    with pytest.raises(ContractBroken, match="The game hasn't ended after 5 moves"):
        played(Case(stakes, stakes.options(), 3))


RAISERS = frozenset({"hold", "broken", "ContractBroken"})
"""The names of the functions and of the exception class that take an error sentence of the
contract."""
HERE = Path(__file__).parent


def sentences() -> dict[str, str]:
    """Return each error sentence of the contract, mapped to its file and line. In a sentence, `…`
    stands for each value that is filled in."""
    found = {}
    for file in sorted(Path(games.contract.__path__[0]).glob("*.py")):
        for node in ast.walk(ast.parse(file.read_text(encoding="utf-8"))):
            if not isinstance(node, ast.Call) or not node.args:
                continue
            name = getattr(node.func, "attr", getattr(node.func, "id", ""))
            told = read(node.args[-1]) if name in RAISERS else ""
            if told.strip("…\n "):
                found[told] = f"{file.name}:{node.lineno}"
    return found


def read(node: ast.expr) -> str:
    """Return the text of a string literal or f-string, with `…` for each value that is filled
    in."""
    match node:
        case ast.Constant(value=str(text)):
            return text
        case ast.JoinedStr(values=parts):
            return "".join(map(read, parts))
        case _:
            return "…"


def asked_for() -> list[re.Pattern[str]]:
    """Return a pattern for each text that can be an expected error sentence. The texts are the
    strings in those test files of this folder that contain `ContractBroken`. Texts with
    alternatives (`|`), texts with several lines and texts of a single word are left out."""
    asked: set[str] = set()
    for file in HERE.glob("test_*.py"):
        code = file.read_text(encoding="utf-8")
        if "ContractBroken" not in code:
            continue
        for node in ast.walk(ast.parse(code)):
            if isinstance(node, ast.Constant) and isinstance(node.value, str):
                asked.add(node.value)
    return [
        re.compile(".*".join(map(re.escape, each.replace("\\", "").split(".*"))))
        for each in asked
        if not {"\n", "|"} & set(each) and len(each.split()) > 1
    ]


def test_every_sentence_of_the_contract_is_raised_by_a_broken_package() -> None:
    """Each error sentence of the contract is expected in some test of a broken game. The tests
    expect sentences by patterns. A pattern that fits several sentences doesn't count."""
    known, raised = sentences(), set()
    assert len(known) > 140
    for pattern in asked_for():
        match [each for each in known if pattern.search(each)]:
            case [sentence]:
                raised.add(sentence)
    assert {known[each]: each for each in known if each not in raised} == {}
