"""Tests of the contract suite itself: it finds each promise that a broken variant of Crazy Eights
doesn't keep."""

from __future__ import annotations

from collections.abc import Callable, Iterator
from dataclasses import replace
from typing import Any

import pytest

import games
from games.contract import (
    Case,
    ContractBroken,
    check_case,
    check_ending,
    check_resignations,
    random_player,
    worst_player,
)
from games.core import Deed, Event, IllegalMove, Move, Stream, View, Zone
from tests.games.mutants import Mutant, changed
from tests.games.plugins import EXAMPLES, installed


@pytest.fixture(scope="module")
def eights(tmp_path_factory: pytest.TempPathFactory) -> Iterator[Any]:
    with installed(EXAMPLES / "simple-eights", tmp_path_factory.mktemp("site")):
        yield games.load("simple-eights")


def shows_next_card(view: Any, self: Any, seat: int | None) -> Any:
    seen = view(self, seat)
    return replace(seen, facts={**seen.facts, "next": self.state.draw[:1]})


def shows_other_hands(view: Any, self: Any, seat: int | None) -> Any:
    seen = view(self, seat)
    hands = tuple(
        Zone("hand", zone.owner, "hand", tuple(self.state.hands[zone.owner]))
        if zone.name == "hand"
        else zone
        for zone in seen.zones
    )
    return replace(seen, zones=hands)


def counts_hidden_spades(view: Any, self: Any, seat: int | None) -> Any:
    seen = view(self, seat)
    return replace(
        seen, facts={**seen.facts, "spades": sum("S" in card for card in self.state.draw)}
    )


def draws_in_public(apply: Any, self: Any, seat: int, move: Move) -> list[Event]:
    return [
        Event(event.name, {**event.fields, **(event.secret or {})})
        for event in apply(self, seat, move)
    ]


def looks_ahead_at_the_deck(_ahead: Any, self: Any, seat: int) -> list[tuple[Move, ...]]:
    waits = self.outcome is None and seat not in self.waiting_on
    hands = self.state.hands[(seat + 1) % self.seats]
    return [(Move.make("draw"),)] if waits and sum("S" in card for card in hands) % 2 else []


def loses_a_card(apply: Any, self: Any, seat: int, move: Move) -> list[Event]:
    events: list[Event] = apply(self, seat, move)
    if move.cards:
        self.state.pile.append("2S")
    return events


def moves_depend_on_others(legal_moves: Any, self: Any, seat: int) -> list[Move]:
    moves: list[Move] = legal_moves(self, seat)
    other = self.state.hands[(seat + 1) % self.seats]
    return [move for move in moves if not move.cards or sum("S" in card for card in other) % 2]


def plays_before_it_refuses(play: Any, self: Any, seat: int, move: str) -> Any:
    try:
        return play(self, seat, move)
    except IllegalMove:
        self.state.draw.append(self.state.draw.pop(0))
        raise


def refuses_without_a_rule(play: Any, self: Any, seat: int, move: str) -> Any:
    try:
        return play(self, seat, move)
    except IllegalMove as error:
        raise IllegalMove(str(error), rule="") from error


def crashes_on_nonsense(play: Any, self: Any, seat: int, move: str) -> Any:
    if not str(move).strip():
        raise KeyError(move)
    return play(self, seat, move)


def shares_its_moves(legal_moves: Any, self: Any, seat: int) -> list[Move]:
    known: dict[Any, list[Move]] = self.__dict__.setdefault("known", {})
    return known.setdefault((seat, str(self.state)), legal_moves(self, seat))


def forgets_the_resigned(position: Any, self: Any) -> Any:
    return {**position(self), "resigned": []}


def shallow_copy(_copy: Any, self: Any) -> Any:
    return type(self)(self.settings, self.state.model_copy())


def gapped_ranks(look: Any, self: Any) -> None:
    look(self)
    if self.outcome is not None:
        self.outcome = replace(
            self.outcome, ranks=tuple(rank * 2 - 1 for rank in self.outcome.ranks)
        )


def draws_to_no_end(_apply: Any, self: Any, seat: int, move: Move) -> list[Event]:
    self._end_turn()
    return [Event("drew", {"seat": seat, "count": 0})]


