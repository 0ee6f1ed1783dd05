"""Checks of endings. Every game must end with an outcome that can be stored. Any player must be
able to leave at any time."""

from __future__ import annotations

from collections.abc import Sequence
from typing import Any, Final

from games.contract.playing import Case, Chooser, Sitting, random_player
from games.contract.refusals import check_resign_refused
from games.contract.state import check_moves, check_round_trip, outcome_survives
from games.core import Deed, Event, OptionsError, Outcome, Stream
from games.record import RESIGN, Step

KINDS: Final = frozenset({"won", "draw", "lost", "void"})
"""The kinds of outcomes."""


def check_ending(case: Case, chooser: Chooser) -> Sitting:
    """Play a game in which `chooser` chooses the moves of all seats. Check that it ends with a
    proper outcome (`check_outcome`). Returns the finished game. Raises ContractBroken."""
    sitting = Sitting(case)
    for _, happened in sitting.steps_of(chooser, Stream(b"ending" + case.seed)):
        check_deeds(sitting, happened)
    check_outcome(sitting)
    return sitting


def check_deeds(sitting: Sitting, happened: Sequence[Event]) -> None:
    """Check the deeds in these events. (A deed is a notable act of a seat, which statistics count.)
    Each deed must be of an existing seat, have a name that the game declares, and have a degree and
    a count of at least 1. Raises ContractBroken."""
    kind = type(sitting.game)
    for event in happened:
        deeds: Any = kind.deeds(event)
        sitting.hold(
            isinstance(deeds, tuple) and all(map(_is_deed, deeds)),
            f"The deeds in an event aren't a tuple of Deeds: {deeds!r}.",
        )
        for deed in deeds:
            known = 0 <= deed.seat < sitting.game.seats and deed.name in kind.deed_names
            sitting.hold(
                known, f"That seat isn't there, or {kind.name} doesn't name that deed: {deed}."
            )
            sitting.hold(
                deed.degree > 0 < deed.times,
                f"A deed needs a degree and a count of at least one: {deed}.",
            )


def _is_deed(deed: Any) -> bool:
    return (
        isinstance(deed, Deed)
        and isinstance(deed.name, str)
        and all(type(number) is int for number in (deed.seat, deed.degree, deed.times))
    )


def check_outcome(sitting: Sitting) -> None:
    """Check a finished game. It must rank every seat, with no gap between the ranks. It must wait
    for nobody, and no seat can resign any more. JSON must be able to hold its outcome. Raises
    ContractBroken."""
    outcome, seats = sitting.game.outcome, sitting.game.seats
    if outcome is None:
        sitting.hold(False, "The game is over without an outcome.")
        return
    ranks = outcome.ranks
    sitting.hold(
        isinstance(ranks, tuple) and all(type(rank) is int for rank in ranks),
        f"The ranks aren't a tuple of numbers: {ranks!r}.",
    )
    sitting.hold(len(ranks) == seats, f"{seats} seats have {len(ranks)} ranks.")
    sitting.hold(
        sorted(set(ranks)) == list(range(1, max(ranks) + 1)), f"The ranks {ranks} have gaps."
    )
    sitting.hold(outcome.kind in KINDS, f"The outcome isn't of a known kind: {outcome.kind!r}.")
    sitting.hold(
        outcome.kind != "lost" or set(ranks) == {1},
        f"In a lost game everyone loses, with rank 1, not {ranks}.",
    )
    sitting.hold(
        isinstance(outcome.honours, tuple)
        and all(isinstance(each, str) for each in outcome.honours),
        f"The honours aren't a tuple of strings: {outcome.honours!r}.",
    )
    sitting.hold(
        all(honour.split(":")[0] for honour in outcome.honours),
        f"An honour has no name: {outcome.honours}.",
    )
    sitting.hold(
        outcome_survives(outcome), f"The outcome doesn't come back from its JSON: {outcome}."
    )
    check_moves(sitting)
    check_round_trip(sitting)
    for seat in range(seats):
        check_resign_refused(sitting, seat)


def check_sequel(case: Case, outcome: Outcome) -> Sitting:
    """Check that another game can be dealt at the same table after a game with `outcome`. If the
    options allow one player fewer, the check is repeated without each of the players in turn. Also
    check that a game can be dealt with each seat as the dealer. Returns the next game with all
    players. Raises ContractBroken."""
    carry_over = Case(case.kind, case.options, case.seats, case.seed + b"+", previous=outcome)
    sitting = Sitting(carry_over)
    check_moves(sitting)
    check_round_trip(sitting)
    for dealer in range(case.seats):
        check_moves(Sitting(Case(case.kind, case.options, case.seats, case.seed, dealer=dealer)))
    for leaver in range(case.seats):
        _check_without(sitting, case, outcome, leaver)
    return sitting


def _check_without(sitting: Sitting, case: Case, outcome: Outcome, leaver: int) -> None:
    left = [seat for seat in range(case.seats) if seat != leaver]
    try:
        case.kind.check(case.options, len(left))
    except OptionsError:
        return
    told = case.kind.carried(outcome, case.options, left)
    if told is not None:
        sitting.hold(
            len(told.ranks) == len(left),
            f"What is told to {len(left)} seats ranks other seats: {told}.",
        )
        sitting.hold(
            outcome_survives(told), f"What is told doesn't come back from its JSON: {told}."
        )
    check_moves(Sitting(Case(case.kind, case.options, len(left), case.seed + b"-", previous=told)))


def check_resignations(case: Case, rng: Stream, *, every: int = 12) -> Sitting:
    """Play a game at random, in which about one step in `every` is the resignation of a random
    seat. Check that the game keeps its promises after each resignation and ends with a proper
    outcome. Returns the finished game. Raises ContractBroken."""
    sitting = Sitting(case)
    while sitting.game.outcome is None:
        if rng.randrange(every):
            sitting.make(sitting.choose(random_player, rng))
        else:
            _resign(sitting, rng.randrange(case.seats))
    check_outcome(sitting)
    return sitting


def _resign(sitting: Sitting, seat: int) -> None:
    standing = sitting.game.view(None).seats[seat]
    if standing.out or standing.resigned:
        check_resign_refused(sitting, seat)
        return
    sitting.make(Step(seat, RESIGN))
    gone = sitting.game.view(None).seats[seat].resigned
    sitting.hold(gone, f"Seat {seat} has resigned, but the view doesn't say so.")
    sitting.hold(
        seat not in sitting.game.waiting_on, f"The game waits for seat {seat}, which has resigned."
    )
    check_moves(sitting)
    check_round_trip(sitting, ahead=4)
    if sitting.game.outcome is None:
        check_resign_refused(sitting, seat)


def check_everyone_leaves(case: Case, rng: Stream, *, after: int = 0) -> None:
    """Check that a game ends when seats leave one after another. First `after` moves are made. Then
    the seats resign in random order, and the game must be over at the latest when one seat is left.
    Raises ContractBroken."""
    sitting = Sitting(case)
    for _ in range(after):
        if sitting.game.outcome is None:
            sitting.make(sitting.choose(random_player, rng))
    order = list(range(case.seats))
    rng.shuffle(order)
    for seat in order[:-1]:
        if sitting.game.outcome is None:
            _resign(sitting, seat)
    check_outcome(sitting)
