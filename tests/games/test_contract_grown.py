"""Tests of the contract with two small games that use its rarer parts, such as hands that only
other seats see, games that everybody loses, counters and pauses. Both games keep every promise. If
a promise is broken on purpose, the checks find this."""

from __future__ import annotations

from collections.abc import Callable, Iterator
from contextlib import ExitStack
from dataclasses import replace
from typing import Any

import pytest

import games
from games.contract import Case, ContractBroken, check_case, check_game
from games.contract.players import check_players
from games.core import (
    Amount,
    Event,
    Game,
    IllegalMove,
    InvalidMove,
    Move,
    OptionsError,
    Outcome,
    View,
    Zone,
)
from games.players import player
from games.shuffle import Stream
from tests.beyond import the_first
from tests.games.mutants import Mutant, changed
from tests.games.plugins import PLUGINS, installed


@pytest.fixture(scope="module")
def found(tmp_path_factory: pytest.TempPathFactory) -> Iterator[dict[str, type[Game]]]:
    with ExitStack() as both:
        for name in ("lanterns", "stakes"):
            both.enter_context(installed(PLUGINS / name, tmp_path_factory.mktemp("site")))
        yield {name: games.load(name) for name in ("lanterns", "stakes")}


@pytest.mark.parametrize("name", the_first(1, ["lanterns", "stakes"]))
def test_a_small_game_of_each_kind_keeps_every_promise(
    name: str, found: dict[str, type[Game]]
) -> None:
    assert games.broken() == {}
    check_game(found[name])


def test_options_of_another_game_are_refused(found: dict[str, type[Game]]) -> None:
    with pytest.raises(OptionsError, match="Those options are for another game, not Lanterns"):
        found["lanterns"].new(found["stakes"].options(), seats=3, seed=b"")


def with_zones(change: Callable[[Zone, int | None, Any], Zone]) -> Mutant:
    """Return a mutant (a function that makes a broken subclass of a game) whose views show each
    zone as `change` returns it. `change` gets the zone, the viewer's seat and the game."""

    def view(original: Any, self: Any, seat: int | None) -> View:
        seen: View = original(self, seat)
        return replace(seen, zones=tuple(change(zone, seat, self) for zone in seen.zones))

    return changed(view=view)


def with_view(**parts: Callable[[View], Any]) -> Mutant:
    """Return a mutant (a function that makes a broken subclass of a game). In each view of the
    subclass, the fields that `parts` names have other values. Each function in `parts` takes the
    original view, and returns the new value of the field."""

    def view(original: Any, self: Any, seat: int | None) -> View:
        seen: View = original(self, seat)
        return replace(seen, **{name: part(seen) for name, part in parts.items()})

    return changed(view=view)


def with_facts(**facts: Any) -> Mutant:
    return with_view(facts=lambda seen: {**seen.facts, **facts})


def sides_in_halves(seen: View) -> Any:
    halves: Any = 0.5
    return tuple(replace(each, side=halves) for each in seen.seats)


def declaring(**variables: Any) -> Mutant:
    return lambda game: type("Mutant", (game,), variables)


def opened(zone: Zone, game: Any) -> Zone:
    return replace(zone, cards=tuple(game.held(zone.owner)))


def own_hand_open(zone: Zone, seat: int | None, game: Any) -> Zone:
    return opened(zone, game) if zone.is_hand and zone.owner == seat else zone


def hands_open_to_spectators(zone: Zone, seat: int | None, game: Any) -> Zone:
    return opened(zone, game) if zone.is_hand and seat is None else zone


def one_hand_closed(zone: Zone, seat: int | None, game: Any) -> Zone:
    hidden = zone.is_hand and zone.owner == 0
    return replace(zone, cards=(None,) * len(zone.cards)) if hidden else zone


def hands_called_otherwise(zone: Zone, seat: int | None, game: Any) -> Zone:
    return replace(zone, name="cards", layout="row") if zone.is_hand else zone


def open_hands_called_otherwise(zone: Zone, seat: int | None, game: Any) -> Zone:
    return replace(opened(zone, game), name="cards", layout="row") if zone.is_hand else zone


def tells_who_drew(apply: Any, self: Any, seat: int, move: Move) -> list[Event]:
    return [
        event._replace(seats=(*event.seats, seat)) if event.secret else event
        for event in apply(self, seat, move)
    ]


def deals_to_the_holder(dealt: Any, self: Any) -> list[Event]:
    return [
        Event("dealt", {"seat": seat}, {"cards": self.held(seat)}, (seat,))
        for seat in range(self.seats)
    ]


def loses_by_rank(prepare: Any, self: Any) -> None:
    prepare(self)
    if self.outcome is not None:
        self.outcome = Outcome((*range(1, self.seats + 1),), "lost")


