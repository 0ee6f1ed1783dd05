"""The end of a Durak game: the fool, the ranks, and what the next game receives from this one."""

from __future__ import annotations

from collections.abc import Iterable
from typing import Any, Literal

from games.cards import RANKS, rank_of
from games.core import Event, Outcome
from games.durak.rules.options import DECKS
from games.durak.rules.state import NOBODY, State
from games.durak.rules.tables import SUITS_OF_ALL, TEXT


def finish(state: State, happened: list[Event], leaver: int | None, sides_left: int) -> None:
    """End the game with its outcome, and clear the table. New events are added to `happened`.

    `leaver` is the seat that ended the last bout by leaving, or None. `sides_left` is the number of
    sides still in the game when that bout ended, before seats without cards went out."""
    fool = the_fool(state, leaver, sides_left)
    won = honours(state, happened, NOBODY if leaver is not None else fool)
    kind: Literal["won", "draw"] = "draw" if fool == NOBODY else "won"
    over = any(honour.startswith("match:") for honour in won)
    carry: dict[str, Any] = {"dealer": state.dealer, "fool": None if fool == NOBODY else fool}
    if state.wears:
        carry["wears"] = [None if over else rank for rank in state.wears]
    state.outcome = Outcome(ranking(state, fool), kind, tuple(won), carry)
    state.clear_table()
    state.waiting = 0
    fields = {
        "fool": carry["fool"],
        "ranks": list(state.outcome.ranks),
        "kind": kind,
        "honours": won,
    }
    happened.append(Event("ended", fields))


def the_fool(state: State, leaver: int | None, sides_left: int) -> int:
    """Return the seat that has lost, or NOBODY. `leaver` is the seat that ended the last bout by
    leaving, or None; `sides_left` is the number of sides still in the game when that bout ended.

    DUR-42: the last seat (or team) with cards has lost. DUR-43: if nobody has cards, nobody has
    lost, or by the option `last_defence` the last defender. DUR-45: the leaver has lost if only one
    side remained, with or without cards. DUR-46: nobody has lost if the game made no progress.
    DUR-05: of a team, the fool is the last bout's defender if that seat belongs to the team, else
    the team's first seat with cards clockwise from the defender."""
    if leaver is not None and sides_left == 1:
        return leaver
    sides = state.rules.sides_in[state.standing]
    if sides == 0:
        return state.defender if state.rules.options.last_defence == "loses" else NOBODY
    if sides > 1:
        return NOBODY
    if leaver is not None:
        return leaver
    last = state.rules.following[state.defender][state.standing]
    return state.defender if state.rules.sides[last] == state.rules.sides[state.defender] else last


def ranking(state: State, fool: int) -> tuple[int, ...]:
    """DUR-44: the rank of every seat, by the option `scoring`; `fool` may be NOBODY.

    DUR-45: seats that left share the last rank, together with sides whose last player left."""
    sides = state.rules.sides
    last = {sides[fool]} if fool != NOBODY else set()
    last.update(side for side in sides if state.forfeited >> side & 1)
    out = [side for side in _sides_out(state) if side not in last]
    still_in = [side for side in dict.fromkeys(sides) if side not in last and side not in out]
    groups: list[Iterable[int]]
    match state.rules.options.scoring:
        case "fool":
            groups = [out + still_in]
        case "first-out":
            groups = [out[:1], out[1:] + still_in]
        case "order":
            groups = [*([side] for side in out), still_in]
    ranks = [0] * state.seats
    rank = 0
    for group in groups:
        seats = [
            seat
            for seat in range(state.seats)
            if sides[seat] in group and not state.resigned >> seat & 1
        ]
        rank += bool(seats)
        for seat in seats:
            ranks[seat] = rank
    return tuple(own or rank + 1 for own in ranks)


def _sides_out(state: State) -> list[int]:
    """The numbers of the sides that are out, in the order in which their last players went out."""
    sides = state.rules.sides
    standing = {sides[seat] for seat in range(state.seats) if state.standing >> seat & 1}
    ended = {
        sides[seat]: place
        for place, seat in enumerate(seat for group in state.out for seat in group)
    }
    return sorted((side for side in ended if side not in standing), key=ended.__getitem__)


def honours(state: State, happened: list[Event], fool: int) -> list[str]:
    """The honours (epaulettes) of the game that ends now, as texts for `Outcome.honours`. `fool` is
    the seat that has lost, or NOBODY if no seat may get epaulettes: after a draw, or because a seat
    left. New events are added to `happened`."""
    match state.rules.options.epaulettes:
        case "off":
            return []
        case "insult":
            return _insult(state, happened, fool)
        case "match":
            return _match(state, happened, fool)


def _takes(state: State, fool: int) -> bool:
    return state.taking and fool == state.defender


def _insult(state: State, happened: list[Event], fool: int) -> list[str]:
    """DUR-60: the honour if the fool takes and the last attack card has the lowest rank. It is one
    epaulette, or two if the attack card before also has the lowest rank and is from the same
    attacker."""
    if not _takes(state, fool) or not state.rules.lowest >> state.attacks[-1] & 1:
        return []
    twice = (
        len(state.attacks) > 1
        and state.rules.lowest >> state.attacks[-2] & 1
        and state.by[-2] == state.by[-1]
    )
    count = 2 if twice else 1
    happened.append(Event("epaulettes", {"seat": fool, "count": count, "by": state.by[-1]}))
    return [f"epaulettes:{fool}:{count}"]


def _match(state: State, happened: list[Event], fool: int) -> list[str]:
    """DUR-61: the honours of a match of epaulettes. The loser's epaulettes may rise by one rank.
    The side that makes its opponents wear the ace has won the match, and so has a side whose
    opponents have all left."""
    if _takes(state, fool):
        side = state.rules.sides[fool]
        rank = next_rank(state, side)
        if rank_of(TEXT[state.attacks[-1]]) == rank and _without_only_trumps(state, side):
            state.wears = tuple(
                rank if place == side else worn for place, worn in enumerate(state.wears)
            )
            happened.append(
                Event("wears", {"side": side, "rank": rank, "seat": fool, "by": state.by[-1]})
            )
    worn = [f"wears:{side}:{rank}" for side, rank in enumerate(state.wears) if rank is not None]
    lost = [
        side for side, rank in enumerate(state.wears) if rank == RANKS[-1] or _all_left(state, side)
    ]
    for side in lost[:1]:
        happened.append(Event("match", {"side": 1 - side}))
        worn.append(f"match:{1 - side}")
    return worn


def next_rank(state: State, side: int) -> str:
    """DUR-61: the rank of epaulettes that a side would wear next: the deck's lowest, then one
    higher each time."""
    worn = state.wears[side]
    if worn is None:
        return DECKS[state.rules.options.deck_for(state.seats)][1]
    return RANKS[RANKS.index(worn) + 1]


def _without_only_trumps(state: State, loser: int) -> bool:
    """DUR-61: whether the opponents of the side `loser` have laid at least one attack card that is
    not a trump."""
    return any(
        not SUITS_OF_ALL[state.trump] >> card & 1
        for card, seat in zip(state.attacks, state.by, strict=True)
        if state.rules.sides[seat] != loser
    )


def _all_left(state: State, side: int) -> bool:
    return all(
        state.resigned >> seat & 1 for seat in range(state.seats) if state.rules.sides[seat] == side
    )