def samples_without_extra_facts(sample: Any, cls: Any, view: Any, rng: Any) -> Any:
    return sample(cls, replace(view, facts={"wild": view.facts["wild"]}), rng)


def samples_the_truth_for_spectators(_sample: Any, cls: Any, view: Any, rng: Any) -> Any:
    return cls.new(seats=len(view.seats), seed=b"contract")


def draws_by_clock(apply: Any, self: Any, seat: int, move: Move) -> list[Event]:
    Draws.count += 1
    self.state.draw.append(self.state.draw.pop(0)) if Draws.count % 2 else None
    events: list[Event] = apply(self, seat, move)
    return events


def counts_a_deed_without_a_name(_deeds: Any, _cls: Any, _event: Event) -> tuple[Deed, ...]:
    return (Deed(0, "luck"),)


def with_waiting_on(seats: Any) -> Mutant:
    """Return a mutant (a function that takes a game's class and returns a changed subclass). In the
    changed class, `waiting_on` is always `seats`."""
    return lambda game: type("Mutant", (game,), {"waiting_on": seats})


def ends_with_a_word(prepare: Any, self: Any) -> None:
    prepare(self)
    self.outcome = self.outcome and "won"


def opens_all_but_one(opened: Any, self: Any) -> View:
    seen: View = opened(self)
    first = seen.zone("hand", 0)
    kept = self.view(None).zone("hand", 0)
    return replace(seen, zones=tuple(kept if zone is first else zone for zone in seen.zones))


def opens_a_card_that_is_not_there(opened: Any, self: Any) -> View:
    seen: View = opened(self)
    draw = Zone("draw", None, "pile", ("RJ",) * len(self.state.draw))
    return replace(seen, zones=(*seen.zones[:1], replace(draw, layout="count"), *seen.zones[2:]))


def opens_for_one_seat(opened: Any, self: Any) -> Any:
    return replace(opened(self), seat=0)


def with_score(score_of: Callable[[int | None], Any]) -> Mutant:
    """Return a mutant, a function that takes the class of a correct game and returns a changed
    class. The views of the changed game have the fact `score`, whose value `score_of` computes.
    `score_of` takes the seat that sees the view, or None for a spectator."""

    def scores(view: Any, self: Any, seat: int | None) -> Any:
        seen = view(self, seat)
        return replace(seen, facts={**seen.facts, "score": score_of(seat)})

    return changed(view=scores, sample=samples_without_extra_facts)


class Draws:
    count = 0