def ends_somehow(prepare: Any, self: Any) -> None:
    prepare(self)
    if self.outcome is not None:
        self.outcome = replace(self.outcome, kind="tied")


def without_hands(position: Any, self: Any) -> Any:
    kept = position(self)
    kept["fans"] = kept.pop("hands")
    return kept


def with_amounts(change: Callable[[Amount], Amount]) -> Mutant:
    def amounts(original: Any, self: Any, seat: int) -> list[Amount]:
        return [change(amount) for amount in original(self, seat)]

    return changed(amounts=amounts)


def refuses_odd_bids(apply: Any, self: Any, seat: int, move: Move) -> list[Event]:
    if move.verb == "bid" and int(move.other) % 2:
        raise IllegalMove("Even bids only.", rule="STK-2")
    events: list[Event] = apply(self, seat, move)
    return events


def takes_any_bid(play: Any, self: Any, seat: int, move: str) -> list[Event]:
    parsed = Move.parse(move)
    if parsed.verb == "bid" and self.amounts(seat) and parsed.other.isdigit():
        return list(self._apply(seat, parsed))
    events: list[Event] = play(self, seat, move)
    return events


def lists_no_numbers(legal_moves: Any, self: Any, seat: int) -> list[Move]:
    return [move for move in legal_moves(self, seat) if move.verb != "bid"]


def folds_in_the_pause(legal_moves: Any, self: Any, seat: int) -> list[Move]:
    moves: list[Move] = legal_moves(self, seat)
    return [*moves, Move.make("fold")] if self.pause and moves else moves


def with_fields(name: str, **fields: Any) -> Mutant:
    """Return a mutant (a function that makes a broken subclass of a game). In the subclass, events
    with the name `name` have the values in `fields`. Their other fields stay as they are."""

    def apply(original: Any, self: Any, seat: int, move: Move) -> list[Event]:
        return [
            event._replace(fields={**event.fields, **fields}) if event.name == name else event
            for event in original(self, seat, move)
        ]

    return changed(_apply=apply)


BROKEN: dict[str, tuple[str, Mutant, str]] = {
    "a hand that its holder sees": (
        "lanterns",
        with_zones(own_hand_open),
        "must not see its own hand",
    ),
    "hands that spectators see": (
        "lanterns",
        with_zones(hands_open_to_spectators),
        "hidden in hands",
    ),
    "a hand that others don't see": (
        "lanterns",
        with_zones(one_hand_closed),
        "is not shown ",
    ),
    "hands seen the usual way": (
        "lanterns",
        declaring(hands_seen_by="holder"),
        " is not shown ",
    ),
    "a drawn card told to who drew it": (
        "lanterns",
        changed(_apply=tells_who_drew),
        "The event .* tells seat .* of cards it can't see",
    ),
    "a hand dealt to its holder": (
        "lanterns",
        changed(dealt=deals_to_the_holder),
        "The deal tells .* of cards it can't see",
    ),
    "hands that are not said to be hands": (
        "stakes",
        with_zones(hands_called_otherwise),
        "zones that are its hand",
    ),
    "open hands that are not said to be hands": (
        "stakes",
        with_zones(open_hands_called_otherwise),
        "hidden in hands",
    ),
    "a position without hands": (
        "lanterns",
        changed(position=without_hands),
        "no `hands` with a list",
    ),
    "a loss that some lose more": ("lanterns", changed(prepare=loses_by_rank), "everyone loses"),
    "an end of no known kind": (
        "lanterns",
        changed(prepare=ends_somehow),
        "The outcome isn't of a known kind: ",
    ),
    "an amount that falls": (
        "stakes",
        with_amounts(lambda amount: amount._replace(low=9, high=5, suggested=(7,))),
        "rises from its lowest",
    ),
    "an amount in halves": (
        "stakes",
        with_amounts(lambda amount: amount._replace(high=7.5)),  # type: ignore[arg-type]
        "It can't be checked: ",
    ),
    "an amount that suggests what it doesn't have": (
        "stakes",
        with_amounts(lambda amount: amount._replace(suggested=(1, 99))),
        "suggests a number it doesn't have",
    ),
    "too many suggestions": (
        "stakes",
        with_amounts(lambda amount: amount._replace(suggested=(1, 2, 3, 4))),
        "suggests at most 3",
    ),
    "numbers without moves": (
        "stakes",
        changed(legal_moves=lists_no_numbers),
        "the legal moves have",
    ),
    "a number that is refused": (
        "stakes",
        changed(_apply=refuses_odd_bids),
        "” is refused: ",
    ),
    "a number beside the range": (
        "stakes",
        changed(play=takes_any_bid),
        " does not have .*, but it was played",
    ),
    "a view with other amounts": (
        "stakes",
        with_view(amounts=lambda seen: ()),
        "has other amounts than its seat",
    ),
    "a pot that differs for a seat": (
        "stakes",
        with_zones(
            lambda zone, seat, _: (
                replace(zone, number=7) if (zone.name, seat) == ("pot", 1) else zone
            )
        ),
        "differs from what a spectator sees",
    ),
    "a pot that is more than it can be": (
        "stakes",
        with_zones(lambda zone, *_: replace(zone, most=1) if zone.name == "pot" else zone),
        " is .*, of .* at most",
    ),
    "a pot of cards": (
        "stakes",
        with_zones(lambda zone, *_: replace(zone, cards=(None,)) if zone.name == "pot" else zone),
        "is a number, but has cards",
    ),
    "a number on a pile": (
        "stakes",
        with_zones(lambda zone, *_: replace(zone, number=3) if zone.name == "draw" else zone),
        "has a number, but isn't one",
    ),
    "a pause with a choice": (
        "stakes",
        changed(legal_moves=folds_in_the_pause),
        "one move without cards for everyone",
    ),
    "a pause that a view doesn't tell": (
        "stakes",
        with_view(pause=lambda _: False),
        "The pause in",
    ),
    "a chapter with a score for nobody": (
        "stakes",
        with_fields("dealt out", score=[1]),
        "ends a chapter, but its score",
    ),
    "a field that names no seat": (
        "stakes",
        with_fields("dealt out", taker="Ada"),
        "The field .* of .* names a seat",
    ),
    "a fact that names no seat": (
        "stakes",
        with_facts(taker=9),
        "The field taker of the view of seat 0 names a seat",
    ),
    "a fact that JSON can't say": (
        "stakes",
        with_facts(card={1, 2}),
        "The facts in .* are more than JSON can say",
    ),
    "a layout of no kind": (
        "stakes",
        with_zones(lambda zone, *_: replace(zone, layout="heap")),
        "The .* of .* must be .*, not ",
    ),
    "cards in a list": (
        "stakes",
        with_zones(lambda zone, *_: replace(zone, cards=[*zone.cards])),
        "The cards of the zone 'draw' in the view of seat 0 must be a tuple of cards",
    ),
    "ranks in a list": (
        "stakes",
        with_view(waiting_on=lambda seen: [*seen.waiting_on]),
        "The waiting_on of the view of seat 0 must be a tuple of seats",
    ),
    "a side that is no number": (
        "stakes",
        with_view(seats=sides_in_halves),
        "The side of seat 0 in the view of seat 0 must be a whole number, not 0.5",
    ),
}


