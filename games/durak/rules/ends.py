"""The end of a game of Durak: the fool (the player who lost), the ranks, and what the next game
gets from this one."""

from __future__ import annotations

from collections.abc import Iterable
from typing import Any, Literal

from games.cards import RANKS, rank_of
from games.core import Event, Outcome
from games.durak.rules.options import DECKS
from games.durak.rules.state import NOBODY, State
from games.durak.rules.tables import SUITS_OF_ALL, TEXT


def finish(state: State, happened: list[Event], leaver: int | None, sides_left: int) -> None:
    """End the game: set its outcome and clear the table. New events are added to `happened`.

    `leaver` is the seat that ended the last bout by leaving the game, or None. `sides_left` is the
    number of sides that were still in the game when the last bout ended, before seats without cards
    went out."""
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
    leaving the game, or None. `sides_left` is the number of sides that were still in the game when
    that bout ended.

    DUR-42: the last side with cards has lost. DUR-43: if no side has cards, nobody has lost. But if
    the option `last_defence` is `loses`, the last defender has lost. DUR-45: if a seat left and
    only one side remained, the seat that left has lost, even if the other side still had cards.
    DUR-46: if the game ended because there was no progress, nobody has lost. DUR-05: if a team has
    lost, the fool is the defender of the last bout if this seat is in the team. Otherwise it is the
    team's first seat with cards, clockwise from the defender."""
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
    """DUR-44: return the rank of every seat. The option `scoring` says how the ranks are given.
    `fool` is the seat that has lost, or NOBODY.

    DUR-45: all seats that left have the last rank. The side of the fool and sides whose last player
    left have this rank too."""
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
    """Return the numbers of the sides that are out, in the order in which the last player of each
    side went out."""
    sides = state.rules.sides
    standing = {sides[seat] for seat in range(state.seats) if state.standing >> seat & 1}
    ended = {
        sides[seat]: place
        for place, seat in enumerate(seat for group in state.out for seat in group)
    }
    return sorted((side for side in ended if side not in standing), key=ended.__getitem__)


def honours(state: State, happened: list[Event], fool: int) -> list[str]:
    """Return the honours of the game that ends now, as texts for `Outcome.honours`. Honours in
    Durak are epaulettes, the marks of a shameful loss. `fool` is the seat that has lost. It is
    NOBODY after a draw, or if a seat ended the last bout by leaving the game; then nobody gets new
    epaulettes. New events are added to `happened`."""
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
    """DUR-60: return the honour of a fool who takes when the last attack card has the lowest rank.
    This is one epaulette. It is two if the attack card before also has the lowest rank and is from
    the same attacker. Empty for any other end. New events are added to `happened`."""
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
    """DUR-61: return the honours in a match of epaulettes, a series of games in which each side
    wears a rank. The loser's rank can rise by one. If a side now wears the ace, or all its players
    have left, the other side has won the match. New events are added to `happened`."""
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
    """DUR-61: return the rank of epaulettes that a side would wear next. The first is the lowest
    rank of the deck. After that, each is one higher."""
    worn = state.wears[side]
    if worn is None:
        return DECKS[state.rules.options.deck_for(state.seats)][1]
    return RANKS[RANKS.index(worn) + 1]


def _without_only_trumps(state: State, loser: int) -> bool:
    """DUR-61: return whether the opponents of the side `loser` have played at least one attack card
    that is not a trump."""
    return any(
        not SUITS_OF_ALL[state.trump] >> card & 1
        for card, seat in zip(state.attacks, state.by, strict=True)
        if state.rules.sides[seat] != loser
    )


def _all_left(state: State, side: int) -> bool:
    return all(
        state.resigned >> seat & 1 for seat in range(state.seats) if state.rules.sides[seat] == side
    )