BROKEN: dict[str, tuple[Mutant, str]] = {
    "an end that keeps a hand closed": (
        changed(opened=opens_all_but_one),
        "The hand of seat .* isn't what is opened",
    ),
    "an end that makes up cards": (
        changed(opened=opens_a_card_that_is_not_there),
        "What is opened at the end shows cards that aren't there",
    ),
    "an end for one seat alone": (changed(opened=opens_for_one_seat), "isn't for everyone"),
    "the next card in a fact": (
        changed(view=shows_next_card, sample=samples_without_extra_facts),
        "sampled from the view .* shows it something different",
    ),
    "all hands open after the deal": (changed(view=shows_other_hands), "hidden in hands"),
    "a count of hidden spades": (
        changed(view=counts_hidden_spades, sample=samples_without_extra_facts),
        "sampled from the view .* shows it something different",
    ),
    "a drawn card told to everyone": (
        changed(_apply=draws_in_public),
        "tells everyone of unseen cards",
    ),
    "a card made of nothing": (
        changed(_apply=loses_a_card),
        " shows cards that aren't there, or twice",
    ),
    "moves that depend on another's hand": (
        changed(legal_moves=moves_depend_on_others),
        " can't see .*; exchanged, its view differs",
    ),
    "a choice before one's turn that depends on another's hand": (
        changed(ahead=looks_ahead_at_the_deck),
        "it may choose something else before its turn",
    ),
    "a choice before one's turn when it is": (
        changed(ahead=lambda _ahead, _self, _seat: [(Move.make("draw"),)]),
        "isn't before its turn",
    ),
    "only one move, by another's hand": (
        changed(forced=lambda _forced, self, seat: len(self.legal_moves(seat)) == 1),
        "exchanged, others have only one move",
    ),
    "only one move of several": (
        changed(forced=lambda _forced, _self, _seat: True),
        "is said to have only one move, but has",
    ),
    "a refused move that leaves a trace": (
        changed(play=plays_before_it_refuses),
        "changed the position",
    ),
    "a refusal without a rule": (changed(play=refuses_without_a_rule), "without the id of a rule"),
    "a crash on an empty move": (
        changed(play=crashes_on_nonsense),
        "The move .* raises .*; only refusals",
    ),
    "a list of moves that is the game's own": (
        changed(legal_moves=shares_its_moves),
        "is shared with the game",
    ),
    "a copy that shares the hands": (changed(copy=shallow_copy), ", .* reports different events"),
    "ranks with gaps": (changed(prepare=gapped_ranks), "have gaps"),
    "a deed that the game doesn't name": (
        changed(deeds=counts_a_deed_without_a_name),
        "doesn't name that deed",
    ),
    "deeds that are none": (
        changed(deeds=lambda _deeds, _cls, _event: None),
        "The deeds in an event aren't a tuple of Deeds: None.",
    ),
    "a deed of a seat that is no number": (
        changed(deeds=lambda _deeds, _cls, _event: (Deed("me", "luck"),)),  # type: ignore[arg-type]
        "aren't a tuple of Deeds",
    ),
    "waiting on nothing of any kind": (
        with_waiting_on(None),
        "`waiting_on` isn't a frozenset of seats: None.",
    ),
    "waiting on names": (
        with_waiting_on(frozenset({"me"})),
        "`waiting_on` isn't a frozenset of seats",
    ),
    "a dictionary for a view": (
        changed(view=lambda _view, _self, _seat: {}),
        " sees isn't a View: ",
    ),
    "moves in a tuple": (
        changed(legal_moves=lambda moves, self, seat: tuple(moves(self, seat))),
        "aren't a list of Moves",
    ),
    "nothing happened": (
        changed(_apply=lambda apply, self, seat, move: apply(self, seat, move) and None),
        "It can't be checked: ",
    ),
    "a word for an outcome": (changed(prepare=ends_with_a_word), "nor an Outcome: "),
    "samples that know the truth": (
        changed(sample=samples_the_truth_for_spectators),
        "Four games sampled from the deal are all the same",
    ),
    "a score that differs for a seat": (
        with_score(lambda seat: [0, 0, seat]),
        "The view of .* has the score .*, and that of a spectator",
    ),
    "a score without an item for each seat": (
        with_score(lambda _: [1, 2]),
        "a list with an item for each seat",
    ),
    "a score in fractions": (
        with_score(lambda _: [1, 2, 0.5]),
        "is a whole number, a text of 1 to",
    ),
    "a score in a sentence": (with_score(lambda _: [1, 2, "a lot of it"]), "not 'a lot of it'"),
    "chance from elsewhere": (
        changed(_apply=draws_by_clock),
        " has a different position",
    ),
}


@pytest.mark.parametrize("name", BROKEN)
def test_a_broken_promise_is_found(name: str, eights: Any) -> None:
    mutant, sentence = BROKEN[name]
    with pytest.raises(ContractBroken, match=sentence):
        check_case(Case(mutant(eights), eights.options(), 3), every=2)


def test_a_score_of_numbers_and_short_texts_keeps_every_promise(eights: Any) -> None:
    game = with_score(lambda _: [-1, "2½", None])(eights)
    check_case(Case(game, eights.options(), 3), every=40)


def test_a_position_that_forgets_is_found(eights: Any) -> None:
    with pytest.raises(ContractBroken, match=r"The legal moves of seat .* differ after"):
        check_resignations(
            Case(changed(position=forgets_the_resigned)(eights), eights.options(), 4), Stream(b"")
        )


def test_an_endless_game_is_found(eights: Any) -> None:
    case = Case(changed(_apply=draws_to_no_end)(eights), eights.options(), 2)
    with pytest.raises(ContractBroken, match="hasn't ended"):
        check_ending(case, worst_player)


def test_what_broke_is_told_with_the_record_that_shows_it(eights: Any) -> None:
    case = Case(changed(prepare=gapped_ranks)(eights), eights.options(), 3)
    with pytest.raises(ContractBroken) as broken:
        check_ending(case, random_player)
    assert "shijo record 1\ngame simple-eights 1\n" in str(broken.value)
    assert "have gaps" in str(broken.value).splitlines()[-1], "the cause stands last"