@pytest.mark.parametrize("name", BROKEN)
def test_a_broken_promise_is_found(name: str, found: dict[str, type[Game]]) -> None:
    game, mutant, sentence = BROKEN[name]
    with pytest.raises(ContractBroken, match=sentence) as broken:
        check_case(Case(mutant(found[game]), found[game].options(), 3), every=2)
    assert "shijo record 1" in str(broken.value)


def test_whoever_is_rated_must_be_there(found: dict[str, type[Game]]) -> None:
    rated = declaring(ratings={3: {"bold": 25.0, "nobody": 30.0}})(found["stakes"])
    with pytest.raises(
        ContractBroken, match=r" has ratings with .* seats for players it doesn't have: "
    ):
        check_players(Case(rated, found["stakes"].options(), 3))


def test_any_number_of_a_range_can_be_played_and_others_are_refused(
    found: dict[str, type[Game]],
) -> None:
    game = found["stakes"].new(seats=3, seed=b"")
    assert game.amounts(0) == [Amount("bid", 1, 19)]
    assert game.legal_moves(0) == ["bid 1", "bid 10", "bid 19", "fold"]
    assert game.view(0).allows(Move.parse("bid 7"))
    for text in ("bid 0", "bid 20", "bid 07", "bid x", "bid"):
        with pytest.raises(InvalidMove, match="a whole number from 1 to 19"):
            game.play(0, text)
    assert game.play(0, "bid 7") == [Event("bid", {"seat": 0, "chips": 7})]
    assert game.amounts(0) == []
    assert game.amounts(1) == [Amount("bid", 7, 19)]


def test_the_deal_tells_each_hand_to_those_who_see_it(found: dict[str, type[Game]]) -> None:
    game = found["lanterns"].new(seats=3, seed=b"")
    for event in game.dealt():
        holder = event.fields["seat"]
        assert event.seen_by(None) == {"seat": holder, "count": 2}
        told = [seat for seat in range(3) if "cards" in event.seen_by(seat)]
        assert told == [seat for seat in range(3) if seat != holder]


def test_a_player_may_choose_a_number_that_has_no_button(
    found: dict[str, type[Game]],
) -> None:
    game, rng = found["stakes"].new(seats=4, seed=b""), Stream(b"")
    choose = player("stakes", "bold")
    while game.outcome is None:
        seat = min(game.waiting_on)
        game.play(seat, choose(game.view(seat), rng))
    assert game.outcome.kind == "won"
